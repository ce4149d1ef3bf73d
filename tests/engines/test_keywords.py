"""Keywords that a set defines: on cards, given and taken by texts, in whole games, and with mistakes."""

import random

import pytest

import engines
from engines.designs.set_files import find_set
from engines.kernel.state import NATURE
from engines.legal.card_programs import word_of_use
from engines.search.solver import open_chance
from engines.star_wars.cards import SPEED
from engines.star_wars.sums import tallies
from engines.star_wars.values import value
from tests.engines import own_cards
from tests.engines.own_cards import document_of

AIM = {
    "name": "Sharp Aim",
    "japanese": "鋭い狙い",
    "number": True,
    "ability": [
        {
            "when": "hits_counted",
            "if": [{"of": "self", "be": {"role": "attacker"}}, {"dice": 6, "min": 1}],
            "do": [{"verb": "alter", "running": "dealt", "by": "number"}],
        }
    ],
}
SHELL = {
    "name": "Shell",
    "number": True,
    "ability": [
        {"when": "hits_counted", "do": [{"verb": "alter", "running": "taken", "by": {"number": True, "times": -1}}]}
    ],
}
SWIFT = {"name": "Swift", "ability": [{"when": "continuous", "do": [{"verb": "change", "what": "self", "speed": 20}]}]}
STEADY = {
    "name": "Steady",
    "number": True,
    "ability": [{"when": "continuous", "do": [{"verb": "change", "what": "self", "dice": "number"}]}],
}
FORBID = {"verb": "forbid", "what": "self", "action": "attack"}
SET = (AIM, SHELL, SWIFT, STEADY)


def unit_row(name, *abilities, **more):
    return own_cards.unit_row(name, *abilities, **{"speed": 60, "health": 9, **more})


def game_of(*cards, keywords=SET, **more):
    return own_cards.game_of(*cards, keyword=[*keywords], **more)


def faults_of(*cards, keywords=SET, **more):
    return own_cards.faults_of(*cards, keyword=[*keywords], **more)


def fight(game, one, two, dice):
    """Return the battle once the hits are counted: the first unit attacks the second."""
    state = game.position(
        {
            "step": "U4",
            "arena": "ground",
            "battle": {"by": "P1", "attacker": one, "defender": two, "dice": dice},
            "P1": {"ground": [f"{one}, tapped"]},
            "P2": {"ground": [two]},
        }
    )
    while state.step.name != "U6":
        state.apply(state.actions[0])
    return state.battle.deals


ONE = unit_row("One", keywords=["Sharp Aim 2", "Shell 1"])
PLAIN = unit_row("Plain")
GIVES = {"when": "continuous", "do": [{"verb": "give", "of": {"other": True}, "keyword": "Sharp Aim", "number": 3}]}


def test_a_card_has_what_its_keywords_say_with_their_numbers():
    game = game_of(ONE, PLAIN)
    assert fight(game, "One", "Plain", [[6, 1, 1], [4, 4, 1]]) == (3, 1)
    assert fight(game, "One", "Plain", [[4, 1, 1], [1, 1, 1]]) == (1, 0)
    assert fight(game, "Plain", "One", [[6, 4, 1], [6, 1, 1]]) == (1, 1)


def test_a_keyword_may_add_to_each_die_of_a_unit_or_take_from_those_that_attack_it():
    away = [{"verb": "change", "of": {"whose": "rival", "target": "self"}, "dice": -1}]
    wall = {"name": "Wall", "ability": [{"when": "continuous", "do": away}]}
    game = game_of(
        unit_row("One", keywords=["Steady 1"]), unit_row("Two", keywords=["Wall"]), PLAIN, keywords=[STEADY, wall]
    )
    assert fight(game, "One", "Plain", [[3, 2, 6], [4, 4, 3]]) == (2, 2)
    assert fight(game, "Plain", "Two", [[4, 5, 1], [4, 3, 1]]) == (1, 1)


def test_a_keyword_is_printed_in_the_language_of_the_player_with_what_it_means():
    game = game_of(ONE, unit_row("Giver", GIVES))
    one, giver = (game.cards[game.by_name[name]] for name in ("One", "Giver"))
    assert game.rules_text(one)[0] == (
        "**Sharp Aim 2**: **When hits are counted:** if this is the attacker and you have rolled a 6, "
        "the damage that this unit is about to deal is 2 more."
    )
    assert game.rules_text(one, "ja")[0].startswith("**鋭い狙い 2**")
    given, meaning = game.rules_text(giver)
    assert given == "Each other card of yours in play has Sharp Aim 3."
    assert meaning.startswith("**Sharp Aim X**")
    assert meaning.endswith("X more.")


def test_a_card_has_a_given_keyword_as_long_as_it_is_given():
    game = game_of(unit_row("Giver", GIVES), PLAIN, ONE)
    fights = {"step": "U4", "arena": "ground", "P2": {"ground": ["Giver"]}}
    for own, hits in ((["Plain, tapped"], 1), (["Plain, tapped", "Giver"], 4), (["One, tapped", "Giver"], 6)):
        named = own[0].partition(",")[0]
        battle = {"by": "P1", "attacker": named, "defender": "Giver", "dice": [[6, 1, 1], [1, 1, 1]]}
        state = game.position(fights | {"battle": battle, "P1": {"ground": own}})
        while state.step.name != "U6":
            state.apply(state.actions[0])
        assert state.battle.deals[0] == hits


@pytest.mark.parametrize(("until", "kept"), [("battle", False), ("turn", True)])
def test_a_keyword_given_for_a_while_is_written_in_positions_and_ends(until, kept):
    given = {"verb": "give", "what": "it", "keyword": "Swift", "for": until}
    text = {"when": "window_1", "do": [{"verb": "choose", "of": {"zone": "ground", "whose": "own"}}, given]}
    game = game_of(unit_row("Sender", text), PLAIN)
    battle = {"by": "P1", "attacker": "Sender", "defender": "Plain", "dice": [[], []]}
    sides = {"P1": {"ground": ["Sender, tapped"]}, "P2": {"ground": ["Plain"]}, "script": [1] * 6}
    state = game.position({"step": "U2", "arena": "ground", "battle": battle, **sides}, listen=True)
    state.apply(next(one for one in state.actions if one[0] == "pass"))
    state.apply(next(one for one in state.actions if one[0] == "use"))
    speed = lambda: state.view(0)["players"][0]["ground"][0]["speed"]  # noqa: E731
    assert speed() == 80
    assert "Swift" in game.narrate(state.events[-1])
    again = engines.load("star_wars").position(state.position())
    assert again.position() == state.position()
    assert again.canonical_key() == state.canonical_key()
    assert again.view(0)["players"][0]["ground"][0]["speed"] == 80
    while state.battle is not None:
        state.apply(next(one for one in state.actions if one[0] == "pass"))
    assert (speed() == 80) is kept
    turn = state.turn
    while state.turn == turn:
        state.apply(state.actions[-1])
    assert speed() == 60


def test_a_keyword_that_is_taken_is_lost_even_if_it_is_also_given():
    takes = {"when": "continuous", "do": [{"verb": "take", "of": {"whose": "rival"}, "keyword": "Sharp Aim"}]}
    game = game_of(unit_row("Taker", takes), unit_row("Giver", GIVES), ONE)
    assert fight(game, "One", "Taker", [[6, 1, 1], [1, 1, 1]]) == (1, 0)
    assert fight(game, "One", "Giver", [[6, 1, 1], [1, 1, 1]]) == (3, 0)


def test_a_filter_asks_who_has_a_keyword_now():
    text = {"when": "continuous", "do": [{"verb": "change", "of": {"keyword": "Swift"}, "power": 1}]}
    game = game_of(unit_row("Sender", text), unit_row("Fast", keywords=["Swift"]))
    state = game.position({"step": "C3", "P1": {"ground": ["Sender", "Fast"]}, "P2": {}})
    powers = [one["power"] for one in state.view(0)["players"][0]["ground"]]
    assert powers == [3, 4]
    assert "that has Swift" in game.rules_text(game.cards[game.by_name["Sender"]])[0]


def test_keywords_work_in_every_game():
    spoken = {"altaria": "summon", "chaos": "enters", "dgrayman": "placed", "kingdom_hearts": "called"}
    rows = {
        "altaria": {"category": "unit", "cost": 1, "symbols": "U", "power": 2, "break_rank": 1},
        "chaos": {"category": "character", "names": ["Sayo"], "atk": 2, "end": 3, "atk_mod": 1, "end_mod": 0},
        "dgrayman": {"category": "character", "characters": ["Watchman"], "power": 3, "rank": 2},
        "kingdom_hearts": {"category": "ally", "level": 1, "sup": 1, "mag": 0},
    }
    for name, moment in sorted(spoken.items()):
        drawn = {"name": "Herald", "number": True, "ability": [{"when": moment, "do": [{"verb": "draw", "count": 1}]}]}
        row = rows[name] | {"name": "Sender", "keywords": ["Herald 1"]}
        if name == "altaria":
            row["keywords"].append("Haste")
        found = find_set(document_of(row, keyword=[drawn], name=name), "mine.toml")
        assert not found.faults, (name, found.faults)
        game = engines.load(name).with_set(found.found)
        card = game.cards[game.by_name["Sender"]]
        assert any("Herald 1" in line for line in card.rules_text)
        assert [one.keyword for one in card.abilities] == ["Herald"]


@pytest.mark.parametrize(
    ("card", "keywords", "what"),
    [
        (unit_row("One", keywords=["Sharp Aims 2"]), [AIM], "Did you mean 'Sharp Aim'?"),
        (unit_row("One", keywords=["Sharp Aim"]), [AIM], "has no number"),
        (unit_row("One", keywords=["Swift 2"]), [SWIFT], "has a number"),
        (
            unit_row("One", {"when": "continuous", "do": [{"verb": "give", "what": "self", "keyword": "Swfit"}]}),
            [SWIFT],
            "'Swift'",
        ),
        (
            unit_row("One", {"when": "continuous", "do": [{"verb": "give", "what": "self", "keyword": "Swift"}]}),
            [],
            "no keyword is defined",
        ),
        (
            unit_row("One", {"when": "continuous", "do": [{"verb": "give", "what": "self", "keyword": "Sharp Aim"}]}),
            [AIM],
            "whole number from 1",
        ),
        (
            unit_row("One", {"when": "continuous", "do": [{"verb": "give", "keyword": "Swift"}]}),
            [SWIFT],
            "does not say which cards",
        ),
        (
            unit_row("One", {"when": "deployed", "do": [{"verb": "give", "what": "self", "keyword": "Swift"}]}),
            [SWIFT],
            "how long",
        ),
        (
            unit_row("One", {"when": "deployed", "do": [{"verb": "alter", "running": "dealt", "by": 1}]}),
            [],
            "alters nothing at this moment",
        ),
        (
            unit_row("One", {"when": "hits_counted", "do": [{"verb": "alter", "running": "delt", "by": 1}]}),
            [],
            "'dealt'",
        ),
        (unit_row("One", {"when": "hits_counted", "do": [{"verb": "alter", "running": "dealt"}]}), [], "by how much"),
        (unit_row("One", {"when": "hits_counted", "if": [{"dice": 6}], "do": [{"verb": "draw"}]}), [], "how many"),
        (unit_row("One"), [{"name": "Odd 2", "ability": SWIFT["ability"]}], "ends with a number"),
        (unit_row("One"), [{"name": "Odd"}], "nothing about what it does"),
        (unit_row("One"), [{"name": "Odd", "abilty": []}], "'ability'"),
        (unit_row("One"), [SWIFT, SWIFT], "there already"),
        (unit_row("One"), [{"name": "Odd", "ability": [{"when": "deployed", "do": [{"verb": "drwa"}]}]}], "'draw'"),
        (
            unit_row("One"),
            [
                {
                    **SWIFT,
                    "ability": [{"when": "continuous", "do": [{"verb": "change", "what": "self", "speed": "number"}]}],
                }
            ],
            "whole number",
        ),
        (unit_row("One", has={"Swift": 1}), [SWIFT], "no entry of a card"),
    ],
)
def test_what_is_wrong_with_keywords_is_named(card, keywords, what):
    assert any(what in one for one in faults_of(card, keywords=keywords)), faults_of(card, keywords=keywords)


def test_whole_games_with_keywords_keep_their_positions():
    printed = engines.load("star_wars")
    kinds = {"space": [], "ground": [], "character": []}
    for name in printed.decks["light" if "light" in printed.decks else next(iter(printed.decks))].cards:
        card = printed.cards[printed.by_name[name]]
        if card.category == "unit" and not card.fields.get("identity"):
            kinds[card.fields["kind"]].append(card)
    spoken = [["Sharp Aim 1"], ["Shell 1"], ["Steady 1"], ["Swift"]]
    cards = []
    for at, card in enumerate(one for kind in kinds.values() for one in kind):
        row = {key: card.fields[key] for key in ("category", "kind", "side", "cost", "speed", "power", "health")}
        cards.append(
            {"name": f"Word {at}", **row, "keywords": spoken[at % 4], "ability": [GIVES] if at % 3 == 0 else []}
        )
    game = game_of(*cards)
    deck = next(iter(printed.decks.values()))
    names = iter(card["name"] for card in cards)
    swapped = {
        (
            next(names, name)
            if printed.cards[printed.by_name[name]].category == "unit"
            and not printed.cards[printed.by_name[name]].fields.get("identity")
            else name
        ): count
        for name, count in deck.cards.items()
    }
    for seed in range(3):
        state, chance = game.new((swapped, list(printed.decks)[1]), seed), random.Random(seed)
        for number in range(400):
            if state.result is not None:
                break
            if number % 40 == 0:
                assert game.position(state.position()).position() == state.position()
            for action in state.actions:
                assert not state.why_not(action)
            state.apply(chance.choice(state.actions))


@pytest.mark.parametrize(
    "text", ["鋭い狙い 2（命中を数えるとき）", "Sharp Aim 2 (when it rolls a 6)", "鋭い狙い2、Shell 1"]
)
def test_a_printed_text_that_repeats_keywords_in_either_language_stops_no_game(text):
    read = find_set(document_of(ONE | {"text": text}, keyword=[*SET]), "mine.toml")
    assert not read.faults
    assert not any(one.get("ability") for one in read.found.rows)
    assert not read.found.unplayed


def test_a_printed_text_may_repeat_the_games_own_keywords_in_japanese():
    row = {"category": "unit", "cost": 1, "symbols": "U", "power": 2, "break_rank": 1, "name": "One"}
    row |= {"keywords": ["Haste", "Bulwark"], "text": "速攻、防壁（説明）"}
    read = find_set({"game": "altaria", "set": "mine", "card": [row]}, "mine.toml")
    assert not read.faults
    assert not read.found.unplayed


def test_dice_are_shown_as_hits_as_they_are_counted():
    game = game_of(unit_row("One", keywords=["Steady 1"]), PLAIN, keywords=[STEADY])
    fights = {"by": "P1", "attacker": "One", "defender": "Plain", "dice": [[3, 2, 6], [4, 4, 3]]}
    own = {"P1": {"ground": ["One, tapped"]}, "P2": {"ground": ["Plain"]}}
    state = game.position({"step": "U4", "arena": "ground", "battle": fights, **own})
    table = game.rules.table(state, 0)
    assert [(die.seat, die.value) for die in table.dice if die.counts] == [(0, 3), (0, 6), (1, 4), (1, 4)]
    (tally,) = tallies(state, 0)
    assert [side.value for side in tally.sides] == [2, 2]


@pytest.mark.parametrize(("keyword", "faces"), [(AIM, 6), (STEADY, 6), (SWIFT, 2)])
def test_a_proof_tells_the_faces_of_a_die_apart_if_texts_do(keyword, faces):
    word = f"{keyword['name']} 1" if "number" in keyword else keyword["name"]
    game = game_of(unit_row("One", keywords=[word]), PLAIN, keywords=[keyword])
    own = {"P1": {"ground": ["One"]}, "P2": {"ground": ["Plain, tapped"]}}
    state = open_chance(game.position({"step": "A7", "arena": "ground", **own}), 0)
    state.apply(next(action for action in state.actions if action[0] == "battle"))
    while state.seat_to_act != NATURE:
        state.apply(("pass",))
    assert [action[0] for action in state.actions] == ["roll"] * faces
    assert sum(state.step.weights(state, state.actions) or [1] * faces) == 6


def test_a_keyword_that_forbids_works_on_the_games_own_cards():
    chained = {"name": "Chained", "ability": [{"when": "continuous", "do": [FORBID]}]}
    gives = {"verb": "give", "of": {"whose": "rival"}, "keyword": "Chained", "for": "turn"}
    sent = {"name": "Sent", "category": "mission", "cost": 1, "ability": [{"when": "mission", "do": [gives]}]}
    game = game_of(sent, keywords=[chained])
    own = {"P1": {"construction": ["Sent, build 1"], "space": ["Dawnwing Scout"]}, "P2": {"space": ["Gloom Darter"]}}
    state = game.position({"step": "C4", **own})
    state.apply(("complete", 0))
    turn, fought = state.turn, set()
    while state.turn == turn:
        fought |= {state.seat_to_act for action in state.actions if action[0] == "battle"}
        state.apply(next((one for one in state.actions if one[0] in ("end", "stand_down", "pass")), state.actions[-1]))
    assert fought == {0}


def test_a_card_under_construction_has_the_keywords_that_are_printed_on_it():
    counts = {"verb": "change", "what": "self", "power": {"count": {"zone": "construction", "keyword": "Swift"}}}
    gives = {"when": "continuous", "do": [{"verb": "give", "of": {}, "keyword": "Swift"}]}
    counter = unit_row("Counter", {"when": "continuous", "do": [counts]})
    game = game_of(counter, unit_row("One", keywords=["Swift"]), unit_row("Giver", gives), PLAIN, keywords=[SWIFT])
    own = {"construction": ["One", "One", "Plain"], "ground": ["Counter", "Giver"]}
    state = game.position({"step": "C4", "P1": own})
    assert [one["power"] for one in state.view(0)["players"][0]["ground"]] == [3 + 2, 3]


def continuous_text(*does, **more):
    return {"when": "continuous", "do": [*does], **more}


def give_keyword(keyword, **more):
    return {"verb": "give", "keyword": keyword, **more}


@pytest.mark.parametrize(
    ("cards", "keywords"),
    [
        ([unit_row("One", continuous_text(give_keyword("Swift", of={"keyword": "Swift"})))], []),
        (
            [
                unit_row(
                    "One",
                    continuous_text(
                        give_keyword("Swift", what="self"), **{"if": [{"count": {"keyword": "Swift"}, "min": 1}]}
                    ),
                )
            ],
            [],
        ),
        ([unit_row("One")], [{"name": "Loop", "ability": [continuous_text(give_keyword("Loop", of={"other": True}))]}]),
        (
            [
                unit_row("One", continuous_text(give_keyword("Swift", of={"keyword": "Dash"}))),
                unit_row("Two", continuous_text(give_keyword("Dash", of={"keyword": "Swift"}))),
            ],
            [{**SWIFT, "name": "Dash"}],
        ),
        (
            [unit_row("One", continuous_text(give_keyword("Loop", of={"other": True})))],
            [
                {
                    "name": "Loop",
                    "ability": [
                        continuous_text(
                            give_keyword("Swift", of={"other": True}),
                            **{"if": [{"count": {"keyword": "Swift"}, "min": 1}]},
                        )
                    ],
                }
            ],
        ),
    ],
)
def test_no_text_asks_who_has_the_keyword_that_it_gives(cards, keywords):
    if cards == [unit_row("One")]:
        cards = [unit_row("One", keywords=["Loop"])]
    (fault,) = faults_of(*cards, keywords=[SWIFT, *keywords])
    assert "by a text that asks who has it" in fault


def test_a_given_keyword_may_give_another_one():
    first = {"name": "First", "ability": [continuous_text(give_keyword("Second", what="self"))]}
    second = {"name": "Second", "ability": [continuous_text(give_keyword("Swift", what="self"))]}
    game = game_of(
        PLAIN,
        unit_row("Giver", continuous_text(give_keyword("First", of={"other": True}))),
        keywords=[first, second, SWIFT],
    )
    for own, speed in ((["Plain"], 60), (["Plain", "Giver"], 80)):
        state = game.position({"P1": {"ground": own}})
        assert value(state, 0, 1, state.players[0].ground[0], SPEED) == speed


def test_two_sets_cannot_define_a_keyword_in_two_ways():
    game = game_of(ONE)
    other = document_of(unit_row("Further", keywords=["Swift"]), keyword=[{**SWIFT, "japanese": "速い"}], set="other")
    assert not find_set(other, "other.toml", base=game).faults
    game = game_of(unit_row("Other", keywords=["Swift"]))
    (fault,) = find_set(other, "other.toml", base=game).faults
    assert (fault.where, fault.what) == ("other.toml, keyword 'Swift'", "is defined in two ways.")


UNIT_OF_ALTARIA = {"category": "unit", "cost": 1, "power": 3, "break_rank": 1}
DRAWS = {"verb": "draw", "who": "own"}


def altaria_of(does, *cards):
    """Return rows for a set of Altaria in which a keyword is given that works when a unit is summoned."""
    giver = {
        "name": "Giver",
        **UNIT_OF_ALTARIA,
        "ability": [continuous_text(give_keyword("Tidings", of={"other": True}))],
    }
    keyword = {"name": "Tidings", "ability": [{"when": "summon", "do": [does]}]}
    return [giver, *cards], {"name": "altaria", "keyword": [keyword]}


def test_only_cards_that_have_a_given_keyword_do_what_it_says():
    cards, more = altaria_of(DRAWS, {"name": "Plain", **UNIT_OF_ALTARIA})
    game = own_cards.game_of(*cards, **more)
    for field, hand, kinds in ((["Giver"], 1, {"ability", "drew"}), ([], 0, set())):
        sides = {"P1": {"hand": ["Plain"], "field": field, "deck": 6, "energy": 2}}
        state = game.position(sides, listen=True)
        state.apply(next(action for action in state.actions if state.text(action) == 'summon "Plain"'))
        assert len(state.players[0].hand) == hand
        assert {one.kind for one in state.listener.events} & {"ability", "drew", "text_not_met"} == kinds


def test_a_given_keyword_works_in_the_language_of_all_games():
    cards, more = altaria_of({"verb": "draw"})
    (fault,) = own_cards.faults_of(*cards, **more)
    assert "not in the language of all games" in fault


def test_a_keyword_that_is_given_works_at_no_moment_that_a_card_can_use_once():
    called = {"name": "Tidings", "ability": [{"when": "called", "do": [DRAWS]}]}
    giver = {"name": "Giver", "category": "ally", "level": 1, "sup": 1, "mag": 0}
    giver["ability"] = [continuous_text(give_keyword("Tidings", of={"other": True}))]
    (fault,) = own_cards.faults_of(giver, name="kingdom_hearts", keyword=[called])
    assert "with a keyword that is given to it has two abilities of called" in fault


def test_refusals_work_where_every_unit_may_be_given_a_keyword():
    cards, more = altaria_of(DRAWS)
    for game in (game_of(unit_row("Giver", GIVES)), own_cards.game_of(*cards, **more)):
        state = game.new(seed=1)
        for _ in range(60):
            seat = state.seat_to_act
            for action in game.tries(state, seat)[:30] if seat != NATURE else ():
                state.why_not(action)
            state.apply(state.actions[0])


def test_a_mission_has_the_keyword_that_is_printed_on_it():
    keyword = {"name": "Tidings", "ability": [{"when": "mission", "do": [DRAWS]}]}
    mission = {"name": "Sent", "category": "mission", "cost": 1, "keywords": ["Tidings"]}
    game = own_cards.game_of(mission, keyword=[keyword])
    state = game.position({"step": "C4", "P1": {"construction": ["Sent, build 1"], "deck": 9}})
    state.apply(("complete", 0))
    assert len(state.players[0].hand) == 1


@pytest.mark.parametrize("does", [{"verb": "forbid", "action": "attack"}, give_keyword("Swift")])
def test_what_is_done_to_a_chosen_card_in_play_asks_for_one_in_play(does):
    choice = {"verb": "choose", "of": {"zone": "discard"}}
    (fault,) = faults_of(unit_row("One", {"when": "deployed", "do": [choice, {**does, "what": "it", "for": "turn"}]}))
    assert "is a card in zone 'discard', not in play" in fault


def test_a_text_and_a_keyword_that_do_the_same_once_a_turn_are_two():
    draws = {"when": "attacked", "once": "turn", "do": [DRAWS]}
    keyword = {"name": "Tidings", "ability": [draws]}
    game = game_of(unit_row("Own", draws, keywords=["Tidings"]), keywords=[keyword])
    words = {word_of_use(game.cards[game.by_name["Own"]], at, 1) for at in range(2)}
    assert len(words) == 2
