"""The verbs of effects: their arguments in a card file, and the functions that carry them out if possible (CHA-R57)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engines.book.cards import FieldRule
from engines.chaos import arena
from engines.chaos.cards import CHARACTER, EVENT, SET, SKILLS, UNSEEN
from engines.chaos.library import draw, mill
from engines.chaos.state import ATK, END, FACE_UP, FRONT, REST, STAND, ChaosState, Found, Resolution, may_be_any
from engines.declare.dealing import shuffle_deck
from engines.kernel import programs
from engines.kernel.verbs import Verb, Verbs

Arguments = Mapping[str, Any]
COUNT = FieldRule(int, True, low=1)
NUMBER = FieldRule(int, default=0)
BONUS = FieldRule(int, default=0, low=0)
FLAG = FieldRule(bool, default=False)
UNITS = {"chosen": "chosen", "this": "unit", "subject": "subject"}
"""For each word by which a verb refers to a character, the entry of the locals that has the character's id."""

UNIT = FieldRule(str, True, tuple(UNITS))
VERBS = Verbs()

# These are handled by the flow table, except for the bonus, which is part of the values.
VERBS.answered("may")
VERBS.answered("deal", count=COUNT)
VERBS.answered("discard", count=COUNT)
VERBS.answered(
    "choose",
    whose=FieldRule(str, True, ("own", "rival")),
    what=FieldRule(str, default="character", allowed=("character", "friend")),
    face=FieldRule(str, default="up", allowed=("up", "down", "any")),
    stand=FLAG,
)
VERBS.answered("choose_cards", count=COUNT, up_to=FLAG, category=FieldRule(str, allowed=(CHARACTER, EVENT, SET)))
VERBS.answered("bonus", atk=BONUS, end=BONUS, each_trait=FieldRule(str, default=""))


def on_unit(name: str, **arguments: FieldRule) -> Callable[[Callable[[ChaosState, Found, Arguments], None]], Any]:
    """Declare a verb that affects a character: the chosen one, the card's own, or that of the event.

    It does nothing if the character has left.
    """

    def declare(do: Callable[[ChaosState, Found, Arguments], None]) -> Any:
        def act(state: ChaosState, seat: int, a: Arguments) -> None:
            found = state.location.get(getattr(state.procedure_locals, UNITS[a["unit"]]))
            if found:
                do(state, found, a)

        VERBS[name] = Verb({"unit": UNIT} | arguments, act)
        return do

    return declare


@VERBS.verb("draw", count=COUNT)
def _draw(state: ChaosState, seat: int, a: Arguments) -> None:
    draw(state, seat, a["count"], "CHA-R38")


@VERBS.verb("mill", count=COUNT)
def _mill(state: ChaosState, seat: int, a: Arguments) -> None:
    mill(state, seat, a["count"], "CHA-R25")


@VERBS.verb("look")
def _look(state: ChaosState, seat: int, a: Arguments) -> None:
    deck = state.players[seat].deck
    if deck:
        state.note("looked", "CHA-R51", seat, secret=True, card=deck[-1])


@on_unit("modify", atk=NUMBER, end=NUMBER)
def _modify(state: ChaosState, found: Found, a: Arguments) -> None:
    totals = dict(found[2].effects)
    for kind in (ATK, END):
        totals[kind] = totals.get(kind, 0) + a[kind]
    _lasts(state, found, totals)
    if state.listener is not None:
        for kind in (ATK, END):
            state.remember(found[2].id, kind, a[kind], state.procedure_locals.card)
        state.note("modified", "CHA-7.16", found[0], unit=found[2].top, change=f"{a['atk']:+d}/{a['end']:+d}")


@on_unit("gain", skill=FieldRule(str, True, SKILLS))
def _gain(state: ChaosState, found: Found, a: Arguments) -> None:
    if (a["skill"], 1) not in found[2].effects:
        _lasts(state, found, dict(found[2].effects) | {a["skill"]: 1})
        skill = str(a["skill"]).replace("_", " ").title()
        state.note("gained", "CHA-15.1", found[0], unit=found[2].top, skill=skill)


def _lasts(state: ChaosState, found: Found, totals: Mapping[str, int]) -> None:
    """Add effects on a character until the end of the turn. Several effects on one value are added up."""
    kept = tuple(sorted([one for one in totals.items() if one[1]]))
    arena.put_character(state, found[0], found[1], arena.with_effects(found[2], kept))


@on_unit("hurt", count=COUNT)
def _hurt(state: ChaosState, found: Found, a: Arguments) -> None:
    arena.damage_character(state, found, a["count"], "CHA-R13")


@on_unit("turn_up")
def _turn_up(state: ChaosState, found: Found, a: Arguments) -> None:
    arena.turn_up(state, found[2].id, "CHA-5.2")


@on_unit("turn_down")
def _turn_down(state: ChaosState, found: Found, a: Arguments) -> None:
    if found[2].up:
        arena.turn_down(state, found[2].id)
        state.note("turned_down", "CHA-R12", found[0], unit=found[2].top)


@on_unit("rest")
def _rest(state: ChaosState, found: Found, a: Arguments) -> None:
    if found[2].turn == STAND:
        arena.set_orientation(state, found, REST, "CHA-5.2")


@on_unit("put_away")
def _put_away(state: ChaosState, found: Found, a: Arguments) -> None:
    arena.leave_arena(state, found[2].id, "CHA-4.8")


@on_unit("uncover")
def _uncover(state: ChaosState, found: Found, a: Arguments) -> None:
    arena.uncover_character(state, found[2].id)


@VERBS.verb("recover", to=FieldRule(str, True, ("hand", "deck")))
def _recover(state: ChaosState, seat: int, a: Arguments) -> None:
    player, to = state.players[seat], a["to"]
    for card in state.procedure_locals.picks:
        player.waiting.remove(card)
        (player.hand if to == "hand" else player.deck).append(card)
        state.note(f"recovered.{to}", "CHA-4.10" if to == "hand" else "CHA-4.6", seat, card=card)
    if to == "deck":
        shuffle_deck(state, seat)
        state.note("reshuffled", "CHA-4.6", seat)


@VERBS.verb("spend")
def _spend(state: ChaosState, seat: int, a: Arguments) -> None:
    player, card = state.players[seat], state.procedure_locals.card
    if not lies_hidden(state):  # it is face-up already, so the rest is skipped (CHA-R42)
        programs.skip_rest(state)
        return
    player.extra.remove(card if card in player.extra else UNSEEN)
    player.spent.append(card)
    state.note("spent_extra", "CHA-R52", seat, card=card)


def lies_hidden(state: ChaosState) -> bool:
    """Return True if the card being carried out is face-down in the Extra deck; in a proof it may be an unseen card."""
    local: Resolution = state.procedure_locals
    extra = state.players[local.seat].extra
    return local.unit != FACE_UP and (local.card in extra or may_be_any(state, local.seat, extra))


@VERBS.verb("if", partner_down=FLAG, front_row=FLAG)
def _if(state: ChaosState, seat: int, a: Arguments) -> None:
    found = state.location.get(state.procedure_locals.unit)
    in_front = found is not None and found[1] in FRONT
    if (a["partner_down"] and state.partner(seat).up) or (a["front_row"] and not in_front):
        programs.skip_rest(state)
        state.note("condition_fails", "CHA-R42", seat, card=state.procedure_locals.card)
