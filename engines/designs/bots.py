"""How computer players judge a design: how good an action looks, and how well a player is doing."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from engines import lanterns as base
from engines.designs.pieces import Piece, card_worth
from engines.kit import kit
from engines.kit.defaults import evaluation_by_difference, heuristic_from_table

Judge = Callable[[Any, int, kit.Action], float]

AIM_BONUS = {"tire": 1.0, "take_home": 1.5}
"""The value of aiming a card at a Beast of the rival, by verb, in addition to the power of that Beast."""


def rate_play(state: Any, seat: int, action: kit.Action) -> float:
    """Return how good it looks to play a card, from its printed values."""
    return 1 + card_worth(state, action[1])


def rate_cast(state: Any, seat: int, action: kit.Action) -> float:
    """Return how good it looks to aim a card: at a strong Beast of the rival, never at an own Beast."""
    mine = any(record[0] == action[2] for record in state.players[seat].field)
    if mine:
        return -5
    power = state.printed(kit.find(state, action[2])[base.CARD], "power")
    verbs = [verb for ability in state.game.cards[action[1]].abilities for verb, _ in ability.program]
    return float(power + sum(AIM_BONUS.get(verb, 0) for verb in verbs))


def blocker_powers(state: Any, seat: int, words: Iterable[str]) -> list[int]:
    """Return the powers of a player's Beasts that could block an attacker with these words."""
    ready = [record[base.CARD] for record in state.players[seat].field if not record[base.TIRED]]
    able = [card for card in ready if "sly" not in words or "sly" in state.printed(card, "words")]
    return [state.printed(card, "power") for card in able]


def rate_attack(state: Any, seat: int, action: kit.Action) -> float:
    """Return how good an attack looks: unblocked, or against possible blockers."""
    card = kit.find(state, action[1])[base.CARD]
    power, others = state.printed(card, "power"), blocker_powers(state, 1 - seat, state.printed(card, "words"))
    if not others or power > max(others):
        return 6
    return 2 if power == max(others) else -1 - 0.3 * power


def rate_block(state: Any, seat: int, action: kit.Action) -> float:
    """Return how good it looks to block: it saves a lantern, and one of the two Beasts or both fall."""
    mine, other = (state.printed(kit.find(state, id)[base.CARD], "power") for id in (action[1], state.attack.attacker))
    saved = 8 if state.players[seat].lanterns <= 2 else 1.5
    return float(saved + (other if mine >= other else 0) - (mine if mine <= other else 0))


def rate_discard(state: Any, seat: int, action: kit.Action) -> float:
    """Return how good it looks to discard a card: the worse it is."""
    return -card_worth(state, action[1])


JUDGES: dict[str, Judge] = {
    "play": rate_play,
    "cast": rate_cast,
    "attack": rate_attack,
    "block": rate_block,
    "discard": rate_discard,
}


def add_judges(judges: list[Judge]) -> Judge:
    """Return the judge that adds up the points of several judges."""
    if len(judges) == 1:
        return judges[0]
    return lambda state, seat, action: sum(judge(state, seat, action) for judge in judges)


def bot_rules(pieces: Iterable[Piece]) -> dict[str, Any]:
    """Return the entries `heuristic` and `evaluation` of the rules of a design with these pieces."""
    pieces = list(pieces)
    advice: dict[str, list[Judge]] = {kind: [judge] for kind, judge in JUDGES.items()}
    for piece in pieces:
        for kind, judge in piece.advice.items():
            advice.setdefault(kind, []).append(judge)
    more = [piece.strength for piece in pieces if piece.strength is not None]

    def strength(state: Any, seat: int) -> float:
        player = state.players[seat]
        beasts = sum(0.4 + 0.3 * state.printed(record[base.CARD], "power") for record in player.field)
        return float(player.lanterns + beasts + 0.25 * len(player.hand) + sum(one(state, seat) for one in more))

    return {
        "heuristic": heuristic_from_table({kind: add_judges(judges) for kind, judges in advice.items()}),
        "evaluation": evaluation_by_difference(strength, 12),
    }
