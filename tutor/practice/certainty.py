"""Checks that the answer to a question about a scene does not depend on anything that the learner cannot see."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engines.kernel.chance import RandomSource
from engines.kernel.state import NATURE
from tutor.practice.legality import ABSENCE_ERRORS
from tutor.practice.playouts import LEARNER
from tutor.practice.scenes import Scene, SceneRun, play_scene

DEALS_COMPARED, DEALS_TRIED = 5, 15
"""Number of deals of the unseen cards that must give the same answer; maximum number of deals tried to find them."""
INSIDE_FACTOR = 5
"""Both numbers are multiplied by this if a decision inside the scene arises only in some deals."""


def is_certain(scene: Scene, seed: int, answer: Callable[[SceneRun], object]) -> bool:
    """Return True if the answer does not depend on the cards that the learner cannot see."""
    true = play_scene(scene)
    if true is None:
        return False
    right = answer(true)
    return all(answer(run) == right for run in play_worlds(scene, seed))


def play_worlds(scene: Scene, seed: int) -> Iterator[SceneRun]:
    """Yield runs of a scene in the other worlds that look the same to the learner and in which it can be played.

    In the first world every hidden card is unknown (if none of them is needed); the others are random deals.
    """
    unknown = scene.start.copy()
    unknown.game.rules.forget_unseen(unknown, LEARNER)
    run = play_scene(scene._replace(start=unknown))
    if run is not None and run.end.seat_to_act != NATURE:
        yield run
    source, found = RandomSource(seed), 0
    times = INSIDE_FACTOR if any(line.inside for line in scene.lines[1:]) else 1
    for _ in range(DEALS_TRIED * times):
        world = scene.start.copy()
        try:
            world.game.rules.determinise(world, LEARNER, source)
        except ABSENCE_ERRORS:
            continue
        if scene.rolled:
            world.chance = scene.start.chance
        run = play_scene(scene._replace(start=world))
        if run is not None:
            yield run
            found += 1
        if found == DEALS_COMPARED * times:
            return
