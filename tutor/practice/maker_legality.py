"""'May you do this?' questions: single actions in a position where a counter-rule would allow different ones.

They are used where a `which` question does not work, because the cards are not in one place. The actions of a question
differ only in their cards, and some are allowed and others refused; otherwise the kind of action would give the answer.
"""

from __future__ import annotations

import re
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
from tutor.practice.maker import Request, keep_shown
from tutor.practice.playouts import LEARNER
from tutor.practice.positions import cut_down, is_plausible
from tutor.practice.question import Question, session_of
from tutor.practice.sources import shuffle_copy
from tutor.text import format_message

PARTS = 3
"""The number of actions in a question."""
PATTERNS = 7
"""The number of patterns of answers, see `alike_wanted`."""
QUOTED_NAME = re.compile(r'"[^"]*"')
Answers = tuple[bool, ...]


def find_permissions(request: Request) -> Iterator[Question | None]:
    """Yield questions that have another answer under the counter-rule.

    Picks are left out, because they belong to an action already begun. If the counter-rule removes a requirement,
    however, picks to which the requirement applies are included.
    """
    game, other = request.game, request.other
    kinds = {*request.kinds} if request.rule.sort == WITHOUT else None
    pattern = request.source.below(PATTERNS)
    meant = [name for name, kind in game.kinds.items() if other.kinds[name].requirements != kind.requirements]
    for state in request.states():
        comes = not state.step.pick if kinds is None else not kinds.isdisjoint(state.step.on)
        if comes and is_plausible(state):
            found = choose_actions(state, other, request.source, pattern, meant)
            question = ask_legality(state, found, request) if found else None
            if question is not None:
                yield question
                return


def choose_actions(
    state: State, other: Game, source: RandomSource, pattern: int, meant: Collection[str] = ()
) -> list[str]:
    """Return the actions to ask about: one that only one game allows, and others of the same kind.

    The rules allow some actions of this kind here and refuse others, so that the kind does not reveal the answer.
    Return [] if no kind has enough of both for the pattern (see `alike_wanted`). meant : the kinds of action on which
    the games differ.
    """
    texts = [state.text(action) for action in state.actions]
    believed = choosable_actions(state, state.actions, other)
    if believed is None:
        return []
    allowed = [text for text in texts if is_unambiguous(text)]
    apart = [text for text, one in zip(texts, believed, strict=True) if not one and is_unambiguous(text)]
    near = {text: one for text, one in near_misses(state, meant).items() if is_unambiguous(text) and text not in texts}
    beyond = dict(
        zip(near, choosable_actions(state, [action for action, _ in near.values()], other) or (), strict=False)
    )
    apart = apart or [text for text, one in beyond.items() if one]
    refused = [text for text, (_, plausible) in near.items() if plausible or text in apart]
    for first in shuffle_copy(apart, source):
        kind = kind_in_words(first)
        alike, unlike = (
            [text for text in some if text != first and kind_in_words(text) == kind]
            for some in ((allowed, refused) if first in texts else (refused, allowed))
        )
        count = alike_wanted(pattern)
        if not (unlike and len(alike) >= count and len(unlike) >= PARTS - 1 - count):
            continue
        others = [*shuffle_copy(alike, source)[:count], *shuffle_copy(unlike, source)[: PARTS - 1 - count]]
        chosen = shuffle_copy([first, *others], source)
        if allowed_texts(state, chosen, state.game) != allowed_texts(state, chosen, other):
            return chosen  # one text may stand for two actions, on which the games agree
    return []


def kind_in_words(text: str) -> str:
    """Return an action's text without the names of cards: the same for actions that differ only in their cards."""
    return QUOTED_NAME.sub(wording.ANY_NAME, text)


def alike_wanted(pattern: int) -> int:
    """Return how many of the other actions should have the same answer as the first.

    There are seven patterns of three answers that contain an answer like the first; with an even draw of `pattern`
    among `PATTERNS`, each comes up equally often.
    """
    return 0 if pattern < 3 else 1 if pattern < 6 else 2


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
    if right is None or believed is None:
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
    shown = keep_shown(question, best, request, lambda belief, there: allowed_texts(there, texts, belief))
    return shown if shown is not None and reads_back(shown) else None


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
