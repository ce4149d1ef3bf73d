"""Scenes: what is played between two free decisions of a play-out, and how it goes in another game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from engines.checking import scenarios
from engines.errors import TebikiError
from engines.game import Game
from engines.kernel.chance import RandomSource
from engines.kernel.listener import Listener
from engines.kernel.state import NATURE, State
from engines.variants.counter_rules import move_to_game
from tutor.boards.presentation import load_look
from tutor.matches.playthrough import LogEntry
from tutor.practice.legality import ABSENCE_ERRORS
from tutor.practice.playouts import (
    LEARNER,
    PLAY_OUT_COUNT,
    PLAY_OUTS_KEPT,
    PlayedDecision,
    is_beginning,
    is_dealt,
    lay_out_table,
    play_out,
)
from tutor.practice.scene_lines import SceneLine, group_lines, is_at_stake, is_inside, tell_lines, without_passes
from tutor.practice.sources import decision_sources, shuffle_copy
from tutor.practice.wording import is_numbered, line_title, quoted_names, tell_moment
from tutor.text import format_message

LONGEST, SHORT = 7, 2
"""Maximum number of lines in a scene; minimum number in a beginning of a game that is described only in part."""
MOST_WORDS = 38
"""Maximum number of words that describe a scene, including its dice; the question adds some."""
SCENES_PER_SOURCE = 12
"""Maximum number of scenes from each source."""
OPENINGS_TRIED = 3
"""Maximum number of beginnings of games examined."""
RUNS_KEPT = 512
"""Number of played scenes that are cached, because making a question uses each of them repeatedly."""


class Scene(NamedTuple):
    """A state, and the decisions played from it.

    before : what has already been played, if the scene begins in the middle. lie : whether dice are already on the
    table at that point. rolled : whether dice are rolled in the scene; the question then states the result. dice_open :
    dice are rolled, but the result is not stated, and nothing is used after that. bare : whether picks are left out in
    another game that does not ask for them.
    """

    start: State
    lines: tuple[SceneLine, ...]
    before: tuple[SceneLine, ...] = ()
    rolled: bool = False
    lie: bool = False
    dice_open: bool = False
    bare: bool = False

    @property
    def script(self) -> list[str]:
        """The lines in the form of a lesson's script."""
        return [line.text for line in self.lines]

    @property
    def names(self) -> list[str]:
        """The names of the cards in the lines, each once."""
        return list(dict.fromkeys(name for line in (*self.before, *self.lines) for name in quoted_names(line.text)))

    def title(self, language: str) -> str:
        """Return a title: the first action without its picks or, for the start of a game, that the game begins."""
        words = next((line.words for line in (*self.before, *self.lines) if line.words), self.start.step.title)
        first = (*self.before, *self.lines)[0]
        if first.declines and first.text.partition(";")[0] in load_look(self.start.game.name).get("unsaid", ()):
            words = self.start.step.title  # "Skip it" would be no useful title
        return format_message("practice.beginning", language) if is_before_beginning(self.start) else line_title(words)

    def told(self, language: str) -> str:
        """Describe what is played and rolled."""
        last = max((at for at, line in enumerate(self.before) if not line.declines), default=0)
        begun = [
            line
            for at, line in enumerate(self.before)
            if at in (0, *range(last, len(self.before))) or not line.declines
        ]
        used = [line for line in self.lines if not line.declines or (line.first and line.words)]
        lines, idle = without_passes(self.lines)
        parts = [tell_lines(lines, language)]
        game = self.start.game
        if self.before:
            here = "rolled" if self.lie else "so_far"
            parts = [tell_lines(without_passes(begun)[0], language), format_message(f"practice.{here}", language)]
            parts.append(tell_lines(used, language) or format_message("practice.nobody", language))
        run = play_scene(self)
        idle = (idle and not self.before) or (run is not None and is_idle_end(run, self.lines))
        nobody = format_message("practice.nobody", language)
        parts += [nobody] if (self.dice_open or idle) and parts[-1] != nobody else []
        dice = dice_rolls(run) if run is not None and self.rolled else []
        parts += [game.narrate(one.event, LEARNER, language) for one in dice]
        return " ".join(parts)

    def tells_as(self, other: Scene) -> bool:
        """Return True if both scenes describe the same dice rolls."""
        return not self.rolled or self.told("en") == other.told("en")


class SceneRun(NamedTuple):
    """A played scene: its final state, what happened on the way, and the lines that were played.

    passed : whether windows were passed after the last line.
    """

    end: State
    happened: list[LogEntry]
    lines: tuple[SceneLine, ...]
    passed: bool = False


def is_idle_end(run: SceneRun, lines: Sequence[SceneLine]) -> bool:
    """Return True if windows are passed without mention after the last line, with no player using anything."""
    last = lines[-1]
    return (run.passed and not last.declines) or (len(lines) > 1 and last.declines and not last.words)


def dice_rolls(run: SceneRun) -> list[LogEntry]:
    """Return the rolls of a scene."""
    kinds = load_look(run.end.game.name).get("rolls", ())
    return [one for one in run.happened if one.event.kind.split(".")[0] in kinds and one.event.facts]


def rolls_as_told(run: SceneRun, true: SceneRun | None) -> bool:
    """Return True if another game gives the rolls that the question states, as long as both games roll."""
    one, two = ([(entry.event.kind, entry.event.facts) for entry in dice_rolls(some)] for some in (run, true or run))
    both = min(len(one), len(two))
    return one[:both] == two[:both]


def find_scenes(game: Game, seed: int, source: RandomSource, clauses: tuple[str, ...]) -> Iterator[Scene]:
    """Yield scenes in random order, some from each source; also beginnings of games, if the clauses concern them."""
    openings = [
        one
        for number in range(seed, seed + OPENINGS_TRIED)
        if (one := opening_scene(game, number % PLAY_OUT_COUNT)) is not None
    ]
    if is_about_beginning(game, clauses):
        yield from openings
    yield from scenes_in_play(game, seed, source, clauses)
    if not is_about_beginning(game, clauses):
        yield from openings


def scenes_in_play(game: Game, seed: int, source: RandomSource, clauses: tuple[str, ...]) -> Iterator[Scene]:
    """Yield scenes of games in progress."""
    for moments in decision_sources(game, seed, clauses):
        found = scenes_of(moments)
        some = shuffle_copy(found, source)[:SCENES_PER_SOURCE]
        yield from (one for one in some if not tells_a_secret(one) and is_short(one))


def is_short(scene: Scene) -> bool:
    """Return True if a scene is not too long to read."""
    return len(scene.told("en").split()) <= MOST_WORDS


def tells_a_secret(scene: Scene) -> bool:
    """Return True if a line names a card that only the rival may know, such as a card placed face down."""
    run = play_scene(scene)
    secret = [one.event for one in run.happened if one.event.secret and one.event.seat != LEARNER] if run else []
    return any({*scene.names} & {*map(str, event.facts.values())} for event in secret)


@lru_cache(maxsize=PLAY_OUTS_KEPT)
def scenes_of(moments: tuple[PlayedDecision, ...]) -> list[Scene]:
    """Return the scenes of a play-out that are not too long."""
    found: list[Scene] = []
    free = [at for at, one in enumerate(moments) if is_free(one.state)]
    for at, after in pairwise([*free, len(moments)]):
        for begin in (at, *middle_starts(moments, at, after)):
            scene = build_scene(moments, at, begin, after)
            if scene is not None:
                found.append(scene)
    return found


def middle_starts(moments: Sequence[PlayedDecision], at: int, after: int) -> list[int]:
    """Return the indices between two free decisions at which a scene may begin, as something has become known.

    At these a window is open after a roll, the learner acts in a window, or something larger waits for the learner.
    """
    return [later for later in range(at + 1, after) if has_come_to_light(moments[later - 1], moments[later])]


def has_come_to_light(before: PlayedDecision, one: PlayedDecision) -> bool:
    """Return True if a scene may begin with this decision, which is not free, without leaving out a pass before it."""
    if is_inside(one.state):
        return one.state.seat_to_act == LEARNER
    told = is_at_stake(before) or before.state.seat_to_act == LEARNER
    return one.state.step.window and (one.state.chance != before.state.chance or (told and is_used(one)))


def is_used(one: PlayedDecision) -> bool:
    """Return True if the learner acts at this decision instead of declining."""
    return one.state.seat_to_act == LEARNER and one.action[0] != one.state.step.passing


def build_scene(moments: Sequence[PlayedDecision], at: int, begin: int, after: int) -> Scene | None:
    """Return what is played from index `begin` to `after`, starting from the free decision `at`; None if too long."""
    if any(one.state.seat_to_act == NATURE for one in moments[at:after]):
        return None
    before, lines = tuple(group_lines(moments[at:begin])), tuple(group_lines(moments[begin:after]))
    if before and not lines:  # no player uses anything after that
        lines = tuple(group_lines(moments[begin : begin + 1], idle=True))
    every = (*before, *lines)
    spoken = [line for line in every if line.words]
    if not lines or len(spoken) > LONGEST or any(is_numbered(line.text) for line in every):
        return None
    start = moments[begin].state
    dice = bool(load_look(start.game.name).get("rolls"))
    later = dice and after < len(moments) and start.chance != moments[after].state.chance
    return Scene(start, lines, before, later, dice and start.chance != moments[at].state.chance)


def is_about_beginning(game: Game, clauses: tuple[str, ...]) -> bool:
    """Return True if a clause belongs to a step of setup."""
    flow = game.flow
    return any(row.phase == flow.first.phase and {*clauses} & {*row.clauses} for row in flow.steps.values())


@lru_cache(maxsize=PLAY_OUTS_KEPT)
def opening_scene(game: Game, number: int) -> Scene | None:
    """Return the beginning of a play-out as a scene, from the initial table to the first free decision of turn 1.

    If that is too long, return as much of it as can be described briefly; None if chance decides in it.
    """
    moments = play_out(game, number)
    free = [at for at, one in enumerate(moments) if at and is_free(one.state)]
    whole = next((at for at in free if not is_beginning(moments[at].state)), 0)
    for end in (at for at in reversed(free) if at <= whole):
        lines = tuple(group_lines(moments[:end]))
        if lines and len(lines) <= (LONGEST if end == whole else SHORT):
            by_chance = any(one.state.seat_to_act == NATURE for one in moments[:end])
            return None if by_chance else Scene(lay_out_table(game, number), lines)
    return None


def is_free(state: State) -> bool:
    """Return True if nothing is in progress, so that the player may do anything or end the phase."""
    step = state.step
    return not (step.pick or step.window or state.frames or state.game.rules.fighting(state)) and is_dealt(state)


@lru_cache(maxsize=RUNS_KEPT)
def play_scene(scene: Scene, other: Game | None = None, to_the_end: bool = True) -> SceneRun | None:
    """Play a scene, in the game `other` if given; return None if it cannot be played.

    A pass in a window that does not open there is skipped. to_the_end : also pass the windows after the last line, as a
    lesson does.
    """
    try:
        here = move_to_game(scene.start, other) if other is not None else scene.start.copy()
        if not is_same_decision(here, scene.start):
            return None
        here.listen()
        if here.decision is None:  # before an automatic step, or before the game begins
            here.run()
        lines: list[SceneLine] = []
        first = is_before_beginning(scene.start)
        for line in scene.lines:
            before = copy_listening(here) if other is not None and scene.bare and line.first else None
            try:
                scenarios.play_line(here, line.text, seat=line.seat if first else None)
                lines.append(line)
            except TebikiError:
                if before is not None:
                    here = before
                    scenarios.play_line(here, line.first)
                elif first or not line.declines:
                    return None
        passed = False
        while to_the_end and here.result is None and here.step.window:
            here.apply(scenarios.passing_action(here))
            passed = True
    except (TebikiError, *ABSENCE_ERRORS):
        return None
    run = SceneRun(here, [LogEntry(event, 1, here) for event in here.events or ()], tuple(lines), passed)
    if scene.rolled and other is not None and not rolls_as_told(run, play_scene(scene, None, to_the_end)):
        return None
    return run


def is_before_beginning(start: State) -> bool:
    """Return True for a table before the first decision, when it is not decided who goes first."""
    return start.decision is None and is_beginning(start)


def copy_listening(state: State) -> State:
    """Return a copy of a state that keeps recording events and includes those recorded so far."""
    copied = state.copy()
    if state.listener is not None:
        copied.listener = Listener(None if state.events is None else list(state.events))
    return copied


def tell_with_moment(scene: Scene, language: str) -> str:
    """Describe what is played in a scene; if that only ends a step of the turn, begin with the moment."""
    told = scene.told(language)
    if is_before_beginning(scene.start):
        return f"{format_message('practice.begins', language)} {told}"
    only_ended = scene.lines[0].declines and not scene.before
    return f"{tell_moment(scene.start, language)} {told}" if only_ended else told


def tell_beginner(scene: Scene, run: SceneRun, language: str) -> str:
    """Return a sentence on who goes first, if a scene begins before that is decided and ends after it; otherwise ""."""
    if not is_before_beginning(scene.start) or is_beginning(run.end):
        return ""
    first = "you" if run.end.game.rules.table(run.end, LEARNER).turn_player == LEARNER else "rival"
    return format_message(f"practice.first_turn.{first}", language)


def is_same_decision(here: State, start: State) -> bool:
    """Return True if the same player faces the same decision at the start in another game."""
    return start.decision is None or (here.step.name == start.step.name and here.decision == start.decision)
