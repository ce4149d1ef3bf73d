"""The steps answered by pointing at cards or sentences: which, and why."""

from __future__ import annotations

import re

from engines.book.toml_schema import SEAT_NAMES
from engines.errors import Reason
from engines.kernel.state import Action, State
from engines.legal.reasons import TIMING
from tutor.beliefs import explaining
from tutor.boards.copies import number_copies
from tutor.boards.presentation import load_look
from tutor.lessons.answer_places import shuffle_places
from tutor.lessons.loader import ASKS_REPAIRS, Row, state_of
from tutor.lessons.session import LEARNER, Session
from tutor.lessons.smaller import SmallerQuestion, ask_about_first
from tutor.matches.playthrough import Playthrough
from tutor.messages import shapes
from tutor.messages.clicks import Picks
from tutor.text import format_message

PRAISE_KEYS = {0: "_none", 1: "_one", 2: "_two"}
"""Suffix of the praise's text key, by number of marked cards; larger numbers have no suffix."""
MOST_EXPLAINED = 4
"""Maximum number of correctly unmarked options that are explained."""
WRONG_MARKS = {"wrong": "refused", "missed": "lit"}
"""The mark shown on the table for a card that was judged wrongly."""


def judge_mark(marked: bool, legal: bool) -> str:
    """Return the verdict on one card: marked or not, and legal or not, as one of four words."""
    if marked:
        return "right" if legal else "wrong"
    return "missed" if legal else "spared"


class WhichStep(Session):
    """The step in which the learner marks everything for which an action is legal."""

    picks: list[str]
    judged: bool

    def begin(self) -> None:
        """Begin without marks; reveal all cards that may be marked, even those in a pile."""
        self.picks, self.judged = [], False
        piles = [row["id"] for row in load_look(self.lesson.game.name)["zone"] if row["slot"].startswith("pile")]
        self.table.shown |= {ref for ref, _, _ in self.items() if ref.split(".")[1] in piles}

    def items(self) -> list[tuple[str, str, Action]]:
        """Return (reference, name, action) for each thing that may be marked."""
        zones = tuple(f"{SEAT_NAMES[who]}.{zone}." for who, zone in re.findall(r"(\w+)\.(\w+)", self.step.get("items")))
        verb = self.step.get("legal")
        numbers, found = number_copies(self.table.state, LEARNER), []
        for action in self.table.state.game.tries(self.table.state, LEARNER):
            text = self.table.state.game.notation.write(self.table.state, action, LEARNER)
            text = text.replace("the rival's ", "")  # written where both sides have a card of this name
            match = re.fullmatch(re.escape(verb).replace(r'"\*"', r'"([^"]*)"(?: \d+)?'), text)
            sources, targets = self.table.places(action)
            refs = [ref for ref in (*sources, *targets) if ref.startswith(zones)]
            if match and refs:
                number = numbers.get(refs[0], "")
                found.append((refs[0], f"{match.group(1)} {number}".rstrip(), action))
        return found

    def answered(self, picks: Picks) -> None:
        """Store the learner's marks."""
        self.picks = [ref for ref, _, _ in self.items() if ref in picks] if isinstance(picks, list) else []
        self.judged = False

    def check(self) -> None:
        """Judge each card; correct marks stay."""
        self.judged = True
        wrong = [(ref, name, action) for ref, name, action in self.items() if (ref in self.picks) != self.legal(action)]
        if not wrong:
            count = sum(self.legal(action) for _, _, action in self.items())
            key = f"lesson.which.right{PRAISE_KEYS.get(count, '')}"
            self.verdict(True, format_message(key, self.language, count=count), self.rightly_left(), actions=self.picks)
            return
        marks = {action: ref in self.picks for ref, _, action in self.items()}
        self.compare(explaining.explain_marks(self.table.state, LEARNER, marks, self.suspects()))
        facts, words = [], ""
        for _, name, action in wrong:
            facts += self.judged_alone(name, action)
            words = words or self.sentence(self.table.state.game.notation.write(self.table.state, action, LEARNER))
        key = "lesson.which.wrong" if len(wrong) > 1 else "lesson.which.wrong_one"
        title = format_message(key, self.language, name=wrong[0][1], count=len(wrong))
        self.verdict(False, title, facts, words, self.picks)

    def smaller_question(self) -> SmallerQuestion | None:
        """Return the question about the first card that is judged wrongly."""
        wrong = (action for ref, _, action in self.items() if (ref in self.picks) != self.legal(action))
        return ask_about_first(self.table.state, LEARNER, wrong, self.language)

    def answer_again(self) -> None:
        """Hide the verdicts on the cards; the marks stay."""
        self.judged = False

    def judged_alone(self, name: str, action: Action) -> list[shapes.Fact]:
        """Return the verdict on one card, with a heading, and its reasons with their clauses, as facts."""
        legal = self.legal(action)
        if legal:
            facts = self.why_legal(action)
        else:
            reasons = self.table.state.why_not(action, LEARNER, self.language)
            others = {
                other for _, other, _ in self.items() if other != name
            }  # a repair that names another card would reveal whether that card is right
            facts = [
                self.fact(one.fact, one.clause, "" if any(other in one.repair for other in others) else one.repair)
                for one in reasons
            ]
        facts[0]["head"] = format_message(f"lesson.which.{'mark' if legal else 'leave'}", self.language, name=name)
        return facts

    def rightly_left(self) -> list[shapes.Fact]:
        """Return, as facts, why the action is illegal for cards that need not be marked, each reason once."""
        found: dict[str, shapes.Fact] = {}
        for _, name, action in self.items():
            reasons = self.table.state.why_not(action, LEARNER, self.language)
            own = [one for one in reasons if one.requirement != TIMING]  # other reasons say more than timing
            for reason in (own or reasons)[:1]:
                found.setdefault(reason.fact, self.fact(reason.fact, reason.clause))
                found[reason.fact].setdefault("head", format_message("lesson.which.left", self.language, name=name))
        return [*found.values()][:MOST_EXPLAINED]

    def legal(self, action: Action) -> bool:
        """Return True if the action is legal."""
        return not self.table.state.why_not(action, LEARNER)

    def why_legal(self, action: Action) -> list[shapes.Fact]:
        """Return, as facts, requirements that learners may think are not met.

        If there are none, the last requirement.
        """
        doubted = load_look(self.lesson.game.name).get("doubted_needs", ())
        checks = self.table.state.explain(action, LEARNER, self.language)
        shown = [check for check in checks if check.requirement in doubted] or checks[-1:]
        return [self.fact(check.fact, check.clause) for check in shown]

    def coach(self) -> shapes.Coach:
        """Return the coach with the cards to mark."""
        items: list[shapes.Item] = []
        for ref, name, action in self.items():
            picked = ref in self.picks
            state = "picked" if picked else ""
            if self.judged or self.done:
                state = judge_mark(picked, self.legal(action))
            items.append({"id": ref, "ref": ref, "text": name, "state": state, "picked": picked, "note": ""})
        return {
            "choices": {"mode": "many", "items": items, "note": format_message("lesson.which.read", self.language)},
            "controls": [self.control("check", primary=True), self.control("reset")],
        }

    def scene(self) -> shapes.Scene:
        """Return the table without moves, since cards are only marked on it; wrong marks are shown."""
        scene = self.pointed_at(super().scene())
        if self.judged and not self.done:
            marks = {ref: judge_mark(ref in self.picks, self.legal(action)) for ref, _, action in self.items()}
            scene["marks"] |= {ref: WRONG_MARKS[one] for ref, one in marks.items() if one in WRONG_MARKS}
        return scene

    def rule_hint(self) -> list[str]:
        """Return the clauses that refuse the other cards."""
        found = [reason.clause for _, _, action in self.items() for reason in self.table.state.why_not(action, LEARNER)]
        return list(dict.fromkeys(found))[:3]

    def rests_on(self) -> list[str]:
        """Return the clauses that decide, for each card, whether it should be marked."""
        found = []
        for _, _, action in self.items():
            facts = self.why_legal(action) if self.legal(action) else []
            found += [fact["clause"] for fact in facts]
            found += [reason.clause for reason in self.table.state.why_not(action, LEARNER)[:1]]
        return list(dict.fromkeys(found))

    def look_hint(self) -> dict[str, str]:
        """Highlight the cards that must not be marked."""
        return {ref: "lit" for ref, _, action in self.items() if not self.legal(action)}

    def move_hint(self) -> str:
        """Return the answer in words."""
        return ", ".join(name for _, name, action in self.items() if self.legal(action))


class WhyStep(Session):
    """The step in which the learner picks the reason for a refusal, or what would make the action legal.

    The engine decides by changing as little as possible. A choice with `need` says that this requirement is not met,
    which the engine checks.
    """

    pick: str
    judged: bool
    places: list[int]
    """The choices in the order in which they are shown, as indices into the step's list."""

    def fresh_table(self) -> Playthrough:
        """Return a table in the step as written in the file, even if nothing can be chosen in it."""
        return Playthrough(self.standing(), LEARNER, language=self.language)

    def standing(self, change: Row | None = None) -> State:
        """Return the position with a change applied.

        It is in the step as written or, if that step is automatic, at the next decision.
        """
        state = state_of(self.lesson, self.step, change, run=False)
        if state.step.ask is None:
            state.run()
        return state

    def begin(self) -> None:
        """Begin with no choice made, and the choices shuffled."""
        self.pick, self.judged = "", False
        self.places = shuffle_places(self.step, self.wanted, len(self.step.get("choice")))

    def refused(self, state: State) -> list[Reason]:
        """Return the reasons against the refused action in `state`."""
        action = state.game.notation.read(state, self.step.get("refused"), LEARNER)[0]
        return state.why_not(action, LEARNER, self.language)

    def outcome(self, choice: Row) -> list[Reason]:
        """Return the reasons that remain after the change of `choice`; [] if the action is then legal."""
        if "try" in choice:
            state = self.table.state
            action = state.game.notation.read(state, choice["try"], LEARNER)[0]
            return state.why_not(action, LEARNER, self.language)
        return self.refused(self.standing(choice.get("change")))

    def solution(self) -> int:
        """Return the index of the right choice."""
        return next(number for number, choice in enumerate(self.step.get("choice")) if not self.outcome(choice))

    def answered(self, picks: Picks) -> None:
        """Store the learner's choice."""
        count = len(self.step.get("choice"))
        self.pick = (
            str(picks[0]) if isinstance(picks, list) and picks and str(picks[0]) in map(str, range(count)) else ""
        )
        self.judged = False

    def check(self) -> None:
        """Judge the choice by changing what the picked sentence says; if it is wrong, show the right repair."""
        if not self.pick:
            self.feedback = self.info(format_message("lesson.pick_one", self.language))
            return
        self.judged = True
        choices = self.step.get("choice")
        choice, right = choices[int(self.pick)], self.solution()
        left = self.outcome(choice)
        reason = self.refused(self.table.state)[0]
        plain = not left or self.of_repairs() or "need" in choice
        key = "lesson.why.right" if plain else "lesson.why.other" if "try" in choice else "lesson.why.unchanged"
        facts = self.met_need(choice.get("need", ""))
        # the true reason, if it remains; other effects of the change are irrelevant
        still = next((one for one in left if one.requirement == reason.requirement), left[0] if left else reason)
        if left and "need" not in choice:
            facts.append(self.fact(format_message(key, self.language, fact=still.fact), still.clause))
        elif self.of_repairs():
            facts.append(self.fact(reason.fact, reason.clause))
        change = (
            format_message("lesson.why.change", self.language, repair=reason.repair) if reason.repair else reason.fact
        )
        repeats = bool(left) and key == "lesson.why.unchanged" and still.fact == change  # there is no repair
        if (left or not self.of_repairs()) and not repeats:
            facts.append(self.fact(change, reason.clause))
        word = "repair" if self.of_repairs() else "why" if "need" in choice else "reason"
        title = format_message(
            f"lesson.why.not_{word}" if left else f"lesson.why.is_{word}",
            self.language,
            text=choice["text"].rstrip("."),
        )
        self.verdict(int(self.pick) == right, title, facts, choice.get("say", ""), [choice["text"]])

    def smaller_question(self) -> SmallerQuestion | None:
        """Return the question of the requirement that the refused action does not meet."""
        state = self.table.state
        tried = state.game.notation.read(state, self.step.get("refused"), LEARNER)[:1]
        return ask_about_first(state, LEARNER, tried, self.language)

    def answer_again(self) -> None:
        """Hide the verdict on the picked sentence."""
        self.judged = False

    def met_need(self, need: str) -> list[shapes.Fact]:
        """Return, as a fact, that a requirement of the refused action is met here; [] if no rule asks for it."""
        state = self.table.state
        action = state.game.notation.read(state, self.step.get("refused"), LEARNER)[0]
        checks = state.explain(action, LEARNER, self.language) if need else []
        return [self.fact(one.fact, one.clause) for one in checks if one.requirement == need and one.met]

    def of_repairs(self) -> bool:
        """Return True if the question is what would make the action legal, not why it is refused."""
        return bool(self.step.get("of") == ASKS_REPAIRS)

    def coach(self) -> shapes.Coach:
        """Return the coach with the sentences in the order shown; the id of each is its index in the file."""
        items: list[shapes.Item] = []
        for number in self.places:
            choice = self.step.get("choice")[number]
            picked = self.pick == str(number)
            state = "picked" if picked else ""
            if picked and self.judged:
                state = "right" if self.done else "wrong"
            items.append({"id": str(number), "text": choice["text"], "state": state, "note": ""})
        return {
            "choices": {"mode": "one", "items": items},
            "controls": [self.control("check", primary=True), self.control("reset")],
        }

    def scene(self) -> shapes.Scene:
        """Return the table without moves; after the verdict, changed only by what the picked sentence says."""
        change = self.step.get("choice")[int(self.pick)].get("change") if self.judged else None
        if not change:
            return self.pointed_at(super().scene())
        scene = self.table.picture(state_of(self.lesson, self.step, change, run=False), self.stamp)
        verdict = format_message("lesson.why.legal" if self.done else "lesson.why.refused", self.language)
        label = format_message("lesson.why.picture", self.language, verdict=verdict)
        return scene | {"turn": scene["turn"] | {"label": label}, "now": f"{label}.", "quiet": True}

    def rule_hint(self) -> list[str]:
        """Return the clause of the reason."""
        return [self.refused(self.table.state)[0].clause]

    def look_hint(self) -> dict[str, str]:
        """Highlight the card that cannot act."""
        attempt = self.table.read_try(self.step.get("refused"))
        return dict.fromkeys(attempt.refs[:1], "lit") if attempt else {}

    def move_hint(self) -> str:
        """Return the right sentence."""
        return str(self.step.get("choice")[self.solution()]["text"])
