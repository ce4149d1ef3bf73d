"""Lines of a scene: single decisions with their picks, and their words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engines.kernel.state import State
from tutor.boards.presentation import load_look
from tutor.practice.playouts import LEARNER, PlayedDecision
from tutor.practice.wording import tell_action
from tutor.text import format_message


class SceneLine(NamedTuple):
    """One decision of a scene with its picks: its text, its words, the seat that decides, and whether it declines.

    words : "" for a window that is passed without being mentioned. first : the text without the picks, "" if there are
    none. picks : the texts of the picks. inside : whether it is decided in the middle of something larger, such as
    dealing damage. window : whether it is a response window, in which both players are asked in turn.
    """

    text: str
    words: str
    seat: int
    declines: bool
    first: str = ""
    inside: bool = False
    window: bool = False
    picks: tuple[str, ...] = ()


def without_passes(lines: Sequence[SceneLine]) -> tuple[Sequence[SceneLine], bool]:
    """Return the lines without the passes after the last action, and whether any were dropped.

    They are dropped only if a player would pass twice there, that is in several windows: it is then shorter and clearer
    to say that nothing is used.
    """
    end = max((at for at, line in enumerate(lines, 1) if not (line.window and line.declines)), default=0)
    passes = [line.seat for line in lines[end:] if line.words]
    return (lines[:end], True) if end and len({*passes}) < len(passes) else (lines, False)


def is_at_stake(one: PlayedDecision) -> bool:
    """Return False if declining was the only choice; such a window is passed without being mentioned."""
    return not (one.state.step.window and len(one.state.actions) == 1)


def group_lines(moments: Sequence[PlayedDecision], idle: bool = False) -> Iterator[SceneLine]:
    """Group decisions into lines; decisions inside a larger action belong to its line.

    idle : whether to include windows that neither player could use. If a player passes later, or acts again in the same
    window, such windows are passed in lines without words; otherwise the pass would seem to be that of the player who
    is asked first.
    """
    groups: list[list[PlayedDecision]] = []
    skipped: list[PlayedDecision] = []
    for one in moments:
        if not idle and not is_at_stake(one):
            skipped.append(one)
            continue
        apart = one.state.step.pick and bool(skipped)  # this choice comes after everything before it is over
        if apart or (
            one.state.step.window and (one.action[0] == one.state.step.passing or continues_window(groups, one))
        ):
            groups += [[silent] for silent in skipped]
        skipped = []
        if one.state.step.pick and groups and not apart and one.state.seat_to_act == groups[-1][0].state.seat_to_act:
            groups[-1].append(one)
        else:
            groups.append([one])
    passed, unsaid = -1, load_look(moments[0].state.game.name).get("unsaid", ()) if moments else ()
    for group in groups:
        state, action = group[0]
        texts = [one.state.text(one.action) for one in group]
        text = state.game.notation.contract(texts) if len(texts) > 1 else texts[0]
        declines, seat = action[0] == state.step.passing, state.seat_to_act
        words = tell_action(state, action, text) if idle or is_at_stake(group[0]) else ""
        if words and state.step.window and action[0] in unsaid:
            words = words.partition("; ")[2]  # the window's action is obvious, but the choice in it is mentioned
        elif words and state.step.window and declines:
            words += f" ({state.step.title})" if passed == seat else ""  # a second pass belongs to another window
            passed = seat
        elif words:
            passed = -1
        if len(group) > 1 and len(group[-1].action) == 1:
            words = words.rpartition("; ")[0] or words  # the last pick is the only option: too obvious to mention
        elif state.step.pick and len(action) == 1 and group is not groups[0]:
            words = ""  # nor is picking nothing mentioned
        first = texts[0] if len(texts) > 1 else ""
        yield SceneLine(text, words, seat, declines, first, is_inside(state), state.step.window, tuple(texts[1:]))


def continues_window(groups: Sequence[Sequence[PlayedDecision]], one: PlayedDecision) -> bool:
    """Return True if the player who acted last acts again in the same window."""
    last = groups[-1][0].state if groups else None
    return last is not None and (last.step, last.seat_to_act) == (one.state.step, one.state.seat_to_act)


def tell_lines(lines: Sequence[SceneLine], language: str) -> str:
    """Describe what is played: "You: attack core 1 with Tide Scout. The rival: let it through.".

    A window without words is mentioned if a player would otherwise seem to respond to their own action.
    """
    parts: list[str] = []
    last: SceneLine | None = None
    silent = False
    for line in lines:
        if not line.words:
            silent = silent or (last is not None and line.seat != last.seat)
            continue
        words = line.words[:1].lower() + line.words[1:]
        same = last is not None and line.seat == last.seat
        if last is not None and same and silent and not last.declines:
            other = "rival" if line.seat == LEARNER else "you"
            parts.append(format_message(f"practice.no_answer.{other}", language))
            same = False
        silent = False
        if same:
            parts[-1] += f", {words}"
        else:
            who = format_message("practice.you" if line.seat == LEARNER else "practice.rival", language)
            parts.append(f"{who}: {words}")
        last = line
    return " ".join(f"{part}." for part in parts)


def is_inside(state: State) -> bool:
    """Return True if the decision is made in the middle of something larger, and is neither a pick nor a response."""
    return bool(state.frames) and not (state.step.pick or state.step.window)
