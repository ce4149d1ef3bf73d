"""Chapter 15: effects, choices, and triggered abilities.

RESOLVE carries out one ability; its locals are a `Resolving`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engines.altaria.cards import KEYWORDS, UNIT
from engines.altaria.choosing import find_objects
from engines.altaria.keywords import face_up_energy
from engines.altaria.requirements import need
from engines.altaria.state import CARD, FATIGUED, ID, AltariaState, Resolving, Unit, is_force_active
from engines.altaria.turn import draw
from engines.altaria.winning import check_both, check_cores, check_deck_empty, win
from engines.book.cards import FieldRule
from engines.book.words import Phrase
from engines.kernel import programs
from engines.kernel.flow import RETURN
from engines.kernel.tuples import NO_CARD, replace_entries
from engines.kernel.verbs import Verbs
from engines.kit import kit
from engines.legal.card_programs import has_ability, zone_instead

AFTERWARDS: kit.If[AltariaState] = kit.If(programs.something_waits, programs.SET_OFF, "TRIGGERS", "", RETURN)
"""The exit after a card has been played or an effect carried out: triggered abilities come next."""

# Triggering abilities (ALT-15.5).


def set_off(state: AltariaState, seat: int, card: int, moment: str, unit: int = 0) -> None:
    """Queue those abilities of `card` for `moment` whose condition holds.

    unit : the id of the unit that has them, or 0.
    """
    for place in state.faces[card].moments.get(moment, ()):
        requires = state.game.cards[card].abilities[place].requires
        if condition_holds(state, seat, requires) and has_ability(state, card, place, unit):
            state.waiting = (*state.waiting, (seat, card, place, unit))


def condition_holds(state: AltariaState, seat: int, requires: Mapping[str, Any]) -> bool:
    """Return True if the player meets the condition of an ability (face-up energy, upright altar cards)."""
    if requires.get("face_up_energy", 0) > face_up_energy(state, seat):
        return False
    upright = sum(1 for altar in state.players[seat].altar if not altar[2])
    return bool(upright >= requires.get("upright_altar", 0))


def begin_ability(state: AltariaState, ability: tuple[int, int, int, int]) -> None:
    """Take a waiting ability out of the queue and hand it to RESOLVE."""
    programs.take_out(state, ability)
    seat, card, place, unit = ability
    source = "unit" if state.game.cards[card].category == UNIT else "force"
    state.call_arguments = Resolving(card, place, 0, seat, unit, 0, source)
    state.note("ability", "ALT-15.5", seat, card=card)


# Carrying out an ability (ALT-15.6 to 15.9).


def resolve_program(state: AltariaState) -> None:
    """Carry out the program until it is finished, needs a choice, or the game ends; no one can respond (ALT-15.8)."""
    if not programs.run_program(state, _do, _stops):  # once the game is over, nothing more is carried out (ALT-16.6)
        return
    card, seat, source = state.procedure_locals.card, state.procedure_locals.seat, state.procedure_locals.source
    if source in ("magic", "trigger"):
        state.aside = tuple(entry for entry in state.aside if entry != (seat, card))
        state.players[seat].graveyard.append(card)
        state.note("to_graveyard", "ALT-10.4" if source == "magic" else "ALT-13.6", seat, card=card)


def _stops(state: AltariaState, verb: str, arguments: Mapping[str, Any]) -> bool:
    local = state.procedure_locals
    return verb == "may" or (verb == "choose" and bool(find_objects(state, local.seat, arguments, local.card)))


def _do(state: AltariaState, verb: str, arguments: Mapping[str, Any]) -> None:
    local = state.procedure_locals
    if arguments.get("all"):
        sides = sides_of(local.seat, {"whose": arguments["all"]})
        for unit_id in [unit[ID] for side in sides for unit in state.players[side].field]:
            VERBS[verb].do(state, local.seat, unit_id, arguments)
        return
    if verb != "choose":
        VERBS[verb].do(state, local.seat, local.chosen, arguments)
        return
    state.procedure_locals = replace_entries(
        local, chosen=0
    )  # a compulsory effect that has nothing to choose does nothing (ALT-15.6)
    state.note("nothing_to_choose", "ALT-15.6", local.seat, card=local.card)


# The verbs of card effects. Each of them does as much as possible (ALT-15.7).

SIDES = ("own", "rival", "both")
ALL = FieldRule(str, False, SIDES)
"""The rule for the argument `all`: it names the side all of whose units are affected, instead of one chosen unit."""
VERBS = Verbs()
VERBS.answered("may")
VERBS.answered(
    "choose",
    whose=FieldRule(str, True, ("own", "rival")),
    what=FieldRule(str, True, ("unit", "force")),
    max_power=FieldRule(int, low=0),
    fatigued=FieldRule(bool, False, (True,)),
)
VERBS.answered("bonus", whose=FieldRule(str, True, ("own", "rival", "self")), power=FieldRule(int, True))


def _target(state: AltariaState, chosen: Any) -> tuple[int, Unit] | None:
    return state.find(chosen) if isinstance(chosen, int) and chosen else None


@VERBS.verb("destroy", all=ALL)
def destroy_chosen(state: AltariaState, seat: int, chosen: Any, arguments: Mapping[str, Any]) -> None:
    """Destroy the chosen unit."""
    found = _target(state, chosen)
    if found:
        destroy_unit(state, found[0], found[1], "ALT-15.2")


def destroy_unit(state: AltariaState, side: int, unit: Unit, clause: str) -> None:
    """Move a unit from the battlefield to its owner's graveyard and trigger abilities (ALT-15.2, 5.13)."""
    player = state.players[side]
    to = zone_instead(state, "destroyed", unit[ID]) if state.game.own_cards else ""
    player.field.remove(unit)
    if to:
        getattr(player, to).append(unit[CARD])
        state.note("text_moved", clause, side, card=unit, to=Phrase(f"goes.{to}", {"whose": Phrase("goes.owners")}))
        return
    player.graveyard.append(unit[CARD])
    state.note("destroyed", clause, side, unit=unit)
    set_off(state, side, unit[CARD], "destroyed", unit[ID])


def _turned(fatigued: bool, event: str, clause: str) -> Callable[[AltariaState, int, Any, Mapping[str, Any]], None]:
    """Return the function of a verb that turns the chosen unit, unless it is already turned that way (ALT-R50)."""

    def turn(state: AltariaState, seat: int, chosen: Any, arguments: Mapping[str, Any]) -> None:
        found = _target(state, chosen)
        if found and found[1][FATIGUED] != fatigued:
            state.replace(found[0], found[1], fatigued=fatigued)
            state.note(event, clause, found[0], unit=found[1])

    return turn


VERBS.verb("rest", all=ALL)(_turned(True, "rested", "ALT-4.4"))
VERBS.verb("ready", all=ALL)(_turned(False, "readied", "ALT-4.1"))
"""A unit that is turned upright may attack again (ALT-11.13)."""


@VERBS.verb("return", all=ALL)
def return_chosen(state: AltariaState, seat: int, chosen: Any, arguments: Mapping[str, Any]) -> None:
    """Return the chosen unit to its owner's hand; this does not count as destroying it (ALT-15.2, 5.13)."""
    found = _target(state, chosen)
    if found:
        side, unit = found
        state.players[side].field.remove(unit)
        state.players[side].hand.append(unit[CARD])
        state.note("returned", "ALT-5.13", side, unit=unit)


@VERBS.verb("discard_force")
def discard_chosen(state: AltariaState, seat: int, chosen: Any, arguments: Mapping[str, Any]) -> None:
    """Put the chosen Force into its owner's graveyard; the altar card stays (ALT-10.11)."""
    if not isinstance(chosen, tuple):
        return
    side, at = chosen
    altar = state.players[side].altar
    card, force, fatigued = altar[at]
    altar[at] = (card, NO_CARD, fatigued)
    state.players[side].graveyard.append(force)
    state.note("force_left", "ALT-10.11", side, card=force)


@VERBS.verb("modify", power=FieldRule(int), rank=FieldRule(int), keyword=FieldRule(str, False, KEYWORDS), all=ALL)
def modify_chosen(state: AltariaState, seat: int, chosen: Any, arguments: Mapping[str, Any]) -> None:
    """Change the chosen unit's power, break rank or keywords until the end of the turn (ALT-15.4)."""
    found = _target(state, chosen)
    for what in ("power", "rank", "keyword"):
        if found and arguments[what]:
            state.replace(found[0], found[1], modifier=(what, arguments[what]))
            if what != "keyword":
                state.remember(found[1][ID], what, arguments[what], state.procedure_locals.card)
            found = _target(state, chosen)
            if found:
                amount = arguments[what]
                state.note(
                    f"modified.{what}",
                    "ALT-15.4",
                    found[0],
                    unit=found[1],
                    amount=f"{amount:+d}" if isinstance(amount, int) else amount,
                )


@VERBS.verb("draw", count=FieldRule(int, default=1, low=1), whose=FieldRule(str, False, SIDES, "own"))
def draw_cards(state: AltariaState, seat: int, chosen: Any, arguments: Mapping[str, Any]) -> None:
    """Draw cards one by one; stop once the game is over (ALT-15.1, 16.3).

    If both players draw, they draw each card at the same moment; if that empties both decks, the game is a draw
    (ALT-16.7).
    """
    draw_for(state, sides_of(seat, arguments), arguments["count"])


def draw_for(state: AltariaState, sides: Sequence[int], count: int) -> None:
    """Draw cards for one player, or for both at the same moment; see `draw_cards`."""
    for _ in range(count):
        if state.result is None:
            for side in sides:
                draw(state, side, checked=False)
            check_both(state)
            for side in sides:
                check_deck_empty(state, side)


def sides_of(seat: int, arguments: Mapping[str, Any]) -> tuple[int, ...]:
    """Return the seats that `whose` refers to, for an effect of `seat`."""
    return {"own": (seat,), "rival": (1 - seat,), "both": (seat, 1 - seat)}[arguments["whose"]]


@VERBS.verb("refill")
def refill_deck(state: AltariaState, seat: int, chosen: Any, arguments: Mapping[str, Any]) -> None:
    """Put the graveyard under the deck, with the card that entered it first at the bottom (ALT-R35)."""
    player = state.players[seat]
    player.deck[:0] = player.graveyard
    player.graveyard = []
    state.note("refilled", "ALT-15.2", seat)


@VERBS.verb(
    "top_to_energy", face=FieldRule(str, False, ("up", "down"), "down"), fatigued=FieldRule(bool, default=False)
)
def top_to_energy(state: AltariaState, seat: int, chosen: Any, arguments: Mapping[str, Any]) -> None:
    """Put the top card of the deck into the Energy Zone.

    This is not drawing, but a player whose deck it empties loses (ALT-16.4).
    """
    player = state.players[seat]
    if not player.deck:
        return
    card = player.deck.pop()
    up = arguments["face"] == "up"
    player.energy.append((card, up, arguments["fatigued"], state.turn))
    state.note("top_to_energy", "ALT-5.3", seat, secret=not up, card=card)
    check_deck_empty(state, seat)


@VERBS.verb("take_core", whose=FieldRule(str, True, SIDES), to=FieldRule(str, False, ("hand", "graveyard"), "hand"))
def take_core(state: AltariaState, seat: int, chosen: Any, arguments: Mapping[str, Any]) -> None:
    """Put the first core of one side or both into its owner's hand or graveyard.

    A player without cores loses (ALT-16.2). If both players lose their last core at the same moment, the game is a draw
    (ALT-16.7).
    """
    sides = sides_of(seat, arguments)
    for side in sides:
        player = state.players[side]
        at = next((at for at, card in enumerate(player.cores) if card != NO_CARD), None)
        if at is not None:
            buried = arguments["to"] == "graveyard"
            (player.graveyard if buried else player.hand).append(player.cores[at])
            kind = "to_graveyard" if buried else "core_taken"
            state.note(kind, "ALT-5.13", side, secret=not buried, card=player.cores[at])
            player.cores[at] = NO_CARD
    check_both(state)
    for side in sides:
        check_cores(state, side, "ALT-16.2")


@VERBS.verb("win")
def win_game(state: AltariaState, seat: int, chosen: Any, arguments: Mapping[str, Any]) -> None:
    """Win by a card's ability (ALT-16.5), if its Force is still active and its condition still holds (ALT-R34)."""
    resolving: Resolving = state.procedure_locals
    if resolving.source == "force":
        works = any(altar[1] == resolving.card and is_force_active(state, altar) for altar in state.players[seat].altar)
        requires = state.game.cards[resolving.card].abilities[resolving.ability].requires
        if not works or not condition_holds(state, seat, requires):
            return
    win(state, seat, "ALT-16.5", "card", card=state.name(state.procedure_locals.card))


IS_WAITING = need(
    "is_waiting", "", lambda s, seat, which: any(one[1:3] == which for one in programs.turn_players_first(s))
)
NEXT: kit.Kind[AltariaState] = kit.action("next", "ALT-15.5", waiting=(kit.ability_waiting(), IS_WAITING))
