"""The positions of first lessons could occur in a game: the cards add up, and those in play were affordable."""

import pytest

from engines.dgrayman.state import ACTIVE, CARD
from engines.kingdom_hearts.state import MOVED
from engines.star_wars.cards import EQUIPMENT, LOCATION, MISSION, UNIT
from engines.star_wars.state import CARDS, GEAR, TAPPED
from engines.star_wars.values import count_controlled, stack_cost
from tutor.lessons import loader

FIRST = {"chaos": "0[0-2]_*.toml", "dgrayman": "0[0-7]_*.toml", "kingdom_hearts": "0[0-1]_*.toml"}
"""The lessons of a game whose positions are checked, if they are not the first four."""


def steps(game):
    """Return (lesson, step) for the steps of a game's first lessons that have a position."""
    paths = sorted((loader.FOLDER / game).glob(FIRST.get(game, "0[0-3]_*.toml")))
    lessons = [loader.read_lesson(path) for path in paths]
    return [(lesson, step) for lesson in lessons for step in lesson.steps if step.kind not in ("build", "play")]


def of_steps(game):
    cases = [pytest.param(lesson, step, id=f"{lesson.name}/{step.id}") for lesson, step in steps(game)]
    return pytest.mark.parametrize(("lesson", "step"), cases)


DRAWN_BY = {"Workshop Insight": 2, "Root Letter": 1, "Hollow Mourner": 1}
"""The most cards that a card has drawn for its owner: as Magic, on placement, and when destroyed."""
CHARGES_ONE = "Grove Elder"
"""A unit that has put the top card of its owner's deck into the Energy Zone."""
LEFT_OUT = {"chaos/00_eleven_lives": 5}
"""The number of cards of each deck that a lesson leaves out, so that its game is short."""


@of_steps("altaria")
def test_a_position_adds_up(lesson, step):
    state = loader.state_of(lesson, step, run=False)
    if state.step.phase == "setup" or state.result is not None or state.step.name == "CORE_TRIGGER":
        return  # cores are on their way to the hand
    before_draw, before_charge = state.step.name == "HEAL", state.step.name in ("HEAL", "CHARGE")
    for seat, player in enumerate(state.players):
        first, own = state.first_player == seat, state.turn_player == seat
        turns = (state.turn + first) // 2
        draws = turns - first - (own and before_draw and state.turn > 1)
        forces = [force for _, force, _ in player.altar if force >= 0]
        known = player.hand, player.energy, player.altar, forces, player.field, player.graveyard
        deck, cores, hand = (state.game.parameters[name] for name in ("deck_size", "cores", "opening_hand"))
        drawn = sum(DRAWN_BY.get(state.name(card), 0) for card in [*player.graveyard, *forces])
        drawn += sum(state.name(unit[1]) == CHARGES_ONE for unit in player.field)
        more = deck - cores - hand - draws - len(player.deck)
        assert 0 <= more <= drawn, "one card is drawn a turn, and some by effects"
        draws += more
        assert sum(map(len, known)) == hand + draws + cores - state.cores_left(seat), "every card is somewhere"
        assert len(player.energy) + len(player.altar) <= turns - (own and before_charge), "one charge a turn"
        there = 0
        for card, _, _ in player.altar:
            there |= state.faces[card].attributes
        for card in [unit[1] for unit in player.field] + forces:
            assert state.faces[card].cost <= len(player.energy), state.name(card)
            assert not state.faces[card].attributes & ~there, state.name(card)


BEFORE_THE_ROLL = ("T1", "T2", "T3", "C1", "C2")
STOPPED = {("star_wars/00_the_race", 1): 11}
"""The setup total of a side that had no unit left in its hand (SW-R5), by lesson and seat."""


@of_steps("star_wars")
def test_a_star_wars_position_adds_up(lesson, step):
    state = loader.state_of(lesson, step, run=False)
    for seat, player in enumerate(state.players):
        units = [unit for zone in player.units for unit in zone]
        cards = [card for unit in units for card in unit[CARDS]]
        lying = [*player.gear, *player.locations, *(card for unit in units for card in unit[GEAR])]
        drawn = len(player.hand) + len(player.discard) + len(player.building) + len(cards) + len(lying)
        assert len(player.deck) + drawn == state.game.parameters["deck_size"], "every card is somewhere"
        if state.step.phase == "setup":
            dealt = 0 if state.step.name in ("S1", "S2", "S3") else state.game.parameters["opening_hand"]
            assert drawn == dealt + len(cards) + len(player.discard), "a card is drawn for every unit placed"
            continue
        gone = [card for card in player.discard if state.faces[card].category == UNIT]
        used = [card for card in player.discard if state.faces[card].category not in (UNIT, LOCATION, EQUIPMENT)]
        built = [*lying, *(card for card in player.discard if state.faces[card].category in (LOCATION, EQUIPMENT))]
        built += [card for card in used if state.faces[card].category == MISSION]
        turns = state.turn - (state.step.name in ("T2", "T3"))
        placed = drawn - state.game.parameters["opening_hand"] - turns
        convoys = sum(state.name(card) == "Supply Convoy" for card in used)
        part_built = sum(shown for _, _, shown in player.building)
        most = len(cards) + len(gone) + len(used) + 2 * convoys + part_built
        assert 2 <= placed <= most, "seven, one for each card placed, one a turn"
        counters = sum(count for _, count, _ in player.building)
        price = sum(state.faces[card].cost for card in built + gone) + counters
        start, rolls = state.game.parameters["setup_total"], state.turn - (state.step.name in ("T2", "T3", "C1", "C2"))
        least = STOPPED.get((lesson.name, seat), start)
        assert price + sum(state.faces[card].cost for card in cards) >= least, "nobody begins with less"
        assert price + sum(stack_cost(state, unit) for unit in units) + player.build <= start + 7 * rolls, "it was paid"
        assert player.build <= (0 if state.step.name in BEFORE_THE_ROLL else 7), "points are of this turn"
        assert player.force <= 5 * state.turn, "4 Force a turn, and 1 for a ship that says so"
        if state.step.name in BEFORE_THE_ROLL and state.turn > 0:
            assert count_controlled(state, seat) < 2, "the war would be over"


@of_steps("chaos")
def test_a_chaos_position_adds_up(lesson, step):
    state = loader.state_of(lesson, step, run=False)
    if state.turn == 0:
        return
    size, name = state.game.parameters["deck_size"] - LEFT_OUT.get(lesson.name, 0), state.step.name
    opening = state.game.parameters["opening_hand"]
    for seat, player in enumerate(state.players):
        first, own = (state.turn_player == seat) == (state.turn % 2 == 1), state.turn_player == seat
        turns = (state.turn + first) // 2
        drawn = turns - (own and name in ("B1", "B2", "B3"))
        piles = [pile for pile in player.arena if pile is not None]
        stacked = [card for pile in piles for card in (pile.top, *pile.levels, pile.gear) if card >= 0]
        stacked += [card for pile in piles for layer in pile.under for card in (layer[0], *layer[1])]
        known = [*player.deck, *player.hand, *player.waiting, *player.backyard, *stacked]
        extra = [card for card in known if state.faces[card].category in ("extra", "landscape")]
        assert len(known) - len(extra) == size, "every card is somewhere"
        assert len(player.deck) <= size - 1 - opening - drawn, "the Partner, the opening hand, and one a turn"
        entered = turns - (own and name in ("B1", "B2", "B3", "M1", "M2") and not state.done)
        assert len(piles) - 1 <= entered, "one enters a turn"
        assert len(extra) + len(player.extra) + len(player.spent) <= 10
        seen = [*player.waiting, *player.backyard, *stacked, *(player.hand if seat == 0 else ())]
        for card in {*seen} - {*extra}:
            assert seen.count(card) <= state.game.parameters["copies"], state.name(card)


@of_steps("kingdom_hearts")
def test_a_kingdom_hearts_position_adds_up(lesson, step):
    state = loader.state_of(lesson, step, run=False)
    if state.turn == 0:
        return
    size, levels = state.game.parameters["deck_size"], [state.faces[player.hero].level for player in state.players]
    begins = state.turn_player if state.turn % 2 else 1 - state.turn_player
    assert levels[begins] <= levels[1 - begins], "the lower hero goes first"
    for seat, (player, other) in enumerate(zip(state.players, state.players[::-1], strict=True)):
        own, turns = state.turn_player == seat, (state.turn + (begins == seat)) // 2
        fight = list(state.fight.used[seat]) if state.fight else []
        there = [card for _, card, gear, _ in player.allies for card in (card, *gear)]
        there += [card for _, card in other.obstacles] + list(player.gear)
        there += [card for card in (player.form,) if card >= 0]
        used = [*there, *fight, *player.discard]
        assert 1 + len([*used, *player.hand, *player.deck, *player.worlds]) == size, "every card is somewhere"
        moved = own and bool(state.done & MOVED)
        assert len(player.worlds) <= turns - (own and not moved), "one move a turn"
        seen = [*used, *player.worlds, *(player.hand if seat == 0 else ())]
        for card in {*seen}:
            assert seen.count(card) <= state.game.parameters["copies"], state.name(card)
        if not own:
            assert len(player.hand) <= 6, "at most six are left when a turn ends"
        elif state.step.phase not in ("refill", "setup"):
            assert len(player.hand) + len(used) + moved >= 6, "it was refilled to six"
        if len(player.discard) < 20:  # it has not become the deck yet
            drawn = len([*used, *player.hand, *player.worlds])
            assert drawn <= 6 * max(turns, 1), "six to begin with, and never more than six a turn"


DRAWING = {"Ada Lorne (Ledger)", "Edda Marsh (Archivist)", "Hester Wren (Apothecary)", "Reading Room", "Finch (Runner)"}


@of_steps("dgrayman")
def test_a_dgrayman_position_adds_up(lesson, step):
    state = loader.state_of(lesson, step, run=False)
    if state.turn == 0 or state.step.procedure:
        return  # a Skill card that is being used is in no zone
    for seat, (player, other) in enumerate(zip(state.players, state.players[::-1], strict=True)):
        first, own = state.first_player == seat, state.turn_player == seat
        turns = (state.turn + first) // 2
        drawn = turns - first - (own and state.turn > 1 and state.step.name in ("START_PHASE", "DRAW_PHASE"))
        field = [*player.standby, *player.action]
        seen = [card[CARD] for card in field] + list(player.discard)
        size, opening_hand, copies = (state.game.parameters[name] for name in ("deck_size", "opening_hand", "copies"))
        assert len([*player.deck, *player.hand, *seen]) == size, "every card is somewhere"
        last = 3 if state.result is not None and other.points >= state.game.parameters["points_to_win"] else 0
        fifths = (other.points - last) // 5  # the points of the last Search end the game before anybody draws
        more = size - opening_hand - drawn - fifths - len(player.deck)
        assert more >= 0, "one card a turn, and one for each fifth point of the other"
        if not {state.name(card) for card in seen} & DRAWING:
            assert more == 0, "nothing else has drawn a card"
        if not own:
            assert len(player.hand) <= 6 + other.points // 5, "six are kept at most"
        acted = {name for card in player.action for name in state.faces[card[CARD]].names}
        for card in player.standby:
            once = not acted & {*state.faces[card[CARD]].names} or "Second Wind" in map(state.name, player.discard)
            assert not card[ACTIVE] or once, "who has acted lies sideways"
        seen += player.hand if seat == 0 else ()
        people = [state.faces[card].counts_as for card in seen if state.faces[card].is_character]
        for category, name in {*people}:
            assert people.count((category, name)) <= (copies if category == "character" else 1), name
        for card in {*seen}:
            assert seen.count(card) <= copies, state.name(card)


def test_an_attacker_is_tapped_as_play_has_it():
    attackers = 0
    for path in sorted((loader.FOLDER / "star_wars").glob("*.toml")):
        lesson = loader.read_lesson(path)
        for step in lesson.steps:
            if step.kind in ("build", "play") or "battle" not in step.get("position", {}):
                continue
            state = loader.state_of(lesson, step, run=False)
            assert state.there(state.battle.attacker)[2][TAPPED], (path.stem, step.id)
            attackers += 1
    assert attackers > 10
