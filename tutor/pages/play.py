"""The page of a full game against a bot: the choices before the game, the board, and any unfinished game."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping
from dataclasses import replace

import ipywidgets

import engines
from engines.errors import require_known
from engines.game import Game
from engines.search.players import FORMER_NAMES, STRENGTHS
from tutor import progress
from tutor.controllers.board import Board
from tutor.matches import kept_games
from tutor.matches.match import Match, Setup
from tutor.matches.setup import FIRST_CHOICES
from tutor.messages.commands import command
from tutor.navigation.links import page_query
from tutor.pages.setup_form import setup_form
from tutor.sets.decks import game_with_decks
from tutor.sets.kept_sets import is_kept, only_needed, with_kept_sets
from tutor.text import page_language as wanted_language


def play(game: str | Game, **wanted: object) -> PlayPage:
    """Return the page of a full game against a bot.

    >>> tutor.play("altaria")
    >>> tutor.play("altaria", you="hearth", rival="tide", bot="quick", seed=7)

    Parameters
    ----------
    game
        The game's name, the game itself, or the file of a custom game (.py, or .toml for a design).
    wanted
        `you` and `rival` (deck ids), `bot` (a strength), `first` ("rules", "you" or "rival"), `seed`. If any of them is
        given, here or in the query of the address, a game begins immediately; otherwise an unfinished game is resumed,
        or the choices are shown. `new` always shows the choices.

    Raises DataError if the game, a deck, the bot or an argument is unknown.
    """
    if isinstance(game, str):
        game = engines.load_file(game) if game.endswith(engines.ENDINGS) else game_with_decks(game)
    check_wanted(with_kept_sets(game), wanted)
    return PlayPage(game, page_query() | wanted)


def check_wanted(game: Game, wanted: Mapping[str, object]) -> None:
    """Raise DataError if a choice does not exist for a game, as may happen in an address."""
    choices: dict[str, Collection[str]] = {
        "you": game.decks,
        "rival": game.decks,
        "bot": [*STRENGTHS, *FORMER_NAMES],
        "first": FIRST_CHOICES,
    }
    for key, value in wanted.items():
        require_known(key, [*choices, "seed", "new"], "tutor.play", "argument")
        if key in choices:
            require_known(value, choices[key], "tutor.play", {"you": "deck", "rival": "deck"}.get(key, key))


class PlayPage(ipywidgets.Box):
    """The choices before a game, then the game itself."""

    def __init__(self, game: Game, wanted: dict[str, object]) -> None:
        super().__init__(layout={"display": "block", "overflow": "visible", "margin": "0"})
        self.game = game
        self.plain = game_with_decks(game.name) if game.card_sets else game  # used to read the log
        self.full = with_kept_sets(game)
        self.language = wanted_language()
        self.setup = Setup.of(self.full, wanted, random.randrange(1, 10_000))
        self.board: Board | None = None
        self.learner, self.warns, kept, self.unsaved = kept_games.find_kept_games(game, self.language)
        self.kept = kept
        if "new" not in wanted and any(key in wanted for key in ("you", "rival", "bot", "first", "seed")):
            self.begin(self.setup)
        elif "new" in wanted or kept is None or not self.go_on(kept):
            self.choose()

    def go_on(self, kept: kept_games.KeptGame) -> bool:
        """Resume an unfinished game.

        Return False if it cannot be replayed; a message about that is then shown with the next page.
        """
        try:
            match = kept_games.replay_game(kept, self.plain)
        except kept_games.ReplayError as error:
            self.kept, self.unsaved = None, kept_games.explain_not_resumed(error, self.language)
            return False
        self.setup = match.setup
        self._show(match, kept)
        return True

    def choose(self) -> None:
        """Show the choices, from which an unfinished game can be resumed."""
        form = setup_form(self.full, self.setup, self.language)
        form.data = {**form.data, "notice": self.unsaved, "under_way": self.under_way}
        self.unsaved = ""
        form.answer_with(self)
        self.children = (form,)

    @property
    def under_way(self) -> bool:
        """True while there is a game in progress."""
        return not self.board.match.over if self.board is not None else self.kept is not None

    @command("go_on")
    def _go_back(self) -> None:
        """Resume the unfinished game."""
        if self.under_way and self.board is not None:
            self.children = (self.board.stage,)
        elif self.under_way and self.kept is not None and not self.go_on(self.kept):
            self.choose()

    @command("start")
    def _start(self, you: str = "", rival: str = "", bot: str = "", first: str = "", seed: str = "") -> None:
        """Begin a game; omitted choices get their defaults."""
        wanted = {"you": you, "rival": rival, "bot": bot, "first": first, "seed": seed}
        self.begin(Setup.of(self.full, wanted, self.setup.seed))

    def begin(self, setup: Setup) -> None:
        """Begin a game."""
        self.setup = setup
        self._show(Match(setup, only_needed(self.game, self.full, (setup.you, setup.rival))))

    def _show(self, match: Match, kept: kept_games.KeptGame | None = None) -> None:
        """Show a game on the board; its moves are stored from now on."""
        match.warns = self.warns
        if self.learner and is_kept(match.game, self.plain):
            match.keeper = kept_games.GameKeeper(self.learner, kept_games.whole_game(self.game.name), kept=kept)
        self.board = Board(match, self.language, leave=self._leave, switch=self._switch)
        self.board.welcome(None if kept is None else len(kept.moves), self.unsaved)
        self.unsaved = ""
        self.children = (self.board.stage,)

    def _switch(self, on: bool) -> None:
        self.warns = on
        if self.learner:
            progress.set_switch(self.learner, self.game.name, kept_games.WARNINGS_SWITCH, on)

    def _leave(self) -> None:
        self.setup = replace(self.setup, seed=self.setup.seed + 1)
        self.choose()

    def __repr__(self) -> str:
        return f"Play({self.game.title!r})"
