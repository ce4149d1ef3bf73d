"""'What will this do?' questions: what results from a scene, where another rule would have another result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache, partial
from itertools import chain
from math import prod

from engines.errors import TebikiError
from engines.game import Game
from engines.kernel.chance import RandomSource
from engines.kernel.state import State
from engines.variants.counter_rules import SKIPS, SWAPS, WRITTEN, move_to_game
from tutor.boards.copies import names_on_both_sides
from tutor.boards.presentation import load_look
from tutor.lessons.loader import PartRow
from tutor.lessons.outcome_words import HIDDEN, RESTED, SIDES, WINNER, ask_in_words, card_nouns
from tutor.lessons.outcomes import BOTH_NAMES, deciding_event, outcome_names, outcome_of
from tutor.practice.aims import aim_of, is_of_sort, other_beliefs, patch_game, step_of_aim
from tutor.practice.certainty import is_certain
from tutor.practice.legality import ABSENCE_ERRORS
from tutor.practice.maker import DIVERTING, Maker, Request
from tutor.practice.playouts import LEARNER
from tutor.practice.positions import cut_down, is_plausible
from tutor.practice.question import Question
from tutor.practice.scenes import RUNS_KEPT, Scene, SceneRun, is_free, play_scene, tell_beginner, tell_with_moment
from tutor.practice.sources import shuffle_copy
from tutor.text import format_message

PARTS, OPTIONS, FEWEST = 2, 4, 3
PAYS = "resource"
"""The role of zones that pay."""
LIKELY_SLOTS = ("hand", "pile-2", "pile-1")
"""Slots into which a learner might expect a card to go, the likeliest first."""
LIE_NOUNS = ("orientation ", "face ")
"""Prefixes of questions about how a card is placed: its orientation, and face up or down."""

Values = dict[str, str]
"""Results, by the name that lessons give them (`of`)."""


def find_predictions(request: Request) -> Iterator[Question | None]:
    """Yield questions about scenes that go differently under the counter-rule."""
    every = (one for whole in request.scenes() for one in (whole, *before_dice(whole)))
    picked = (one._replace(bare=True) for one in request.scenes() if any(part.first for part in one.lines))
    for scene in chain(every, picked):
        asked = telling_questions(scene, request.other)
        if asked and is_plausible(scene.start):
            parts = choose_questions(scene, shuffle_copy(asked, request.source), request.aim)
            if parts and is_certain(scene, request.seed, partial(read_values, scene, asked=parts)):
                yield ask_prediction(scene, parts, request)


def before_dice(scene: Scene) -> Iterator[Scene]:
    """If a scene has a roll, yield its beginning, to ask for the number of dice before the roll.

    The question says that no player uses anything after the roll.
    """
    if scene.rolled and not scene.before and countable_nouns(scene.start.game):
        yield scene._replace(lines=scene.lines[:1], rolled=False, dice_open=True)


def countable_nouns(game: Game) -> tuple[str, ...]:
    """Return the names of what a question can count in the events of a card, such as its dice."""
    return tuple(load_look(game.name).get("counted", ()))


def telling_questions(scene: Scene, other: Game) -> list[str]:
    """Return the questions about a scene that two games answer differently: where a card is, then how it is placed."""
    true, believed = play_scene(scene), play_scene(scene, other)
    if true is None or believed is None:
        return []
    if is_alike(true, believed, scene.start.game, other):
        return []
    others = {of: read_value(of, scene, believed) for of in askable_values(scene)}
    found = [of for of, one in askable_values(scene).items() if others[of] != one and not is_below_zero(others[of])]
    found = [
        of for of in found if of == WINNER or not is_foregone(of, others[of], scene.start.game)
    ]  # all winners are offered in any case
    if scene.dice_open:
        found = [of for of in found if of.split(" ")[0] in countable_nouns(scene.start.game)]
    if true.end.result is not None or believed.end.result is not None:  # otherwise the games differ only in its length
        found = [of for of in found if of == WINNER]
    found = [of for of in found if is_settled(of, true, believed)]
    found = [of for of in found if not of.startswith(HIDDEN) or of.removeprefix(HIDDEN) not in found]  # equal numbers
    before = scene.start, move_to_game(scene.start, other)
    starts = [SceneRun(state, [], ()) for state in before]
    found = [
        of for of in found if read_value(of, scene, starts[0]) == read_value(of, scene, starts[1])
    ]  # otherwise the board would reveal the answer
    return [of for of in found if not (of.startswith(LIE_NOUNS) and f"zone {of.partition(' ')[2]}" in found)]


@lru_cache(maxsize=RUNS_KEPT)
def askable_values(scene: Scene) -> Values:
    """Return the questions that can be asked about a scene, with their answers by the rules."""
    true = play_scene(scene)
    told = {} if true is None else {of: read_value(of, scene, true) for of in askable_questions(scene, true.end)}
    known = {of: one for of, one in told.items() if one is not None and not is_below_zero(one)}
    return {of: one for of, one in known.items() if not is_foregone(of, one, scene.start.game)}


def is_foregone(of: str, value: str | None, game: Game) -> bool:
    """Return True for a result that is not asked for: it is nearly always right, or only ever what a belief gives."""
    noun = of.split(' "')[0].rpartition(".")[2]
    return f"{noun} {value}" in load_look(game.name).get("foregone", ())


def is_below_zero(value: str | None) -> bool:
    """Return True for a negative number, which would be a strange answer to "how many"."""
    return value is not None and value.startswith("-")


def is_settled(of: str, true: SceneRun, believed: SceneRun) -> bool:
    """Return True if the answer to `of` is settled at the end of a scene in both games.

    If only one game asks for a decision in the middle of the scene, the result is still open. A result that only comes
    about in another turn has nothing to do with the rule.
    """
    one, two = true.end, believed.end
    if len({end.result is not None or is_free(end) for end in (one, two)}) > 1:
        return False
    return one.turn == two.turn or of in {*load_look(one.game.name).get("outcome", {}), "winner"}


def is_alike(true: SceneRun, believed: SceneRun, game: Game, other: Game) -> bool:
    """Return True if two games can be compared, the same things happened in both, and the final tables are the same."""
    if other.rules is not game.rules or other.cards is not game.cards or other.parameters != game.parameters:
        return False
    if [one.event for one in true.happened] != [one.event for one in believed.happened]:
        return False
    end = believed.end.copy()
    end.game = game
    return end.canonical_key() == true.end.canonical_key()


def choose_questions(scene: Scene, asked: list[str], aim: str) -> list[str]:
    """Return the questions to ask, each decided by a different event, figures first; [] if none is about the aim.

    Many consequences of a derived counter-rule have nothing to do with its clause, except those in the skipped step
    itself. For a written counter-rule, the question may be about something that does not happen, if there is no other.
    """
    game, true = scene.start.game, play_scene(scene)
    happened = [] if true is None else true.happened
    clauses, skipped = aim_of(game, aim).clauses, step_of_aim(aim) if is_of_sort(game, aim, SKIPS) else ""
    found: dict[int, tuple[str, bool]] = {}
    for of in sorted(asked, key=lambda of: (asking_rank(of), count_sharers(of, scene, aim))):
        decides = deciding_event(game.name, of, happened)
        if decides is not None:
            found.setdefault(id(decides), (of, decides.event.clause in clauses or decides.event.step == skipped))
    parts = sorted(found.values(), key=lambda part: not part[1])
    if is_of_sort(game, aim, SKIPS, SWAPS):
        parts = [part for part in parts if part[1]]
    idle = sorted(asked, key=asking_rank)[:1] if is_of_sort(game, aim, WRITTEN) else []
    return [of for of, _ in parts[:PARTS]] or idle


def count_sharers(of: str, scene: Scene, aim: str) -> int:
    """Return how many other beliefs give the same answer as the belief being tested.

    The higher the count, the less the question reveals.
    """
    game = scene.start.game
    if not aim_of(game, aim).belief:
        return 0
    runs = [
        play_scene(scene, other) for other in (patch_game(game, aim), *(one for _, one in other_beliefs(game, aim)))
    ]
    own, *others = [None if run is None else read_value(of, scene, run) for run in runs]
    return others.count(own)


def asking_rank(of: str) -> int:
    """Return the rank of a question: figures first, then cards and outcomes, then turned or hidden cards.

    Questions about what is destroyed, or who wins, come late because a guesser knows that there is an answer.
    """
    return 2 if of.startswith((HIDDEN, RESTED)) else int(of.partition(".")[0] not in SIDES)


def askable_questions(scene: Scene, end: State) -> Iterator[str]:
    """Yield the questions that can be asked: on counts of events, figures, zones, and facts about the scene's cards."""
    view = load_look(scene.start.game.name)
    foregone = view.get("foregone", ())
    yield from view.get("outcome", {})
    yield WINNER
    for who in SIDES:
        figures = [row["field"] for row in view.get("score", ()) if "setup" not in row]
        zones = [row["id"] for row in view["zone"] if row["id"] not in foregone]
        yield from (f"{who}.{name}" for name in dict.fromkeys([*figures, *zones]))
        yield from (f"{HIDDEN}{who}.{name}" for name in zones)
        turned = (row["id"] for row in view["zone"] if row.get("slot", "").startswith(PAYS) or row.get("turns"))
        yield from (f"{RESTED}{who}.{name}" for name in turned)
    for name in unique_cards(scene):
        yield from (f'{noun} "{name}"' for noun in card_nouns(scene.start.game) if noun not in foregone)


def unique_cards(scene: Scene) -> list[str]:
    """Return the cards in play that the scene names and that exist only once; if it names none, all such cards."""
    table = scene.start.game.rules.table(scene.start, LEARNER)
    there = Counter(entry.card for _, entry in table.references() if entry.card is not None)
    return [name for name in scene.names or there if there[name] == 1]


def read_value(of: str, scene: Scene, run: SceneRun) -> str | None:
    """Return the result of a scene for a question `of` as in lessons; None if it cannot be determined."""
    try:
        return outcome_of(of, scene.start, run.end, run.happened)
    except (TebikiError, *ABSENCE_ERRORS):
        return None


def ask_prediction(scene: Scene, asked: list[str], request: Request) -> Question | None:
    """Return the question in a reduced position; None if there is no good one."""
    best = cut_down(scene.start, lambda cut: keeps_answers(scene._replace(start=cut), scene, asked, request.other))
    scene = scene._replace(start=best)
    true = play_scene(scene)
    if true is None or not true.lines:
        return None
    scene = scene._replace(lines=true.lines)
    right = read_values(scene, true, asked)

    def answer(game: Game) -> Values | None:
        run = play_scene(scene, game)
        settled = run is not None and all(is_settled(of, true, run) for of in asked)
        return read_values(scene, run, asked) if run is not None and settled else None

    found, source = request.answers_of_others(right, answer), RandomSource(request.seed)
    options = {
        of: prediction_options(of, right[of], [one[of] for one in found.values() if of in one], scene, source, true)
        for of in asked
    }
    if any(len(choices) < 2 for choices in options.values()):
        return None
    beliefs = {id: format_values(one, asked) for id, one in found.items() if fits_options(one, options)}
    if request.aim not in beliefs:
        return None
    language = request.language
    return request.build_question(
        best,
        title=scene.title(language),
        text=request.say(
            "text", told=f"{tell_with_moment(scene, language)} {tell_beginner(scene, true, language)}".rstrip()
        ),
        asked={
            "script": scene.script,
            "parts": [build_part(of, options[of], true, request) for of in asked],
            **later_goal(scene, true, language),
        },
        right=format_values(right, asked),
        beliefs=beliefs,
        options=prod(len(choices) for choices in options.values()),
        key=f"{scene.script} {right}",
        cards=scene.names,
    )


def later_goal(scene: Scene, run: SceneRun, language: str) -> dict[str, str]:
    """Return the goal of a question about a fight, or a scene that reaches another turn; {} for the usual goal.

    The usual goal asks about the moment "right after that", which could be in the middle of the fight.
    """
    fighting, turn = scene.start.game.rules.fighting, scene.start.turn
    if run.end.result is None and turn not in (0, run.end.turn):
        moment = "later"
    else:
        begun = play_scene(scene._replace(lines=scene.lines[:1]), None, to_the_end=False)
        fought = fighting(scene.start) or (begun is not None and fighting(begun.end))
        if not fought or (run.end.result is None and fighting(run.end)):
            return {}
        moment = load_look(scene.start.game.name).get("fight", "fight over")
    return {
        "goal": format_message(
            "practice.predict.goal", language, moment=format_message(f"practice.moment.{moment}", language)
        )
    }


def build_part(of: str, options: list[str | int], run: SceneRun, request: Request) -> PartRow:
    """Return one part of the question, with the clause that decides it if no event does."""
    part: PartRow = {"ask": ask_in_words(of, request.game, request.language), "of": of, "options": options}
    if deciding_event(request.game.name, of, run.happened) is None:
        part["clause"] = request.clauses[0]
    return part


def keeps_answers(cut: Scene, scene: Scene, asked: list[str], other: Game) -> bool:
    """Return True if a reduced scene gives the same answers as the whole one, by the rules and by the counter-rule."""
    if not cut.tells_as(scene):
        return False
    for game in (None, other):
        one, were = play_scene(cut, game), play_scene(scene, game)
        if one is None or were is None or read_values(cut, one, asked) != read_values(scene, were, asked):
            return False
    return set(asked) <= set(telling_questions(cut, other))


def read_values(scene: Scene, run: SceneRun, asked: list[str]) -> Values:
    """Return the answers to these questions, without those that cannot be read."""
    found = {of: read_value(of, scene, run) for of in asked}
    return {of: one for of, one in found.items() if one is not None}


def prediction_options(
    of: str, right: str, believed: list[str], scene: Scene, source: RandomSource, true: SceneRun
) -> list[str | int]:
    """Return the options: the right answer, the answers of beliefs and, if these are too few, similar ones.

    If "both" is right, the names offered beside it are those of the two cards.
    """
    game = scene.start.game
    found = [one for one in dict.fromkeys([right, *believed]) if not is_foregone(of, one, game)][:OPTIONS]
    if right.isdecimal():
        numbers = [int(one) for one in found if one.isdecimal()]
        return [*add_near_numbers(numbers, source, lambda number: is_foregone(of, str(number), game))]
    named = "name" in load_look(game.name).get("outcome", {}).get(of, {})
    usual = mark_words(of.split(" ")[0], game)
    if of == WINNER:
        usual = [*SIDES, "none"]
    elif of.startswith("zone "):
        usual = [row["id"] for slot in LIKELY_SLOTS for row in load_look(game.name)["zone"] if row.get("slot") == slot]
    elif named:
        both, names = names_on_both_sides(scene.start), candidate_names(of, scene)
        usual = [one for name in names for one in ([f"{name} ({who})" for who in SIDES] if name in both else [name])]
        usual = [
            *(dict.fromkeys(outcome_names(of, scene.start, true.happened)) if right == BOTH_NAMES else usual),
            "none",
        ]
    found += [one for one in usual if one not in found][: max(0, 3 - len(found))]
    return [*sorted(found)]


def add_near_numbers(
    numbers: list[int], source: RandomSource, foregone: Callable[[int], bool] = lambda number: False
) -> list[int]:
    """Return three numbers, smallest first: the first of `numbers`, which is right, the second, and one more.

    The right number is in the middle in a quarter of these questions, and where nothing else fits. The last number is
    another of `numbers` if one fits, and otherwise a near one. foregone : returns True for numbers that are not
    offered.
    """
    found, middle = numbers[:2], source.below(4) < 1
    while len(found) < FEWEST:
        near = [one + step for one in found for step in (-1, 1) if one + step >= 0 and one + step not in found]
        near = [one for one in near if not foregone(one)] or near
        if len(found) == FEWEST - 1:
            placed = [one for one in (*numbers[2:], *near) if (sorted([*found, one])[1] == numbers[0]) == middle]
            near = [one for one in placed if one in numbers] or placed or near
        found.append(near[source.below(len(near))])
    return sorted(found)


def candidate_names(of: str, scene: Scene) -> list[str]:
    """Return the names that may be the answer to an outcome such as "destroyed".

    If the outcome is limited to some zones (`among`), these are the played cards there, then the other cards there. A
    name shared by several cards is cut at `until`.
    """
    row = load_look(scene.start.game.name)["outcome"][of]
    if "among" not in row:
        return scene.names
    places = scene.start.game.rules.table(scene.start, LEARNER).references()
    there = [one.card for ref, one in places if ref.split(".")[1] in row["among"] and one.card is not None]
    names = [*(name for name in scene.names if name in there), *there]
    return list(dict.fromkeys(name.partition(row["until"])[0] if "until" in row else name for name in names))


def mark_words(noun: str, game: Game) -> list[str]:
    """Return the words for a card's states in one respect, such as its orientation; [] if there are none."""
    return [word for word, (name, result) in game.rules.marks.items() if name == noun and result == word]


def fits_options(found: Values, options: Mapping[str, list[str | int]]) -> bool:
    """Return True if the answer `found` can be given with these options."""
    return all(of in found and found[of] in map(str, choices) for of, choices in options.items())


def format_values(found: Values, asked: list[str]) -> tuple[str, ...]:
    """Return an answer in the form in which the session logs it."""
    return tuple(f"{number}: {found[of]}" for number, of in enumerate(asked))


PREDICTION = Maker("predict", find_predictions, DIVERTING)
