"""Problems that newcomers once had in ChaosTCG."""

import pytest

import engines
from engines.search.players import greedy_player
from tutor.boards.presentation import load_look
from tutor.lessons import loader
from tutor.matches.playthrough import Playthrough

GAME = engines.load("chaos")


def played(seed, turns=8):
    """Return a game that two bots have played for some turns, as seen by the first of them."""
    table, player = Playthrough(GAME.new(seed=seed)), greedy_player(seed)
    while table.state.result is None and table.state.turn < turns:
        table.play([player(table.state)])
    return table


@pytest.mark.slow
def test_the_log_says_whose_card_attacks_guards_and_falls():
    owned, seen = load_look("chaos")["owned"], set()
    for seed in range(4):
        table = played(seed)
        for entry in table.log:
            kind = entry.event.kind.split(".")[0]
            if kind in owned:
                assert table.narrate(entry.event).startswith(("Your ", "The rival's "))
                seen.add(kind)
            if kind in ("attack", "guard", "fell"):
                there = GAME.rules.table(entry.state, 0).zones[entry.event.seat]
                names = {card.card for cards in there.values() for card in cards}
                assert entry.event.facts["unit"] in names, "the event's player has the card"
    assert {"attack", "fell", "oriented"} <= seen


def test_a_card_without_a_condition_asks_for_nothing_but_its_cost():
    for seed in range(6):
        table = played(seed, 6)
        for action in GAME.tries(table.state, table.state.seat_to_act):
            for check in table.state.explain(action, table.state.seat_to_act):
                assert "asks for :" not in check.fact
                assert "asks for ;" not in check.fact
                if check.requirement == "condition" and check.met:
                    assert check.fact.startswith("Nothing is missing: ")


def test_unnamed_cards_of_a_waiting_room_are_cards_of_a_main_deck():
    lesson = loader.read_lesson(loader.find_lesson("chaos/05_events_sets_extras"))
    for step in lesson.steps:
        if isinstance(step.position.get("you", {}).get("waiting_room"), int):
            names = loader.state_of(lesson, step).game.rules.zone(loader.state_of(lesson, step), 0, "waiting_room")
            categories = {GAME.cards[GAME.by_name[name]].category for name in names}
            assert categories <= {"set", "event"}
            assert len(set(names)) > 6
