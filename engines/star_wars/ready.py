"""Chapter 6: the Ready phase, the start of the Command phase, and the end of turn."""

from __future__ import annotations

from engines.book.cards import Card
from engines.book.toml_schema import entry_names
from engines.game import Game
from engines.kernel.state import Action
from engines.kit import kit
from engines.legal.arguments import number_argument
from engines.legal.moments import Holds, current_phase
from engines.star_wars.automatic import draw, end_effects, gain_force
from engines.star_wars.cards import DICE
from engines.star_wars.effects import set_off
from engines.star_wars.repairs import in_own_step
from engines.star_wars.state import CARDS, ID, RETREATED, TAPPED, StarWarsState, seats_in_order
from engines.star_wars.values import hit_faces


def untap_all(state: StarWarsState) -> None:
    """Begin a turn: both players untap all their cards in the field, including the build zone (SW-6.1, 6.4)."""
    state.turn += 1
    state.note("turn_began", "SW-6.1", state.dark, turn=state.turn)
    for seat in seats_in_order(state):
        count = 0
        for zone in state.players[seat].units:
            for at, unit in enumerate(zone):
                if unit[TAPPED]:
                    unit_id, cards, _, damage, gear, effects = unit
                    zone[at] = (unit_id, cards, False, damage, gear, effects)
                    count += 1
        if count:
            state.note("untapped", "SW-6.4", seat, count=count)


def force_gain(state: StarWarsState) -> None:
    """Give each player 4 Force points, also in turn 1 (SW-6.5, 8.2, SW-R9)."""
    for seat in seats_in_order(state):
        gain_force(state, seat, state.game.parameters["force_gain"], "SW-6.5")


def draw_cards(state: StarWarsState) -> None:
    """Draw one card for each player, also in turn 1 (SW-6.6). The hand has no limit (SW-3.7, 6.18)."""
    for seat in seats_in_order(state):
        draw(state, seat, state.game.parameters["draws"], "SW-6.6")


def command_start(state: StarWarsState) -> None:
    """Trigger the abilities for the Command start, and nothing else (SW-6.7, SW-R10).

    A unit's ability works in its arena or, if it says so, only in the build zone (SW-4.10, 10.4, SW-R47).
    """
    for seat in seats_in_order(state):
        for place, zone in enumerate(state.players[seat].units):
            for unit in zone:
                if "command_start" in state.faces[unit[CARDS][0]].moments:
                    set_off(state, seat, unit[CARDS][0], "command_start", unit[ID], place == RETREATED)
        for card in state.players[seat].locations:
            set_off(state, seat, card, "command_start")


def faces_of_die(state: StarWarsState) -> list[Action]:
    """Return the six faces of a die, as actions (SW-1.11)."""
    return FACES


FACES: list[Action] = [("roll", face) for face in range(1, 7)]


def battle_faces(state: StarWarsState) -> list[Action]:
    """Return the faces of a die in a battle, as actions.

    In a proof one hit and one miss represent all faces, unless texts of cards tell faces apart.
    """
    if not state.open_chance or tells_faces_apart(state.game):
        return FACES
    counting = hit_faces(state, state.arena)
    return [("roll", min(set(range(1, 7)) - counting)), ("roll", max(counting))]


def tells_faces_apart(game: Game) -> bool:
    """Return True if some text of a card asks what a die shows, or changes what it counts as."""
    return bool(game.kept("texts about dice", lambda: any(map(_names_dice, game.cards))))


def _names_dice(card: Card) -> bool:
    parts = [(one.conditions, one.changes, one.does) for one in card.abilities]
    return DICE in entry_names(parts)


def alike_faces(state: StarWarsState, actions: list[Action]) -> list[int] | None:
    """Return the number of faces that each action represents; None if each represents one."""
    if not state.open_chance or tells_faces_apart(state.game):
        return None
    counting = hit_faces(state, state.arena)
    return [len(counting) if action[1] in counting else 6 - len(counting) for action in actions]


def build_roll(state: StarWarsState, action: Action) -> None:
    """Give both players the points rolled by Light, plus 1 to a player who is in all arenas (SW-6.8 to 6.10, 8.4)."""
    state.note("build_roll", "SW-6.8", 1 - state.dark, face=action[1])
    for seat in seats_in_order(state):
        player = state.players[seat]
        bonus = in_all_arenas(state, seat)
        player.build += action[1] + bonus
        kind, clause = ("points.bonus", "SW-6.10") if bonus else ("points", "SW-6.9")
        state.note(kind, clause, seat, count=action[1] + bonus)


def in_all_arenas(state: StarWarsState, seat: int) -> bool:
    """Return True if the player has a unit in each of the three arenas (SW-6.10, SW-R11)."""
    space, ground, character, _ = state.players[seat].units
    return bool(space and ground and character)


def end_turn(state: StarWarsState) -> None:
    """Remove unspent build points and end the effects of the turn, before control is judged (SW-6.16, 4.8, SW-R30)."""
    for seat in seats_in_order(state):
        player = state.players[seat]
        if player.build:
            state.note("points_lost", "SW-6.16", seat, count=player.build)
        player.build = 0
    end_effects(state, of_turn=True)


# The right moments of the Command phase.

BUILD_STEPS, RETREAT_STEPS = ("C3", "C4"), ("C5", "C6")
"""The steps of the build step and the retreat step: Dark's, then Light's."""
COMMAND_STEPS = (*BUILD_STEPS, *RETREAT_STEPS)


def own_step(steps: tuple[str, str]) -> Holds[StarWarsState]:
    """Return a test for being in that one of the two steps that belongs to the player's side."""
    return lambda state, seat: kit.within(state, steps[seat != state.dark])


def step_over(steps: tuple[str, str]) -> Holds[StarWarsState]:
    """Return a test for whether that one of the two steps that belongs to the player's side is over this turn."""

    def holds(state: StarWarsState, seat: int) -> bool:
        if current_phase(state) != "command":
            return current_phase(state) in ("battle", "unit", "end")
        return any(
            kit.within(state, step) for step in (*BUILD_STEPS, *RETREAT_STEPS) if step > steps[seat != state.dark]
        )

    return holds


def moment_of_step(name: str, steps: tuple[str, str]) -> kit.Moment[StarWarsState]:
    """Return the moment that is the player's build step or retreat step."""
    return kit.Moment(name, own_step(steps), (kit.Over(name, "", step_over(steps)),), in_own_step(*steps))


IN_BUILD, IN_RETREAT = moment_of_step("build", BUILD_STEPS), moment_of_step("retreat", RETREAT_STEPS)

ROLL: kit.Kind[StarWarsState] = kit.action("roll", "SW-6.8", build_roll, "C3", face=number_argument())
