"""Cards that form groups: the game determines them, and the board and the text show the same groups."""

from __future__ import annotations

from itertools import pairwise

import pytest

import engines
from engines.forms.table import Group
from engines.search.players import random_player
from tutor.boards.groups import set_groups
from tutor.embed.still import table_html
from tutor.matches.playthrough import Playthrough
from tutor.matches.text_lines import position_lines

MERGED = """
step = "MAIN_CHOICE"
[P1]
standby = [
  "Bram Ketterick (Watch)", "Ada Lorne (Lantern)", "Finch (Lookout)", "Ada Lorne (Sabre)", "Ada Lorne & Bram Ketterick",
]
hand = ["Second Wind"]
[P2]
standby = ["Ada Lorne (Ledger), inactive"]
action = ["Ada Lorne (Special)", "Gideon Hale (Captain)"]
"""
PARTED = """
step = "MAIN_CHOICE"
[P1]
standby = ["Ada Lorne (Lantern), inactive", "Bram Ketterick (Watch), inactive"]
action = ["Ada Lorne & Bram Ketterick"]
"""


def scene(position: str, viewer: int = 0) -> dict:
    return Playthrough(engines.load("dgrayman").position(position)).scene(viewer)


def zone(shown: dict, ref: str) -> dict:
    return next(zone for player in shown["players"] for zone in player["zones"] if zone["id"] == ref)


def drawn(shown: dict, ref: str) -> list[tuple[str, str]]:
    """Return the groups of a zone as (name, the names of the cards with what links them)."""
    there = zone(shown, ref)
    names = {card["ref"]: card["face"] for card in there["cards"]}
    found = []
    for group in there["groups"]:
        text = "".join(f" {one['link']} " * bool(one["link"]) + names[one["ref"]] for one in group["cards"])
        found.append((group["name"], text))
    return found


def test_a_doubles_card_lies_between_the_two_names_that_it_links() -> None:
    shown = scene(MERGED)
    assert drawn(shown, "0.standby") == [
        (
            "Ada Lorne & Bram Ketterick",
            "Ada Lorne (Lantern) same Ada Lorne (Sabre) linked Ada Lorne & Bram Ketterick "
            "linked Bram Ketterick (Watch)",
        ),
        ("Finch", "Finch (Lookout)"),
    ]
    in_groups = [one["ref"] for group in zone(shown, "0.standby")["groups"] for one in group["cards"]]
    assert [card["ref"] for card in zone(shown, "0.standby")["cards"]] == in_groups, "side by side"


def test_a_unit_in_two_zones_is_one_group_and_says_so() -> None:
    shown = scene(MERGED)
    stepped_out, stayed = zone(shown, "1.action")["groups"][0], zone(shown, "1.standby")["groups"][0]
    assert stepped_out["id"] == stayed["id"]
    assert stepped_out["tie"] == stayed["tie"] == "same"
    assert stepped_out["label"] == "Unit Ada Lorne, inactive, 1 card, 1 more in Standby Zone"
    assert zone(shown, "1.action")["groups"][1]["tie"] == ""


def test_where_the_doubles_card_has_stepped_out_the_link_leads_away() -> None:
    shown = scene(PARTED)
    assert drawn(shown, "0.standby") == [
        ("Ada Lorne & Bram Ketterick", "Ada Lorne (Lantern) away Bram Ketterick (Watch)")
    ]
    assert zone(shown, "0.action")["groups"][0]["tie"] == "linked"
    assert zone(shown, "0.action")["groups"][0]["hues"] == zone(shown, "0.standby")["groups"][0]["hues"]


def test_the_units_drawn_are_those_the_rules_count_through_a_whole_game() -> None:
    game, player, sizes = engines.load("dgrayman"), random_player(5), set()
    state = game.new(seed=5)
    while state.result is None:
        if state.step.name == "MAIN_CHOICE":
            for seat, shown in enumerate(Playthrough(state).scene(0)["players"]):
                assert max(0, len(shown["groups"]) - 1) == game.rules.value(state, seat, "units", "")
                cards = [card["ref"] for zone in shown["zones"] if zone["slot"] == "field" for card in zone["cards"]]
                inside = [group["cards"] for zone in shown["zones"] for group in zone["groups"]]
                assert sorted(one["ref"] for cards_of in inside for one in cards_of) == sorted(cards)
                sizes |= {len(cards_of) for cards_of in inside}
        state.apply(player(state))
    assert len(sizes) > 1, "units of one card and of several"


def test_text_and_still_pictures_tell_units_and_links() -> None:
    shown = scene(MERGED)
    lines = position_lines(shown)
    assert (
        "    Ada Lorne & Bram Ketterick, active, merged: Ada Lorne (Lantern) – Ada Lorne (Sabre) = "
        "Ada Lorne & Bram Ketterick = Bram Ketterick (Watch)." in lines
    )
    assert "    Finch, active." in lines
    assert "  Units: 2." in lines
    assert "    Ada Lorne, inactive: Ada Lorne (Ledger) (Standby Zone) – Ada Lorne (Special) (Action Zone)." in lines
    assert 'aria-label="Unit Ada Lorne &amp; Bram Ketterick, active, merged, 4 cards"' in table_html(shown)


@pytest.mark.parametrize("name", [name for name in engines.names() if name != "dgrayman"])
def test_games_without_such_things_have_none(name: str) -> None:
    shown = Playthrough(engines.load(name).new(seed=1)).scene(0)
    assert not any("groups" in part for player in shown["players"] for part in (player, *player["zones"]))


def test_cards_keep_the_order_of_their_coming_besides() -> None:
    game = engines.load("dgrayman")
    cards = [{"ref": f"0.standby.{n}", "face": None, "name": n} for n in "abcde"]
    player = {"zones": [{"id": "0.standby", "title": "", "cards": cards}]}
    table = game.rules.table(game.new(seed=1), 0)
    table.groups = ([Group("x", "x", (("0.standby.d",), ("0.standby.b",)))], ())
    set_groups(game, table, 0, player)
    assert [card["name"] for card in player["zones"][0]["cards"]] == ["a", "d", "b", "c", "e"]
    assert all(one["name"] < other["name"] for one, other in pairwise(player["zones"][0]["cards"][2:]))
