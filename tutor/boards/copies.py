"""Distinguishes cards of the same name by the numbers that the notation gives them, on the board and in answers."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

from engines.kernel.state import State
from tutor.boards.presentation import load_look
from tutor.messages import shapes


def number_copies(state: State, viewer: int) -> dict[str, int]:
    """Map the references of cards that the notation distinguishes by a number to these numbers.

    The notation numbers cards if copies differ, or if a name could mean more than one; the first copy is then numbered
    too. Where a zone says so (`numbered`), copies have numbers even while no action names them.
    """
    spelled = {ref: (kind, text) for kind, ref, text in _spelled(state, viewer)}
    numbers, names = {}, set()
    for ref, (kind, text) in spelled.items():
        name, _, number = text.rpartition(" ")
        if name.endswith('"') and number.isdecimal():
            numbers[ref] = int(number)
            names.add((ref[0], kind, name))  # a card in hand is not confused with a unit in play
    numbers |= {ref: 1 for ref, (kind, text) in spelled.items() if (ref[0], kind, text) in names}
    return dict(_copies_in_zones(state, viewer)) | numbers


def _copies_in_zones(state: State, viewer: int) -> Iterator[tuple[str, int]]:
    """Yield the reference and the number of each face-up card of which its zone, if it is `numbered`, has a copy."""
    table = state.game.rules.table(state, viewer)
    for row in load_look(state.game.name)["zone"]:
        if not row.get("numbered"):
            continue
        for seat, zones in enumerate(table.zones):
            copies = defaultdict[str, list[str]](list)
            for entry in zones.get(row["id"], ()):
                if entry.card and not entry.down:
                    copies[entry.card].append(f"{seat}.{row['id']}.{entry.key}")
            for refs in copies.values():
                yield from zip(refs, range(1, len(refs) + 1), strict=True) if len(refs) > 1 else ()


def _spelled(state: State, viewer: int) -> Iterator[tuple[str, str, str]]:
    """Yield each card that the player could use or choose: its role as an argument, its reference, and its notation."""
    game, done = state.game, set()
    actions = game.tries(state, viewer)
    if state.seat_to_act_is(viewer):  # not in a picture taken in the middle of a step
        actions = [*actions, *state.actions]
    for action in actions:
        arguments: tuple[str, ...] = game.kinds[action[0]].arguments
        for argument in zip(arguments, action[1:], strict=True):
            if argument in done:
                continue
            done.add(argument)
            refs = game.rules.references(state, viewer, *argument)
            if len(refs) == 1:
                yield argument[0], refs[0], game.notation.spell[argument[0]](state, viewer, argument[1])


def names_on_both_sides(state: State) -> frozenset[str]:
    """Return the names of face-up cards that both players have on their fields."""
    places = [row["id"] for row in load_look(state.game.name)["zone"] if row["slot"] == "field"]
    tables = state.game.rules.table(state, 0).zones
    open_ones = [
        {entry.card for place in places for entry in zones.get(place, ()) if entry.card and not entry.down}
        for zones in tables
    ]
    return frozenset(open_ones[0] & open_ones[1])


def name_owners(players: list[shapes.Player]) -> None:
    """Append the owner to a card's name if both players have a card of that name on their fields."""
    fields = [
        [card for zone in player["zones"] if zone["slot"] == "field" for card in zone["cards"] if card["face"]]
        for player in players
    ]
    counted = Counter(name for cards in fields for name in {card["face"] for card in cards})
    for place, cards in enumerate(fields):
        for card in cards:
            if counted[card["face"]] > 1:
                name = f"{card['name']} ({players[place]['name']})"
                card["label"] = card["label"].replace(card["name"], name, 1)
                card["name"] = name


def set_numbers(cards: list[shapes.Card], numbers: dict[str, int]) -> None:
    """Append its number to the name of each card of a scene that has a number and is visible."""
    for card in cards:
        n = numbers.get(card["ref"])
        if n is not None and card["face"]:
            card["number"], name = n, f"{card['name']} {n}"
            card["label"] = card["label"].replace(card["name"], name, 1)
            card["name"] = name
        set_numbers(card["on"], numbers)
