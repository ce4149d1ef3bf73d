"""Chapter 7: units retreating and returning, and the end of the build step and the retreat step."""

from __future__ import annotations

from engines.kernel.state import Action
from engines.kit import kit
from engines.star_wars.automatic import check_units
from engines.star_wars.heuristics import unit_redeployed, unit_retreated
from engines.star_wars.placement import OWN_PLACEMENT
from engines.star_wars.ready import BUILD_STEPS, IN_BUILD, IN_RETREAT, RETREAT_STEPS, own_step, step_over
from engines.star_wars.repairs import retreat_unit
from engines.star_wars.requirements import ANY_UNIT, IN_ARENA, MINE, need_of_unit
from engines.star_wars.state import CARDS, ID, RETREATED, TAPPED, StarWarsState


def redeploy_unit(state: StarWarsState, action: Action) -> None:
    """Return a retreated unit to its arena at no cost, with everything on it (SW-7.8, SW-R14)."""
    seat, _, unit = state.there(action[1])
    state.change(unit, to=state.faces[unit[CARDS][0]].kind)
    state.note("redeployed", "SW-7.8", seat, unit=unit)
    check_units(state, unit[ID])


def list_retreats(state: StarWarsState) -> list[Action]:
    """Return the player's untapped units in the arenas, and the choice to end the step (SW-7.13, SW-R18)."""
    seat = state.seat_to_act
    actions: list[Action] = [
        ("retreat", unit[ID]) for zone in state.players[seat].units[:RETREATED] for unit in zone if not unit[TAPPED]
    ]
    return [*actions, ("end",)]


def retreat(state: StarWarsState, action: Action) -> None:
    """Tap a unit and move it, face up, to the build zone; this does not heal it (SW-7.13, 7.14, SW-R18)."""
    seat, _, unit = state.there(action[1])
    state.change(unit, tapped=True, to=RETREATED)
    state.note("retreated", "SW-7.13", seat, unit=unit)
    check_units(state, unit[ID])


def end_step(state: StarWarsState, action: Action) -> None:
    """End the build step or the retreat step.

    Build points still unspent can no longer be used; they are lost at the end of the turn (SW-4.8).
    """
    state.reorders = 0
    state.attached = ()
    kind = "build_ended" if state.step.name in BUILD_STEPS else "retreat_ended"
    state.note(kind, state.step.clauses[0], state.seat_to_act)


# Needs, and their repairs.

IS_RETREATED = need_of_unit("is_retreated", "", lambda s, seat, unit: unit[1] == RETREATED, retreat_unit)
UNTAPPED = need_of_unit("untapped", "", lambda s, seat, unit: not unit[2][TAPPED], kit.put_mark(TAPPED, False))
IN_OWN_STEP = kit.Moment(
    "end",
    lambda s, seat: own_step(BUILD_STEPS)(s, seat) or own_step(RETREAT_STEPS)(s, seat),
    (OWN_PLACEMENT, kit.Over("end", "", step_over(RETREAT_STEPS))),
    IN_BUILD.stage,
)

TO_RETREAT = (ANY_UNIT, MINE, IN_ARENA, UNTAPPED)
in_step = kit.actions_with()

REDEPLOY = in_step(
    "redeploy", "SW-7.8", redeploy_unit, when=IN_BUILD, looks=unit_redeployed, unit=(ANY_UNIT, MINE, IS_RETREATED)
)
RETREAT = in_step(
    "retreat", "SW-7.13", retreat, None, "a unit retreats", when=IN_RETREAT, looks=unit_retreated, unit=TO_RETREAT
)
END = in_step("end", "SW-6.2", end_step, words="step ended", when=IN_OWN_STEP, stage=IN_OWN_STEP.stage)
