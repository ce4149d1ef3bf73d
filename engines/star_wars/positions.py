"""Positions as TOML documents, both ways. What is written is complete; what is read may leave almost all out.

A player's table: side, force, points, deck, hand, discard, the arenas space, ground and character ("Oathbound Oren +
Oren Vash A with Arc Blade, tapped, damage 2"), build (cards under construction with `down` or `build 3`, Equipment,
retreated units), locations. Unnamed cards are ones that cannot interrupt, or unseen ones if the document says
`unseen = true`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from engines.core.documents import SEAT_NAMES, SEATS, heading, own_game, read_chance, read_result
from engines.core.errors import DataError
from engines.core.frames import PLACE_SHAPE, fits_hint, read_place, write_place
from engines.core.game import Game
from engines.core.positions import UNNAMED, card_numbers, entry, frozen, plain, to_toml
from engines.star_wars.authoring import BATTLE, EQUIPMENT, LOCATION, NOTHING, UNIT
from engines.star_wars.cards import BLANK, HEALTH, POWER, SPEED, UNSEEN, VALUES
from engines.star_wars.combat import WINDOW
from engines.star_wars.state import (
    ARENAS,
    BEFORE_SPACE,
    CARDS,
    DAMAGE,
    EFFECTS,
    GEAR,
    ID,
    NO_LOCATION,
    RETREATED,
    TAPPED,
    Battle,
    Player,
    StarWarsState,
    Unit,
    belongings,
    merged,
)
from engines.star_wars.values import health

SHOWN = ("shown_hand", "shown_build")  # for lessons: what the learner may look under; no matter of rules
SETUP_FLAGS = ("mulligan", "finished", "stopped")  # told for the reader; the rules find them out themselves
FIGURES = ("side", "force", "points", *SETUP_FLAGS)
ZONES = ("deck", "hand", "discard", *ARENAS, "build", "locations")
UNITS, CARDS_THERE = [str], (int, [(int, str)])
PLAYER_SHAPE: dict[str, Any] = {
    "side": str,
    "force": int,
    "points": int,
    **dict.fromkeys(SETUP_FLAGS, bool),
    **dict.fromkeys(("deck", "hand", "discard"), CARDS_THERE),
    **dict.fromkeys((*ARENAS, "build", "locations"), UNITS),
    **dict.fromkeys(SHOWN, list),
}
SHAPE: dict[str, Any] = {
    "game": str,
    "turn": int,
    "step": str,
    "arena": str,
    "chance": int,
    "script": list,
    "unseen": bool,
    "parameters": dict,
    "cards": [dict],
    "battle": {
        "attacker": (int, str),
        "defender": (int, str),
        "by": str,
        "dice": [[int]],
        "hits": [int],
        "used": [list],
    },
    "flow": PLACE_SHAPE | {"waiting": [list], "placing": int, "unit_turns": int, "reorders": int},
    "result": [str],
    **dict.fromkeys(SEAT_NAMES, PLAYER_SHAPE),
}
CHANGES = (*VALUES, *(f"{name} in battle" for name in VALUES))
MARKS = {
    "tapped": False,
    "untapped": False,
    "down": False,
    "up": False,
    "shown": False,
    "damage": True,
    "build": True,
    "#": True,
    **dict.fromkeys(CHANGES, True),
}
DEFAULT_DECK = 20
MOST_POINTS, MOST_COUNTERS, MOST_CHANGE = 999, 99, 99
"""What a position may say of points, of counters on a card, and of a changed value."""
DEFAULT_TURN = 5
IN_ARENA = (
    "A1",
    "A2",
    "A3",
    "A4",
    "A5",
    "A6",
    "A7",
    "A8",
    *("U1", "U2", "U3", "U4", "U5", "U6", "U7", "U8", "U9", "UX"),
)
BATTLE_STEPS = ("U2", "U3", "U4", "U5", "U6", "U7", "U8", "U9", "UX")


class _Reader:
    """Reads one document; keeps what every entry needs: the game and the place for messages."""

    def __init__(self, game: Game, document: Mapping[str, Any], where: str) -> None:
        self.where = where
        self.game = own_game(game, document, SHAPE, where)
        self.document = document
        self.unseen = bool(document.get("unseen", False))
        self.fillers = _fillers(self.game)

    def state(self) -> StarWarsState:
        document, state = self.document, StarWarsState(self.game, 0)
        read_chance(state, document)
        step = str(document.get("step", "C4"))
        state.turn = document.get("turn", 0 if step.startswith("S") else DEFAULT_TURN)
        given = {SEAT_NAMES[name]: (name, document[name]) for name in SEAT_NAMES if name in document}
        self.sides(state, [given.get(seat, ("", {}))[1].get("side") for seat in (0, 1)])
        for seat in (0, 1):
            name, table = given.get(seat, (SEATS[seat], {}))
            self.player(state, seat, table, f"{self.where}, {name}")
        self.arena(state, step)
        self.can_be(state)
        self.battle(state, document.get("battle"))
        self.flow(state, step, document.get("flow", {}))
        read_result(state, document)
        return state

    def sides(self, state: StarWarsState, named: Sequence[Any]) -> None:
        for side in named:
            if side not in (None, "light", "dark"):
                raise DataError(self.where, f"side is {side!r}.", "It must be light or dark.")
        if named[0] is not None and named[0] == named[1]:
            raise DataError(self.where, f"both players are {named[0]}.", "One plays each side (SW-1.1).")
        state.dark = 0 if named[0] == "dark" or named[1] == "light" else 1

    def can_be(self, state: StarWarsState) -> None:
        """Refuse cards of the other side (SW-1.7), and units that would be destroyed at once (SW-14.1)."""
        for seat, player in enumerate(state.players):
            where, other = f"{self.where}, {SEATS[seat]}", "light" if seat == state.dark else "dark"
            for card in belongings(state, seat):
                if state.faces[card].side == other:
                    raise DataError(
                        where, f"{state.name(card)!r} is a {other} card.", "Use those of the side (SW-1.7)."
                    )
            for place, zone in enumerate(player.units):
                for unit in zone:
                    most = health(state, seat, place, unit) - 1
                    if unit[DAMAGE] > most:
                        name = state.name(unit[CARDS][0])
                        raise DataError(where, f"{name!r} has {unit[DAMAGE]} damage.", f"At most {most} (SW-14.1).")

    # One player.

    def player(self, state: StarWarsState, seat: int, table: Mapping[str, Any], where: str) -> None:
        player: Player = state.players[seat]
        player.force, player.build = self.points(table, "force", where), self.points(table, "points", where)
        for place, arena in enumerate(ARENAS):
            for text in table.get(arena, ()):
                unit = self.unit(state, text, f"{where}, {arena}")
                if state.faces[unit[CARDS][0]].kind not in (place, -1):
                    raise DataError(f"{where}, {arena}", f"{text!r} is of another kind.", "One arena each (SW-2.8).")
                player.units[place].append(unit)
        for text in table.get("build", ()):
            self.build(state, player, text, f"{where}, build")
        self.one_of_each(state, player, where)
        for text in table.get("locations", ()):
            self.location(state, seat, text, f"{where}, locations")
        player.discard = self.filled(
            seat, card_numbers(self.game, table.get("discard", ()), f"{where}, discard"), face_up=True
        )
        player.hand = self.filled(seat, card_numbers(self.game, table.get("hand", ()), f"{where}, hand"))
        player.deck = self.filled(seat, card_numbers(self.game, table.get("deck", DEFAULT_DECK), f"{where}, deck"))[
            ::-1
        ]

    def points(self, table: Mapping[str, Any], key: str, where: str) -> int:
        """Return a number of points, never negative (SW-R50)."""
        count = int(table.get(key, 0))
        # what a person wrote may have grown in play
        most = MOST_POINTS if "flow" not in self.document else 10 * MOST_POINTS
        if not 0 <= count <= most:
            raise DataError(where, f"{key} is {count}.", f"Use 0 to {most}; points are never negative (SW-R50).")
        return count

    def entry(self, text: str, where: str) -> tuple[str, dict[str, Any]]:
        """Return the name and the marks of an entry, with counters and changes within their bounds."""
        name, marks = entry(text, MARKS, where)
        for mark in ("damage", "build"):
            if not 0 <= marks.get(mark, 0) <= MOST_COUNTERS:
                raise DataError(where, f"{text!r}: {mark} is {marks[mark]}.", f"Use 0 to {MOST_COUNTERS}.")
        for mark in CHANGES:
            if abs(marks.get(mark, 0)) > MOST_CHANGE:
                raise DataError(where, f"{text!r}: {mark} is {marks[mark]:+d}.", f"Use up to {MOST_CHANGE}.")
        return name, marks

    def filled(self, seat: int, cards: list[int], face_up: bool = False) -> list[int]:
        """Put cards in the place of unnamed ones: unseen ones, or ones that cannot interrupt, each in turn."""
        filled = []
        for card in cards:
            if card == UNNAMED:
                card = (BLANK, UNSEEN)[seat] if self.unseen and not face_up else self.fillers[0]
                self.fillers.append(self.fillers.pop(0))
            filled.append(card)
        return filled

    def card(self, name: str, where: str) -> int:
        return self.game.card_number(name, where)

    def unit(self, state: StarWarsState, text: str, where: str) -> Unit:
        names, marks = self.entry(text, where)
        stack, _, worn = names.partition(" with ")
        cards = tuple(self.card(name.strip(), where) for name in stack.split(" + "))
        gear = tuple(self.card(name.strip(), where) for name in worn.split(" + ")) if worn else ()
        self.fits_together(state, cards, gear, text, where)
        identity = marks.get("#")
        if identity is None:
            state.serial += 1
            identity = state.serial
        elif state.find(identity) is not None:
            raise DataError(where, f"#{identity} is used twice.", "Give each unit its own number.")
        state.serial = max(state.serial, identity)
        effects = [
            (value, marks[f"{name}{words}"], until)
            for words, until in (("", "turn"), (" in battle", "battle"))
            for value, name in zip((SPEED, POWER, HEALTH), VALUES, strict=True)
            if f"{name}{words}" in marks
        ]
        return (identity, cards, "tapped" in marks, marks.get("damage", 0), gear, merged(effects))

    def fits_together(
        self, state: StarWarsState, cards: tuple[int, ...], gear: tuple[int, ...], text: str, where: str
    ) -> None:
        """Refuse what cannot be one unit (SW-11.5 to 11.9, 13.4)."""
        for card in cards:
            if self.game.cards[card].category not in (UNIT, NOTHING):
                raise DataError(
                    where, f"{text!r}: {self.game.cards[card].name!r} is no unit.", "Only units stand there."
                )
        for card in gear:
            if self.game.cards[card].category != EQUIPMENT:
                raise DataError(where, f"{text!r}: {self.game.cards[card].name!r} is no Equipment.")
        faces = [self.game.cards[card].extra for card in cards]
        if len(cards) > 1 and (len({face.identity for face in faces}) > 1 or not faces[0].identity):
            raise DataError(where, f"{text!r} is no stack.", "All cards of one identity (SW-11.5, 11.7).")
        if len({face.print for face in faces}) < len(cards) or len(cards) > self.game.parameters["stack"]:
            raise DataError(where, f"{text!r} is no stack.", "At most four different versions (SW-11.8, 11.9).")

    def one_of_each(self, state: StarWarsState, player: Player, where: str) -> None:
        """Refuse two units of one identity on a side (SW-11.4)."""
        units = [unit[CARDS][0] for zone in player.units for unit in zone]
        identities = [state.faces[card].identity for card in units if state.faces[card].identity]
        for identity in set(identities):
            if identities.count(identity) > 1:
                names = " and ".join(state.name(card) for card in units if state.faces[card].identity == identity)
                raise DataError(
                    where, f"has {names}.", "One unique character is one unit; stack them with + (SW-11.4)."
                )

    def build(self, state: StarWarsState, player: Player, text: str, where: str) -> None:
        name, marks = self.entry(text, where)
        category = (
            self.game.cards[self.card(name, where)].category if " + " not in name and " with " not in name else UNIT
        )
        if "down" in marks or "build" in marks or category not in (UNIT, EQUIPMENT):
            if category == BATTLE:
                raise DataError(where, f"{name!r} is a Battle card.", "It has no build cost (SW-2.3).")
            player.building.append((self.card(name, where), marks.get("build", 0), "shown" in marks))
        elif category == EQUIPMENT:
            player.gear.append(self.card(name, where))
        else:
            player.units[RETREATED].append(self.unit(state, text, where))

    def location(self, state: StarWarsState, seat: int, name: str, where: str) -> None:
        card = self.card(name, where)
        if self.game.cards[card].category != LOCATION:
            raise DataError(where, f"{name!r} is no Location.", "Only Locations lie there.")
        place = state.faces[card].kind
        if state.locations[place] != NO_LOCATION:
            raise DataError(where, f"two Locations in the {ARENAS[place]} arena.", "Only one may lie there (SW-13.2).")
        state.locations[place] = (card, seat)

    # Where the game stands.

    def arena(self, state: StarWarsState, step: str) -> None:
        name = self.document.get("arena", "space")
        if name not in ARENAS and name != "none":
            raise DataError(self.where, f"arena is {name!r}.", f"Use one of {', '.join(ARENAS)}.")
        inside = step in (*IN_ARENA, "DIE", "EFFECT", "CHOOSE", "DICE", "REROLL")
        if name == "none" or (not inside and step != "B0"):
            state.arena = BEFORE_SPACE
        else:
            state.arena = ARENAS.index(name) - (step == "B0")

    def find(self, state: StarWarsState, seat: int, text: Any, where: str) -> int:
        if isinstance(text, int):
            return text
        match = re.fullmatch(r'"?([^"#]*?)"?(?: (\d+))?', str(text).strip())
        name, which = (match.group(1), int(match.group(2) or 1)) if match else (str(text), 1)
        same = [u for zone in state.players[seat].units for u in zone if state.name(u[CARDS][0]) == name]
        if len(same) < which:
            raise DataError(where, f"{SEATS[seat]} has no unit {text!r}.", "Put it into its arena first.")
        return same[which - 1][ID]

    def battle(self, state: StarWarsState, table: Any) -> None:
        if table is None:
            return
        where = f"{self.where}, battle"
        for key in ("attacker", "defender"):
            if key not in table:
                raise DataError(where, f"names no {key}.", f'Write {key} = "...".')
        if table.get("by", "P1") not in SEAT_NAMES:
            raise DataError(where, f"there is no player {table['by']!r}.", "Use P1 or P2.")
        seat = SEAT_NAMES[table["by"]] if "by" in table else self.attacking_seat(state, table["attacker"])
        attacker = self.find(state, seat, table["attacker"], where)
        target = self.find(state, 1 - seat, table["defender"], where)
        found = state.find(attacker)
        if found is not None and not isinstance(table["attacker"], int):
            state.change(found[2], tapped=True)  # SW-9.9
            if "arena" not in self.document and found[1] != RETREATED:
                state.arena = found[1]
        for one in table.get("used", ()):
            if not fits_hint(frozen(one), tuple[int, str, int]):
                raise DataError(where, f"used: {one!r} is no ability.", 'Write [unit, "card", ability].')
        dice, hits = frozen(table.get("dice", ((), ()))), frozen(table.get("hits", (0, 0)))
        if seat == 1:
            dice, hits = dice[::-1], hits[::-1]
        used = tuple((unit, self.card(card, where), ability) for unit, card, ability in table.get("used", ()))
        state.battle = Battle(seat, attacker, target, dice, hits, used)

    def attacking_seat(self, state: StarWarsState, name: Any) -> int:
        def has(seat: int) -> bool:
            try:
                self.find(state, seat, name, self.where)
            except DataError:
                return False
            return True

        return 0 if has(0) else 1

    def flow(self, state: StarWarsState, step: str, flow: Mapping[str, Any]) -> None:
        if not flow and step in ("A8", "U1"):
            step = "A7"  # who acts next is found from the Speeds
        if not flow and step in ("S7", "S8") and self.finished(state.dark if step == "S7" else 1 - state.dark):
            step = "S9"  # the alternation is over (SW-R6)
        read_place(state, step, flow or self.default_flow(state, step), self.where)
        if step in BATTLE_STEPS and state.battle is None:
            raise DataError(
                self.where, f"step {step} needs a battle.", 'Add battle = { attacker = "...", defender = "..." }.'
            )
        state.waiting = tuple(
            (seat, self.card(card, self.where), *rest) for seat, card, *rest in flow.get("waiting", ())
        )
        state.placing = flow.get("placing", self.who_completes())
        state.unit_turns = flow.get("unit_turns", 0)
        state.reorders = flow.get("reorders", 0)

    def finished(self, seat: int) -> bool:
        """Return True if a player is said to have finished the initial placement, or stopped (SW-R5, SW-R6)."""
        tables = [self.document.get(name, {}) for name, place in SEAT_NAMES.items() if place == seat]
        return any(table.get("finished") or table.get("stopped") for table in tables)

    def who_completes(self) -> int:
        """Return who completes the initial placement: the player who has not finished (SW-5.13)."""
        return 1 if self.finished(0) else 0

    def default_flow(self, state: StarWarsState, step: str) -> dict[str, Any]:
        return {"local": [state.dark, 0]} if step in WINDOW else {}


def _fillers(game: Game) -> list[int]:
    """Return plain cards for unnamed places: Locations and Equipment, which nobody can deploy or use in a battle."""
    return [card.number for card in game.cards if card.category in (LOCATION, EQUIPMENT)]


def read_position(game: Game, document: Mapping[str, Any], where: str) -> StarWarsState:
    """Read a position document; the caller runs it to its decision. Raises DataError naming place and remedy."""
    return _Reader(game, document, where).state()


def write_position(state: StarWarsState) -> str:
    """Return the whole state as TOML text that `read_position` turns into an equal state."""
    name = state.name
    document = heading(state, arena=_arena_name(state))
    for seat, player in enumerate(state.players):
        document[SEATS[seat]] = {
            "side": "dark" if seat == state.dark else "light",
            "force": player.force,
            "points": player.build,
            "hand": [name(card) for card in player.hand],
            **{arena: [_unit(state, unit) for unit in player.units[place]] for place, arena in enumerate(ARENAS)},
            "build": [
                *(_marked(name(card), f"build {count}", shown and "shown") for card, count, shown in player.building),
                *(name(card) for card in player.gear),
                *(_unit(state, unit) for unit in player.units[RETREATED]),
            ],
            "locations": [name(card) for card, owner in state.locations if card >= 0 and owner == seat],
            "discard": [name(card) for card in player.discard],
            "deck": [name(card) for card in reversed(player.deck)],
        }
    battle = state.battle
    if battle is not None:
        turned = 1 if battle.seat == 0 else -1
        document["battle"] = {
            "by": SEATS[battle.seat],
            "attacker": battle.attacker,
            "defender": battle.target,
            "dice": plain(battle.dice[::turned]),
            "hits": plain(battle.deals[::turned]),
            "used": [[unit, name(card), ability] for unit, card, ability in battle.used],
        }
    document["flow"] = {
        **write_place(state),
        "waiting": [[s, name(c), a, u] for s, c, a, u in state.waiting],
        "placing": state.placing,
        "unit_turns": state.unit_turns,
        "reorders": state.reorders,
    }
    return to_toml(document)


def _arena_name(state: StarWarsState) -> str:
    at = state.arena + (state.step.name == "B0")
    return ARENAS[at] if 0 <= at < RETREATED else "none"


def _unit(state: StarWarsState, unit: Unit) -> str:
    stack = " + ".join(state.name(card) for card in unit[CARDS])
    worn = " with " + " + ".join(state.name(card) for card in unit[GEAR]) if unit[GEAR] else ""
    return _marked(
        stack + worn,
        unit[TAPPED] and "tapped",
        unit[DAMAGE] and f"damage {unit[DAMAGE]}",
        *_effects(unit),
        f"# {unit[ID]}",
    )


def _effects(unit: Unit) -> list[str]:
    totals: dict[str, int] = {}
    for value, amount, until in unit[EFFECTS]:
        key = VALUES[value] + (" in battle" if until == "battle" else "")
        totals[key] = totals.get(key, 0) + amount
    return [f"{key} {amount:+d}" for key, amount in totals.items()]


def _marked(name: str, *marks: str | bool | int) -> str:
    return ", ".join([name, *(str(mark) for mark in marks if mark)])
