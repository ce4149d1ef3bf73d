"""The review of a full game: how the chances changed, moments worth solving again, refused tries.

All of it comes from the learner's log: the game is replayed, and judged by what the learner could see.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engines.errors import TebikiError
from engines.kernel.chance import RandomSource
from engines.kernel.state import Action, State
from engines.search.players import evaluate_by_rollouts
from engines.variants.counter_rules import WITHOUT, by_id
from tutor.boards.presentation import load_look
from tutor.estimates import wilson_interval
from tutor.event_log import Event
from tutor.matches.effort import Effort
from tutor.matches.kept_games import GameRun, KeptGame, cut_game
from tutor.matches.lookahead import imagine_deal, result_of_play_out
from tutor.matches.match import Match
from tutor.practice import maker_why_not, starters
from tutor.practice.legality import ABSENCE_ERRORS, failing_needs
from tutor.practice.maker import Request
from tutor.practice.question import Question
from tutor.puzzles import documents
from tutor.puzzles.proving import solver_of, state_after
from tutor.puzzles.targets import USUAL_GOALS, Target, targets_of
from tutor.puzzles.usual_play import UsualPlay, watch_usual_play

MOMENTS, TRIES = 3, 3
ROUND, MOST_ROUNDS = 8, 50
"""Play-outs for every turn in each round of estimating chances, and maximum number of rounds."""

PLAYING, PROVING = 70_000, 12_000
"""Number of decisions after which no further round is begun, and number of positions after which no earlier decision is
examined for a proof."""

PLACING_COST = 20
"""Cost of a proof besides its positions: writing and reading the position takes as long as this many positions."""

NO_LIMIT = 10**9
PROOF_POSITIONS = 1500
"""Maximum number of positions examined for a proof."""

DEALS, WIDTH = 16, 6
FALL, GAIN = 0.05, 0.02
"""Minimum fall of the chances in a turn for it to count as a moment; minimum gain from another action at a decision."""


@dataclass(frozen=True)
class ChancePoint:
    """The chance of winning at the learner's first decision in a turn of either player, from a number of play-outs."""

    turn: int
    place: int
    wins: int
    playouts: int

    @property
    def share(self) -> float:
        """The share of play-outs that were won."""
        return self.wins / self.playouts if self.playouts else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the share."""
        return wilson_interval(self.wins, self.playouts)


@dataclass(frozen=True)
class TurningPoint:
    """A decision worth another look: its index among the learner's decisions, and what would have been better.

    position : what the learner saw, as a lesson document. target : the provable goal that was given away; None if only
    the chances fell. played, better : the actions, as texts. values : how good both actions looked (0 to 1), if nothing
    is proved.
    """

    place: int
    turn: int
    step: str
    position: documents.Document
    target: Target | None
    played: str
    better: str
    values: tuple[float, float] = (0.0, 0.0)


# The finished game.


def finished_game(events: Iterable[Event], lesson: str) -> tuple[KeptGame, list[Event]] | None:
    """Return the full game that was finished last, and its refused tries; None if none has been finished."""
    runs: dict[str, GameRun] = {}
    last = ""
    for event in events:
        if event.kind == "game" and event.lesson == lesson:
            runs.setdefault(event.run, GameRun()).events.append(event)
            last = event.run if event.verdict == "over" else last
    if not last:
        return None
    count = max(at for at, event in enumerate(runs[last].events, 1) if event.verdict == "over")
    refused: list[Event] = []
    name, until = last, count
    while name in runs:  # tries in the runs that this run continues count, too
        refused = [event for event in runs[name].events[:until] if event.verdict == "refused"] + refused
        name, until = runs[name].facts.get("parent", ""), int(runs[name].facts.get("after", "0"))
    return cut_game(runs, last, count), refused


def chances_by_turn(match: Match, effort: Effort | None = None) -> list[ChancePoint]:
    """Return the chance of winning at the learner's first decision in each turn of either player, and in setup.

    In each play-out all cards that the learner could not see are dealt anew, and both sides play what looks best
    immediately. effort : number of decisions to play, by default `PLAYING`.
    """
    effort = effort or Effort(PLAYING)
    firsts: dict[int, int] = {}
    for place, before in enumerate(match.table.history):
        if before.state.turn or _decides(before.state):
            firsts.setdefault(before.state.turn, place)
    wins, done = dict.fromkeys(firsts, 0), 0
    source = RandomSource(match.setup.seed)
    for _ in range(MOST_ROUNDS):
        for turn, place in firsts.items():
            state = match.table.history[place].state
            for _ in range(ROUND):
                result = result_of_play_out(imagine_deal(state, 0, source), (), NO_LIMIT, source.below(1 << 30), effort)
                wins[turn] += result is not None and result.winner == 0
        done += ROUND
        if effort.is_spent:
            break
    return [ChancePoint(turn, place, wins[turn], done) for turn, place in firsts.items()]


# Moments.


def first_action_at(match: Match, kept: KeptGame, place: int) -> Action:
    """Return the first action of the learner's move at a decision."""
    state = match.table.history[place].state
    return state.actions[int(kept.moves[place].actions[0].split()[0])]


def iter_choices(match: Match, kept: KeptGame) -> list[tuple[int, State]]:
    """Return the learner's decisions with a choice, each as (index in the history, state).

    Free moves made by hand are not decisions.
    """
    history = zip(match.table.history, kept.moves, strict=False)
    places = [(place, before.state) for place, (before, made) in enumerate(history) if made.verdict == "move"]
    return [(place, state) for place, state in places if len(state.actions) > 1 and _decides(state)]


def _decides(state: State) -> bool:
    """Return False for secret choices, and for choices about who begins."""
    return not state.pending and state.step.name not in load_look(state.game.name).get("opening", ())


def wins_given_away(match: Match, kept: KeptGame, effort: Effort | None = None) -> list[TurningPoint]:
    """Return the decisions at which a provable goal was given away, the latest first, one per turn.

    effort : number of positions to examine, by default `PROVING`.
    """
    found: list[TurningPoint] = []
    effort = effort or Effort(PROVING)
    for place, state in reversed(iter_choices(match, kept)):
        if effort.is_spent:
            break
        if not state.step.pick and all(one.turn != state.turn for one in found):
            turning = _given_away(state, place, first_action_at(match, kept, place), effort)
            found += [turning] if turning is not None else []
    return found


def _given_away(state: State, place: int, action: Action, effort: Effort) -> TurningPoint | None:
    document = documents.write_decision(state)
    if document is None:
        return None
    own = state.game.rules.table(state, 0).turn_player != 1
    for target in targets_of(USUAL_GOALS, document, own):
        solver = None
        effort.spend(PLACING_COST)
        try:
            here = documents.place_document(state.game, document)
            solver = solver_of(target, here, PROOF_POSITIONS)
            done = here.read(state.text(action))[0]
            if solver.goal(here) is not None or solver.holds(state_after(here, done)) or not solver.holds(here):
                continue
            better = next(one for one in here.actions if solver.holds(state_after(here, one)))
        except (TebikiError, AssertionError, LookupError):  # too deep to prove, or the learner's view lacks something
            continue
        finally:
            effort.spend(solver.positions if solver is not None else 0)
        return TurningPoint(place, state.turn, state.step.name, document, target, state.text(action), here.text(better))
    return None


def unexplained_turn(
    points: list[ChancePoint], found: Iterable[TurningPoint]
) -> tuple[ChancePoint, ChancePoint] | None:
    """Return the turn in which the chances fell most, as the points at its beginning and end.

    None if one of the moments is in that turn. There may have been no bad choice, since chance counts, too.
    """
    pairs = itertools.pairwise(points)
    most = max(pairs, key=lambda pair: pair[0].share - pair[1].share, default=None)
    if most is None or most[0].share - most[1].share < 2 * FALL or any(one.turn == most[0].turn for one in found):
        return None
    return most


def costly_decisions(
    match: Match, kept: KeptGame, points: list[ChancePoint], but: Iterable[int] = ()
) -> list[TurningPoint]:
    """Return the costliest decisions in the turns in which the chances fell most. but : turns to leave out."""
    found: list[TurningPoint] = []
    drops = [(one.share - two.share, one.turn) for one, two in itertools.pairwise(points)]
    for drop, turn in sorted(drops, reverse=True):
        if drop >= FALL and turn not in but and len(found) < MOMENTS:
            turning = _costliest(match, kept, turn)
            found += [turning] if turning is not None else []
    return found


def _costliest(match: Match, kept: KeptGame, turn: int) -> TurningPoint | None:
    """Return the decision of a turn at which another action would have gained most.

    None if none would have gained enough.
    """
    best: TurningPoint | None = None
    for place, state in iter_choices(match, kept):
        if state.turn != turn:
            continue
        action = first_action_at(match, kept, place)
        turns = 1 if turn else 2  # the effect of setup shows a turn later
        tried = evaluate_by_rollouts(state, RandomSource(match.setup.seed + place), DEALS, turns=turns, width=WIDTH)
        mine = next((one.value for one in tried if one.action == action), None)
        top = tried[0]
        if mine is None or state.text(top.action) == state.text(action) or top.value - mine < GAIN:
            continue
        values = (mine, top.value)
        document = documents.write_decision(state)
        if document is None or state.step.pick:
            continue
        if best is None or top.value - mine > best.values[1] - best.values[0]:
            best = TurningPoint(
                place, turn, state.step.name, document, None, state.text(action), state.text(top.action), values
            )
    return best


def review_moments(match: Match, kept: KeptGame, points: list[ChancePoint]) -> list[TurningPoint]:
    """Return the moments to look at again: first what was given away, then where the chances fell most."""
    proved = wins_given_away(match, kept)[:MOMENTS]
    more = costly_decisions(match, kept, points, [one.turn for one in proved])[: MOMENTS - len(proved)]
    return sorted([*proved, *more], key=lambda one: one.place)


class JudgedGame(NamedTuple):
    """A game as its review shows it: the chance in each turn, the moments to look at again, and bots' usual play."""

    points: list[ChancePoint]
    moments: list[TurningPoint]
    usual: UsualPlay


def judge_game(match: Match, kept: KeptGame) -> JudgedGame:
    """Judge a finished game. This takes seconds; the match needs only its history."""
    points = chances_by_turn(match)
    decks = match.game.decks[match.setup.you], match.game.decks[match.setup.rival]
    return JudgedGame(points, review_moments(match, kept, points), watch_usual_play(match.game, decks))


# Refused tries.


def question_of_try(match: Match, event: Event, language: str = "en") -> Question | None:
    """Return a question that asks why a try was refused, in the position of the try.

    None unless a single rule forbids the try, and enough other sentences, not the reason, can serve as wrong answers.
    """
    history = match.table.history
    if not 0 <= event.place < len(history):
        return None
    return question_at(history[int(event.place)].state, event.actions[0], int(event.place), language)


def question_at(state: State, text: str, seed: int, language: str = "en") -> Question | None:
    """Return a question that asks why the action `text` is refused in a position; None as in `question_of_try`."""
    try:
        action = state.game.notation.read(state, text, 0)[0]
        needs = failing_needs(state.game, state, 0, action)
        aim = f"{WITHOUT}:{action[0]}.{needs[0]}" if len(needs) == 1 else ""
        rule = by_id(state.game).get(aim)
        if rule is None or not maker_why_not.is_refused_alone(state, action, rule.patched()):
            return None
        return maker_why_not.ask_why_not(
            state, action, Request(maker_why_not.WHY_NOT.name, state.game, aim, seed, language)
        )
    except (TebikiError, *ABSENCE_ERRORS):
        return None


def kept_question_about(game: str, kind: str, clauses: Sequence[str], language: str = "en") -> Question | None:
    """Return a stored question about one of these clauses, preferably on an action of `kind`; None if there is none."""
    kept = starters.load_starters(game).values() if language == starters.LANGUAGE else ()
    found = [one for one in kept if {*one.clauses} & {*clauses}]
    return min(found, key=lambda one: f":{kind}." not in one.aim, default=None)


def tries_to_ask(match: Match, refused: Iterable[Event]) -> list[tuple[Event, Question | None]]:
    """Return the refused tries worth asking about, one for each kind of reason.

    Those that make a question come first.
    """
    found: list[tuple[Event, Question | None]] = []
    seen: set[object] = set()
    for event in refused:
        told = (event.actions[:1], event.clauses)
        if event.clauses not in seen and told not in seen and event.actions:
            seen |= {event.clauses, told}
            found.append((event, question_of_try(match, event)))
    return sorted(found, key=lambda one: one[1] is None)[:TRIES]
