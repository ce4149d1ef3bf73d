"""Lanterns: an original small game, complete in this file and lanterns.toml; see docs/a-game-in-an-evening.md."""

from typing import Any, NamedTuple

from engines.kit import kit

# The table: where things are, and who sees them.
BEAST = kit.Record(kit.identity(), kit.card(("beast",)), kit.marked("tired", off="ready"))
ID, CARD, TIRED = 0, 1, 2


class Attack(NamedTuple):
    """The attack under way (LAN-5.1, 5.2)."""

    seat: kit.Seat
    attacker: kit.InPlay
    blocker: kit.InPlay = 0


@kit.zones
class Player(kit.Zones):
    """One player's zones and counters."""

    deck: list[int] = kit.pile(default=10)
    hand: list[int] = kit.cards(sees=kit.OWNER)
    field: list[tuple[int, int, bool]] = kit.records(BEAST)
    discard: list[int] = kit.cards()
    lanterns: int = kit.number("5", show=True)


@kit.state
class State(kit.DeclaredState):
    """A game in progress."""

    players: tuple[Player, Player] = kit.both(Player)
    turn_player: int = kit.seat(written="player", show=True)
    played: int = kit.number(show=True)
    attack: Attack | None = kit.under_way(Attack, rival=("blocker",), shown=("seat", "attacker", "blocker"))


# The effects of cards. `aim` is the Beast at which a Spark is aimed.
VERBS, COUNT = kit.Verbs(), kit.FieldRule(int, default=1, low=1)


@VERBS.verb("draw", count=COUNT)
def draw(state: State, seat: int, arguments: Any, aim: int = 0) -> None:
    """Draw cards (LAN-3.2); a player who cannot draw loses (LAN-3.3)."""
    for _ in range(arguments["count"]):
        if not state.players[seat].deck:
            return kit.win(state, 1 - seat, "LAN-3.3") if state.game.parameters["deck_out"] else None
        state.players[seat].hand.append(state.players[seat].deck.pop())
        state.note("drew", "LAN-3.2", seat)
    return None


@VERBS.verb("light", count=COUNT)
def light(state: State, seat: int, arguments: Any, aim: int = 0) -> None:
    """Light some of your lanterns (LAN-1.1)."""
    state.players[seat].lanterns += arguments["count"]
    state.note("lit", "LAN-1.1", seat, count=arguments["count"])


@VERBS.verb("put_out", count=COUNT)
def put_out(state: State, seat: int, arguments: Any, aim: int = 0) -> None:
    """Put out some of the rival's lanterns; a player without lit lanterns loses (LAN-1.1)."""
    state.players[1 - seat].lanterns = max(0, state.players[1 - seat].lanterns - arguments["count"])
    state.note("out", "LAN-1.1", 1 - seat, count=arguments["count"])
    if not state.players[1 - seat].lanterns:
        kit.win(state, seat, "LAN-1.1")


@VERBS.verb("tire")
def tire(state: State, seat: int, arguments: Any, aim: int = 0) -> None:
    """Tire the Beast aimed at (LAN-4.5)."""
    kit.mark(state, aim, TIRED, True)


@VERBS.verb("take_home")
def take_home(state: State, seat: int, arguments: Any, aim: int = 0) -> None:
    """Return the Beast aimed at to its owner's hand (LAN-4.5)."""
    kit.leave(state, aim, "hand")


# The turn.
def begin(state: State) -> None:
    """Shuffle, draw, and light the first lanterns; the second player gets more (LAN-1.1, 2.1)."""
    for player in state.players:
        player.lanterns = state.game.parameters["lanterns"]
        state.shuffle(player.deck)
        player.hand = [player.deck.pop() for _ in range(state.game.parameters["opening_hand"])]
    state.players[1].lanterns += state.game.parameters["second_lanterns"]


def wake(state: State) -> None:
    """Begin a turn: the Beasts wake (LAN-3.1), and no card has been played yet (LAN-4.1)."""
    state.turn, state.played = state.turn + 1, 0
    mine = state.players[state.turn_player]
    mine.field = [(one[ID], one[CARD], False) for one in mine.field]
    state.note("woke", "LAN-3.1", state.turn_player, turn=state.turn)


def draw_card(state: State) -> None:
    """Draw a card, except in the very first turn (LAN-3.2)."""
    draw(state, state.turn_player, {"count": int(state.turn > 1)})


def play(state: State, action: kit.Action) -> None:
    """Play a card (LAN-4.1): a Beast arrives (LAN-4.3), a Spark takes effect and is discarded (LAN-4.4)."""
    seat, card, state.played = state.turn_player, action[1], state.played + 1
    state.players[seat].hand.remove(card)
    state.note("played", "LAN-4.1", seat, card=card)
    if state.game.cards[card].category == "beast":
        kit.enter(state, seat, "field", card, "swift" not in state.printed(card, "words"))
    else:
        state.players[seat].discard.append(card)
    kit.carry_out(VERBS, state, seat, card, *action[2:])


def engage(state: State, action: kit.Action) -> None:
    """Attack with a Beast (LAN-5.1), or block with one (LAN-5.2); either becomes tired."""
    kit.mark(state, action[1], TIRED, True)
    state.attack = state.attack._replace(blocker=action[1]) if state.attack else Attack(state.turn_player, action[1])
    state.note(action[0], "LAN-5.1", state.seat_to_act, card=kit.find(state, action[1]))


def fight(state: State) -> None:
    """Compare powers: the weaker Beast falls, or both if equal (LAN-5.4). Unblocked, a lantern goes out (LAN-5.5)."""
    _, *ids = state.attack or (0, 0, 0)
    two, state.attack = [kit.find(state, number) for number in ids], None
    if not two[1]:
        return put_out(state, state.turn_player, {"count": 1})
    powers = [state.printed(one[CARD], "power") for one in two]
    for one in [one for one, power in zip(two, powers, strict=True) if power == min(powers)]:
        state.note("fell", "LAN-5.4", 0, card=one)
        kit.leave(state, one[ID], "discard")
    return None


def discard(state: State, action: kit.Action) -> None:
    """Discard a card at the end of the turn (LAN-6.1)."""
    state.players[state.turn_player].hand.remove(action[1])
    state.players[state.turn_player].discard.append(action[1])


def next_turn(state: State) -> None:
    """Pass the turn (LAN-6.2); after the last turn, count the lanterns (LAN-6.3)."""
    one, two = (player.lanterns for player in state.players)
    state.turn_player = 1 - state.turn_player
    if state.turn >= state.game.parameters["turn_cap"]:
        kit.win(state, None if one == two else int(two > one), "LAN-6.3")


# The rules: the arguments of actions, the requirements of each kind, and the steps in order.
ARGUMENTS = {
    "card": kit.card_of("hand"),
    "beast": kit.card_in_play("field"),
    "object": kit.card_in_play("field", side="any"),
}
needs = kit.needs(ARGUMENTS)


def sly_enough(state: State, seat: int, action: kit.Action) -> bool:
    """Return True if a Beast may block this attacker: only a Sly Beast can block a Sly one (LAN-5.3)."""
    ids = (state.attack.attacker if state.attack else 0, action[1])
    attacker, blocker = ("sly" in state.printed(kit.find(state, one)[CARD], "words") for one in ids)
    return blocker or not attacker


IN_HAND, MINE = kit.in_hand("LAN-3.4", ARGUMENTS), kit.mine("LAN-5.1", ARGUMENTS)
READY = kit.unmarked("ready", "LAN-5.1", TIRED, ARGUMENTS)
ONE = needs("one_a_turn", "LAN-4.1", lambda s, *_: s.played < s.game.parameters["plays_a_turn"], lambda s, *_: wake(s))
COMPANY = needs("company", "LAN-4.2", lambda s, seat, a: len(s.players[seat].field) >= s.printed(a[1], "needs"))
AIM = needs("aim", "LAN-4.5", lambda s, seat, a: s.printed(a[1], "aimed") == (a[0] == "cast"))
SLY = needs("sly", "LAN-5.3", sly_enough)
ACT, over_limit = kit.stage("ACT"), kit.more_than("hand", "hand_limit")
KINDS = kit.kinds(
    ARGUMENTS,
    kit.Kind("play", "LAN-3.4", ("ACT",), (IN_HAND, AIM, ONE, COMPANY), ("card",), stage=ACT),
    kit.Kind("cast", "LAN-3.4", ("ACT",), (IN_HAND, AIM, ONE), ("card", "object"), stage=ACT),
    kit.Kind("attack", "LAN-3.4", ("ACT",), (MINE, READY), ("beast",), stage=ACT),
    kit.Kind("end", "LAN-3.4", ("ACT",)),
    kit.Kind("block", "LAN-5.2", ("BLOCK",), (MINE, READY, SLY), ("beast",)),
    kit.Kind("let_it", "LAN-5.2", ("BLOCK",)),
    kit.Kind("discard", "LAN-6.1", ("DISCARD",), (IN_HAND,), ("card",)),
)
ACTIONS = {"play": (play, "ACT"), "cast": (play, "ACT"), "attack": (engage, "BLOCK"), "end": (None, "DISCARD")}
STEPS = [
    kit.Step("SHUFFLE", "begin", ("LAN-2.1",), do=begin, to="WAKE"),
    kit.Step("WAKE", "turn", ("LAN-3.1",), do=wake, to="DRAW"),
    kit.Step("DRAW", "turn", ("LAN-3.2", "LAN-3.3"), do=draw_card, to="ACT", ends="no card to draw"),
    kit.choice("ACT", "turn", ("LAN-3.4", "LAN-4.1"), kit.turn_player, ACTIONS, ends="no lantern is left"),
    kit.choice("BLOCK", "attack", ("LAN-5.2",), kit.rival, {"block": (engage, "FIGHT"), "let_it": (None, "FIGHT")}),
    kit.Step("FIGHT", "attack", ("LAN-5.4", "LAN-5.5"), do=fight, to="ACT", ends="no lantern is left"),
    kit.choice("DISCARD", "turn", ("LAN-6.1",), kit.turn_player, {"discard": (discard, "DISCARD")}, over_limit, "NEXT"),
    kit.Step("NEXT", "turn", ("LAN-6.2", "LAN-6.3"), do=next_turn, to="WAKE", ends="the last turn is over"),
]


# The judgement of the computer players: the value of an action, in points, and a player's strength, in lanterns.
def card_worth(state: Any, card: int) -> float:
    """Return the value of a card in hand, in points, from its printed values."""
    printed = state.game.cards[card]
    points = printed.fields["power"] + 0.5 * len(printed.fields["words"]) - 0.5 * printed.fields["needs"]
    return float(points + 1.5 * sum(len(ability.program) for ability in printed.abilities))


AIM_BONUS = {"tire": 1.0, "take_home": 1.5}
"""The value of aiming a card at a Beast of the rival, by verb, in addition to the power of that Beast."""


def rate_cast(state: Any, seat: int, action: kit.Action) -> float:
    """Return how good it looks to aim a card: best at a strong Beast of the rival, bad at one of the player's own."""
    if any(record[ID] == action[2] for record in state.players[seat].field):
        return -5
    verbs = [verb for ability in state.game.cards[action[1]].abilities for verb, _ in ability.program]
    return float(power_of(state, action[2]) + sum(AIM_BONUS.get(verb, 0) for verb in verbs))


def power_of(state: Any, number: int) -> int:
    """Return the power of a Beast in play."""
    return int(state.printed(kit.find(state, number)[CARD], "power"))


def rate_attack(state: Any, seat: int, action: kit.Action) -> float:
    """Return how good an attack looks: less if it can be blocked, and less if the Beast is needed as a blocker."""
    me, rival = state.players[seat], state.players[1 - seat]
    if len(rival.field) >= me.lanterns and sum(not record[TIRED] for record in me.field) < rival.lanterns:
        return -1
    power, words = power_of(state, action[1]), state.printed(kit.find(state, action[1])[CARD], "words")
    able = [record[CARD] for record in rival.field if not record[TIRED]]
    able = [card for card in able if "sly" not in words or "sly" in state.printed(card, "words")]
    best = max((state.printed(card, "power") for card in able), default=-1)
    return 6 if power > best else 2 if power == best else -1 - 0.3 * power


def rate_block(state: Any, seat: int, action: kit.Action) -> float:
    """Return how good a block looks: it saves a lantern, and costs one or both of the Beasts."""
    mine, other = power_of(state, action[1]), power_of(state, state.attack.attacker)
    saved = 8 if state.players[seat].lanterns <= 2 else 1.5
    return saved + (other if mine >= other else 0) - (mine if mine <= other else 0)


def strength(state: Any, seat: int) -> float:
    """Return the strength of a player's position: lanterns, Beasts by their power, and cards in hand."""
    player = state.players[seat]
    beasts = sum(0.4 + 0.3 * state.printed(record[CARD], "power") for record in player.field)
    return float(player.lanterns + beasts + 0.25 * len(player.hand))


JUDGES = {
    "play": lambda state, seat, action: 1 + card_worth(state, action[1]),
    "cast": rate_cast,
    "attack": rate_attack,
    "block": rate_block,
    "discard": lambda state, seat, action: -card_worth(state, action[1]),
}
FAR_AHEAD = 12
"""The difference in strength at which a game looks practically won."""


def game() -> Any:
    """Return the game, ready to play."""
    action_looks, looks = kit.heuristic_from_table(JUDGES), kit.evaluation_by_difference(strength, FAR_AHEAD)
    return kit.game(
        __file__, State, STEPS, KINDS, ARGUMENTS, VERBS, first_step="ACT", heuristic=action_looks, evaluation=looks
    )
