"""A step in progress: the state behind the stage, without widgets.

`Session.stage()` returns everything the stage draws; `Session.handle(message)` handles a click. The kinds of step are
subclasses in `event_films` (watch), `playing` (do, solve), `answering` (which, why), `foretelling` (predict, order),
`spotting` (spot), `building` (build) and `game` (play).
"""

from __future__ import annotations

import re
from fnmatch import fnmatchcase

from engines.kernel.state import State
from engines.variants.counter_rules import CounterRule
from tutor.beliefs import explaining
from tutor.beliefs.continuations import ContinuationPair
from tutor.beliefs.versus import build_versus
from tutor.lessons import board_chances, smaller
from tutor.lessons.loader import Lesson, Step, shown_cards, state_of
from tutor.lessons.shown_hints import HINTS, hints_panel
from tutor.lessons.verdicts import DrawnStage, VerdictFacts, VerdictListener
from tutor.matches import clicks, feedback
from tutor.matches.playthrough import Attempt, LogEntry, Playthrough
from tutor.messages import shapes
from tutor.messages.clicks import CommandClick, Picks, StageClick, TableClick
from tutor.text import format_message

LEARNER = 0


class Session:
    """One step of a lesson, taken by one learner.

    lesson, step : which step of which lesson. listener : called with (verdict, facts) for every verdict; it writes the
    progress log. seed : the seed of the step's random events and of the order of answers. With 0 the random events
    differ each time (unless the step names a seed), but the answers are in the same order for all learners.
    """

    standalone = False
    """True if the step belongs to no course, so that no step follows it."""

    def __init__(
        self, lesson: Lesson, step: Step, listener: VerdictListener | None = None, language: str = "en", seed: int = 0
    ) -> None:
        self.lesson, self.step, self.language = lesson, step, language
        self.wanted = self.seed = seed
        self.listener = listener or (lambda verdict, facts: None)
        self.stamp = 1
        self.done = False
        self.hints = 0
        self.last_answer: VerdictFacts | None = None  # the last answer, which the learner may report as odd
        self.called_odd = False
        self.feedback: shapes.Feedback | None = None
        self.answer: shapes.Answer | None = None  # an opened clause or "why?"
        self.lit: dict[str, str] = {}
        self.ghost: shapes.Ghost | None = None
        self.beside: shapes.Versus | None = None  # after a wrong answer: what the learner expected, beside what happens
        self.aims: tuple[str, ...] = ()  # counter-rules to try first as explanations of a wrong answer
        self.earlier: list[shapes.EventLine] = []  # events before the step, in a growing game
        self.opening = ""  # the opening words of a growing game whose first stop has no film
        self.asks_smaller = False  # True if a smaller question follows a first wrong answer
        self.smaller: smaller.SmallerQuestion | None = None  # while it waits for its answer
        self.was_smaller = self.looks_again = False  # it was asked; the step's question is still open after it
        self.table = self.fresh_table()
        self.begin()

    # Overridden by kinds of step.

    def fresh_table(self) -> Playthrough:
        """Return the table with which the step begins."""
        shown = shown_cards(self.step)
        return Playthrough(
            state_of(self.lesson, self.step),
            LEARNER,
            shown=shown,
            language=self.language,
            settled=self.lesson.settled,
        )

    def begin(self) -> None:
        """Prepare the step; also called by reset."""

    def act(self, number: int) -> None:
        """Play the learner's legal move `number`."""

    def answered(self, picks: Picks) -> None:
        """Store the learner's picks, such as marked cards or a chosen sentence."""

    def state_left(self) -> State:
        """Return the table as the step leaves it, from which a growing game continues."""
        return self.table.state

    def moves_made(self) -> list[str]:
        """Return the learner's moves since the step began."""
        return []

    def check(self) -> None:
        """Judge the answer."""

    def smaller_question(self) -> smaller.SmallerQuestion | None:
        """Return the smaller question about the answer, should it be wrong; None if there is none."""
        return None

    def answer_again(self) -> None:
        """Take back what a verdict has shown, so that the question can be answered again; the answer stays."""

    def seek(self, to: int) -> None:
        """Go to event `to` of the film."""

    def coach(self) -> shapes.Coach:
        """Return the parts of the coach that are special to this kind of step (ticks, choices, controls)."""
        return {}

    def scene(self) -> shapes.Scene:
        """Return the scene to draw."""
        return self.table.scene(self.stamp)

    def pointed_at(self, scene: shapes.Scene) -> shapes.Scene:
        """Return a scene to look at and point at, without moves; its text says what to do now."""
        now: str = scene["now"] if self.events()[1] else self.step.get("goal")
        return scene | {"moves": [], "question": None, "quiet": True, "now": now}

    def events(self) -> tuple[list[shapes.EventLine], shapes.Panel]:
        """Return the event lines and how they are shown."""
        return [], {}

    def rule_hint(self) -> list[str]:
        """Return the clauses on which the solution depends (hint 2)."""
        return []

    def no_way_hint(self) -> str:
        """Return the text that is shown instead of clauses if the goal is out of reach (hint 2)."""
        return ""

    def rests_on(self) -> list[str]:
        """Return the clauses on which a right answer depends, besides those of the facts shown with it."""
        return []

    def look_hint(self) -> dict[str, str]:
        """Return the references to highlight, each with its mark (hint 3)."""
        return {}

    def look_path(self) -> list[str]:
        """Return the steps of the flow to look at (hint 3), by name."""
        return []

    def cards_named(self, text: str) -> dict[str, str]:
        """Return the references of the open cards that `text` names in quotes, to be highlighted."""
        names = re.findall(r'"([^"]*)"', text)
        players = self.table.scene(self.stamp)["players"]
        cards = [card for player in players for zone in player["zones"] for card in zone["cards"]]
        return {card["ref"]: "lit" for card in cards if card["face"] in names and not card["down"]}

    def move_hint(self) -> str:
        """Return the move itself (hint 4)."""
        return ""

    @property
    def rolling(self) -> bool:
        """Return True while a film has more to show."""
        return False

    # Messages.

    def handle(self, message: StageClick) -> None:
        """Carry out a valid message from the stage; a stale message changes only the feedback."""
        if message["type"] != "command" and message["type"] != "answer":
            self.handle_click(message)
            return
        self.stamp += 1
        self.ghost = None
        if message["type"] == "command":
            if message["name"] in ("check", "undo", "reset"):
                self.beside = None
            self.command(message["name"], message)
            return
        self.beside = None
        if self.smaller is not None:
            smaller.answer_smaller(self, message["picks"])
            return
        if self.done:
            return  # a new attempt starts with Reset
        if self.feedback and self.feedback["tone"] == "info":  # it may have said that something was missing
            self.feedback = None
        self.answered(message["picks"])

    def handle_click(self, message: TableClick) -> None:
        """Carry out a click on the table, if it belongs to the current scene."""
        if message["stamp"] != self.stamp:
            self.feedback = self.info(format_message("lesson.stale", self.language))
            self.stamp += 1
            return
        clicked = self.read_click(message)
        self.stamp += 1
        self.ghost = self.beside = None
        self.click(clicked)

    def read_click(self, message: TableClick) -> clicks.ClickMeaning:
        """Return what a click on the table means."""
        return clicks.read_click(self.table, message, self.stamp, offers=self.offers_moves())

    def offers_moves(self) -> bool:
        """Return False if the table is only to be looked at, or the step is done."""
        return not self.done and bool(self.scene()["moves"])

    def click(self, meaning: clicks.ClickMeaning) -> None:
        """Make a legal move, or explain why a click is not one."""
        self.lit = {}
        if isinstance(meaning, clicks.StaleClick):
            self.feedback = self.info(format_message("lesson.stale", self.language))
        elif isinstance(meaning, clicks.ChosenMove):
            self.choose(meaning)
        else:
            self.tried(meaning)

    def choose(self, chosen: clicks.ChosenMove) -> None:
        """Make a legal move; if it divides an amount among cards, play one share at a time."""
        if chosen.number is not None:
            self.act(chosen.number)
            return
        for action in chosen.actions:
            number = next((at for at, move in enumerate(self.table.moves()) if move.actions == (action,)), -1)
            self.act(number)

    def command(self, name: str, message: CommandClick) -> None:
        """Carry out a command of the controls."""
        if name == "check":
            self.lit = {}
            smaller.check_answer(self)
        elif name == "hint":
            self.hint()
        elif name == "undo":
            self.undo()
        elif name == "reset":
            self.reset()
        elif name == "odd":
            self.call_odd()
        elif name == "seek" and "to" in message:
            self.seek(message["to"])
        elif name in ("clause", "why"):
            self.open(name, message)
        elif name == "aim" and (aim := self.aim()) is not None:
            self.feedback = self.info(format_message("lesson.aim", self.language)) | {"facts": [aim]}

    def aim(self) -> shapes.Fact | None:
        """Explain why the arrow on the table has this number of targets; None if there is nothing to explain."""
        arrow = self.table.state.game.rules.table(self.table.state, LEARNER).arrow
        return self.fact(arrow.text, arrow.clause) if arrow and arrow.text else None

    def open(self, name: str, message: CommandClick) -> None:
        """Open a clause, or the clause behind an event."""
        if name == "clause" and (entries := feedback.known_entries(self.lesson.game, [str(message.get("id"))])):
            self.answer = {"n": -1, "title": "", "text": "", "clauses": entries}
        elif name == "why":
            happened = self.entry(message.get("n"))
            if happened is not None:
                self.answer = {"n": message["n"]} | feedback.why_it_happened(self.lesson.game, happened)

    def entry(self, number: int | None) -> LogEntry | None:
        """Return event `number` of what is shown."""
        return None

    def tried(self, attempt: Attempt | clicks.SenselessTry) -> None:
        """Explain a click that was not a legal move; nothing on the table changes."""
        self.lit = {}
        if isinstance(attempt, clicks.SenselessTry):
            self.feedback = self.info(attempt.text) | {"facts": self.asked_now(), "say": attempt.instead}
            return
        self.feedback = feedback.refusal_feedback(self.lesson.game, attempt, self.sentence(attempt.text))
        self.lit = dict.fromkeys(attempt.refs[:1], "refused")
        arrow: shapes.Arrow | None = (
            {"from": attempt.refs[0], "to": list(attempt.refs[1:]), "kind": "attack"} if len(attempt.refs) > 1 else None
        )
        self.ghost = {"text": format_message("lesson.ghost", self.language), "arrow": arrow}
        self.compare(explaining.explain_refusal(self.table.state, LEARNER, attempt.action, self.suspects()))
        clauses = [reason.clause for reason in attempt.reasons]
        self.listener("refused", {"actions": [*self.moves_made(), attempt.text], "clauses": clauses, "seed": self.seed})

    def suspects(self) -> list[CounterRule]:
        """Return the counter-rules that may explain a wrong answer."""
        return explaining.suspected_rules(self.lesson.game, self.aims)

    def compare(self, found: ContinuationPair | None) -> None:
        """Show what the learner expected beside what happens, if a counter-rule explains the answer."""
        self.beside = build_versus(self.table, found) if found is not None else None

    def asked_now(self) -> list[shapes.Fact]:
        """Return, as a fact, what the current step asks, with its clause; [] if it has no clause."""
        asked = clicks.question_now(self.table)
        return [] if asked is None else [self.fact(*asked)]

    def sentence(self, text: str) -> str:
        """Return the authored sentence for an action, "" if there is none; a star in a key stands for any text."""
        for pattern, words in (self.step.get("say") or {}).items():
            if fnmatchcase(text.casefold(), pattern.casefold().replace("[", "[[]")):
                return str(words)
        return ""

    def undo(self) -> None:
        """Take back the last move."""
        if self.table.undo():
            self.feedback, self.answer, self.lit = None, None, {}

    def reset(self) -> None:
        """Restart the step; hints already seen remain visible."""
        self.table = self.fresh_table()
        self.feedback, self.answer, self.lit, self.done = None, None, {}, False
        self.smaller, self.looks_again = None, False
        self.begin()

    def hint(self) -> None:
        """Show the next of the four hints."""
        self.hints = min(self.hints + 1, len(HINTS))
        if self.hints >= 3:
            self.lit = self.look_hint()
        self.listener("hint", {"hints": self.hints})

    # Verdicts.

    def info(self, title: str) -> shapes.Feedback:
        """Return a neutral notice."""
        return {"tone": "info", "title": title, "tried": "", "facts": [], "say": "", "principle": ""}

    def verdict(
        self, right: bool, title: str, facts: list[shapes.Fact], words: str = "", actions: list[str] | None = None
    ) -> None:
        """Show a verdict with its facts and their clauses, and log it."""
        principle = self.step.get("after", "") if right else ""
        self.feedback = {
            "tone": "right" if right else "wrong",
            "title": title,
            "tried": "",
            "facts": facts,
            "say": words,
            "principle": principle,
        }
        if right:
            self.done = True
        told = [fact["clause"] for fact in facts if fact.get("clause")]
        self.last_answer, self.called_odd = (
            {
                "actions": actions or [],
                "clauses": [*told, *self.rests_on()] if right else told,
                "hints": self.hints,
                "seed": self.seed,
            },
            False,
        )
        self.listener("right" if right else "wrong", self.last_answer)

    def is_question(self) -> bool:
        """Return True if the step is a question, which may be called odd; a puzzle and a turn are questions, too."""
        return self.step.kind not in ("watch", "do", "play")

    def call_odd(self) -> None:
        """Log that the learner reports the question as odd, with the last answer; at most once for each answer."""
        if self.is_question() and self.last_answer is not None and not self.called_odd:
            self.called_odd = True
            self.listener("odd", self.last_answer)

    def rendered(self, happened: LogEntry) -> shapes.Fact:
        """Return an event as a fact with its clause."""
        return self.fact(self.table.narrate(happened.event), happened.event.clause)

    def fact(self, text: str, clause: str, repair: str = "") -> shapes.Fact:
        """Return a fact with its clause, as the coach shows it."""
        return feedback.fact_of_clause(self.lesson.game, text, clause, repair)

    # The whole stage.

    def stage(self) -> DrawnStage:
        """Return everything the stage draws: scene, coach, events, panel."""
        scene = self.scene()
        if self.done and not self.rolling:
            alone = self.standalone or len(self.lesson.steps) == 1  # as for a mined puzzle or a practice question
            last = "done_last" if self.step.number == len(self.lesson.steps) else "done"
            key = f"lesson.{'done_alone' if alone else last}"
            now = format_message(key, self.language) if self.table.state.result is None else scene["now"]
            scene |= {"moves": [], "question": None, "now": now, "divide": None}
        scene["marks"] = {**scene["marks"], **self.lit}
        if self.ghost:
            scene["ghost"] = self.ghost
        events, panel = self.events()
        if self.earlier and not panel:
            events, panel = self.earlier, {"title": format_message("lesson.stop.so_far", self.language)}
        if self.answer:
            panel = {**panel, "answer": self.answer}
        return {"scene": scene, "coach": self._coach(), "events": events, "panel": panel}

    def _coach(self) -> shapes.Coach:
        step = self.step
        own = self.coach()
        if asked := smaller.smaller_choices(self):
            own |= {"choices": asked, "controls": [self.control("reset")]}
        if choices := own.get("choices"):
            choices["closed"] = self.done
        controls = own.pop("controls", [])
        if self.step.get("nudge") and not self.done and self.hints < len(HINTS) and not self.events()[1]:
            first = [control for control in controls if control["primary"]]
            controls = [*first, self.control("hint"), *[control for control in controls if not control["primary"]]]
        if not self.done and not self.events()[1] and self.aim():
            controls = [*controls, self.control("aim")]
        if self.done:
            controls = [
                self.control("next", primary=not self.rolling),
                *[control for control in controls if control["name"] not in ("check", "hint")],
            ]
        if self.is_question() and self.last_answer is not None and self.feedback is not None:
            odd = "called_odd" if self.called_odd else "odd"
            controls = [*controls, self.control(odd, enabled=not self.called_odd)]
        place = format_message("lesson.place", self.language, lesson=self.lesson.title, number=step.number)
        return {
            "kind": format_message(f"lesson.kind.{step.kind}", self.language),
            "place": place,
            "title": step.get("title"),
            "text": " ".join(filter(None, (self.opening, step.get("text")))),
            "goal": step.get("goal"),
            "ticks": [],
            "feedback": self.feedback,
            "beside": self.beside,
            "hints": hints_panel(self),
            "choices": None,
            "about": board_chances.chances_panel(self),
            **own,
            "controls": controls,
        }

    def control(self, name: str, primary: bool = False, enabled: bool = True) -> shapes.Control:
        """Return a control of the action row."""
        return {
            "name": name,
            "label": format_message(f"lesson.control.{name}", self.language),
            "primary": primary,
            "enabled": enabled,
        }

    def clause_title(self, clause: str) -> str:
        """Return the short title of a clause."""
        return self.lesson.game.rulebook.heading(clause)
