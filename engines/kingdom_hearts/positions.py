"""Positions as TOML documents, both ways. What is written is complete; what is read may leave almost all out.

A player's table: hp, hero ("Lio with Beacon Band"), form, allies ("Pim LV 2 with Tide Rod, joined"), worlds (bottom
first), obstacles (the other player's cards on the top world), hand, deck, discard, kept (so many first cards of the
hand were there when the discard pile last became the deck, and the other player can know them). Unnamed cards are
Techniques, which do nothing outside a Battle, or unseen ones if the document says `unseen = true`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engines.core.documents import SEAT_NAMES, SEATS, heading, own_game, read_chance, read_result
from engines.core.errors import DataError
from engines.core.frames import PLACE_SHAPE, read_place, write_place
from engines.core.game import Game
from engines.core.positions import entry, to_toml
from engines.kingdom_hearts.authoring import ALLY, DARK_NOBODY, EQUIPMENT, MAGIC_ALLY, PLAYER, TECHNIQUE, WORLD
from engines.kingdom_hearts.cards import NO_CARD, UNSEEN
from engines.kingdom_hearts.hidden import may_start
from engines.kingdom_hearts.state import (
    CARD,
    FLAGS,
    GEAR,
    ID,
    JOINED,
    Ally,
    Fight,
    KingdomHeartsState,
    Player,
)
from engines.kingdom_hearts.turn import in_form
from engines.kingdom_hearts.values import hero_names, world_total
from engines.kingdom_hearts.winning import check

CARDS_THERE = (int, [(int, str)])
PLAYER_SHAPE: dict[str, Any] = {
    "hp": int,
    "hero": str,
    "form": str,
    "allies": [str],
    "worlds": [str],
    "obstacles": [str],
    **dict.fromkeys(("hand", "deck", "discard"), CARDS_THERE),
    "kept": int,
    "shown_hand": list,  # for lessons: what the learner may look under; no matter of rules
}
SHAPE: dict[str, Any] = {
    "game": str,
    "turn": int,
    "player": str,
    "step": str,
    "done": [str],
    "actions": int,
    "chance": int,
    "script": list,
    "unseen": bool,
    "parameters": dict,
    "cards": [dict],
    "fight": {"kind": str, "by": str, "used": [[str]], "weakened": int},
    "flow": PLACE_SHAPE,
    "result": [str],
    **dict.fromkeys(SEAT_NAMES, PLAYER_SHAPE),
}
MARKS = {"joined": False, "#": True}
DEFAULT_DECK = 20
DEFAULT_TURN = 13
MOST_UNNAMED = 200
BEFORE_HEROES = ("S0", "S1")
BATTLE_STEPS = ("B0", "B1", "B2", "B3", "B4", "B5", "B6", "B7", "B8")
CHALLENGE_STEPS = ("C2", "C4", "C5")
FIGHTS = ("battle", "challenge")
ALLY_TYPES = (ALLY, MAGIC_ALLY, DARK_NOBODY, PLAYER)


class _Reader:
    """Reads one document; keeps what every entry needs: the game and the place for messages."""

    def __init__(self, game: Game, document: Mapping[str, Any], where: str) -> None:
        self.where = where
        self.game = own_game(game, document, SHAPE, where)
        self.document = document
        self.unseen = bool(document.get("unseen", False))
        self.fillers = [card.number for card in self.game.cards if card.category == TECHNIQUE]

    def state(self) -> KingdomHeartsState:
        document, state = self.document, KingdomHeartsState(self.game, 0)
        read_chance(state, document)
        step = str(document.get("step", "A0"))
        before = step in BEFORE_HEROES
        state.turn = document.get("turn", 0 if step.startswith("S") else DEFAULT_TURN)
        state.turn_player = self.seat(document.get("player", "P1"))
        state.actions_taken = document.get("actions", 0)
        for flag in document.get("done", ()):
            if flag not in FLAGS:
                raise DataError(f"{self.where}, done", f"there is no {flag!r}.", f"Use {', '.join(FLAGS)}.")
            state.flags |= FLAGS[flag]
        given = {SEAT_NAMES[name]: (name, document[name]) for name in SEAT_NAMES if name in document}
        for seat in (0, 1):
            name, table = given.get(seat, (SEATS[seat], {}))
            self.player(state, seat, table, f"{self.where}, {name}", before)
        if before and not all(any(may_start(state, card) for card in player.deck) for player in state.players):
            raise DataError(self.where, "a deck has no hero to choose.", "Put a Player card into each deck (KH-1.3).")
        self.fight(state, step, document.get("fight"))
        read_place(state, step, document.get("flow") or self.default_flow(state, step), self.where)
        read_result(state, document)
        self.reachable(state, step)
        return state

    def reachable(self, state: KingdomHeartsState, step: str) -> None:
        """Raise DataError for a position in which the game would be over, or its step has nothing to ask."""
        if step == "D1" and not in_form(state):
            raise DataError(self.where, "no Form Change can be dropped in step D1.", "Put one on the hero: form.")
        over = state.copy()
        if state.players[0].hero != NO_CARD and state.players[1].hero != NO_CARD:
            check(over)
        if state.result is None and over.result is not None:
            raise DataError(self.where, f"the game is over: {over.result.text}", "Begin before that, or tell `result`.")

    def seat(self, name: str) -> int:
        if name not in SEAT_NAMES:
            raise DataError(self.where, f"there is no player {name!r}.", f"Players: {', '.join(SEAT_NAMES)}.")
        return SEAT_NAMES[name]

    # One player.

    def player(self, state: KingdomHeartsState, seat: int, table: Mapping[str, Any], where: str, before: bool) -> None:
        player = state.players[seat]
        if not before or "hero" in table:
            self.hero(state, player, seat, table, where)
        player.hp = table.get("hp", state.faces[player.hero].hp if player.hero != NO_CARD else 0)
        for text in table.get("allies", ()):
            player.allies.append(self.ally(state, seat, text, f"{where}, allies"))
        for name in table.get("worlds", ()):
            player.worlds.append(self.of_type(name, (WORLD,), f"{where}, worlds"))
        for text in table.get("obstacles", ()):
            name, marks = entry(text, MARKS, f"{where}, obstacles")
            card = self.of_type(name, (DARK_NOBODY,), f"{where}, obstacles")
            player.obstacles.append((self.number(state, marks, where), card))
        if player.obstacles and not player.worlds:
            raise DataError(f"{where}, obstacles", "there is no world.", "Obstacles lie on a World card (KH-12.3).")
        self.obstacles(state, seat, f"{where}, obstacles")
        player.discard = self.cards(table.get("discard", ()), f"{where}, discard")
        player.hand = self.cards(table.get("hand", ()), f"{where}, hand")
        player.deck = self.cards(table.get("deck", DEFAULT_DECK), f"{where}, deck")[::-1]
        player.kept = table.get("kept", 0)
        if not 0 <= player.kept <= len(player.hand):
            raise DataError(f"{where}, kept", f"is {player.kept}.", f"The hand has {len(player.hand)} cards.")

    def obstacles(self, state: KingdomHeartsState, seat: int, where: str) -> None:
        """Raise DataError for obstacles that could never have been placed there: the total only falls by Flee."""
        player, total = state.players[seat], world_total(state, seat)
        if player.obstacles and len(player.obstacles) > state.faces[player.worlds[-1]].app:
            raise DataError(where, "there are more than the top world has room for.", "Leave some out (KH-12.4).")
        for _, card in player.obstacles:
            if state.faces[card].level > total:
                name = state.name(card)
                raise DataError(where, f"{name!r} is above the world total of {total}.", "Add a world (KH-12.5).")

    def hero(self, state: KingdomHeartsState, player: Player, seat: int, table: Mapping[str, Any], where: str) -> None:
        heroes = [card.number for card in self.game.cards if may_start(state, card.number)]
        name, _, worn = table.get("hero", self.game.cards[heroes[seat]].name).partition(" with ")
        player.hero = self.of_type(name, (PLAYER,), f"{where}, hero")
        if player.hero not in heroes:
            raise DataError(f"{where}, hero", f"{name!r} is a Form Change.", "It lies on a hero: form = ... (KH-14.4).")
        player.gear = self.gear(worn, f"{where}, hero")
        if "form" in table:
            player.form = self.of_type(table["form"], (PLAYER,), f"{where}, form")
            if not state.faces[player.form].form:
                raise DataError(f"{where}, form", f"{table['form']!r} is no Form Change.")

    def gear(self, text: str, where: str) -> tuple[int, ...]:
        return tuple(self.of_type(name, (EQUIPMENT,), where) for name in text.split(" + ")) if text else ()

    def ally(self, state: KingdomHeartsState, seat: int, text: str, where: str) -> Ally:
        names, marks = entry(text, MARKS, where)
        name, _, worn = names.partition(" with ")
        card = self.of_type(name, ALLY_TYPES, where)
        face = state.faces[card]
        if face.form:
            raise DataError(where, f"{name!r} is a Form Change.", "It is no ally (KH-R34).")
        if face.named_once and face.printed in hero_names(state, seat)[:1]:
            raise DataError(where, f"{name!r} has the name of the hero.", "It cannot be called (KH-R29).")
        return (self.number(state, marks, where), card, self.gear(worn, where), "joined" in marks)

    def number(self, state: KingdomHeartsState, marks: Mapping[str, Any], where: str) -> int:
        number = marks.get("#")
        if number is None:
            return state.new_id()
        if number < 1 or state.find(number) is not None:
            raise DataError(where, f"#{number} is 0 or is used twice.", "Give each card its own number.")
        state.serial = max(state.serial, number)
        return int(number)

    def of_type(self, name: str, types: tuple[str, ...], where: str) -> int:
        card = self.game.card_number(name, where)
        if self.game.cards[card].category not in types:
            raise DataError(where, f"{name!r} is of the type {self.game.cards[card].category}.", f"Here: {types}.")
        return card

    def cards(self, value: Any, where: str) -> list[int]:
        """Return card numbers; a number stands for so many unnamed cards."""
        found: list[int] = []
        for part in [value] if isinstance(value, int) else value:
            if isinstance(part, str):
                found.append(self.game.card_number(part, where))
            elif isinstance(part, bool) or not 0 <= part <= MOST_UNNAMED:
                raise DataError(where, f"{part!r} is no card.", f"Names, or a number up to {MOST_UNNAMED}.")
            else:
                found += [self.unnamed() for _ in range(part)]
        return found

    def unnamed(self) -> int:
        """Return an unseen card, or a plain one, each in turn."""
        self.fillers.append(self.fillers.pop(0))
        return UNSEEN if self.unseen else self.fillers[-1]

    # Where the game stands.

    def fight(self, state: KingdomHeartsState, step: str, table: Any) -> None:
        if table is None:
            if step in BATTLE_STEPS or step in CHALLENGE_STEPS:
                state.fight = Fight(step in CHALLENGE_STEPS, state.turn_player)
            return
        where = f"{self.where}, fight"
        kind = table.get("kind", FIGHTS[step in CHALLENGE_STEPS])
        if kind not in FIGHTS:
            raise DataError(where, f"kind is {kind!r}.", f"Use {' or '.join(FIGHTS)}.")
        used = [tuple(self.game.card_number(name, where) for name in names) for names in table.get("used", ((), ()))]
        if len(used) != len(SEATS):
            raise DataError(where, "`used` has not two lists.", "One for each player.")
        seat = self.seat(table["by"]) if "by" in table else state.turn_player
        state.fight = Fight(kind == FIGHTS[1], seat, (used[0], used[1]), table.get("weakened", 0))

    def default_flow(self, state: KingdomHeartsState, step: str) -> dict[str, Any]:
        if step == "C2":
            return {"local": [state.turn_player, 0], "frames": [["C4", []]]}
        if step == "D2":
            return {"local": ["Picking", state.turn_player, []], "frames": [["D3", []]]}
        if step == "B6":
            return {"local": ["Dividing", []], "frames": [["B8", []]]}
        if step in ("X0", "ATTACKS"):
            raise DataError(self.where, f"step {step} is inside another one.", "Begin before it and play from there.")
        return {}


def read_position(game: Game, document: Mapping[str, Any], where: str) -> KingdomHeartsState:
    """Read a position document; the caller runs it to its decision. Raises DataError naming place and remedy."""
    return _Reader(game, document, where).state()


def write_position(state: KingdomHeartsState) -> str:
    """Return the whole state as TOML text that `read_position` turns into an equal state."""
    name, fight = state.name, state.fight
    done = [name for name, flag in FLAGS.items() if state.flags & flag]
    document = heading(state, player=SEATS[state.turn_player], done=done, actions=state.actions_taken)
    for seat, player in enumerate(state.players):
        document[SEATS[seat]] = {"hp": player.hp} | _heroes(state, player) | _zones(state, player)
    if fight is not None:
        document["fight"] = {
            "kind": FIGHTS[fight.challenge],
            "by": SEATS[fight.seat],
            "used": [[name(card) for card in used] for used in fight.used],
            "weakened": fight.weakened,
        }
    document["flow"] = write_place(state)
    return to_toml(document)


def _heroes(state: KingdomHeartsState, player: Player) -> dict[str, str]:
    if player.hero == NO_CARD:
        return {}
    hero = {"hero": state.name(player.hero) + _worn(state, player.gear)}
    return hero if player.form == NO_CARD else hero | {"form": state.name(player.form)}


def _zones(state: KingdomHeartsState, player: Player) -> dict[str, Any]:
    name = state.name
    return {
        "allies": [_ally(state, ally) for ally in player.allies],
        "worlds": [name(card) for card in player.worlds],
        "obstacles": [f"{name(card)}, # {number}" for number, card in player.obstacles],
        "hand": [name(card) for card in player.hand],
        "kept": player.kept or None,
        "discard": [name(card) for card in player.discard],
        "deck": [name(card) for card in reversed(player.deck)],
    }


def _ally(state: KingdomHeartsState, ally: Ally) -> str:
    joined = ", joined" if ally[JOINED] else ""
    return f"{state.name(ally[CARD])}{_worn(state, ally[GEAR])}{joined}, # {ally[ID]}"


def _worn(state: KingdomHeartsState, gear: tuple[int, ...]) -> str:
    return f" with {' + '.join(map(state.name, gear))}" if gear else ""
