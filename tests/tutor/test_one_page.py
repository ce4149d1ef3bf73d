"""A game on one page: what happens once or repeatedly agrees with the engine, and every sentence is a rule."""

import random
import re
from collections import Counter

import pytest

import engines
from engines.altaria.cards import KEYWORDS
from engines.errors import DataError
from tutor.boards.presentation import playable_games
from tutor.commands import cli, one_page
from tutor.courses import sheet, sheet_page, step_places

GAMES = playable_games()


@pytest.mark.parametrize("name", GAMES)
def test_every_sentence_stands_in_the_rulebook(name):
    game = engines.load(name)
    page = sheet.build_sheet(game)
    everything = " ".join(" ".join(sheet.split_sentences(entry.text)) for entry in game.rulebook).casefold()
    lines = [*page["start"], *page["never"], *(row["said"] for row in page["turn"])]
    lines += [row["said"] for part in ("fight", "keywords") for row in page[part]["rows"]]
    for said in lines:
        for sentence in sheet.split_sentences(said.text):
            sentence = sentence.partition(", unless it has")[0]  # the rest is the title of a clause
            assert sentence.rpartition(": ")[2].rstrip(".").casefold() in everything
        for id in said.clauses:
            assert f"{game.rulebook.prefix}-{id}" in game.rulebook.clauses
    assert not re.search(r"[{}~#]|\b[A-Z]{2,3}-\d", " ".join(sheet._texts(page)))


@pytest.mark.parametrize("name", GAMES)
def test_what_comes_once_a_turn_and_what_again_is_so_in_play(name):
    game = engines.load(name)
    acts = {(act.step, act.kind): act.once for act in sheet.allowed_actions(game)}
    most = Counter()
    for seed in range(6):
        state, chance, here, turn = game.new(seed=seed), random.Random(seed), Counter(), None
        for _ in range(600):
            if state.result is not None:
                break
            if state.turn != turn:
                turn, here = state.turn, Counter()
            action = chance.choice(state.actions)
            key = (state.step.name, action[0])
            if key in acts:
                here[key, state.seat_to_act] += 1
                most[key] = max(most[key], here[key, state.seat_to_act])
            state.apply(action)
    assert [key for key, once in acts.items() if once and most[key] > 1] == []
    often = [key for key, once in acts.items() if not once]
    assert sum(most[key] > 1 for key in often) >= len(often) / 3, "what is told as often possible is done twice"
    assert any(most[key] == 1 for key, once in acts.items() if once) or not any(acts.values())


@pytest.mark.parametrize("name", GAMES)
def test_what_comes_instead_of_another_never_comes_after_it(name):
    """Between two beginnings of a fight, in random games."""
    game, data = engines.load(name), sheet.sheet_choices(name)["fight"]
    names = sorted(data["steps"], key=list(game.flow.steps).index)
    found = dict(zip(names, step_places.place_steps(game, names, data.get("always", ())), strict=True))
    fights, seen = 0, set()
    for seed in range(6):
        state, chance, here = game.new(seed=seed).listen(), random.Random(seed), []
        for _ in range(600):
            if state.result is not None:
                break
            state.apply(chance.choice(state.actions))
            for step in state.path:
                fights, here = (fights + 1, []) if step == names[0] else (fights, here)
                if step in found and step not in here:
                    assert here == [] or step not in instead_of(found, names, here[-1]), (here, step)
                    here.append(step)
                    seen.add(step)
            state.path.clear()
            state.events.clear()
    assert fights > 3
    assert len(seen) > len(names) / 2


def instead_of(found, names, name):
    """Return the alternatives to a step, which are the other rows in its run of alternatives."""
    runs = []
    for one in names:
        if found[one].instead:
            runs[-1].append(one)
        else:
            runs.append([one])
    run = next(run for run in runs if name in run)
    return {one for one in run if one != name} if len(run) > 1 else set()


def test_guard_or_intercept_and_what_an_action_does_are_no_sequence():
    rows = sheet.build_sheet(engines.load("dgrayman"))["fight"]["rows"]
    told = [(row["number"], row["instead"]) for row in rows]
    assert told[:6] == [(1, False), (2, False), (3, False), (3, True), (4, False), (5, False)]
    assert told[6:] == [(5, True)] * 4
    lines = [*one_page.page_lines("D", sheet.build_sheet(engines.load("dgrayman")), 88)]
    assert any(line.startswith("3. or Intercept") for line in lines)


def test_the_flow_and_the_clauses_tell_once_from_often():
    once = {name: {act.kind for act in sheet.allowed_actions(engines.load(name)) if act.once} for name in GAMES}
    assert once["altaria"] == {"charge_altar", "charge_energy"}
    assert once["chaos"] >= {"enter", "enter_extra", "level_partner", "turn_up"}
    assert once["dgrayman"] == {"search_deck"}
    assert once["kingdom_hearts"] == {"move", "battle", "challenge", "drop_form"}
    assert once["star_wars"] == set()


@pytest.mark.parametrize("reference", ["99.1", "12.4#9", "12.4#2-1", "x y"])
def test_a_reference_that_means_nothing_is_named(reference):
    with pytest.raises(DataError, match="one page of altaria"):
        sheet.quote_reference(engines.load("altaria"), reference)


def test_sentences_are_cut_where_asked():
    game = engines.load("altaria")
    assert sheet.quote_reference(game, "12.3").text.startswith(
        "The defender may fatigue one upright unit with Bulwark: the"
    )
    assert sheet.quote_reference(game, "12.3~").text == "The defender may fatigue one upright unit with Bulwark."
    assert sheet.quote_reference(game, "12.3#2").text == "Allowed against core attacks and unit attacks."
    assert sheet.quote_reference(game, "12.10!").text == "Equal power: both units are destroyed."
    assert "(" not in sheet.quote_reference(game, "8.1").text


@pytest.mark.parametrize("name", GAMES)
def test_the_page_draws_plain_data(name):
    data = sheet_page.sheet_data(engines.load(name), "en")
    assert data["card"]["face"]["name"]
    assert 10 <= len(data["words"]) <= sheet.MOST_WORDS
    assert [phase["title"] for phase in data["turn"] if phase["chosen"]]
    assert all(set(said) == {"text", "clauses"} for said in (*data["once"], *data["often"], *data["never"]))


@pytest.mark.parametrize("name", GAMES)
def test_the_terminal_prints_it_no_wider_than_asked(name):
    game = engines.load(name)
    lines = list(one_page.page_lines(game.title, sheet.build_sheet(game), 60))
    assert max(map(len, lines)) <= 60
    assert "Never" in lines


def test_the_command(capsys):
    assert cli.main(["one-page", "altaria"]) == 0
    assert "How you win" in capsys.readouterr().out
    assert cli.main(["one-page", "nonsense"]) == 2


@pytest.mark.parametrize("name", GAMES)
def test_once_a_turn_and_one_at_a_time_are_two_things(name):
    page = sheet.build_sheet(engines.load(name))
    for said in page["one"]:
        assert "turn" not in said.text.replace("turns", ""), "a limit for a turn stands under the other heading"
    assert page["once"] or page["one"]
    lines = list(one_page.page_lines(name, sheet.build_sheet(engines.load(name)), 80))
    assert ("One at a time" in lines) == bool(page["one"])
    assert not [line for line in lines if line.startswith("Once a turn, or one")]


def test_exceptions_stand_beside_their_rule():
    page = sheet.build_sheet(engines.load("altaria"))
    [new] = [said for said in page["never"] if "4.5" in said.clauses]
    assert new == (
        "A unit cannot attack during the turn in which it was summoned, unless it has Haste.",
        ("4.5", "14.1"),
    )
    assert any("does not draw in their first turn" in said.text for said in page["start"])


def test_every_keyword_of_a_card_stands_on_the_page():
    titles = {row["title"] for row in sheet.build_sheet(engines.load("altaria"))["keywords"]["rows"]}
    assert titles == set(KEYWORDS)


def test_what_the_page_abbreviates_stands_among_its_words():
    game = engines.load("kingdom_hearts")
    page = sheet.build_sheet(game)
    texts = " ".join(sheet._texts({key: part for key, part in page.items() if key != "words"}))
    short = [found[1] for term in game.rulebook.terms if (found := re.search(r"\(([A-Z]{2,3})\b", term.english))]
    told = {one for one in short if re.search(rf"\b{one}\b", texts)}
    assert told >= {"DN", "SUP", "MAG", "ATK"}
    shown = " ".join(word for word, _ in page["words"])
    assert [one for one in sorted(told) if f"({one})" not in shown] == []


def test_the_page_of_chaos_tells_draws_readying_the_hand_limit_and_reflect_and_how_one_loses():
    page = sheet.build_sheet(engines.load("chaos"))
    text = " ".join(
        said.text for said in (*(row["said"] for row in page["turn"]), *(r["said"] for r in page["fight"]["rows"]))
    )
    for told in ("draws 1 card from the main deck", "may draw 1 card", "becomes Stand", "hand limit", "Rest cards all"):
        assert told in text
    assert "Reflect" in [row["title"] for row in page["keywords"]["rows"]]
    assert "How you lose, and your rival wins" in list(one_page.page_lines("ChaosTCG", page, 80))
    assert all("loses" in said.text for _, said in page["wins"])
