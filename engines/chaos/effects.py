"""Effects of Events and abilities, carried out at once, before any other action (CHA-13.3): verbs and choices.

The procedure RESOLVE carries out one program; its locals are a `Resolution`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engines.chaos import heuristics, repairs, turn
from engines.chaos.arena import change_character
from engines.chaos.cards import MAIN_DECK, TEXT
from engines.chaos.damage import owe_damage
from engines.chaos.requirements import (
    PAID,
    UNIT,
    decline_action,
    essential,
    in_hand,
    in_stand,
    need,
    needs,
    sentence_part,
)
from engines.chaos.state import FRIENDS, PARTNER, STAND, ChaosState, Found, Resolution
from engines.chaos.text import render_choice
from engines.chaos.verbs import VERBS, Arguments, lies_hidden
from engines.kernel import programs
from engines.kernel.state import Action
from engines.kernel.tuples import replace_entries
from engines.kit import kit
from engines.legal.card_programs import programs_of

CARRIED_OUT = {name: verb.do for name, verb in VERBS.items() if verb.do is not None}
"""The verbs that require no choice, and the functions that carry them out."""


def something_to_choose(state: ChaosState, seat: int, card: int, ability: int) -> bool:
    """Return True unless the effect requires a choice that is not possible (CHA-R57)."""
    asks = state.faces[card].asks[ability]
    if asks is None:
        return True
    verb, arguments = asks
    if verb == TEXT:
        return programs_of(state.game).is_possible(state, seat, card, ability)
    if verb == "choose":
        return bool(find_objects(state, seat, arguments))
    return bool(arguments["up_to"] or len(cards_to_choose(state, seat, arguments)) >= arguments["count"])


def has_program(state: ChaosState) -> bool:
    """Return True if an Event or ability has been paid for and is now resolved."""
    return state.procedure_locals.what in ("event", "ability")


def resolve_program(state: ChaosState) -> None:
    """Carry out the program until it ends, requires a choice, or deals damage; at the end a used Event is put away.

    The Event goes to the waiting room (CHA-3.2, 4.8), or to the backyard if its text says so (CHA-4.9, CHA-R23).
    """
    programs.run_program(state, _do, _stops)
    local: Resolution = state.procedure_locals
    if programs.is_carried_out_elsewhere(state):
        return
    if local.what == "event" and programs.next_instruction(state) is None:
        player = state.players[local.seat]
        backyard = state.faces[local.card].after == "backyard"
        (player.backyard if backyard else player.waiting).append(local.card)
        kind, clause = ("to_backyard", "CHA-4.9") if backyard else ("spent", "CHA-3.2")
        state.note(kind, clause, local.seat, card=local.card)


def _stops(state: ChaosState, verb: str, arguments: Arguments) -> bool:
    if verb in CARRIED_OUT:
        return False
    local: Resolution = state.procedure_locals
    if verb == "may":
        return _possible(state)
    if verb == "choose":
        return bool(find_objects(state, local.seat, arguments))
    if verb == "choose_cards":
        return bool(cards_to_choose(state, local.seat, arguments))
    if verb == "discard":
        return len(state.players[local.seat].hand) >= int(arguments["count"])
    return True


def _possible(state: ChaosState) -> bool:
    """Return True if the effect that a "may" offers can be carried out (CHA-R62)."""
    local: Resolution = state.procedure_locals
    player = state.players[local.seat]
    verb, arguments = programs.running_program(state)[local.at + 1]
    if verb in ("draw", "mill"):
        return bool(player.deck)
    if verb == "discard":
        return len(player.hand) >= int(arguments["count"])
    if verb == "spend":
        return lies_hidden(state)
    if verb == "choose":
        return bool(find_objects(state, local.seat, arguments))
    return True


def _do(state: ChaosState, verb: str, arguments: Arguments) -> None:
    local: Resolution = state.procedure_locals
    if verb in CARRIED_OUT:
        CARRIED_OUT[verb](state, local.seat, arguments)
    elif verb in ("may", "discard"):  # the offered or required effect is impossible (CHA-R62)
        programs.skip_rest(state)
    else:  # nothing to choose: impossible parts are skipped (CHA-R57)
        state.procedure_locals = replace_entries(local, chosen=0, picks=())
        state.note("nothing_to_choose", "CHA-R57", local.seat, card=local.card)


FACINGS = {"up": (True,), "down": (False,), "any": (True, False)}
"""The facings from which an effect may choose a character."""

# Choices, made by the player who uses or plays the effect.


def find_objects(state: ChaosState, seat: int, arguments: Arguments) -> list[int]:
    """Return the characters that an effect of `seat` may choose; by default only face-up ones (CHA-R11)."""
    side = seat if arguments["whose"] == "own" else 1 - seat
    first = FRIENDS[0] if arguments["what"] == "friend" else PARTNER
    facings, standing = FACINGS[arguments["face"]], arguments["stand"]
    return [
        pile.id
        for pile in state.players[side].arena[first:]
        if pile is not None and pile.up in facings and (pile.turn == STAND or not standing)
    ]


def list_choices(state: ChaosState) -> list[Action]:
    """Return, as actions, the characters that may be chosen."""
    return [
        ("choose", pile)
        for pile in find_objects(state, state.procedure_locals.seat, programs.current_instruction(state)[1])
    ]


def choose_character(state: ChaosState, action: Action) -> None:
    """Store the chosen character and continue with the program."""
    local: Resolution = state.procedure_locals
    state.note("chosen", "CHA-R57", local.seat, card=local.card, unit=state.location[action[1]][2].top)
    programs.advance_program(state, chosen=action[1])


def cards_to_choose(state: ChaosState, seat: int, arguments: Arguments) -> list[int]:
    """Return the cards in the player's waiting room that an effect may choose; never Extra cards (CHA-R19)."""
    category = arguments["category"]
    return [
        card
        for card in state.players[seat].waiting
        if state.faces[card].category in (MAIN_DECK if category is None else (category,))
    ]


def cards_offered(state: ChaosState) -> list[int]:
    """Return the cards to choose from, in the waiting room or in the hand."""
    verb, arguments = programs.current_instruction(state)
    if verb == "discard":
        return state.players[state.procedure_locals.seat].hand
    return sorted(cards_to_choose(state, state.procedure_locals.seat, arguments))


def fewest_cards(state: ChaosState) -> int:
    """Return the minimum number of cards to choose: 0 for "up to", otherwise as many as required or available."""
    _, arguments = programs.current_instruction(state)
    return 0 if arguments.get("up_to") else min(int(arguments["count"]), len(cards_offered(state)))


def most_cards(state: ChaosState) -> int:
    """Return the maximum number of cards that may be chosen."""
    return int(programs.current_instruction(state)[1]["count"])


def cards_chosen(state: ChaosState) -> None:
    """Store the chosen cards of the waiting room and continue with the program."""
    local: Resolution = state.procedure_locals
    if local.picks:
        state.note("cards_chosen", "CHA-R57", local.seat, card=local.card, cards=[*local.picks])
    programs.advance_program(state)


def discard_chosen(state: ChaosState) -> None:
    """Put the chosen hand cards into the waiting room and continue with the program."""
    local: Resolution = state.procedure_locals
    player = state.players[local.seat]
    for card in local.picks:
        player.hand.remove(card)
        player.waiting.append(card)
        state.note("discarded", "CHA-4.8", local.seat, card=card)
    programs.advance_program(state, picks=())


def accept_offer(state: ChaosState, action: Action) -> None:
    """Accept the offer."""
    programs.advance_program(state)


def decline_offer(state: ChaosState, action: Action) -> None:
    """Decline the offer and skip what depends on it."""
    state.note("declined", "CHA-R42", state.procedure_locals.seat, card=state.procedure_locals.card)
    programs.skip_rest(state)


def begin_deal(state: ChaosState) -> None:
    """Deal damage to the opponent, in the procedure called next (CHA-14.1)."""
    _, arguments = programs.current_instruction(state)
    owe_damage(state, 1 - state.procedure_locals.seat, arguments["count"], "CHA-14.1")
    programs.advance_program(state)


# Needs, and their repairs.


def _asked_for(state: ChaosState, seat: int, thing: object) -> str:
    """Return the choice that the current effect gives the player, in words."""
    return render_choice(state.game.words.table("text"), *programs.current_instruction(state))


asked_for: dict[str, Any] = {"source": lambda s, seat, thing: s.name(s.procedure_locals.card), "wanted": _asked_for}


def _facing(state: ChaosState, up: bool) -> str:
    return sentence_part(state, "up" if up else "down")


def _is_chosen(name: str, clause: str, test: Callable[[Arguments, Found], bool], **more: Any) -> Any:
    """Return the need that the effect allows this character, as decided by test(arguments, found)."""
    return need(
        name, clause, lambda s, seat, found: test(programs.current_instruction(s)[1], found), **asked_for, **more
    )


def _turn_over(state: ChaosState, seat: int, number: int) -> None:
    """Turn the character face-down, or face-up."""
    found = state.location[number]
    change_character(state, found, up=not found[2].up, damage=0)


CHOSEN = (
    essential(
        "right_side",
        "",
        lambda s, seat, found: (found[0] == seat) == (programs.current_instruction(s)[1]["whose"] == "own"),
        whose=lambda s, seat, found: sentence_part(s, "yours" if found[0] == seat else "rivals"),
        **asked_for,
    ),
    _is_chosen("right_kind", "CHA-4.4", lambda asks, found: asks["what"] != "friend" or found[1] in FRIENDS),
    _is_chosen(
        "right_face",
        "CHA-R11",
        lambda asks, found: found[2].up in FACINGS[asks["face"]],
        make_true=_turn_over,
        facing=lambda s, seat, found: _facing(s, found[2].up),
        opposite=lambda s, seat, found: _facing(s, not found[2].up),
    ),
    _is_chosen(
        "right_turn",
        "CHA-5.1",
        lambda asks, found: not asks["stand"] or in_stand(found),
        make_true=repairs.turn_character(turn=STAND),
    ),
)


def _at_hand_limit(state: ChaosState) -> bool:
    """Return True if the hand is being reduced to its limit; False if an effect requires cards."""
    return state.step.name == "E5"


def _things(state: ChaosState) -> list[int]:
    """Return the cards from which the player picks in this step."""
    return turn.hand_of_main(state) if _at_hand_limit(state) else cards_offered(state)


def _fewest(state: ChaosState) -> int:
    """Return the minimum number of cards to choose."""
    return turn.count_surplus(state) if _at_hand_limit(state) else fewest_cards(state)


def _let_picks_be(state: ChaosState, picks: tuple[int, ...]) -> None:
    """Set the picks to these cards."""
    *rest, _ = state.procedure_locals
    state.procedure_locals = (
        (*rest, picks) if type(state.procedure_locals) is tuple else state.procedure_locals._replace(picks=picks)
    )


def _pick_nothing(state: ChaosState, seat: int, card: int) -> None:
    """Reset the picks."""
    _let_picks_be(state, ())


def _pick_enough(state: ChaosState, seat: int, action: Action) -> None:
    """Pick the minimum number of cards."""
    _let_picks_be(state, tuple(_things(state)[: _fewest(state)]))


LEFT_TO_PICK = need(
    "left_to_pick",
    "CHA-R57",
    lambda s, seat, card: _things(s).count(card) > s.procedure_locals[-1].count(card),
    _pick_nothing,
)
AMONG = essential("among", "", lambda s, seat, card: card in _things(s), **asked_for)
ENOUGH = needs(
    "enough",
    lambda s, seat, a: "CHA-7.13" if _at_hand_limit(s) else "CHA-R57",
    lambda s, seat, a: len(s.procedure_locals[-1]) >= _fewest(s),
    _pick_enough,
    picked=lambda s, seat, a: len(s.procedure_locals[-1]),
    least=lambda s, seat, a: _fewest(s),
    missing_picks=lambda s, seat, a: _fewest(s) - len(s.procedure_locals[-1]),
)

CHOOSE: kit.Kind[ChaosState] = kit.action(
    "choose",
    "CHA-R57",
    choose_character,
    "RESOLVE",
    "a character",
    zone="arena",
    looks=heuristics.worth_of_choice,
    unit=(UNIT, *CHOSEN),
)
DISCARD: kit.Kind[ChaosState] = kit.action(
    "discard", "CHA-7.13", zone="hand", looks=heuristics.worth_of_payment, paid=(PAID, in_hand(), LEFT_TO_PICK)
)
CHOOSE_CARD: kit.Kind[ChaosState] = kit.action(
    "choose_card",
    "CHA-R57",
    zone="waiting_room",
    looks=heuristics.worth_of_card,
    picked=(kit.card_of("waiting"), AMONG, LEFT_TO_PICK),
)
DONE: kit.Kind[ChaosState] = kit.action("done", "CHA-R57", needs=(ENOUGH,))
ACCEPT: kit.Kind[ChaosState] = kit.action(
    "accept", "CHA-R42", accept_offer, "RESOLVE", looks=heuristics.worth_of_accepting
)
DECLINE: kit.Kind[ChaosState] = decline_action(do=decline_offer, to="RESOLVE")
