"""'What next?' questions: the beginning of a scene, and the question who decides next, and what."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from engines.game import Game
from engines.kernel.state import State
from engines.variants.counter_rules import SKIPS, SWAPS
from tutor.boards.presentation import load_look
from tutor.lessons.loader import NEXT_CHOICE
from tutor.lessons.outcomes import asked_next
from tutor.practice.certainty import is_certain
from tutor.practice.maker import DIVERTING, Maker, Request
from tutor.practice.playouts import is_beginning
from tutor.practice.positions import cut_down, is_plausible
from tutor.practice.question import Question
from tutor.practice.scene_lines import SceneLine
from tutor.practice.scenes import Scene, SceneRun, is_before_beginning, play_scene, tell_with_moment
from tutor.practice.sources import shuffle_copy
from tutor.practice.usual_next import HUNDRED, OPTIONS, OVER, share_asked, usual_answers
from tutor.practice.wording import action_title, line_title
from tutor.text import format_message

NEXT_QUESTION = "next"
OVER_IN = 6
"""One in this many seeds also asks about scenes that end the game; many rules are only distinguished by these."""


def find_decisions(request: Request) -> Iterator[Question | None]:
    """Yield questions about scenes that continue differently by the counter-rule.

    For most seeds none after which the game is over: that would be the best guess otherwise. A belief's answer that is
    seldom right is seldom offered (`share_asked`).
    """
    over, luck = request.source.below(OVER_IN) == 0, request.source.below(HUNDRED)
    whole_lines = ((one, growing_scenes(one)) for one in request.scenes())
    parts_of_lines = ((one, before_picks(one, request.language)) for one in request.scenes())
    for whole, begun in chain(whole_lines, parts_of_lines):
        for scene in begun:
            tells = tells_games_apart(scene, request) and is_plausible(scene.start)
            asked = tells and luck < share_asked(request.game.name, next_asked(scene, request.other) or "")
            if asked and (over or next_asked(scene) != OVER) and is_certain(scene, request.seed, asked_after, False):
                yield ask_what_next(scene, whole, request)


def growing_scenes(scene: Scene) -> Iterator[Scene]:
    """Yield longer and longer beginnings of a scene, except those whose last line has no words."""
    for count, last in enumerate(scene.lines, 1):
        if last.words:
            yield scene._replace(lines=scene.lines[:count])


def before_picks(scene: Scene, language: str) -> Iterator[Scene]:
    """Yield beginnings of a scene whose last line lacks its picks, so that the question is who makes them."""
    for count, line in enumerate(scene.lines):
        if line.first:
            game = scene.start.game
            unsaid = line.first in load_look(game.name).get("unsaid", ())
            words = format_message("practice.no_more", language) if unsaid else action_title(line.first, game)
            begun = SceneLine(line.first, words, line.seat, line.declines)
            yield scene._replace(lines=(*scene.lines[:count], begun))


def next_asked(scene: Scene, other: Game | None = None) -> str | None:
    """Return the next decision after a scene, such as "rival BLOCK".

    None if it cannot be played or nothing happens in it.
    """
    run = play_scene(scene, other, to_the_end=False)
    return asked_after(run) if run is not None and run.happened and len(run.lines) == len(scene.lines) else None


def asked_after(run: SceneRun) -> str:
    """Return the next decision after a played scene, such as "rival BLOCK"."""
    return asked_next(run.end)


def tells_games_apart(scene: Scene, request: Request) -> bool:
    """Return True if two games continue differently; for a derived aim, at a step that the aim is about."""
    true, believed = next_asked(scene), next_asked(scene, request.other)
    if true is None or believed is None or true == believed:
        return False
    if is_formal(scene):
        return False
    steps = [request.game.flow.steps[one.split()[1]] for one in (true, believed) if " " in one]
    derived = request.rule.sort in (SKIPS, SWAPS)
    return not derived or any(clause in request.clauses for step in steps for clause in step.clauses)


def is_formal(scene: Scene) -> bool:
    """Return True if the next decision has only one option, so that learners would not call it a decision."""
    run = play_scene(scene, to_the_end=False)
    return run is not None and run.end.result is None and len(run.end.legal_actions()) < 2


def swap_player(asked: str) -> str:
    """Return the same decision, made by the other player."""
    who, step = asked.split()
    return f"{'rival' if who == 'you' else 'you'} {step}"


def last_done_words(lines: tuple[SceneLine, ...]) -> str:
    """Return the words of the last line that is not a pass; if all lines are passes, of the first."""
    told = [line for line in lines if line.words]
    return [line for line in told if not line.declines or line is told[0]][-1].words


def answer_reading(asked: str, game: Game) -> tuple[str, str]:
    """Return an answer in two parts: who decides, and what is decided in words."""
    who, _, step = asked.partition(" ")
    return who, game.asks(step) if step else ""


def drop_look_alikes(options: list[str], game: Game) -> list[str]:
    """Return answers, only the first of those that read alike."""
    found: dict[tuple[str, str], str] = {}
    for one in options:
        found.setdefault(answer_reading(one, game), one)
    return [*found.values()]


def ask_what_next(scene: Scene, whole: Scene, request: Request) -> Question | None:
    """Return the question in a reduced position; None if there are too few options."""

    def keeps(cut: State) -> bool:
        there = scene._replace(start=cut)
        if not there.tells_as(scene) or is_formal(there):
            return False
        return next_asked(there) == right and next_asked(there, request.other) == believed

    game, language = request.game, request.language
    right, believed = next_asked(scene), next_asked(scene, request.other)
    scene = scene._replace(start=cut_down(scene.start, keeps))
    if (
        right is None or believed is None or answer_reading(right, game) == answer_reading(believed, game)
    ):  # two steps may ask for the same thing
        return None
    found = request.answers_of_others(right, lambda other: next_asked(scene, other))
    options = drop_look_alikes([right, believed], game)
    near = [one for part in growing_scenes(whole) if (one := next_asked(part)) is not None]
    near += [swap_player(one) for one in options if " " in one]
    usual = shuffle_copy(usual_answers(game, is_beginning(scene.start)), request.source)
    others = [*usual, *shuffle_copy(near, request.source)]
    options = drop_look_alikes([*options, *others], game)[:OPTIONS]
    part = {"ask": format_message("practice.ask.next", language), "of": NEXT_QUESTION}
    return request.build_question(
        scene.start,
        title=scene.title(language)
        if scene.before or is_before_beginning(scene.start)
        else line_title(last_done_words(scene.lines)),
        text=request.say("text", told=tell_with_moment(scene, language, to_the_end=False)),
        asked={
            "kind": "predict",
            "script": scene.script,
            "when": NEXT_CHOICE,
            "parts": [part | {"options": sorted(options), "clause": request.clauses[0]}],
        },
        right=(f"0: {right}",),
        beliefs={id: (f"0: {one}",) for id, one in found.items() if one in options},
        options=len(options),
        key=f"{scene.script} {right}",
        cards=scene.names,
    )


WHAT_NEXT = Maker("what_next", find_decisions, DIVERTING, easy=True)
