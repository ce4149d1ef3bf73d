"""Texts in the language of all games: abilities of printed sets, each written exactly and played."""

from pathlib import Path

import pytest

import engines
from engines.book.cards import card_row
from engines.checking import scenarios
from engines.designs.set_files import read_set
from engines.legal import program_steps as programs
from engines.legal.program_rows import CARRY_OUT, CHOICE
from engines.search.players import STRENGTHS, random_player
from tests.engines.play import GAMES

FOLDER = Path(__file__).parent / "printed"
PRINTED = [
    pytest.param(scenario, path.stem, id=f"{path.stem}/{scenario.name}")
    for path in sorted(FOLDER.glob("*.toml"))
    for scenario in scenarios.read_file(path)
]


@pytest.mark.parametrize(("scenario", "game"), PRINTED)
def test_abilities_of_printed_sets_are_played(scenario, game):
    scenarios.run_scenario(scenario, engines.load(game))


# Whole games with such texts.

PLAY = {"altaria": "field", "star_wars": "ground", "chaos": "front", "dgrayman": "standby", "kingdom_hearts": "allies"}
PILE = {"altaria": "graveyard", "chaos": "waiting_room"}
FIGURE = {"altaria": "power", "star_wars": "speed", "chaos": "atk", "dgrayman": "power"}


def programs_for(name):
    """Return texts that a game can carry out, with every verb that it has."""
    pile, play = PILE.get(name, "discard"), PLAY[name]
    texts = [
        {"do": [{"verb": "draw", "count": 2, "up_to": True}, {"verb": "discard", "who": "rival"}]},
        {"do": [{"verb": "choose", "of": {"whose": "both"}}, {"verb": "move", "what": "it", "to": "hand"}]},
        {"do": [{"verb": "choose", "of": {"zone": pile}, "count": 2}, {"verb": "move", "what": "it", "to": "hand"}]},
        {"do": [{"verb": "search", "count": 2}, {"verb": "discard", "who": "rival", "random": True}]},
        {"may": True, "pay": [{"verb": "discard"}], "do": [{"verb": "draw", "count": {"count": {"whose": "both"}}}]},
        {"do": [{"verb": "choose", "of": {"whose": "rival"}, "by": "rival", "up_to": True, "count": 2}]},
        {"do": [{"verb": "look", "zone": "hand", "whose": "rival"}, {"verb": "look", "zone": "deck", "count": 3}]},
        {"if": [{"count": {"zone": pile}, "min": 1}], "do": [{"verb": "draw", "who": "both"}]},
    ]
    texts[5]["do"].append({"verb": "move", "what": "it", "to": "deck", "where": "bottom"})
    texts[2]["do"].append(
        {"verb": "move", "of": {"zone": pile, "whose": "rival"}, "all": True, "to": "deck", "where": "shuffled"}
    )
    if name in FIGURE:
        texts.append(
            {"do": [{"verb": "change", "of": {"zone": play, "whose": "both"}, FIGURE[name]: 1, "for": "turn"}]}
        )
    ways = engines.load(name).card_rules.programs
    if ways.marks:
        mark = {"fatigued": True, "tapped": True, "orientation": "rest", "active": False}
        marks = {one: mark[one] for one in ways.marks if one in mark}
        texts.append({"do": [{"verb": "mark", "of": {"whose": "both"}, "all": True, **marks}]})
    texts += [{"do": [{"verb": "counters", "of": {"whose": "rival"}, "all": True, one: 1}]} for one in ways.counted]
    texts += [{"do": [{"verb": "points", "who": "both", one: 1}, {"verb": "points", one: -1}]} for one in ways.points]
    return texts


def deck_of_texts(name, deck, first):
    """Return the document of a set: a printed deck whose cards have such texts instead of their own."""
    game, rows, cards = engines.load(name), [], {}
    texts = programs_for(name)
    for called, copies in game.decks[deck].cards.items():
        card = game.cards[game.by_name[called]]
        moments = [
            one for one in game.card_rules.moments_of.get(card.category, ()) if one not in ("continuous", "static")
        ]
        row = dict(card_row(game.card_rules, card))
        if not moments or row.get("identity") or card.category in ("special", "special_doubles", "player", "landscape"):
            cards[called] = copies
            continue
        at = len(rows) + first
        row |= {
            "name": f"Text {len(rows)}",
            "ability": [{"when": moments[at % len(moments)], **texts[at % len(texts)]}],
        }
        rows.append(row)
        cards[row["name"]] = copies
    return {"game": name, "set": "mine", "card": rows, "deck": [{"id": "one", "cards": cards}]}


TEXT_KINDS = ("text_take", "text_enough", "text_yes", "text_no")


def check_law(state):
    """Check that a try is legal exactly if nothing speaks against it."""
    for action in state.game.tries(state, state.seat_to_act):
        if action[0] in TEXT_KINDS:
            assert (not state.why_not(action)) == (action in state.actions), action
            assert action in state.read(state.text(action)) or state.text(action).startswith("take their")
    for action in state.actions:
        assert not state.why_not(action)


@pytest.mark.parametrize("name", GAMES)
def test_games_with_such_texts_are_played(name):
    game, asked = engines.load(name), []
    decks = list(game.decks)
    for first in range(4):
        own = game.with_set(read_set(deck_of_texts(name, decks[first % 2], first), "mine.toml"))
        assert CARRY_OUT in own.flow.steps
        state = own.new(("mine/one", decks[1 - first % 2]), first, listen=True)
        cards = [sorted(own.rules.belongings(state, seat)) for seat in (0, 1)]
        players = random_player(first), STRENGTHS["quick"](first + 50)
        for _ in range(400):
            if state.result is not None:
                break
            if state.step.name == CHOICE:
                asked.append(programs.current_step(state).verb)
                if len(asked) % 12 == 1:
                    check_law(state)
                    assert own.position(state.position()).canonical_key() == state.canonical_key()
            state.apply(players[state.seat_to_act](state))
            assert [sorted(own.rules.belongings(state, seat)) for seat in (0, 1)] == cards
        assert all(own.narrate(event) and own.narrate(event, 1) for event in state.events)
    assert len(asked) > 5
    assert len({*asked}) > 2
