"""Hidden information makes no difference: deals of the unseen cards, and unseen cards as such."""

import tomllib

import pytest

import engines
from engines.checking.expectations import describe_difference, expectation_holds
from engines.declare.declaration import in_play
from engines.declare.transient_fields import UnderWay
from engines.errors import DataError, TextRefused
from engines.kernel.chance import RandomSource
from engines.kernel.state import NATURE
from engines.legal.unnamed_cards import UNNAMED
from engines.search.solver import Solver, win_this_turn
from engines.search.solver import open_chance as solver_opened
from tests.engines.play import GAMES, positions, sample

TRIGGER_SETS_OFF_A_CHOICE = """
step = "ATTACK"
P1 = { field = ["Springtide Colossus", "Night Guest, fatigued"], deck = 5 }
P2 = { field = ["Tide Scout"], cores = ["Hushing Tune", "Workshop Insight", "Clearing Ray", 2], hand = 2, deck = 5 }
[[cards]]
name = "Night Guest"
category = "unit"
cost = 1
power = 1
break_rank = 1
[[cards.ability]]
when = "destroyed"
do = [{ verb = "choose", whose = "rival", what = "unit" }, { verb = "rest" }]
"""


def asked_while_cores_wait():
    """Return a position in which the attacker chooses while the defender still looks at broken cards."""
    state = engines.load("altaria").position(tomllib.loads(TRIGGER_SETS_OFF_A_CHOICE))
    for text in ('attack "Springtide Colossus" -> cores 1 2 3', 'trigger "Hushing Tune"; choose "Night Guest"'):
        for part in state.game.notation.expand(text):
            state.apply(state.read(part)[0])
    assert (state.step.name, state.seat_to_act) == ("CHOOSE", 0)
    return state


def test_broken_cards_in_the_rivals_hands_are_dealt_anew_and_unseen():
    state = asked_while_cores_wait()
    broken = set()
    for number in range(30):
        world = state.copy()
        world.game.rules.determinise(world, 0, RandomSource(number))
        broken.add(world.broken)
        own = state.copy()
        own.game.rules.determinise(own, 1, RandomSource(number))
        assert own.broken == state.broken
    assert len(broken) > 10
    state.game.rules.forget_unseen(state, 0)
    assert state.broken == (0, 0)


def test_a_throw_that_is_not_shown_is_dealt_anew():
    state = engines.load("altaria").new(seed=3)
    state.apply(("throw", "rock"))
    assert (state.seat_to_act, state.pending) == (1, ("rock",))
    throws = set()
    for number in range(30):
        world = state.copy()
        world.game.rules.determinise(world, 1, RandomSource(number))
        throws.add(world.pending)
    assert throws == {("rock",), ("paper",), ("scissors",)}


@pytest.mark.parametrize(
    ("position", "problem"),
    [
        ('P1.altar = ["Tide Scout + Ember Sprinter"]', "Only Forces"),
        ('P1.hand = ["empty"]', "no card"),
        ("P1.cores = 8", "8 cards"),
        ('P1.field = ["Tide Scout, #3", "Dawn Acolyte, #3"]', "#3"),
    ],
)
def test_a_position_that_cannot_be_is_refused(position, problem):
    with pytest.raises(DataError, match=problem):
        engines.load("altaria").position(position)


def test_a_deck_that_is_not_described_leaves_room_for_the_rest():
    position = 'P1 = { energy = 8, hand = 8, cores = ["empty", 5] }'
    assert len(engines.load("altaria").position(position).players[0].deck) == 19


def test_small_limits_count_in_the_key():
    game = engines.load("altaria").variant(actions_a_phase=2)
    state = game.position(
        'P1 = { hand = ["Ember Sprinter"], energy = ["Kiln Drummer", "Grove Elder"], altar = ["Kiln Drummer"] }'
    )
    before = state.copy()
    before.phase_actions = 1
    assert before.canonical_key() != state.canonical_key()


def opened(position):
    """Return a position in which NATURE decides what unseen cards are."""
    state = engines.load("altaria").position(position, run=False)
    state.open_chance = True
    state.run()
    return state


@pytest.mark.parametrize(("where", "possible"), [("graveyard", False), ("energy", False), ("field", False), ("", True)])
def test_an_unseen_card_is_none_of_which_all_copies_are_known(where, possible):
    four = '["Reef Gatekeeper", "Reef Gatekeeper, fatigued", "Reef Gatekeeper, fatigued", "Reef Gatekeeper, fatigued"]'
    known = f"P2.{where} = {four.replace(', fatigued', '') if where == 'graveyard' else four}" if where else ""
    state = opened(
        f'step = "BREAK"\nunseen = true\nattack = {{ attacker = "Tide Scout", cores = [1] }}\n'
        f'P1.field = ["Tide Scout"]\n{known}'
    )
    assert state.step.name == "UNSEEN"
    gatekeeper = state.game.by_name["Reef Gatekeeper"]
    assert (("reveal", gatekeeper) in state.actions) == possible


def test_an_unseen_hand_holds_no_ambush_of_which_all_copies_are_known():
    state = opened("""
step = "DEF_AMBUSH"
unseen = true
attack = { attacker = "Tide Scout", cores = [1] }
P1.field = ["Tide Scout"]
[P2]
hand = 2
energy = 3
altar = ["Tide Scout", "Gloaming Edge"]
graveyard = ["Fogbound Watcher", "Fogbound Watcher", "Fogbound Watcher", "Fogbound Watcher"]
""")
    assert [state.text(action) for action in state.actions] == ['ambush "Gloaming Edge"', "pass"]


def test_an_unseen_card_does_not_pay_for_itself():
    position = 'step = "W2"\nunseen = true\nattack = { attacker = "First Light Minato" }\nP2.hand = 1'
    state = solver_opened(engines.load("chaos").position(position), 0)
    state.apply(("pass",))
    assert 'play "Sudden Squall"' not in [state.text(action) for action in state.actions]
    assert 'play "Rallying Horn"' in [state.text(action) for action in state.actions]


HARBOURS = '["Harbour at Dusk", "Harbour at Dusk", "Harbour at Dusk", "Harbour at Dusk"]'
"""A landscape card: "When one of your Friends falls, you may turn this card face-up. If you do, turn it face-up"."""


@pytest.mark.parametrize(
    ("extra", "holds"), [("extra = 0", True), ("extra = 1", False), (f"extra = 1\nspent = {HARBOURS}", True)]
)
def test_an_unseen_extra_card_may_be_a_landscape_card(extra, holds):
    state = engines.load("chaos").position(f"""
unseen = true
P1 = {{ partner = "Tailwind Tsubame", front = ["Harpoon Arm Rokuro", "Rooftop Runner Kazane"] }}
[P2]
partner = "First Light Minato, rest"
front = ["Quiet Lamp Hotaru"]
deck = 8
waiting_room = ["First Light Minato", "First Light Minato", "First Light Minato"]
{extra}
""")
    assert Solver(0, win_this_turn(state, 0)).prove(state).holds == holds


RECYCLED = """
P1 = { worlds = ["Glass Dunes", "Glass Dunes", "Hollow Spire"], hand = ["Event E01"], deck = 0, discard = [%s] }
P2 = { hand = [], deck = 0 }
"""
REFILLED = """
step = "D2"
P1 = { hp = 1, hand = [], deck = 0 }
P2 = { hero = "Lio", hand = [], deck = 0, discard = ["Gorro", "Gorro", "Gorro"] }
"""


def for_both_seats(text):
    """Yield (state, seat) for a position of the Kingdom Hearts TCG as written, and with the players swapped."""
    document = tomllib.loads(text)
    other = {"player": "P2"} | document | {"P1": document["P2"], "P2": document["P1"]}
    for seat, one_side in enumerate((document, other)):
        yield engines.load("kingdom_hearts").position(one_side, run=False), seat


def test_no_proof_rests_on_a_draw_from_a_recycled_deck():
    for state, seat in for_both_seats(RECYCLED % '"Glass Dunes", "Glass Dunes"'):
        state.run()
        assert not Solver(seat, win_this_turn(state, seat)).prove(state).holds


def test_a_deck_recycled_by_the_rival_may_hold_anything():
    """The rival refills, and one HP is at stake in the Challenge: the worst three cards beat any hero."""
    for state, seat in for_both_seats(REFILLED):
        turn = state.turn
        here = solver_opened(state, seat)
        here.run()
        assert here.seat_to_act == 1 - seat
        search = Solver(seat, lambda now, turn=turn: now.result is None if now.result or now.turn > turn + 1 else None)
        assert not search.holds(here)
        assert {"move", "call", "equip"} <= {action[0] for action in here.actions}


def test_the_unseen_cards_of_a_hand_are_at_most_the_allowed_copies_of_one_card():
    state = engines.load("kingdom_hearts").position('step = "C2"\nunseen = true\nP2.hand = 5')
    here = solver_opened(state)
    for text in ("pass", 'attack "Broad Flare" "Broad Flare" "Broad Flare"'):
        for part in here.game.notation.expand(text)[:4]:
            here.apply(here.read(part)[0])
    assert [here.text(action) for action in here.actions] == ['attach "Quick Flare"', "enough"]


@pytest.mark.parametrize(("seat", "possible"), [(0, True), (1, False)])
def test_nobody_proves_anything_with_an_unseen_event(seat, possible):
    position = 'step = "W2"\nunseen = true\nattack = { attacker = "First Light Minato" }\nP2.hand = 2'
    state = solver_opened(engines.load("chaos").position(position), seat)
    state.apply(("pass",))
    assert ('play "Rallying Horn"' in [state.text(action) for action in state.actions]) == possible


EITHERS = ("out", "struck")
"""Entries that may refer to either player's card: by its number if it is not the first player's."""


@pytest.mark.parametrize("name", GAMES)
def test_what_is_under_way_is_written_as_actions_call_it(name):
    second, game = 0, engines.load(name)
    for state in positions(name)[::5]:
        document = tomllib.loads(state.position())
        there = {record[0] for _, _, record in in_play(state)}
        under_way = [(field, one) for field, one in state.declaration.items() if isinstance(one, UnderWay)]
        for field, one in under_way:
            for entry, number in one.in_play(getattr(state, field)):
                written = document[one.written][one.called(entry)]
                texts = written if isinstance(written, list) else [written]
                called = [text for text in texts if not text.startswith("#")]
                assert called or number not in there or entry in EITHERS
                second += any(text.endswith('" 2') for text in called)
        assert game.position(document, run=False).canonical_key() == state.canonical_key()
    assert second or name in ("chaos", "kingdom_hearts")  # one fighter per name; no card in play is named


CALLED = """
step = "BLOCK"
P1.field = ["Tide Scout 2, fatigued", "Tide Scout", "Tide Scout, fatigued"]
P2.field = ["Mossback Guard"]
attack = { attacker = '%s', cores = [1] }
[[cards]]
name = "Tide Scout 2"
category = "unit"
cost = 1
power = 1
break_rank = 1
"""


@pytest.mark.parametrize(
    ("called", "number"), [("Tide Scout", 2), ('"Tide Scout" 2', 3), ("Tide Scout 2", 1), ("#3", 3)]
)
def test_a_card_under_way_is_called_by_its_name_or_its_number(called, number):
    assert engines.load("altaria").position(CALLED % called, run=False).attack.attacker == number


NAMED = {
    "altaria": ("energy", ["Ember Sprinter, down"], "hand", 3),
    "chaos": ("hand", ["Signal Lantern"], "deck", 3),
    "dgrayman": ("standby", ["Ada Lorne (Lantern)"], "hand", 12),
    "kingdom_hearts": ("hand", ["Twin Lanterns"], "deck", 1),
    "star_wars": ("hand", ["Shattered Ring Belt"], "deck", 5),
}
"""A card that could fill an unnamed place in a zone, and a number of unnamed cards in another zone."""


@pytest.mark.parametrize("name", GAMES)
def test_no_unnamed_card_goes_by_a_name_that_the_position_has(name):
    zone, named, other, count = NAMED[name]
    card = named[0].split(",")[0]
    for player, rival in (("P1", "P2"), ("P2", "P1")):
        document = {player: {zone: named, "deck": 5, other: count}, rival: {other: count}}
        state = engines.load(name).position(document, run=False)
        assert [seat for seat in (0, 1) if card in state.game.rules.zone(state, seat, other)] == []


@pytest.mark.parametrize("name", GAMES)
def test_an_expectation_means_no_unnamed_card_until_it_lies_open(name):
    state = engines.load(name).position({"P1": {"hand": 3, "deck": 4}, "P2": {"hand": 2, "deck": 4}}, run=False)
    for seat, player in enumerate(("P1", "P2")):
        for card in state.game.rules.zone(state, seat, "hand"):
            assert describe_difference(state, f'{player}.hand lacks "{card}"') == ""
            assert UNNAMED in describe_difference(state, f'{player}.hand has "{card}"')
            assert UNNAMED in describe_difference(state, f'{player}.deck 1 = "{card}"')
    graveyard = {"altaria": "graveyard", "chaos": "waiting"}.get(name, "discard")
    shown = state.both[0].hand[0]
    setattr(state.both[0], graveyard, [shown])
    zone = state.zones_of_players[graveyard].written
    assert expectation_holds(state, f'P1.{zone} has "{state.name(shown)}"')
    assert not expectation_holds(state, f'P1.hand has "{state.name(shown)}"')


def test_figures_and_marks_are_those_of_no_unnamed_card():
    state = engines.load("altaria").position('P1.energy = 1\nP2.altar = ["Tide Scout, fatigued"]')
    (card,) = state.game.rules.zone(state, 0, "energy")
    assert describe_difference(state, f'orientation "{card}" = upright') == (
        f'expected orientation "{card}" = upright, found no orientation of {card} there.'
    )
    assert describe_difference(state, f'P1.energy = ["{card}, down"]') != ""
    with pytest.raises(DataError, match="there are 0 of"):
        describe_difference(state, f'orientation "{card}" 1 = upright')
    shown = engines.load("altaria").position(f'P1.energy = ["{card}, down"]')
    assert expectation_holds(shown, f'orientation "{card}" = upright')


def test_a_concealed_card_is_named_by_no_try():
    state = engines.load("chaos").position('step = "S5"\nP2.partner = "Tailwind Tsubame, down"')
    with pytest.raises(TextRefused, match="nowhere that you can see"):
        state.game.notation.read(state, 'attack "Tailwind Tsubame"', 0)
    (action,) = state.game.notation.read(state, 'attack "Tailwind Tsubame"', 1)
    assert action[0] == "attack"


OWN_CARD = """
[[cards]]
name = "Night Guest"
category = "unit"
cost = 1
power = 1
break_rank = 1
"""


def test_added_cards_fill_no_unnamed_places():
    text = "P1.hand = 10\nP2.hand = 10"
    plain = engines.load("altaria").position(text, run=False)
    added = engines.load("altaria").position(text + OWN_CARD, run=False)
    assert [player.hand for player in added.players] == [player.hand for player in plain.players]
    assert [player.deck for player in added.players] == [player.deck for player in plain.players]


def seen_of_action(state, action, seat):
    """Carry out an action, and return what `seat` sees of the final position, the film and the events.

    Returns None if the action cannot be carried out there.
    """
    if state.why_not(action):
        return None
    state.listen(film=True)
    state.apply(action)
    pictures = [picture.view(seat) for picture in state.film]
    events = [event for event in state.events if not event.secret or event.seat == seat]
    return state.view(seat), pictures, events


@pytest.mark.parametrize("name", GAMES)
def test_a_film_shows_nothing_hidden(name):
    compared = 0
    for number, state in enumerate(sample(positions(name), every=3)):
        if state.seat_to_act == NATURE or not state.actions:
            continue
        picking = state.step.pick or state.frames  # the other player does not know the cards picked so far
        for seat in (state.seat_to_act,) if picking else (0, 1):
            world = state.copy()
            world.game.rules.determinise(world, seat, RandomSource(number))
            world.chance = state.chance
            for action in state.actions[number % 3 :: 3]:
                one, two = seen_of_action(state.copy(), action, seat), seen_of_action(world.copy(), action, seat)
                if two is None or one[0] != two[0]:
                    continue  # something has become known
                assert one[1:] == two[1:], (state.position(), action, seat)
                compared += 1
    assert compared > 100


@pytest.mark.parametrize("name", GAMES)
def test_in_a_proof_the_provers_own_unseen_cards_can_do_nothing(name):
    """Only the rival's unseen cards may be any cards; otherwise a proof would play a card that nobody has seen."""
    compared = 0
    for state in sample(positions(name, games=6)):
        seat = state.seat_to_act
        if state.decision is None or seat == NATURE or state.step.pick or state.frames:
            continue
        forgotten = state.copy()
        state.game.rules.forget_unseen(forgotten, 1 - seat)
        opened = solver_opened(forgotten, seat)
        offered, free = set(opened.step.ask(opened) or ()), set(state.actions)
        compared += bool(offered)
        assert offered <= free, (state, offered - free)
    assert compared
