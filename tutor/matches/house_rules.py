"""House rules: the rule parameters of a game, and the counter-rules that make sense as house rules.

Everything about a choice comes from the engine: the range, standard value and clause of a parameter, and the text of a
counter-rule. `house_rules.toml` lists those that are offered.

>>> import engines
>>> game = engines.load("altaria")
>>> changed_game(game, {"cores": 5}).parameters["cores"]
5
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Literal, NamedTuple, TypedDict

from engines.book.rulebook import Clause, read_toml
from engines.errors import DataError
from engines.game import Game
from engines.variants.written_rules import change_rules, rules_to_play
from tutor.text import format_message

HOUSE_RULES_FILE = Path(__file__).with_name("house_rules.toml")
MOST_CHANGES = 3
"""Maximum number of changed rules; with more, an effect could not be attributed."""

Changes = Mapping[str, int]
"""The values of the changed rules, by the ids of the choices."""

ChoiceSort = Literal["number", "switch", "rule"]


class RuleChoice(NamedTuple):
    """A rule that may be changed.

    title : the rule in a few words. says : the rule as it is printed. clause : the id of its clause. low, high : the
    range.
    standard : the value in the printed rules. sort : "number"; "switch", a rule that is on (1) or off (0); or "rule", a
    rule that replaces the printed one (1) or does not (0).
    """

    id: str
    title: str
    says: str
    clause: str
    low: int
    high: int
    standard: int
    sort: ChoiceSort


class OfferedRules(TypedDict, total=False):
    """The contents of `house_rules.toml` for a game.

    rules : the counter-rules that are offered. left_out : the rule parameters that are not offered, with the reasons.
    apart : pairs of rules that cannot be changed together.
    """

    rules: list[str]
    left_out: dict[str, str]
    apart: list[tuple[str, str]]


def list_rule_choices(game: Game, language: str = "en") -> tuple[RuleChoice, ...]:
    """Return the rule changes that a game offers: numbers, switches, then replaced rules; () if it offers none."""
    known = game.kept("choices", dict[str, tuple[RuleChoice, ...]])
    if language not in known:
        known[language] = (*_parameters(game, language), *_rules(game, language))
    return known[language]


def find_choice(game: Game, id: str, language: str = "en") -> RuleChoice:
    """Return the choice with this id. Raises DataError if there is none."""
    for one in list_rule_choices(game, language):
        if one.id == id:
            return one
    raise DataError(
        f"changes of {game.title}",
        f"there is no rule {id!r} to change.",
        f"Rules: {', '.join(one.id for one in list_rule_choices(game))}.",
    )


def left_out_rules(name: str) -> dict[str, str]:
    """Return the rule parameters of a game that are not offered as choices, each with the reason."""
    return dict(_row(name).get("left_out", {}))


def _parameters(game: Game, language: str) -> list[RuleChoice]:
    out, found = left_out_rules(game.name), []
    for name, rule in game.parameter_rules.items():
        if name in out:
            continue
        switch = (rule.low, rule.high) == (0, 1)
        title = _capital(_switched_on(game.meaning(name, language)) if switch else game.meaning(name, language))
        sort: ChoiceSort = "switch" if switch else "number"
        found.append(
            RuleChoice(name, title, _printed(game, rule.clause), rule.clause, rule.low, rule.high, rule.standard, sort)
        )
    return sorted(found, key=lambda one: one.sort)


def _rules(game: Game, language: str) -> list[RuleChoice]:
    known = rules_to_play(game)
    found = []
    for id in _row(game.name).get("rules", ()):
        rule = known[id]
        clause = rule.clauses[0]
        found.append(RuleChoice(id, _capital(rule.told(language)), _printed(game, clause), clause, 0, 1, 0, "rule"))
    return found


def _switched_on(meaning: str) -> str:
    """Return the meaning of a switch that is on: "1: an empty deck loses; 0: ..." without the part after "0:"."""
    return meaning.partition(":")[2].partition(";")[0].strip() or meaning


def _printed(game: Game, clause: str) -> str:
    return game.rulebook.clause(clause).text


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


@cache
def _data() -> dict[str, OfferedRules]:
    return read_toml(HOUSE_RULES_FILE)


def _row(name: str) -> OfferedRules:
    return _data().get(name, OfferedRules())


# Changes in words and in addresses.


def read_change(text: str) -> tuple[str, int]:
    """Return the id and the value of a change as written in an address, such as "cores.5"; the default value is 1."""
    id, _, value = text[:60].rpartition(".")
    return (id, int(value)) if id and value.isascii() and value.isdecimal() else (text[:60], 1)


class NotedRule(NamedTuple):
    """The house rule that corresponds to a rule of other editions, as described in the note of a clause.

    change : the change as written in an address. id, value : the two parts of `change`. title : the rule in a few
    words. offered : whether it is among the choices of experiments; if not, `tebiki simulate` and `tebiki play` still
    accept it.
    """

    change: str
    id: str
    value: int
    title: str
    offered: bool


def find_noted_rule(game: Game, clause: Clause, language: str = "en") -> NotedRule | None:
    """Return the house rule that corresponds to the clause's note on other editions; None if there is none."""
    if not clause.house_rule:
        return None
    id, value = read_change(clause.house_rule)
    offered = any(one.id == id for one in list_rule_choices(game))
    return NotedRule(clause.house_rule, id, value, name_change(game, id, value, language), offered)


def name_change(game: Game, id: str, value: int, language: str = "en") -> str:
    """Describe a change in a few words: "Cores at the start: 5", "The defender rolls no dice"."""
    if id in game.parameter_rules:
        return _capital(f"{game.meaning(id, language)}: {value}")
    return _capital(rules_to_play(game)[id].told(language))


def describe_noted_rule(game: Game, clause: Clause) -> str:
    """Describe the house rule in a clause's note and how to play with it; "" if there is none."""
    found = find_noted_rule(game, clause)
    if found is None:
        return ""
    return format_message("rule.house_rule", title=found.title, game=game.name, id=found.id, value=found.value)


# Changing a game.


def real_changes(game: Game, changes: Changes, language: str = "en") -> dict[str, int]:
    """Return the changes that differ from the printed rules, in the order of the choices.

    Raises
    ------
    DataError
        If a rule does not exist, a value is out of range, there are too many changes, or two of them cannot be
        combined; the message is in this language.
    """
    where = f"changes of {game.title}"

    def refused(why: str, **facts: object) -> DataError:
        return DataError(where, format_message(f"house_rules.{why}", language, **facts), "")

    for id, value in changes.items():
        one = find_choice(game, id, language)
        if type(value) is not int or not one.low <= value <= one.high:
            told = value[:20] if isinstance(value, str) else repr(value)[:20]
            raise refused("out_of_range", title=one.title, value=told, low=one.low, high=one.high)
    found = {
        one.id: changes[one.id] for one in list_rule_choices(game) if changes.get(one.id, one.standard) != one.standard
    }
    if len(found) > MOST_CHANGES:
        raise refused("too_many", most=MOST_CHANGES)
    for both in _row(game.name).get("apart", ()):
        if {*both} <= found.keys():
            first, second = (find_choice(game, id, language).title for id in both)
            raise refused("apart", one=first, other=second)
    return found


def changed_game(game: Game, changes: Changes) -> Game:
    """Return a game with some rules changed, or the game itself if none is; the result is cached.

    For errors see `real_changes`.
    """
    wanted = real_changes(game, changes)
    known = game.kept("changed games", dict[tuple[tuple[str, int], ...], Game])
    key = tuple(wanted.items())
    if key not in known:
        known[key] = change_rules(game, wanted)
    return known[key]
