"""In which order? The events of a scene, line by line, to be put into the order in which they happen."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial
from math import factorial

from engines.errors import TebikiError
from engines.game import Game
from engines.kernel.listener import Event
from engines.kernel.state import NATURE, State
from tutor.boards.presentation import load_look
from tutor.lessons.foretelling import OrderStep
from tutor.practice.certainty import is_certain, play_worlds
from tutor.practice.maker import DIVERTING, Maker, Request
from tutor.practice.playouts import LEARNER
from tutor.practice.positions import cut_down, is_plausible
from tutor.practice.question import Answer, Question, session_of
from tutor.practice.scenes import RUNS_KEPT, Scene, SceneRun, play_scene, tell_with_moment
from tutor.practice.sources import shuffle_copy

FEWEST, MOST = 3, 5

ToldLines = list[tuple[str, str, str]]
"""Events as sentences, each with its clause and its step; a sentence that occurs twice is left out."""


def find_orders(request: Request) -> Iterator[Question | None]:
    """Yield questions about scenes that the counter-rule plays differently."""
    for scene in request.scenes():
        lines = reordered_lines(scene, request)
        if not lines or not is_plausible(scene.start):
            continue
        if is_certain(scene, request.seed, partial(order_of_run, lines, request.language)):
            yield ask_order(scene, lines, request)


@lru_cache(maxsize=RUNS_KEPT)
def tell_scene(scene: Scene, language: str, other: Game | None = None) -> ToldLines | None:
    """Return what happens in a scene, as the learner sees it; None if it cannot be played."""
    run = play_scene(scene, other)
    try:
        return None if run is None else tell_run(run, language)
    except TebikiError:  # events that the rules never cause have no text
        return None


def tell_run(run: SceneRun, language: str) -> ToldLines:
    """Return what happened, as the learner sees it."""
    return narrate_events(run.end, [one.event for one in run.happened], language)


def narrate_events(state: State, events: list[Event], language: str) -> ToldLines:
    """Return events as sentences, without those of chance, those with a count of 0, and those that may recur.

    A sentence that occurs twice is left out too, since it has no unique place in an order.
    """
    found: dict[str, list[tuple[str, str]]] = {}
    recurring = load_look(state.game.name).get("recurring", ())
    for event in events:
        if event.seat != NATURE and event.facts.get("count") != 0 and event.kind.partition(".")[0] not in recurring:
            found.setdefault(state.game.narrate(event, LEARNER, language), []).append((event.clause, event.step))
    return [(text, *places[0]) for text, places in found.items() if len(places) == 1]


def certain_lines(scene: Scene, lines: ToldLines, request: Request) -> ToldLines:
    """Return the lines that happen whatever the learner cannot see; not, for example, which card is drawn."""
    for run in play_worlds(scene, request.seed):
        there = {text for text, _, _ in tell_run(run, request.language)}
        lines = [line for line in lines if line[0] in there]
    return lines


def reordered_lines(scene: Scene, request: Request) -> ToldLines:
    """Return lines whose order the counter-rule changes, or of whose clauses it drops one; [] if there are none."""
    other, clauses = request.other, request.clauses
    runs = play_scene(scene), play_scene(scene, other)
    if None in runs or len({str([one.event for one in run.happened]) for run in runs if run is not None}) < 2:
        return []  # the same things happen in both games
    true, believed = tell_scene(scene, request.language), tell_scene(scene, request.language, other)
    if true is None or believed is None:
        return []
    lines = one_line_per_step(drop_picks(true, scene.start, clauses), clauses)
    if len(lines) < FEWEST or order_answer(lines, lines) == order_answer(lines, believed):
        return []
    lines = one_line_per_step(certain_lines(scene, drop_picks(true, scene.start, clauses), request), clauses)
    if len(lines) < FEWEST or order_answer(lines, lines) == order_answer(lines, believed):
        return []
    there = {line[0] for line in believed}
    moved = [line for line in lines if line[0] not in there] or lines
    if order_answer(lines, believed) == () and not any(clause in clauses for _, clause, _ in moved):
        return []
    rest = [line for line in shuffle_copy(lines, request.source) if line not in moved[:MOST]]
    chosen = [*moved[:MOST], *rest][:MOST]
    kept = [line for line in lines if line in chosen]
    return kept if order_answer(kept, kept) != order_answer(kept, believed) else []


def drop_picks(lines: ToldLines, state: State, clauses: tuple[str, ...]) -> ToldLines:
    """Return the lines without the picks inside a larger action: a payment is one event, however it is made."""
    steps = state.game.flow.steps
    return [line for line in lines if line[1] in clauses or line[2] not in steps or not steps[line[2]].pick]


def one_line_per_step(lines: ToldLines, clauses: tuple[str, ...]) -> ToldLines:
    """Return one line for each step, about these clauses if possible; the events of one step have no order."""
    steps: dict[str, tuple[str, str, str]] = {}
    for line in lines:
        if line[2] not in steps or (line[1] in clauses and steps[line[2]][1] not in clauses):
            steps[line[2]] = line
    seen: dict[str, tuple[str, str, str]] = {}
    for line in lines:
        if steps[line[2]] == line:
            seen.setdefault(line[1], line)
    return [*seen.values()]


def order_answer(lines: ToldLines, happened: ToldLines) -> Answer:
    """Return the lines in the order of events, as the session logs it; () if one did not happen."""
    texts = [line[0] for line in happened]
    if any(line[0] not in texts for line in lines):
        return ()
    return tuple(sorted(map(str, range(len(lines))), key=lambda number: texts.index(lines[int(number)][0])))


def order_of_run(lines: ToldLines, language: str, run: SceneRun) -> Answer:
    """Return the answer that results from playing a scene."""
    return order_answer(lines, tell_run(run, language))


def ask_order(scene: Scene, lines: ToldLines, request: Request) -> Question | None:
    """Return the question in a cut-down position; None if the flow does not determine the order."""
    language, other = request.language, request.other

    def keeps(cut: State) -> bool:
        there = scene._replace(start=cut)
        if not there.tells_as(scene):
            return False
        true, wrong = tell_scene(there, language), tell_scene(there, language, other)
        return (
            true is not None
            and wrong is not None
            and (order_answer(lines, true), order_answer(lines, wrong)) == (right, believed)
        )

    right, believed = order_answer(lines, lines), order_answer(lines, tell_scene(scene, language, other) or [])
    scene = scene._replace(start=cut_down(scene.start, keeps))
    run = play_scene(scene)
    if run is None or not run.lines:
        return None
    scene = scene._replace(lines=run.lines)
    found = request.answers_of_others(right, lambda game: order_answer(lines, tell_scene(scene, language, game) or []))
    beliefs = {id: one for id, one in found.items() if one}
    if request.rule.belief and request.aim not in beliefs:  # a believer could not find an answer
        return None
    question = request.build_question(
        scene.start,
        title=scene.title(language),
        text=request.say("text", told=tell_with_moment(scene, language)),
        asked={
            "script": scene.script,
            "lines": [{"text": text, "clause": clause} for text, clause, _ in lines],
        },
        right=right,
        beliefs=beliefs,
        options=factorial(len(lines)),
        key=f"{[line[0] for line in lines]}",
        cards=scene.names,
    )
    session = session_of(question)
    assert isinstance(session, OrderStep)
    places = [session.place(*session.carried_out(number)) for number in range(len(lines))]
    return question if places == sorted(set(places)) else None


ORDER = Maker("order", find_orders, DIVERTING)
