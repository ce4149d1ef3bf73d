"""'Which line is illegal?' questions: a log of a player's actions in a turn, of which the rules refuse exactly one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engines.checking import scenarios
from engines.errors import TebikiError
from engines.game import Game
from engines.kernel.state import Action, State
from tutor.lessons.spotting import SpotStep
from tutor.practice import wording
from tutor.practice.aims import state_in_game
from tutor.practice.legality import ABSENCE_ERRORS, is_allowed, tries_of_kinds
from tutor.practice.maker import PERMITTING, Maker, Request
from tutor.practice.playouts import LEARNER
from tutor.practice.positions import cut_down, is_plausible
from tutor.practice.question import Question, session_of
from tutor.practice.scenes import SCENES_PER_SOURCE, Scene, scenes_of, tells_a_secret
from tutor.practice.sources import decision_sources, shuffle_copy

SCENES_BEFORE, SCENES_AFTER = 6, 3
"""Maximum number of scenes in the log before and after the illegal line."""
FEWEST, MOST = 3, 6
"""Minimum and maximum number of lines that are listed."""


class LogRow(NamedTuple):
    """A row of a log: its text, and whether it is played without being listed as a line."""

    text: str
    aside: bool = False

    @property
    def written(self) -> str | dict[str, str]:
        """The row as written in a lesson's script."""
        return {"aside": self.text} if self.aside else self.text


class TurnLog(NamedTuple):
    """A log: the state in which it begins, its rows, and the index of the illegal one."""

    start: State
    rows: tuple[LogRow, ...]
    place: int

    @property
    def listed(self) -> list[str]:
        """The texts of the listed rows."""
        return [row.text for row in self.rows if not row.aside]


def find_illegal_lines(request: Request) -> Iterator[Question | None]:
    """Yield logs with a line that only the rule in question forbids."""
    source, other = request.source, request.other
    for moments in decision_sources(request.game, request.seed, request.clauses):
        found = [one for one in scenes_of(moments) if not one.before and not tells_a_secret(one)]
        for at in shuffle_copy(range(len(found)), source)[:SCENES_PER_SOURCE]:
            if not found[at].start.seat_to_act_is(LEARNER):  # only the learner is shown reasons
                continue
            refused = list(believed_tries(found[at].start, other, request.kinds))
            if refused and is_plausible(found[at].start):
                log = build_log(found, at, refused[source.below(len(refused))])
                yield None if log is None else ask_illegal_line(log, request)


def believed_tries(state: State, other: Game, kinds: list[str]) -> Iterator[Action]:
    """Yield the tries of the deciding player that the game refuses and `other` allows."""
    moved, seat = state_in_game(state, other), state.seat_to_act
    if moved is None:
        return
    for action in tries_of_kinds(state, seat, kinds):
        if is_allowed(state.game, state, seat, action) or not is_allowed(other, moved, seat, action):
            continue
        text = state.game.notation.write(state, action, seat)
        if not wording.is_numbered(text) and not wording.names_twice(text):
            yield action


def build_log(found: Sequence[Scene], at: int, tried: Action) -> TurnLog | None:
    """Return a log around scene `at` of a play-out, with the try at the scene's beginning.

    None if the log would be too short or too long.
    """
    here = found[at].start
    before = [one for one in found[max(0, at - SCENES_BEFORE) : at] if is_same_turn(one.start, here)]
    after = [one for one in found[at : at + SCENES_AFTER] if is_same_turn(one.start, here)]
    text = here.game.notation.write(here, tried, here.seat_to_act)
    earlier, later = log_rows(before, form_of(text)), log_rows(after, form_of(text))
    while later and len([row for row in (*earlier, *later) if not row.aside]) >= MOST:
        later.pop()
    log = TurnLog(before[0].start if before else here, (*earlier, LogRow(text), *later), len(earlier))
    count = len(log.listed)
    return log if FEWEST <= count <= MOST and len({*log.listed}) == count else None


def log_rows(scenes: Sequence[Scene], form: str) -> list[LogRow]:
    """Return the rows of scenes; only the learner's actions of the same form as the try are listed.

    If the lines had different forms, learners could guess by form, since most tries have the same. Picks are not
    listed, since the try has none either.
    """
    rows: list[LogRow] = []
    for scene in scenes:
        for line in scene.lines:
            text = line.first or line.text
            meant = line.seat == LEARNER and bool(line.words) and not line.declines
            rows.append(LogRow(text, aside=not meant or form_of(text) != form))
            rows += [LogRow(pick, aside=True) for pick in line.picks]
    return rows


def form_of(text: str) -> str:
    """Return an action's text without names; it still distinguishes attacks on units from attacks on cores."""
    return re.sub(r'"[^"]*"', '""', text)


def is_same_turn(one: State, other: State) -> bool:
    """Return True if both states are in the same turn and the same player decides."""
    return one.turn == other.turn and one.seat_to_act == other.seat_to_act


def ask_illegal_line(log: TurnLog, request: Request) -> Question | None:
    """Return the question in a reduced position; None unless exactly this line is illegal."""
    if not is_plausible(log.start) or not is_only_try_illegal(log, request.other):
        return None
    if wording.done_this_turn(log.start):  # a log does not show earlier actions of the turn
        return None
    best = cut_down(log.start, lambda cut: is_only_try_illegal(log._replace(start=cut), request.other))
    question = write_log(log._replace(start=best), request)
    try:
        run = session_of(question)
        assert isinstance(run, SpotStep)
        illegal = [at for at, line in enumerate(run.lines) if line.reasons]
        for line in run.lines:  # the learner may click any line, and every line needs an explanation
            line.moment.explain(request.game.notation.read(line.moment, line.text)[0])
        here, tried = run.lines[illegal[0]].moment, run.lines[illegal[0]].text  # the try may have moved
        believed = state_in_game(here, request.other)
        action = here.game.notation.read(here, tried)[0]
        allowed = believed is not None and is_allowed(request.other, believed, here.seat_to_act, action)
    except (TebikiError, *ABSENCE_ERRORS):
        return None
    same = len(illegal) == 1 and (run.texts()[run.number()],) == question.right
    return question if same and allowed else None


def is_only_try_illegal(log: TurnLog, other: Game) -> bool:
    """Return True if all other lines can be played, and only the counter-rule allows the illegal one."""
    here = log.start.copy()
    try:
        for at, row in enumerate(log.rows):
            if at != log.place:
                scenarios.play_line(here, row.text)
                continue
            seat, action = here.seat_to_act, here.game.notation.read(here, row.text)[0]
            moved = state_in_game(here, other)
            if moved is None or is_allowed(here.game, here, seat, action):
                return False
            if not is_allowed(other, moved, seat, action):
                return False
    except (TebikiError, *ABSENCE_ERRORS):
        return False
    return True


def write_log(log: TurnLog, request: Request) -> Question:
    """Return the question about a log."""
    text, turn = log.rows[log.place].text, log.start.turn
    return request.build_question(
        log.start,
        title=request.say("title"),
        text=request.say("text", log=request.say("turn" if turn else "setup", turn=turn)),
        asked={"script": [row.written for row in log.rows]},
        right=(text,),
        beliefs={request.aim: ()},
        options=len(log.listed),
        key=f"{log.listed}",
        cards=wording.quoted_names(text),
    )


ILLEGAL_LINE = Maker("spot", find_illegal_lines, PERMITTING)
