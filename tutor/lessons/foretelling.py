"""The steps in which the learner predicts: predict, and order."""

from __future__ import annotations

from fractions import Fraction

from engines.checking import scenarios
from engines.kernel.chance import RandomSource
from engines.kernel.state import State
from tutor.beliefs import explaining
from tutor.beliefs.continuations import Continuation, ContinuationPair
from tutor.boards.presentation import load_look, zone_words
from tutor.lessons import goals
from tutor.lessons.answer_places import place_options
from tutor.lessons.board_chances import chance_in_words
from tutor.lessons.event_films import FilmStep, run_script
from tutor.lessons.loader import PartRow, expected_answers
from tutor.lessons.outcomes import (
    DECK,
    LEGAL,
    OWNED_NAME,
    action_of,
    deciding_event,
    deck_reasons,
    explain_legality,
    outcome_of,
    summed_events,
)
from tutor.lessons.session import LEARNER
from tutor.lessons.smaller import SmallerQuestion, ask_about_first
from tutor.lessons.smaller_prediction import ask_about_prediction
from tutor.matches import feedback
from tutor.matches.playthrough import LogEntry, Playthrough
from tutor.messages import shapes
from tutor.messages.clicks import Picks
from tutor.text import format_message

CHANCE_PREFIX = "chance "
DECK_RULES = ("deck_size", "copies")
"""Rule parameters with which a legal deck must comply."""
LONGEST_NUMBER = 3
"""Maximum number of digits that can be typed."""


class PredictStep(FilmStep):
    """The step in which the learner predicts, part by part, what the engine will do, and then sees it."""

    picks: dict[str, str]
    outcome: State
    happened: list[LogEntry]
    explained: dict[tuple[tuple[str, str], ...], ContinuationPair | None]

    def begin(self) -> None:
        """Run the script in advance."""
        super().begin()
        self.picks, self.explained = {}, {}
        shadow = Playthrough(self.table.state, LEARNER, self.table.names, self.table.notes, self.table.shown)
        self.start = self.table.state
        self.happened = run_script(shadow, self.step.get("script"), self.step.get("when"))
        self.outcome = shadow.state

    def state_left(self) -> State:
        """Return the state after the script."""
        return self.outcome

    def truth(self, of: str) -> str:
        """Return the engine's answer to the question `of`, which may be an exact chance over all rolls."""
        if of.startswith(CHANCE_PREFIX):
            return str(goals.chance_of(of.removeprefix(CHANCE_PREFIX), self.start, self.step.get("script")[0], LEARNER))
        return outcome_of(of, self.start, self.outcome, self.happened)

    def answered(self, picks: Picks) -> None:
        """Store the learner's answers so far."""
        parts = {str(number): part for number, part in enumerate(self.step.get("parts"))}
        if isinstance(picks, dict) and not self.done:
            read = {key: read_answer(parts[key], str(value)) for key, value in picks.items() if key in parts}
            self.picks = {key: value for key, value in read.items() if value is not None}

    def check(self) -> None:
        """Judge every part, showing the event that decides it, and start the film."""
        parts = self.step.get("parts")
        if len(self.picks) < len(parts):
            self.feedback = self.info(
                format_message("lesson.predict.all", self.language, count=len(parts) - len(self.picks))
            )
            return
        wrong = [number for number, part in enumerate(parts) if self.picks[str(number)] != self.truth(part["of"])]
        idle = not self.happened or all(part["of"].startswith(DECK) for part in parts)  # there is nothing to watch
        if not idle:
            self.roll(self.happened, self.start)
        told = [fact for number in wrong for fact in self.decides(parts[number])]
        told += [fact for number in wrong for fact in self.undecided(parts[number])]
        facts = [fact for at, fact in enumerate(told) if fact not in told[:at]]
        title = self.headline(len(parts), len(wrong), idle)
        self.verdict(not wrong, title, facts, "", [f"{key}: {value}" for key, value in sorted(self.picks.items())])
        if wrong:
            self.compare(self.expected())
            self.done = True  # if the film has been watched to the end; rules behind wrong answers stay due
            self.feedback["principle"] = self.step.get("after", "")  # type: ignore[index]

    def expected(self) -> ContinuationPair | None:
        """Return what the learner expects beside what happens, if a belief predicts these answers; it is kept."""
        key = tuple(sorted(self.picks.items()))
        if key not in self.explained:
            script, when = self.step.get("script"), self.step.get("when")
            self.explained = {
                key: explaining.explain_prediction(self.start, script, when, self.suspects(), self.agrees)
            }
        return self.explained[key]

    def smaller_question(self) -> SmallerQuestion | None:
        """Return the question about the first action of which it is predicted wrongly whether it is legal.

        If no part is about what is legal, it is about what is predicted.
        """
        parts = [part for part in self.step.get("parts") if part["of"].startswith(LEGAL)]
        numbers = {part["of"]: str(number) for number, part in enumerate(self.step.get("parts"))}
        wrong = [part["of"] for part in parts if self.picks.get(numbers[part["of"]]) != self.truth(part["of"])]
        if not parts:
            return ask_about_prediction(self)
        actions = (action_of(self.outcome, of) for of in wrong)
        found = (action for action in actions if action is not None)
        return ask_about_first(self.outcome, LEARNER, found, self.language)

    def answer_again(self) -> None:
        """Put the film away; the answers stay."""
        FilmStep.begin(self)
        self.done = False

    def headline(self, count: int, wrong: int, idle: bool) -> str:
        """Return the title of the verdict on `count` parts.

        For a chance, the title says that a single play does not confirm it.
        """
        if idle:
            return format_message("lesson.predict.deck.came", self.language, right=count - wrong, count=count)
        if all(part["of"].startswith(CHANCE_PREFIX) for part in self.step.get("parts")):
            key = "right" if not wrong else "otherwise" if count == 1 else "some"
            return format_message(f"lesson.predict.chance.{key}", self.language, right=count - wrong, count=count)
        if count == 1:
            return format_message(f"lesson.predict.{'otherwise' if wrong else 'right_one'}", self.language)
        key = "some" if wrong else "right"
        return format_message(f"lesson.predict.{key}", self.language, right=count - wrong, count=count)

    def agrees(self, thought: Continuation) -> bool:
        """Return True if all answers match a continuation; chances are left out, since one play does not show them."""
        parts = self.step.get("parts")
        return all(
            not part["of"].startswith(CHANCE_PREFIX)
            and outcome_of(part["of"], self.start, thought.state, thought.happened) == self.picks[str(number)]
            for number, part in enumerate(parts)
        )

    def seek(self, to: int) -> None:
        """Go to event `to`; the step is done when the last event has been seen, whatever was answered."""
        unseen = self.rolling
        super().seek(to)
        if unseen and not self.rolling:
            self.listener("seen", {})

    def rests_on(self) -> list[str]:
        """Return the clauses of the events that decide the parts."""
        return list(dict.fromkeys(id for part in self.step.get("parts") for id in self.clauses_of(part["of"])))

    def clauses_of(self, of: str) -> list[str]:
        """Return the clauses that decide a part: the clause of its event, or those of the deck rules."""
        if of.startswith(DECK):
            rules = self.lesson.game.parameter_rules
            broken = [reason.clause for reason in deck_reasons(self.lesson.game, of)]
            return broken or [rules[name].clause for name in DECK_RULES if name in rules]
        event = self.deciding(of)
        if event is not None:
            return [event.event.clause]
        return [part["clause"] for part in self.step.get("parts") if part["of"] == of and "clause" in part]

    def undecided(self, part: PartRow) -> list[shapes.Fact]:
        """Return the facts about a part that no event decides: its clause, or the deck rules."""
        if part["of"].startswith(LEGAL):
            return self.allowed(part)
        if not part["of"].startswith(DECK):
            goes_on = part["of"] == "next" and "clause" in part  # the last event does not determine who decides next
            if self.deciding(part["of"]) is not None and not goes_on:
                return []
            return self.ruled([part["clause"]] if goes_on else self.clauses_of(part["of"]))
        reasons = deck_reasons(self.lesson.game, part["of"])
        found = [self.fact(reason.fact, reason.clause, reason.repair) for reason in reasons]
        legal = format_message("lesson.predict.deck.legal", self.language)
        found = found or [self.fact(legal, id) for id in self.clauses_of(part["of"])[:1]]
        return [found[0] | {"head": part["ask"]}, *found[1:]]

    def allowed(self, part: PartRow) -> list[shapes.Fact]:
        """Return the facts that speak against an action; if there are none, those that speak for it."""
        checks = explain_legality(self.outcome, part["of"].removeprefix(LEGAL), self.language)
        told = [self.fact(one.fact, one.clause, one.repair) for one in checks]
        return [told[0] | {"head": part["ask"]}, *told[1:]] if told else self.ruled(self.clauses_of(part["of"]))

    def ruled(self, ids: list[str]) -> list[shapes.Fact]:
        """Return clauses as facts, each with its own text."""
        return [self.fact(feedback.clause_entry(self.lesson.game, id)["text"], id) for id in ids]

    def decides(self, part: PartRow) -> list[shapes.Fact]:
        """Return the facts about a part: the events that decide it; for a chance, its size."""
        event = self.deciding(part["of"])
        if event is None or not part["of"].startswith(CHANCE_PREFIX):
            summed = summed_events(self.lesson.game.name, part["of"], self.happened)
            if event is not None and not summed and self.is_one_of_many(event, part):
                return self.ruled([event.event.clause])
            return [self.rendered(one) for one in summed or ([] if event is None else [event])]
        chance = chance_in_words(Fraction(self.truth(part["of"])), self.language)
        told = format_message("lesson.chances.told", self.language, ask=part["ask"], chance=chance)
        return [self.fact(told, event.event.clause)]

    def is_one_of_many(self, entry: LogEntry, part: PartRow) -> bool:
        """Return True if the part adds up several events like `entry`, so that one does not explain the answer."""
        one = entry.event
        alike = [two.event for two in self.happened if (two.event.kind, two.event.seat) == (one.kind, one.seat)]
        answers = expected_answers(part)
        counted = bool(answers) and all(answer.isdecimal() for answer in answers)
        return counted and len(alike) > 1 and {two.clause for two in alike} == {one.clause}

    def deciding(self, of: str) -> LogEntry | None:
        """Return the event that decides a part; None if nothing in the film does."""
        if of.startswith(DECK):
            return None
        return deciding_event(self.lesson.game.name, of, self.happened)

    def words_of(self, of: str, option: str) -> str:
        """Return the words for an answer: a zone's name on the board; "nothing" or "nobody" if the answer is empty."""
        if option == "none" and of in ("destroyed", "winner"):
            return format_message(f"lesson.predict.none.{of}", self.language)
        if of.startswith(DECK):
            return format_message(f"lesson.predict.deck.{option}", self.language)
        if of == "next":
            who, _, step = option.partition(" ")
            return format_message(
                f"lesson.predict.next.{who}", self.language, asks=self.lesson.game.asks(step) if step else ""
            )
        if of.startswith("zone "):
            return zone_words(self.lesson.game.name).get(option, option.replace("_", " ").lower())
        if whose := OWNED_NAME.fullmatch(option):
            return format_message(f"lesson.predict.whose.{whose[2]}", self.language, name=whose[1])
        return option.replace("_", " ")

    def coach(self) -> shapes.Coach:
        """Return the coach with the parts of the prediction, each with its options."""
        items: list[shapes.Item] = []
        for number, part in enumerate(self.step.get("parts")):
            picked = self.picks.get(str(number))
            truth, note = self.truth(part["of"]), ""
            options: list[shapes.Option] = []
            typed = "numbers" in part
            told = {picked or truth, truth} if self.done else ()
            for option in place_options([*told] if typed else part["options"], f"{self.step.id}/{number}"):
                state = "picked" if picked == str(option) else ""
                if self.done and (str(option) == truth or state):
                    state = "right" if str(option) == truth else "wrong"
                options.append({"id": str(option), "text": self.words_of(part["of"], str(option)), "state": state})
            if self.done and picked != truth:
                words = part.get("say", {})
                note = words.get(picked) or words.get("other", "")
            items.append({"id": str(number), "text": "", "ask": part["ask"], "options": options, "note": note})
            if typed and not self.done:
                items[-1]["number"] = picked or ""
        controls = [] if self.done else [self.control("check", primary=True)]
        return {"choices": {"mode": "parts", "items": items}, "controls": [*controls, self.control("reset")]}

    def scene(self) -> shapes.Scene:
        """Return the table without moves.

        Before the film it also has no totals, and the dice only their numbers, since the question may ask for them. Nor
        has it a score that is asked for and can be seen from the cards.
        """
        scene = self.pointed_at(super().scene())
        if self.reel:
            return scene
        asked = {part["of"].rpartition(".")[2] for part in self.step.get("parts")}
        rows = [row for row in load_look(self.lesson.game.name).get("score", ()) if row["field"] in asked]
        hidden = {row["sign"] for row in rows if row.get("seen_from_cards")}
        players = [
            side | {"scores": [one for one in side["scores"] if one["sign"] not in hidden]} for side in scene["players"]
        ]
        return scene | {"players": players, "tallies": [], "dice": [hide_hits(row) for row in scene["dice"]]}

    def rule_hint(self) -> list[str]:
        """Return the clauses of the events that decide the parts."""
        return self.rests_on()[:3]

    def look_hint(self) -> dict[str, str]:
        """Highlight the cards that the script names."""
        return self.cards_named(" ".join(map(str, self.step.get("script"))))

    def look_path(self) -> list[str]:
        """Return the steps of the flow table in which the parts are decided."""
        events = [self.deciding(part["of"]) for part in self.step.get("parts")]
        return [one.event.step for one in events if one is not None]

    def move_hint(self) -> str:
        """Return the answers."""
        return "\n".join(f"{part['ask']} **{self.truth(part['of'])}**" for part in self.step.get("parts"))


def hide_hits(row: shapes.Roll) -> shapes.Roll:
    """Return the dice of a player without saying which of them count, or how many."""
    label = row["label"].removesuffix(f": {row['count']}") if row.get("count") else row["label"]
    return row | {"count": "", "label": label, "dice": [die | {"hit": False} for die in row["dice"]]}


def read_answer(part: PartRow, text: str) -> str | None:
    """Return the answer that a text gives to a part of a prediction; None if it is no answer to it."""
    if "numbers" in part:
        return str(int(text)) if text.isascii() and text.isdecimal() and len(text) <= LONGEST_NUMBER else None
    return text if text in map(str, part["options"]) else None


class OrderStep(FilmStep):
    """The step in which the learner puts shuffled lines into the order in which the flow table applies them."""

    order: list[str]
    judged: bool
    path: list[str]
    happened: list[LogEntry]

    def begin(self) -> None:
        """Run the script in advance, and shuffle the lines.

        They are shuffled in the same way each time, but never into the right order.
        """
        super().begin()
        self.start = self.table.state
        here = self.start.copy().listen()
        if here.step.ask is None:
            here.run()
        for text in self.step.get("script"):
            scenarios.play_line(here, text)
        self.path = list(dict.fromkeys(here.path or ()))
        shadow = Playthrough(self.start, LEARNER, self.table.names, self.table.notes, self.table.shown)
        self.happened = run_script(shadow, self.step.get("script"), self.step.get("when"))
        count = len(self.step.get("lines"))
        places = list(range(count))
        source = RandomSource(sum(map(ord, self.step.id)))
        while places == sorted(places):
            source.shuffle(places)
        self.order, self.judged = [str(place) for place in places], False

    def right_order(self) -> list[str]:
        """Return the lines in the order in which the script first applies their clauses."""
        numbers = range(len(self.step.get("lines")))
        return [str(number) for number in sorted(numbers, key=lambda number: self.place(*self.carried_out(number)))]

    def carried_out(self, number: int) -> tuple[str, str]:
        """Return the name of the step of the flow table that applies a line, and the line's clause."""
        clause, steps = self.step.get("lines")[number]["clause"], self.start.game.flow.steps
        cited = [one.event.step for one in self.happened if one.event.clause == clause]
        return next((name for name in self.path if clause in steps[name].clauses), (cited or self.path)[0]), clause

    def place(self, step: str, clause: str) -> tuple[int, int]:
        """Return where on the path a clause is applied: the index of the step, and the clause's index in it."""
        clauses = self.start.game.flow.steps[step].clauses
        at = self.path.index(step) if step in self.path else len(self.path)
        return at, clauses.index(clause) if clause in clauses else len(clauses)

    def begins(self, number: int) -> int:
        """Return the number of events that precede a line."""
        step, clause = self.carried_out(number)
        events, place = [one.event for one in self.happened], self.place(step, clause)
        own = (at for at, event in enumerate(events) if event.clause == clause)
        later = (at for at, event in enumerate(events) if self.place(event.step, event.clause) >= place)
        return next(own, next(later, len(events)))

    def answered(self, picks: Picks) -> None:
        """Store the learner's order."""
        if isinstance(picks, list) and sorted(map(str, picks)) == sorted(self.order) and not self.done:
            self.order, self.judged = [str(one) for one in picks], False
            self.roll([], self.start)

    def check(self) -> None:
        """Play the lines up to the first mistake, which is a line that comes too early."""
        self.judged = True
        right, lines = self.right_order(), self.step.get("lines")
        trip = self.trip()
        if trip is None:
            self.roll(self.happened, self.start)
            self.verdict(
                True,
                format_message("lesson.order.right", self.language),
                [self.fact(lines[int(one)]["text"], lines[int(one)]["clause"]) for one in right[:1]],
                actions=self.order,
            )
            return
        early, late = trip
        played = self.happened[: self.begins(int(late))]
        self.roll(played, self.start, len(played))
        words = (self.step.get("say") or {}).get(f"{right.index(early) + 1} before {right.index(late) + 1}", "")
        facts = [
            self.fact(
                format_message("lesson.order.first", self.language, late=lines[int(late)]["text"]),
                lines[int(late)]["clause"],
            )
        ]
        self.verdict(
            False,
            format_message("lesson.order.trip", self.language, early=lines[int(early)]["text"].rstrip(".")),
            facts,
            words,
            self.order,
        )

    def trip(self) -> tuple[str, str] | None:
        """Return (the first line that comes too early, the line that should be in its place); None if there is none."""
        right = self.right_order()
        for at, one in enumerate(self.order):
            if one != right[at]:
                return one, right[at]
        return None

    def coach(self) -> shapes.Coach:
        """Return the coach with the lines in their current order."""
        trip = self.trip() if self.judged else None
        lines = self.step.get("lines")
        items: list[shapes.Item] = [
            {
                "id": one,
                "text": lines[int(one)]["text"],
                "note": "",
                "state": self.judged_at(at, trip),
            }
            for at, one in enumerate(self.order)
        ]
        controls = [] if self.done else [self.control("check", primary=True)]
        return {"choices": {"mode": "order", "items": items}, "controls": [*controls, self.control("reset")]}

    def judged_at(self, at: int, trip: tuple[str, str] | None) -> str:
        """Return the mark of a line: "right" for those before the mistake, "wrong" for the mistake, "" after it."""
        tripped = self.order.index(trip[0]) if trip else len(self.order)
        return "" if not (trip or self.done) or at > tripped else "wrong" if at == tripped else "right"

    def scene(self) -> shapes.Scene:
        """Return the table without moves; after a mistake, with a note about it."""
        scene = self.pointed_at(super().scene())
        if self.reel and self.shown == len(self.reel) and not self.done:
            scene["now"] = format_message("lesson.order.here", self.language)
        return scene

    def rests_on(self) -> list[str]:
        """Return the clauses that the lines state."""
        return [line["clause"] for line in self.step.get("lines")]

    def rule_hint(self) -> list[str]:
        """Return the clauses of the first lines."""
        lines = self.step.get("lines")
        return [lines[int(one)]["clause"] for one in self.right_order()[:2]]

    def look_hint(self) -> dict[str, str]:
        """Highlight the cards that the script names."""
        return self.cards_named(" ".join(map(str, self.step.get("script"))))

    def look_path(self) -> list[str]:
        """Return the steps of the flow table through which the script passes."""
        return [self.carried_out(int(one))[0] for one in self.right_order()]

    def move_hint(self) -> str:
        """Return the lines in the right order."""
        lines = self.step.get("lines")
        return "\n".join(f"{at}. {lines[int(one)]['text']}" for at, one in enumerate(self.right_order(), 1))
