"""ChaosTCG: what is computed when something changes, rather than at every check timing."""

import random

import pytest

import engines
from engines.chaos.arena import has_fallen
from engines.chaos.cards import NO_CARD
from engines.checking.scenarios import play_line


@pytest.mark.parametrize("seed", range(12))
def test_nobody_who_must_fall_is_still_up_when_a_player_acts(seed):
    state, source = engines.load("chaos").new(seed=seed), random.Random(seed)
    while state.result is None:
        assert state.location == {found[2].id: found for found in state.everyone()}
        if state.step.name in ("M2", "W1", "W2", "W3", "D1", "G1"):
            assert not [found for found in state.everyone() if has_fallen(state, *found)]
        state.apply(source.choice(state.actions))


def test_the_tops_of_an_arena_are_those_of_its_characters():
    game, source = engines.load("chaos"), random.Random(3)
    state = game.new(seed=3)
    while state.result is None:
        read_back = game.position(state.position(), run=False)
        for here in (state, state.copy(), read_back):
            for player in here.players:
                assert player.top_cards == [NO_CARD if pile is None else pile.top for pile in player.arena]
        before = [player.top_cards[:] for player in state.players]
        branch = state.copy()
        branch.apply(source.choice(branch.actions))
        assert before == [player.top_cards for player in state.players], "a copy shares them"
        state.apply(source.choice(state.actions))


def test_a_character_whose_help_goes_falls_at_the_next_check_timing():
    game = engines.load("chaos")
    text = 'step = "E6"\nP1.front = ["Quiet Lamp Hotaru, damage {}, end +2"]'
    strong = next(card.extra.end for card in game.cards if card.name == "Quiet Lamp Hotaru")
    state = game.position(text.format(strong), run=False)
    state.run()
    assert state.players[0].front[0].up, "healed before its help goes (CHA-7.15, 7.16)"
    state = game.position(text.format(strong).replace("E6", "E7"), run=False)
    state.run()
    assert not state.players[0].front[0].up


def test_a_position_before_the_partners_are_chosen_can_be_written():
    state = engines.load("chaos").position('turn = 0\nstep = "S1"\nP1.deck = ["First Light Minato", 49]\nP2.deck = 50')
    assert [state.text(action) for action in state.actions] == ['partner "First Light Minato"']


def test_a_guard_that_has_left_is_told_apart_from_no_guard():
    game = engines.load("chaos")
    table = {
        "step": "W3",
        "P1": {"front": ["Keen Eyes Shiori, # 6, rest"]},
        "P2": {"back": ["Kite Signal Sorane, # 5"]},
    }
    fights = [{"guard": 0}, {"guard": "# 3", "out": ["# 3"]}]
    states = [game.position({**table, "attack": {"attacker": "# 6", "target": "# 5", **one}}) for one in fights]
    assert states[0].canonical_key() != states[1].canonical_key()
    for state, fell in zip(states, (True, False), strict=True):
        while state.step.name == "W3":
            state.apply(("pass",))
        fallen = game.rules.zone(state, 1, "fallen")
        assert fallen == (["Kite Signal Sorane"] if fell else [])


@pytest.mark.parametrize(
    ("deck", "cancelled"),
    [
        (["Tailwind Tsubame", 5], ["Damage cancel: the other 2 damage is wiped out."]),
        ([1, "Tailwind Tsubame", 5], ["Damage cancel: the other 1 damage is wiped out."]),
        ([2, "Tailwind Tsubame", 5], ["Damage cancel: no damage was left to be wiped out."]),
    ],
)
def test_a_level_up_tells_what_damage_it_cancels_if_any(deck, cancelled):
    game = engines.load("chaos")
    defender = {"partner": "Tailwind Tsubame, rest, down", "deck": deck}
    state = game.position({"step": "D1", "P1": {"front": ["Keen Eyes Shiori"]}, "P2": defender}, listen=True)
    play_line(state, 'attack "Keen Eyes Shiori"; auto level up')
    told = {event.clause: game.narrate(event) for event in state.events}
    assert "CHA-14.5" in told
    assert [told[clause] for clause in told if clause == "CHA-14.6"] == cancelled


def test_of_the_deck_only_the_copy_is_shown_while_it_is_stacked():
    """A picture taken with an event must not show the card beneath the copy, which neither player has seen."""
    game = engines.load("chaos")
    defender = {"partner": "Tailwind Tsubame, rest, down", "deck": ["Tailwind Tsubame", "Rallying Horn", 4]}
    state = game.position({"step": "D1", "P1": {"front": ["Keen Eyes Shiori"]}, "P2": defender}).listen(film=True)
    play_line(state, 'attack "Keen Eyes Shiori"')
    while state.step.name != "P3":
        state.apply(("pass",))
    assert [state.view(seat)["players"][1]["top"] for seat in (0, 1)] == ["Tailwind Tsubame"] * 2
    play_line(state, "auto level up")
    assert "CHA-14.5" in {event.clause for event in state.events}
    tops = [picture.view(seat)["players"][1]["top"] for picture in state.listener.film for seat in (0, 1)]
    assert {*tops} == {None}


def test_a_requirement_that_actions_share_names_what_would_do_in_each_of_them():
    state = engines.load("chaos").position("""
P1 = { front = ["Rooftop Runner Kazane"], extra = ["Unfading Light Minato"] }
P2 = { front = ["Quiet Lamp Hotaru"] }
""")
    (reason,) = state.why_not(state.read('enter "Unfading Light Minato" over "Quiet Lamp Hotaru"')[0])
    assert (reason.requirement, reason.repair) == ("mine", "with First Light Minato")


def test_two_names_that_are_taken_are_both_told_and_a_partner_is_not_told_to_leave():
    row = {"name": "Two at Once", "category": "character", "names": ["Kazane", "Minato"], "atk": 1, "end": 2}
    arena = {"partner": "First Light Minato", "front": ["Rooftop Runner Kazane"], "hand": ["Two at Once"]}
    state = engines.load("chaos").position({"cards": [row | {"atk_mod": 0, "end_mod": 0}], "P1": arena})
    (reason,) = state.why_not(state.read('enter "Two at Once" front')[0])
    assert reason.fact == (
        'The Names "Kazane" and "Minato" are in your arena already, with First Light Minato and Rooftop Runner Kazane; '
        "each can be there once."
    )
    assert reason.repair == (
        "if First Light Minato were not your Partner and if Rooftop Runner Kazane were not in your arena"
    )


BELLS = """
step = "M2"
P1 = { spent = ["Evening Bell"], extra = ["Evening Bell"], deck = 20 }
[[cards]]
name = "Evening Bell"
category = "landscape"
works_face_up = %s
[[cards.ability]]
when = "battle_start"
do = [{ verb = "may" }, { verb = "draw", count = 1 }]
"""


def test_a_landscape_card_that_lies_face_up_is_no_secret_and_gives_none_away():
    game = engines.load("chaos")
    state = game.position(BELLS % "true")
    play_line(state, "end main")
    seen = state.view(1)
    assert (seen["carried_out"], seen["waiting"], seen["players"][0]["extra"]) == ("Evening Bell", [], [None])
    assert state.view(0)["waiting"] == ["Evening Bell"]
    world = state.copy()
    world.game.rules.forget_unseen(world, 1)
    assert [world.name(card) for card in world.players[0].extra] == ["?"]
    assert "face-up, too" in " ".join(state.game.cards[state.game.by_name["Evening Bell"]].rules_text)


def test_a_landscape_card_that_does_not_say_so_does_nothing_face_up():
    state = engines.load("chaos").position(BELLS % "false")
    play_line(state, "end main; accept")
    assert len(state.players[0].hand) == 1


def test_a_position_in_the_middle_of_a_choice_by_end_is_read_back():
    """The text under way asks for the current END of characters that have just been read."""
    weak = {"verb": "choose", "of": {"whose": "both", "end": {"min": 1}}, "up_to": True}
    row = {"name": "Sender", "category": "event", "icons": ["main"], "ability": [{"when": "use", "do": [weak]}]}
    game = engines.load("chaos").with_cards([row], "here")
    state = game.position({"step": "M2", "P1": {"hand": ["Sender"]}})
    while state.step.name != "TEXT_CHOICE":
        state.apply(next(one for one in state.actions if one[0] not in ("end_main", "pass", "enter")))
    assert game.position(state.position()).canonical_key() == state.canonical_key()
