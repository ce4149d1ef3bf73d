"""The defaults of written positions, and checks on their contents.

A player's table: points, deck, hand, discard, standby and action ("Finch (Lookout), inactive, power -2"), and `bottom`,
the number of cards at the bottom of the deck that both players have seen. Unnamed cards become plain Character cards,
or unseen ones if the document says `unseen = true`.
"""

from __future__ import annotations

from collections.abc import Mapping

from engines.book.toml_schema import SEATS
from engines.dgrayman.actions import DECLARATIONS
from engines.dgrayman.cards import BLANK, CHARACTER, UNSEEN
from engines.dgrayman.state import (
    ACTIVE,
    CARD,
    FOR_ACTION,
    FOR_TURN,
    SAVED,
    ZONES,
    DeclaredAction,
    DGraymanState,
    recoverable_cards,
)
from engines.dgrayman.units import founding_limit, names_of
from engines.dgrayman.winning import check_win
from engines.errors import raise_first_fault
from engines.forms.positions import Habits, Reader
from engines.game import Game

BEFORE_ACTOR = ("RECOVER_WHAT", "DECLARE_ACTION")
BEFORE_ANSWERS = ("SECOND_UNIT", "GUARD_STEP_OUT", "INTERCEPT_STEP_OUT")
"""The steps before the acting card or the answering cards have stepped out."""


def plain_cards(game: Game) -> list[int]:
    """Return the Character cards without text."""
    return [card.number for card in game.cards if card.category == CHARACTER and not card.own_abilities]


def check_player(reader: Reader[DGraymanState]) -> None:
    """Refuse Doubles cards that would link three names (DGM-14.12), and more known cards than the deck has."""
    state: DGraymanState = reader.state
    mine = state.players[reader.seat]
    pairs = {face.names for card in mine.standby + mine.action if (face := state.faces[card[CARD]]).doubles}
    linked = [name for pair in pairs for name in pair]
    twice = next((name for name in linked if linked.count(name) > 1), "")
    raise_first_fault(
        reader.where,
        (twice, f"{twice} is linked twice.", "A unit is merged with one other (DGM-14.12)."),
        (mine.bottom > len(mine.deck), f"bottom is {mine.bottom}.", "The deck has fewer cards."),
    )
    mine.link(state.faces)


def complete_entries(reader: Reader[DGraymanState]) -> None:
    """Work out missing entries: the first player, the number of units that may be founded, and changed powers."""
    state: DGraymanState = reader.state
    if "first" not in reader.document:
        state.first_player = state.turn_player if state.turn < 2 else 0
    if "limit" not in reader.document:
        state.limit = founding_limit(state)
    field = [card for one in state.players for card in one.standby + one.action]
    state.changed = any(card[FOR_TURN] or card[FOR_ACTION] or card[SAVED] for card in field)


def complete_action(reader: Reader[DGraymanState]) -> None:
    """Work out the missing entries of an action under way; refuse an impossible action, or a step that lacks one."""
    state: DGraymanState = reader.state
    where, one, step = f"{reader.where}, action", state.declared, state.step
    needed, remedy = state.result is None and step.phase == "action", 'Add action = { kind = "search", by = "..." }.'
    raise_first_fault(reader.where, (one is None and needed, f"step {step.name} needs an action.", remedy))
    if one is None:
        return
    found, needs = state.find(one.actor), {"attack": "target", "recover": "recovers"}.get(one.kind, "kind")
    seat, out, answered = state.turn_player, step.name not in BEFORE_ACTOR, step.name not in BEFORE_ANSWERS
    places = [(one.actor, seat, out), (one.target, 1 - seat, True), *((i, 1 - seat, answered) for i in one.answers)]
    for card_id, side, stepped_out in places:
        there, zone = state.find(card_id), ZONES[stepped_out]
        what = f"card {card_id} is not in the {zone.capitalize()} Zone of {SEATS[side]}."
        raise_first_fault(where, (there and there[:2] != (side, zone), what, "Put it there, or name another card."))
    kinds = [kind.name for kind in DECLARATIONS]
    named = getattr(one, needs) or step.name == "RECOVER_WHAT"
    empty = step.name == "RECOVER_WHAT" and not recoverable_cards(state, seat)
    raise_first_fault(
        where,
        (one.kind not in kinds, f"kind is {one.kind!r}.", f"Use one of {', '.join(kinds)}."),
        (not one.card and not found, f"card {one.actor} is not on the field.", "Name a card of the turn player."),
        (not named, f"names no {needs}.", f'Write {needs} = "...".'),
        (empty, "there is nothing to recover.", "Put a card into the discard pile (DGM-R17)."),
    )
    card = one.card or (found[2][CARD] if found else UNSEEN)
    state.declared = one._replace(card=card, names=one.names or names_of(state, state.turn_player, card))
    if reader.by_hand:
        _imply(state, state.declared, {seat: places[0][2], 1 - seat: answered})


def _imply(state: DGraymanState, declared: DeclaredAction, stepped_out: Mapping[int, bool]) -> None:
    """Apply the consequences of an action under way.

    The action counts as a use, possibly as the Deck Search of the turn, and its units are turned sideways.

    stepped_out : for each seat, whether its acting or answering units have stepped out (DGM-9.4, 11.4).
    """
    state.uses = max(1, state.uses)
    state.deck_searched = state.deck_searched or declared.kind == "search_deck"
    for card_id in (declared.actor, *declared.answers):
        found = state.find(card_id)
        if found is None or not stepped_out[found[0]]:
            continue
        names = names_of(state, found[0], found[2][CARD])
        for card in list(state.players[found[0]].standby):
            if card[ACTIVE] and state.faces[card[CARD]].name in names:
                state.change(card, active=False)


def not_over(reader: Reader[DGraymanState]) -> None:
    """Refuse a position in which a player would already have won (DGM-17.1, 17.2)."""
    if reader.state.result is None:
        check_win(reader.state)
        over = reader.state.result
        raise_first_fault(
            reader.where, (over, f"the game would be over: {over and over.text}", "Add a card, or take points away.")
        )


HABITS = Habits(
    DGraymanState,
    step="MAIN_CHOICE",
    turn=13,
    plain=plain_cards,
    unseen=(BLANK, UNSEEN),
    of_player=(check_player,),
    after=(complete_entries, complete_action, not_over),
)
