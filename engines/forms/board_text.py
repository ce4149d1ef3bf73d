"""The plain text of a state, as `print` shows it, without anything that is hidden from the player."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from engines.book.card_text import spell_out_name, wrap_line
from engines.book.toml_schema import SEATS
from engines.forms.table import Entry, Table
from engines.kernel.state import State

MOST_ACTIONS = 20


def seat_looking(state: State) -> int:
    """Return the seat whose view is shown by default: the player who must decide, otherwise P1."""
    return state.seat_to_act if state.decision is not None and state.seat_to_act < len(SEATS) else 0


def board_text(state: State, seat: int | None = None) -> str:
    """Return the table as lines of text, as the player in `seat` sees it (by default the player who must decide)."""
    viewer = seat_looking(state) if seat is None else seat
    table = state.game.rules.table(state, viewer)
    lines = [_heading(state, table, viewer)]
    lines += _under_way(table)
    lines += _rolled(table)
    for player in (1 - viewer, viewer):
        scores = ", ".join(f"{spell_out_name(name)} {value}" for name, value in table.scores[player].items())
        lines.append(f"{SEATS[player]}{': ' + scores if scores else ''}")
        for zone, entries in table.zones[player].items():
            line = zone_text(zone, entries, table.sizes[player].get(zone))
            lines += wrap_line(line, "  ", "    ")
    return "\n".join([*lines, *_choices(state, viewer)])


def _heading(state: State, table: Table, viewer: int) -> str:
    phase = next((phase.title for phase in state.game.phases if phase.id == state.step.phase), "")
    turn = f"turn {table.turn}" if table.turn else ""
    whose = f"of {SEATS[table.turn_player]}" if turn and table.turn_player is not None else ""
    where = [" ".join(part for part in (turn, whose) if part), phase]
    where += [state.step.title] if state.step.title != phase else []
    return f"{state.game.title}: {', '.join(part for part in where if part)} (seen by {SEATS[viewer]})"


def _under_way(table: Table) -> list[str]:
    """Return one line for what is under way, and one for the players who have passed in an open window."""
    lines = []
    if table.arrow is not None:
        names = {reference: entry.card for reference, entry in table.references()}
        ends = [_place_text(reference, names) for reference in (table.arrow.source, *table.arrow.targets)]
        lines.append(f"{spell_out_name(table.arrow.kind).capitalize()}: {ends[0]} -> {', '.join(ends[1:])}")
    elif table.facts.get("action"):
        lines.append(f"{table.facts['action']}: {table.facts['actor']}")
    if table.passed:
        lines.append(f"Passed: {', '.join(SEATS[seat] for seat in table.passed)}")
    return lines


def _place_text(reference: str, names: Mapping[str, str | None]) -> str:
    """Return a place on the table as text: its owner, and the card there, or the zone if the card is hidden."""
    seat, zone, *_ = reference.split(".")
    return f"{SEATS[int(seat)]} {names.get(reference) or spell_out_name(zone)}"


def _rolled(table: Table) -> list[str]:
    """Return the dice on the table, one line for each roll."""
    rolls: dict[tuple[int, str], list[str]] = {}
    for die in table.dice:
        rolls.setdefault((die.seat, die.by), []).append(str(die.value))
    return [f"{SEATS[seat]} rolled {' '.join(dice)}{' for ' + by if by else ''}" for (seat, by), dice in rolls.items()]


def _choices(state: State, viewer: int) -> Iterator[str]:
    """Yield the lines about the decision: the winner, or the player who must decide.

    If that is the viewer, the choices follow.
    """
    if state.result is not None:
        yield f"Over. {state.result}"
    elif state.decision is None or state.seat_to_act >= len(SEATS):
        yield "Nobody decides."
    elif state.seat_to_act != viewer:
        yield f"{SEATS[state.seat_to_act]} decides."
    else:
        yield f"{SEATS[viewer]} decides:"
        shown = state.actions if len(state.actions) <= MOST_ACTIONS else state.actions[: MOST_ACTIONS - 1]
        yield from (f"  {state.text(action)}" for action in shown)
        if len(shown) < len(state.actions):
            yield f"  and {len(state.actions) - len(shown)} more"


def zone_text(zone: str, entries: Iterable[Entry], size: int | None = None) -> str:
    """Return a zone as one line: its name, its number of cards, and the visible ones."""
    entries = list(entries)
    seen = Counter(entry_text(entry) for entry in entries if not _bare(entry))
    listed = "; ".join(text if count == 1 else f"{count} × {text}" for text, count in seen.items())
    return (
        f"{spell_out_name(zone).capitalize()} {len(entries) if size is None else size}{': ' + listed if listed else ''}"
    )


def _bare(entry: Entry) -> bool:
    """Return True for an entry that shows neither its card nor anything on or beneath it."""
    return entry.card is None and not (entry.counters or entry.on or entry.under or entry.gear)


def entry_text(entry: Entry) -> str:
    """Return a card in play as text: name, figures, orientation, and the cards on and beneath it."""
    parts = [f"{spell_out_name(name)} {value}" for name, value in entry.figures.items()]
    parts += [*entry.words, *entry.tags]
    parts += [f"{spell_out_name(name)} {value}" for name, value in entry.counters.items()]
    for word, others in (("on it", entry.on), ("with", entry.gear), ("over", entry.under)):
        if others:
            parts.append(f"{word} {', '.join(other.card or 'a hidden card' for other in others)}")
    name = entry.card or "a hidden card"
    return f"{name} ({', '.join(parts)})" if parts else name
