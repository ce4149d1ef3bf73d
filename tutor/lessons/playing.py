"""The kinds of step in which the table moves: watch, do and solve."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engines.core import players, scenarios
from engines.core.solver import Solver, TooDeep, opened
from engines.core.state import NATURE, Action, State
from tutor import feedback
from tutor.lessons import goals
from tutor.lessons.loader import FIGHTS
from tutor.lessons.session import LEARNER, Json, Session
from tutor.presentation import look
from tutor.table import Happening, Move, Table
from tutor.text import say

TOLD = 6
"""How many facts a refutation tells at most: what the move did, and what came of it."""


def film_lines(session: Session, happened: list[Happening]) -> list[Json]:
    """Return events as numbered lines with clause and the letter of the player."""
    return [
        {
            "n": number,
            "text": session.table.tell(one.event),
            "clause": one.event.clause,
            "who": "Y" if one.event.seat == LEARNER else "R",
        }
        for number, one in enumerate(happened, 1)
    ]


def run_script(table: Table, script: Any, when: str | None = None) -> list[Happening]:
    """Play a script on a table and return what happened; windows it does not mention are passed, also at its end.

    when : "turn over" leaves out what happens after the turn in which the script begins, "battle over" and "attack
    over" what happens after the fight.
    """
    turn, here = table.state.turn, table.state.copy().listen(film=True)
    for line in script:
        text = line["aside"] if isinstance(line, dict) else line
        for part in here.game.notation.expand(text):
            scenarios.play_text(here, part)
    while here.result is None and here.step.window:
        here.apply(scenarios.passing_action(here))
    happened = [Happening(event, 1, film) for event, film in zip(here.events or (), here.film or (), strict=True)]
    here.events = here.path = here.film = None
    happened = until(happened, when, turn)
    if when and happened:
        here = happened[-1].state
    table.state = here
    table.log += happened
    return happened


def until(happened: list[Happening], when: str | None, turn: int) -> list[Happening]:
    """Return what happened up to the moment `when`, "turn over" or the end of a fight; without one all of it."""
    if when in FIGHTS:
        fights = [one.state.game.rules.fighting(one.state) for one in happened]
        begun = fights.index(True) if True in fights else 0
        return happened[: fights.index(False, begun) if False in fights[begun:] else len(happened)]
    return [one for one in happened if one.state.turn == turn] if when == "turn over" else happened


def only_declined(state: State) -> bool:
    """Return True if all that can be done is to decline, in a window or where the presentation says so."""
    goes_by = state.step.window or state.step.passing in look(state.game.name).get("goes_by", ())
    return goes_by and len(state.actions) == 1 and state.actions[0][0] == state.step.passing


def trimmed(happened: list[Happening], is_loud: Callable[[Happening], bool]) -> list[Happening]:
    """Return what players saw happen, up to the last event worth telling."""
    seen = [one for one in happened if one.event.seat != NATURE]
    while len(seen) > 1 and not is_loud(seen[-1]):
        seen.pop()
    return seen


class Film(Session):
    """A step that shows events one at a time. `shown` is the event on screen, 0 before the first."""

    reel: list[Happening]
    first: State
    shown: int
    seen: int

    def begin(self) -> None:
        """Have nothing to show yet."""
        self.roll([], self.table.state)

    def roll(self, happened: list[Happening], first: State, shown: int = 0) -> None:
        """Show these events, from the picture `first` on."""
        self.reel, self.first, self.shown, self.seen = happened, first, shown, shown

    @property
    def rolling(self) -> bool:
        """True while there are events that were not shown yet."""
        return self.seen < len(self.reel)

    def seek(self, to: int) -> None:
        """Go to event `to`."""
        self.shown = max(0, min(to, len(self.reel)))
        self.seen = max(self.seen, self.shown)

    def scene(self) -> Json:
        """Return the picture at the event on screen."""
        if not self.reel:
            return super().scene()
        state = self.reel[self.shown - 1].state if self.shown else self.first
        now = (
            self.table.tell(self.reel[self.shown - 1].event) if self.shown else say("lesson.film.begin", self.language)
        )
        return self.table.picture(state, self.stamp, now=now, question=None)

    def events(self) -> tuple[list[Json], Json]:
        """Return the lines of the film, as far as it was seen."""
        if not self.reel:
            return [], {}
        return film_lines(self, self.reel[: self.seen]), {"kind": "watch", "at": self.shown, "end": len(self.reel)}

    def happening(self, number: Any) -> Happening | None:
        """Return event `number` of the film."""
        return self.reel[number - 1] if isinstance(number, int) and 0 < number <= len(self.reel) else None


class Watch(Film):
    """The engine plays, the learner watches to the end."""

    def begin(self) -> None:
        """Play the script out of sight and show its first picture."""
        first = self.table.state
        self.roll(run_script(self.table, self.step.get("script"), self.step.get("when")), first)

    def seek(self, to: int) -> None:
        """Go to event `to`; having seen the last one finishes the step."""
        super().seek(to)
        if self.shown == len(self.reel) and not self.done:
            self.verdict(True, say("lesson.film.end", self.language), [])

    def coach(self) -> Json:
        """Return the controls."""
        return {"controls": [self.control("reset")]}


class Do(Film):
    """The learner makes it happen; the rival and the unseen cards answer as well as the step asks."""

    solver: Solver
    tries: set[str]
    lost: bool
    said: list[str]
    made: list[str]

    def begin(self) -> None:
        """Play what has begun already and prepare the solver."""
        super().begin()
        begun = self.step.get("begun")
        if begun:
            self.table.play(self.table.state.read(begun), remember=False)
            self.table.log.clear()
        self.tries, self.lost, self.said, self.made = set(), False, [], []
        self.table.state.open_chance = self.step.worst
        self.solver = goals.solver_of(self.step, self.table.state, LEARNER)
        self._answers(declining=False)

    @property
    def proved(self) -> bool:
        """True when the step asks for the best defence."""
        return bool(self.step.get("against")) or self.step.kind == "solve"

    def tried(self, attempt: Any) -> None:
        """Explain, and tick a try that was asked for."""
        super().tried(attempt)
        if attempt is not None and attempt.reasons:
            self.tries |= {
                text.removeprefix(goals.TRIED)
                for text in goals.conditions(self.step)
                if text.startswith(goals.TRIED) and self._same(text.removeprefix(goals.TRIED), attempt.action)
            }
            self._finish([])

    def _same(self, text: str, action: Action) -> bool:
        meant = self.table.read_try(text)
        return meant is not None and meant.action == action

    def act(self, number: int) -> None:
        """Play the learner's move and the answers, then judge."""
        moves = self.table.moves()
        if self.lost or self.done or not 0 <= number < len(moves):
            self.feedback = self.info(say("lesson.stale", self.language))
            return
        first = self.table.state
        self.feedback = None
        happened, text = self.make(moves[number])
        if self._finish(happened, text):
            return
        if self.table.yours and self.table.state.step.pick:
            return  # the action is not finished: its picks follow
        if not self._still_possible():
            self._refute(first, happened, text)
            return
        loud = [one for one in happened if self.is_loud(one)]
        words = self.sentence(text)
        if loud or words:
            self.feedback = self.info(say("lesson.happened", self.language))
            self.feedback |= {"facts": [self.told(one) for one in loud[-4:]], "say": words}

    def make(self, move: Move) -> tuple[list[Happening], str]:
        """Make a move and play the answers; return what happened, and the move with its picks as one text."""
        before = self.table.state
        self.said = [*(self.said if before.step.pick else []), move.text]
        self.made = [*self.moves_made(), move.text]
        happened = self.table.play(move.actions) + self._answers()
        return self.judged(happened, before), before.game.notation.contract(self.said)

    def judged(self, happened: list[Happening], before: State) -> list[Happening]:
        """Leave out what happens after the moment at which the step judges."""
        return until(happened, self.step.get("when"), before.turn)

    def moves_made(self) -> list[str]:
        """Return the learner's moves since the step began that were not taken back."""
        return self.made[: len(self.table.history)]

    def _answers(self, declining: bool = True) -> list[Happening]:
        """Play the others' answers, and what the learner can only decline: a window to pass, a unit to stand down."""
        happened: list[Happening] = []
        table = self.table
        while table.state.decision is not None and self.solver.goal(table.state) is None:
            if table.yours and not (declining and only_declined(table.state)):
                break
            answer = table.state.actions[0] if table.yours else self._answer(table.state)
            happened += table.play([answer], remember=False)
        return happened

    def _answer(self, state: State) -> Action:
        if self.proved:
            return self.solver.reply(state)
        if state.step.window:
            return scenarios.passing_action(state)
        return players.greedy_player(state.turn)(state)

    def is_loud(self, happened: Happening) -> bool:
        """Return True if the event is worth telling in a verdict; the game's presentation says which are."""
        return happened.event.kind.split(".")[0] in look(self.lesson.game.name)["loud"]

    def telling(self, happened: list[Happening]) -> list[Happening]:
        """Return the events worth telling, or the last one if none is."""
        return [one for one in happened if self.is_loud(one)] or happened[-1:]

    def _open_ticks(self) -> list[str]:
        return [
            text for text in goals.conditions(self.step) if not goals.met(self.table.state, text, LEARNER, self.tries)
        ]

    @property
    def reached(self) -> bool:
        """True when the goal stands on the board."""
        return self.solver.goal(self.table.state) is True

    def _finish(self, happened: list[Happening], text: str = "") -> bool:
        """Judge: True when the step is done, or when only an invited try is left."""
        if not self.reached:
            return False
        missing = [tick for tick in self._open_ticks() if tick.startswith(goals.TRIED)]
        if missing:
            self.feedback = self.info(say("lesson.undo_and_try", self.language))
            self.feedback["say"] = self.sentence(text)
            return True
        if self.done:
            return True
        if not happened and self.feedback:  # the last tick was an invited refusal: leave it in view
            self.done = True
            self.feedback["principle"] = self.step.get("after", "")
            self.listener(
                "right",
                {
                    "actions": self.moves_made(),
                    "clauses": [fact["clause"] for fact in self.feedback["facts"]],
                    "hints": self.hints,
                    "seed": self.seed,
                },
            )
            return True
        facts = [self.told(one) for one in self.telling(happened)[-3:]]
        self.verdict(True, say("lesson.reached", self.language), facts, actions=self.moves_made())
        return True

    def _still_possible(self) -> bool:
        try:
            return self.solver.holds(self.table.state)
        except TooDeep:
            return True

    def _refute(self, first: State, happened: list[Happening], text: str) -> None:
        """Play the refutation of a legal move that gives the goal away."""
        shadow = Table(opened(self.table.state), LEARNER, self.table.names, self.table.notes, self.table.shown)
        for _, action in self.solver.failing_line(self.table.state):
            happened = happened + shadow.play([action])
        quiet = look(self.lesson.game.name).get("quiet", ())
        seen = trimmed(self.judged(happened, first), self.is_loud)
        facts = [self.told(one) for one in self.telling(seen) if one.event.kind.split(".")[0] not in quiet]
        self.give_away(first, seen, text, facts if len(facts) <= TOLD else [*facts[:2], *facts[2 - TOLD :]])

    def give_away(
        self, first: State, happened: list[Happening], text: str, facts: list[Json], title: str = "lesson.given_away"
    ) -> None:
        """Show a move that gives the goal away, with what it led to; Undo takes it back."""
        self.lost = True
        self.roll(happened, first, len(happened))
        self.verdict(False, say(title, self.language), facts, self.sentence(text), self.moves_made())
        tried = feedback.plain(text, self.lesson.game)
        self.feedback |= {"tried": say("lesson.take_back", self.language, text=tried)}  # type: ignore[operator]

    def undo(self) -> None:
        """Bring the board back to before the last move; after a refutation, to before the whole action."""
        lost, self.lost = self.lost, False
        self.roll([], self.table.state)
        super().undo()
        while lost and self.table.state.step.pick and self.table.history:
            super().undo()

    def solution(self) -> list[Action]:
        """Return the learner's next actions on the way to the goal: an invited try first, then a proved line."""
        if self.lost or not self._still_possible():
            return []
        for tick in self._open_ticks():
            if tick.startswith(goals.TRIED) and not self.table.state.step.pick:
                meant = self.table.read_try(tick.removeprefix(goals.TRIED))
                return [meant.action] if meant else []
        state = self.table.state
        line = []
        for seat, action in self.solver.winning_line(state):
            if seat != LEARNER:
                break
            line.append(action)
            if not self._picks_follow(state, line):
                break
        return line

    def _picks_follow(self, state: State, line: list[Action]) -> bool:
        here = opened(state)
        for action in line:
            here.apply(action)
        return here.seat_to_act_is(LEARNER) and here.step.pick

    def rule_hint(self) -> list[str]:
        """Return the clause that ends the winning line, and those that refuse the other tries of the same kind."""
        state = self.table.state
        found: list[str] = []
        line = self.solution()
        if not line:
            return []
        if line and line[0] not in state.actions:
            return [reason.clause for reason in state.why_not(line[0])]
        end = opened(state)
        for _, action in self.solver.winning_line(state):
            end.apply(action)
        if line:
            for action in state.game.tries(state, LEARNER):
                if action[0] == line[0][0]:
                    found += [reason.clause for reason in state.why_not(action)]
        if end.result is not None:
            found.append(end.result.clause)
        return list(dict.fromkeys(found))[:3] or list(state.step.clauses[:2])

    def look_hint(self) -> dict[str, str]:
        """Light the cards of the solution's next move."""
        line = self.solution()
        if not line:
            return {}
        sources, targets = self.table.places(line[0])
        return dict.fromkeys([*sources[:1], *[ref for ref in targets if ref.count(".") > 1][:1]], "lit")

    def move_hint(self) -> str:
        """Return the next move as text."""
        state, line = self.table.state, self.solution()
        if not line:
            return say("lesson.undo_first", self.language)
        if line[0] not in state.actions:
            return feedback.plain(state.text(line[0]), state.game)
        return feedback.plain(state.game.notation.line(state, line), state.game)

    def coach(self) -> Json:
        """Return ticks and controls."""
        texts = goals.conditions(self.step)
        ticks = (
            []
            if len(texts) < 2
            else [
                {
                    "text": goals.reads(text, self.lesson.game.name),
                    "done": goals.met(self.table.state, text, LEARNER, self.tries),
                }
                for text in texts
            ]
        )
        back = bool(self.table.history)
        return {
            "ticks": ticks,
            "controls": [self.control("undo", primary=self.lost, enabled=back), self.control("reset")],
        }
