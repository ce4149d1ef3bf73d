"""The outcome of a scene, as described in docs/lessons.md, and the event that decides it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from engines.book.toml_schema import SEAT_NAMES
from engines.checking import expectations
from engines.errors import Check, Reason
from engines.forms.table import Entry
from engines.game import Game
from engines.kernel.state import Action, State
from engines.legal.reasons import TIMING
from tutor.boards.copies import names_on_both_sides
from tutor.boards.presentation import load_look
from tutor.lessons.session import LEARNER
from tutor.matches.playthrough import Attempt, LogEntry, Playthrough

YES, NO = "yes", "no"
SEATS = ("you", "rival")
BOTH_NAMES = "both"
"""The answer if the outcome names two cards."""
OWNED_NAME = re.compile(r"(.*) \((you|rival)\)")
"""Matches an answer that names a card and its owner."""

DECK, LEGAL = "deck ", "legal "
MOST_REASONS = 2
"""Maximum number of facts that explain why an action is legal."""


def outcome_names(of: str, start: State, happened: list[LogEntry]) -> list[str]:
    """Return the names in the events of an outcome such as "destroyed"; with owners, if both sides have such a card."""
    outcome = load_look(start.game.name)["outcome"][of]
    events = [one.event for one in happened if one.event.kind.split(".")[0] == outcome["event"]]
    both = names_on_both_sides(start)
    return [
        f"{name} ({SEATS[event.seat]})" if name in both and event.seat in (0, 1) else name
        for event, name in ((event, str(event.facts[outcome["name"]])) for event in events)
    ]


def outcome_of(of: str, start: State, end: State, happened: list[LogEntry]) -> str:
    """Return the outcome that `of` asks for, as in docs/lessons.md ("destroyed", 'power "X"', "rival.hand", ...).

    The presentation's table `[outcome]` lists the questions about events, each with the event and the fact whose values
    are added up or named.
    """
    outcome = load_look(end.game.name).get("outcome", {}).get(of)
    if outcome:
        events = [one.event for one in happened if one.event.kind.split(".")[0] == outcome["event"]]
        facts: list[dict[str, Any]] = [event.facts for event in events]
        if "sum" in outcome:
            return str(sum(fact[outcome["sum"]] for fact in facts))
        names = outcome_names(of, start, happened)
        return "none" if not names else str(names[0]) if len(names) == 1 else BOTH_NAMES
    hidden = re.fullmatch(r"hidden (you|rival)\.(\w+)", of)
    if hidden:
        other = "P2" if hidden.group(1) == "you" else "P1"
        return str(
            expectations.compare_expectation(end, f"{other} sees {hidden.group(1)}.{hidden.group(2)} = 0 hidden")[0]
        )
    if of.startswith(DECK):
        return NO if deck_reasons(end.game, of) else YES
    if of == "next":
        return asked_next(end)
    if of == "winner":
        winner = None if end.result is None else end.result.winner
        return "none" if winner is None else "you" if winner == LEARNER else "rival"
    match = re.fullmatch(r"(rested )?(you|rival)\.(\w+)", of)
    if match:
        if match.group(1):
            seat = SEAT_NAMES[match.group(2)]
            return str(_turned(end, seat, match.group(3)) - _turned(start, seat, match.group(3)))
        return str(expectations.count_or_figure(end, match.group(2), match.group(3)))
    if of.startswith(LEGAL):
        return YES if _is_legal(end, of.removeprefix(LEGAL)) else NO
    noun, name = of.split(" ", 1)
    name = name.strip('"')
    if noun == "zone":
        return place_of_card(start, end, name)[1]
    counted = load_look(end.game.name).get("counted", {}).get(noun)
    if counted:
        return str(_counted(counted, name, happened))
    return str(end.game.rules.value(end, None, noun, name))


def _counted(row: Mapping[str, str], name: str, happened: list[LogEntry]) -> int:
    """Return the length of a list in the facts of a card's event (`[counted]`), such as the dice that it rolls."""
    events = [one.event for one in happened if one.event.kind.split(".")[0] == row["event"]]
    lists = [str(event.facts.get(row["list"], "")) for event in events if event.facts[row["of"]] == name]
    return sum(len(one.split(", ")) for one in lists if one)


def deck_in(game: Game, of: str) -> dict[str, int]:
    """Return the deck in 'deck hearth: 5 "Tide Scout", 0 "Root Letter"': hearth with these numbers changed."""
    name, _, changes = of.removeprefix(DECK).partition(":")
    cards = dict(Counter(game.cards[number].name for number in game.deck_list(name.strip())))
    cards |= {card: int(count) for count, card in re.findall(r'(\d+) "([^"]*)"', changes)}
    return {card: count for card, count in cards.items() if count}


def deck_reasons(game: Game, of: str) -> list[Reason]:
    """Return the deck rules that the deck described by `of` breaks."""
    return game.check_deck(deck_in(game, of))


def asked_next(state: State) -> str:
    """Return who decides next, and in which step: "rival BLOCK"; "over" after the game."""
    if state.decision is None:
        return "over"
    seat, step = state.decision
    return f"{'you' if seat == LEARNER else 'rival'} {step}"


def _turned(state: State, seat: int, zone: str) -> int:
    return sum(1 for entry in state.game.rules.table(state, seat).zones[seat][zone] if entry.turned)


def explain_legality(state: State, text: str, language: str = "en") -> Sequence[Check | Reason]:
    """Return the reasons against a learner's action or, if there are none, the requirements that it meets.

    Return [] if the action cannot be read.
    """
    attempt = _attempt(state, text, language)
    if attempt is None:
        return []
    action, against = attempt.action, attempt.reasons
    if state.decision is None:  # between decisions no action is possible, which explains nothing
        against = [one for one in against if one.requirement != TIMING] or against
    if against:
        return against
    checks = state.explain(action, LEARNER, language)
    view = load_look(state.game.name)
    plain, doubted = view.get("plain_needs", ()), view.get("doubted_needs", ())
    telling = [one for one in checks if one.requirement not in plain] or checks
    telling.sort(key=lambda one: one.requirement not in doubted)
    return telling[:MOST_REASONS]


def is_only_untimely(state: State, text: str) -> bool:
    """Return True if an action of the learner is refused only because of its timing."""
    attempt = _attempt(state, text)
    return attempt is not None and {one.requirement for one in attempt.reasons} == {TIMING}


def action_of(state: State, of: str) -> Action | None:
    """Return the learner's action in a question such as 'legal attack "X" -> cores'; None if it cannot be read."""
    attempt = _attempt(state, of.removeprefix(LEGAL))
    return None if attempt is None else attempt.action


def _is_legal(state: State, text: str) -> bool:
    attempt = _attempt(state, text)
    return attempt is not None and not attempt.reasons


def _attempt(state: State, text: str, language: str = "en") -> Attempt | None:
    """Read a text as the learner's try; None if part of the text cannot be read."""
    return Playthrough(state, LEARNER, language=language).read_try(text, whole=True)


def place_of_card(start: State, end: State, name: str) -> tuple[int, str]:
    """Return the player and the zone to which a card has moved or, if it has not moved, where it is.

    A hidden card of the same name in another zone does not count, since it was there before. If no card has moved, a
    face-up one is preferred.
    """
    tables = end.game.rules.table(end, LEARNER).zones
    zones = [key for key in tables[LEARNER] if key != "deck"]

    def count(state: State, seat: int, zone: str) -> int:
        return state.game.rules.zone(state, seat, zone).count(name)

    there = [(seat, zone) for zone in zones for seat in (0, 1) if count(end, seat, zone)]
    come = [(seat, zone) for seat, zone in there if count(end, seat, zone) > count(start, seat, zone)]
    seen = [(seat, zone) for seat, zone in there if any(is_lying_open(entry, name) for entry in tables[seat][zone])]
    return next(iter(come or seen or there), (LEARNER, "deck"))


def is_lying_open(entry: Entry, name: str) -> bool:
    """Return True if an entry is a face-up card of this name, alone or together with another card."""
    return any(one.card == name and not one.down for one in (entry, *entry.on, *entry.gear, *entry.under))


def summed_events(game: str, of: str, happened: list[LogEntry]) -> list[LogEntry]:
    """Return the events whose facts a question adds up ("Hits in all: how many?"); [] if it adds up none."""
    outcome = load_look(game).get("outcome", {}).get(of, {})
    kind = outcome.get("event") if "sum" in outcome else None
    return [one for one in happened if one.event.kind.split(".")[0] == kind]


def deciding_event(game: str, of: str, happened: list[LogEntry]) -> LogEntry | None:
    """Return the last event of the kinds that decide a question.

    Events that name the same card, or happen to the player in question, are preferred. A kind marked with a star
    decides for every card, for example: everything is turned upright, the turn ends.
    """
    if of == "next":
        return happened[-1] if happened else None
    table: Mapping[str, list[str]] = load_look(game)["deciding"]
    head = re.split(r"[ .]", of)[0]
    noun = next((key for key in (of, head) if key in table), of.rsplit(".", 1)[-1])
    name = re.search(r'"([^"]*)"', of)
    asked = re.match(r"(?:\w+ )?(you|rival)\.", of)
    spare = None
    for kind in table.get(noun, ()):
        events = [one for one in happened if one.event.kind.split(".")[0] == kind.rstrip("*").split(".")[0]]
        named = [one for one in events if name and name.group(1) in one.event.facts.values()]
        named += [one for one in events if asked and one.event.seat == SEAT_NAMES[asked.group(1)]]
        if named or (events and kind.endswith("*")):
            return (named or events)[-1]
        spare = spare or (None if name else next(iter(events[::-1]), None))
    return spare
