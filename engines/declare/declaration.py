"""Declarations: the parts of a state, each declared once.

A game declares the zones of a player and the entries of its state as fields of two classes. Creating the class
generates, as straight-line source, the slots, the empty state, `copy` and `canonical_key`. From the same declaration
`engines.forms` derives how positions are written and read as text (`positions`), each player's view and the owners of
cards (`visibility`), and the possible identities of hidden cards (`hidden_cards`).

    @declaration.zones
    class Player(Zones):
        deck: list[int] = fields.pile()
        hand: list[int] = fields.cards(sees=OWNER)
        field: list[Unit] = fields.records(UNIT)

    @declaration.state
    class OurState(DeclaredState):
        players: tuple[Player, Player] = fields.both(Player)
        turn_player: int = fields.seat(written="player", show=True)
        phase_actions: int = fields.count(near="actions_a_phase")
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, Self, TypeVar

from engines.declare.call_stack import place_key
from engines.declare.records import Record
from engines.declare.scalar_fields import NEAR, Both, Declaration, Field, Seat, Shared, WorkedOut
from engines.declare.transient_fields import UnderWay
from engines.declare.zone_fields import Area, Records
from engines.errors import DataError
from engines.kernel.source import compile_source
from engines.kernel.state import State, View
from engines.kernel.tuples import Row

Roles = dict[int, tuple[str, ...]]
"""The roles (attacker, target, ...) of cards in play in the current attack or action, by card id."""

Class = TypeVar("Class", bound=type)
PLAYERS = "players"

D = TypeVar("D", bound="DeclaredState")
D_contra = TypeVar("D_contra", bound="DeclaredState", contravariant=True)
D_co = TypeVar("D_co", bound="DeclaredState", covariant=True)


class Zones:
    """The base class of a player's zones. A game declares its zones in a subclass decorated with `zones`."""

    __slots__ = ()
    declaration: ClassVar[Declaration]

    def copy(self) -> Self:
        """Return an independent copy."""
        raise NotImplementedError

    def key(self, state: DeclaredState, roles: Roles) -> Row:
        """Return the zones' part of a canonical key."""
        raise NotImplementedError


class DeclaredState(State):
    """The base class of states with declared entries. A game decorates its subclass with `state`."""

    __slots__ = ()
    declaration: ClassVar[Declaration]
    zones_of_players: ClassVar[Declaration]

    @property
    def both(self) -> tuple[Zones, Zones]:
        """Both players' zones, typed as the base class. A game declares them as `players`, with its own class."""
        found: tuple[Zones, Zones] = getattr(self, PLAYERS)
        return found

    def view(self, seat: int) -> View:
        """Return the state as the player in `seat` may see it; hidden cards do not appear in it at all."""
        seen: View = self.game.rules.view(self, seat)
        return seen

    def roles(self) -> Roles:
        """Return the roles of the cards in play in the current attack, battle or action, by card id."""
        found: Roles = {}
        for field, one in self.declaration.items():
            if isinstance(one, UnderWay):
                for entry, number in one.in_play(getattr(self, field)):
                    found[number] = (*found.get(number, ()), entry)
        return found

    def look(self, value: object) -> Row:
        """Return the value that replaces an id of a card in play, or a tuple of ids, in a canonical key."""
        if isinstance(value, tuple):
            return tuple(map(self.look, value))
        if not isinstance(value, int) or value <= 0:
            return (value,)
        for seat, zone, record in in_play(self):
            if record[0] == value:
                return (seat, zone, record_of(self, zone).look(record, self, self.roles()))
        return ()

    def acting_seat(self) -> int | None:
        """Return the player whose attack or action a position describes, if the position does not say whose it is.

        By default this is the turn player. None means the player who has the cards that it mentions.
        """
        return next(int(getattr(self, name)) for name, one in self.declaration.items() if isinstance(one, Seat))

    def ids_in_play(self, seat: int, name: str) -> list[int]:
        """Return the ids of a player's cards in play that have this name, in the order of the zones."""
        own = [(zone, record) for side, zone, record in in_play(self) if side == seat]
        return [int(record[0]) for zone, record in own if self.name(record_of(self, zone).card(record)) == name]

    def call_in_play(self, seat: int | None, number: int) -> str:
        """Return how a position writes a card in play: `Tide Scout`, or for a second one `"Tide Scout" 2`.

        A card that has left play, or is not this player's, is written as its id, "#5".
        """
        for side, zone, record in in_play(self):
            if side == seat and record[0] == number:
                name = self.name(record_of(self, zone).card(record))
                which = self.ids_in_play(side, name).index(number) + 1
                return name if which == 1 else f'"{name}" {which}'
        return f"#{number}"

    def more_of_key(self) -> Row:
        """Return the undeclared part of a canonical key: how near the last turn is."""
        return (max(0, self.turn - self.game.parameters["turn_cap"] + NEAR),)

    def name(self, card: int) -> str:
        """Return the name of a card."""
        return self.game.cards[card].name

    def name_cards(self, fact: object) -> object:
        """Return the name of a card, given as a number or as a record in play; for a list of cards, a list of names.

        A text is returned unchanged.
        """
        if isinstance(fact, int):
            return self.name(fact)
        if isinstance(fact, tuple):
            return self.name(card_of_record(self, fact))
        return ", ".join(map(self.name, fact)) if isinstance(fact, list) else fact

    def printed(self, card: int, field: str) -> Any:
        """Return a field of a card, as printed."""
        return self.game.cards[card].fields[field]


def in_play(state: DeclaredState) -> Iterator[tuple[int, str, Row]]:
    """Yield (seat, zone, record) of every card in play that has an id."""
    declared = state.zones_of_players.items()
    zones = [name for name, one in declared if isinstance(one, Records) and one.record.has_identity]
    for seat, player in enumerate(state.both):
        for zone in zones:
            for record in getattr(player, zone):
                if record is not None:
                    yield seat, zone, record


def card_of_record(state: DeclaredState, record: Row) -> int:
    """Return the card of a record in play; for a stack, its top card."""
    declared = state.zones_of_players.values()
    (place,) = {one.record.place_of_card for one in declared if isinstance(one, Records) and one.record.has_identity}
    card: Any = record[place]
    return int(card[0] if isinstance(card, tuple) else card)


def record_of(state: DeclaredState, zone: str) -> Record:
    """Return the `Record` that describes the cards in play of a zone."""
    field = state.zones_of_players[zone]
    assert isinstance(field, Records)
    return field.record


def fields_of(body: Mapping[str, object]) -> Declaration:
    """Return the fields that a class body declares, by name."""
    found = {name: one for name, one in body.items() if isinstance(one, Field)}
    for name, one in found.items():
        one.name = name
        one.written = one.written.replace("{}", name)
    return found


def write_methods(fields: Declaration, kind: str, base: str = "") -> str:
    """Return the source of `__init__`, `copy` and, for zones, `key` of a class with these fields.

    kind : the name of the class. base : for a state, the name of its base class, whose `copy_kernel` is called too.
    """
    init = (
        ["def __init__(self, game, seed=0):", f"    {base}.__init__(self, game, seed)"]
        if base
        else ["def __init__(self):"]
    )
    copy = ["def copy(self):", f"    other = {kind}.__new__({kind})"] + (
        ["    self.copy_kernel(other)"] if base else []
    )
    for name, one in fields.items():
        if isinstance(one, Area | WorkedOut):
            continue
        if isinstance(one, Both):
            init.append(f"    self.{name} = ({one.kind.__name__}(), {one.kind.__name__}())")
            copy += [f"    one, two = self.{name}", f"    other.{name} = (one.copy(), two.copy())"]
            continue
        start = f"self.declaration[{name!r}].of(game)" if isinstance(one, Shared) else one.start
        init.append(f"    self.{name} = {start}")
        copy.append(f"    other.{name} = " + one.copied.replace("{}", f"self.{name}"))
    copy.append("    return other")
    return "\n".join([*(init if len(init) > 1 else [*init, "    pass"]), "", *copy])


def key_source(fields: Declaration, owner: str) -> list[str]:
    """Return each field's part of a canonical key, as source. owner : the variable that holds the object."""
    parts = []
    for name, one in fields.items():
        if callable(one.key):
            parts.append(f"{owner}.declaration[{name!r}].key({owner if owner == 'state' else 'player, state'})")
        elif one.key:
            part = one.key.replace("{}", f"{owner}.{name}")
            if isinstance(one, Records):
                part = part.replace("LOOK", f"{owner}.declaration[{name!r}].record.look")
            parts.append(part)
    return parts


def _refuse_undeclared(kind: type, fields: Declaration) -> None:
    """Raise DataError if an entry is annotated but not declared as a field: `copy` would miss it."""
    for name, said in vars(kind).get("__annotations__", {}).items():
        if name not in fields and "ClassVar" not in str(said):
            what = "is not declared as a field of the kit."
            remedy = "Write what it is: list[int] = kit.cards(), or the like."
            raise DataError(f"class {kind.__name__}, {name}", what, remedy)


def zones(kind: Class) -> Class:
    """Turn a class of declared fields into a player's zones: slots, empty zones, `copy` and `key`.

    Raises DataError if an entry is not a field.
    """
    fields = fields_of(vars(kind))
    _refuse_undeclared(kind, fields)
    source = write_methods(fields, kind.__name__)
    parts = "".join(f"{part}, " for part in key_source(fields, "player"))
    source += f"\n\ndef key(player, state, roles):\n    return ({parts})\n"
    return _made(kind, fields, source, {})


def state(kind: Class) -> Class:
    """Turn a class of declared fields into a game's state: slots, initial state, `copy` and `canonical_key`.

    Methods defined in the class body are kept. Raises DataError if an entry is not a field.
    """
    fields = fields_of(vars(kind))
    _refuse_undeclared(kind, fields)
    source = write_methods(fields, kind.__name__, "DeclaredState")
    both = {name: one.kind for name, one in fields.items() if isinstance(one, Both)}
    parts = ["place_key(state, state.look)", "state.open_chance", "state.prover", "state.result and state.result[:3]"]
    parts += [f"state.{name}[{at}].key(state, roles)" for name in both for at in (0, 1)]
    parts += [*key_source(fields, "state"), "*state.more_of_key()"]
    source += f"\n\ndef canonical_key(state):\n    roles = state.roles()\n    return ({', '.join(parts)})\n"
    names = {"DeclaredState": DeclaredState, "place_key": place_key, **{one.__name__: one for one in both.values()}}
    declared = next((one.declaration for one in both.values()), {})
    return _made(kind, fields, source, names, zones_of_players=declared)


METHODS = ("__init__", "copy", "key", "canonical_key")


def _made(kind: Class, fields: Declaration, source: str, names: Mapping[str, object], **more: Declaration) -> Class:
    """Return the class with the methods in `source`, except those its body defines. names : used by the source."""
    defined = compile_source(source, f"{kind.__module__}.{kind.__name__}", names)
    replaced = {*fields, "__dict__", "__weakref__"}
    own = {name: one for name, one in vars(kind).items() if name not in replaced}
    given = {name: one for name, one in defined.items() if name in METHODS}
    areas = {name: property(one.get, one.set) for name, one in fields.items() if isinstance(one, Area)}
    stored = tuple(name for name, one in fields.items() if not isinstance(one, Area | WorkedOut))
    body: dict[str, object] = {**given, **own, **areas, **more, "__slots__": stored, "declaration": fields}
    made: Class = type(kind)(kind.__name__, kind.__bases__, body)
    defined[kind.__name__] = made  # `copy` creates another instance of this class
    return made
