"""The argue step: the learner builds an answer from lines in the right order; stray lines express false beliefs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engines.checking.expectations import expectation_holds
from engines.kernel.state import State
from engines.variants.counter_rules import by_id
from tutor.lessons.answer_places import shuffle_places
from tutor.lessons.loader import state_of
from tutor.lessons.session import LEARNER, Session
from tutor.matches.feedback import clause_entry
from tutor.matches.playthrough import Playthrough
from tutor.messages import shapes
from tutor.messages.clicks import Picks
from tutor.text import format_message

Line = Mapping[str, Any]


def is_line_true(state: State, line: Line) -> bool | None:
    """Return whether the fact of a line is true on a table.

    The fact is an expectation, or an action that is possible there.

    Return None if the line has no fact.
    """
    if "is" in line:
        return expectation_holds(state, line["is"])
    for key in ("legal", "refused"):
        if key in line:
            action = state.game.notation.read(state, line[key], LEARNER)[0]
            return (not state.why_not(action, LEARNER)) == (key == "legal")
    return None


class ArgueStep(Session):
    """The step in which the learner answers with some of the lines, so that each follows from those before it.

    `lines` are the lines of the answer, in order; `stray` are lines that are not part of it, each with the belief
    behind it. On the page they are shuffled, the same way each time.
    """

    picks: list[str]
    wrong: str
    """The first line that was out of place when the answer was last judged, "" if there was none."""

    def fresh_table(self) -> Playthrough:
        """Return the table in the step as written: nothing is played, and the game may be over."""
        return Playthrough(state_of(self.lesson, self.step, run=False), LEARNER, language=self.language)

    def begin(self) -> None:
        """Begin with an empty answer."""
        self.picks, self.wrong = [], ""

    def all_lines(self) -> list[tuple[str, Line]]:
        """Return every line with its id, as shown; the lines of the answer are never shown in the right order."""
        lines = [(str(number), line) for number, line in enumerate(self.step.get("lines"))]
        lines += [(f"stray {number}", line) for number, line in enumerate(self.step.get("stray"))]
        seed, right = self.wanted, self.right_picks()
        while True:
            shown = [lines[place] for place in shuffle_places(self.step, seed, len(lines))]
            if [id for id, _ in shown if id in right] != right:
                return shown
            seed += 1

    def right_picks(self) -> list[str]:
        """Return the ids of the answer's lines in the right order."""
        return [str(number) for number in range(len(self.step.get("lines")))]

    def answered(self, picks: Picks) -> None:
        """Store the ids of the lines that were picked, in the order of picking."""
        known = [id for id, _ in self.all_lines()]
        self.picks = [one for one in dict.fromkeys(map(str, picks)) if one in known] if isinstance(picks, list) else []
        self.wrong = ""

    def check(self) -> None:
        """Judge line by line; the answer is kept up to the first line that does not follow."""
        right, lines = self.right_picks(), dict(self.all_lines())
        if len(self.picks) < len(right):
            left = len(right) - len(self.picks)
            self.feedback = self.info(format_message("lesson.argue.more", self.language, count=left))
            return
        texts = [lines[id]["text"] for id in self.picks]
        if self.picks == right:
            facts = [self.rule_of(line) for line in self.step.get("lines")]
            self.verdict(True, format_message("lesson.argue.right", self.language), facts, actions=texts)
            return
        kept = next(at for at, id in enumerate(self.picks) if at >= len(right) or id != right[at])
        self.wrong = self.picks[kept]
        line = lines[self.wrong]
        stray = self.wrong not in right
        title = format_message(f"lesson.argue.{'stray' if stray else 'early'}", self.language, text=line["text"])
        facts = [self.rule_of(line)] if stray else []
        self.verdict(False, title, facts, line.get("say", ""), texts)
        self.picks = self.picks[:kept]

    def rule_of(self, line: Line) -> shapes.Fact:
        """Return the clause of a line as a fact; for a stray line, the clause that its belief contradicts."""
        clause = line["clause"] if "clause" in line else by_id(self.lesson.game)[line["belief"]].clauses[0]
        return self.fact(clause_entry(self.lesson.game, clause)["text"], clause)

    def rests_on(self) -> list[str]:
        """Return the clauses stated by the lines of the answer."""
        return [line["clause"] for line in self.step.get("lines")]

    # What is shown.

    def coach(self) -> shapes.Coach:
        """Return the coach with the lines; picked ones show their place in the answer."""
        items: list[shapes.Item] = []
        for id, line in self.all_lines():
            item: shapes.Item = {"id": id, "text": line["text"], "state": "", "note": ""}
            if id in self.picks:
                item |= {"state": "right" if self.done else "picked", "picked": True, "rank": self.picks.index(id) + 1}
            elif id == self.wrong:
                item["state"] = "wrong"
            items.append(item)
        controls = [] if self.done else [self.control("check", primary=True)]
        return {
            "choices": {
                "mode": "sequence",
                "items": items,
                "note": format_message("lesson.argue.note", self.language),
            },
            "controls": [*controls, self.control("reset")],
        }

    def scene(self) -> shapes.Scene:
        """Return the table, only to be looked at."""
        return self.pointed_at(super().scene())

    def rule_hint(self) -> list[str]:
        """Return the clauses stated by the lines of the answer."""
        return self.rests_on()

    def move_hint(self) -> str:
        """Return the lines of the answer in their order."""
        return " ".join(line["text"] for line in self.step.get("lines"))
