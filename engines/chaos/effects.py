"""Effects of Events and abilities, carried out at once, before anyone else acts (CHA-13.3): the verbs and choices.

The procedure RESOLVE carries out one program; its locals are a `Doing`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from engines.chaos import arena
from engines.chaos.authoring import MAIN_DECK
from engines.chaos.cards import UNSEEN
from engines.chaos.damage import owe
from engines.chaos.library import draw, mill, shuffle
from engines.chaos.state import ATK, END, FRIENDS, FRONT, REST, STAND, ChaosState, Found, Pile, may_be_any
from engines.core import programs
from engines.core.flow import who
from engines.core.state import Action

Arguments = Mapping[str, Any]
CHOICES = ("choose", "choose_cards", "discard")


def something_to_choose(state: ChaosState, seat: int, card: int, ability: int) -> bool:
    """Return True unless the effect must choose something and there is nothing (CHA-R57)."""
    asks = state.faces[card].asks[ability]
    if asks is None:
        return True
    verb, arguments = asks
    if verb == "choose":
        return next(objects(state, seat, arguments), 0) != 0
    return bool(arguments["up_to"] or len(cards_to_choose(state, seat, arguments)) >= arguments["count"])


def has_program(state: ChaosState) -> bool:
    """Return True if what was paid for is an Event or an ability, which is now resolved."""
    return state.local.what in ("event", "ability")


def resolve(state: ChaosState) -> None:
    """Carry out the program until it is finished, must ask, or deals damage; a used Event is then put away.

    It goes to the waiting room (CHA-3.2, 4.8), or to the backyard if its text says so (CHA-4.9, CHA-R23).
    """
    programs.carry_out(state, _do, _stops)
    local = state.local
    if local.what == "event" and programs.instruction(state) is None:
        player = state.players[local.seat]
        backyard = state.faces[local.card].after == "backyard"
        (player.backyard if backyard else player.waiting).append(local.card)
        if state.events is not None:
            kind, clause = ("to_backyard", "CHA-4.9") if backyard else ("spent", "CHA-3.2")
            state.note(kind, clause, local.seat, card=state.name(local.card))


def next_part(state: ChaosState) -> str:
    """Return what the program stands at: a choice, damage to deal, or its end."""
    found = programs.instruction(state)
    return "done" if found is None else found[0]


def _stops(state: ChaosState, verb: str, arguments: Arguments) -> bool:
    local = state.local
    if verb == "may":
        return _possible(state)
    if verb == "choose":
        return next(objects(state, local.seat, arguments), 0) != 0
    if verb == "choose_cards":
        return bool(cards_to_choose(state, local.seat, arguments))
    if verb == "discard":
        return len(state.players[local.seat].hand) >= int(arguments["count"])
    return verb == "deal"


def _possible(state: ChaosState) -> bool:
    """Return True if what a "may" offers can be done (CHA-R62)."""
    local = state.local
    player = state.players[local.seat]
    verb, arguments = programs.program(state)[local.at + 1]
    if verb in ("draw", "mill"):
        return bool(player.deck)
    if verb == "discard":
        return len(player.hand) >= int(arguments["count"])
    if verb == "spend":
        return lies_hidden(state, local.seat, local.card)
    if verb == "choose":
        return next(objects(state, local.seat, arguments), 0) != 0
    return True


def lies_hidden(state: ChaosState, seat: int, card: int) -> bool:
    """Return True if a card lies face-down in the Extra deck; in a proof it may be an unseen one."""
    extra = state.players[seat].extra
    return card in extra or may_be_any(state, seat, extra)


def _do(state: ChaosState, verb: str, arguments: Arguments) -> None:
    if verb in ("may", "discard"):  # what it offers or asks cannot be done (CHA-R62)
        programs.skip_rest(state)
    elif verb in CHOICES:  # nothing there to choose: impossible parts are skipped (CHA-R57)
        state.local = state.local._replace(chosen=0, picks=())
        if state.events is not None:
            state.note("nothing_to_choose", "CHA-R57", state.local.seat, card=state.name(state.local.card))
    else:
        DOES[verb](state, state.local.seat, arguments)


# Choices, answered by the player who uses or plays it.


@who("player whose effect it is")
def chooser(state: ChaosState) -> int:
    """Return who chooses."""
    return int(state.local.seat)


def arguments_here(state: ChaosState) -> tuple[str, Arguments]:
    """Return the instruction at which the program stands."""
    found = programs.instruction(state)
    assert found is not None
    return found


def objects(state: ChaosState, seat: int, arguments: Arguments) -> Iterator[int]:
    """Yield the characters an effect of `seat` may choose: face-up ones unless it says otherwise (CHA-R11)."""
    side = seat if arguments["whose"] == "own" else 1 - seat
    for space, pile in enumerate(state.players[side].arena):
        if pile is not None and fits(space, pile, arguments):
            yield pile.id


def fits(space: int, pile: Pile, arguments: Arguments) -> bool:
    """Return True if a character is of the kind, facing and orientation an effect asks for."""
    if arguments["what"] == "friend" and space not in FRIENDS:
        return False
    if arguments["face"] != "any" and pile.up != (arguments["face"] == "up"):
        return False
    return not arguments["stand"] or pile.turn == STAND


def choices(state: ChaosState) -> list[Action]:
    """Return the characters that may be chosen, [] if there is only one."""
    found = choosable(state)
    return found if len(found) > 1 else []


def choosable(state: ChaosState) -> list[Action]:
    """Return the characters that may be chosen, also a single one."""
    return [("choose", pile) for pile in objects(state, state.local.seat, arguments_here(state)[1])]


def choose(state: ChaosState, action: Action) -> None:
    """Remember the chosen character and go on."""
    if state.events is not None:
        local = state.local
        unit = state.name(state.there(action[1])[2].top)
        state.note("chosen", "CHA-R57", local.seat, card=state.name(local.card), unit=unit)
    programs.go_on(state, chosen=action[1])


def choose_only(state: ChaosState) -> None:
    """Choose the only character there is."""
    choose(state, ("choose", next(objects(state, state.local.seat, arguments_here(state)[1]))))


def cards_to_choose(state: ChaosState, seat: int, arguments: Arguments) -> list[int]:
    """Return the cards of the own waiting room an effect may choose; never Extra cards (CHA-R19)."""
    category = arguments["category"]
    return [
        card
        for card in state.players[seat].waiting
        if state.faces[card].category in (MAIN_DECK if category is None else (category,))
    ]


def among(state: ChaosState) -> list[int]:
    """Return the cards to choose from here: of the waiting room, or of the hand."""
    verb, arguments = arguments_here(state)
    if verb == "discard":
        return state.players[state.local.seat].hand
    return sorted(cards_to_choose(state, state.local.seat, arguments))


def least(state: ChaosState) -> int:
    """Return how many cards must be chosen: as many as the effect says, as far as there are, or none ("up to")."""
    _, arguments = arguments_here(state)
    return 0 if arguments.get("up_to") else min(int(arguments["count"]), len(among(state)))


def most(state: ChaosState) -> int:
    """Return how many cards may be chosen."""
    return int(arguments_here(state)[1]["count"])


def cards_chosen(state: ChaosState) -> None:
    """The cards of the waiting room are chosen; the effect goes on with them."""
    local = state.local
    if state.events is not None and local.picks:
        names = ", ".join(state.name(card) for card in local.picks)
        state.note("cards_chosen", "CHA-R57", local.seat, card=state.name(local.card), cards=names)
    programs.go_on(state)


def discard_chosen(state: ChaosState) -> None:
    """Put the chosen hand cards into the waiting room and go on."""
    local = state.local
    player = state.players[local.seat]
    for card in local.picks:
        player.hand.remove(card)
        player.waiting.append(card)
        if state.events is not None:
            state.note("discarded", "CHA-4.8", local.seat, card=state.name(card))
    programs.go_on(state, picks=())


def may(state: ChaosState) -> list[Action]:
    """Return accepting and declining; a "may" can always be declined (CHA-R42)."""
    return [("accept",), ("decline",)]


def accept(state: ChaosState, action: Action) -> None:
    """Do what is offered."""
    programs.go_on(state)


def decline(state: ChaosState, action: Action) -> None:
    """Do not; what hangs on it is skipped."""
    if state.events is not None:
        state.note("declined", "CHA-R42", state.local.seat, card=state.name(state.local.card))
    programs.skip_rest(state)


def begin_deal(state: ChaosState) -> None:
    """Deal damage to the opponent, in the routine called next (CHA-14.1)."""
    _, arguments = arguments_here(state)
    owe(state, 1 - state.local.seat, arguments["count"], "CHA-14.1")
    programs.go_on(state)


# The verbs. Each does as much as it can (CHA-R57).


def target(state: ChaosState, arguments: Arguments) -> Found | None:
    """Return (seat, space, pile) of the character an effect means, or None if it is gone."""
    local = state.local
    pile_id = {"chosen": local.chosen, "this": local.unit, "subject": local.subject}[arguments["unit"]]
    return state.find(pile_id) if pile_id else None


def _draw(state: ChaosState, seat: int, a: Arguments) -> None:
    draw(state, seat, a["count"], "CHA-R38")


def _mill(state: ChaosState, seat: int, a: Arguments) -> None:
    mill(state, seat, a["count"], "CHA-R25")


def _look(state: ChaosState, seat: int, a: Arguments) -> None:
    deck = state.players[seat].deck
    if state.events is not None and deck:
        state.note("looked", "CHA-R51", seat, secret=True, card=state.name(deck[-1]))


def _modify(state: ChaosState, seat: int, a: Arguments) -> None:
    found = target(state, a)
    if found:
        _lasts(state, found, [(kind, a[kind]) for kind in (ATK, END) if a[kind]])
        if state.events is not None:
            change = f"{a['atk']:+d}/{a['end']:+d}"
            state.note("modified", "CHA-7.16", found[0], unit=state.name(found[2].top), change=change)


def _gain(state: ChaosState, seat: int, a: Arguments) -> None:
    found = target(state, a)
    if found and (a["skill"], 1) not in found[2].effects:
        _lasts(state, found, [(a["skill"], 1)])
        if state.events is not None:
            skill = str(a["skill"]).replace("_", " ").title()
            state.note("gained", "CHA-15.1", found[0], unit=state.name(found[2].top), skill=skill)


def _lasts(state: ChaosState, found: Found, effects: list[tuple[str, int]]) -> None:
    """Put effects on a character until turn end; those on one value are added up."""
    totals = dict(found[2].effects)
    for kind, amount in effects:
        totals[kind] = totals.get(kind, 0) + amount
    lasting = tuple(sorted((kind, amount) for kind, amount in totals.items() if amount))
    arena.change(state, found, effects=lasting)


def _hurt(state: ChaosState, seat: int, a: Arguments) -> None:
    found = target(state, a)
    if found:
        hurt(state, found, a["count"], "CHA-R13")


def hurt(state: ChaosState, found: Found, count: int, clause: str) -> None:
    """Deal damage to a character, where it adds up until it is healed; face-down ones take none (CHA-R11, CHA-R59)."""
    seat, _, pile = found
    if pile.up and count > 0:
        arena.change(state, found, damage=pile.damage + count)
        if state.events is not None:
            state.note("hurt", clause, seat, unit=state.name(pile.top), count=count, damage=pile.damage + count)


def _turn_up(state: ChaosState, seat: int, a: Arguments) -> None:
    found = target(state, a)
    if found:
        arena.turn_up(state, found[2].id, "CHA-5.2")


def _turn_down(state: ChaosState, seat: int, a: Arguments) -> None:
    found = target(state, a)
    if found and found[2].up:
        arena.turn_down(state, found[2].id)
        if state.events is not None:
            state.note("turned_down", "CHA-R12", found[0], unit=state.name(found[2].top))


def _rest(state: ChaosState, seat: int, a: Arguments) -> None:
    found = target(state, a)
    if found and found[2].turn == STAND:
        arena.set_orientation(state, found, REST, "CHA-5.2")


def _put_away(state: ChaosState, seat: int, a: Arguments) -> None:
    found = target(state, a)
    if found:
        arena.leave(state, found[2].id, "CHA-4.8")


def _uncover(state: ChaosState, seat: int, a: Arguments) -> None:
    found = target(state, a)
    if found:
        arena.uncover(state, found[2].id)


def _recover(state: ChaosState, seat: int, a: Arguments) -> None:
    player, cards = state.players[seat], state.local.picks
    zone = player.hand if a["to"] == "hand" else player.deck
    for card in cards:
        player.waiting.remove(card)
        zone.append(card)
        if state.events is not None:
            state.note(
                f"recovered.{a['to']}", "CHA-4.10" if a["to"] == "hand" else "CHA-4.6", seat, card=state.name(card)
            )
    if a["to"] == "deck":
        shuffle(state, seat)
        if state.events is not None:
            state.note("reshuffled", "CHA-4.6", seat)


def _spend(state: ChaosState, seat: int, a: Arguments) -> None:
    player, card = state.players[seat], state.local.card
    if not lies_hidden(state, seat, card):  # it is face-up already: what hangs on it is skipped (CHA-R42)
        programs.skip_rest(state)
        return
    player.extra.remove(card if card in player.extra else UNSEEN)
    player.spent.append(card)
    if state.events is not None:
        state.note("spent_extra", "CHA-R52", seat, card=state.name(card))


def _if(state: ChaosState, seat: int, a: Arguments) -> None:
    found = state.find(state.local.unit) if state.local.unit else None
    in_front = found is not None and found[1] in FRONT
    if (a["partner_down"] and state.partner(seat).up) or (a["front_row"] and not in_front):
        programs.skip_rest(state)
        if state.events is not None:
            state.note("condition_fails", "CHA-R42", seat, card=state.name(state.local.card))


DOES: dict[str, Callable[[ChaosState, int, Arguments], None]] = {
    "draw": _draw,
    "mill": _mill,
    "look": _look,
    "modify": _modify,
    "gain": _gain,
    "hurt": _hurt,
    "turn_up": _turn_up,
    "turn_down": _turn_down,
    "rest": _rest,
    "put_away": _put_away,
    "uncover": _uncover,
    "recover": _recover,
    "spend": _spend,
    "if": _if,
}
