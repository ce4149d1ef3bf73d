"""Chapter 2: each Name may be in an arena once (CHA-2.6). Finds characters that share a Name, and frees Names."""

from __future__ import annotations

from engines.chaos import repairs
from engines.chaos.arena import put_character
from engines.chaos.requirements import join_words, quote_names, sentence_part
from engines.chaos.state import ChaosState, Pile


def find_sharers(state: ChaosState, seat: int, card: int, base: int = 0) -> list[Pile]:
    """Return the player's characters that share a Name with a card, except the base on which it is stacked."""
    sharing = state.index.sharing[card]
    return [pile for pile in state.players[seat].piles() if pile.id != base and pile.top in sharing]


def shared_in_words(state: ChaosState, found: list[Pile], card: int, key: str) -> str:
    """Return the Names that a card shares with these characters, and the characters, in words.

    key : "taken" or "twice", the sentence to use.
    """
    own = state.faces[card].names
    names = sorted({name for pile in found for name in state.faces[pile.top].names & own})
    other = join_words(state, (state.name(pile.top) for pile in found))
    return sentence_part(
        state, f"{key}.{'several' if len(names) > 1 else 'one'}", names=quote_names(state, names), other=other
    )


def away_in_words(state: ChaosState, seat: int, found: list[Pile]) -> str:
    """Return which of these characters would have to leave or change for the Names to be free, in words."""
    partner = state.partner(seat)
    friends = [state.name(pile.top) for pile in found if pile != partner]
    parts = [sentence_part(state, "away.partner", other=state.name(partner.top))] if partner in found else []
    return join_words(
        state, parts + ([sentence_part(state, "away.friend", other=join_words(state, friends))] if friends else [])
    )


def free_names(state: ChaosState, seat: int, found: list[Pile], card: int) -> None:
    """Remove these characters, which share a Name with the card, from the arena; replace a Partner."""
    for pile in found:
        if pile == state.partner(seat):
            repairs.replace_top(state, pile.id, repairs.plain_character(state, seat, state.faces[card].names))
        else:
            put_character(state, seat, state.location[pile.id][1], None)
