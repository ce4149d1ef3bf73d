"""Kingdom Hearts TCG: the whole game. One module a chapter of the rulebook; `game()` puts them together."""

from __future__ import annotations

from pathlib import Path

from engines.core import cards as card_data
from engines.core import rulebook
from engines.core.game import Game, Parameter, Rules
from engines.core.words import Words
from engines.kingdom_hearts import advice, flow, hidden, positions, setup, table, view, winning
from engines.kingdom_hearts.cards import CARD_RULES, placeholders, prepare
from engines.kingdom_hearts.kinds import KINDS
from engines.kingdom_hearts.notation import NOTATION
from engines.kingdom_hearts.state import belongings

FOLDER = Path(__file__).parent

PARAMETERS = {
    "deck_size": Parameter(41, 20, 200, "KH-1.2", "least cards in a deck"),
    "copies": Parameter(3, 1, 40, "KH-1.4", "copies of one name and level in a deck"),
    "hand": Parameter(6, 1, 15, "KH-6.3", "cards in the hand after Refill Time, and at most after Discard Time"),
    "world_goal": Parameter(13, 1, 40, "KH-18.1", "the world total that wins"),
    "turn_cap": Parameter(100, 1, 1000, "KH-R45", "the last turn"),
    "actions_a_turn": Parameter(200, 1, 1000, "KH-R46", "actions in one Action Time"),
}

RULES = Rules(
    set_up=setup.set_up,
    check_deck=setup.check_deck,
    moment=hidden.moment,
    endless=winning.endless,
    read_position=positions.read_position,
    write_position=positions.write_position,
    redeal=hidden.redeal,
    veil=hidden.veil,
    advice=advice.advice,
    worth=advice.worth,
    zone=view.zone,
    value=view.value,
    marks=view.MARKS,
    references=view.references,
    belongings=belongings,
    table=table.table,
    card_at=table.card_at,
    fighting=lambda state: state.fight is not None,
)


def game() -> Game:
    """Return the game with its standard rules, teaching cards and decks."""
    book = rulebook.load(FOLDER / "rulebook.toml")
    path = FOLDER / "cards.toml"
    data = rulebook.read_toml(path)
    unseen = placeholders()
    cards = [*unseen, *card_data.read_cards(CARD_RULES, data["card"], str(path), len(unseen))]
    for card in cards:
        prepare(card)
    decks = {
        row["id"]: card_data.Deck(row["id"], row["name"], row.get("japanese", ""), row["cards"]) for row in data["deck"]
    }
    return Game(
        name="kingdom_hearts",
        title=book.title,
        japanese="キングダム ハーツ TCG",
        rulebook=book,
        card_rules=CARD_RULES,
        cards=cards,
        decks=decks,
        flow=flow.build(),
        phases=flow.PHASES,
        kinds=KINDS,
        parameters={name: rule.standard for name, rule in PARAMETERS.items()},
        parameter_rules=PARAMETERS,
        rules=RULES,
        words=Words(FOLDER),
        notation=NOTATION,
        prepare=prepare,
    )
