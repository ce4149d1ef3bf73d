"""Counter-rules that are not newcomers' beliefs and that `beliefs.toml` cannot express as data.

For each clause that matters in play there is one: how the game would differ without the clause. This module has
chapters 2 to 5: cards, zones and setup; `build_changes` and `battle_changes` have the others.
"""

from __future__ import annotations

from collections.abc import Callable

from engines.kernel.flow import Case, Exit
from engines.kernel.state import Action
from engines.star_wars import placement
from engines.star_wars.cards import BATTLE, EQUIPMENT, LOCATION, MISSION, UNIT, Face
from engines.star_wars.effects import set_off
from engines.star_wars.state import (
    CARDS,
    GEAR,
    ID,
    RETREATED,
    Resolving,
    StarWarsState,
    light,
    seats_in_order,
)
from engines.star_wars.values import setup_total
from engines.variants.changing import Run
from engines.variants.star_wars.changing import Draft

COMPLETED = "C3.complete C4.complete"
DEPLOYED = tuple(f"{step}.{kind}" for step in ("S7", "S8", "S9") for kind in ("deploy", "deploy_top", "deploy_under"))


# Chapter 2: values on the cards.


def battle_cards_free(draft: Draft) -> None:
    """Battle cards cost nothing (contradicts SW-8.1, 2.3)."""
    draft.faces(lambda face: setattr(face, "cost", 0 if face.category == BATTLE else face.cost))


def blank_battle_cards_cost(draft: Draft) -> None:
    """An empty cost box on a Battle card means 1 Force point (contradicts SW-2.14)."""
    draft.faces(lambda face: setattr(face, "cost", max(1, face.cost) if face.category == BATTLE else face.cost))


def blank_locations_cost(draft: Draft) -> None:
    """An empty cost box on a Location means 2 (contradicts SW-2.11)."""
    draft.faces(lambda face: setattr(face, "cost", max(2, face.cost) if face.category == LOCATION else face.cost))


def _health(change: Callable[[Face], int]) -> Callable[[Draft], None]:
    """Return a change by which units have the Health change(face)."""

    def changed(face: Face) -> None:
        if face.category == UNIT:
            face.values = (face.values[0], face.values[1], change(face))

    return lambda draft: draft.faces(changed)


cost_is_health, one_more_damage = _health(lambda face: face.cost), _health(lambda face: face.values[2] + 1)


def other_arena(draft: Draft) -> None:
    """A unit goes to the next arena: a Space unit to Ground, a Ground unit to Character (contradicts SW-2.8, 3.2)."""
    draft.faces(lambda face: setattr(face, "kind", (face.kind + 1) % RETREATED if face.category == UNIT else face.kind))


def other_place(draft: Draft) -> None:
    """A Location works in the next arena (contradicts SW-2.10, 7.9, 13.1)."""

    def elsewhere(face: Face) -> None:
        if face.category == LOCATION:
            face.kind = (face.kind + 1) % RETREATED
            face.statics = tuple((one, face.kind, *rest) for one, _, *rest in face.statics)  # type: ignore[misc]
            face.hits = tuple((face.kind, number) for _, number in face.hits)

    draft.faces(elsewhere)


def change_identity(change: Callable[[Face], str]) -> Callable[[Draft], None]:
    """Return a change by which change(face) decides which units count as the same character."""

    def changed(face: Face) -> None:
        if face.category == UNIT:
            face.identity = change(face)

    return lambda draft: draft.faces(changed)


nothing_unique = change_identity(lambda face: "")
everything_unique = change_identity(lambda face: face.identity or face.print[0])
names_differ = change_identity(lambda face: face.identity and face.print[0])
one_character = change_identity(lambda face: face.identity and "SOMEBODY")


def equipment_without_values(draft: Draft) -> None:
    """Equipment changes no values (contradicts SW-2.12, 13.5)."""
    draft.faces(lambda face: setattr(face, "values", (0, 0, 0) if face.category == EQUIPMENT else face.values))


def missions_do_nothing(draft: Draft) -> None:
    """A Mission is discarded without effect (contradicts SW-2.13, 7.12)."""

    def completed(state: StarWarsState, run: Run) -> None:
        run()
        mission = state.call_arguments
        if type(mission) is Resolving and state.faces[mission.card].category == MISSION:
            state.players[mission.seat].discard.append(mission.card)
            state.call_arguments = ()

    draft.around(COMPLETED, completed)


def used_come_back(draft: Draft) -> None:
    """A Mission or Battle card returns to the hand after use (contradicts SW-2.2, 10.3, 14.3)."""

    def resolved(state: StarWarsState, run: Run) -> None:
        local = state.procedure_locals
        before = len(state.players[local.seat].discard)
        run()
        player = state.players[local.seat]
        if local.used and len(player.discard) > before and player.discard[-1] == local.card:
            player.hand.append(player.discard.pop())

    draft.around("EFFECT", resolved)


# Chapters 3 and 4: zones, states and points.


def units_leave(draft: Draft) -> None:
    """Units go to the discard pile when a new turn begins (contradicts SW-2.2, 2.4)."""

    def began(state: StarWarsState, run: Run) -> None:
        for player in state.players if state.turn else ():
            for zone in player.units:
                for unit in zone:
                    player.discard += unit[CARDS]
                    player.gear += unit[GEAR]
                zone.clear()
        run()

    draft.around("T1", began)


def placed_is_paid(draft: Draft) -> None:
    """A card that is put into the build zone immediately gets all its counters (contradicts SW-3.4, 8.3)."""

    def built(state: StarWarsState, run: Run) -> None:
        run()
        building = state.players[state.seat_to_act].building
        card, _, shown = building[-1]
        building[-1] = (card, state.faces[card].cost, shown)

    draft.around("C3.build C4.build", built)


def hand_of_seven(draft: Draft) -> None:
    """At the end of the turn a player keeps at most seven cards in hand (contradicts SW-3.7, 6.18)."""

    def ended(state: StarWarsState, run: Run) -> None:
        run()
        for player in state.players:
            player.discard += player.hand[7:]
            del player.hand[7:]

    draft.around("E1", ended)


def destroyed_to_rival(draft: Draft) -> None:
    """A destroyed unit goes to the other player's discard pile (contradicts SW-3.6)."""

    def fell(state: StarWarsState, run: Run) -> None:
        before = [len(player.discard) for player in state.players]
        run()
        gone = [player.discard[count:] for player, count in zip(state.players, before, strict=True)]
        for seat, (player, count) in enumerate(zip(state.players, before, strict=True)):
            player.discard[count:] = gone[1 - seat]

    draft.around("U7 A6", fell)


def builds_count(draft: Draft) -> None:
    """A unit under construction counts for the three-arena bonus (contradicts SW-4.3, 6.10)."""

    def rolled(state: StarWarsState, run: Run) -> None:
        run()
        for player in state.players:
            kinds = {state.faces[card].kind for card, _, _ in player.building if state.faces[card].category == UNIT}
            there = [bool(zone) for zone in player.units[:RETREATED]]
            if not all(there) and all(has or place in kinds for place, has in enumerate(there)):
                player.build += 1

    draft.around("C2.roll", rolled)


def force_at_the_start(draft: Draft) -> None:
    """Each player begins with 4 Force points (contradicts SW-4.9)."""

    def drawn(state: StarWarsState, run: Run) -> None:
        run()
        for player in state.players:
            player.force = state.game.parameters["force_gain"]

    draft.around("S3", drawn)


def abilities_everywhere(draft: Draft) -> None:
    """Command start abilities work both in the build zone and in arenas (contradicts SW-4.10, 10.4)."""

    def began(state: StarWarsState, run: Run) -> None:
        run()
        for seat in seats_in_order(state):
            for place, zone in enumerate(state.players[seat].units):
                for unit in zone:
                    set_off(state, seat, unit[CARDS][0], "command_start", unit[ID], place != RETREATED)

    draft.around("C1", began)


# Chapter 5: setup.


def setup_tapped(draft: Draft) -> None:
    """Units enter tapped during setup (contradicts SW-5.5)."""

    def deployed(state: StarWarsState, run: Run) -> None:
        before = state.serial
        run()
        if state.serial > before:
            state.change(state.there(state.serial)[2], tapped=True)

    draft.around("S6.deploy S7.deploy S8.deploy S9.deploy", deployed)


def light_opens(draft: Draft) -> None:
    """The Light player deploys the first unit (contradicts SW-5.6)."""
    draft.row("S6").who = light


def _placed_without_draw(state: StarWarsState, run: Run) -> None:
    """Place a card, then put the card that was drawn for it back on the deck."""
    player = state.players[state.seat_to_act]
    cards = len(player.deck)
    run()
    if len(player.deck) < cards:
        player.deck.append(player.hand.pop())


def no_setup_draw(draft: Draft) -> None:
    """No card is drawn for deploying in setup (contradicts SW-5.7, 5.10)."""
    draft.around(" ".join(("S6.deploy", *DEPLOYED)), _placed_without_draw)


def no_part_built_draw(draft: Draft) -> None:
    """No card is drawn for a part-built card (contradicts SW-5.12)."""
    draft.around("S7.part_build S8.part_build S9.part_build", _placed_without_draw)


def equal_is_enough(draft: Draft) -> None:
    """A player's turn to place cards also ends when both totals are equal (contradicts SW-5.9)."""

    def standing(state: StarWarsState) -> str:
        seat, found = state.seat_to_act, placement.standing_of_setup(state)
        return "ahead" if found == "behind" and setup_total(state, seat) == setup_total(state, 1 - seat) else found

    def asked(way: Exit[StarWarsState]) -> Exit[StarWarsState]:
        assert isinstance(way, Case)
        return Case(standing, way.ways)

    for name in DEPLOYED[:6]:
        step, _, part = name.partition(".")
        draft.change_way(step, part, 0, asked)


def no_setup_stacks(draft: Draft) -> None:
    """Stacks cannot be formed during setup (contradicts SW-5.11)."""
    draft.refuse(("deploy_top", "deploy_under"), "no_stack", "SW-5.11", lambda state, seat, action: False)


def nobody_completes(draft: Draft) -> None:
    """The placement is over as soon as one player has finished (contradicts SW-5.13)."""
    draft.listed("S9", lambda state, actions: [])


def no_part_built_at_the_end(draft: Draft) -> None:
    """The player who completes the placement alone cannot use a part-built card (contradicts SW-5.14)."""
    draft.listed("S9", lambda state, actions: [action for action in actions if action[0] != "part_build"])


def one_of_a_character(draft: Draft) -> None:
    """A unique character that the other player has cannot be deployed during setup (contradicts SW-5.15, 11.2)."""

    def free(state: StarWarsState, seat: int, action: Action) -> bool:
        return state.step.phase != "setup" or not state.character(1 - seat, state.faces[action[1]].identity)

    draft.refuse(("deploy",), "others_character", "SW-5.15", free)
