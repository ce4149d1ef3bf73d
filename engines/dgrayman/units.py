"""Chapter 5, and the merged units of chapter 14: which cards form a unit, what it can do, and its cards' power.

Units are not stored. All cards of one name on a player's field are one unit (DGM-5.1, 5.2); while a Doubles card is
there, the units of its two names are one (DGM-14.4 to 14.6). So merging and splitting need no separate step; only the
names present and their links are stored (`Player.named`), and recomputed when a card comes or goes. Units need not be
unique: both players may have a unit of the same name (DGM-4.6).
"""

from __future__ import annotations

from engines.dgrayman.cards import SEARCH
from engines.dgrayman.state import (
    ACTION,
    ACTIVE,
    CARD,
    FOR_ACTION,
    FOR_TURN,
    ID,
    STANDBY,
    DGraymanState,
    FieldCard,
    Names,
    with_id,
)
from engines.legal.changed_figures import sum_changes


class Unit:
    """One unit: its names, its cards in the Standby Zone, and the icons of all its cards (DGM-5.3)."""

    def __init__(self, names: Names, icons: int, standby: list[FieldCard]) -> None:
        self.names = names
        self.icons = icons
        self.standby = standby

    @property
    def active(self) -> bool:
        """Whether it can act: it has cards in the Standby Zone, and all of them are active (DGM-4.3, DGM-R11)."""
        return bool(self.standby) and all(card[ACTIVE] for card in self.standby)

    @property
    def merged(self) -> bool:
        """Whether it consists of two units linked by a Doubles card, and so has scale 2 (DGM-14.7, 14.8)."""
        return len(self.names) > 1


def doubles_cards(state: DGraymanState, unit: Unit) -> list[FieldCard]:
    """Return the Doubles cards of a unit in the Standby Zone."""
    return [card for card in unit.standby if state.faces[card[CARD]].doubles]


def cards_to_step_out(state: DGraymanState, unit: Unit) -> list[FieldCard]:
    """Return the cards that may step out: any in the Standby Zone, but Doubles cards first (DGM-9.5, 14.10).

    If all Doubles cards are in the Action Zone, any other card may (DGM-R46).
    """
    return (doubles_cards(state, unit) if len(unit.names) > 1 else []) or unit.standby


def units_of(state: DGraymanState, seat: int) -> list[Unit]:
    """Return the units of a player, which have cards in either zone (DGM-5.2, 5.7, DGM-R6)."""
    player, faces = state.players[seat], state.faces
    found: dict[Names, Unit] = {}
    for zone in (player.standby, player.action):
        for card in zone:
            face = faces[card[CARD]]
            names = player.named[face.name]
            unit = found[names] = found.get(names) or Unit(names, 0, [])
            unit.icons |= face.icons
            if zone is player.standby:
                unit.standby.append(card)
    return list(found.values())


def active_units(state: DGraymanState, seat: int) -> list[Unit]:
    """Return the active units of a player: those whose cards in the Standby Zone are all active (DGM-4.3, DGM-R11)."""
    player, faces = state.players[seat], state.faces
    if player.active is not None:
        return player.active
    named = player.named
    found: list[Unit] = []
    resting: list[str] = []
    for card in player.standby:
        face = faces[card[CARD]]
        names = named[face.name]
        if not card[ACTIVE]:
            resting.append(names[0])
        elif (unit := _of_name(found, names[0])) is not None:
            unit.icons |= face.icons
            unit.standby.append(card)
        else:
            found.append(Unit(names, face.icons, [card]))
    if resting:
        found = [unit for unit in found if unit.names[0] not in resting]
    if found:
        for card in player.action:
            face = faces[card[CARD]]
            unit = _of_name(found, named[face.name][0])
            if unit is not None:
                unit.icons |= face.icons
    player.active = found
    return found


def _of_name(units: list[Unit], first: str) -> Unit | None:
    """Return the unit with this first name, or None. No name belongs to two units."""
    for unit in units:
        if unit.names[0] == first:
            return unit
    return None


def units_with_icon(state: DGraymanState, seat: int, icon: int) -> list[Unit]:
    """Return a player's active units that have an icon, for example those that could guard (DGM-11.4, 9.1, 9.2)."""
    return [unit for unit in active_units(state, seat) if unit.icons & icon]


def unit_count(state: DGraymanState, seat: int) -> int:
    """Return how many units a player has, counting a merged unit as one (DGM-5.7, 14.7)."""
    return state.players[seat].count


def founding_limit(state: DGraymanState) -> int:
    """Return how many units the turn player may found this turn (DGM-8.1 to 8.3).

    This depends on how many units each player had at the beginning of the Character Phase.
    """
    seat = state.turn_player
    return max(0, unit_count(state, 1 - seat) - unit_count(state, seat) + state.founded) + 1


def names_of(state: DGraymanState, seat: int, number: int) -> Names:
    """Return the names of a player's unit to which a card with this number belongs, or would belong."""
    face = state.faces[number]
    return face.names if face.doubles else state.players[seat].named.get(face.name, face.names)


def unit_called(state: DGraymanState, seat: int, name: str) -> Unit | None:
    """Return a player's unit that has this name, or None."""
    player, faces = state.players[seat], state.faces
    names = player.named.get(name)
    if names is None:
        return None
    unit = Unit(names, 0, [])
    for zone in (player.standby, player.action):
        for card in zone:
            face = faces[card[CARD]]
            if face.name in names:
                unit.icons |= face.icons
                if zone is player.standby:
                    unit.standby.append(card)
    return unit


def unit_with(state: DGraymanState, seat: int, card: FieldCard) -> Unit:
    """Return the unit to which a card on a player's field belongs."""
    unit = unit_called(state, seat, state.faces[card[CARD]].name)
    assert unit is not None
    return unit


# Power (DGM-2.4, 5.4): that of the single card, never added up except for Special cards.


def current_power(state: DGraymanState, seat: int, card: FieldCard) -> int:
    """Return the current power of a card on the field, never below 0 (DGM-R42)."""
    face = state.faces[card[CARD]]
    if face.special:
        base = special_power(state, seat, card)
    else:
        base = face.power
        for least, amount in face.bonuses:
            if unit_count(state, seat) >= least:
                base += amount
    if state.changes is not None:
        base += sum_changes(state.changes, state, "power", seat, zone_of(state, seat, card), card)
    return max(0, base + card[FOR_TURN] + card[FOR_ACTION])


def zone_of(state: DGraymanState, seat: int, card: FieldCard) -> str:
    """Return the zone of a card on a player's field."""
    return STANDBY if card in state.players[seat].standby else ACTION


def special_power(state: DGraymanState, seat: int, card: FieldCard) -> int:
    """Return the sum of the printed powers of those cards in the unit that are not Special (DGM-2.7, 2.13, DGM-R42)."""
    return sum(state.faces[other].power for other in cards_added_up(state, seat, card))


def cards_added_up(state: DGraymanState, seat: int, card: FieldCard) -> list[int]:
    """Return the cards whose printed powers a Special card adds up.

    A Special card counts the cards of its own name, a Special Doubles card those of either name, in both zones
    (DGM-R5). A Doubles card does not count for a single name (DGM-R53).
    """
    player, faces = state.players[seat], state.faces
    names, found = faces[card[CARD]].names, []
    for other in player.standby + player.action:
        face = faces[other[CARD]]
        if not face.special and (face.names == names or (len(names) > 1 and face.name in names)):
            found.append(other[CARD])
    return found


def search_cards(state: DGraymanState, seat: int, names: Names) -> int:
    """Return how many cards of these names have the Search icon, which Special cards lack (DGM-R48)."""
    player, faces = state.players[seat], state.faces
    there = [faces[card[CARD]] for card in player.standby + player.action]
    return sum(1 for face in there if face.icons & SEARCH and face.name in names)


# Stepping out (DGM-5.5).


def step_out(state: DGraymanState, seat: int, card_id: int, clause: str) -> None:
    """Turn the whole unit sideways, then move one card of it to the Action Zone (DGM-9.4, 9.5, 3.3)."""
    player, faces = state.players[seat], state.faces
    acting = with_id(player.standby, card_id)
    assert acting is not None
    names = player.named[faces[acting[CARD]].name]
    player.standby = [
        (card[0], card[1], False, card[3], card[4], card[5])
        if card[ACTIVE] and faces[card[CARD]].name in names
        else card
        for card in player.standby
        if card[ID] != card_id
    ]
    player.action.append((acting[0], acting[1], False, acting[3], acting[4], acting[5]))
    if player.active:
        player.active = [unit for unit in player.active if unit.names[0] != names[0]]
    if state.listener is not None:
        state.note("stepped_out", clause, seat, card=acting, unit=" & ".join(names))


def leave_field(state: DGraymanState, card: FieldCard) -> int:
    """Remove a card from its field and return its owner; every other card stays as it was (DGM-R15)."""
    for seat, player in enumerate(state.players):
        for zone in (player.standby, player.action):
            if card in zone:
                zone.remove(card)
                names = state.faces[card[CARD]].names
                if len(names) > 1 or any(names[0] in unit.names for unit in player.active or ()):
                    player.active = None
                if len(names) > 1 or not is_on_field(state, seat, names[0]):
                    player.link(state.faces)
                return seat
    raise AssertionError("the card is not on a field")


def is_on_field(state: DGraymanState, seat: int, name: str) -> bool:
    """Return True if a card of this name is on a player's field."""
    player, faces = state.players[seat], state.faces
    return any(faces[card[CARD]].name == name for card in player.standby + player.action)


def split_unit(state: DGraymanState, seat: int, card: FieldCard) -> None:
    """Report that a merged unit has split, if its last Doubles card, `card`, has just left (DGM-14.5).

    Afterwards there are two units, one or none, since a name without cards has no unit (DGM-R15).
    """
    names, named = state.faces[card[CARD]].names, state.players[seat].named
    if state.listener is not None and len(names) > 1 and names not in named.values():
        left = [name for name in names if name in named]
        kind = ("split.none", "split.one", "split")[len(left)]
        state.note(kind, "DGM-14.5", seat, units=" and ".join(names if len(left) != 1 else left))
