"""'May you do this?' questions: single actions in a position where a counter-rule would allow different ones.

They are used where a `which` question does not work, because there are no cards to mark that differ; for example if the
question is about a single card, or about doing nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from engines.errors import TebikiError
from engines.game import Game
from engines.kernel.chance import RandomSource
from engines.kernel.state import Action, State
from engines.variants.counter_rules import WITHOUT, move_to_game
from tutor.boards.presentation import load_look
from tutor.lessons.foretelling import PredictStep
from tutor.lessons.loader import NEXT_CHOICE
from tutor.lessons.outcomes import NO, YES
from tutor.practice import wording
from tutor.practice.legality import ABSENCE_ERRORS, failing_needs, tries_of_kinds
from tutor.practice.maker import Request
from tutor.practice.playouts import LEARNER
from tutor.practice.positions import cut_down, is_plausible
from tutor.practice.question import Question, session_of
from tutor.practice.sources import shuffle_copy
from tutor.practice.unshown import is_shown_in_full
from tutor.text import format_message

PARTS = 3
"""Maximum number of actions in a question."""
Answers = tuple[bool, ...]


def find_permissions(request: Request) -> Iterator[Question | None]:
    """Yield questions that have another answer under the counter-rule.

    Picks are left out, because they belong to an action already begun. If the counter-rule removes a requirement,
    however, picks to which the requirement applies are included.
    """
    game, other = request.game, request.other
    kinds = {*request.kinds} if request.rule.sort == WITHOUT else None
    meant = [name for name, kind in game.kinds.items() if other.kinds[name].requirements != kind.requirements]
    for state in request.states():
        comes = not state.step.pick if kinds is None else not kinds.isdisjoint(state.step.on)
        if comes and is_plausible(state):
            found = choose_actions(state, other, request.source, meant)
            question = ask_legality(state, found, request) if found else None
            if question is not None:
                yield question
                return


def choose_actions(state: State, other: Game, source: RandomSource, meant: Collection[str] = ()) -> list[str]:
    """Return the actions to ask about: one that only one game allows, and others on which the games agree.

    meant : the kinds of action on which the games differ. An allowed action that names a card is preferred, since it is
    obvious that a phase may be ended.
    """
    texts = [state.text(action) for action in state.actions]
    believed = choosable_actions(state, state.actions, other)
    if believed is None:
        return []
    open_to_all = [text for text, one in zip(texts, believed, strict=True) if one and is_unambiguous(text)]
    apart = [text for text, one in zip(texts, believed, strict=True) if not one and is_unambiguous(text)]
    open_to_all = [text for text in open_to_all if wording.quoted_names(text)] or open_to_all
    near = {text: one for text, one in near_misses(state, meant).items() if is_unambiguous(text) and text not in texts}
    beyond = dict(
        zip(near, choosable_actions(state, [action for action, _ in near.values()], other) or (), strict=False)
    )
    apart = apart or [text for text, one in beyond.items() if one]
    refused = [text for text, (_, plausible) in near.items() if plausible and not beyond.get(text, True)][:PARTS]
    if not apart:
        return []
    first = apart[source.below(len(apart))]
    others = draw_others(first in texts, open_to_all, refused, source)
    chosen = [first, *(text for text in others if text != first)]
    chosen = shuffle_copy(chosen, source)
    asked = chosen if len(chosen) > 1 else []
    return (
        asked if allowed_texts(state, asked, state.game) != allowed_texts(state, asked, other) else []
    )  # one text may stand for two actions


def draw_others(first: bool, allowed: list[str], refused: list[str], source: RandomSource) -> list[str]:
    """Return further actions to ask about, besides an action that is allowed or refused (`first`).

    There may be fewer than wanted. There are seven patterns of three answers that contain an answer like the first;
    each comes up equally often.
    """
    alike, unlike = (allowed, refused) if first else (refused, allowed)
    drawn = source.below(7)
    wanted = [unlike, unlike] if drawn < 3 else [alike, unlike] if drawn < 6 else [alike, alike]
    found: list[str] = []
    for texts in (*wanted, unlike, alike):
        open_ones = [text for text in texts if text not in found]
        if open_ones and len(found) < PARTS - 1:
            found.append(open_ones[source.below(len(open_ones))])
    return found


def is_unambiguous(text: str) -> bool:
    """Return False if a text needs a number to distinguish two cards of the same name."""
    return not wording.is_numbered(text)


def near_misses(state: State, meant: Collection[str] = ()) -> dict[str, tuple[Action, bool]]:
    """Return refused tries of the kinds possible now, by text, those that fail the fewest requirements first.

    The kinds in `meant` are added if the step knows them, since the rules may refuse every action of a kind now.

    Each try has a flag: could a learner think it legal? (A learner would not guard with a rival's card, for example.)
    """
    kinds = list(
        dict.fromkeys([*(action[0] for action in state.actions), *(one for one in state.step.on if one in meant)])
    )
    tried = [action for action in tries_of_kinds(state, LEARNER, kinds) if action not in state.actions]
    needs = {action: failing_needs(state.game, state, LEARNER, action) for action in tried}
    tried.sort(key=lambda action: len(needs[action]))
    plain, found = {*load_look(state.game.name).get("plain_needs", ())}, dict[str, tuple[Action, bool]]()
    for action in tried:
        text = state.game.notation.write(state, action, LEARNER)
        found.setdefault(text, (action, plain.isdisjoint(needs[action])))
    return found


def allowed_texts(state: State, texts: Sequence[str], game: Game) -> Answers | None:
    """Return, for each action text, whether the action can be chosen in a game; None if a text fits no action."""
    try:
        actions = [state.game.notation.read(state, text, LEARNER)[0] for text in texts]
    except (TebikiError, *ABSENCE_ERRORS):
        return None
    return choosable_actions(state, actions, game)


def needs_against(state: State, texts: Sequence[str]) -> list[tuple[str, ...]] | None:
    """Return, for each action text, the requirements that the action fails; None if a text fits no action."""
    try:
        actions = [state.game.notation.read(state, text, LEARNER)[0] for text in texts]
        return [failing_needs(state.game, state, LEARNER, action) for action in actions]
    except (TebikiError, *ABSENCE_ERRORS):
        return None


def choosable_actions(state: State, actions: Sequence[Action], game: Game) -> Answers | None:
    """Return, for each action, whether it can be chosen in a game; None if that cannot be decided.

    If `game` would not give the learner this window, only declining is possible.
    """
    try:
        here = state if game is state.game else move_to_game(state, game)
        if here.step.name != state.step.name or here.seat_to_act != state.seat_to_act:
            return tuple(one[0] == state.step.passing for one in actions) if state.step.window else None
        return tuple(one in here.actions for one in actions)
    except (TebikiError, *ABSENCE_ERRORS):
        return None


def ask_legality(state: State, texts: list[str], request: Request) -> Question | None:
    """Return the question in a reduced position."""
    game, other = state.game, request.other
    right, believed = allowed_texts(state, texts, game), allowed_texts(state, texts, other)
    needs = needs_against(state, texts)  # if a card has been removed, the action may be refused for another reason
    best = cut_down(
        state,
        lambda cut: (
            allowed_texts(cut, texts, game) == right
            and allowed_texts(cut, texts, other) == believed
            and needs_against(cut, texts) == needs
        ),
    )
    if right is None or believed is None or not is_shown_in_full(best, lambda cut: allowed_texts(cut, texts, game)):
        return None
    told = request.say_of_moment("may_text", best)
    if not wording.tells_whole_card(best, told, request.language):
        return None
    answers = request.answers_of_others(right, lambda belief: allowed_texts(best, texts, belief))
    said = [wording.action_title(text, game) for text in texts]
    parts = [
        {
            "ask": format_message("practice.ask.may", request.language, action=words[:1].lower() + words[1:]),
            "of": f"legal {text}",
            "options": [YES, NO],
            "clause": request.clauses[0],
        }
        for text, words in zip(texts, said, strict=True)
    ]
    words = {key: request.say(f"may_{key}") for key in ("goal", "nudge")}
    question = request.build_question(
        best,
        title=request.say("may_title"),
        text=told,
        asked={"kind": "predict", **words, "script": [], "when": NEXT_CHOICE, "parts": parts},
        right=format_answers(right),
        beliefs={id: format_answers(one) for id, one in answers.items()},
        options=2 ** len(parts),
        key=f"may {texts} {right}",
        cards=[name for text in texts for name in wording.quoted_names(text)],
    )
    return question if reads_back(question) else None


def reads_back(question: Question) -> bool:
    """Return True if a session judges the actions in the same way.

    It may not, if a pick leads to a card that was removed.
    """
    try:
        run = session_of(question)
        assert isinstance(run, PredictStep)
        return format_answers([run.truth(part["of"]) == YES for part in run.step.get("parts")]) == question.right
    except (TebikiError, *ABSENCE_ERRORS):
        return False


def format_answers(answers: Sequence[bool]) -> tuple[str, ...]:
    """Return answers in the form in which the session logs them."""
    return tuple(f"{number}: {YES if one else NO}" for number, one in enumerate(answers))
