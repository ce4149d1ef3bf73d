"""Positions as TOML documents, both ways. What is written is complete; what is read may leave almost all out.

A player's table: partner (one character), front and back (the Friends of the two rows), deck, hand, waiting_room,
backyard, extra (face-down Extra cards) and spent (face-up ones). A character is written with its pile: "Unfading
Light Minato + Unfading Light Minato over First Light Minato with Signal Lantern, rest, down, damage 2, atk +1": the
top card, its level cards, what lies under it, its Set card. Unnamed cards are Set cards that cannot interrupt, or
unseen ones if the document says `unseen = true`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engines.chaos.authoring import CHARACTER, EXTRA, FIGHTERS, LANDSCAPE, MAIN_DECK, NOTHING, SET
from engines.chaos.cards import BLANK, NO_CARD, SKILLS, UNSEEN
from engines.chaos.state import (
    ATK,
    BACK,
    END,
    FRONT,
    ORIENTATIONS,
    PARTNER,
    REST,
    USED,
    Battle,
    ChaosState,
    Layer,
    Pile,
    Player,
)
from engines.core.documents import SEAT_NAMES, SEATS, heading, own_game, read_chance, read_result
from engines.core.errors import DataError
from engines.core.frames import PLACE_SHAPE, fits_hint, read_place, write_place
from engines.core.game import Game
from engines.core.positions import entry, frozen, plain, to_toml

EMPTY = "empty"
CARDS_THERE = (int, [(int, str)])
ZONES = {
    "deck": MAIN_DECK,
    "hand": MAIN_DECK,
    "waiting_room": (*MAIN_DECK, EXTRA, LANDSCAPE),
    "backyard": (*MAIN_DECK, EXTRA, LANDSCAPE),
    "extra": (EXTRA, LANDSCAPE),
    "spent": (EXTRA, LANDSCAPE),
}
"""What may lie in each zone (CHA-1.2 to 1.4, CHA-R19)."""

PLAYER_SHAPE: dict[str, Any] = {
    "partner": (str, [str]),
    "front": [str],
    "back": [str],
    **dict.fromkeys(ZONES, CARDS_THERE),
    "shown_hand": list,
    "shown_deck": list,
    "shown_extra": list,
}
DONE = ("entered", "extra", "levelled", "fought")
SHAPE: dict[str, Any] = {
    "game": str,
    "turn": int,
    "step": str,
    "player": str,
    "chance": int,
    "script": list,
    "unseen": bool,
    "parameters": dict,
    "cards": [dict],
    "done": [str],
    "losses": [str],
    "attack": {"attacker": (int, str), "target": (int, str), "guard": (int, str), "out": [int], "struck": int},
    "flow": PLACE_SHAPE | {"waiting": [list], "due": [list], "rounds": int},
    "result": [str],
    **dict.fromkeys(SEAT_NAMES, PLAYER_SHAPE),
}
MARKS = {
    **dict.fromkeys((*ORIENTATIONS, "up", "down"), False),
    **dict.fromkeys(("damage", ATK, END, USED, "#"), True),
    **{skill.replace("_", " "): False for skill in SKILLS},
}
DEFAULT_DECK, DEFAULT_TURN, MOST_UNNAMED = 20, 5, 200
SETUP = ("S1", "S2", "S3", "S4", "S5", "S6", "S7")
IN_BATTLE = ("D2", "D3", "W2", "G1", "W3", "H1", "H2", "H3", "H4", "H5")


class _Reader:
    """Reads one document; keeps what every entry needs: the game and the place for messages."""

    def __init__(self, game: Game, document: Mapping[str, Any], where: str) -> None:
        self.where = where
        self.game = own_game(game, document, SHAPE, where)
        self.document = document
        self.unseen = bool(document.get("unseen", False))
        cards = self.game.cards
        self.fillers = [card.number for card in cards if card.category == SET]
        self.extras = [card.number for card in cards if card.category == EXTRA]
        self.partners = [card.number for card in cards if card.category == CHARACTER]

    def state(self) -> ChaosState:
        document, state = self.document, ChaosState(self.game, 0)
        read_chance(state, document)
        step = str(document.get("step", "M2"))
        state.turn = document.get("turn", 0 if step in SETUP else DEFAULT_TURN)
        state.main = self.seat(document.get("player", "P1"))
        given = {SEAT_NAMES[name]: (name, document[name]) for name in SEAT_NAMES if name in document}
        for seat in (0, 1):
            name, table = given.get(seat, (SEATS[seat], {}))
            self.player(state, seat, table, f"{self.where}, {name}", step)
        done = document.get("done", ())
        for name in done:
            if name not in DONE:
                raise DataError(f"{self.where}, done", f"unknown entry {name!r}.", f"Known: {', '.join(DONE)}.")
        state.entered, state.extra_entered, state.levelled, state.fought = (name in done for name in DONE)
        self.losses(state)
        self.battle(state, document.get("attack"))
        self.flow(state, step, document.get("flow", {}))
        read_result(state, document)
        return state

    def seat(self, name: str) -> int:
        if name not in SEAT_NAMES:
            raise DataError(self.where, f"player is {name!r}.", f"Use one of {', '.join(SEAT_NAMES)}.")
        return SEAT_NAMES[name]

    def losses(self, state: ChaosState) -> None:
        losses = self.document.get("losses", ("", ""))
        if len(losses) != 2 or any(clause not in ("", "CHA-17.1", "CHA-17.2") for clause in losses):
            raise DataError(self.where, f"losses are {losses!r}.", "One clause or nothing for each player.")
        state.losses = (losses[0], losses[1])

    # One player.

    def player(self, state: ChaosState, seat: int, table: Mapping[str, Any], where: str, step: str) -> None:
        player: Player = state.players[seat]
        for zone, categories in ZONES.items():
            default = DEFAULT_DECK if zone == "deck" else ()
            cards = self.cards(state, seat, table.get(zone, default), categories, f"{where}, {zone}")
            {
                "deck": player.deck,
                "hand": player.hand,
                "waiting_room": player.waiting,
                "backyard": player.backyard,
                "extra": player.extra,
                "spent": player.spent,
            }[zone][:] = reversed(cards) if zone == "deck" else cards
        partner = table.get("partner")
        if partner is None:
            texts = [] if step == "S1" else [self.game.cards[self.partners[seat]].name]
            if step in SETUP:
                texts = [f"{text}, down" for text in texts]
        else:
            texts = [partner] if isinstance(partner, str) else list(partner)
        if len(texts) != (step != "S1"):
            raise DataError(where, f"{len(texts)} Partners.", "Each player has one, but none while choosing (CHA-4.2).")
        for space, text in [
            (PARTNER, "".join(texts)),
            *self.row(table, "front", FRONT, where),
            *self.row(table, "back", BACK, where),
        ]:
            if text and text != EMPTY:
                player.arena[space] = self.pile(state, text, where)

    def row(self, table: Mapping[str, Any], name: str, spaces: Sequence[int], where: str) -> list[tuple[int, str]]:
        texts = table.get(name, ())
        if len(texts) > len(spaces):
            raise DataError(f"{where}, {name}", f"{len(texts)} characters.", "Two spaces a row (CHA-4.5).")
        return list(zip(spaces, texts, strict=False))

    def cards(self, state: ChaosState, seat: int, value: Any, categories: Sequence[str], where: str) -> list[int]:
        """Return card numbers, with cards in the place of unnamed ones, each in turn."""
        fillers = self.fillers if SET in categories else self.extras
        found: list[int] = []
        for part in [value] if isinstance(value, int) else value:
            if isinstance(part, int) and not isinstance(part, bool) and part >= 0:
                if part > MOST_UNNAMED:
                    raise DataError(where, f"{part} unnamed cards.", f"At most {MOST_UNNAMED}.")
                for _ in range(part):
                    found.append((BLANK, UNSEEN)[seat] if self.unseen else fillers[0])
                    fillers.append(fillers.pop(0))
            elif isinstance(part, str):
                found.append(self.card(part, where))
                if self.game.cards[found[-1]].category not in (*categories, NOTHING):
                    raise DataError(where, f"{part!r} cannot lie there.", f"Only: {', '.join(categories)}.")
            else:
                raise DataError(where, f"{part!r} is no card.", "Write names in quotes, or a number of unnamed cards.")
        return found

    def card(self, name: str, where: str) -> int:
        return self.game.card_number(name, where)

    def pile(self, state: ChaosState, text: str, where: str) -> Pile:
        names, marks = entry(text, MARKS, where)
        names, _, gear = names.partition(" with ")
        top, *under = [self.layer(layer, where) for layer in names.split(" over ")]
        worn = self.card(gear, where) if gear else NO_CARD
        if gear and self.game.cards[worn].category != SET:
            raise DataError(where, f"{text!r}: {gear!r} is no Set card.", "One Set card a character (CHA-3.4).")
        if sum(word in marks for word in ORIENTATIONS) > 1 or ("up" in marks and "down" in marks):
            raise DataError(where, f"{text!r} is in two states at once.", "One facing, one orientation (CHA-5.1).")
        if marks.get("damage", 0) < 0 or (marks.get("damage") and "down" in marks):
            raise DataError(where, f"{text!r} cannot have this damage.", "A face-down character has none (CHA-R12).")
        state.serial = max(state.serial, marks.get("#", 0))
        turn = next((turn for turn, word in enumerate(ORIENTATIONS) if word in marks), 0)
        effects = [(kind, marks[kind]) for kind in (ATK, END) if marks.get(kind)]
        effects += [(skill, 1) for skill in SKILLS if skill.replace("_", " ") in marks]
        if USED in marks:
            effects.append((f"{USED} {marks[USED]}", 1))
        number = marks.get("#", 0)
        return Pile(
            number or -1,
            top[0],
            top[1],
            tuple(under),
            worn,
            "down" not in marks,
            turn,
            marks.get("damage", 0),
            tuple(sorted(effects)),
        )

    def layer(self, text: str, where: str) -> Layer:
        """Return a character of a pile with its level cards."""
        top, *levels = [self.card(name.strip(), where) for name in text.split(" + ")]
        for card in (top, *levels):
            if self.game.cards[card].category not in (*FIGHTERS, NOTHING):
                raise DataError(
                    where, f"{self.game.cards[card].name!r} is no character.", "Only characters stand there."
                )
        return top, tuple(levels)

    # Where the game stands.

    def find(self, state: ChaosState, seat: int, name: Any, where: str) -> int:
        if isinstance(name, int):
            return name
        for pile in state.players[seat].piles():
            if state.name(pile.top) == name:
                return pile.id
        raise DataError(where, f"{SEATS[seat]} has no character {name!r}.", "Put it into the arena first.")

    def battle(self, state: ChaosState, table: Any) -> None:
        self.number(state)
        if table is None:
            return
        where = f"{self.where}, attack"
        if "attacker" not in table:
            raise DataError(where, "names no attacker.", 'Write attacker = "...".')
        attacker = self.find(state, state.main, table["attacker"], where)
        target, guard = (self.find(state, 1 - state.main, table.get(key, 0), where) for key in ("target", "guard"))
        for number, needed in ((attacker, True), (target, target), (guard, guard)):
            if needed and number not in table.get("out", ()) and state.find(number) is None:
                raise DataError(where, f"there is no character #{number}.", "Name one in the arena.")
        found = state.find(attacker)
        if found is not None and isinstance(table["attacker"], str):  # it has become Rest (CHA-12.4)
            state.players[found[0]].arena[found[1]] = found[2]._replace(turn=REST)
        state.battle = Battle(attacker, target, guard, frozen(table.get("out", ())), table.get("struck", 0))

    def number(self, state: ChaosState) -> None:
        """Give the characters without a number theirs, and refuse a number that is used twice."""
        seen: set[int] = set()
        for player in state.players:
            for space, pile in enumerate(player.arena):
                if pile is None:
                    continue
                if pile.id == -1:
                    pile = pile._replace(id=state.new_id())
                    player.arena[space] = pile
                if pile.id in seen or pile.id < 1:
                    raise DataError(self.where, f"#{pile.id} is used twice.", "Give each character its own number.")
                seen.add(pile.id)

    def flow(self, state: ChaosState, step: str, flow: Mapping[str, Any]) -> None:
        if step in IN_BATTLE and state.battle is None:
            raise DataError(self.where, f"step {step} needs an attack.", 'Add attack = { attacker = "..." }.')
        if step == "H2" and state.battle is not None and not flow:
            step = "H1"
        read_place(state, step, flow or self.default_flow(state, step), self.where)
        for one in flow.get("waiting", ()):
            if not fits_hint(frozen(one), tuple[int, str, int, tuple[int, int]]):
                raise DataError(f"{self.where}, flow", f"{one!r} does not wait.", "Leave [flow] out.")
        state.waiting = tuple(
            (seat, self.card(card, self.where), place, frozen(source))
            for seat, card, place, source in flow.get("waiting", ())
        )
        state.due = frozen(flow.get("due", ()))
        state.rounds = flow.get("rounds", 0)

    def default_flow(self, state: ChaosState, step: str) -> dict[str, Any]:
        """Return the place in the flow of an ability step: the Main player is asked first, and what comes after it."""
        if step == "W2":
            place = next(name for name, way in self.game.flow.places.items() if self.is_guard_way(way))
        elif step in ("W1", "W3"):
            place = {"W1": "D1", "W3": "H1"}[step]
        else:
            return {}
        return {"local": [state.main, 0], "frames": [[place, []]]}

    def is_guard_way(self, place: Any) -> bool:
        """Return True for the place at which the guard declaration follows the second ability step."""
        way = getattr(place, "way", None)
        return getattr(getattr(way, "yes", None), "name", "") == "G1"


def read_position(game: Game, document: Mapping[str, Any], where: str) -> ChaosState:
    """Read a position document; the caller runs it to its decision. Raises DataError naming place and remedy."""
    return _Reader(game, document, where).state()


def write_position(state: ChaosState) -> str:
    """Return the whole state as TOML text that `read_position` turns into an equal state."""
    name = state.name
    flags = (state.entered, state.extra_entered, state.levelled, state.fought)
    done = [word for word, flag in zip(DONE, flags, strict=True) if flag]
    document = heading(state, player=SEATS[state.main], done=done, losses=list(state.losses))
    for seat, player in enumerate(state.players):
        partner = player.arena[PARTNER]
        document[SEATS[seat]] = {
            "partner": [] if partner is None else [_pile(state, partner)],
            "front": [_space(state, player.arena[space]) for space in FRONT],
            "back": [_space(state, player.arena[space]) for space in BACK],
            "hand": [name(card) for card in player.hand],
            "waiting_room": [name(card) for card in player.waiting],
            "backyard": [name(card) for card in player.backyard],
            "extra": [name(card) for card in player.extra],
            "spent": [name(card) for card in player.spent],
            "deck": [name(card) for card in reversed(player.deck)],
        }
    battle = state.battle
    if battle is not None:
        document["attack"] = {
            "attacker": battle.attacker,
            "target": battle.target,
            "guard": battle.guard,
            "out": list(battle.out),
            "struck": battle.struck,
        }
    document["flow"] = {
        **write_place(state),
        "waiting": [[seat, name(card), place, list(source)] for seat, card, place, source in state.waiting],
        "due": plain(state.due),
        "rounds": state.rounds,
    }
    return to_toml(document)


def _space(state: ChaosState, pile: Pile | None) -> str:
    return EMPTY if pile is None else _pile(state, pile)


def _pile(state: ChaosState, pile: Pile) -> str:
    layers = [(pile.top, pile.levels), *pile.under]
    text = " over ".join(" + ".join(state.name(card) for card in (top, *levels)) for top, levels in layers)
    marks = [
        "" if not pile.turn else ORIENTATIONS[pile.turn],
        "" if pile.up else "down",
        f"damage {pile.damage}" if pile.damage else "",
        *(_effect(kind, amount) for kind, amount in pile.effects),
        f"# {pile.id}",
    ]
    if pile.gear != NO_CARD:
        text += f" with {state.name(pile.gear)}"
    return ", ".join([text, *(mark for mark in marks if mark)])


def _effect(kind: str, amount: int) -> str:
    return kind.replace("_", " ") if amount == 1 and kind not in (ATK, END) else f"{kind} {amount:+d}"
