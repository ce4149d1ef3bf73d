"""What is said of each deck: there in both languages, plain, and true of its list, its cards and the rules."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import pytest

import engines
from engines.book.cards import Card, Deck
from engines.game import Game
from engines.kingdom_hearts.allies import ALLIES_OF
from engines.kingdom_hearts.cards import ALLY, DARK_NOBODY, MAGIC, MAGIC_ALLY, PLAYER, TECHNIQUE
from tutor.commands.simulate import describe_choices
from tutor.lessons.growing_checks import JAPANESE, LONGEST_SENTENCE, forms_to_avoid, sentences_of
from tutor.matches.match import Setup
from tutor.pages.setup_form import setup_form
from tutor.sets.decks import game_with_decks

LANGUAGES = ("en", "ja")
DECKS = [(name, id) for name in engines.names() for id in game_with_decks(name).decks]
MOST_SENTENCES = 3
NUMBER_WORDS = re.compile(r"\b(three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b", re.IGNORECASE)


@dataclass
class Listed:
    """A deck, and what can be counted or read in it."""

    game: Game
    deck: Deck

    def card(self, name: str) -> Card:
        """Return a card that must be in the deck."""
        assert self.deck.cards.get(name), name
        return self.game.cards[self.game.by_name[name]]

    def cards(self) -> list[Card]:
        """Return the cards of the deck, each once."""
        return [self.card(name) for name in self.deck.cards]

    def copies(self, test: Callable[[Card], bool]) -> int:
        """Return the number of cards in the deck for which the test is true."""
        return sum(self.deck.cards[card.name] for card in self.cards() if test(card))

    def having(self, field: str, entry: str) -> int:
        """Return the number of cards with an entry in a field, such as a keyword."""
        return self.copies(lambda card: entry in (card.fields.get(field) or ()))

    def of(self, field: str, value: str) -> int:
        """Return the number of cards with a value in a field."""
        return self.copies(lambda card: card.fields.get(field) == value)

    def figure(self, field: str, *names: str) -> int:
        """Return the printed figure of a card; of several cards, it must be the same."""
        (found,) = {self.card(name).fields[field] for name in names}
        return found

    def printed(self, name: str, pattern: str) -> int:
        """Return the number in the text of a card that a pattern finds."""
        found = re.search(pattern, "\n".join(self.card(name).rules_text))
        assert found, (name, pattern)
        return int(found[1])

    def clause(self, id: str, pattern: str) -> int:
        """Return the number in the text of a clause that a pattern finds."""
        found = re.search(pattern, self.game.rulebook.clause(id).text)
        assert found, (id, pattern)
        return int(found[1])

    def attack(self, name: str) -> tuple[int, int, int]:
        """Return the ATK, its modifier, and the sum, which is the ATK of a Partner or an Extra character (CHA-R14)."""
        atk, more = self.figure("atk", name), self.figure("atk_mod", name)
        return atk, more, atk + more

    def resonant_rank(self, name: str) -> int:
        """Return the break rank of a unit whose Resonance works."""
        assert "Resonance" in self.card(name).fields["keywords"]
        return self.figure("break_rank", name) + self.printed(name, r"\+(\d) break rank")


NUMBERS: dict[tuple[str, str], Callable[[Listed], list[int]]] = {
    ("altaria", "hearth"): lambda at: [
        at.copies(lambda card: card.category == "unit" and card.fields["cost"] <= 2),
        2,
        at.printed("Furnace Heart", r"\+(\d) power"),
    ],
    ("altaria", "tide"): lambda at: [
        at.having("keywords", "Ambush"),
        *(at.figure(field, "Springtide Colossus") for field in ("cost", "power", "break_rank")),
    ],
    ("altaria", "kiln"): lambda at: [at.of("species", "Emberkin"), at.resonant_rank("Kiln Drummer")],
    ("altaria", "ledger"): lambda at: [
        at.printed("Ledger Clerk", r"While (\d) or more"),
        at.figure("power", "Ledger Clerk") + at.printed("Ledger Clerk", r"\+(\d) power"),
        at.having("keywords", "Bulwark"),
    ],
    ("altaria", "workshop"): lambda at: [at.printed("Prism Basin", r"-(\d) power")],
    ("altaria", "harbour"): lambda at: [at.having("keywords", "Bulwark"), at.resonant_rank("Lamplit Knight")],
    ("star_wars", "light"): lambda at: [
        at.figure("health", "Bulwark Frigate", "Rampart Crawler"),
        at.printed("Ilena Sorrel", r"pay (\d) Force"),
    ],
    ("star_wars", "dark"): lambda at: [
        at.figure("speed", "Gloom Darter"),
        at.printed("Hollow Dreadship", r"Speed \+(\d+)"),
        at.printed("Varkas Thorne", r"is (\d) more"),
        at.printed("Varkas Thorne", r"pay (\d) Force"),
    ],
    ("star_wars", "frontier"): lambda at: [
        at.figure("health", "Rivet Plating"),
        at.printed("Glancing Blow", r"is (\d) less"),
        at.printed("Quiet Drift", r"Speed -(\d+)"),
    ],
    ("star_wars", "versions"): lambda at: [
        at.game.parameters["stack"],
        *(at.clause("SW-11.11", rf"{figure} \+(\d+)") for figure in ("Speed", "Power", "Health")),
    ],
    ("star_wars", "ambush"): lambda at: [
        at.copies(lambda card: card.category == "battle"),
        at.printed("Sudden Vector", r"Power \+(\d)"),
    ],
    ("star_wars", "foundry"): lambda at: [
        at.copies(lambda card, category=category: card.category == category) for category in ("location", "mission")
    ],
    ("chaos", "skyway"): lambda at: [
        *at.attack("Beyond the Clouds Tsubame"),
        at.figure("atk_mod", "Paper Wings"),
    ],
    ("chaos", "squall"): lambda at: [at.printed("Sudden Squall", r"\+0/-(\d)")],
    ("chaos", "salvage"): lambda at: [at.figure("pay_hand", "Beyond the Clouds Tsubame")],
    ("chaos", "signal"): lambda at: [
        at.copies(lambda card: card.category == "event" and "battle" in card.fields["icons"]),
        at.printed("Rallying Horn", r"\+(\d)/"),
        at.printed("Rallying Horn", r"/\+(\d)"),
    ],
    ("kingdom_hearts", "lantern"): lambda at: [at.figure("mag", "Storm Heron")],
    ("kingdom_hearts", "bell"): lambda at: [at.figure("atk", "Oriel")],
    ("kingdom_hearts", "storm"): lambda at: [at.figure("atk", "Beacon Band")],
    ("kingdom_hearts", "dunes"): lambda at: [
        at.figure("mag", "Storm Heron"),
        at.figure("bonus", "Storm Peal"),
        at.figure("level", "Glass Dunes"),
    ],
    ("dgrayman", "lantern"): lambda at: [at.having("icons", "search")],
    ("dgrayman", "warden"): lambda at: [at.having("icons", "search")],
    ("dgrayman", "captain"): lambda at: [
        at.printed("Gideon Hale (Captain)", r"(\d) or more units"),
        at.figure("power", "Gideon Hale (Captain)") + at.printed("Gideon Hale (Captain)", r"power \+(\d)"),
    ],
}
"""The numbers in a description, in the order of the English text, counted and read; a deck not listed has none."""

HAVE = (
    ("altaria", "Ember Sprinter", "keywords", "Haste"),
    ("altaria", "Reef Gatekeeper", "keywords", "Bulwark"),
    ("altaria", "Lamplit Knight", "species", "Luminary"),
    ("altaria", "Kiln Drummer", "species", "Emberkin"),
    ("star_wars", "Bulwark Frigate", "kind", "space"),
    ("star_wars", "Rampart Crawler", "kind", "ground"),
    ("star_wars", "Gloom Darter", "kind", "space"),
    ("star_wars", "Sudden Vector", "cost", None),
    ("chaos", "Unfading Light Minato", "skills", "pierce"),
    ("chaos", "Unfading Light Minato", "label", "Minato"),
    ("chaos", "First Light Minato", "names", "Minato"),
    ("chaos", "Beyond the Clouds Tsubame", "label", "Tsubame"),
    ("chaos", "Tailwind Tsubame", "names", "Tsubame"),
    ("chaos", "Paper Wings", "grants", "pierce"),
    ("chaos", "Paper Wings", "only_attribute", "wind"),
    ("chaos", "Rooftop Runner Kazane", "skills", "first_attack"),
    ("chaos", "Steady Hands Ishio", "skills", "first_defense"),
    ("kingdom_hearts", "Maren", "attribute", "dark"),
    ("kingdom_hearts", "Oriel", "attribute", "xiii"),
    ("kingdom_hearts", "Cassim", "attribute", "xiii"),
    ("kingdom_hearts", "Lio", "attribute", "light"),
    ("kingdom_hearts", "Beacon Band", "bearer_name", "Lio"),
)
"""What the descriptions say that cards have or are, with nothing for a card without a cost."""


def spoken_names(card: Card) -> set[str]:
    """Return what a text may call a card: its name, the printed one, or the person without the version."""
    printed = str(card.fields.get("printed") or card.name)
    return {name for name in (card.name, printed, card.name.split(" (")[0]) if "“" not in name}


@cache
def names_of_game(name: str) -> tuple[str, ...]:
    """Return all names of cards of a game that texts may use, the longest first."""
    cards = [card for card in game_with_decks(name).cards if not card.unseen]
    return tuple(sorted({spoken for card in cards for spoken in spoken_names(card)}, key=len, reverse=True))


def named_cards(name: str, text: str) -> set[str]:
    """Return the names of cards in an English text."""
    found = set()
    for spoken in names_of_game(name):
        text, count = re.subn(rf"(?<![\w-]){re.escape(spoken)}(?![\w-])", "*", text)
        found |= {spoken} if count else set()
    return found


def listed(name: str, id: str) -> Listed:
    game = game_with_decks(name)
    return Listed(game, game.decks[id])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", engines.names())
def test_each_deck_says_how_it_is_played(name, language):
    game = game_with_decks(name)
    shown = setup_form(game, Setup.of(game, {}, 1), language).data["decks"]
    said = {deck["description"] for deck in shown}
    assert len(said) == len(game.decks)
    assert all(said)


@pytest.mark.parametrize("name", engines.names())
def test_a_deck_is_described_in_the_two_languages_and_in_no_other(name):
    for id, deck in game_with_decks(name).decks.items():
        assert set(deck.description) == set(LANGUAGES), id


@pytest.mark.parametrize(("name", "id"), DECKS)
def test_a_description_is_short_and_plain(name, id):
    said = game_with_decks(name).decks[id].description
    sentences = sentences_of(said["en"])
    assert len(sentences) <= MOST_SENTENCES
    assert max(map(len, sentences)) <= LONGEST_SENTENCE
    assert not JAPANESE.search(said["en"])
    assert not [found[0] for pattern, _ in forms_to_avoid() if (found := pattern.search(said["en"]))]
    assert said["ja"].endswith("。")


@pytest.mark.parametrize(("name", "id"), DECKS)
def test_the_cards_in_a_description_are_in_the_deck_and_in_both_texts(name, id):
    at = listed(name, id)
    said, there = at.deck.description, at.cards()
    for spoken in named_cards(name, said["en"]):
        meant = [card for card in there if spoken in spoken_names(card)]
        assert meant, spoken
        assert any(card.names["ja"] in said["ja"] for card in meant), spoken
    for card in game_with_decks(name).cards:
        if not card.unseen and len(card.names["ja"]) > 2 and card.names["ja"] in said["ja"]:
            assert any(card.names["ja"] == one.names["ja"] for one in there), card.name


@pytest.mark.parametrize(("name", "id"), DECKS)
def test_the_numbers_in_a_description_are_those_of_the_list_and_the_cards(name, id):
    counted = NUMBERS.get((name, id), lambda at: [])(listed(name, id))
    said = game_with_decks(name).decks[id].description
    assert [int(number) for number in re.findall(r"\d+", said["en"])] == counted
    assert sorted(int(number) for number in re.findall(r"\d+", said["ja"])) == sorted(counted)
    assert not NUMBER_WORDS.search(said["en"])


@pytest.mark.parametrize(("name", "card", "field", "entry"), HAVE)
def test_cards_have_what_the_descriptions_say(name, card, field, entry):
    game = engines.load(name)
    found = game.cards[game.by_name[card]].fields.get(field)
    assert found == entry or entry in found
    assert any(card in named_cards(name, deck.description["en"]) for deck in game_with_decks(name).decks.values())


def test_no_light_unit_is_printed_as_fast_as_the_one_that_acts_first():
    cards = [card for card in engines.load("star_wars").cards if not card.unseen and card.category == "unit"]
    (first,) = [card for card in cards if card.name == "Gloom Darter"]
    rivals = [card for card in cards if card.fields["side"] != "dark" and card.fields["kind"] == "space"]
    assert max(card.fields["speed"] for card in rivals) < first.fields["speed"]


def test_the_extra_character_is_stronger_even_than_a_partner():
    at = listed("chaos", "lighthouse")
    for figure in ("atk", "end"):
        extra, partner = (
            at.figure(figure, name) + at.figure(f"{figure}_mod", name)
            for name in ("Unfading Light Minato", "First Light Minato")
        )
        assert extra > partner


def test_the_highest_attack_is_that_of_the_character_said_to_have_it():
    at = listed("chaos", "salvage")
    fighters = [card.name for card in at.cards() if card.fields.get("atk") is not None]
    assert max(fighters, key=lambda name: at.attack(name)[-1]) == "Beyond the Clouds Tsubame"


def test_the_versions_of_oren_fill_a_stack():
    at = listed("star_wars", "versions")
    versions = {card.fields["version"] for card in at.cards() if card.fields.get("printed") == "Oren Vash"}
    assert len(versions) >= at.game.parameters["stack"]


# Kingdom Hearts has no costs, but conditions that some decks cannot meet for all their cards (KH-1.9).


def cards_of_use(at: Listed, hero: Card) -> set[str]:
    """Return the cards of a deck that can be used with a hero, among those with a condition that can fail.

    These are allies, Magic, Magic/Ally and Technique cards. A Form Change of the hero counts as a second attribute.
    """
    forms = [card for card in at.cards() if card.fields["form"] and card.fields["form_of"] == hero.name]
    types = {one for card in (hero, *forms) for one in ALLIES_OF[card.fields["attribute"]]}
    rod = max((card.fields["mag"] for card in at.cards() if ALLY in (card.fields.get("bearers") or ())), default=0)
    allies: list[Card] = []
    while True:
        casters = [card.fields.get("mag", 0) + rod for card in allies if card.category != DARK_NOBODY]
        magic = max(hero.fields["mag"], *casters, 0)
        ladder = max((card.fields["level"] for card in allies), default=0) + 1
        more = [
            card
            for card in at.cards()
            if card not in allies
            and card is not hero
            and not card.fields["form"]
            and (card.category, card.fields.get("attribute") or "") in types
            and card.fields["level"] <= (magic if card.category == MAGIC_ALLY else ladder)
        ]
        if not more:
            break
        allies += more
    here = {name for card in (hero, *allies) for name in spoken_names(card)}
    return {card.name for card in allies} | {
        card.name
        for card in at.cards()
        if (card.category == MAGIC and card.fields["level"] <= magic)
        or (card.category == TECHNIQUE and here.issuperset(card.fields["link"]))
    }


def useless_cards(id: str) -> set[str]:
    """Return the cards of a deck that no hero of the deck can use."""
    at = listed("kingdom_hearts", id)
    heroes = [card for card in at.cards() if card.category == PLAYER and not card.fields["form"]]
    conditional = {card.name for card in at.cards() if card.category in (ALLY, MAGIC, MAGIC_ALLY, TECHNIQUE)}
    return conditional - {name for hero in heroes for name in cards_of_use(at, hero)}


@pytest.mark.parametrize("id", game_with_decks("kingdom_hearts").decks)
def test_no_description_names_a_card_that_the_deck_can_never_use(id):
    said = game_with_decks("kingdom_hearts").decks[id].description["en"]
    assert not useless_cards(id) & named_cards("kingdom_hearts", said)


def test_the_allies_that_descriptions_name_can_be_called_by_the_hero_they_name():
    called = {
        ("lantern", "Lio"): {"Pim LV 1", "Gorro", "Bram", "Storm Heron", "Storm Peal"},
        ("thornfield", "Maren"): {"Gloomling", "Lady Nettle", "Baron Thorne"},
        ("bell", "Oriel"): {"Blank Page", "Blank Lancer", "Cassim"},
        ("blank", "Cassim"): {"Blank Page", "Blank Lancer"},
        ("blank", "Lio"): {"Pim LV 1", "Gorro"},
        ("dunes", "Lio"): {"Storm Heron", "Storm Peal"},
    }
    for (id, hero), names in called.items():
        at = listed("kingdom_hearts", id)
        assert names <= cards_of_use(at, at.card(hero)), (id, hero)


# Decks of a user's own game may be described in one language only.


def test_a_deck_described_in_one_language_is_listed_without_a_description_in_the_other():
    game = engines.load("altaria")
    cards = dict(game.decks["hearth"].cards)
    more = [
        Deck("mine", "Mine", cards, description={"ja": "自分のデッキです。"}),
        Deck("yours", "Yours", cards, description={"en": "Your deck."}),
    ]
    game = game.with_decks(more)
    lines = describe_choices(game).splitlines()
    (at,) = [number for number, line in enumerate(lines) if line.split()[:2] == ["mine", "Mine,"]]
    assert lines[at + 1].split()[:2] == ["yours", "Yours,"]
    assert lines[at + 2].strip() == "Your deck."
    for language, said in (("en", ["", "Your deck."]), ("ja", ["自分のデッキです。", ""])):
        shown = setup_form(game, Setup.of(game, {}, 1), language).data["decks"]
        assert [deck["description"] for deck in shown[-2:]] == said
