""" "Design a card": the form follows from the card rules, faults are shown in place, and a valid card can be played."""

import asyncio
import random

import pytest

import engines
from engines.book.card_reading import card_row, read_card
from engines.book.rulebook import parse_toml
from engines.designs.untrusted_files import ABILITIES
from engines.errors import DataError
from engines.legal.card_filters import keyword_level
from engines.legal.card_programs import programs_of
from engines.search.players import greedy_player, random_player
from tests.refusals import refuse
from tutor.boards.presentation import load_look
from tutor.classroom import card_form, card_page, card_play, card_use, card_words
from tutor.classroom.card_draft import CardDraft, describe_fault, read_draft
from tutor.classroom.card_of_set import CardOfSet
from tutor.classroom.own_page import own_game
from tutor.classroom.sliced_work import SlicedWork
from tutor.commands.checking import check_files
from tutor.matches.match import allowed_opponents
from tutor.navigation import links
from tutor.text import load_catalogue

GAMES = engines.names()
NAME = "Test Card"


def draft(game, **row):
    """Return a new draft for a game, as on the page, with these entries."""
    found = CardDraft(engines.load(game))
    found.row |= {"name": NAME} | row
    return found


@pytest.mark.parametrize("name", GAMES)
def test_every_card_of_a_game_is_a_row_that_is_read_back_and_taken(name):
    game = engines.load(name)
    for card in game.cards:
        if not card.unseen:
            again = read_card(game.card_rules, card_row(game.card_rules, card), card.number, "test")
            assert again.abilities == card.abilities
            assert again.fields == card.fields
    for sample in card_form.sample_cards(game):
        assert card_form.is_accepted(game, sample.row)


@pytest.mark.parametrize("name", GAMES)
def test_the_choices_are_those_of_the_card_rules(name):
    """No value is listed twice, all values on the game's cards can be chosen, and none that its rules do not have."""
    game = engines.load(name)
    rules = game.card_rules
    for sample in card_form.sample_cards(game):
        found = CardDraft(game, {**sample.row, "name": NAME})
        form = found.form("en")
        fields = {one["name"] for one in form["fields"] + form["more"]}
        assert set(sample.row) - {"ability"} <= fields <= set(rules.fields)
        for ability, row in zip(form["abilities"], sample.row.get("ability", ()), strict=True):
            assert row["when"] in ability["when"]["options"]
            assert set(ability["when"]["options"]) <= set(rules.moments)
            assert set(row.get("requires", ())) <= {one["name"] for one in ability["requires"]} <= set(rules.requires)
            for one, instruction in zip(ability["do"], row["do"], strict=True):
                offered = {option["id"] for option in one["fitting"] + one["others"]}
                assert offered == set(rules.verbs)
                assert instruction["verb"] in {option["id"] for option in one["fitting"]}
                assert {entry["name"] for entry in one["arguments"]} == set(rules.verbs[one["verb"]])


@pytest.mark.parametrize("name", GAMES)
def test_what_the_rules_refuse_a_category_is_not_offered_to_it(name):
    rules = engines.load(name).card_rules
    assert rules.moments_of
    assert rules.fields_of
    for category in rules.fields["category"].allowed:
        found = draft(name)
        found.put("category", category)
        offered = card_form.fields_for(rules, found.game, category)
        for field, categories in rules.fields_of.items():
            assert (field in offered) <= (category in categories)
        for moment in set(rules.moments) - set(rules.moments_of.get(category, rules.moments)):
            like = next(iter(card_form.abilities_of(found.game, "", moment)), None)
            if like is not None:
                assert not card_form.is_accepted(found.game, {**found.row, "ability": [dict(like)]})


@pytest.mark.parametrize("name", GAMES)
def test_the_text_is_what_the_game_prints(name):
    game = engines.load(name)
    for card in game.cards:
        if not card.unseen:
            found = CardDraft(game, card_row(game.card_rules, card) | {"name": NAME})
            printed = [line for line in found.printed("en") if NAME not in line]
            assert {*printed} <= {line.replace(card.name, NAME) for line in card.rules_text} | {*card.rules_text}


# Faults.


@pytest.mark.parametrize(
    ("name", "changes", "place", "words"),
    [
        ("altaria", [("cost", "x")], "cost", "It must be a whole number"),
        ("altaria", [("cost", "-4")], "cost", "It must be 0 or more"),
        ("altaria", [("power", "")], "power", "A unit needs it"),
        ("altaria", [("name", "")], "name", "no name"),
        ("altaria", [("name", "Moss, Elder")], "name", "comma"),
        ("altaria", [("name", "Mossback Guard")], "name", "already exists"),
        ("altaria", [("symbols", "RQ")], "symbols", "Use the letters R U Y G W P"),
        ("altaria", [("+", "ability"), ("ability.0.when", "rest")], "", ""),
        ("altaria", [("+", "ability"), ("ability.0.do.0.verb", "bonus")], "ability.0.do.0.verb", "continuous"),
        ("altaria", [("+", "ability"), ("ability.0.do.0.verb", "destroy")], "ability.0.do.0.verb", "Choose a unit"),
        ("altaria", [("+", "ability"), ("ability.0.do.0.count", "0")], "ability.0.do.0.count", "1 or more"),
        ("chaos", [("names", "")], "names", "A character needs it"),
        ("kingdom_hearts", [("category", "player"), ("hp", "")], "hp", "Give it hp"),
        ("star_wars", [("category", "unit"), ("version", "A")], "version", "This card has a version"),
        ("dgrayman", [("category", "skill"), ("rank", "")], "rank", "A skill needs it"),
    ],
)
def test_a_fault_stands_where_it_is(name, changes, place, words):
    found = draft(name)
    for at, value in changes:
        found.add(value) if at == "+" else found.put(at, value)
    faults = found.faults()
    if not words:
        assert faults == {}
        return
    assert words in faults[place]
    assert "\n" not in faults[place]
    assert found.form("en")["faults"] == len(faults)


def test_what_a_fault_is_about_is_said():
    assert describe_fault("card 'X'", "has keywords.", "Leave them.") == "This card has keywords. Leave them."
    assert describe_fault("card 'X', ability 1", "does nothing.", "Add one.") == "This ability does nothing. Add one."
    assert describe_fault("card 'X'", "field 'cost' is missing.", "Add it.") == "Field 'cost' is missing. Add it."


def test_places_that_there_are_not_are_left_alone():
    found = draft("altaria")
    before = dict(found.row)
    for at in ("", "x", "ability", "ability.0.when", "ability.9.do.9.verb", "ability.x.y", "9.9", "name.x.y"):
        found.put(at, "1") if at != "name.x.y" else None
        found.take(at)
    for at in ("ability.0.do", "ability.5.do", "name", "ability.0"):
        found.add(at)
    assert found.row == before
    for _ in range(9):
        found.add("ability")
    assert len(found.row["ability"]) == ABILITIES
    found.put("name", "x" * 5000)
    assert len(found.row["name"]) <= card_form.LETTERS


# Files.


def test_a_card_is_a_file_that_is_opened_again_and_that_the_checker_takes(tmp_path):
    found = draft("chaos")
    found.add("ability")
    games = {name: engines.load(name) for name in GAMES}
    assert read_draft(found.text(), games).row == found.row
    path = tmp_path / "card.toml"
    path.write_text(found.text(), encoding="utf-8")
    assert check_files(path).summary() == "All good: 1 card."


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "for which game"),
        ("game = 3", "for which game"),
        ('game = "chess"', "for which game"),
        ('game = "altaria"', "is not one card"),
        ('game = "altaria"\ncard = 3', "is not one card"),
        ('game = "altaria"\n[[card]]\n[[card]]', "has no name"),
        ('game = "altaria"\n[[card]]\nname = "X"', "category"),
        ('game = "altaria"\n[[card]]\nname = "X"\ncategory = "unit"\ncode = "import os"', "unknown field 'code'"),
        ('game = "altaria"\n[[card]]\nname = "X"\nability = 3', "ability"),
        ("a = " + "[" * 3000, "deep"),
        ("x" * 500_000, "too long"),
        (f'game = "altaria"\n[[card]]\ncost = {"9" * 5000}', "thousands of digits"),
    ],
)
def test_what_is_no_card_is_refused_in_a_sentence(text, words):
    with pytest.raises(DataError) as error:
        read_draft(text, {name: engines.load(name) for name in GAMES})
    assert words in str(error.value)


# Random cards.


def shake(found, chance):
    """Change a draft at random, using the choices in its form."""
    found.put("category", chance.choice(found.rules.fields["category"].allowed))
    found.row["name"] = NAME
    for _ in range(chance.randint(0, 2)):
        found.add("ability")
    for _ in range(chance.randint(2, 10)):
        form = found.form("en")
        abilities, roll = form["abilities"], chance.random()
        if abilities and roll < 0.2:
            found.add(chance.choice(abilities)["at"] + ".do")
        elif abilities and roll < 0.3:
            found.take(chance.choice(abilities)["at"] + ".do.0")
        elif abilities and roll < 0.5:
            one = chance.choice(chance.choice(abilities)["do"])
            found.put(one["at"] + ".verb", chance.choice(one["fitting"] or one["others"])["id"])
        else:
            entries = [one for one in form["fields"] + form["more"] if one["name"] not in ("name", "category")]
            for ability in abilities:
                entries += [ability["when"], *ability["requires"]]
                entries += [entry for one in ability["do"] for entry in one["arguments"]]
            entry = chance.choice(entries)
            values = {
                "number": [0, 1, 2, 3, 5, -1, 99, ""],
                "switch": [True, False],
                "choice": ["", *entry["options"]],
                "several": [[], entry["options"][:1], entry["options"][-2:]],
                "list": [entry["value"], "", "Nobody", *entry["known"]],
                "text": ["", *entry["known"]],
            }
            found.put(entry["at"], chance.choice(values[entry["sort"]]))


@pytest.mark.sample("chaos", "kingdom_hearts")
@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_cards_put_together_at_random_are_played_to_the_end_or_refused_in_words(name):
    played = refused = 0
    for seed in range(14):
        chance = random.Random(seed)
        found = CardDraft(engines.load(name))
        shake(found, chance)
        faults = found.faults()
        if faults:
            refused += 1
            assert all(text.endswith((".", "?", ")")) for text in faults.values()), faults
            continue
        made = found.made()
        ways = [way for id in made.decks for way in card_play.find_swaps(made, NAME, id)[:1]]
        assert ways, found.row
        game = made.with_decks([ways[seed % len(ways)].changed])
        rival = allowed_opponents(game, card_play.OWN_DECK)[0]
        for player in (random_player, greedy_player):
            state = game.new((card_play.OWN_DECK, rival), seed=seed, listen=True)
            players = [player(seed), player(seed + 1)]
            while state.result is None:
                state.apply(players[state.seat_to_act](state))
            for event in state.events:
                assert game.narrate(event)
        played += 1
    assert played
    assert refused


# Playing and measuring.


def test_a_copy_of_the_card_it_replaces_changes_nothing_at_all():
    """Each pair is the same deal, so a card that differs only in its texts wins exactly the same games."""
    game = engines.load("dgrayman")
    out = next(
        name for name in game.decks[next(iter(game.decks))].cards if not game.cards[game.by_name[name]].abilities
    )
    row = card_row(game.card_rules, game.cards[game.by_name[out]]) | {"name": NAME}
    made = game.with_cards([{key: part for key, part in row.items() if key != "id"}], "test")
    way = next(one for one in card_play.find_swaps(made, NAME, next(iter(game.decks))) if one.out == out)
    played = list(card_play.play_swap_pairs(made, way, 6))
    assert [(one.without, one.seat) for one in played] == [(one.with_it, one.seat) for one in played]
    found = card_play.swap_effect(played, way.deck)
    assert (found.difference.value, found.visible, found.difference.n) == (0, False, 6)
    assert found.difference.high == -found.difference.low > 0.3, "six deals do not say that it never changes anything"


def test_a_card_that_is_much_too_strong_is_seen():
    made = draft("altaria", cost=0, power=9, break_rank=5).made()
    way = card_play.find_swaps(made, NAME, "hearth")[0]
    assert made.check_deck(way.changed.cards) == []
    found = card_play.swap_effect(list(card_play.play_swap_pairs(made, way, 30)), "hearth")
    assert found.visible
    assert found.difference.value > 0.1
    assert found.changed.value - found.printed.value == pytest.approx(found.difference.value)


def test_a_few_deals_show_no_difference_whatever_they_are():
    played = [card_play.SwapPair("tide", deal, deal % 2, 0.0, 1.0) for deal in range(40)]
    assert card_play.swap_effect(played, "hearth").visible
    assert not card_play.swap_effect(played[:5], "hearth").visible
    assert card_play.swap_effect(played[:1], "hearth").difference.value is None


@pytest.mark.parametrize("name", GAMES)
def test_a_card_that_was_drawn_and_used_is_counted(name):
    """A copy of a card of the deck is drawn as often as that card, and used by actions of the game."""
    game = engines.load(name)
    deck = next(iter(game.decks))
    rival = allowed_opponents(game, deck)[0]
    hands = []
    for seed in range(10):
        state = game.new(decks=(game.decks[deck].cards, game.decks[rival].cards), seed=seed)
        while not game.rules.table(state, 0).zones[0].get("hand"):
            state.apply(state.actions[0])
        hands += [one.card for one in game.rules.table(state, 0).zones[0]["hand"]]
    out = max(sorted({*hands}), key=hands.count)
    row = card_row(game.card_rules, game.cards[game.by_name[out]]) | {"name": NAME}
    made = game.with_cards([{key: part for key, part in row.items() if key != "id"}], "test")
    way = next(one for one in card_play.find_swaps(made, NAME, deck) if one.out == out)
    played = list(card_play.play_swap_pairs(made, way, 8))
    drawn, used = (
        sum(part) for part in zip(*[(one.use.drawn, sum(one.use.used.values())) for one in played], strict=True)
    )
    assert 0 < drawn <= 8 * way.copies * 2, "a copy may come back to the hand"
    assert 0 < used <= drawn
    assert {kind for one in played for kind in one.use.used} <= {*game.kinds}
    told = card_use.use_in_words(game, [one.use for one in played], "en")
    assert f"of {len(played)} games" in told
    assert "{" not in told


def test_a_card_that_nobody_used_says_so():
    game = engines.load("altaria")
    assert "not seen used" in card_use.use_in_words(game, [card_use.CardUse(1), card_use.CardUse()], "en")
    one = card_use.CardUse(2, {"summon": 1, "charge_energy": 3})
    assert card_use.use_in_words(game, [one], "en") == (
        "Drawn in 1 of 1 games with it, and used from the hand in 1: “Charge as energy” 3 times, “Summon” once."
    )


def test_a_run_that_was_stopped_is_not_judged():
    page = card_page.card()
    page.wanted, page.played = 40, [card_play.SwapPair("tide", deal, deal % 2, 0.0, 1.0) for deal in range(39)]
    shown = page._measured()
    assert (shown["visible"], shown["told"]) == (False, "Not judged before all 40 deals are played.")
    page.played.append(card_play.SwapPair("tide", 39, 1, 0.0, 1.0))
    shown = page._measured()
    assert (shown["visible"], shown["told"]) == (True, "The deck wins more often with it.")


def test_work_in_slices_can_be_stopped_and_fails_in_words():
    seen = []

    async def page():
        run = SlicedWork(iter(range(10**9)), lambda: seen.append("told"), lambda: seen.append("over"), seen.append)
        while not seen:
            await asyncio.sleep(0.01)
        run.stop()
        await asyncio.sleep(0.05)
        before = len(seen)
        await asyncio.sleep(0.3)
        assert len(seen) == before

    asyncio.run(page())
    assert seen[-1] == "over"

    def work():
        yield 1
        raise ValueError("no")

    failed = []
    assert SlicedWork(work(), lambda: None, lambda: None, failed.append).over
    assert [str(error) for error in failed] == ["no"]


@pytest.fixture
def page():
    """The page of the first game."""
    return card_page.card()


def send(page, name, **more):
    """Send a message as the browser does."""
    return page.page.receive({"type": "command", "name": name, **more})


@pytest.mark.parametrize("make", [card_page.card, own_game])
def test_in_the_browser_the_pages_say_where_to_measure(make, monkeypatch):
    monkeypatch.setenv(links.ADDRESS_VARIABLE, "/site/pages")
    measure = make().page.data["measure"]
    assert measure["sizes"] == []
    assert "in the app" in measure["elsewhere"]
    monkeypatch.delenv(links.ADDRESS_VARIABLE)
    measure = make().page.data["measure"]
    assert len(measure["sizes"]) == 3
    assert measure["elsewhere"] == ""


@pytest.mark.parametrize("game", engines.names())
def test_each_verb_is_listed_once_without_the_words_of_its_moment(page, game):
    send(page, "game", id=game)
    send(page, "add", at="ability")
    [ability] = page.page.data["form"]["abilities"]
    [one] = ability["do"]
    listed = [*one["fitting"], *one["others"]]
    assert len({row["id"] for row in listed}) == len(listed)
    texts = [row["text"] for row in listed]
    assert not any(all(text.startswith(other[: at + 1]) for text in texts) for other in texts[:1]
                   for at, sign in enumerate(other) if sign == ":")  # fmt: skip


def test_the_page_from_a_form_to_a_game_and_its_measures(page):
    send(page, "game", id="altaria")
    send(page, "add", at="ability")
    send(page, "put", at="name", value="Moss Warden")
    data = page.page.data
    assert data["face"]["name"] == "Moss Warden"
    assert 'name = "Moss Warden"' in data["toml"]
    assert data["file"] == "moss_warden.toml"
    assert data["lines"]
    assert data["form"]["faults"] == 0
    send(page, "measure", deals=40)
    measure = page.page.data["measure"]
    assert [row["id"] for row in measure["rows"]] == ["without", "with", "difference"]
    assert "n = 40" in measure["basis"]
    send(page, "put", at="cost", value="")
    assert page.page.data["measure"]["rows"] == []  # for another card
    assert not page.page.data["ready"]
    send(page, "measure", deals=40)
    send(page, "play", bot="newcomer")
    assert page.children == (page.page,)
    send(page, "put", at="cost", value="1")
    send(page, "play", bot="newcomer")
    assert page.played_games.board is not None
    assert page.children == (page.played_games.board.stage,)
    assert page.played_games.board.match.setup.rival != page.deck
    page.played_games.board.leave()
    assert page.children == (page.page,)
    assert page.page.data["form"]["fields"][0]["value"] == "Moss Warden"


def test_messages_that_mean_nothing_change_nothing(page):
    before = page.page.data
    for name, more in (
        ("put", {"at": "ability.0.do.0.verb", "value": []}),
        ("take", {"at": "ability.7"}),
        ("game", {"id": "chess"}),
        ("measure", {"deals": 10**9}),
        ("deck", {"id": "../x"}),
        ("stop", {}),
    ):
        assert send(page, name, **more), name
    for name, more in (
        ("put", {"at": "ability.0.do.0.verb", "value": {}}),
        ("put", {"at": ["cost"], "value": 3}),
        ("put", {"at": "cost", "value": [[]]}),
        ("put", {"at": "cost", "value": float("nan")}),
        ("put", {}),
        ("measure", {"deals": "many"}),
        ("like", {"id": 3}),
        ("nothing", {}),
    ):
        refuse(page.page, name, **more)
    assert page.page.data["toml"] == before["toml"]
    assert send(page, "open", text=None, file="huge.toml")
    assert "huge.toml: is too long. It may have 400000 letters." in page.page.data["notice"]
    for odd in (3, ["game"], {"game": "altaria"}, True):
        assert "It must be a text" in refuse(page.page, "open", text=odd)
    assert send(page, "open", text='game = "altaria"\n[[card]]\nname = "<script>"\ncategory = "magic"\ncost = 1')
    assert page.draft.row["name"] == "<script>"


def test_every_word_of_the_page_is_there_in_both_languages():
    from tutor.text import load_catalogue

    english, japanese = ({key for key in load_catalogue(code) if key.startswith("card.")} for code in ("en", "ja"))
    assert english == japanese


EVERY = [*engines.names(), "lanterns"]


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("name", EVERY)
def test_every_place_of_a_form_is_called_as_a_player_says_it(name, language):
    """Fields, conditions, moments and arguments: none has only the name used in card files, such as `pay_hand`."""
    rules = engines.load(name).card_rules
    asked = {*rules.fields, *rules.requires, *(one for verb in rules.verbs.values() for one in verb)} - {"id"}
    figures = {row["field"] for row in load_look(name)["figure"]}
    known, own = load_catalogue(language), load_look(name)
    for field in asked | {"when"}:
        told = f"card_field.{field}" in known or field in own.get("card_field", ())
        assert told or field in figures, field
        assert card_words.field_title(name, field, language) != field
    moments = {one for some in (rules.moments, *rules.moments_of.values()) for one in some}
    assert all({*row} == {"title", "ja"} for part in ("card_field", "card_value") for row in own.get(part, {}).values())
    assert all(one in own.get("card_value", ()) or f"card_value.{one}" in known for one in moments)
    for field, rule in rules.fields.items():
        for value, said in card_words.value_titles(name, field, map(str, rule.allowed), language).items():
            assert "_" not in said, (field, value)


def test_the_form_of_altaria_has_no_letters_without_their_meaning(page):
    send(page, "game", id="altaria")
    form = page.page.data["form"]
    entries = {entry["name"]: entry for entry in [*form["fields"], *form["more"]]}
    assert entries["symbols"]["title"] == "Colours"
    assert "R red, U blue" in entries["symbols"]["hint"]
    assert entries["rarity"]["titles"]["R"] == "R, rumour"
    assert entries["category"]["titles"] == {"unit": "Unit", "magic": "Magic", "force": "Force"}
    assert not any(entry["hint"] for name, entry in entries.items() if name != "symbols")


def test_a_word_means_what_it_means_in_its_place():
    assert card_words.value_titles("dgrayman", "icons", ["attack", "draw"]) == {"attack": "Attack", "draw": "Draw"}
    assert card_words.value_titles("altaria", "when", ["attack", "rest"]) == {
        "attack": "On attack",
        "rest": "By fatiguing it",
    }
    assert card_words.value_titles("kingdom_hearts", "bearers", ["hero", "ally"]) == {
        "hero": "The hero",
        "ally": "Ally",
    }
    assert card_words.value_titles("star_wars", "kind", ["ground"], "ja") == {"ground": "グラウンド"}


@pytest.mark.parametrize("name", GAMES)
def test_every_value_of_the_form_is_called_something_in_japanese(name):
    """Except for Altaria's keywords, which are printed unchanged on Japanese cards."""
    rules = engines.load(name).card_rules
    places = [rules.fields, rules.requires, *rules.verbs.values()]
    values = [(field, str(one)) for place in places for field, rule in place.items() for one in rule.allowed]
    values = [(field, one) for field, one in values if one not in ("True", "False")]  # drawn as a switch
    english = {
        (field, one)
        for field, one in values
        if card_words.value_titles(name, field, [one], "ja").get(one, one).isascii() and not one.isdecimal()
    }
    assert {field for field, _ in english} <= {"keywords", "keyword"}


def test_where_a_card_goes_is_called_as_on_the_table():
    assert card_words.value_titles("chaos", "to", ["deck"]) == {"deck": "Main deck"}
    assert card_words.value_titles("altaria", "to", ["graveyard"], "ja") == {"graveyard": "墓地"}
    assert card_words.value_titles("dgrayman", "until", ["action"]) == {}, "not the Action Zone"
    assert card_words.value_titles("dgrayman", "until", ["action"], "ja") == {"action": "アクション"}


def test_a_fight_is_not_called_as_the_cards_that_are_used_in_it():
    """In Star Wars: "Only once in a Battle card" should say "in a battle"."""
    for language, meant in (("en", "battle"), ("ja", "バトル")):
        for field in ("once", "until"):
            assert card_words.value_titles("star_wars", field, ["battle"], language).get("battle", "battle") == meant
    assert card_words.value_titles("star_wars", "category", ["battle"]) == {"battle": "Battle card"}


@pytest.mark.parametrize("name", GAMES)
def test_the_form_has_the_japanese_terms_of_the_rulebook(name):
    """English terms of the glossary have their Japanese terms in the form too."""
    glossary = {term.english.casefold(): term.japanese.split(" / ") for term in engines.load(name).rulebook.terms}
    for part in ("card_field", "card_value"):
        for key, row in load_look(name).get(part, {}).items():
            if terms := glossary.get(row["title"].casefold()):
                assert row["ja"] in terms, key


WRITTEN = 'when = "summon"\nmay = true\npay = [{ verb = "discard" }]\ndo = [{ verb = "draw", count = 2 }]'


def open_draft():
    draft = CardDraft(engines.load("altaria"))
    draft.row |= {"name": "Wharf Clerk", "ability": [{"when": "summon", "do": [{"verb": "draw", "count": 1}]}]}
    return draft


def test_an_effect_is_written_out_and_its_sentence_follows():
    draft = open_draft()
    draft.put("ability.0.written", WRITTEN)
    assert draft.faults() == {}
    [ability] = draft.form("en")["abilities"]
    assert "you may discard 1 card. If you do, draw 2 cards" in ability["text"]
    assert ability["written"] == {"at": "ability.0.written", "text": WRITTEN, "fault": "", "open": True}
    assert "pay" in draft.text()
    assert [one for one in draft.printed("en") if "discard 1 card" in one]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (WRITTEN.replace("verb", "verrb", 1), "verb"),
        (WRITTEN.replace('"discard"', '"discrad"'), "discard"),
        (WRITTEN.replace("summon", "sumon"), "summon"),
        ("when = ", "TOML"),
        ("do = 3", "It must be"),
        (WRITTEN.replace("count", "cuont"), "count"),
    ],
)
def test_a_wrong_effect_is_told_with_the_nearest_word(text, said):
    draft = open_draft()
    draft.put("ability.0.written", text)
    assert draft.faults()
    [ability] = draft.form("en")["abilities"]
    assert said in ability["written"]["fault"]
    assert ability["written"]["text"] == text


def test_a_printed_text_is_part_of_the_card_and_carried_out_by_hand_without_an_ability():
    draft = open_draft()
    draft.row.pop("ability")
    draft.put("text", "When this is summoned, name a card.")
    assert draft.faults() == {}
    game = draft.made()
    assert game.cards[game.by_name["Wharf Clerk"]].abilities[0].by_hand
    assert [one for one in draft.form("en").items() if one == ("printed", "When this is summoned, name a card.")]
    read = read_draft(draft.text(), {"altaria": engines.load("altaria")})
    assert read.only_printed == {"text": "When this is summoned, name a card."}
    assert read.text() == draft.text()


SET_WITH_WORDS = """
game = "star_wars"
set = "mine"

[fields]
subtype = "words"

[[keyword]]
name = "Sharp Aim"
number = true
ability = [{ when = "hits_counted", do = [{ verb = "alter", running = "dealt", by = "number" }] }]

[[card]]
name = "Captain"
category = "unit"
kind = "ground"
side = "light"
cost = 4
speed = 40
power = 3
health = 3
subtype = ["Fleet"]
keywords = ["Sharp Aim 2"]
[[card.ability]]
when = ["build_step", "window_1"]
once = "turn"
do = [{ verb = "draw", who = "own", count = 1 }]
[[card.ability]]
when = "continuous"
do = [{ verb = "change", of = { other = true, subtype = "Fleet" }, speed = 10 }]

[[card]]
name = "Sailor"
category = "unit"
kind = "ground"
side = "light"
cost = 2
speed = 30
power = 1
health = 2
subtype = ["Fleet"]
[[card.ability]]
when = "continuous"
do = [{ verb = "give", of = { subtype = "Fleet" }, keyword = "Sharp Aim", number = 1 }]
"""


@pytest.mark.parametrize("at", [0, 1])
def test_a_card_of_a_set_may_use_the_sets_own_entries_and_keywords(at):
    document = parse_toml(SET_WITH_WORDS, "mine.toml")
    found = CardOfSet(engines.load("star_wars"), document, at)
    assert not found.faults()
    game = found.made()
    state = game.position({"step": "C4", "P1": {"ground": ["Captain", "Sailor"]}})
    assert [one["speed"] for one in state.view(0)["players"][0]["ground"]] == [40, 40]
    assert keyword_level(state, "Sharp Aim", programs_of(game).find(state, 1)) == 3
    document["card"][0]["ability"][:1] = (
        [
            {"when": when, "once": "turn", "do": [{"verb": "draw", "who": "own", "count": 1}]}
            for when in ("build_step", "window_1")
        ]
        if at == 0
        else document["card"][0]["ability"][:1]
    )
    assert parse_toml(found.text(), "mine.toml") == document
