"""The text of a refusal: the reasons against an action, and what would make it legal.

A reason that nothing can repair is given alone; so is the fact that the game is over. Otherwise all reasons are listed,
and the last one says what would make the action legal: all repairs together, verified on a copy. If the action is still
illegal on that copy, no repair is given.
"""

from __future__ import annotations

import re

from engines.errors import Reason
from engines.kernel.flow import S
from engines.kernel.state import Action
from engines.legal.reasons import (
    TIMING,
    Kind,
    Requirement,
    actions_with_others,
    argument_named_anew,
    clause_against,
    failing_requirements,
    in_time,
    refusal_cache_of,
    timing_requirement,
)

Against = tuple[Requirement[S], Reason]
"""A requirement that an action does not meet, and the reason in words, with the repair of this requirement alone."""


def reasons_against(kind: Kind[S], state: S, seat: int, action: Action) -> list[Reason]:
    """Return why `action` of the player in `seat` is refused, the most fundamental reason first; [] if it is legal."""
    against = find_unmet(kind, state, seat, action)
    if not against:
        return []
    if state.result is not None:
        return [against[0][1]._replace(repair="")]
    unrepaired = [reason for _, reason in against if not reason.repair]
    if unrepaired:
        return unrepaired[:1]
    told = repairs_that_do(kind, state, seat, action, against)
    if not told:
        never = [reason for requirement, reason in against if requirement.make_true is None]
        return [reason._replace(repair="") for reason in never[:1] or [reason for _, reason in against]]
    reasons = [reason._replace(repair="") for _, reason in against]
    return [*reasons[:-1], reasons[-1]._replace(repair="; ".join(said_once(told)))]


def said_once(repairs: list[str]) -> list[str]:
    """Return the repairs without those that only extend another one.

    For example, "after X, or when Y" is dropped if "after X" is there too.
    """
    return [
        one
        for one in dict.fromkeys(repairs)
        if not any(one != other and re.match(rf"{re.escape(other)}\W", one) for other in repairs)
    ]


def find_unmet(kind: Kind[S], state: S, seat: int, action: Action) -> list[Against[S]]:
    """Return every requirement that an action does not meet, up to an essential one, each with its reason in words."""
    found: list[Against[S]] = []
    if not in_time(kind, state, seat):
        found.append((timing_requirement(kind), refusal_cache_of(state).untimely(state, kind, seat)))
        if kind.stage is None:
            return found
    for requirement in failing_requirements(kind, state, seat, action):
        fact, repair = requirement.told(state, seat, action, False)
        clause = clause_against(requirement, state, seat, action)
        found.append((requirement, Reason(clause, fact, repair, requirement.name)))
    return found


def repairs_that_do(kind: Kind[S], state: S, seat: int, action: Action, against: list[Against[S]]) -> list[str]:
    """Return the repairs that together make an action legal; [] if even together they do not.

    If an alternative would meet every requirement, it is the only suggestion besides waiting for the right moment.
    """
    words = state.game.words
    naming = [(one, reason) for one, reason in against if argument_named_anew(words, one.name)]
    todo = [*(pair for pair in against if pair[0].name == TIMING), *naming[:1]] if naming else against
    tried = [action]
    if naming:
        tried = [*actions_with_others(state, seat, action, argument_named_anew(words, naming[0][0].name)).values()]
    done = all(
        is_legal_after(kind, state, seat, one, [need for need, _ in todo if not naming or need.name == TIMING])
        for one in tried
    )
    return [reason.repair for _, reason in todo] if tried and done else []


def is_legal_after(kind: Kind[S], state: S, seat: int, action: Action, requirements: list[Requirement[S]]) -> bool:
    """Return True if an action is legal after the repairs of some requirements have been made, one after the other.

    A kind without a stage cannot be brought to its moment; its timing alone counts as repaired if it has no
    requirements and no arguments.
    """
    here = state.copy()
    for requirement in requirements:
        if requirement.make_true is None:
            return requirement.name == TIMING and not kind.requirements and not kind.arguments
        requirement.make_true(here, seat, action)
    return in_time(kind, here, seat) and not any(failing_requirements(kind, here, seat, action))
