"""A table on which nothing is highlighted: every card and place reacts to a click, and nothing shows what is legal.

`put_out_lights` removes the legal moves from a scene; `read_unlit_click` finds out what a click means without them.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engines.kernel.state import Action, State
from tutor.boards.scenery import one_of_each_label, try_button
from tutor.matches import clicks
from tutor.matches.moves import TableMove
from tutor.matches.playthrough import Playthrough
from tutor.messages import shapes
from tutor.messages.clicks import TableClick
from tutor.text import format_message

if TYPE_CHECKING:
    from engines.legal.reasons import Kind, Requirement

ASKED_ROLE = "asked"
"""The role under which a scene lists the kinds of action that only the current step asks for."""


@dataclass(frozen=True, slots=True)
class OpenChoice:
    """A click that fits several legal moves.

    kind, source : what has been chosen already. numbers : the moves, if they differ only in something that cannot be
    pointed at (face up or down, a number); () if a target is missing.
    """

    kind: str | None
    source: str | None
    numbers: tuple[int, ...] = ()


UnlitMeaning = clicks.ClickMeaning | OpenChoice
"""The meaning of a click on a table with nothing highlighted."""


# What is shown.


def put_out_lights(
    table: Playthrough,
    scene: shapes.Scene,
    open_choice: OpenChoice | None = None,
    met: Collection[str] = (),
) -> shapes.Scene:
    """Return a scene of the table that does not show what is legal.

    Buttons remain for whatever cannot be pointed at: actions without a card, legal or not, and the answers to a
    question about a number or about a card that is not on the table.

    Parameters
    ----------
    open_choice
        The choice that the last click left open.
    met
        The kinds of action that have buttons on cards; () for all of them.
    """
    state, offered = table.state, scene["moves"]
    scene = {**scene, "moves": [], "primary": []}
    if not table.yours or state.result is not None:
        return scene
    if open_choice is not None and open_choice.numbers:
        moves: list[shapes.Move] = [{**offered[number], "from": None, "to": None} for number in open_choice.numbers]
        question = shapes.Question(title=format_message("unlit.which", table.language), text="")
        return {**scene, "moves": moves, "question": question}
    plain, meant = _plain_kinds(state), _find_meant_buttons(table)
    placed = [kind for kind in kinds_of_step(state) if kind.arguments]
    known = {*met, *(action[0] for action in state.actions)}  # whatever is legal can be done, met before or not
    for zone in scene["players"][0]["zones"]:
        rows = scene["kinds"].get(zone["role"], [])
        more = [try_button(kind) for kind in placed if kind.zone in ("", zone["id"].partition(".")[2])]
        every = [*rows, *(row for row in more if row["kind"] not in [one["kind"] for one in rows])]
        every = one_of_each_label(row for row in every if not met or row["kind"] in known)
        for card in _with_parts(zone["cards"]):
            card["kinds"] = sorted(every, key=lambda row: (card["ref"], row["label"]) not in meant)
    unlit: shapes.Unlit = {"pick": is_pick(state), "verbs": [try_button(kind) for kind in plain]}
    if open_choice is not None:
        unlit["held"] = {"kind": open_choice.kind, "ref": open_choice.source}
    verbs = [kind.name for kind in plain]
    numbers = [row for row in offered if not (row["from"] or row["to"]) and row["kind"] not in verbs]
    scene["kinds"] = {**scene["kinds"], ASKED_ROLE: [try_button(kind) for kind in placed]}
    scene["moves"] = [] if scene.get("divide") else numbers
    scene["unlit"] = unlit
    if is_free_choice(state, table.viewer):
        yours = format_message("unlit.your_turn", table.language)
        scene["question"], scene["now"] = {"title": yours, "text": state.step.title}, f"{yours}. {state.step.title}."
    return scene


def _find_meant_buttons(table: Playthrough) -> set[tuple[str, str]]:
    """Return each card in hand with the labels of what cards like it are for, whether or not that is legal now.

    These buttons come first, where there is no room for all. What a card is can be read on it; a requirement that asks
    for that has a name like `is_magic`.
    """

    def in_hand(ref: str) -> bool:
        return ref.startswith(f"{table.viewer}.hand.")

    state, found, values = table.state, set[tuple[str, str]](), dict[str, int]()
    kinds, tries = state.game.kinds, state.game.tries(state, table.viewer)
    for action in tries:
        for ref in filter(in_hand, table.places(action)[0]):
            values[ref] = action[1]
            if _is_meant_for(table, action):
                found.add((ref, try_button(kinds[action[0]])["label"]))
    picked = [kind for kind in kinds.values() if kind.zone == "hand" and len(kind.arguments) == 1]
    for kind in picked:  # a card that is only picked, such as one of several, is not tried at other moments
        if kind.name not in {action[0] for action in tries} and any(map(_is_about_cards, kind.requirements)):
            label = try_button(kind)["label"]
            found |= {(ref, label) for ref in values if _is_meant_for(table, (kind.name, values[ref]))}
    return found


def _is_meant_for(table: Playthrough, action: Action) -> bool:
    """Return True if the card of an action is of the sort that the action needs."""
    needs = filter(_is_about_cards, table.state.game.kinds[action[0]].requirements)
    return all(need.holds(table.state, table.viewer, action) for need in needs)


def _is_about_cards(need: Requirement[State]) -> bool:
    return need.name.startswith("is_")


def kinds_of_step(state: State) -> list[Kind[State]]:
    """Return the kinds of action that are only possible in the current step, legal or not."""
    return [state.game.kinds[name] for name in state.step.on if name in state.game.kinds]


def _with_parts(cards: list[shapes.Card]) -> list[shapes.Card]:
    """Return cards, each followed by those on and beneath it."""
    return [one for card in cards for one in (card, *_with_parts([*card["on"], *card["under"]]))]


def _plain_kinds(state: State) -> list[Kind[State]]:
    """Return the kinds of action of the current step that have no arguments; if it is a pick, only the legal ones."""
    legal = {action[0] for action in state.actions}
    return [kind for kind in kinds_of_step(state) if not kind.arguments and (kind.name in legal or not state.step.pick)]


def is_pick(state: State) -> bool:
    """Return True if a click on a card answers the question, because only one thing can be done with a card."""
    placed = [kind for kind in kinds_of_step(state) if kind.arguments]
    return state.step.pick or (len(placed) == 1 and (len(placed[0].arguments) == 1 or not placed[0].targets))


def is_free_choice(state: State, seat: int) -> bool:
    """Return True if `seat` chooses freely in its own turn, that is, not in a pick or a response window."""
    turn_player = state.game.rules.table(state, seat).turn_player
    return bool(state.turn) and turn_player in (seat, None) and not (state.step.pick or state.step.window)


# What is clicked.


def read_unlit_click(table: Playthrough, message: TableClick, stamp: int) -> UnlitMeaning:
    """Return the meaning of a click on a table with nothing highlighted; legal moves need not have been shown."""
    if message["type"] != "try" or message["stamp"] != stamp or not table.yours:
        return clicks.read_click(table, message, stamp)
    kind, source, target = message.get("kind"), message.get("from"), message.get("to")
    if target is None and source is not None and is_pick(table.state):
        return _read_pick(table, source)
    found = table.legal(kind, source, target)
    return _chosen(table, found, kind, source) or _refused(table, kind, source, target)


def _read_pick(table: Playthrough, ref: str) -> UnlitMeaning:
    """Return the meaning of picking a card or a place."""
    kinds = [kind.name for kind in kinds_of_step(table.state) if kind.arguments]
    for source, target in ((ref, None), (None, ref)):
        found = [number for kind in kinds for number in table.legal(kind, source, target)]
        if chosen := _chosen(table, found, None, ref):
            return chosen
    return next((one for kind in kinds if (one := table.attempt(kind, ref, None)) and one.reasons), _nothing(table))


def _chosen(table: Playthrough, found: list[int], kind: str | None, source: str | None) -> UnlitMeaning | None:
    """Return the legal move that a click chooses, or what it leaves open; None if the click fits no move."""
    if not found:
        return None
    moves = table.moves()
    texts = {moves[number].text for number in found}
    if len(texts) == 1:
        return clicks.ChosenMove(found[0], moves[found[0]].actions)
    kinds = {moves[number].kind for number in found}
    if len(kinds) > 1:
        return clicks.SenselessTry(format_message("unlit.several", table.language))
    if len({_places(moves[number]) for number in found}) == 1:
        return OpenChoice(kind, source, tuple(found))
    return OpenChoice(next(iter(kinds)), source)


def _places(move: TableMove) -> tuple[str | None, str | None]:
    return move.source, move.target


def _refused(table: Playthrough, kind: str | None, source: str | None, target: str | None) -> UnlitMeaning:
    """Return the refused attempt that a click means, or an explanation that it means nothing."""
    attempt = table.attempt(kind, source, target)
    if attempt is None:
        return _nothing(table)
    if attempt.reasons:
        return attempt
    found = [number for number, move in enumerate(table.moves()) if move.actions[0] == attempt.action]
    return _chosen(table, found, kind, source) or _nothing(table)


def _nothing(table: Playthrough) -> clicks.SenselessTry:
    return clicks.SenselessTry(format_message("unlit.nothing", table.language))
