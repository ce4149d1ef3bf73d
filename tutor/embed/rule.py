"""A rule in a notebook: its text, the engine's lines behind it, a card that has it, and the game without it."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass

import engines
from engines.book.cards import Card
from engines.book.rulebook import Clause, Ruling
from engines.errors import DataError, find_nearest
from engines.game import Game
from engines.variants.counter_rules import PARAMETER, SKIPS, SWAPS, WITHOUT, WRITTEN, CounterRule, counter_rules
from tutor.embed.source import ENGINES, Snippet, card_text, find_snippets
from tutor.matches.house_rules import describe_noted_rule
from tutor.text import format_message

BEST_FIRST = (WITHOUT, WRITTEN, PARAMETER, SKIPS, SWAPS)
MOST_SNIPPETS = 3
"""Maximum number of pieces of source code shown, unless all are asked for."""


@dataclass(frozen=True)
class Rule:
    """A clause or ruling as a notebook shows it; `print` shows the same as text.

    game, entry : its game and its entry in the rulebook. lines : pieces of engine code that implement it. further :
    number of pieces not shown. card : a card with the keyword that it defines. without : the counter-rules that remove
    it.
    """

    game: Game
    entry: Clause | Ruling
    lines: tuple[Snippet, ...]
    further: int
    card: Snippet | None
    without: tuple[CounterRule, ...]

    @property
    def title(self) -> str:
        """Its id and its title."""
        return f"{self.entry.id}  {self.entry.title if isinstance(self.entry, Clause) else self.entry.question}"

    def _repr_markdown_(self) -> str:
        parts = [f"#### {html.escape(self.title)}", f"> {html.escape(self.entry.text)}"]
        parts += [f"*{html.escape(note)}*" for note in self._other_editions()]
        for one in self._pieces():
            language = "toml" if one.file.endswith(".toml") else "python"
            place = f"engines/{self.game.name}/{one.where}"
            parts += [f"**{format_message(f'rule.{one.sort}')}** `{place}`", f"```{language}\n{one.text}\n```"]
        parts += [f"*{line}*" for line in self._notes()]
        if self.without:
            rows = [f"- `{rule.id}` {html.escape(rule.belief or rule.says)}" for rule in self.without]
            parts += [f"**{format_message('rule.without')}**", "\n".join(rows)]
        return "\n\n".join(parts)

    def __repr__(self) -> str:
        parts = [self.title, self.entry.text, *self._other_editions()]
        for one in self._pieces():
            parts += [f"{format_message(f'rule.{one.sort}')} (engines/{self.game.name}/{one.where})\n{one.text}"]
        parts += self._notes()
        if self.without:
            rows = [f"  {rule.id}: {rule.belief or rule.says}" for rule in self.without]
            parts += ["\n".join([format_message("rule.without"), *rows])]
        return "\n\n".join(parts)

    def _other_editions(self) -> list[str]:
        if not isinstance(self.entry, Clause) or not self.entry.other_editions:
            return []
        note = format_message("rule.other_editions", note=self.entry.other_editions)
        return [one for one in (note, describe_noted_rule(self.game, self.entry)) if one]

    def _pieces(self) -> list[Snippet]:
        return [*self.lines, *([self.card] if self.card else [])]

    def _notes(self) -> list[str]:
        if not self.lines:
            return [format_message("rule.no_lines")]
        return [format_message("rule.further", count=self.further, id=self.entry.id)] if self.further else []


def open_rule(id: str, all: bool = False) -> Rule:
    """Return a clause or ruling with the engine behind it: its text, the lines of code, and a card that has it.

    The lines (requirements, rows of the flow table, functions) are found in the source code by the id, not copied. The
    counter-rules that remove the rule are listed below, for `tutor.without`.

    >>> tutor.rule("ALT-12.6")

    Parameters
    ----------
    id
        The id of the clause or ruling.
    all
        Show every place that refers to it, not only the first.

    Raises
    ------
    DataError
        If there is no such clause.
    """
    game = game_with(id)
    found = find_snippets(game, id)
    shown = found if all else found[:MOST_SNIPPETS]
    card = _card_with(game, id)
    return Rule(
        game,
        game.rulebook.clause(id),
        tuple(shown),
        len(found) - len(shown),
        card_text(game, card.name) if card else None,
        tuple(counter_rules_of(game, id)),
    )


def game_with(id: str) -> Game:
    """Return the game whose rulebook has a clause or ruling.

    Raises DataError, listing the prefixes of ids, if none has.
    """
    if not isinstance(id, str):
        raise DataError("rule", f"{id!r} is no id of a clause.", 'Write it in quotes: "ALT-12.6".')
    for name in sorted(engines.names(), key=lambda name: not id.startswith(_prefix(name))):
        game = engines.load(name)  # usually the right one, so the others need not be loaded
        if id in game.rulebook.clauses or id in game.rulebook.rulings:
            return game
    games = [engines.load(name) for name in engines.names()]
    begin = ", ".join(f"{game.rulebook.prefix} ({game.title})" for game in games)
    near = find_nearest(id, [one.id for game in games for one in game.rulebook], 0.7)
    remedy = f"Did you mean {near!r}?" if near else f"Ids begin with {begin}."
    raise DataError("rule", f"there is no clause {id!r}.", remedy)


def _prefix(name: str) -> str:
    """Return the prefix of a game's clause ids, without loading the game."""
    text = (ENGINES / name / "rulebook.toml").read_text(encoding="utf-8")
    found = re.search(r'^prefix = "(.+)"$', text, re.MULTILINE)
    return found[1] if found else ""


def counter_rules_of(game: Game, id: str) -> list[CounterRule]:
    """Return the counter-rules of a game that remove a clause, those most specific to it first."""
    found = [rule for rule in counter_rules(game) if id in rule.clauses]
    return sorted(found, key=lambda rule: (BEST_FIRST.index(rule.sort), len(rule.clauses)))


def game_without(rule: str, game: str | Game | None = None) -> Game:
    """Return the same game without a rule, or with another rule in its place. It is a game like any other.

    >>> game = tutor.without("ALT-12.6")                        # every unit may block
    >>> game = tutor.without("without:block.bulwark", "altaria")
    >>> tutor.board(game)                                       # to play it

    Parameters
    ----------
    rule
        A clause or, together with a game, the id of a counter-rule; `tutor.rule` lists them.
    game
        The game's name, or a game with a house rule or your own cards.

    Raises
    ------
    DataError
        If there is no such rule, or it cannot be removed.
    """
    if game is None:
        found = game_with(rule)
        ways = counter_rules_of(found, rule)
        if not ways:
            raise DataError("rule", f"{rule} cannot be taken out.", "tutor.rule(...) shows for each whether it can.")
        return ways[0].patched()
    known = game if isinstance(game, Game) else engines.load(game)
    ways = [one for one in counter_rules(known) if one.id == rule] or counter_rules_of(known, rule)
    if not ways:
        ids = [one.id for one in counter_rules(known)]
        near = find_nearest(rule, [*ids, *known.rulebook.clauses])
        remedy = f"Did you mean {near!r}?" if near else f"Some are {', '.join(ids[:6])}."
        raise DataError("rule", f"{known.title} has no counter-rule {rule!r}.", remedy)
    return ways[0].patched(known)


def _card_with(game: Game, id: str) -> Card | None:
    """Return the simplest card with the keyword that a clause defines; None if it does not define one."""
    entry = game.rulebook.clause(id)
    if not isinstance(entry, Clause):
        return None
    having = [
        card
        for card in game.cards
        if any(isinstance(value, list | tuple) and entry.title in value for value in card.fields.values())
    ]
    return min(having, key=lambda card: (len(" ".join(card.rules_text)), card.number), default=None)
