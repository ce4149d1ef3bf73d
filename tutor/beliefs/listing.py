"""docs/counter-rules.md: the counter-rules of each clause, and where play distinguishes them from the rule.

`python -m tutor.beliefs` writes the page, which takes a few minutes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import engines
from engines.checking import scenarios
from engines.game import Game
from engines.kernel.state import NATURE, State
from engines.variants.counter_rules import CounterRule, counter_rules, derive_rules
from engines.variants.distinguishing_positions import (
    BEGINNING,
    LISTED,
    OUTCOME,
    REFUSED,
    SEEN,
    begins_otherwise,
    play_outs,
    told_apart,
)
from engines.variants.written_rules import left_out
from tutor.coverage.route import teachable_entries

PATH = Path(__file__).parents[2] / "docs" / "counter-rules.md"
PLAY_OUTS, POSITION_STRIDE = 60, 3
"""Number of play-outs, and the step between the positions examined in them."""
RARE_STRIDE = 4
"""Step between the positions examined for rare differences, which take longest to find."""

HEAD = """\
# Counter-rules

A counter-rule is the game without one of its rules, or with another in its place \
(`engines/variants/counter_rules.py`). Most follow from the game's definition: a requirement taken out (`without:`), \
a parameter one up or down (`parameter:`), an automatic effect left out (`skips:`), two ways of an exit swapped \
(`swaps:`). The others are written in the game's `beliefs.toml`; those called M1, M2 ... are what people believe.

Beside each stands what tells it from the rule: other actions can be chosen (listed), the same action leads elsewhere \
(outcome), something is refused for another reason (refused), or a player sees something else (seen); then where: \
"3.41" is decision 41 of play-out 3 (`played_to` in `engines/variants/distinguishing_positions.py` plays to it). \
Some differ only in how a game begins (beginning), some only in a worked example of the rulebook, which is named.

`python -m tutor.beliefs` writes this page. A test looks some of it up.
"""
NOWHERE = "nowhere"


def locate_differences(game: Game, rules: Iterable[CounterRule], games: int = PLAY_OUTS) -> dict[str, str]:
    """Return where play shows the difference between each counter-rule and the rule, by the counter-rule's id.

    A place is a kind of difference with play-out and decision ("outcome 3.41"), or as in `locate_elsewhere`.
    """
    rules = list(rules)
    positions = list(play_outs(game, games, POSITION_STRIDE))
    found: dict[str, str] = {}
    for hows, some in (((LISTED, OUTCOME), positions), ((REFUSED, SEEN), positions[::RARE_STRIDE])):
        left = [rule for rule in rules if rule.id not in found]
        for id, one in told_apart(left, some, hows).items():
            found[id] = f"{one.difference.how} {one.where}"
    return found | locate_elsewhere(game, [rule for rule in rules if rule.id not in found])


def locate_elsewhere(game: Game, rules: Iterable[CounterRule]) -> dict[str, str]:
    """Return where counter-rules differ that do not differ in play-outs, by id.

    That is in a worked example (a scenario), in how a game begins, or nowhere.
    """
    rules = list(rules)
    shown = told_apart(rules, scenario_positions(game), (LISTED, OUTCOME, REFUSED))
    found = {id: f"{one.difference.how} {one.where}" for id, one in shown.items()}
    for rule in rules:
        if rule.id not in found:
            found[rule.id] = BEGINNING if begins_otherwise(game, rule) else NOWHERE
    return found


def scenario_positions(game: Game) -> Iterator[tuple[str, State]]:
    """Yield positions from a game's scenarios, each after the name of its scenario in quotes.

    These are the positions before each step, and those one action later.
    """
    for scenario in scenarios.scenarios_of(game.name):
        run = scenarios.ScenarioRun(scenario, game)
        for number in range(len(scenario.steps)):
            state = run.state
            if state is not None and state.result is None and state.actions and state.seat_to_act != NATURE:
                for here in (state.copy(), *iter_successors(state)):
                    yield f'"{scenario.name}"', here
            run.step(number)


def iter_successors(state: State) -> Iterator[State]:
    """Yield the position after each legal action, if a player (not chance) decides next."""
    for action in state.actions:
        here = state.copy()
        here.apply(action)
        if here.result is None and here.seat_to_act != NATURE:
            yield here


def rules_by_clause(game: Game) -> dict[str, list[CounterRule]]:
    """Return the counter-rules of each clause, in rulebook order; clauses that state no rule are left out."""
    found: dict[str, list[CounterRule]] = {
        id: [] for id in teachable_entries(game.rulebook) if id in game.rulebook.clauses
    }
    for rule in counter_rules(game):
        for clause in rule.clauses:
            if clause in found:
                found[clause].append(rule)
    return found


def write_document(names: Iterable[str] = ()) -> str:
    """Return the page for these games; by default for all."""
    return "\n".join([HEAD, *(line for name in names or engines.names() for line in section_lines(engines.load(name)))])


def section_lines(game: Game) -> Iterator[str]:
    """Yield the lines about one game."""
    rules, clauses = counter_rules(game), rules_by_clause(game)
    where = locate_differences(game, rules)
    cannot, untouched = left_out(game)
    told = [rule for rule in rules if where[rule.id] != NOWHERE and '"' not in where[rule.id]]
    reached = [id for id, found in clauses.items() if any(where[rule.id] != NOWHERE for rule in found)]
    yield f"## {game.title}\n"
    beliefs = sum(1 for rule in rules if rule.belief)
    yield (
        f"{len(rules)} counter-rules, {beliefs} of them beliefs; play tells {len(told)} from the rule. They "
        f"reach {len(reached)} of {len(clauses)} clauses that carry a rule. {len(cannot)} of "
        f"{len([*derive_rules(game)])} derived ones cannot be played.\n"
    )
    yield "| clause | | counter-rules |"
    yield "|---|---|---|"
    for id, found in clauses.items():
        known = "<br>".join(f"`{rule.id}` {where[rule.id]}" for rule in found) or untouched.get(id, "none")
        yield f"| {id} | {game.rulebook.clauses[id].title} | {known} |"
    nowhere = [rule for rule in rules if where[rule.id] == NOWHERE]
    if nowhere:
        yield "\nNothing tells these from the rule:\n"
        yield from (f"- `{rule.id}`: {rule.says}" for rule in nowhere)
    yield ""


def parse_rows(text: str) -> Iterator[tuple[str, str, str]]:
    """Yield (game title, counter-rule, where) for each entry of a page."""
    title = ""
    for line in text.splitlines():
        if line.startswith("## "):
            title = line[3:]
        elif line.startswith("| ") and "`" in line:
            for entry in line.split("|")[3].strip().split("<br>"):
                id, _, where = entry.removeprefix("`").partition("` ")
                yield title, id, where
