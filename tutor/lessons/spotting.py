"""The spot step: one line of a log is illegal, and the engine finds which."""

from __future__ import annotations

from engines.book.toml_schema import SEAT_NAMES
from engines.checking import scenarios
from engines.errors import Reason
from engines.kernel.state import State
from engines.legal.reasons import names_another
from tutor.boards.presentation import load_look
from tutor.lessons.event_films import FilmStep, run_script
from tutor.lessons.session import LEARNER
from tutor.matches.phrases import words_for_notation
from tutor.matches.playthrough import Playthrough
from tutor.messages import shapes
from tutor.messages.clicks import Picks
from tutor.text import format_message

MOST_CONDITIONS = 3
"""Most conditions of a legal line that are listed as met, the last ones."""


class SpotStep(FilmStep):
    """Click the one line of a log that the rules refuse."""

    pick: str
    judged: bool

    def begin(self) -> None:
        """Play the log without its illegal line, storing for each line the moment at which it was said."""
        super().begin()
        self.pick, self.judged = "", False
        self.ending = (self.table.state, "")
        self.lines: list[tuple[str, State, list[Reason]]] = []
        self.speakers: list[int | None] = []
        here = self.table.state
        film: list[State] = []
        for line in self.step.get("script"):
            text = line if isinstance(line, str) else line.get("aside") or line["line"]
            moment = line_moment(here, film, text)
            if not is_aside(line):
                seat = SEAT_NAMES[line["by"]] if isinstance(line, dict) else moment.seat_to_act
                action = moment.game.notation.read(moment, text, seat)[0]
                reasons = moment.why_not(action, seat, self.language)
                named = any(names_another(moment.game.words, reason.requirement) for reason in reasons)
                if seat != LEARNER and named:  # other things the rival could name may be in the rival's hand
                    reasons = [one._replace(repair="") for one in reasons]
                self.lines.append((text, moment, reasons))
                self.speakers.append(seat)
                if self.lines[-1][2]:
                    continue  # it did not happen: what follows is judged without it
            if not any(reasons for _, _, reasons in self.lines):
                self.ending = (here, text)
            here = here.copy().listen(film=True)
            scenarios.play_line(here, text)
            film, here.listener = here.film or [], None

    def number(self) -> int:
        """Return the index of the illegal line."""
        return next(at for at, (_, _, reasons) in enumerate(self.lines) if reasons)

    def answered(self, picks: Picks) -> None:
        """Judge the clicked line at once."""
        shown = self.texts()
        if not isinstance(picks, list) or not picks or str(picks[0]) not in map(str, range(len(shown))) or self.done:
            return
        self.pick, self.judged = str(picks[0]), True
        at = int(self.pick)
        words = (self.step.get("say") or {}).get(str(at + 1), "")
        if at == self.number():
            text, state, reasons = self.lines[at]
            self._true_end()
            self.verdict(
                True,
                format_message("lesson.spot.right", self.language),
                [self.fact(reason.fact, reason.clause, reason.repair) for reason in reasons],
                words,
                [text],
            )
        else:
            text, state, _ = self.lines[at]
            plain = load_look(self.lesson.game.name).get("plain_needs", ())
            checks = state.explain(state.game.notation.read(state, text, self.speakers[at])[0], self.speakers[at])
            met = [
                self.fact(check.fact, check.clause) for check in checks if check.met and check.requirement not in plain
            ]
            met = [*{one["fact"]: one for one in met[::-1]}.values()][:MOST_CONDITIONS][
                ::-1
            ]  # two rules may say the same
            words = words or ("" if met else format_message("lesson.spot.fine", self.language))
            self.verdict(False, format_message("lesson.spot.wrong", self.language, number=at + 1), met, words, [text])

    def _true_end(self) -> None:
        """Show how the last legal line really continued."""
        before, text = self.ending
        shadow = Playthrough(before, LEARNER, self.table.names, self.table.notes, self.table.shown)
        self.roll(run_script(shadow, [text]), before)

    def texts(self) -> list[str]:
        """Return the lines of the log, as text."""
        return [text for text, _, _ in self.lines]

    def coach(self) -> shapes.Coach:
        """Return the log."""
        items: list[shapes.Item] = []
        for at, text in enumerate(self.texts()):
            mine = self.speakers[at] == LEARNER
            who = format_message("lesson.you" if mine else "lesson.rival", self.language)
            state = ("right" if self.done else "wrong") if self.judged and self.pick == str(at) else ""
            line = f"{who}: {words_for_notation(text, self.lesson.game)}"
            items.append({"id": str(at), "text": line, "state": state, "note": ""})
        return {"choices": {"mode": "log", "items": items}, "controls": [self.control("reset")]}

    def scene(self) -> shapes.Scene:
        """Return the table before the line that was clicked, without moves."""
        if self.reel or not self.pick:
            return self.pointed_at(super().scene())
        state = self.lines[int(self.pick)][1]
        return self.table.picture(state, self.stamp) | {"quiet": True}

    def rule_hint(self) -> list[str]:
        """Return the clause of the refusal."""
        return [reason.clause for reason in self.lines[self.number()][2]][:2]

    def look_hint(self) -> dict[str, str]:
        """Highlight the card that the illegal line names."""
        return self.cards_named(self.lines[self.number()][0])

    def move_hint(self) -> str:
        """Return the number of the line."""
        return format_message("lesson.spot.line", self.language, number=self.number() + 1)


def is_aside(line: object) -> bool:
    """Return True for what is played between the lines of the log and is not listed."""
    return isinstance(line, dict) and "aside" in line


def line_moment(here: State, film: list[State], text: str) -> State:
    """Return the moment at which a line of a log was said: now, after passing windows, or in a window just passed.

    A window in which nothing is legal passes automatically; somebody may still claim to have acted in it.
    """
    word = text.split(" ")[0]
    steps = {step for kind in here.game.kinds.values() if kind.form.split(" ")[0] == word for step in kind.steps}
    later = here.copy()
    while later.step.name not in steps and later.result is None and later.step.window:
        later.apply(scenarios.passing_action(later))
    if later.step.name in steps:
        return later
    return next((state for state in reversed(film) if state.step.name in steps), here)
