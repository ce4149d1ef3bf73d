"""Positions as TOML documents, both ways. What is written is complete; what is read may leave almost all out.

A player's table: cores (a number, or names and numbers of unnamed cards), deck and hand (likewise), energy
("Tide Scout, down, fatigued, put 3", a number, or "3 fatigued"), altar ("Tide Scout + Furnace Heart,
fatigued"), field ("Twilight Pilgrim, fatigued, new, entered 12, power +2, #5"), graveyard. Unnamed cards are
plain ones without Core Trigger, or unseen ones if the document says `unseen = true`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from engines.altaria.cards import AMBUSH, FORCE, KEYWORDS, NOTHING, UNIT, UNSEEN
from engines.altaria.state import (
    CARD,
    ENTERED,
    FATIGUED,
    ID,
    MODIFIERS,
    NO_CARD,
    AltariaState,
    Attack,
    Player,
    Unit,
    belongings,
    cards_of,
)
from engines.altaria.winning import check_cores, check_deck_empty
from engines.core.documents import SEAT_NAMES, SEATS, heading, own_game, read_chance, read_result
from engines.core.errors import DataError
from engines.core.frames import PLACE_SHAPE, read_place, write_place
from engines.core.game import Game
from engines.core.positions import check_shape, entry, frozen, plain, to_toml

SHOWN = ("shown_cores", "shown_hand")  # for lessons: what the learner may look under; no matter of rules
ZONES = ("cores", "deck", "hand", "energy", "altar", "field", "graveyard")
SHAPE: dict[str, Any] = {
    "game": str,
    "turn": int,
    "step": str,
    "player": str,
    "first_player": str,
    "chance": int,
    "script": list,
    "unseen": bool,
    "parameters": dict,
    "cards": [dict],
    "attack": {
        "attacker": (int, str),
        "target": (int, str),
        "blocker": (int, str),
        "cores": [int],
        "rank": int,
        "announced": bool,
        "broken": [str],
        "battled": [list],
    },
    "flow": PLACE_SHAPE | {"waiting": [list], "aside": [list], "phase_actions": int, "winner_of_janken": int},
    "result": [str],
    **dict.fromkeys(SEAT_NAMES, dict),
}
ZONE_SHAPES: dict[str, Any] = {
    **dict.fromkeys(("cores", "deck", "hand", "graveyard"), (int, [(int, str)])),
    "energy": (int, str, [(int, str)]),
    "altar": [str],
    "field": [str],
}
UNIT_MARKS = {
    "fatigued": False,
    "upright": False,
    "new": False,
    "entered": True,
    "power": True,
    "rank": True,
    "#": True,
    **{word.casefold(): False for word in KEYWORDS},
}
ENERGY_MARKS = {"up": False, "down": False, "fatigued": False, "upright": False, "put": True, "new": False}
ALTAR_MARKS = {"fatigued": False, "upright": False}
DEFAULT_DECK = 20
DEFAULT_TURN = 13


class _Reader:
    """Reads one document; keeps what every entry needs: the game, the place for messages, the turn."""

    def __init__(self, game: Game, document: Mapping[str, Any], where: str) -> None:
        self.where = where
        self.game = own_game(game, document, SHAPE, where)
        self.document = document
        self.turn = document.get("turn", DEFAULT_TURN)
        self.unseen = bool(document.get("unseen", False))
        self.fillers = _fillers(self.game)
        self.units: set[int] = set()

    def seat(self, name: Any, where: str) -> int:
        if name not in SEAT_NAMES:
            raise DataError(self.where, f"{where} is {name!r}.", f"Use one of {', '.join(SEAT_NAMES)}.")
        return SEAT_NAMES[name]

    def state(self) -> AltariaState:
        document, state = self.document, AltariaState(self.game, 0)
        read_chance(state, document)
        state.turn = self.turn
        state.turn_player = self.seat(document.get("player", "P1"), "player")
        odd = self.turn % 2 == 1
        state.first_player = (
            self.seat(document["first_player"], "first_player")
            if "first_player" in document
            else (state.turn_player if odd else 1 - state.turn_player)
        )
        given: dict[int, tuple[str, Any]] = {
            SEAT_NAMES[name]: (name, document[name]) for name in SEAT_NAMES if name in document
        }
        for seat in (0, 1):
            name, table = given.get(seat, (SEATS[seat], {}))
            self.player(state, seat, table, f"{self.where}, {name}")
        self.attack(state, document.get("attack"))
        self.flow(state, document)
        for seat, name in enumerate(SEATS):
            self.count(belongings(state, seat), f"{self.where}, {given.get(seat, (name,))[0]}")
        self.over(state, document)
        self.fits(state)
        return state

    def over(self, state: AltariaState, document: Mapping[str, Any]) -> None:
        """Read the result, or find that a zone which must not be empty is (ALT-16.2, 16.3)."""
        read_result(state, document)
        if state.result is None and state.step.phase != state.game.flow.first.phase:
            for seat in (0, 1):
                if not state.players[seat].deck:
                    check_deck_empty(state, seat)
                check_cores(state, seat, "ALT-16.2")

    def fits(self, state: AltariaState) -> None:
        """Refuse a step that needs what the document does not say."""
        step = state.step.name
        if state.attack is None and state.step.phase == "attack" and step != "ATTACK":
            raise DataError(
                self.where, f"step {step} needs an attack.", 'Add attack = { attacker = "...", cores = [1] }.'
            )
        if state.result is None and not all(player.deck for player in state.players):
            raise DataError(
                self.where, f"step {step} needs cards in both decks.", "Leave `deck` out for the usual ones."
            )

    def player(self, state: AltariaState, seat: int, table: Mapping[str, Any], where: str) -> None:
        for zone in table:
            if zone not in ZONES and zone not in SHOWN:
                raise DataError(where, f"unknown zone {zone!r}.", f"Zones: {', '.join(ZONES)}.")
        check_shape({zone: table[zone] for zone in ZONES if zone in table}, ZONE_SHAPES, where)
        player: Player = state.players[seat]
        named: list[int] = []
        player.field = [self.unit(state, text, f"{where}, field") for text in table.get("field", ())]
        player.altar = [self.altar(text, f"{where}, altar") for text in table.get("altar", ())]
        player.graveyard = self.cards(table.get("graveyard", ()), f"{where}, graveyard", named, False)
        energy = self.energy(table.get("energy", ()), seat, f"{where}, energy")
        for group in (player.field,):
            named += [unit[CARD] for unit in group]
        named += [card for altar in player.altar for card in altar[:2] if card != NO_CARD]
        named += [card for card, *_ in energy if card != NO_CARD]
        places = self.game.parameters["cores"]
        cores = self.cards(table.get("cores", places), f"{where}, cores", named, True, gaps=True)
        if len(cores) > places:
            raise DataError(f"{where}, cores", f"{len(cores)} cores.", f"A Core Zone has {places} places (ALT-5.2).")
        player.hand = self.cards(table.get("hand", ()), f"{where}, hand", named, True)
        others = len(cards_of(player)) + len(energy) + len(cores) - cores.count(EMPTY_MARK)
        usual = max(1, min(DEFAULT_DECK, self.game.parameters["deck_size"] - others))
        player.deck = self.cards(table.get("deck", usual), f"{where}, deck", named, True)
        fill = self.filler(named)
        player.energy = [(fill() if card == NO_CARD else card, up, tired, put) for card, up, tired, put in energy]
        player.hand = [fill() if card == NO_CARD else card for card in player.hand]
        player.cores = [fill() if card == NO_CARD else EMPTY_MARK if card == EMPTY_MARK else card for card in cores]
        player.cores = [NO_CARD if card == EMPTY_MARK else card for card in player.cores]
        player.cores += [NO_CARD] * (places - len(player.cores))
        player.deck = [fill() if card == NO_CARD else card for card in player.deck][::-1]

    def count(self, everything: list[int], where: str) -> None:
        """Refuse more cards or copies than a player can have (ALT-2.1, 2.2)."""
        size, most = self.game.parameters["deck_size"], self.game.parameters["copies"]
        if len(everything) > size:
            raise DataError(
                where, f"{len(everything)} cards in all.", f"A player has {size}: take out {len(everything) - size}."
            )
        for card in sorted(set(everything) - {UNSEEN}):
            if everything.count(card) > most:
                raise DataError(
                    where,
                    f'"{self.game.cards[card].name}" is there {everything.count(card)} times.',
                    f"At most {most} copies can be in a deck (ALT-2.2).",
                )

    def cards(self, value: Any, where: str, named: list[int], unnamed: bool, gaps: bool = False) -> list[int]:
        """Return card numbers; NO_CARD stands for an unnamed card, EMPTY_MARK for an empty core place."""
        found: list[int] = []
        for part in [value] if isinstance(value, int) else value:
            if isinstance(part, int) and not isinstance(part, bool) and unnamed and part >= 0:
                found += [NO_CARD] * self.within(part, where)
            elif part == "empty" and gaps:
                found.append(EMPTY_MARK)
            elif isinstance(part, str):
                found.append(self.card(part, where))
            else:
                raise DataError(
                    where,
                    f"{part!r} is no card.",
                    "Write names in quotes" + (", or a number of unnamed cards." if unnamed else "."),
                )
        named += [card for card in found if card not in (NO_CARD, EMPTY_MARK)]
        return found

    def within(self, number: int, where: str) -> int:
        """Return a number of unnamed cards, refusing at once what no deck could have (ALT-2.1)."""
        size = self.game.parameters["deck_size"]
        if number > size:
            raise DataError(where, f"{number} cards.", f"A player has {size} in all.")
        return number

    def card(self, name: str, where: str) -> int:
        return UNSEEN if name == "?" else self.game.card_number(name, where)

    def unit(self, state: AltariaState, text: str, where: str) -> Unit:
        name, marks = entry(text, UNIT_MARKS, where)
        card = self.card(name, where)
        if self.game.cards[card].category not in (UNIT, NOTHING):
            raise DataError(
                where, f'"{name}" is a {self.game.cards[card].category}.', "Only Units stand on the battlefield."
            )
        identity = marks.get("#")
        if identity is None:
            state.serial += 1
            identity = state.serial
        state.serial = max(state.serial, identity)
        if identity in self.units:
            raise DataError(where, f"two units are #{identity}.", "Give each its own number, or none.")
        self.units.add(identity)
        modifiers: list[tuple[str, Any]] = [(kind, marks[kind]) for kind in ("power", "rank") if kind in marks]
        modifiers += [("keyword", word) for word in KEYWORDS if word.casefold() in marks]
        entered = self.turn if "new" in marks else marks.get("entered", self.turn - 2)
        return (identity, card, "fatigued" in marks, entered, tuple(modifiers))

    def altar(self, text: str, where: str) -> tuple[int, int, bool]:
        name, marks = entry(text, ALTAR_MARKS, where)
        below, _, force = name.replace(" with ", " + ").partition(" + ")
        if force and self.game.cards[self.card(force, where)].category not in (FORCE, NOTHING):
            raise DataError(where, f'"{force}" is no Force.', "Only Forces lie on altar cards.")
        return (self.card(below, where), self.card(force, where) if force else NO_CARD, "fatigued" in marks)

    def energy(self, value: Any, seat: int, where: str) -> list[tuple[int, bool, bool, int]]:
        found: list[tuple[int, bool, bool, int]] = []
        for part in value if isinstance(value, list | tuple) else [value]:
            text = re.sub(r"^(\d+) ", r"\1, ", str(part))
            name, marks = entry(text, ENERGY_MARKS, where)
            count = self.within(int(name), where) if name.isdigit() else 1
            card = NO_CARD if name.isdigit() else self.card(name, where)
            found += [
                (
                    card,
                    "up" in marks,
                    "fatigued" in marks,
                    self.turn if "new" in marks else marks.get("put", self.turn - 2),
                )
            ] * count
        return found

    def filler(self, named: list[int]) -> Any:
        used = list(named)

        def fill() -> int:
            if self.unseen:
                return UNSEEN
            most = self.game.parameters["copies"]
            card = next((card for card in self.fillers if used.count(card) < most), UNSEEN)
            used.append(card)
            self.fillers.append(self.fillers.pop(self.fillers.index(card)) if card != UNSEEN else UNSEEN)
            return card

        return fill

    def find(self, state: AltariaState, seat: int, text: Any, where: str) -> int:
        if isinstance(text, int):
            return text
        match = re.fullmatch(r'"?([^"#]*?)"?(?: (\d+))?', str(text).strip())
        name, which = (match.group(1), int(match.group(2) or 1)) if match else (str(text), 1)
        same = [unit for unit in state.players[seat].field if state.name(unit[CARD]) == name]
        if len(same) < which:
            raise DataError(where, f"there is no unit {text!r} on that battlefield.", "Put it into `field` first.")
        return same[which - 1][ID]

    def attack(self, state: AltariaState, table: Any) -> None:
        if table is None:
            return
        where = f"{self.where}, attack"
        if "attacker" not in table:
            raise DataError(where, "names no attacker.", 'Write attacker = "...".')
        seat = state.turn_player
        cores = tuple(at - 1 for at in table.get("cores", ()))
        for at in cores:
            places = state.players[1 - seat].cores
            if not 0 <= at < len(places) or (places[at] == NO_CARD and "broken" not in table):
                raise DataError(where, f"there is no core {at + 1}.", "Cores are counted from 1.")
        attacker = self.find(state, seat, table["attacker"], where)
        unit = state.unit(seat, attacker)
        if unit is not None and not unit[FATIGUED]:
            state.replace(seat, unit, fatigued=True)
        rank = table.get("rank")
        if rank is None:
            rank = len(cores)
            if not rank and "target" not in table and unit is not None:
                from engines.altaria.keywords import break_rank

                rank = min(break_rank(state, seat, unit), state.cores_left(1 - seat))
        state.attack = Attack(
            seat,
            attacker,
            rank,
            self.find(state, 1 - seat, table["target"], where) if table.get("target") else 0,
            cores,
            self.find(state, 1 - seat, table["blocker"], where) if table.get("blocker") else 0,
            bool(table.get("announced", True)),
            frozen(table.get("battled", ())),
        )
        state.broken = tuple(self.cards(table.get("broken", ()), where, [], False))

    def flow(self, state: AltariaState, document: Mapping[str, Any]) -> None:
        flow = document.get("flow", {})
        read_place(state, document.get("step", "MAIN"), flow, self.where)
        state.waiting = tuple(
            (seat, self.card(card, self.where), *rest) for seat, card, *rest in flow.get("waiting", ())
        )
        state.aside = tuple((seat, self.card(card, self.where)) for seat, card in flow.get("aside", ()))
        state.phase_actions = flow.get("phase_actions", 0)
        state.winner_of_janken = flow.get("winner_of_janken", 0)


EMPTY_MARK = -2


def _fillers(game: Game) -> list[int]:
    """Return plain cards for unnamed places: no Core Trigger, no Ambush."""
    return [
        card.number
        for card in game.cards
        if card.category != NOTHING and "trigger" not in card.extra.moments and not card.extra.keywords & AMBUSH
    ]


def read_position(game: Game, document: Mapping[str, Any], where: str) -> AltariaState:
    """Read a position document; the caller runs it to its decision. Raises DataError naming place and remedy."""
    return _Reader(game, document, where).state()


def write_position(state: AltariaState) -> str:
    """Return the whole state as TOML text that `read_position` turns into an equal state."""
    name = state.name
    document = heading(state, player=SEATS[state.turn_player], first_player=SEATS[state.first_player])
    for seat, player in enumerate(state.players):
        document[SEATS[seat]] = {
            "cores": ["empty" if card == NO_CARD else name(card) for card in player.cores],
            "hand": [name(card) for card in player.hand],
            "energy": [
                _marks(name(card), "up" if up else "down", fatigued and "fatigued", f"put {put}")
                for card, up, fatigued, put in player.energy
            ],
            "altar": [
                _marks(name(card) + (f" + {name(force)}" if force != NO_CARD else ""), fatigued and "fatigued")
                for card, force, fatigued in player.altar
            ],
            "field": [
                _marks(name(u[CARD]), u[FATIGUED] and "fatigued", f"entered {u[ENTERED]}", *_modifiers(u), f"# {u[ID]}")
                for u in player.field
            ],
            "graveyard": [name(card) for card in player.graveyard],
            "deck": [name(card) for card in reversed(player.deck)],
        }
    attack = state.attack
    if attack is not None:
        document["attack"] = {
            "attacker": attack.attacker,
            "target": attack.target,
            "blocker": attack.blocker,
            "rank": attack.rank,
            "cores": [at + 1 for at in attack.cores],
            "announced": attack.announced,
            "broken": [name(card) for card in state.broken],
            "battled": plain(attack.battled),
        }
    document["flow"] = {
        **write_place(state),
        "waiting": [[s, name(c), a, u] for s, c, a, u in state.waiting],
        "aside": [[s, name(c)] for s, c in state.aside],
        "phase_actions": state.phase_actions,
        "winner_of_janken": state.winner_of_janken,
    }
    return to_toml(document)


def _modifiers(unit: Unit) -> list[str]:
    totals: dict[str, int] = {}
    words = []
    for kind, value in unit[MODIFIERS]:
        if kind == "keyword":
            words.append(str(value).casefold())
        else:
            totals[kind] = totals.get(kind, 0) + value
    return [f"{kind} {value:+d}" for kind, value in totals.items()] + words


def _marks(name: str, *marks: str | bool) -> str:
    return ", ".join([name, *(str(mark) for mark in marks if mark)])
