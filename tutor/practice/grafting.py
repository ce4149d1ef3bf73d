"""Grafts: puts the cards of an example into the middle of a play-out, so that the rest of the game varies."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import takewhile

from engines.checking import scenarios
from engines.errors import TebikiError
from engines.game import Game
from engines.kernel.chance import RandomSource
from engines.kernel.state import State
from tutor.boards.presentation import load_look
from tutor.practice.examples import Document, Example
from tutor.practice.legality import ABSENCE_ERRORS
from tutor.practice.playouts import (
    PLAY_OUTS_KEPT,
    PlayedDecision,
    is_beginning,
    is_dealt,
    play_decisions,
    play_out,
    random_players,
)
from tutor.practice.positions import USED_SLOT, read_state, write_document
from tutor.practice.positions import Document as Written

HOSTS_TRIED = 4
"""Maximum number of places in a play-out that are tried for an example."""
HOSTS_COMPARED = 12
"""Number of most similar places in a play-out from which those to be tried are chosen."""
DECISIONS_AFTER = 24
"""Number of decisions played from the grafted position."""
USUAL_TURN, TURN_SPAN = 13, 4
"""The turn assumed for an example that does not state one, and the distance within which turns count as similar."""
OTHER_PLAYER = {"you": "rival", "rival": "you", "P1": "P2", "P2": "P1"}
SEATS = ("you", "rival")
LEARNER_NAMES = ("you", "P1")
"""The learner's names in positions."""
KEPT_OF_HOST = ("game", "turn", "chance")
"""Entries taken from the play-out besides the players' tables and roles; all others come from the example."""
DECK = "pile-1"
PILES = (DECK, "pile-2", "hand")
"""Zones for which an example may give only the number of cards."""
CARD_NUMBER = re.compile(r", # ?\d+")
CHANGED_FIGURE = re.compile(r"[+-]\d")
"""Matches a figure that is changed until the end of the turn; in a play-out such a change would need a cause."""
STACK_JOINTS = re.compile(r" \+ | over | with ")


@lru_cache(maxsize=PLAY_OUTS_KEPT)
def graft_example(game: Game, example: Example, number: int) -> tuple[PlayedDecision, ...]:
    """Return the decisions that follow from an example put into play-out `number`; () if it does not fit there."""
    if CHANGED_FIGURE.search(str(example.position)):
        return ()
    source = RandomSource(number)
    position: Written = {**default_start(game)[1], **example.position}
    ways = [position, swap_players(position)]
    if source.below(2):
        ways.reverse()
    whole = play_out(game, number)
    source.shuffle(order := [*range(len(whole))])
    turn = position.get("turn", USUAL_TURN)
    hosts = [state for at in order if is_host(state := whole[at].state, position)]
    hosts.sort(key=lambda state: (abs(state.turn - turn) // TURN_SPAN, not is_same_phase(state, position)))
    for host, document, way in fitting_hosts(hosts, ways):
        state = graft_position(host, document, way, source)
        try:
            found = () if state is None else tuple(takewhile(has_hands, continue_example(state, example.lines, source)))
        except ABSENCE_ERRORS:  # the example has something in progress that the play-out lacks, or the other way round
            continue
        if found:
            return found
    return ()


def fitting_hosts(hosts: list[State], ways: Sequence[Document]) -> Iterator[tuple[State, Written, Document]]:
    """Yield states with their documents, each with the version of the example that gives players the same roles."""
    known = [(host, write_document(host)) for host in hosts[:HOSTS_COMPARED]]
    fits = [
        (*one, way) for way in ways for one in known if player_entries(one[1]).items() >= player_entries(way).items()
    ]
    yield from fits[:HOSTS_TRIED]


def swap_players(position: Document) -> Written:
    """Return a position in which the two players are swapped."""
    return {OTHER_PLAYER.get(key, key): _other_part(part) for key, part in position.items()}


def _other_part(part: object) -> object:
    if isinstance(part, dict):
        return swap_players(part)
    return OTHER_PLAYER.get(part, part) if isinstance(part, str) else part


@lru_cache
def default_start(game: Game) -> tuple[str, dict[str, str]]:
    """Return the defaults of a position: its step, and which player has which role (whose turn it is, for example)."""
    state = game.position({}, run=False)
    document = write_document(state)
    return state.step.name, {key: document[key] for key in player_entries(document)}


def player_entries(document: Document) -> dict[str, bool]:
    """Return the entries of a position that name a player; True for each that names the learner."""
    return {
        key: part in LEARNER_NAMES for key, part in document.items() if isinstance(part, str) and part in OTHER_PLAYER
    }


def is_same_phase(state: State, position: Document) -> bool:
    """Return True if a position is in the same phase as a state."""
    flow = state.game.flow
    step = flow.steps.get(position.get("step", default_start(state.game)[0]))
    return step is not None and step.phase == state.step.phase


def is_set_up(game: Game, position: Document) -> bool:
    """Return True if a position belongs to the setup of a game."""
    step = game.flow.steps.get(position.get("step", default_start(game)[0]))
    return step is not None and step.phase == game.flow.first.phase


def is_host(state: State, position: Document) -> bool:
    """Return True if nothing is in progress in a state, and if it is in setup exactly if the position is."""
    if is_beginning(state) != is_set_up(state.game, position) or not is_dealt(state):
        return False
    return not (state.step.pick or state.step.window or state.frames or state.game.rules.fighting(state))


def graft_position(host: State, document: Written, position: Document, source: RandomSource) -> State | None:
    """Return `host` with the zones given in a position replaced by the position's; None if that fails.

    document : `host` as a document. Totals stay the same: cards removed from a zone go to the pile of used cards, and
    added cards come from it. If a position gives only a number of cards, cards of `host` are used.
    """
    game = host.game
    step, who_is_who = default_start(game)
    made: Written = {key: document[key] for key in (*KEPT_OF_HOST, *who_is_who, *SEATS) if key in document}
    made |= {"step": step, **{key: part for key, part in position.items() if key not in SEATS}}
    rows = reversed(load_look(game.name)["zone"])  # if there are several such zones, the first one holds the used cards
    piles = {row.get("slot"): row["id"] for row in rows if row.get("slot") in PILES}
    slots = (
        (USED_SLOT, "hand", "pile-1") if not is_beginning(host) else ("pile-1", "hand")
    )  # nothing is used before a game begins
    for who in SEATS:
        had = {key: strip_numbers(part) for key, part in document[who].items()}
        put = {key: fill_from_host(had.get(key), part) for key, part in position.get(who, {}).items()}
        put |= {key: had[key] for key in put if key == piles.get(DECK) and is_larger(put[key], had.get(key))}
        order = [zone for slot in slots if (zone := piles.get(slot, "")) in had]
        spare = [zone for zone in order if zone not in put] or order[:1]
        if not spare:
            made[who] = had | put
            continue
        zones = zone_names(game)
        gone = [name for zone in put if zone in zones for name in zone_card_names(had.get(zone), game)]
        made[who] = had | put
        made[who][spare[0]] = [*gone, *as_list(made[who][spare[0]])]
        more = count_cards(made[who], game)
        more.subtract(count_cards(had, game))
        if not remove_surplus(made[who], more, spare, source):
            return None
    state = read_state(game, made)
    return state if state is not None and adds_up(state, host) and is_whole(state, host) else None


@lru_cache
def zone_names(game: Game) -> frozenset[str]:
    """Return the names that a game's positions use for zones, and parts of zones, that hold cards."""
    return frozenset(name for row in load_look(game.name)["zone"] for name in (row["id"], *row.get("parts", ())))


def strip_numbers(zone: object) -> object:
    """Return a zone of a document without its cards' numbers, so that the numbers in the example take precedence."""
    return (
        [CARD_NUMBER.sub("", one) if isinstance(one, str) else one for one in zone] if isinstance(zone, list) else zone
    )


def as_list(zone: object) -> list[object]:
    """Return a zone of a document as a list of entries."""
    return list(zone) if isinstance(zone, list) else [zone]


def is_larger(part: object, had: object) -> bool:
    """Return True if the example's deck has more cards than are left in the host's deck."""
    sizes = [len(one) if isinstance(one, list) else one for one in (part, had)]
    return all(isinstance(size, int) for size in sizes) and sizes[0] > sizes[1]  # type: ignore[operator]


def fill_from_host(had: object, part: object) -> object:
    """Return the example's zone; if it gives only a number of cards, return that many of the host's cards."""
    if isinstance(had, list) and isinstance(part, int) and 0 <= part <= len(had):
        return had[len(had) - part :]
    return part


def zone_card_names(zone: object, game: Game) -> list[str]:
    """Return the names of the cards in a zone of a document, with "" for each unnamed card."""
    found: list[str] = []
    for entry in zone if isinstance(zone, list) else [zone]:
        text = str(entry)
        number = re.match(r"(\d+)\b", text)
        if number:
            found += [""] * int(number[1])
        else:
            found += [name for name in STACK_JOINTS.split(text.split(",")[0]) if name in game.by_name]
    return found


def count_cards(side: Written, game: Game) -> Counter[str]:
    """Count a player's cards in all zones of a document, by name."""
    zones = zone_names(game)
    return Counter(name for zone, part in side.items() if zone in zones for name in zone_card_names(part, game))


def remove_surplus(side: Written, more: Counter[str], zones: list[str], source: RandomSource) -> bool:
    """Remove the surplus cards `more` from these zones, preferring cards of the same name.

    Return True if all are removed.
    """
    for alike in (True, False):
        for zone in zones:
            entries = list(side[zone]) if isinstance(side.get(zone), list) else []
            while sum(more.values()) > 0:
                fitting = [at for at, name in enumerate(entries) if not alike or more[str(name)] > 0]
                if not fitting:
                    break
                name = str(entries.pop(fitting[source.below(len(fitting))]))
                more[name] -= 1
            if entries or isinstance(side.get(zone), list):
                side[zone] = entries
    return sum(more.values()) == 0


def adds_up(state: State, host: State) -> bool:
    """Return True if each player has as many cards as in `host`."""
    belongings = state.game.rules.belongings
    return all(len(belongings(state, seat)) == len(belongings(host, seat)) for seat in (0, 1))


def is_whole(state: State, host: State) -> bool:
    """Return False if, in a setup, a player has no hand or more cards have been used than in `host`."""
    zones = [row["id"] for row in load_look(state.game.name)["zone"] if row.get("slot") == USED_SLOT]
    cards = state.game.rules.zone
    return not is_beginning(state) or (
        is_dealt(state)
        and all(len(cards(state, seat, one)) <= len(cards(host, seat, one)) for seat in (0, 1) for one in zones)
    )


def has_hands(one: PlayedDecision) -> bool:
    """Return False if a player's hand is empty during setup."""
    return is_dealt(one.state)


def continue_example(state: State, lines: tuple[str, ...], source: RandomSource) -> Iterator[PlayedDecision]:
    """Yield the decisions of an example's lines, up to the first that cannot be played, then decisions of bots."""
    here = state.copy()
    for line in lines:
        start = here.copy()
        try:
            actions = scenarios.play_line(here, line)
        except (TebikiError, *ABSENCE_ERRORS):
            here = start
            break
        for action in actions:
            yield PlayedDecision(start.copy(), action)
            start.apply(action)
    yield from play_decisions(here, random_players(source), DECISIONS_AFTER)
