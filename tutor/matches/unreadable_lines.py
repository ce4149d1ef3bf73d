"""Answers to a typed line that is no action here: what it lacks, or the most similar command or action."""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from engines.kernel.state import State
from engines.legal.reasons import Kind
from tutor.matches.text_lines import quote_names

if TYPE_CHECKING:
    from tutor.matches.terminal import Terminal

MOST_EXAMPLES = 2
"""The maximum number of legal actions shown as examples."""


def explain_unreadable(terminal: Terminal, text: str, error: str) -> None:
    """Show what is missing in a line that is no action, or the most similar command or action.

    error : what is wrong with a number that is not listed.
    """
    if text.isdecimal():
        terminal.out(error)
        return
    numbers = {option: number for number, option in enumerate(terminal.options(), 1)}
    word = first_word(text).casefold()
    kinds = [kind for kind in terminal.game.kinds.values() if first_word(kind.form) == word]
    wanted = quote_names(text, terminal.cards, terminal.said)
    is_bare = text.casefold() == word and any(kind.arguments for kind in kinds)
    close = difflib.get_close_matches(wanted, [*numbers, *terminal.commands], 1, 0.75 if kinds else 0.6)
    if kinds and (is_bare or not close):
        explain_incomplete(terminal, word, wanted, kinds)
    elif not close:
        terminal.say("unknown", text=text)
    elif close[0] in numbers:
        terminal.say("nearest_action", text=text, number=numbers[close[0]], near=close[0])
    else:
        terminal.say("nearest", text=text, near=close[0])


def first_word(text: str) -> str:
    """Return the word that says what kind of action a text is."""
    return text.split(" ")[0]


def tries_of(terminal: Terminal, word: str) -> list[str]:
    """Return the tries of actions that begin with `word`, legal or not, as texts."""
    state, viewer = terminal.match.table.state, terminal.match.table.viewer
    tries = (terminal.game.notation.write(state, action, viewer) for action in terminal.game.tries(state, viewer))
    return [one for one in tries if first_word(one) == word]


def can_name_card(tries: Sequence[str], name: str) -> bool:
    """Return True if one of the tries names the card `name`, or one of its numbered copies."""
    named = re.compile(rf'"{re.escape(name)}( \d+)?"')
    return any(named.search(one) for one in tries)


def explain_incomplete(terminal: Terminal, word: str, text: str, kinds: Sequence[Kind[State]]) -> None:
    """Show what an action of these kinds lacks: a name, or a card that can be named here; then what can be typed.

    word : the first word of `text`, which is the first word of the kinds' forms.
    """
    names, rest = re.findall(r'"([^"]+)"', text), text[len(word) :].strip()
    known = {name.casefold(): name for name in terminal.cards}
    strange = next((name for name in names if name.casefold() not in known), rest if not names else "")
    tries = tries_of(terminal, word)
    if not rest or (not strange and len(names) < min(kind.form.count("{") for kind in kinds)):
        forms = dict.fromkeys(re.sub(r"\}\{", "} {", kind.form) for kind in kinds)
        terminal.say("needs_more", text=word, forms=" / ".join(re.sub(r"\{\w+\}", "…", form) for form in forms))
    elif strange:
        terminal.say("no_such", name=strange)
    else:
        said = [known[name.casefold()] for name in names]
        terminal.say("no_object", name=next((name for name in said if not can_name_card(tries, name)), said[0]))
    options = terminal.options()
    numbered = [f"{number}. {option}" for number, option in enumerate(options, 1)]
    alike = [line for line, option in zip(numbered, options, strict=True) if first_word(option) == word]
    if not alike:
        is_its_step = any(terminal.match.table.state.step.name in kind.steps for kind in kinds)
        when = terminal.game.when(kinds[0], terminal.language)
        terminal.say("none_now" if is_its_step else "not_now", text=word, when=when)
        if tries:
            terminal.say("ask_why", text=tries[0])
    for line in ([terminal.word("terminal", "works")] if options else []) + (alike or numbered)[:MOST_EXAMPLES]:
        terminal.out(line)
