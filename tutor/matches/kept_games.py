"""Games in progress, stored in the learner's log move by move, and replayed from there.

A game is a run of events (`kind` "game") under one id. "begun" holds the setup and the decisions before the learner's
first one. "move" holds one of the learner's moves, as numbers among the legal actions and as text, the numbers of the
decisions that followed, and a digest of the position after them. "hand" holds a free move as text, and such a digest;
"undo" the number of moves left; "refused" an illegal try as text, with the clauses that forbid it; "over" ends the run.
If the user's own cards are used, the setup contains only the names of their sets, each with a digest.

Resuming an unfinished game starts a new run, which records the run it continues and the number of its events that
count. Two pages with the same game thus do not disturb each other, and nothing is ever rewritten.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from engines.errors import DataError, TebikiError
from engines.game import Game
from engines.kernel.state import Action, State
from engines.kit import user_code_errors
from tutor import progress
from tutor.event_log import OWN_CARDS
from tutor.matches.match import Match, Setup
from tutor.progress import Event
from tutor.sets.kept_sets import Names, set_names, with_sets_again
from tutor.text import format_message

if TYPE_CHECKING:
    from tutor.matches.match import FirstPlayer
    from tutor.matches.playthrough import Attempt

WARNINGS_SWITCH = "warnings"
"""The learner's switch for the warning before a losing move."""

SETUP_ENTRIES = ("you", "rival", "strength", "first")
WHOLE_GAME = "play"
"""The second part of the lesson name in the log, for a full game."""


class ReplayError(TebikiError):
    """Raised if a stored game cannot be replayed; the text tells the learner why. event : where it fails, if known.

    changed : whether the game, its decks or its bot have changed since it was stored, so that the cause is unknown.
    """

    def __init__(self, why: str, event: Event | None = None, changed: bool = False) -> None:
        super().__init__(why)
        self.event, self.changed = event, changed


@dataclass(slots=True)
class GameRun:
    """The events of one game on one page."""

    events: list[Event] = field(default_factory=list)

    @property
    def facts(self) -> dict[str, str]:
        """The facts of its first event: setup, rules, opening, and the run that it continues, if there is one."""
        return dict(fact.partition("=")[::2] for fact in self.events[0].actions)


@dataclass(frozen=True, slots=True)
class KeptGame:
    """An unfinished game: its last run, the number of its events, its setup, and the moves not taken back.

    sets : the user's own cards that it was played with, by name and digest.
    """

    run: str
    events: int
    setup: Setup
    rules: str
    opening: tuple[int, ...]
    moves: tuple[Event, ...]
    time: str
    sets: Names = ()


class GameKeeper:
    """Writes a game in progress to a learner's log, beginning with the first move.

    lesson, step : where it is played. unsaved : why it cannot be stored, "" if it can.
    """

    def __init__(self, learner: str, lesson: str, step: str = "", kept: KeptGame | None = None) -> None:
        self.learner, self.lesson, self.step, self.kept = learner, lesson, step, kept
        self.run, self.unsaved = "", ""
        self.early: list[tuple[str, tuple[str, ...]]] = []

    def anew(self) -> GameKeeper:
        """Return a keeper that stores another game under the same lesson and step."""
        return GameKeeper(self.learner, self.lesson, self.step)

    def moved(self, match: Match, before: State, actions: Sequence[Action]) -> None:
        """Store a move of the learner's, made in the state `before`, and all decisions that followed."""
        self._begin(match)
        own = " ".join(map(str, action_numbers(before, actions)))
        told = (own, before.text(actions[0]), " ".join(map(str, match.answers)), position_digest(match.table.state))
        self._write(match, "move", told, len(match.table.history) - 1)
        if match.over:
            self._write(match, "over", (), len(match.table.history))

    def moved_by_hand(self, match: Match, text: str) -> None:
        """Store a free move of the learner's, or a request to make free moves."""
        self._begin(match)
        self._write(match, "hand", (text, position_digest(match.table.state)), len(match.table.history) - 1)

    def undone(self, match: Match) -> None:
        """Store the fact that moves were taken back."""
        self._begin(match)
        self._write(match, "undo", (), len(match.table.history))

    def refused(self, match: Match, attempt: Attempt) -> None:
        """Store an illegal try; a try before the first move is stored together with that move.

        In a game in which card texts are carried out by hand, the clauses are left out, since a try there says nothing
        about the rules.
        """
        by_hand = any(one.unplayed for one in match.game.card_sets)
        clauses = () if by_hand else tuple(dict.fromkeys(reason.clause for reason in attempt.reasons))
        told = attempt.text, clauses
        if self.run:
            self._write(match, "refused", (told[0],), len(match.table.history), told[1])
        else:
            self.early.append(told)

    def _begin(self, match: Match) -> None:
        if self.run:
            return
        self.run = secrets.token_hex(6)
        facts = {name: getattr(match.setup, name) for name in SETUP_ENTRIES}
        facts |= {"rules": rules_digest(match.game), "opening": " ".join(map(str, match.opening))}
        if match.game.card_sets:
            facts[OWN_CARDS] = " ".join(map(":".join, set_names(match.game.card_sets)))
        if self.kept is not None:
            facts |= {"parent": self.kept.run, "after": str(self.kept.events)}
        self._write(match, "begun", [f"{key}={value}" for key, value in facts.items()], 0)
        for text, clauses in self.early:
            self._write(match, "refused", (text,), len(self.kept.moves) if self.kept else 0, clauses)
        self.early.clear()

    def _write(
        self, match: Match, verdict: str, actions: Iterable[str], place: int, clauses: Iterable[str] = ()
    ) -> None:
        try:
            progress.append_event(
                self.learner,
                game=match.game.name,
                lesson=self.lesson,
                step=self.step,
                kind="game",
                verdict=verdict,
                actions=actions,
                clauses=clauses,
                seed=match.setup.seed,
                run=self.run,
                place=place,
            )
        except progress.ProgressError as error:
            self.unsaved = str(error)


def whole_game(game: str) -> str:
    """Return the name under which the log records full games of a game, in place of a lesson's."""
    return f"{game}/{WHOLE_GAME}"


def position_digest(state: State) -> str:
    """Return a digest that differs for positions with different continuations."""
    return hashlib.blake2b(repr(state.canonical_key()).encode(), digest_size=5).hexdigest()


def rules_digest(game: Game) -> str:
    """Return a digest that changes with the cards, the parameters and the flow of a game."""
    cards = [(card.name, card.category, sorted(card.fields.items(), key=str)) for card in game.cards]
    told = (sorted(game.parameters.items()), list(game.flow.steps), list(game.kinds), cards)
    return hashlib.blake2b(repr(told).encode(), digest_size=5).hexdigest()


def action_numbers(state: State, actions: Sequence[Action]) -> list[int]:
    """Return the numbers of consecutive actions among the legal ones."""
    found, here = [], state.copy()
    for action in actions:
        found.append(here.actions.index(action))
        here.apply(action)
    return found


# Reading.


class FoundGames(NamedTuple):
    """The full games in a log.

    learner : the learner whose log it is. warns : the switch for the warning before a losing move. kept : the
    unfinished game, None if there is none. unsaved : why the log cannot be read or written; "" if it can.
    """

    learner: str = ""
    warns: bool = True
    kept: KeptGame | None = None
    unsaved: str = ""


def find_kept_games(game: Game, language: str) -> FoundGames:
    """Return what the current learner's log contains about full games of a game."""
    learner, warns = "", True
    try:
        learner = progress.learner_id()
        log = progress.read_log(learner)
        warns = progress.summarise_events(log.events).settings.get(WARNINGS_SWITCH, True)
        return FoundGames(learner, warns, half_played_game(log.events, whole_game(game.name)))
    except progress.ProgressError as error:
        return FoundGames(learner, warns, None, format_message("play.not_kept", language, why=str(error)))
    except ReplayError as error:
        return FoundGames(learner, warns, None, explain_not_resumed(error, language))


def explain_not_resumed(error: ReplayError, language: str) -> str:
    """Return the message that an unfinished game cannot be resumed."""
    return format_message("play.not_resumed", language, why=str(error))


def half_played_game(events: Iterable[Event], lesson: str, step: str = "") -> KeptGame | None:
    """Return the last game played in a lesson's step, or as a full game; None if there is none or it is over.

    Raises ReplayError if its events are inconsistent.
    """
    runs: dict[str, GameRun] = {}
    last = ""
    for event in events:
        if event.kind == "game" and (event.lesson, event.step) == (lesson, step):
            runs.setdefault(event.run, GameRun()).events.append(event)
            if not last or event.time >= runs[last].events[-1].time:
                last = event.run
    if not last or runs[last].events[-1].verdict == "over":
        return None
    return cut_game(runs, last, len(runs[last].events))


def cut_game(runs: dict[str, GameRun], name: str, count: int) -> KeptGame:
    """Return a game as it was after `count` events of a run. Raises ReplayError if they are inconsistent."""
    moves = _standing(runs, name, count, set())
    first, facts = runs[name].events[0], runs[name].facts
    try:
        you, rival, strength, began = (facts[name] for name in SETUP_ENTRIES)
        setup = Setup(first.game, you, rival, strength, _first(began), int(first.seed))
        opening = tuple(map(int, facts["opening"].split()))
        rules = facts["rules"]
    except DataError:
        raise ReplayError(f"its bot {strength!r} is not there any more.", changed=True) from None
    except (KeyError, ValueError):
        raise ReplayError("its beginning is not in the log.") from None
    sets = tuple((one.partition(":")[0], one.partition(":")[2]) for one in facts.get(OWN_CARDS, "").split())
    return KeptGame(name, count, setup, rules, opening, tuple(moves), runs[name].events[count - 1].time, sets)


def _first(text: str) -> FirstPlayer:
    if text not in ("rules", "you", "rival"):
        raise ValueError(text)
    return text  # type: ignore[return-value]


def _standing(runs: dict[str, GameRun], name: str, count: int, above: set[str]) -> list[Event]:
    """Return the moves that have not been taken back after `count` events of a run."""
    if name not in runs or name in above or runs[name].events[0].verdict != "begun":
        raise ReplayError("its beginning is not in the log.")
    facts = runs[name].facts
    parent, after = facts.get("parent", ""), facts.get("after", "0")
    moves = _standing(runs, parent, int(after), above | {name}) if parent and after.isdecimal() else []
    for event in runs[name].events[1:count]:
        if not 0 <= event.place <= len(moves):
            raise ReplayError("a part of it is missing from the log.")
        if event.verdict == "refused":
            continue
        del moves[int(event.place) :]
        if event.verdict in ("move", "hand"):
            moves.append(event)
    return moves


def repeat_event(match: Match, verdict: str, actions: Sequence[str]) -> bool:
    """Repeat a stored move, or a free move ("hand"); return True if it leads to the stored position.

    Raises ValueError, IndexError or DataError if it cannot be made.
    """
    if verdict == "hand":
        text, led_to = actions
        match.repeat_by_hand(text)
    else:
        own, text, answers, led_to = actions
        match.repeat_move([int(one) for one in own.split()], text, [int(one) for one in answers.split()])
    return position_digest(match.table.state) == led_to


def replay_game(kept: KeptGame, game: Game) -> Match:
    """Replay a stored game through the engine. Raises ReplayError if its rules, cards or decks have changed.

    game : the game without the user's own cards; these are found by the names in the log.
    """
    setup, move = kept.setup, None
    try:
        game = with_sets_again(game, kept.sets)
    except DataError as error:
        raise ReplayError(f"its {error.where} {error.what} {error.remedy}", changed=True) from None
    if kept.rules != rules_digest(game):
        raise ReplayError("the rules or the cards have changed since.", changed=True)
    if gone := [deck for deck in (setup.you, setup.rival) if deck not in game.decks]:
        raise ReplayError(f"its deck {gone[0]!r} is not there any more.", changed=True)
    try:
        match = Match.continued(setup, game, kept.opening)
        for move in kept.moves:
            if not repeat_event(match, move.verdict, move.actions):
                raise ReplayError("its moves lead to another position now.", move)
    except ReplayError:
        raise
    except Exception as error:
        if (
            not isinstance(error, TebikiError | ValueError | IndexError)
            and user_code_errors.describe_error(error) is None
        ):
            raise
        raise ReplayError("its moves cannot be made any more.", move) from None
    return match
