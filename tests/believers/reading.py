"""What somebody reads in a question: the table, what happens by the rules, and what is asked.

People who believe something false know the other rules, so the film of what really happens is given, line by line.
"""

from __future__ import annotations

import re
from functools import cached_property

from tutor.lessons.event_films import film_lines
from tutor.lessons.outcomes import NO, YES, outcome_of
from tutor.practice.question import session_of

LEGAL = "legal "


class Reading:
    """A question as somebody sees it.

    drawn : the cards on the table before anything happens, by zone ("you.hand"), as the board shows them. text : what
    happens, in words. film : the lines of what happens.
    """

    def __init__(self, question):
        self.row, self.run = question.row, session_of(question)
        self.text = str(question.row["text"])
        self.drawn = {
            ("you" if zone["id"][0] == "0" else "rival") + zone["id"][1:]: zone["cards"]
            for player in self.run.scene()["players"]
            for zone in player["zones"]
        }

    @cached_property
    def film(self):
        return [line["text"] for line in film_lines(self.run, self.run.happened)]

    def before(self, of):
        """Return the answer to a question about figures before anything happens."""
        return int(outcome_of(of, self.run.start, self.run.start, []))

    def count(self, pattern, side=""):
        """Return how many lines of the film match, of one side's if it is given."""
        begins = {"": "", "you": "You ", "rival": "The rival "}[side]
        return sum(bool(re.search(pattern, line)) and line.startswith(begins) for line in self.film)

    def found(self, pattern):
        """Return the first match in the film, or None."""
        return next((match for line in self.film if (match := re.search(pattern, line))), None)

    @property
    def actor(self):
        """Return the side that acts first."""
        return "you" if re.search(r"(?:^|[.?] )(You|The rival): ", self.text)[1] == "You" else "rival"

    def answer(self, mark, say):
        """Return the answer, as the log has it.

        mark : whether a card may be used, given its drawing, the action asked about, and whether the rules allow it.
        say : what else is asked, what is true by the rules, and the answer.
        """
        if self.row["kind"] == "which":
            cards = {card["ref"]: card for cards in self.drawn.values() for card in cards}
            verb = self.row["legal"]
            marked = [ref for ref, _, move in self.run.items() if mark(self, cards[ref], verb, self.run.legal(move))]
            return tuple(sorted(marked))
        given = []
        for number, part in enumerate(self.row["parts"]):
            of, truth = part["of"], self.run.truth(part["of"])
            if of.startswith(LEGAL):
                one = self.named(of)
                truth = YES if mark(self, one, of.removeprefix(LEGAL), truth == YES) else NO
            else:
                truth = str(say(self, of, truth))
            given.append(f"{number}: {truth}")
        return tuple(given)

    def named(self, of):
        """Return the drawing of the card in a question about one action; {} if it names none."""
        name = re.search(r'"([^"]*)"', of)
        every = [card for cards in self.drawn.values() for card in cards if card.get("face")]
        return next((card for card in every if name and card["face"] == name[1]), {})


def other_side(side):
    """Return the other side."""
    return "rival" if side == "you" else "you"
