"""The line of words behind each card's picture; `tests/browser/test_pictures.py` examines the pictures themselves."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

import engines
from tutor.boards.pictures import (
    FOLDER,
    PLANTS,
    card_pictures,
    derive_picture,
    figure_of,
    picture_of,
    read_picture_lines,
)
from tutor.boards.presentation import face_of, load_look
from tutor.compare import mixed_game, mixer


def things_of(line: str) -> tuple[str, ...]:
    """Return the things in a line, without positions, sizes, angles and colours."""
    return tuple(sorted(re.findall(r"(?:^|\s)([a-z_]+)", line.split("~")[0])))


@pytest.mark.parametrize("name", engines.names() + engines.names(small=True))
def test_no_two_cards_of_a_game_show_the_same(name: str) -> None:
    cards = [card for card in engines.load(name).cards if not card.unseen]
    shown = [things_of(picture_of(name, card)) for card in cards]
    assert len(set(shown)) == len(cards)
    assert all(face_of(name, card)["picture"] == card_pictures(name)[card.name] for card in cards)


@pytest.mark.parametrize("name", sorted(path.stem for path in FOLDER.glob("*.toml")))
def test_a_game_with_lines_has_one_for_every_card_and_no_other(name: str) -> None:
    cards = {card.name for card in engines.load(name).cards if not card.unseen}
    assert set(read_picture_lines(FOLDER / f"{name}.toml")) == cards


def test_cards_of_one_person_wear_the_same_and_of_two_do_not() -> None:
    told = [(name, load_look(name)["person_field"]) for name in engines.names() if load_look(name).get("person_field")]
    assert told
    for name, field in told:
        data = tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
        worn: dict[str, set[str]] = {}
        for card in engines.load(name).cards:
            persons = set(data["people"]) & set(data["pictures"].get(card.name, "").split())
            if len(card.fields.get(field) or ()) == 1 and persons:
                worn.setdefault(card.fields[field][0], set()).update(persons)
        assert all(len(persons) == 1 for persons in worn.values())
        assert len(set(map(str, worn.values()))) == len(worn) == len(data["people"])


def test_a_card_without_a_line_gets_one_that_stays() -> None:
    assert derive_picture("Hill Fox", "beast") == derive_picture("Hill Fox", "beast")
    assert re.match(r"hills ; fox@", derive_picture("Hill Fox", "beast"))
    assert "lantern" in derive_picture("Old Lamp", "tool")
    assert re.match(r"hills ; \w+ skin\d .* spear$", derive_picture("Hill Spear", "unit"))
    lines = {
        derive_picture(f"{first} {last}", "unit") for first in ("Ana", "Bo", "Cy", "Di", "Eve") for last in "ABCDEFGH"
    }
    assert len(lines) == 40


def test_the_first_cards_of_a_game_of_ones_own_are_plants_and_each_is_its_own(tmp_path: Path) -> None:
    """The beginnings made by `tebiki new` and the mixer show no gears or lightning for the names of plants."""
    files = mixed_game.mixed_game_files(
        "Green Pond", {"copies": "dgrayman", "deck_size": "star_wars"}, mixer.mixable_questions()
    )
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    game = engines.load_file(tmp_path / "green_pond.py")
    assert {card.name for card in game.cards if not card.unseen} == {*mixed_game.PLANTS}
    lines = card_pictures(game.name)
    assert {figure_of(line).partition(" ")[0] for line in lines.values()} == {"leaf", "flower", "rose", "treefolk"}
    assert len({*lines.values()}) == len(mixed_game.PLANTS)
    assert figure_of(derive_picture("Quillwort", "plant")) in PLANTS


def test_a_new_card_changes_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    game = engines.load("lanterns")
    before = card_pictures(game.name)
    monkeypatch.setattr(game, "cards", game.cards[:-1])
    card_pictures.cache_clear()
    assert card_pictures(game.name).items() <= before.items()
    monkeypatch.undo()
    card_pictures.cache_clear()
