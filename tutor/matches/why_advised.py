"""Says what an advised move does for the player: counted in play-outs, against a move that wins less often.

Both moves are played on in the same imagined deals, with the same luck, until the player's next turn. What is counted
(cores, units, points) is in the game's presentation, as `weighed`; more of it is better for its owner.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean
from typing import Any, NamedTuple

from engines.kernel.chance import RandomSource
from engines.kernel.state import Action, State
from engines.legal.card_programs import programs_of
from tutor.boards.presentation import Look, load_look
from tutor.matches.lookahead import imagine_deal, last_turn_ahead, play_to_turn

DEALS = 16
"""The number of deals in which both moves are played on."""
SAME_WAY = 0.75
"""Minimum share of deals in which a count must be better to be a reason; in none it may be worse."""
SAVED = 0.25
"""Minimum difference of the shares of deals that are lost, or won, after both moves, for that to be the reason."""


class Why(NamedTuple):
    """What a move does: the key of its words, and the facts in them.

    key : `saves` (from a loss), `wins`, `yours` or `rivals` (more of something for the player, less for the rival), or
    `same`. after, after_other, deals : the number of losses or wins after the move and after the other one, and of
    deals. word, means : what is counted, and how much of it there is on average after both.
    """

    key: str
    after: int = 0
    after_other: int = 0
    deals: int = 0
    word: str = ""
    means: tuple[float, float] = (0.0, 0.0)


def find_reason(state: State, seat: int, action: Action, other: Action, source: RandomSource) -> Why:
    """Return what an action does for a player, compared with another one."""
    last, ends = last_turn_ahead(state, seat), list[tuple[State, State]]()
    for _ in range(DEALS):
        world, luck = imagine_deal(state, seat, source), source.below(1 << 30)
        one, two = (play_to_turn(world.copy(), (made,), last, luck) for made in (action, other))
        ends.append((one, two))
    lost, won = (
        [sum(end.result is not None and end.result.winner == who for end in side) for side in zip(*ends, strict=True)]
        for who in (1 - seat, seat)
    )
    if lost[1] - lost[0] >= SAVED * DEALS:
        return Why("saves", lost[0], lost[1], DEALS)
    if won[0] - won[1] >= SAVED * DEALS:
        return Why("wins", won[0], won[1], DEALS)
    return _most_different([pair for pair in ends if pair[0].result is None and pair[1].result is None], seat)


def _most_different(ends: Sequence[tuple[State, State]], seat: int) -> Why:
    """Return the count in which the ends of play-outs differ in the same way in most deals, by most."""
    best, margin = Why("same", deals=DEALS), 0.0
    if len(ends) * 2 < DEALS:
        return best
    for row in load_look(ends[0][0].game.name).get("weighed", ()):
        for key, side, good in (("yours", seat, 1), ("rivals", 1 - seat, -1)):
            pairs = [(count_weighed(one, row, side), count_weighed(two, row, side)) for one, two in ends]
            gains = [good * (one - two) for one, two in pairs]
            better, worse = sum(gain > 0 for gain in gains), sum(gain < 0 for gain in gains)
            gain = fmean(gains)
            if better >= SAME_WAY * len(ends) and not worse and gain > margin:
                means = (fmean(one for one, _ in pairs), fmean(two for _, two in pairs))
                best, margin = Why(key, 0, 0, len(ends), row["word"], means), gain
    return best


def count_weighed(state: Any, row: Look, seat: int) -> int:
    """Return how much of something a player has: a score, or the face-up cards in some zones."""
    if "field" in row:
        return int(state.game.rules.table(state, seat).scores[seat][row["field"]])
    programs = programs_of(state.game)
    cards = programs.find_cards(state, (seat,), tuple(row["zones"]), None)
    return sum(programs.is_face_up(one) for one in cards)
