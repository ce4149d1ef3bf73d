"""'How likely?' questions: a fight that the learner may start, and the exact chance of an outcome over all rolls."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from engines.errors import TebikiError
from engines.game import Game
from engines.kernel.chance import RandomSource
from engines.kernel.state import Action, State
from tutor.boards.presentation import load_look
from tutor.lessons.goals import chance_of
from tutor.practice.aims import state_in_game
from tutor.practice.legality import ABSENCE_ERRORS
from tutor.practice.maker import DIVERTING, Maker, Request
from tutor.practice.playouts import LEARNER, is_learners_decision
from tutor.practice.positions import cut_down, is_same_moment, open_zones, read_state, remove_card, write_document
from tutor.practice.question import Question
from tutor.practice.scene_lines import SceneLine, tell_lines
from tutor.practice.sources import DECISIONS_PER_SOURCE, decision_sources, shuffle_copy
from tutor.practice.wording import action_title, is_numbered, line_title, quoted_names
from tutor.text import format_message

LARGEST_DENOMINATOR, LARGEST_OPTION_DENOMINATOR = 16, 36
"""Largest denominator of the answer, which must be computable in the head (four dice that hit or miss), and largest
denominator of any option."""
OPTIONS, FEWEST_OPEN = 4, 3
"""Number of options, and minimum number of options other than 0 and 1."""
LONGEST_FIGHT = 20
"""Maximum number of decisions in a fight, all of them passes."""
SIDES = {"rival": 1 - LEARNER, "you": LEARNER}


def find_chances(request: Request) -> Iterator[Question]:
    """Yield questions about fights in which the counter-rule changes the chance."""
    for state in fight_openings(request):
        for bare, fight in chance_fights(state):
            for of in leaving_conditions(bare, fight):
                if is_telling(bare, fight, of, request.other):
                    yield ask_chance(bare, fight, of, request)


def fight_openings(request: Request) -> Iterator[State]:
    """Yield positions in which the learner may start a fight, some from each source."""
    for moments in decision_sources(request.game, request.seed, request.clauses):
        states = [one.state for one in moments if is_learners_decision(one.state) and any(targeted_actions(one.state))]
        yield from shuffle_copy(states, request.source)[:DECISIONS_PER_SOURCE]


def targeted_actions(state: State) -> Iterator[Action]:
    """Yield the actions that have a target."""
    if state.game.rules.fighting(state) and state.step.window:
        return
    yield from (action for action in state.actions if state.game.kinds[action[0]].targets)


def chance_fights(state: State) -> Iterator[tuple[State, str]]:
    """Yield fights that chance alone decides: the position reduced to what matters, and the action as text."""
    for action in targeted_actions(state):
        bare = isolate_fight(state, action)
        if bare is None or action not in bare.actions:
            continue
        text = bare.game.notation.write(bare, action, LEARNER)
        if len(quoted_names(text)) > 1 and not is_numbered(text) and is_left_to_chance(bare, action):
            yield bare, text


def isolate_fight(state: State, action: Action) -> State | None:
    """Return a position in which the hands are put under the decks, and other cards with the same names are removed.

    Return None if no game can reach this position.
    """
    document, rows = write_document(state), load_look(state.game.name)["zone"]
    zones = {row.get("slot"): row["id"] for row in rows}
    hand, deck = zones["hand"], zones["pile-1"]
    for who in SIDES:
        side = document[who]
        document[who] = side | {hand: [], deck: [*side[deck], *side[hand]]}
    names = quoted_names(state.game.notation.write(state, action, LEARNER))
    for who, zone in open_zones(state):
        for at in reversed(range(len(document[who][zone]) if isinstance(document[who][zone], list) else 0)):
            entry = str(document[who][zone][at])
            own = re.search(r"# ?(\d+)", entry)
            if entry.startswith(tuple(names)) and own is not None and int(own[1]) not in action:
                fewer = remove_card(document, who, zone, at, state.game)
                document = document if fewer is None else fewer
    bare = read_state(state.game, document)
    return bare if bare is not None and is_same_moment(bare, state) else None


def is_left_to_chance(state: State, action: Action) -> bool:
    """Return True if the action starts a fight in which no player has anything further to decide."""
    here, begun = state.copy(), state.chance
    here.apply(action)
    fighting = here.game.rules.fighting
    if not fighting(here):
        return False
    for _ in range(LONGEST_FIGHT):
        if here.result is not None or not fighting(here):
            return bool(here.chance != begun)
        if len(here.actions) > 1:
            return False
        here.apply(here.actions[0])
    return False


def leaving_conditions(state: State, fight: str) -> Iterator[str]:
    """Yield possible outcomes as conditions: one of the two fighting cards leaves its zone."""
    rows = [row["id"] for row in load_look(state.game.name)["zone"] if row.get("slot") == "field"]
    mine, theirs = quoted_names(fight)[:2]
    for who, name in (("rival", theirs), ("you", mine)):
        zones = [zone for zone in rows if name in state.game.rules.zone(state, SIDES[who], zone)]
        if len(zones) == 1:
            yield f'{who}.{zones[0]} lacks "{name}"'


def exact_chance(state: State, fight: str, of: str, other: Game | None = None) -> Fraction | None:
    """Return the exact chance of an outcome, in the game `other` if given; None if it cannot be computed."""
    here = state if other is None else state_in_game(state, other)
    try:
        if here is None or not is_left_to_chance(here, here.read(fight)[0]):
            return None
        return chance_of(of, here, fight, LEARNER)
    except (TebikiError, *ABSENCE_ERRORS):
        return None


def is_telling(state: State, fight: str, of: str, other: Game) -> bool:
    """Return True if the games' chances differ, and the true one has a small denominator and is neither 0 nor 1."""
    true = exact_chance(state, fight, of)
    if true is None or true in (0, 1) or true.denominator > LARGEST_DENOMINATOR:
        return False
    believed = exact_chance(state, fight, of, other)
    return believed not in (None, true) and is_readable_chance(believed)


def is_readable_chance(one: Fraction | None) -> bool:
    """Return True if a chance may be offered as an option."""
    return one is not None and one.denominator <= LARGEST_OPTION_DENOMINATOR


def ask_chance(state: State, fight: str, of: str, request: Request) -> Question:
    """Return the question, in a position reduced to the cards that matter."""
    right, believed = exact_chance(state, fight, of), exact_chance(state, fight, of, request.other)
    assert right is not None

    def keeps(cut: State) -> bool:
        return exact_chance(cut, fight, of) == right and exact_chance(cut, fight, of, request.other) == believed

    best = cut_down(state, keeps)
    found = request.answers_of_others(right, lambda other: exact_chance(best, fight, of, other))
    beliefs = {id: one for id, one in found.items() if is_readable_chance(one)}
    options = chance_options(right, [*beliefs.values()], request.source)
    line = SceneLine(fight, action_title(fight, best.game), LEARNER, False)
    part = {
        "ask": format_message(f"practice.ask.odds.{of.partition('.')[0]}", request.language, name=quoted_names(of)[0]),
        "of": f"chance {of}",
        "options": [str(one) for one in options],
    }
    return request.build_question(
        best,
        title=line_title(line.words),
        text=request.say("text", told=tell_lines([line], request.language)),
        asked={"kind": "predict", "script": [fight], "parts": [part]},
        right=(f"0: {right}",),
        beliefs={id: (f"0: {one}",) for id, one in beliefs.items() if one in options},
        options=len(options),
        key=f"{fight} {of} {right}",
        cards=quoted_names(fight),
    )


def chance_options(right: Fraction, believed: list[Fraction], source: RandomSource) -> list[Fraction]:
    """Return the options, smallest first: the right answer, the aim's, and others that such dice can give.

    believed : the answers of believers, the aim's first. Of the certain outcomes (0 and 1) only the aim's may be
    offered, since they are never right.
    """
    certain = [one for one in believed[:1] if one in (0, 1)]
    found = list(dict.fromkeys([right, *(one for one in believed if 0 < one < 1)]))[:OPTIONS]
    sizes = {right.denominator, *(one.denominator for one in found)} | {2, 4}
    near = [Fraction(part, size) for size in sorted(sizes) for part in range(1, size)]
    near = [one for one in dict.fromkeys([1 - right, *shuffle_copy(near, source)]) if one not in found]
    return sorted([*certain, *found, *near[: max(0, FEWEST_OPEN - len(found))]])


CHANCE = Maker("odds", find_chances, DIVERTING)
