"""Finds the cards with which an action might become possible; only these get a button for trying it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from engines.kernel.state import Action, State
from engines.legal.reasons import Kind

Refs = Callable[[Action], Iterator[list[str]]]
"""Yields the references of each argument of an action that has references."""


def cards_to_try(state: State, seat: int, kinds: Iterable[str], refs: Refs) -> dict[str, set[str]]:
    """For each kind, return the cards with which the action might become possible.

    A card is ruled out if it fails a requirement that no change on the table could satisfy; a Magic, for instance, can
    never be summoned.
    """
    found: dict[str, set[str]] = {}
    for name in kinds:
        kind = state.game.kinds[name]
        judged = {
            ref: all(need.make_true or need.holds(state, seat, action) for need in kind.requirements)
            for ref, action in _begun_on(state, seat, kind, refs).items()
        }
        found[name] = {ref for ref, fits in judged.items() if fits}
    return found


def imagined_cards(state: State, seat: int, kinds: Iterable[str], refs: Refs) -> dict[str, set[str]]:
    """Return the same as `cards_to_try`, for a game that does not declare what could change its requirements.

    In such a game a requirement rules a card out if it fails for this kind of action but is met for another kind; a
    card with a target, for example, is cast and never merely played. Kinds that are only possible in the current step,
    such as a block, count too.
    """
    game = state.game
    met: dict[str, dict[str, set[str]]] = {}
    failed: dict[str, dict[str, set[str]]] = {}
    asked = [name for name in state.step.on if name in game.kinds and not game.kinds[name].zone]
    for name in (*kinds, *asked):
        kind = game.kinds[name]
        met[name], failed[name] = {}, {}
        for ref, action in _begun_on(state, seat, kind, refs).items():
            met[name][ref], failed[name][ref] = _looked_at(state, seat, kind, action)
    found = {}
    for name, cards in failed.items():
        others = [here for other, here in met.items() if other != name]
        fits = {ref for ref, needs in cards.items() if not any(needs & here.get(ref, set()) for here in others)}
        found[name] = {ref for ref in fits if cards[ref]} if name in asked else fits
    return found


def _begun_on(state: State, seat: int, kind: Kind[State], refs: Refs) -> dict[str, Action]:
    """Return, by reference, the first action of a kind (legal or not) that a click on the card there starts."""
    found: dict[str, Action] = {}
    for action in kind.tries(state, seat) if kind.tries else ():
        for ref in next(refs(action), ()):
            found.setdefault(ref, action)
    return found


def _looked_at(state: State, seat: int, kind: Kind[State], action: Action) -> tuple[set[str], set[str]]:
    """Return the names of the requirements that an action meets, and of those that it fails.

    If an essential requirement fails, those after it are not examined, since they would make no sense.
    """
    met, failed = set[str](), set[str]()
    for need in kind.requirements:
        fits = need.holds(state, seat, action)
        (met if fits else failed).add(need.name)
        if not fits and need.essential:
            break
    return met, failed
