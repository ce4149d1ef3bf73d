"""`tebiki completion`: prints the shell completion script."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from tutor.commands.arguments import OneOf

SHELLS = ("bash", "zsh", "fish")


EXAMPLES = """\b
bash   tebiki completion bash > ~/.local/share/bash-completion/completions/tebiki
zsh    tebiki completion zsh >> ~/.zshrc
fish   tebiki completion fish > ~/.config/fish/completions/tebiki.fish
"""


@click.command("completion", short_help="print a shell completion script", epilog=EXAMPLES)
@click.argument("shell", type=OneOf(SHELLS), help="your shell")
@click.pass_context
def command(ctx: click.Context, shell: str) -> None:
    """Print a shell completion script: it completes tebiki's commands, options, games and decks."""
    from tutor.commands.cli import COMPLETION_VARIABLE

    complete = get_completion_class(shell)
    assert complete is not None
    print(complete(ctx.find_root().command, {}, "tebiki", COMPLETION_VARIABLE).source())
