"""The positions of Altaria's first lessons could stand in a game: the cards add up, and what is there was payable."""

import pytest

from tutor.lessons import loader

LESSONS = [loader.read(path) for path in sorted((loader.FOLDER / "altaria").glob("0[0-3]_*.toml"))]
STEPS = [(lesson, step) for lesson in LESSONS for step in lesson.steps if step.kind not in ("build", "play")]


@pytest.mark.parametrize(("lesson", "step"), STEPS, ids=lambda one: getattr(one, "id", ""))
def test_a_position_adds_up(lesson, step):
    state = loader.state_of(lesson, step, run=False)
    if state.step.phase == "setup":
        return
    before_draw, before_charge = state.step.name == "HEAL", state.step.name in ("HEAL", "CHARGE")
    for seat, player in enumerate(state.players):
        first, own = state.first_player == seat, state.turn_player == seat
        turns = (state.turn + first) // 2
        draws = turns - first - (own and before_draw and state.turn > 1)
        forces = [force for _, force, _ in player.altar if force >= 0]
        known = player.hand, player.energy, player.altar, forces, player.field, player.graveyard
        assert len(player.deck) == 28 - draws, "one card is drawn a turn"
        assert sum(map(len, known)) == 5 + draws + 7 - state.cores_left(seat), "every card is somewhere"
        assert len(player.energy) + len(player.altar) <= turns - (own and before_charge), "one charge a turn"
        there = 0
        for card, _, _ in player.altar:
            there |= state.faces[card].attributes
        for card in [unit[1] for unit in player.field] + forces:
            assert state.faces[card].cost <= len(player.energy), state.name(card)
            assert not state.faces[card].attributes & ~there, state.name(card)
