"""The pieces of designs: each a zone, a kind of card, a step or a way to win, with its rules.

The code of a piece is here; its clauses, numbers, cards and words are in `pieces.toml`. A custom piece, written in a
notebook, is a `Piece` too, with its data as a dict.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from engines import lanterns as base
from engines.book.rulebook import read_toml
from engines.book.toml_schema import Document
from engines.declare.scalar_fields import Field
from engines.kit import kit

PIECE_SORTS = ("zone", "cards", "turn", "win")
"""The sorts of piece: a zone for cards, a kind of card, a step of the turn, a way to win or lose the game."""


@dataclass(frozen=True)
class Piece:
    """An addition to the game of a design.

    id : its name. sort : one of `PIECE_SORTS`. needs : the pieces that it requires.
    zones : a player's new zones, by name. kinds, acts : new kinds of action, and the effect and exit of each in the
    step in which a player acts. steps(steps) : returns a flow table with the piece added. wakes(state) : runs at the
    beginning of a turn. ends(state) : runs at the end of a turn, before it passes. ends_words : the condition under
    which `ends` ends the game, in words. plays(state, action) : if the card is of the piece's own kind, plays it and
    returns True. fights(state) : if the attack is of the piece's own kind, settles it and returns True. advice : how
    good an action of its kinds looks, in points. strength(state, seat) : the value of the piece to a player in this
    position, in lanterns. data : clauses, parameters, cards, words, and `swap`: for each deck, which cards replace
    which others.
    """

    id: str
    sort: str
    needs: tuple[str, ...] = ()
    zones: Mapping[str, Callable[[], Field[Any, Any]]] = field(default_factory=dict)
    kinds: tuple[kit.Kind[Any], ...] = ()
    acts: Mapping[str, tuple[Any, str]] = field(default_factory=dict)
    steps: Callable[[list[kit.Step[Any]]], list[kit.Step[Any]]] | None = None
    wakes: Callable[[Any], None] | None = None
    ends: Callable[[Any], None] | None = None
    ends_words: str = ""
    plays: Callable[[Any, kit.Action], bool] | None = None
    fights: Callable[[Any], bool] | None = None
    advice: Mapping[str, Callable[[Any, int, kit.Action], float]] = field(default_factory=dict)
    strength: Callable[[Any, int], float] | None = None
    data: Document = field(default_factory=dict)


@cache
def data_of(id: str) -> Document:
    """Return the entries of a piece in `pieces.toml`."""
    found: Document = read_toml(Path(__file__).with_name("pieces.toml"))[id]
    return found


# The compost: an open zone, and a way to exchange a card for others.


def spend_card(state: Any, action: kit.Action, zone: str) -> int:
    """Move a card from the hand to a zone, which counts as playing a card, and return the player."""
    seat: int = state.turn_player
    state.played += 1
    state.players[seat].hand.remove(action[1])
    getattr(state.players[seat], zone).append(action[1])
    return seat


def dig(state: Any, action: kit.Action) -> None:
    """Put a card on the compost and draw (LAN-7.1)."""
    seat = spend_card(state, action, "compost")
    state.note("dug", "LAN-7.1", seat, card=state.name(action[1]))
    base.draw(state, seat, {"count": state.game.parameters["dig_draws"]})


COMPOST = Piece(
    "compost",
    "zone",
    zones={"compost": kit.cards},
    kinds=(kit.Kind("dig", "LAN-7.1", ("ACT",), (base.IN_HAND, base.ONE), ("card",), stage=base.ACT),),
    acts={"dig": (dig, "ACT")},
    advice={"dig": lambda state, seat, action: 1.5 - base.card_worth(state, action[1]) / 3},
    data=data_of("compost"),
)

# The hollow: a zone that only its owner sees.


def hide(state: Any, action: kit.Action) -> None:
    """Hide a card from the hand in the hollow (LAN-7.2)."""
    seat = spend_card(state, action, "hollow")
    state.note("hid", "LAN-7.2", seat)


def fetch(state: Any, action: kit.Action) -> None:
    """Take all cards out of the hollow, and draw one for every few of them (LAN-7.3)."""
    seat = state.turn_player
    player = state.players[seat]
    state.played += 1
    found, player.hollow = player.hollow, []
    player.hand += found
    state.note("fetched", "LAN-7.3", seat, count=len(found))
    base.draw(state, seat, {"count": len(found) // state.game.parameters["hollow_pays"]})


def fill_hollow(state: Any, seat: int, action: kit.Action) -> None:
    """Repair function: put a card into the hollow."""
    state.players[seat].hollow.append(0)


FILLED = base.needs("filled", "LAN-7.3", lambda state, seat, action: bool(state.players[seat].hollow), fill_hollow)
HOLLOW = Piece(
    "hollow",
    "zone",
    zones={"hollow": lambda: kit.cards(sees=kit.OWNER)},
    kinds=(
        kit.Kind("hide", "LAN-7.2", ("ACT",), (base.IN_HAND, base.ONE), ("card",), stage=base.ACT),
        kit.Kind("fetch", "LAN-7.3", ("ACT",), (FILLED, base.ONE), stage=base.ACT),
    ),
    acts={"hide": (hide, "ACT"), "fetch": (fetch, "ACT")},
    advice={
        "hide": lambda state, seat, action: 0.5 if len(state.players[seat].hand) > 5 else -1,
        "fetch": lambda state, seat, action: len(state.players[seat].hollow) - 2,
    },
    strength=lambda state, seat: 0.2 * len(state.players[seat].hollow),
    data=data_of("hollow"),
)

# Charms: cards that stay and work at the beginning of every turn.


def play_charm(state: Any, action: kit.Action) -> bool:
    """Play a Charm: it stays with its owner (LAN-7.4). Return False for any other card."""
    if state.game.cards[action[1]].category != "charm":
        return False
    seat = spend_card(state, action, "charms")
    state.note("played", "LAN-4.1", seat, card=state.name(action[1]))
    kit.carry_out(base.VERBS, state, seat, action[1], *action[2:])
    return True


def wake_charms(state: Any) -> None:
    """Carry out the effects of the turn player's Charms (LAN-7.4)."""
    for card in [*state.players[state.turn_player].charms]:
        kit.carry_out(base.VERBS, state, state.turn_player, card, moment="turn")


CHARMS = Piece(
    "charms",
    "cards",
    zones={"charms": kit.cards},
    plays=play_charm,
    wakes=wake_charms,
    strength=lambda state, seat: 0.8 * len(state.players[seat].charms),
    data=data_of("charms"),
)

# Fierce Beasts: a word that the rules of attacking use.


def fight_fiercely(state: Any) -> bool:
    """Put out several lanterns for an unblocked attack by a Fierce Beast (LAN-7.5).

    Return False for any other attack.
    """
    attack = state.attack
    if attack.blocker or "fierce" not in state.printed(kit.find(state, attack.attacker)[base.CARD], "words"):
        return False
    state.attack = None
    base.put_out(state, state.turn_player, {"count": state.game.parameters["fierce_hits"]})
    return True


FIERCE = Piece("fierce", "cards", fights=fight_fiercely, data=data_of("fierce"))

# Scouting: a separate choice at the beginning of the turn.


def scout(state: Any, action: kit.Action) -> None:
    """Put a card from the hand under the deck and draw the top one (LAN-7.6)."""
    seat = state.turn_player
    player = state.players[seat]
    player.hand.remove(action[1])
    player.deck.insert(0, action[1])
    state.note("scouted", "LAN-7.6", seat)
    base.draw(state, seat, {"count": 1})


def with_scouting(steps: list[kit.Step[Any]]) -> list[kit.Step[Any]]:
    """Return the flow table with the choice of scouting added after drawing."""
    way = {"scout": (scout, "ACT"), "keep": (None, "ACT")}
    chooses = kit.choice("SCOUT", "turn", ("LAN-7.6",), kit.turn_player, way, can_scout, "ACT")
    found = []
    for step in steps:
        if step.to == "ACT" and step.name == "DRAW":
            step.to = "SCOUT"
        found += [step, chooses] if step.name == "DRAW" else [step]
    return found


def can_scout(state: Any) -> bool:
    """Return True if the turn player has a card to put under the deck, and a deck to draw from."""
    player = state.players[state.turn_player]
    return bool(player.hand and player.deck)


SCOUTING = Piece(
    "scouting",
    "turn",
    kinds=(
        kit.Kind("scout", "LAN-7.6", ("SCOUT",), (base.IN_HAND,), ("card",)),
        kit.Kind("keep", "LAN-7.6", ("SCOUT",)),
    ),
    steps=with_scouting,
    advice={"scout": lambda state, seat, action: 2 - base.card_worth(state, action[1])},
    data=data_of("scouting"),
)

# Ways to win, checked at the end of a turn.

Count = Callable[[Any], int]
"""Counts the things that a player needs to win."""
Goal = Callable[[str, str, Count], Callable[[Any], None]]
"""Returns the check for a way to win, given the name of its parameter, its clause, and the function that counts."""


def at_goal(number: str, clause: str, count: Count) -> Callable[[Any], None]:
    """Return a function that ends the game if the turn player's count has reached the parameter `number`."""

    def look(state: Any) -> None:
        if count(state.players[state.turn_player]) >= state.game.parameters[number]:
            kit.win(state, state.turn_player, clause)

    return look


def ahead_at_goal(number: str, clause: str, count: Count) -> Callable[[Any], None]:
    """Return a function that ends the game if a player's count has reached `number` and exceeds the rival's.

    It checks only after turns of the second player, when both players have had the same number of turns. Otherwise the
    player who goes first would win a race to the goal.
    """

    def look(state: Any) -> None:
        one, two = (count(player) for player in state.players)
        if state.turn % 2 == 0 and one != two and max(one, two) >= state.game.parameters[number]:
            kit.win(state, int(two > one), clause)

    return look


def first_at_goal(number: str, clause: str, count: Count) -> Callable[[Any], None]:
    """Return a function that checks as `ahead_at_goal` does, but lets the first player win a tie.

    This is for goals that need one choice a turn, which the second player makes knowing that of the first player.
    """
    ahead = ahead_at_goal(number, clause, count)

    def look(state: Any) -> None:
        ahead(state)
        if state.result is None and state.turn % 2 == 0:
            one, two = (count(player) for player in state.players)
            if one == two >= state.game.parameters[number]:
                kit.win(state, 0, clause)

    return look


def goal_nearness(number: str, count: Count) -> Callable[[Any, int], float]:
    """Return a function for the strength, in lanterns, of being near a goal: little far from it, 3 at the goal."""

    def look(state: Any, seat: int) -> float:
        return 3 * float(min(1.0, count(state.players[seat]) / state.game.parameters[number])) ** 3

    return look


def way_to_win(
    id: str,
    number: str,
    clause: str,
    words: str,
    count: Count,
    *needs: str,
    goal: Goal = at_goal,
    **advice: Any,
) -> Piece:
    """Return a piece by which a player wins with enough of something. goal : makes the check at the end of a turn."""
    return Piece(
        id,
        "win",
        needs,
        ends=goal(number, clause, count),
        ends_words=words,
        advice=advice,
        strength=goal_nearness(number, count),
        data=data_of(id),
    )


def towards_pack(state: Any, seat: int, action: kit.Action) -> float:
    """Return how good an attack looks if Beasts that stay in play win: worse, the nearer that goal is."""
    missing = state.game.parameters["pack_goal"] - len(state.players[seat].field)
    return 0 if missing > 2 else -4 + missing


def towards_soil(state: Any, seat: int, action: kit.Action) -> float:
    """Return how good it looks to dig if the compost wins: better with every card already on it."""
    return 2.5 + 0.6 * len(state.players[seat].compost)


BRIGHT = way_to_win("bright", "bright_goal", "LAN-8.1", "lanterns enough are lit", lambda player: player.lanterns)
PACK = way_to_win(
    "pack",
    "pack_goal",
    "LAN-8.2",
    "Beasts enough are in play",
    lambda player: len(player.field),
    goal=ahead_at_goal,
    attack=towards_pack,
)
SOIL = way_to_win(
    "soil",
    "soil_goal",
    "LAN-8.3",
    "the compost is full",
    lambda player: len(player.compost),
    "compost",
    goal=first_at_goal,
    dig=towards_soil,
)
PATIENCE = Piece("patience", "win", data=data_of("patience"))

PIECES = {one.id: one for one in (COMPOST, HOLLOW, CHARMS, FIERCE, SCOUTING, BRIGHT, PACK, SOIL, PATIENCE)}
"""The ready-made pieces, by id."""
