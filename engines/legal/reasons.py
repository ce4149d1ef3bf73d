"""Requirements and reasons: why an action is refused, with the clause, the fact in this position, and the repair.

A kind of action is a list of requirements, made of the same small tests that list the legal actions. For every game,
tests check that an action is legal exactly when none of its requirements fails.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Generic

from engines.book.words import LANGUAGE, Words
from engines.errors import Check, Reason
from engines.kernel.flow import Effect, Exit, S, Way
from engines.kernel.state import NATURE, Action, State
from engines.legal import moments
from engines.legal.moments import Moment, Untimely
from engines.legal.whereabouts import say_where

if TYPE_CHECKING:
    from engines.legal.arguments import Argument

Test = Callable[[S, int, Action], bool]
Render = Callable[[S, int, Action, bool], tuple[str, str]]
Repair = Callable[[S, int, Action], None]
Ask = Callable[[S, int, Action], tuple[str, bool] | None]
Clause = str | Callable[[S, int, Action], str]


@dataclass(frozen=True, slots=True)
class Requirement(Generic[S]):
    """One condition that the rules set for an action.

    name : a short id. clause : its clause, or a function of state, seat and action if it depends on them.
    holds(state, seat, action) : the test. told(state, seat, action, met) : the fact in this position, in words, and the
    repair ("if it had Haste"); the repair is "" if the requirement is met or nothing can repair it.
    make_true(...) : carries the repair out on a copy, so that the words can be tested; None if no change on the table
    could.
    essential : whether a failure makes later requirements meaningless, so that they are not checked.
    ask(...) : a question about the fact that decides ("Is the Guard fatigued?"), and whether yes means that the
    requirement is met; None if there is none.
    """

    name: str
    clause: Clause[S]
    holds: Test[S]
    told: Render[S]
    make_true: Repair[S] | None = None
    essential: bool = False
    ask: Ask[S] | None = None


TIMING = "timing"
"""The name of the requirement that the moment is right."""
LIES = "lies_"
"""Prefix of a fact that tells where a card is: `{card} is not in your hand{lies_card}`."""
OTHER = "other_"
"""Prefix of a fact that suggests an alternative for an argument, in a repair: `with {other_card}`."""
MOST_OTHERS = 2


def argument_named_anew(words: Words, requirement: str) -> str:
    """Return the argument for which the repair of a requirement suggests an alternative; "" if it suggests none."""
    _, _, rest = words.languages["en"].get(f"repair.{requirement}", "").partition(f"{{{OTHER}")
    return rest.partition("}")[0]


def names_another(words: Words, requirement: str) -> bool:
    """Return True if the repair of a requirement suggests an alternative for some argument."""
    return bool(argument_named_anew(words, requirement))


def actions_with_others(state: S, seat: int, action: Action, argument: str) -> dict[str, Action]:
    """Return the legal actions that differ from `action` in one argument, by the name of the alternative.

    There are at most MOST_OTHERS. If the kind has no argument of this name, it shares the requirement with other kinds,
    and any of its arguments is tried.
    """
    kind, looked = state.game.kinds[action[0]], refusal_cache_of(state)
    for named in (argument,) if argument in kind.arguments else kind.arguments:
        at = kind.arguments.index(named) + 1
        would_do = looked.would_do(state, kind, seat).get((at, action[:at], action[at + 1 :]), ())
        if would_do:
            break
    else:
        return {}
    refused, found = looked.name(state, seat, named, action[at]), dict[str, Action]()
    for other in would_do:
        name = looked.name(state, seat, named, other)
        if name != refused and len(found) < MOST_OTHERS:
            found.setdefault(name, (*action[:at], other, *action[at + 1 :]))
    return found


def other_choices(state: S, seat: int, action: Action, argument: str) -> str:
    """Return the alternatives for an argument of an action, in words ("Tide Scout or Vine Prowler").

    The text is "" if there are none; see `actions_with_others`.
    """
    names = actions_with_others(state, seat, action, argument)
    return str(state.game.words.listed([*names], "or")) if names else ""


Rest = tuple[int, Action, Action]
"""An action without one argument: the argument's index, the part before it, and the part after it."""


class RefusalCache:
    """A cache for one position, used while its refusals are put into words: a board needs all of them at once."""

    def __init__(self, actions: list[Action]) -> None:
        self.actions = actions
        self.found: dict[tuple[str, int], dict[Rest, list[object]]] = {}
        self.names: dict[tuple[int, str, object], str] = {}
        self.late: dict[tuple[str, int, str], Reason] = {}

    def would_do(self, state: S, kind: Kind[S], seat: int) -> dict[Rest, list[object]]:
        """Return the values of an argument with which no requirement fails, by the action without that argument."""
        found = self.found.get((kind.name, seat))
        if found is None:
            found = {}
            for one in kind.tries(state, seat) if kind.tries else ():
                if all(need.holds(state, seat, one) for need in kind.requirements):
                    for at in range(1, len(one)):
                        found.setdefault((at, one[:at], one[at + 1 :]), []).append(one[at])
            self.found[kind.name, seat] = found
        return found

    def untimely(self, state: S, kind: Kind[S], seat: int) -> Reason:
        """Return the reason why no action of a kind is possible now for the player in `seat`."""
        key = (kind.name, seat, LANGUAGE.get())
        reason = self.late.get(key)
        if reason is None:
            late, tell = timing_refusal(kind, state, seat), state.game.words.tell
            reason = Reason(late.clause, tell(late.fact), tell(late.repair), TIMING)
            self.late[key] = reason
        return reason

    def name(self, state: State, seat: int, argument: str, value: object) -> str:
        """Return the plain name of an argument: without quotes, owner, or a number that tells copies apart."""
        name = self.names.get((seat, argument, value))
        if name is None:
            spelled = state.game.notation.spelled(state, seat, argument, value) or ""
            quoted = re.search(r'"([^"]*)"', spelled)
            name = self.names[seat, argument, value] = quoted[1] if quoted else spelled
        return name


def refusal_cache_of(state: State) -> RefusalCache:
    """Return the cache of a position. A state drops it when it is played on or its choices change."""
    looked: RefusalCache | None = state.refusal_cache
    if looked is None or looked.actions is not state.actions:
        looked = state.refusal_cache = RefusalCache(state.actions)
    return looked


Fact = Callable[[S, int, Action], object]
Facts = Callable[[S, int, Action], Mapping[str, object]]


class LazyFacts(dict[str, object], Generic[S]):
    """The facts of a sentence about an action, computed on demand.

    facts : a function for each fact, or one for all. A fact without a function is the name of an argument of the
    action.
    """

    __slots__ = ("about", "facts", "nothing")

    def __init__(self, facts: Facts[S] | Mapping[str, Fact[S]], state: S, seat: int, action: Action) -> None:
        super().__init__()
        self.facts, self.about = facts, (state, seat, action)
        self.nothing = False  # True once a sentence has asked for an alternative that does not exist

    def __missing__(self, name: str) -> object:
        """Compute a fact when it is first used. Raises KeyError for an unknown fact."""
        facts = self.facts
        if name.startswith(OTHER):
            self[name] = found = other_choices(*self.about, name.removeprefix(OTHER))
            self.nothing |= not found
            return found
        if name.startswith(LIES):
            state, seat, _ = self.about
            self[name] = say_where(state, seat, str(self[name.removeprefix(LIES)]))
            return self[name]
        if callable(facts):
            self.update({**facts(*self.about), **self})
            return dict.__getitem__(self, name)
        self[name] = told = facts[name](*self.about) if name in facts else self._argument(name)
        return told

    def _argument(self, name: str) -> str:
        """Return the name of the thing that an argument refers to. Raises KeyError if there is no such argument."""
        state, seat, action = self.about
        arguments = state.game.kinds[action[0]].arguments
        if name not in arguments:
            raise KeyError(name)
        return refusal_cache_of(state).name(state, seat, name, action[1 + arguments.index(name)])


def requirements_with_words(facts: Facts[S] | Mapping[str, Fact[S]]) -> Callable[..., Requirement[S]]:
    """Return a function with which a game writes its requirements: `needs(name, clause, holds, make_true, ...)`.

    Their words are in the game's catalogue under fact.<name>.yes / .no, repair.<name> and perhaps ask.<name>, or
    ask_against.<name> if yes means that the requirement is not met. They may use the facts of the action, which are
    given as a function for each or one for all, and computed on demand. Facts that only one requirement uses are
    further arguments of `needs`, each a function. If no function provides {card}, it is the name of the argument
    `card`. {other_card} lists the alternatives to it; a repair that contains it is omitted if there are none.
    """

    def needs(
        name: str,
        clause: Clause[S],
        holds: Test[S],
        make_true: Repair[S] | None = None,
        essential: bool = False,
        **own: Fact[S],
    ) -> Requirement[S]:
        known = facts if callable(facts) else {**facts, **own}
        fact_met, fact_unmet, repair = f"fact.{name}.yes", f"fact.{name}.no", f"repair.{name}"

        def told(state: S, seat: int, action: Action, holding: bool) -> tuple[str, str]:
            words, found = state.game.words, LazyFacts(known, state, seat, action)
            if holding:
                return words.fill(fact_met, found), ""
            fact = words.fill(fact_unmet, found)
            if LANGUAGE.get() != "en":  # the repair may exist only in English; then it needs English facts
                found = LazyFacts(known, state, seat, action)
            said = words.fill(repair, found)
            return fact, "" if found.nothing else said

        def ask(state: S, seat: int, action: Action) -> tuple[str, bool] | None:
            words = state.game.words
            for key, means_met in ((f"ask.{name}", True), (f"ask_against.{name}", False)):
                if key in words.languages["en"]:
                    return words.fill(key, LazyFacts(known, state, seat, action)), means_met
            return None

        return Requirement(name, clause, holds, told, make_true, essential, ask)

    return needs


Judge = float | Callable[[S, int, Action], float]
"""How good actions of a kind look, in points: a constant, or a function judge(state, seat, action)."""


@dataclass(frozen=True, slots=True)
class Kind(Generic[S]):
    """A kind of action: the steps that offer it, and its requirements.

    when_clause : the clause about the right moment. zone : the role of the zone from which a player tries it; "" if it
    has none.
    stage(state, seat, action) : brings a copy to the right moment; the repair function of the timing requirement.
    tries(state, seat) : every action of this kind that a player could try with a click, legal or not.

    If the steps that offer it are not given, they are found in the flow table. Two entries come from the words of the
    game: form, the written action with {card}, {unit}, {target}, ... for its arguments in order; and label, the button
    label. moment : the right moment, in words and as a test; by default the words are when.<name>, which are true
    exactly when the action is possible.

    do(state, action), to, words : effect, exit and edge label in a row that offers it, see `actions.make_action`.
    meanings : the meaning of each argument. looks : how good the action looks to a beginner; None if unknown.
    """

    name: str
    when_clause: str
    steps: tuple[str, ...] = ()
    requirements: tuple[Requirement[S], ...] = ()
    arguments: tuple[str, ...] = ()
    zone: str = ""
    targets: bool = False
    stage: Repair[S] | None = None
    tries: Callable[[S, int], list[Action]] | None = None
    form: str = ""
    label: str = ""
    moment: Moment[S] | None = None
    do: Effect[S] | None = None
    to: Exit[S] = None
    words: str | None = None
    meanings: Mapping[str, Argument[Any]] = field(default_factory=dict)
    looks: Judge[S] | None = None

    @property
    def way(self) -> Way[S]:
        """The effect, exit and edge label, for the row that offers this kind."""
        return (self.do, self.to) if self.words is None else (self.do, self.to, self.words)

    def leading_to(self, to: Exit[S], words: str | None = None, do: Effect[S] | None = None) -> Kind[S]:
        """Return this kind for a row with a different exit. do : a different effect there; None for the kind's own."""
        return replace(self, to=to, words=words, do=do or self.do)


def in_time(kind: Kind[S], state: S, seat: int) -> bool:
    """Return True if actions of this kind are possible now for the player in `seat`."""
    step = state.step
    return (
        state.result is None
        and step.name in kind.steps
        and (state.seat_to_act == seat or (step.chance and seat == NATURE))
    )


def timing_requirement(kind: Kind[S]) -> Requirement[S]:
    """Return the requirement that an action comes at the right moment, from the player who decides."""

    def holds(state: S, seat: int, action: Action) -> bool:
        return in_time(kind, state, seat)

    def told(state: S, seat: int, action: Action, met: bool) -> tuple[str, str]:
        tell = state.game.words.tell
        if met:
            return tell(moments.decision_words(state, seat)), ""
        late = timing_refusal(kind, state, seat)
        return tell(late.fact), tell(late.repair)

    def clause(state: S, seat: int, action: Action) -> str:
        return kind.when_clause if in_time(kind, state, seat) else timing_refusal(kind, state, seat).clause

    # With a stage, the right moment can be simulated, so the other requirements are checked too.
    return Requirement(TIMING, clause, holds, told, kind.stage, essential=kind.stage is None)


def timing_refusal(kind: Kind[S], state: S, seat: int) -> Untimely[S]:
    """Return why an action of this kind is not possible now for the player in `seat`."""
    moment = kind.moment or Moment(kind.name, lambda s, of: in_time(kind, s, of))
    return moments.moment_refusal(state, seat, moment, kind.steps, kind.when_clause)


def explain_action(kind: Kind[S], state: S, seat: int, action: Action) -> list[Check]:
    """Check every requirement of `action` for the player in `seat`, the most fundamental first.

    The check stops after an essential requirement that fails.
    """
    checks: list[Check] = []
    for requirement in (timing_requirement(kind), *kind.requirements):
        met = requirement.holds(state, seat, action)
        fact, repair = requirement.told(state, seat, action, met)
        checks.append(Check(requirement.name, clause_against(requirement, state, seat, action), met, fact, repair))
        if requirement.essential and not met:
            break
    return checks


def ask_whether_met(kind: Kind[S], state: S, seat: int, action: Action, name: str) -> tuple[str, bool] | None:
    """Return the question about requirement `name` of an action, and whether the answer is yes.

    Return None if there is no such question. The answer depends only on what the player in `seat` can see, as do the
    reasons against an action.
    """
    for requirement in kind.requirements:
        if requirement.name == name and requirement.ask is not None:
            asked = requirement.ask(state, seat, action)
            return (asked[0], requirement.holds(state, seat, action) == asked[1]) if asked else None
    return None


def failing_requirements(kind: Kind[S], state: S, seat: int, action: Action) -> Iterator[Requirement[S]]:
    """Yield the requirements (except the moment) that an action does not meet, up to and including an essential one."""
    for requirement in kind.requirements:
        if not requirement.holds(state, seat, action):
            yield requirement
            if requirement.essential:
                break


def clause_against(requirement: Requirement[S], state: S, seat: int, action: Action) -> str:
    """Return the clause that a requirement cites for this action in this position."""
    clause = requirement.clause
    return clause if isinstance(clause, str) else clause(state, seat, action)


def repair_requirement(kind: Kind[S], state: S, seat: int, action: Action, name: str) -> S | None:
    """Return a copy of `state` on which requirement `name` has been repaired; None if it has no repair."""
    for requirement in (timing_requirement(kind), *kind.requirements):
        if requirement.name == name:
            if requirement.make_true is None:
                return None
            other = state.copy()
            requirement.make_true(other, seat, action)
            return other
    raise KeyError(name)
