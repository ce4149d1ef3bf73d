"""The command line `tebiki`: the code shared by all commands. Each command is a module in this folder.

Invalid input gives one line that names the mistake and the nearest correct form, and exit code 2. Exit code 1 means
that a check found a problem. A command returns its exit code, or None for 0.
"""

from __future__ import annotations

import importlib
import io
import os
import sys
from collections.abc import Sequence

import click
from click.shell_completion import shell_complete

import engines
from engines.errors import TebikiError
from engines.kit import user_code_errors
from tutor.commands.arguments import UsageError, suggest_nearest

COMMANDS = {
    "app": "tutor.commands.app",
    "class": "tutor.commands.classes",
    "lab": "tutor.commands.lab",
    "play": "tutor.commands.play",
    "simulate": "tutor.commands.simulate",
    "import": "tutor.commands.import_cards",
    "rules": "tutor.commands.rules",
    "one-page": "tutor.commands.one_page",
    "check": "tutor.commands.check",
    "progress": "tutor.commands.progress",
    "items": "tutor.commands.items",
    "site": "tutor.commands.site",
    "coverage": "tutor.commands.coverage",
    "puzzles": "tutor.commands.puzzles",
    "new": "tutor.commands.new",
    "completion": "tutor.commands.completion",
}
"""The module of each command; it defines `command`, whose `short_help` is shown in the overview."""

COMPLETION_VARIABLE = "_TEBIKI_COMPLETE"
"""The environment variable with which a shell asks for completions."""


class Commands(click.Group):
    """The commands, each loaded on demand."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return their names, in the order of the overview."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command; None if it is unknown."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = importlib.import_module(COMMANDS[cmd_name]).command
        return command

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the overview, one line per command."""
        formatter.write("Tebiki teaches the rules of trading card games.\n\n")
        width = max(map(len, COMMANDS)) + 1
        for name in COMMANDS:
            command = self.get_command(ctx, name)
            assert command is not None
            formatter.write(f"  tebiki {name:<{width}} {command.get_short_help_str(100)}\n")
        small = " and ".join(engines.names(small=True))
        formatter.write(f"\nGames: {', '.join(engines.names())}, and {small} (a small example game).\n")
        formatter.write("More: tebiki COMMAND --help\n")


tebiki = Commands("tebiki", context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command line and return its exit code."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    if COMPLETION_VARIABLE in os.environ:
        return shell_complete(tebiki, {}, "tebiki", COMPLETION_VARIABLE, os.environ[COMPLETION_VARIABLE])
    for stream in (sys.stdin, sys.stdout):  # a character that a terminal cannot show or send must not end the game
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        with tebiki.make_context("tebiki", ["--help"] if words[:1] in ([], ["help"]) else words) as context:
            code = tebiki.invoke(context)
        sys.stdout.flush()
        return int(code or 0)
    except click.exceptions.Exit as end:  # after --help
        return end.exit_code
    except (click.ClickException, TebikiError) as error:
        print(describe_mistake(user_code_errors.describe_error(error) or error, words), file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # the program that reads our output stopped, as in `tebiki rules attack | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as error:
        own = user_code_errors.describe_error(error)
        if own is None:
            raise
        print(describe_mistake(own, words), file=sys.stderr)
        return 2


def describe_mistake(error: click.ClickException | TebikiError, words: Sequence[str]) -> str:
    """Return what is wrong with a command line in one line, which says what to write instead."""
    if not isinstance(error, click.UsageError):
        text = error.message if isinstance(error, UsageError) else str(error)
        return text if text.startswith("tebiki ") else f"tebiki: {text}"
    place = " ".join(["tebiki", *(word for word in words[:1] if word in COMMANDS)])
    if isinstance(error, click.NoSuchOption):
        known = [name for one in error.ctx.command.get_params(error.ctx) for name in one.opts] if error.ctx else []
        text = f"there is no option {error.option_name}.{suggest_nearest(error.option_name, known)}"
    elif isinstance(error, click.exceptions.NoSuchCommand):
        hint = suggest_nearest(error.command_name, COMMANDS)
        text = f"there is no command {error.command_name!r}.{hint} See tebiki --help."
    elif isinstance(error, click.MissingParameter):
        text = f"{_called(error.param)} is missing. See {place} --help."
    elif isinstance(error, click.BadParameter):
        text = f"{_called(error.param)} {error.message}"
    else:
        said = error.format_message()
        text = f"{said[:1].lower()}{said[1:].rstrip('.')}. See {place} --help."
    return " ".join(f"{place}: {text}".split())


def _called(param: click.Parameter | None) -> str:
    """Return the name of an option or argument as written on a command line, such as "-n/--games"."""
    if param is None:
        return "a value"
    return "/".join(param.opts) if isinstance(param, click.Option) else str(param.name)


if __name__ == "__main__":
    sys.exit(main())
