"""The command line: `tebiki app | lab | play | simulate | rules | check | new`.

Bad input gets one line that names the mistake and the nearest right thing, and exit code 2. Exit code 1 means that
something was judged and is not good.
"""

from __future__ import annotations

import argparse
import difflib
import io
import os
import re
import secrets
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn

import engines
from engines.core.cards import Deck
from engines.core.errors import IllegalDeck, TebikiError
from engines.core.game import Game
from engines.core.players import STRENGTHS

MOST_GAMES = 10_000_000

CHECKED = """Judge deck, card, position, scenario, lesson and rulebook files. They are written as TOML; CONTRIBUTING.md
and docs/ show how. Progress files are JSON lines: the home page brings them in."""


class UsageError(Exception):
    """A command line that means nothing; the text says what to write instead."""


class Parser(argparse.ArgumentParser):
    """An argument parser that raises UsageError, and finds the option that was probably meant."""

    def error(self, message: str) -> NoReturn:
        """Raise UsageError with one line."""
        options = [option for action in self._actions for option in action.option_strings]
        for pattern, answer in (
            (r"unrecognized arguments: (-\S+)", lambda word: f"there is no option {word}.{_nearest(word, options)}"),
            (r"(argument .*): invalid choice: '(.*)' \(choose from (.*)\)", _choice),
            (
                r"(argument .*): invalid int value: '(.*)'",
                lambda what, word: f"{what} is a whole number, not {word!r}.",
            ),
        ):
            found = re.fullmatch(pattern, message) or re.match(pattern + r"(?: |$)", message)
            if found:
                raise UsageError(f"{self.prog}: {answer(*found.groups())}")
        raise UsageError(f"{self.prog}: {message}. See {self.prog} --help.")


def _choice(what: str, word: str, known: str) -> str:
    choices = re.findall(r"[\w-]+", known)
    return f"{what} cannot be {word!r}.{_nearest(word, choices) or ' Choose from ' + ', '.join(choices) + '.'}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Carry out one command line and return its exit code."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    if not words or words[0] in ("help", "-h", "--help"):
        print(overview())
        return 0
    for stream in (sys.stdin, sys.stdout):  # what a terminal cannot show or send costs a sign, not the game
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        if words[0] not in COMMANDS:
            raise UsageError(f"there is no command {words[0]!r}.{_nearest(words[0], COMMANDS)} See tebiki --help.")
        code = COMMANDS[words[0]][1](words[1:])
        sys.stdout.flush()
        return code
    except (UsageError, TebikiError) as error:
        text = str(error)
        print(text if text.startswith("tebiki ") else f"tebiki: {text}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # the reader of our output has enough, as in `tebiki rules attack | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def overview() -> str:
    """Return what there is, a line a command."""
    lines = ["Tebiki teaches the rules of trading card games.", ""]
    lines += [f"  tebiki {name:<9} {about}" for name, (about, _) in COMMANDS.items()]
    return "\n".join([*lines, "", f"Games: {', '.join(engines.names())}. More: tebiki COMMAND --help"])


def _nearest(word: str, known: Iterable[str]) -> str:
    close = difflib.get_close_matches(word.casefold(), list(known), 1, 0.5)
    return f" Did you mean {close[0]}?" if close else ""


def find_game(name: str | None) -> Game:
    """Return a game by its name, however it is written, or from a .py file of one's own.

    Raises UsageError with the nearest one, or all.
    """
    known = engines.names() + engines.names(small=True)
    if name is None:
        raise UsageError(f"say which game. Games: {', '.join(known)}.")
    if name.endswith(".py"):
        return engines.load_file(name)
    plain = re.sub(r"[\s-]+", "_", name.strip().casefold())
    if plain in known:
        return engines.load(plain)
    close = difflib.get_close_matches(plain, known, 1, 0.4)
    raise UsageError(
        f"there is no game {name!r}. " + (f"Did you mean {close[0]}?" if close else f"Games: {', '.join(known)}.")
    )


def find_deck(game: Game, name: str) -> str:
    """Return a deck's id. Raises UsageError with the nearest one."""
    if name in game.decks:
        return name
    near = _nearest(name, game.decks) or f" Decks: {', '.join(game.decks)}."
    raise UsageError(f"{game.title} has no deck {name!r}.{near}")


# The commands, each a function of its arguments that returns the exit code.


def app(arguments: Sequence[str]) -> int:
    """Start the app."""
    from tutor.app.server import main as start

    return start(list(arguments), Parser)


def lab(arguments: Sequence[str]) -> int:
    """Open the notebooks in JupyterLab."""
    parser = Parser(prog="tebiki lab", description="Open the notebooks in JupyterLab, with their code.")
    parser.add_argument("--port", type=int, default=8888, help="port to serve on (default 8888)")
    parser.add_argument("--no-browser", action="store_true", help="do not open a browser window")
    options = parser.parse_args(arguments)
    from tutor.app.links import HOME, PAGES
    from tutor.app.server import AppError, project_folder, use_our_template

    try:
        folder = project_folder()
    except AppError as error:
        raise UsageError(str(error)) from None
    use_our_template()
    command = [sys.executable, "-m", "jupyterlab", f"--ServerApp.root_dir={folder}", f"--port={options.port}"]
    command += [f"--LabApp.default_url=/lab/tree/{PAGES}/{HOME}", *(["--no-browser"] if options.no_browser else [])]
    if os.name == "posix":
        os.execv(sys.executable, command)
    return subprocess.run(command).returncode


def play(arguments: Sequence[str]) -> int:
    """Play a game in the terminal."""
    parser = Parser(prog="tebiki play", description="Play a game in the terminal, with reasons.")
    parser.add_argument("game", nargs="?", help="which game")
    _add_bots(parser, "--bot", STRENGTHS, next(iter(STRENGTHS)), "how strong the bot is (default {bot})")
    parser.add_argument("--seed", type=int, help="the same number deals the same cards")
    parser.add_argument("--deck", help="your deck: an id (`tebiki simulate GAME --list` lists them), or a deck file")
    parser.add_argument("--rival-deck", help="the bot's deck: an id, or a deck file")
    parser.add_argument("--language", choices=_languages(), default="en", help="of what happens and what is asked")
    options = parser.parse_args(arguments)
    game = find_game(options.game)
    from tutor.matches.match import Match, Setup
    from tutor.matches.terminal import Terminal

    for name in (options.deck, options.rival_deck):
        if name is not None and not isinstance(deck := _deck(game, name), str):
            game = game.with_decks([replace(deck, id=name)])
    chosen = {"bot": _bot_id(options.bot)} | _pair(game, options.deck, options.rival_deck)
    seed = secrets.randbelow(1_000_000) if options.seed is None else options.seed
    if not 0 <= seed < 10**9:
        raise UsageError("--seed is a whole number from 0 to 999999999.")
    if sys.stdin.isatty():
        enable_line_editing()
    try:
        Terminal(Match(Setup.of(game, chosen | {"seed": seed}, seed), game), language=options.language).run()
    except KeyboardInterrupt:
        print()
    return 0


def _add_bots(parser: Parser, option: str, bots: Iterable[str], usual: str | list[str], help: str, **more: Any) -> None:
    """Add an option whose values are what the pages call the bots; their ids are understood too."""
    from tutor.text import bot_names

    names = bot_names()
    default = names[usual] if isinstance(usual, str) else [names[bot] for bot in usual]
    parser.add_argument(
        option,
        type=lambda word: names.get(word.casefold(), word.casefold()),
        choices=[names[bot] for bot in bots],
        default=default,
        help=help.format(bot=default if isinstance(default, str) else " ".join(default)),
        **more,
    )


def _bot_id(name: str) -> str:
    """Return the id of a bot by its name."""
    from tutor.text import bot_names

    return next(bot for bot, known in bot_names().items() if known == name)


def _pair(game: Game, you: str | None, rival: str | None) -> dict[str, str]:
    """Return both decks if one is named: the other one may meet it. Raises IllegalDeck if they may not be used."""
    from tutor.matches.match import opponents

    named = you or rival
    if named is None:
        return {}
    broken = game.check_deck(named)
    if broken:
        raise IllegalDeck(named, broken)
    you, rival = you or opponents(game, named)[0], rival or opponents(game, named)[0]
    game.new((you, rival))
    return {"you": you, "rival": rival}


def enable_line_editing() -> None:
    """Let the arrow keys bring earlier lines back, where the platform can."""
    try:
        import readline  # noqa: F401
    except ImportError:
        return


def simulate(arguments: Sequence[str]) -> int:
    """Play many games between bots and print what came out."""
    from tutor.matches import simulate as play_outs

    parser = Parser(prog="tebiki simulate", description="Play many games between bots, and count.")
    parser.add_argument("game", nargs="?", help="which game")
    parser.add_argument("-n", "--games", type=int, default=1000, help="how many games (default 1000)")
    _add_bots(parser, "--bots", play_outs.BOTS, ["greedy", "greedy"], "who plays each deck (default {bot})", nargs=2)
    decks = "two decks: ids of the game (--list shows them), or deck files"
    parser.add_argument("--decks", nargs=2, metavar="DECK", help=decks)
    parser.add_argument("--seed", type=int, default=0, help="seed of the first game (default 0)")
    parser.add_argument("--jobs", type=int, default=-1, help="processes at a time (default: one for each core)")
    rule = "a house rule: cores=5 (--list shows the names)"
    parser.add_argument("--rule", action="append", default=[], metavar="NAME=NUMBER", help=rule)
    parser.add_argument("--list", action="store_true", help="list the decks and house rules of the game, and stop")
    options = parser.parse_args(arguments)
    game = find_game(options.game)
    if options.list:
        print(choices(game))
        return 0
    if not 1 <= options.games <= MOST_GAMES or options.jobs == 0 or options.seed < 0:
        raise UsageError(f"-n is a whole number from 1 to {MOST_GAMES}, --seed one from 0, --jobs is not 0.")
    rules = dict(_rule(game, text) for text in options.rule)
    records = play_outs.simulate(
        options.game if options.game.endswith(".py") else game.name,
        options.games,
        (_deck(game, options.decks[0]), _deck(game, options.decks[1])) if options.decks else None,
        (_bot_id(options.bots[0]), _bot_id(options.bots[1])),
        options.seed,
        options.jobs,
        rules,
        progress=True,
    )
    print(play_outs.table(game, records))
    return 0


def choices(game: Game) -> str:
    """Return the decks of a game and the rules that a house variant may change, as lines."""
    from tutor.boards.presentation import deck_size

    lines = [f"Decks of {game.title}"]
    lines += [f"  {id:<16} {deck.name}, {deck_size(game, deck.cards)}" for id, deck in game.decks.items()]
    lines += ["", "House rules"]
    for name, rule in game.parameter_rules.items():
        lines.append(f"  {name:<16} {rule.standard:<4} {rule.low} to {rule.high:<5} {rule.meaning} ({rule.clause})")
    return "\n".join(lines)


def _deck(game: Game, name: str) -> str | Deck:
    """Return the id of a deck, or the deck of a file: of any name with an ending or a folder, or that is there."""
    path = Path(name)
    if name in game.decks or not (path.suffix or len(path.parts) > 1 or path.exists()):
        return find_deck(game, name)
    from tutor.commands.check import read_deck

    return read_deck(path)


def _rule(game: Game, text: str) -> tuple[str, int]:
    name, _, value = text.partition("=")
    if not re.fullmatch(r"-?\d{1,9}", value):
        raise UsageError(f"--rule {text}: write it as NAME=NUMBER. Rules: {', '.join(game.parameter_rules)}.")
    if name not in game.parameter_rules:
        near = _nearest(name, game.parameter_rules) or f" Rules: {', '.join(game.parameter_rules)}."
        raise UsageError(f"{game.title} has no rule {name!r} to change.{near}")
    return name, int(value)


def rules(arguments: Sequence[str]) -> int:
    """Print a clause, or every clause with some words in it."""
    parser = Parser(prog="tebiki rules", description="Print a clause of a rulebook, or every clause with some words.")
    parser.add_argument("words", nargs="+", help="an id such as ALT-11.8, or words in English or Japanese")
    parser.add_argument("--game", help="search only the rulebook of this game")
    options = parser.parse_args(arguments)
    from tutor.commands.lookup import look_up

    games = [find_game(options.game)] if options.game else [engines.load(name) for name in engines.names()]
    width = min(100, shutil.get_terminal_size((88, 24)).columns)
    print(look_up(games, " ".join(options.words), width))
    return 0


def check(arguments: Sequence[str]) -> int:
    """Judge files; exit code 1 if something is wrong with them."""
    parser = Parser(prog="tebiki check", description=CHECKED)
    parser.add_argument("path", type=Path, nargs="+", help="a file, or a folder with files")
    parser.add_argument("--game", help="the game they are about, where they do not say so")
    options = parser.parse_args(arguments)
    from tutor.commands import check as checking

    game = find_game(options.game).name if options.game else None
    report = checking.Report()
    for path in options.path:
        checking.check(path, game, report)
    for problem in report.problems:
        print(problem)
    print(report.summary())
    return 1 if report.problems else 0


def new(arguments: Sequence[str]) -> int:
    """Write the files of a game of one's own."""
    parser = Parser(prog="tebiki new", description="Write a small game of your own that can be played at once.")
    parser.add_argument("name", help="what it is called: small letters, digits and _")
    options = parser.parse_args(arguments)
    from tutor.commands.new_game import write_skeleton

    module, *others = write_skeleton(options.name, Path())
    print(f"Written: {module}, {', '.join(str(path) for path in others)}.")
    print(f"Play it: tebiki play {module}   See its board: jupyter lab {others[-1]}")
    return 0


def _languages() -> tuple[str, ...]:
    from tutor.text import languages

    return languages()


COMMANDS: dict[str, tuple[str, Callable[[Sequence[str]], int]]] = {
    "app": ("the app in your browser", app),
    "lab": ("the same notebooks in JupyterLab, with their code", lab),
    "play": ("a game in the terminal, with reasons", play),
    "simulate": ("thousands of games between bots", simulate),
    "rules": ("a clause of a rulebook, or every clause with a word in it", rules),
    "check": ("is this deck, card, position, scenario or lesson file sound?", check),
    "new": ("begin a game of your own", new),
}


if __name__ == "__main__":
    sys.exit(main())
