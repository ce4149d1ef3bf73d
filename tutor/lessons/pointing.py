"""Prediction steps without options: count (the learner types a number) and point (a place or cards on the board).

Each is a prediction with a single part. After a first wrong answer the learner may look again and answer once more
before the film shows what happens.
"""

from __future__ import annotations

from collections import Counter

from engines.book.toml_schema import SEAT_NAMES
from tutor.beliefs.continuations import Continuation
from tutor.boards.copies import number_copies
from tutor.boards.presentation import load_look, zone_words
from tutor.lessons.foretelling import PredictStep
from tutor.lessons.outcomes import SEATS, place_of_card
from tutor.lessons.session import LEARNER
from tutor.messages import shapes
from tutor.messages.clicks import Picks
from tutor.text import format_message

ZONE = "zone "


class CountStep(PredictStep):
    """The step in which the learner predicts a number."""

    warned: bool

    def begin(self) -> None:
        """Begin with no answer given."""
        super().begin()
        self.warned = False

    def is_right(self) -> bool:
        """Return True if the answer is the engine's own."""
        part = self.step.get("parts")[0]
        return self.picks.get("0") == self.truth(part["of"])

    def smaller_question(self) -> None:
        """Return None: after a first wrong answer the learner looks again."""
        return

    def headline(self, count: int, wrong: int, idle: bool) -> str:
        """Return the title of the last verdict, which speaks of a film only if there is one."""
        film = "" if self.happened else "_at_once"
        return format_message(f"lesson.point.{'otherwise' if wrong else 'right'}{film}", self.language)

    def check(self) -> None:
        """Judge the answer; after a first wrong answer, give one cue and let the learner look again."""
        if not self.picks or self.is_right() or self.warned:
            super().check()
            return
        self.warned = True
        title = format_message("lesson.point.again", self.language)
        self.verdict(False, title, [], self.cue(), self.answer_told())

    def cue(self) -> str:
        """Return the author's sentence for this wrong answer; "" if there is none."""
        return self.sentence(self.picks["0"])

    def scene(self) -> shapes.Scene:
        """Return the table; before the answer, with an arrow for what is about to happen."""
        scene = super().scene()
        return scene if self.reel else scene | {"arrow": self.announced()}

    def announced(self) -> shapes.Arrow | None:
        """Return the first arrow in the film that has a target; None if there is none."""
        for one in self.happened:
            arrow = one.state.game.rules.table(one.state, LEARNER).arrow
            if arrow and arrow.targets:
                return {"from": arrow.source, "to": arrow.targets, "kind": arrow.kind}
        return None

    def answer_told(self) -> list[str]:
        """Return the answer in the form in which the log stores it."""
        return [f"0: {self.picks['0']}"]


class PointStep(CountStep):
    """The step in which the learner predicts a place, or cards, by pointing at them on the board.

    `at` is the question: `zone "X"`, or one whose answers are names, such as `destroyed`. `among` lists the zones whose
    cards can be pointed at, if not all can.
    """

    marked: list[str]

    def begin(self) -> None:
        """Begin with nothing pointed at."""
        super().begin()
        self.marked = []

    @property
    def at(self) -> str:
        """The question to be answered, as in `outcome_of`."""
        return str(self.step.get("at"))

    @property
    def asks_zone(self) -> bool:
        """True if the answer is a place rather than cards."""
        return self.at.startswith(ZONE)

    def places(self) -> list[tuple[str, str]]:
        """Return the places or cards that can be pointed at, each with its name."""
        rows = [row["id"] for row in load_look(self.lesson.game.name)["zone"]]
        table = self.start.game.rules.table(self.start, LEARNER)
        if self.asks_zone:
            words = zone_words(self.lesson.game.name)
            return [
                (f"{seat}.{zone}", format_message(f"lesson.point.{SEATS[seat]}", self.language, zone=words[zone]))
                for seat in (LEARNER, 1 - LEARNER)
                for zone in rows
                if zone in table.zones[seat]
            ]
        among = self.step.get("among")
        zones = [f"{seat}.{zone}" for seat in (0, 1) for zone in rows]
        if among:
            zones = [f"{SEAT_NAMES[who]}.{zone}" for who, _, zone in (one.partition(".") for one in among.split())]
        numbers, found = number_copies(self.start, LEARNER), list[tuple[str, str]]()
        for ref, entry in table.references():
            if entry.card and not entry.down and ref.rpartition(".")[0] in zones:
                name = f"{entry.card} {numbers.get(ref, '')}".rstrip()
                found.append((ref, format_message(f"lesson.point.{SEATS[int(ref[0])]}", self.language, zone=name)))
        times = Counter(name for _, name in found)
        words = zone_words(self.lesson.game.name)
        return [(ref, name if times[name] == 1 else f"{name} ({words[ref.split('.')[1]]})") for ref, name in found]

    def right_places(self, run: Continuation | None = None) -> list[str]:
        """Return the places or cards that are the answer in a run of the script; by default in the engine's own run."""
        end, happened = (self.outcome, self.happened) if run is None else (run.state, run.happened)
        if self.asks_zone:
            seat, zone = place_of_card(self.start, end, self.at.removeprefix(ZONE).strip('"'))
            return [f"{seat}.{zone}"]
        row = load_look(self.lesson.game.name)["outcome"][self.at]
        events = [one.event for one in happened if one.event.kind.split(".")[0] == row["event"]]
        named = {(event.seat, event.facts[row["name"]]) for event in events}
        left = {ref for ref, one in end.game.rules.table(end, LEARNER).references() if not one.down}
        table = self.start.game.rules.table(self.start, LEARNER)
        here = [(ref, (int(ref[0]), one.card)) for ref, one in table.references() if not one.down]
        return [ref for ref, whose in here if ref not in left and whose in named]

    # Messages.

    def answered(self, picks: Picks) -> None:
        """Store what is pointed at."""
        if isinstance(picks, list) and not self.done:
            self.marked = [ref for ref, _ in self.places() if ref in picks]
            self.picks = {"0": " ".join(self.marked)} if self.marked else {}

    def is_right(self) -> bool:
        """Return True if exactly the right places are pointed at."""
        return sorted(self.marked) == sorted(self.right_places())

    def truth(self, of: str) -> str:
        """Return the places to be pointed at, as the answer to one part."""
        wanted = self.right_places()
        return " ".join(ref for ref, _ in self.places() if ref in wanted)

    def agrees(self, thought: Continuation) -> bool:
        """Return True if what is pointed at matches a continuation."""
        return sorted(self.marked) == sorted(self.right_places(thought))

    def check(self) -> None:
        """Judge what is pointed at; after a first wrong answer, right places stay marked."""
        if not self.marked:
            self.feedback = self.info(format_message("lesson.point.nothing", self.language))
            return
        first = not self.warned
        super().check()
        if first and self.warned:
            self.marked = [ref for ref in self.marked if ref in self.right_places()]
            self.picks = {}

    def cue(self) -> str:
        """Return the author's sentence for the first wrong place; "" if there is none."""
        names, right = dict(self.places()), self.right_places()
        for ref in self.marked:
            seat, _, zone = ref.partition(".")
            text = f"{SEATS[int(seat)]}.{zone}" if self.asks_zone else names[ref]
            if ref not in right and (said := self.sentence(text)):
                return said
        return self.sentence("other") if len(self.marked) < len(right) else ""

    def answer_told(self) -> list[str]:
        """Return the places in the form in which the log stores answers."""
        return [f"0: {' '.join(self.marked)}"]

    # What is shown.

    def coach(self) -> shapes.Coach:
        """Return the coach; the choices are also a list, for the keyboard, the text view and screen readers."""
        right = self.right_places() if self.done else []
        items: list[shapes.Item] = []
        for ref, name in self.places():
            picked = ref in self.marked
            state = "picked" if picked else ""
            if self.done and (picked or ref in right):
                state = "right" if ref in right else "wrong"
            items.append({"id": ref, "ref": ref, "text": name, "state": state, "note": ""})
            if not self.asks_zone:
                items[-1]["picked"] = picked
        note = format_message("lesson.point.note", self.language)
        controls = [] if self.done else [self.control("check", primary=True)]
        mode = "one" if self.asks_zone else "many"
        return {
            "choices": {"mode": mode, "items": items, "note": note, "brief": True},
            "controls": [*controls, self.control("reset")],
        }

    def scene(self) -> shapes.Scene:
        """Return the table to point at; every place, or every card, reacts to a click."""
        scene = super().scene()
        if not self.reel and self.asks_zone:
            scene["marks"] = {**scene["marks"], **dict.fromkeys((ref for ref, _ in self.places()), "choosable")}
        return scene

    def look_hint(self) -> dict[str, str]:
        """Highlight the cards that the script names."""
        return self.cards_named(" ".join(map(str, self.step.get("script"))))

    def move_hint(self) -> str:
        """Return the answer in words."""
        right = self.right_places()
        return ", ".join(name for ref, name in self.places() if ref in right)
