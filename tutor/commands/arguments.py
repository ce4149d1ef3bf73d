"""Values on a command line: games, decks, bots, rules and numbers.

For an unknown value the nearest one is suggested.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import click
from click.shell_completion import CompletionItem

import engines
from engines.errors import TebikiError
from engines.game import Game
from tutor.sets.deck_lists import DeckList
from tutor.sets.decks import game_with_decks


class UsageError(click.ClickException):
    """Raised for a command line that cannot be understood; the text says what to write instead."""


EXAMPLE_GAME = engines.names()[0]
"""The game used in the examples of a command's help."""


def suggest_nearest(word: str, known: Iterable[str]) -> str:
    """Return a question that suggests the nearest known word; "" if none is similar."""
    close = difflib.get_close_matches(word.casefold(), list(known), 1, 0.6)
    return f" Did you mean {close[0]}?" if close else ""


# Types of values. Errors begin with the option: "--seed must be a whole number, not 'x'."


class WholeNumber(click.ParamType[int]):
    """A whole number of at least `low` and, if `high` is not None, at most `high`."""

    name = "number"

    def __init__(self, low: int | None = None, high: int | None = None) -> None:
        self.low, self.high = low, high

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the number."""
        bounds = "" if self.low is None else f" from {self.low}" + ("" if self.high is None else f" to {self.high}")
        if not re.fullmatch(r"-?\d{1,18}", str(value)):
            self.fail(f"must be a whole number{bounds}, not {str(value)[:40]!r}.", param, ctx)
        number = int(str(value))
        if (self.low is not None and number < self.low) or (self.high is not None and number > self.high):
            self.fail(f"must be a whole number{bounds}.", param, ctx)
        return number


class OneOf(click.ParamType[str]):
    """One of several words. known : maps each word to its value, including words that are accepted but not offered."""

    name = "word"

    def __init__(self, offered: Iterable[str], known: dict[str, str] | None = None) -> None:
        self.offered = list(offered)
        self.known = {word: word for word in self.offered} | (known or {})

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the value of the word."""
        word = str(value).casefold()
        if word not in self.known:
            hint = suggest_nearest(word, self.offered) or f" Choose from {', '.join(self.offered)}."
            self.fail(f"cannot be {str(value)!r}.{hint}", param, ctx)
        return self.known[word]

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        """Return the placeholder of the value in the help."""
        return f"{{{','.join(self.offered)}}}"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Return the words that begin with `incomplete`."""
        return _begin(self.offered, incomplete)


class GameName(click.ParamType[str]):
    """A game's name, or the file of a custom game; `find_game` finds it."""

    name = "game"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Return the games that begin with `incomplete`, and files."""
        return [*_begin(_games(), incomplete), CompletionItem(incomplete, type="file")]


class DeckName(click.ParamType[str]):
    """The id of a deck of the game on the command line, or a deck file; `find_decks` finds it."""

    name = "deck"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Return the decks of the game that begin with `incomplete`, and files."""
        words = [ctx.params.get("game"), *ctx.args]  # arguments are not assigned while an option lacks its value
        try:
            decks = list(find_game(next((word for word in words if word), None)).decks)
        except (UsageError, TebikiError):
            decks = []
        return [*_begin(decks, incomplete), CompletionItem(incomplete, type="file")]


def _begin(words: Iterable[str], incomplete: str) -> list[CompletionItem]:
    return [CompletionItem(word) for word in words if word.startswith(incomplete)]


def bot_type(offered: Iterable[str]) -> OneOf:
    """Return the parameter type for a bot name. It accepts the names shown on the pages, and ids."""
    from tutor.text import bot_names

    names = bot_names()
    offered = list(offered)
    return OneOf([names[bot] for bot in offered], {names[bot]: bot for bot in offered} | {bot: bot for bot in offered})


def language_type() -> OneOf:
    """Return the parameter type for a language."""
    from tutor.text import list_languages as known

    return OneOf(known())


def game_argument(command: Callable[..., object]) -> Callable[..., object]:
    """Give a command the argument `game`; if it is missing, `find_game` reports that."""
    help = "a game, or the .py file of your own game"
    return click.argument("game", type=GameName(), required=False, metavar="GAME", help=help)(command)


# Looking up what a command line names.


def _games() -> list[str]:
    return engines.names() + engines.names(small=True)


def find_game(name: str | None) -> Game:
    """Return a game by its name, in any spelling, or from the file of a custom game.

    Raises UsageError, suggesting the nearest name or listing all, if there is no such game.
    """
    known = _games()
    if name is None:
        raise UsageError(f"say which game. Games: {', '.join(known)}.")
    if name.endswith(engines.ENDINGS):
        return engines.load_file(name)
    plain = re.sub(r"[\s-]+", "_", name.strip().casefold())
    if plain in known:
        return game_with_decks(plain)
    own = next((one for one in (f"{name}{ending}" for ending in engines.ENDINGS) if Path(one).is_file()), "")
    if own:
        raise UsageError(f"there is no game {name!r}. Did you mean the file {own}?")
    hint = suggest_nearest(plain, known) or f" Games: {', '.join(known)}."
    raise UsageError(f"there is no game {name!r}.{hint}")


def set_option(command: Callable[..., object]) -> Callable[..., object]:
    """Give a command the option `--set`."""
    option = click.option(
        "--set",
        "sets",
        type=click.Path(path_type=Path),
        multiple=True,
        help="a file with more cards to play with; may be repeated",
    )
    return option(command)


class FoundDecks(NamedTuple):
    """A game with the cards and decks that a command line names, and the ids of the decks.

    None for a deck that was not named.

    loose : whether a deck or set is in a file that Tebiki does not store, and so may be missing next time.
    """

    game: Game
    decks: tuple[str | None, ...]
    loose: bool


def find_decks(game: Game, names: Sequence[str | None], sets: Sequence[Path] = ()) -> FoundDecks:
    """Return the named decks: given by id, by the id in a set, or by a file with or without its cards.

    sets : files with further cards; if there are none, the stored sets are searched too. Raises DataError if a file is
    unplayable, and UsageError, suggesting the nearest deck, if an id is unknown.
    """
    from tutor.sets import files, kept_sets

    plain, of_sets, lists = game, dict[str | None, str](), dict[str, DeckList]()
    for path in sets:
        game = game.with_set(files.sound_set(files.read_set_file(path, game)))
    known = game if sets else kept_sets.with_kept_sets(game)
    for name in names:
        if name and _deck_id(known, name) is None and _is_path(name):
            game, found = files.read_deck_file(Path(name), game)
            if isinstance(found, DeckList):
                lists[name] = found
            else:
                of_sets[name] = found
    full = game if sets else kept_sets.with_kept_sets(game)
    of_lists: dict[str | None, str] = {}
    for name, one in lists.items():
        deck = files.deck_of_list(one, full, name)
        of_lists[name] = name if deck.id in full.decks else deck.id
        full = full.with_decks([replace(deck, id=of_lists[name])])
    ids = tuple(of_sets.get(name) or of_lists.get(name) or (name and _known_deck(full, name)) for name in names)
    if not lists:
        full = kept_sets.only_needed(game, full, (id for id in ids if id))
    return FoundDecks(full, ids, bool(lists) or not kept_sets.is_kept(full, plain))


def _is_path(name: str) -> bool:
    """Return True if a name has a file ending or a folder, or is an existing file."""
    path = Path(name)
    return bool(path.suffix) or len(path.parts) > 1 or path.exists()


def _known_deck(game: Game, name: str) -> str:
    """Return the id of a deck. Raises UsageError, suggesting the nearest one, if it is unknown."""
    id = _deck_id(game, name)
    if id is None:
        near = suggest_nearest(name, game.decks) or f" Decks: {', '.join(game.decks)}."
        raise UsageError(f"{game.title} has no deck {name!r}.{near}")
    return id


def _deck_id(game: Game, name: str) -> str | None:
    """Return the id of a deck; None if unknown. For a set's deck the part after the slash is enough if it is unique."""
    if name in game.decks:
        return name
    ends = [id for id in game.decks if id.rpartition("/")[2] == name]
    return ends[0] if len(ends) == 1 else None


def find_rules(game: Game, texts: Sequence[str]) -> dict[str, int]:
    """Parse house rules written as NAME=NUMBER: rule parameters, or other rules of `house_rules.toml` with 1.

    Raises UsageError, suggesting the nearest rule, if one is unknown.
    """
    from tutor.matches.house_rules import list_rule_choices

    switches = [one.id for one in list_rule_choices(game) if one.sort == "rule"]
    known, found = [*game.parameter_rules, *switches], {}
    for text in texts:
        name, _, value = text.partition("=")
        if not re.fullmatch(r"-?\d{1,9}", value):
            raise UsageError(f"--rule {text}: write it as NAME=NUMBER. Rules: {', '.join(known)}.")
        if name not in known:
            near = suggest_nearest(name, known) or f" Rules: {', '.join(known)}."
            raise UsageError(f"{game.title} has no rule {name!r} to change.{near}")
        if name in switches and value not in ("0", "1"):
            raise UsageError(f"--rule {text}: {name}=1 replaces the printed rule with this one; 0 does not.")
        found[name] = int(value)
    return found


host_names_option = click.option(
    "--name",
    "names",
    multiple=True,
    metavar="HOST",
    help="another host name by which browsers may reach this machine; may be repeated",
)
"""The option for further host names under which a server accepts requests."""
