"""The build step: the learner builds a deck card by card.

The deck rules that it breaks are listed beside it, unless the step says `listed = false`: then Check lists them.
"""

from __future__ import annotations

from collections.abc import Mapping

from engines.book.cards import unknown_card
from engines.errors import DataError, Reason
from engines.game import MOST_COPIES, Game
from tutor.boards.presentation import faces_of
from tutor.lessons.session import LEARNER, Session
from tutor.matches.playthrough import Playthrough
from tutor.messages import shapes
from tutor.messages.clicks import StageClick
from tutor.text import format_message

LEGAL_GOAL = "legal deck"
POOL_ZONE = f"{LEARNER}.pool"
MOST_KEPT_RULES = 4
"""Maximum number of rules listed as newly satisfied."""

Deck = dict[str, int]


class BuildStep(Session):
    """The step in which the learner adds and removes cards until the deck breaks no rule."""

    deck: Deck
    round: int = 0

    def fresh_table(self) -> Playthrough:
        """Return a table that is never shown, since nothing is played in this step."""
        step, game = self.step, self.lesson.game
        if step.get("success") != LEGAL_GOAL:
            raise DataError(
                step.where, f"success is {step.get('success')!r}.", f"A build step asks for {LEGAL_GOAL!r}."
            )
        self.names = list(dict.fromkeys(step.get("cards")))
        for name in (*self.names, *step.get("start", {})):
            if name not in game.by_name:
                raise unknown_card(name, game.by_name, step.where)
        strange = [name for name in step.get("start", {}) if name not in self.names]
        if strange:
            raise DataError(step.where, f"start has {strange[0]!r}, which is not among the cards.", "Add it to cards.")
        return Playthrough(game.new(seed=1), LEARNER, language=self.language)

    def begin(self) -> None:
        """Show the initial deck."""
        self.deck = {name: int(self.step.get("start", {}).get(name, 0)) for name in self.names}
        self.round += 1  # makes the browser discard its counts

    @property
    def lists_faults(self) -> bool:
        """Whether broken rules are listed while the deck is being built."""
        return bool(self.step.get("listed", True))

    def broken(self, deck: Deck | None = None) -> list[Reason]:
        """Return the deck rules that a deck breaks; by default, the deck being built."""
        return self.lesson.game.check_deck(self.deck if deck is None else deck)

    def handle(self, message: StageClick) -> None:
        """Handle a message; the counts of the whole deck are sent each time, so an outdated message does no harm."""
        if message["type"] != "divide":
            super().handle(message)
            return
        self.stamp += 1
        self.lit = {}
        self.divide(message["shares"])

    def divide(self, shares: list[int]) -> None:
        """Set the number of copies of each card."""
        if len(shares) == len(self.names) and max(shares) <= MOST_COPIES and not self.done:
            self.deck = dict(zip(self.names, shares, strict=True))
            self.feedback = None

    def check(self) -> None:
        """Judge the deck: list every broken rule with its repair.

        If none is broken, list the rules that are now met.
        """
        reasons = self.broken()
        actions = [f"{name} = {count}" for name, count in self.deck.items() if count]
        if reasons:
            facts = [self.fact(reason.fact, reason.clause, reason.repair) for reason in reasons]
            self.verdict(False, format_message("lesson.build.wrong", self.language), facts, actions=actions)
            return
        before = self.broken(self.step.get("start", {}))[:MOST_KEPT_RULES]
        facts = [
            self.fact(format_message("lesson.build.kept", self.language, fact=one.fact), one.clause) for one in before
        ]
        self.verdict(True, format_message("lesson.build.right", self.language), facts, actions=actions)

    def coach(self) -> shapes.Coach:
        """Return what is still wrong with the deck, and the controls."""
        if not self.lists_faults:
            return {"controls": [self.control("reset")] if self.done else self._unlisted_controls()}
        facts = [self.fact(reason.fact, reason.clause, reason.repair) for reason in self.broken()]
        note = "" if facts else format_message("lesson.build.legal", self.language)
        title = format_message("lesson.build.rules", self.language)
        if self.done:
            return {"controls": [self.control("reset")]}
        return {
            "choices": {"mode": "rules", "title": title, "items": [], "facts": facts, "note": note},
            "controls": [self.control("check", primary=not facts), self.control("reset")],
        }

    def _unlisted_controls(self) -> list[shapes.Control]:
        return [self.control("check", primary=True), self.control("reset")]

    def scene(self) -> shapes.Scene:
        """Return the cards to choose from, each with its number of copies in the deck."""
        size = sum(self.deck.values())
        text = format_message("lesson.build.size", self.language, count=size)
        cards = [self._card(at, name) for at, name in enumerate(self.names)]
        zone: shapes.Zone = {
            "id": POOL_ZONE,
            "role": "field",
            "slot": "field",
            "ja": "",
            "size": "S",
            "outlines": 0,
            "heap": [],
            "title": format_message(f"lesson.build.{'deck' if self.done else 'pool'}", self.language),
            "count": size,
            "cards": cards,
            "target": False,
        }
        score: shapes.Score = {
            "word": format_message("lesson.build.cards", self.language),
            "sign": "",
            "ja": "",
            "value": size,
            "parts": [],
        }
        name = self.table.names[LEARNER]
        player: shapes.Player = {
            "name": name,
            "letter": name[0],
            "note": "",
            "scores": [score],
            "zones": [zone],
            "passed": "",
        }
        return {
            "stamp": self.stamp,
            "viewer": LEARNER,
            "turn": {"label": text},
            "phases": [],
            "players": [player],
            "faces": faces_of(self.lesson.game, set(self.names)),
            "moves": [],
            "kinds": {},
            "aims": {},
            "marks": {},
            "arrow": None,
            "ghost": None,
            "question": None,
            "now": self._now(text),
            "dice": [],
            "tallies": [],
            "divide": self._counts(),
        }

    def _card(self, at: int, name: str) -> shapes.Card:
        count = self.deck[name]
        label = format_message("lesson.build.copies", self.language, card=name, count=count)
        return {
            "ref": f"{POOL_ZONE}.{at}",
            "face": name,
            "name": name,
            "state": "",
            "label": label,
            "down": False,
            "turned": 0,
            "figures": [],
            "tags": [f"×{count}"] if self.done and count else [],
            "on": [],
            "under": [],
            "counters": [],
            "dim": self.done and not count,
        }

    def _counts(self) -> shapes.Division:
        """Return the deck in the form of a division that never ends, since every change is sent immediately."""
        cards: list[shapes.DivisionCard] = [
            {"ref": f"{POOL_ZONE}.{at}", "name": name, "least": 0, "most": MOST_COPIES, "share": self.deck[name]}
            for at, name in enumerate(self.names)
        ]
        return {"amount": MOST_COPIES * len(cards), "label": "", "cards": cards, "live": self.round}

    def _now(self, text: str) -> str:
        """Return the first problem in one line; in a step that lists no problems, the number of cards."""
        if not self.lists_faults:
            return text
        reasons = self.broken()
        return reasons[0].fact if reasons else f"{text} {format_message('lesson.build.legal', self.language)}"

    def aim(self) -> shapes.Fact | None:
        """Return None, since there is no fight."""
        return None

    def asked_now(self) -> list[shapes.Fact]:
        """Return [], since nothing is played."""
        return []

    def solution(self) -> Deck | None:
        """Return a legal deck close to the one being built; None if none is found."""
        return mend_deck(self.lesson.game, self.deck)

    def rule_hint(self) -> list[str]:
        """Return the clauses that the deck breaks."""
        return list(dict.fromkeys(reason.clause for reason in self.broken()))[:3]

    def look_hint(self) -> dict[str, str]:
        """Highlight the cards with too many or too few copies."""
        right = self.solution() or {}
        changed = [at for at, name in enumerate(self.names) if right.get(name, 0) != self.deck[name]]
        return {f"{POOL_ZONE}.{at}": "lit" for at in changed} if right else {}

    def move_hint(self) -> str:
        """Return the right number of copies of each card whose number is wrong."""
        right = self.solution() or {}
        lines = [f"{name}: **{count}**" for name, count in right.items() if count != self.deck[name]]
        return "\n".join(lines)


def mend_deck(game: Game, deck: Deck) -> Deck | None:
    """Return a legal deck, found by changing one card at a time; None if none is found.

    deck : the number of copies at the start, of each card that may be chosen.
    """
    here: Deck | None = dict(deck)
    seen: list[Deck] = []
    while here is not None and here not in seen and game.check_deck(here):
        seen.append(here)
        here = _nearer(game, here)
    if here is None or here in seen:  # the rule about size may count only a part of the deck
        return next((found for base in game.decks.values() if (found := _moved_to(game, deck, base.cards))), None)
    return here


def _moved_to(game: Game, deck: Deck, legal: Mapping[str, int]) -> Deck | None:
    """Return the first legal deck found by changing the deck card by card towards a legal one.

    None if that deck needs cards that may not be chosen.
    """
    if legal.keys() - deck.keys():
        return None
    here = dict(deck)
    while game.check_deck(here):
        apart = [name for name in here if here[name] != legal.get(name, 0)]
        if not apart:
            return None  # that deck breaks other rules
        steps = [here | {name: here[name] + (1 if here[name] < legal.get(name, 0) else -1)} for name in apart]
        here = min(steps, key=lambda one: _faults(game, one))
    return here


def _nearer(game: Game, deck: Deck) -> Deck | None:
    """Return the deck after the best change of one card; None if no change helps.

    Changes that reduce the number of faults come first, then changes that bring the size closer to a legal one.
    """
    most = max((game.parameters.get("copies", 1), *deck.values()))
    changes = [deck | {name: count} for name in deck for count in range(most + 1)]
    best = min(changes, key=lambda one: (_faults(game, one), _moved(deck, one)), default=deck)
    if _faults(game, best) < _faults(game, deck):
        return best
    best = min(changes, key=lambda one: (_size_off(game, one), _faults(game, one)), default=deck)
    return best if _size_off(game, best) < _size_off(game, deck) else None


def _faults(game: Game, deck: Deck) -> tuple[int, int]:
    """Return how far a deck is from a legal one: the number of surplus copies, then the number of broken rules."""
    extra = sum(max(0, count - game.parameters.get("copies", count)) for count in deck.values())
    return extra, len(game.check_deck(deck))


def _size_off(game: Game, deck: Deck) -> int:
    size = sum(deck.values())
    return abs(size - game.parameters.get("deck_size", size))


def _moved(one: Deck, other: Deck) -> int:
    return sum(abs(count - other[name]) for name, count in one.items())
