"""The setup of a game: decks, the bot's strength, who begins, and the seed; also which decks may meet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from engines.errors import IllegalDeck
from engines.game import Game
from engines.search.players import FORMER_NAMES, STRENGTHS, name_of_strength

WEAKEST = next(iter(STRENGTHS))

FirstPlayer = Literal["rules", "you", "rival"]
"""Who goes first: the rules decide (janken, dice), or the named player does."""
FIRST_CHOICES = get_args(FirstPlayer)


@dataclass(frozen=True, slots=True)
class Setup:
    """The choices before a game, by name (the game, both decks, the bot's strength, who goes first), and the seed."""

    game: str
    you: str
    rival: str
    strength: str = WEAKEST
    first: FirstPlayer = "rules"
    seed: int = 1

    def __post_init__(self) -> None:
        """Replace a former name of a strength. Raises DataError if the strength is unknown."""
        object.__setattr__(self, "strength", name_of_strength(self.strength))

    @classmethod
    def of(cls, game: Game, wanted: Mapping[str, object], seed: int) -> Setup:
        """Return a setup from an address or a form; unknown values are replaced by defaults.

        Raises IllegalDeck if no deck may meet the chosen one.
        """

        def chosen(key: str, known: Iterable[str]) -> str:
            known = list(known)
            return str(wanted[key]) if wanted.get(key) in known else known[0]

        you = chosen("you", game.decks)
        if not allowed_opponents(game, you):
            game.new((you, you))  # raises the error for the deck
        rival = chosen("rival", allowed_opponents(game, you))
        first = chosen("first", FIRST_CHOICES)
        number = str(wanted.get("seed", ""))
        dealt = int(number[:9]) if number.isdecimal() else seed
        return cls(game.name, you, rival, chosen("bot", [*STRENGTHS, *FORMER_NAMES]), first, dealt)  # type: ignore[arg-type]

    def as_choices(self) -> dict[str, str]:
        """Return the choices without the seed, as an address or a form names them; `of` reads them."""
        return {"you": self.you, "rival": self.rival, "bot": self.strength, "first": self.first}


def allowed_opponents(game: Game, deck: str) -> list[str]:
    """Return the decks that may meet `deck`; `deck` itself comes last, if it may."""
    return [other for other in [*(one for one in game.decks if one != deck), deck] if _may_meet(game, deck, other)]


def _may_meet(game: Game, deck: str, other: str) -> bool:
    try:
        game.new((deck, other))
    except IllegalDeck:
        return False
    return True
