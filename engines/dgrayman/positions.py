"""Positions as TOML documents, both ways. What is written is complete; what is read may leave almost all out.

A player's table: points, deck, hand, discard, standby and action ("Finch (Lookout), inactive, power -2"), and `known`,
how many cards at the bottom of the deck both players have seen. Unnamed cards are plain Character cards, or unseen
ones if the document says `unseen = true`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from engines.core.documents import SEAT_NAMES, SEATS, heading, own_game, read_chance, read_result
from engines.core.errors import DataError
from engines.core.frames import PLACE_SHAPE, read_place, write_place
from engines.core.game import Game
from engines.core.positions import UNNAMED, card_numbers, entry, to_toml
from engines.dgrayman.actions import ICON_OF
from engines.dgrayman.authoring import CHARACTER
from engines.dgrayman.cards import BLANK, UNSEEN
from engines.dgrayman.responses import answer_to
from engines.dgrayman.state import (
    ACTION,
    ACTIVE,
    CARD,
    FOR_DEED,
    FOR_TURN,
    ID,
    SAVED,
    STANDBY,
    ZONES,
    DeclaredAction,
    DGraymanState,
    FieldCard,
)
from engines.dgrayman.turn import allowance
from engines.dgrayman.units import names_of
from engines.dgrayman.winning import check

SHOWN = ("shown_hand",)  # for lessons: what the learner may look under; no matter of rules
CARDS_THERE = (int, [(int, str)])
PLAYER_SHAPE: dict[str, Any] = {
    "points": int,
    "known": int,
    **dict.fromkeys(("deck", "hand", "discard"), CARDS_THERE),
    **{zone: [str] for zone in ZONES},
    **dict.fromkeys(SHOWN, list),
}
DEED_SHAPE: dict[str, Any] = {
    "kind": str,
    "by": str,
    "card": str,
    "names": [str],
    "target": str,
    "answers": [str],
    "negated": bool,
}
SHAPE: dict[str, Any] = {
    "game": str,
    "turn": int,
    "step": str,
    "player": str,
    "first": str,
    "limit": int,
    "founded": int,
    "deck_searched": bool,
    "chance": int,
    "script": list,
    "unseen": bool,
    "parameters": dict,
    "cards": [dict],
    "action": DEED_SHAPE,
    "flow": PLACE_SHAPE | {"waiting": [list], "uses": int},
    "result": [str],
    **dict.fromkeys(SEAT_NAMES, PLAYER_SHAPE),
}
MARKS = {
    "active": False,
    "inactive": False,
    "saved": False,
    "power": True,
    "power in action": True,
    "#": True,
}
DEFAULT_DECK = 20
DEFAULT_TURN = 13
SETUP_STEPS = ("SHUFFLE", "FIRST_PLAYER", "OPENING_HANDS", "MULLIGAN_FIRST", "MULLIGAN_SECOND")
NEEDS_ACTION = (
    *("RECOVER_WHAT", "DECLARE_ACTION", "RESPONSE_CHOICE", "SECOND_UNIT", "GUARD_STEP_OUT", "INTERCEPT_STEP_OUT"),
    *("SKILL_TP", "SKILL_NTP", "RESOLVE", "COMBAT", "NORMAL_SEARCH", "DECK_SEARCH", "UNSEEN"),
    *("DRAW_ACTION", "RECOVER_ACTION", "NO_EFFECT"),
)


class _Reader:
    """Reads one document; keeps what every entry needs: the game and the place for messages."""

    def __init__(self, game: Game, document: Mapping[str, Any], where: str) -> None:
        self.where = where
        self.game = own_game(game, document, SHAPE, where)
        self.document = document
        self.unseen = bool(document.get("unseen", False))
        self.fillers = [card.number for card in self.game.cards if card.category == CHARACTER and not card.abilities]

    def state(self) -> DGraymanState:
        document, state = self.document, DGraymanState(self.game, 0)
        read_chance(state, document)
        step = str(document.get("step", "MAIN_CHOICE"))
        state.turn = document.get("turn", 0 if step in SETUP_STEPS else DEFAULT_TURN)
        state.turn_player = self.seat("player", 0)
        state.first_player = self.seat("first", state.turn_player if state.turn < 2 else 0)
        given = {SEAT_NAMES[name]: (name, document[name]) for name in SEAT_NAMES if name in document}
        for seat in (0, 1):
            name, table = given.get(seat, (SEATS[seat], {}))
            self.player(state, seat, table, f"{self.where}, {name}")
        state.limit = self.count(document, "limit", allowance(state))
        state.founded = self.count(document, "founded", 0)
        state.searched = document.get("deck_searched", False)
        self.deed(state, document.get("action"), step)
        flow = document.get("flow", {})
        read_place(state, step, flow, self.where)
        state.waiting = tuple(
            (seat, self.card(card, self.where), *rest) for seat, card, *rest in flow.get("waiting", ())
        )
        state.uses = self.count(flow, "uses", 0)
        read_result(state, document)
        if state.result is None:
            self.not_over(state)
        return state

    def seat(self, key: str, default: int) -> int:
        name = self.document.get(key, SEATS[default])
        if name not in SEAT_NAMES:
            raise DataError(self.where, f"{key} is {name!r}.", "It must be P1 or P2.")
        return SEAT_NAMES[name]

    def count(self, table: Mapping[str, Any], key: str, default: int, where: str = "") -> int:
        count = int(table.get(key, default))
        if count < 0:
            raise DataError(where or self.where, f"{key} is {count}.", "It must be 0 or more.")
        return count

    def not_over(self, state: DGraymanState) -> None:
        """Refuse a position in which somebody would have won already (DGM-17.1, 17.2)."""
        check(state)
        if state.result is not None:
            why, state.result = state.result.text, None
            raise DataError(self.where, f"the game would be over: {why}", "Add a card, or take points away.")

    # One player.

    def player(self, state: DGraymanState, seat: int, table: Mapping[str, Any], where: str) -> None:
        player = state.players[seat]
        player.points = self.count(table, "points", 0, where)
        for place, zone in enumerate(ZONES):
            for text in table.get(zone, ()):
                getattr(player, zone).append(self.field_card(state, text, place, f"{where}, {zone}"))
        self.links(state, seat, where)
        player.link(state.faces)
        player.discard = self.filled(seat, card_numbers(self.game, table.get("discard", ()), f"{where}, discard"))
        player.hand = self.filled(seat, card_numbers(self.game, table.get("hand", ()), f"{where}, hand"))
        player.deck = self.filled(seat, card_numbers(self.game, table.get("deck", DEFAULT_DECK), f"{where}, deck"))[
            ::-1
        ]
        player.known = self.count(table, "known", 0, where)
        if player.known > len(player.deck):
            raise DataError(where, f"known is {player.known}.", "The deck has fewer cards.")

    def filled(self, seat: int, cards: list[int]) -> list[int]:
        """Put cards in the place of unnamed ones: unseen ones, or plain Character cards, each in turn."""
        filled = []
        for card in cards:
            if card == UNNAMED:
                card = (BLANK, UNSEEN)[seat] if self.unseen else self.fillers[0]
                self.fillers.append(self.fillers.pop(0))
            filled.append(card)
        return filled

    def card(self, name: str, where: str) -> int:
        return self.game.card_number(name, where)

    def field_card(self, state: DGraymanState, text: str, place: int, where: str) -> FieldCard:
        name, marks = entry(text, MARKS, where)
        number = self.card(name, where)
        if not self.game.cards[number].extra.is_character:
            raise DataError(where, f"{name!r} is no Character card.", "Only Character cards stand there.")
        if place == ACTION and "active" in marks:
            raise DataError(where, f"{text!r} is active.", "Cards in the Action Zone are inactive (DGM-3.3).")
        card_id = marks.get("#")
        if card_id is None:
            state.serial += 1
            card_id = state.serial
        elif card_id < 1 or state.find(card_id) is not None:
            raise DataError(where, f"#{card_id} is no number of its own.", "Give each card its own, from 1.")
        state.serial = max(state.serial, card_id)
        active = place == STANDBY and "inactive" not in marks
        return (card_id, number, active, marks.get("power", 0), marks.get("power in action", 0), "saved" in marks)

    def links(self, state: DGraymanState, seat: int, where: str) -> None:
        """Refuse Doubles cards that would link three names (DGM-14.12)."""
        player = state.players[seat]
        names: dict[str, tuple[str, ...]] = {}
        for card in player.standby + player.action:
            face = state.faces[card[CARD]]
            for name in face.names if face.doubles else ():
                if names.setdefault(name, face.names) != face.names:
                    raise DataError(where, f"{name} is linked twice.", "A unit is merged with one other (DGM-14.12).")

    # The action under way.

    def find(self, state: DGraymanState, seat: int, text: str, where: str) -> int:
        """Return the id of a card on a field called by name, or written as "# 5"; that one may have left."""
        numbered = re.fullmatch(r"# (\d+)", text)
        if numbered:
            return int(numbered.group(1))
        match = re.fullmatch(r'"?([^"]*?)"?(?: (\d+))?', text.strip())
        name, which = (match.group(1), int(match.group(2) or 1)) if match else (text, 1)
        player = state.players[seat]
        same = [card for card in player.action + player.standby if state.name(card[CARD]) == name]
        if not 1 <= which <= len(same):
            raise DataError(where, f"{SEATS[seat]} has no card {text!r} on the field.", "Put it there first.")
        return same[which - 1][ID]

    def deed(self, state: DGraymanState, table: Any, step: str) -> None:
        where, seat = f"{self.where}, action", state.turn_player
        if table is None:
            if step in NEEDS_ACTION and "result" not in self.document:
                raise DataError(
                    self.where, f"step {step} needs an action.", 'Add action = { kind = "search", by = "..." }.'
                )
            return
        kind = table.get("kind")
        if kind not in ICON_OF:
            raise DataError(where, f"kind is {kind!r}.", f"Use one of {', '.join(ICON_OF)}.")
        if "by" not in table:
            raise DataError(where, "names no acting card.", 'Write by = "...".')
        actor = self.find(state, seat, table["by"], where)
        found = state.find(actor)
        if found is None and "card" not in table:
            raise DataError(where, f"card {actor} is not on the field.", "Name a card of the turn player.")
        card = self.card(table["card"], where) if "card" in table else found[2][CARD] if found else 0
        names = tuple(table.get("names", ())) or names_of(state, seat, card)
        answers = tuple(self.find(state, 1 - seat, answer, where) for answer in table.get("answers", ()))
        target = 0
        if kind == "attack" or (kind == "recover" and step != "RECOVER_WHAT"):
            if "target" not in table:
                raise DataError(where, "names no target.", 'Write target = "...".')
            named = table["target"]
            target = self.find(state, 1 - seat, named, where) if kind == "attack" else self.card(named, where)
        answered = answer_to(kind) if answers else ""
        negated = bool(table.get("negated", False))
        field = [card for player in state.players for card in player.standby + player.action]
        changed = any(card[FOR_DEED] or card[SAVED] for card in field)
        state.deed = DeclaredAction(kind, actor, card, names, target, answered, answers, negated, changed)


def read_position(game: Game, document: Mapping[str, Any], where: str) -> DGraymanState:
    """Read a position document; the caller runs it to its decision. Raises DataError naming place and remedy."""
    return _Reader(game, document, where).state()


def write_position(state: DGraymanState) -> str:
    """Return the whole state as TOML text that `read_position` turns into an equal state."""
    name, deed = state.name, state.deed
    document = heading(
        state,
        player=SEATS[state.turn_player],
        first=SEATS[state.first_player],
        limit=state.limit,
        founded=state.founded,
        deck_searched=state.searched,
    )
    for seat, player in enumerate(state.players):
        document[SEATS[seat]] = {
            "points": player.points,
            "hand": [name(card) for card in player.hand],
            "standby": [_field_card(state, card) for card in player.standby],
            "action": [_field_card(state, card) for card in player.action],
            "discard": [name(card) for card in player.discard],
            "deck": [name(card) for card in reversed(player.deck)],
            "known": player.known,
        }
    if deed is not None:
        document["action"] = {
            "kind": deed.kind,
            "by": f"# {deed.actor}",
            "card": name(deed.card),
            "names": list(deed.names),
            "target": name(deed.target) if deed.kind == "recover" else f"# {deed.target}",
            "answers": [f"# {one}" for one in deed.answers],
            "negated": deed.negated,
        }
    document["flow"] = {
        **write_place(state),
        "waiting": [[seat, name(card), ability, one] for seat, card, ability, one in state.waiting],
        "uses": state.uses,
    }
    return to_toml(document)


def _field_card(state: DGraymanState, card: FieldCard) -> str:
    marks = [
        "inactive" if not card[ACTIVE] else "",
        f"power {card[FOR_TURN]:+d}" if card[FOR_TURN] else "",
        f"power in action {card[FOR_DEED]:+d}" if card[FOR_DEED] else "",
        "saved" if card[SAVED] else "",
        f"# {card[ID]}",
    ]
    return ", ".join([state.name(card[CARD]), *(mark for mark in marks if mark)])
