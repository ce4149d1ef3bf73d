"""The spot step: one line of a log is illegal, and the learner must find it; the engine determines which one it is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from engines.book.toml_schema import SEAT_NAMES
from engines.checking import scenarios
from engines.errors import Reason, TebikiError
from engines.kernel.state import Action, State
from engines.legal.reasons import names_another
from tutor.boards.presentation import load_look
from tutor.lessons import smaller
from tutor.lessons.answer_places import shuffle_places
from tutor.lessons.event_films import FilmStep, run_script
from tutor.lessons.session import LEARNER
from tutor.matches.phrases import words_for_notation
from tutor.matches.playthrough import Playthrough
from tutor.messages import shapes
from tutor.messages.clicks import Picks
from tutor.text import format_message

MOST_CONDITIONS = 3
"""Maximum number of met conditions listed for a legal line; the last ones are listed."""


class LoggedLine(NamedTuple):
    """A line of a log: the state in which it is spoken, the reasons against it, the seat, and its index in the file."""

    text: str
    moment: State
    reasons: list[Reason]
    speaker: int | None
    written: int

    def said_like(self, other: LoggedLine) -> bool:
        """Return True if the same player says the same thing, with the same facts against it."""
        facts = [[(one.requirement, one.clause, one.fact) for one in line.reasons] for line in (self, other)]
        return (self.text, self.speaker) == (other.text, other.speaker) and facts[0] == facts[1]


class SpotStep(FilmStep):
    """The step in which the learner clicks the one line of a log that the rules refuse."""

    pick: str
    judged: bool
    lines: list[LoggedLine]
    ending: tuple[State, str]
    """The last legal line before the illegal one (if there is none, the first after it), and the state in which it is
    spoken."""

    def begin(self) -> None:
        """Judge the log, after moving its illegal line to one of the places where it is refused with the same facts."""
        super().begin()
        self.pick, self.judged = "", False
        script = list(enumerate(self.step.get("script")))
        self.lines, self.ending = self.judge_log(script)
        illegal = [line for line in self.lines if line.reasons]
        if len(illegal) != 1:
            return
        others = [row for row in script if row[0] != illegal[0].written]
        for place in shuffle_places(self.step, self.wanted, len(script)):
            try:
                lines, ending = self.judge_log([*others[:place], script[illegal[0].written], *others[place:]])
            except TebikiError:  # the line cannot be read at that place
                continue
            found = [at for at, line in enumerate(lines) if line.reasons]
            if len(found) != 1:
                continue
            again = lines[found[0]].text in [line.text for line in lines[: found[0]]]
            if lines[found[0]].said_like(illegal[0]) and not again:
                self.lines, self.ending = lines, ending
                return

    def judge_log(self, script: Sequence[tuple[int, Any]]) -> tuple[list[LoggedLine], tuple[State, str]]:
        """Play a log without its illegal lines; return its lines, and the legal line next to the first illegal one.

        script : the rows of the log, each with its index in the file. Raises TebikiError if a row cannot be played.
        """
        here, film, lines = self.table.state, list[State](), list[LoggedLine]()
        ending = (here, "")
        for written, line in script:
            text = line if isinstance(line, str) else line.get("aside") or line["line"]
            moment = line_moment(here, film, text)
            if not is_aside(line):
                seat = SEAT_NAMES[line["by"]] if isinstance(line, dict) else moment.seat_to_act
                action = moment.game.notation.read(moment, text, seat)[0]
                reasons = moment.why_not(action, seat, self.language)
                named = any(names_another(moment.game.words, reason.requirement) for reason in reasons)
                if seat != LEARNER and named:  # the rival may hold other cards that could be named
                    reasons = [one._replace(repair="") for one in reasons]
                lines.append(LoggedLine(text, moment, reasons, seat, written))
                if reasons:
                    continue  # an illegal line does not happen, so the following lines are judged without it
            if not any(one.reasons for one in lines) or not ending[1]:
                ending = (here, text)
            here = here.copy().listen(film=True)
            scenarios.play_line(here, text)
            film, here.listener = here.film or [], None
        return lines, ending

    def number(self) -> int:
        """Return the index of the illegal line."""
        return next(at for at, line in enumerate(self.lines) if line.reasons)

    def answered(self, picks: Picks) -> None:
        """Judge the clicked line immediately."""
        shown = self.texts()
        if not isinstance(picks, list) or not picks or str(picks[0]) not in map(str, range(len(shown))) or self.done:
            return
        self.pick = str(picks[0])
        smaller.check_answer(self)

    def check(self) -> None:
        """Judge the clicked line."""
        if not self.pick:
            return
        self.judged, at = True, int(self.pick)
        line = self.lines[at]
        words = (self.step.get("say") or {}).get(str(self.number_in_file(line)), "")
        if at == self.number():
            self._true_end()
            self.verdict(
                True,
                format_message("lesson.spot.right", self.language),
                [self.fact(reason.fact, reason.clause, reason.repair) for reason in line.reasons],
                words,
                [line.text],
            )
        else:
            plain = load_look(self.lesson.game.name).get("plain_needs", ())
            checks = line.moment.explain(self.action_of(line), line.speaker)
            met = [
                self.fact(check.fact, check.clause) for check in checks if check.met and check.requirement not in plain
            ]
            met = [*{one["fact"]: one for one in met[::-1]}.values()][:MOST_CONDITIONS][::-1]  # rules may share a text
            words = words or ("" if met else format_message("lesson.spot.fine", self.language))
            title = format_message("lesson.spot.wrong", self.language, number=at + 1)
            self.verdict(False, title, met, words, [line.text])

    def action_of(self, line: LoggedLine) -> Action:
        """Return the action that a line states, without its picks."""
        return line.moment.game.notation.read(line.moment, line.text, line.speaker)[0]

    def smaller_question(self) -> smaller.SmallerQuestion | None:
        """Return what the illegal line lacks, as a question about the clicked line; the table shows its moment.

        The rival's lines have none, since the answer may be hidden.
        """
        line = self.lines[int(self.pick)] if self.pick else None
        if line is None or line.reasons or line.speaker != LEARNER:
            return None
        needs = [reason.requirement for reason in self.lines[self.number()].reasons]
        return smaller.ask_about_action(line.moment, LEARNER, self.action_of(line), self.language, needs)

    def answer_again(self) -> None:
        """Take the mark off the clicked line; the table still shows its moment."""
        self.judged = False

    def _true_end(self) -> None:
        """Show what really happens after the legal line next to the illegal one."""
        before, text = self.ending
        shadow = Playthrough(before, LEARNER, self.table.names, self.table.notes, self.table.shown)
        self.roll(run_script(shadow, [text]), before)

    def number_in_file(self, line: LoggedLine) -> int:
        """Return the number of a line in the file, counted from 1; the illegal line may have been moved since."""
        return 1 + sum(one.written < line.written for one in self.lines)

    def texts(self) -> list[str]:
        """Return the lines of the log, as text."""
        return [line.text for line in self.lines]

    def coach(self) -> shapes.Coach:
        """Return the coach with the log."""
        items: list[shapes.Item] = []
        for at, line in enumerate(self.lines):
            mine = line.speaker == LEARNER
            who = format_message("lesson.you" if mine else "lesson.rival", self.language)
            clicked = "picked" if not self.judged else "right" if self.done else "wrong"
            state = clicked if self.pick == str(at) else ""
            text = f"{who}: {words_for_notation(line.text, self.lesson.game)}"
            items.append({"id": str(at), "text": text, "state": state, "note": ""})
        return {"choices": {"mode": "log", "items": items}, "controls": [self.control("reset")]}

    def scene(self) -> shapes.Scene:
        """Return the table before the clicked line, at first before the first one, without moves.

        What is played before the first line without being listed, such as a charge, is then on the table.
        """
        if self.reel or not (self.pick or is_aside(self.step.get("script")[0])):
            return self.pointed_at(super().scene())
        scene: shapes.Scene = self.table.picture(self.lines[int(self.pick or 0)].moment, self.stamp)
        return scene | {"quiet": True} if self.pick else self.pointed_at(scene)

    def rule_hint(self) -> list[str]:
        """Return the clause that refuses the line."""
        return [reason.clause for reason in self.lines[self.number()].reasons][:2]

    def look_hint(self) -> dict[str, str]:
        """Highlight the card that the illegal line names."""
        return self.cards_named(self.lines[self.number()].text)

    def move_hint(self) -> str:
        """Return the number of the illegal line."""
        return format_message("lesson.spot.line", self.language, number=self.number() + 1)


def is_aside(line: object) -> bool:
    """Return True if a line is played between the lines of the log without being listed."""
    return isinstance(line, dict) and "aside" in line


def line_moment(here: State, film: list[State], text: str) -> State:
    """Return the state in which a line of a log is spoken: now, after passing windows, or in a window just passed.

    A window in which nothing is legal passes automatically; a player may still claim to have acted in it.
    """
    word = text.split(" ")[0]
    steps = {step for kind in here.game.kinds.values() if kind.form.split(" ")[0] == word for step in kind.steps}
    later = here.copy()
    while later.step.name not in steps and later.result is None and later.step.window:
        later.apply(scenarios.passing_action(later))
    if later.step.name in steps:
        return later
    return next((state for state in reversed(film) if state.step.name in steps), here)
