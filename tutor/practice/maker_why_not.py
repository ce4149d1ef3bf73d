"""'Why not?' questions: an action is refused, and the reason is one of several sentences about it.

The other sentences are what the action's other requirements, which are met here, would say if they were not. A sentence
about another card or action would give the reason away, and so would a sentence that is often the reason, or never.
Therefore `reasons_asked` in a game's presentation lists the requirements of an action that are offered together, each
of which is the reason equally often.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from engines.book.words import InLanguage
from engines.errors import Reason, TebikiError
from engines.game import Game
from engines.kernel.state import Action, State
from engines.legal.reasons import Requirement
from tutor.boards.presentation import load_look
from tutor.lessons.answering import WhyStep
from tutor.lessons.loader import ChangeRow
from tutor.matches import feedback
from tutor.matches.playthrough import Attempt
from tutor.practice import wording
from tutor.practice.aims import aims_worth_asking, patch_game, state_in_game
from tutor.practice.legality import ABSENCE_ERRORS, TIMING, failing_needs, is_allowed, tries_of_kinds
from tutor.practice.maker import PERMITTING, Maker, Request
from tutor.practice.playouts import LEARNER
from tutor.practice.positions import cut_down, document_changes, is_plausible, write_document
from tutor.practice.question import Question, session_of
from tutor.practice.sources import shuffle_copy
from tutor.practice.unshown import is_shown_in_full

OTHER_CHOICES, FEWEST_OTHERS = 3, 2
"""Number of sentences offered besides the reason, and minimum number if there are not enough."""
WHOLE_AIM = 60
"""The weight of an aim, shared among the refusals that it is about."""
TURN = "turn"
"""The name of the fact that holds the turn number."""


class OtherSentence(NamedTuple):
    """A sentence that is not the reason, and the requirement that it says is not met."""

    text: str
    need: str


Refusal = tuple[str, str]
"""A reason to refuse something: the kind of action, and the name of the requirement that it fails."""


def find_refusals(request: Request) -> Iterator[Question | None]:
    """Yield questions about tries that only the rule in question forbids."""
    drawn = {one for one in refusals_of_aim(request.game, request.aim) if is_drawn(request, one)}
    for state, tried in refused_tries(request, [*dict.fromkeys(kind for kind, _ in sorted(drawn))]) if drawn else ():
        if (tried[0], failing_needs(state.game, state, LEARNER, tried)[0]) in drawn:
            yield ask_why_not(state, tried, request)


def is_drawn(request: Request, refusal: Refusal) -> bool:
    """Decide at random whether to ask about a refusal, so that no requirement of an action is the reason more often.

    Otherwise the sentence of a requirement that many aims are about would be the best guess.
    """
    rates = refusal_rates(request.game)
    rarest = min((rate for (kind, _), rate in rates.items() if kind == refusal[0]), default=1)
    return request.source.below(max(rates[refusal], 1)) < rarest


def refused_tries(request: Request, kinds: list[str] | None = None) -> Iterator[tuple[State, Action]]:
    """Yield positions, each with a try that only the rule in question forbids there.

    kinds : the kinds of action to try; None for all that the counter-rule may allow.
    """
    for state in request.states():
        moved = state_in_game(state, request.other)
        tries = [] if moved is None else tries_of_kinds(state, LEARNER, kinds or request.kinds)
        alone = [action for action in tries if is_allowed_there(state, action, request.other, moved)]
        clear = [action for action in alone if names_clearly(state, action)]
        refused = [action for action in clear if is_refused_alone(state, action, request.other, moved)]
        if refused and is_plausible(state):
            yield state, refused[request.source.below(len(refused))]


def ask_why_not(state: State, tried: Action, request: Request) -> Question | None:
    """Return a question about a refused try; None if there are too few sentences to choose from."""
    need = failing_needs(state.game, state, LEARNER, tried)[0]
    if not is_mended(state, tried, need):
        return None
    best = cut_down(state, lambda cut: is_refused_alone(cut, tried, request.other) and is_mended(cut, tried, need))
    reason = reason_for_need(best, tried, need)
    if reason is None or not is_shown_in_full(best, lambda there: failing_needs(there.game, there, LEARNER, tried)):
        return None
    others = other_sentences(best, tried, reason, request)
    return write_choices(best, tried, reason, others, request) if len(others) >= FEWEST_OTHERS else None


def is_mended(state: State, tried: Action, need: str) -> bool:
    """Return True if repairing a requirement makes the action legal and leaves its text unchanged."""
    game = state.game
    try:
        after = game.repaired(state, tried, need, LEARNER)
        text = game.notation.write(state, tried, LEARNER)
        again = None if after is None else game.notation.read(after, text, LEARNER)[0]
        return after is not None and again is not None and is_allowed(game, after, LEARNER, again)
    except (*ABSENCE_ERRORS, TebikiError):
        return False


def names_clearly(state: State, action: Action) -> bool:
    """Return True if the text of an action names its cards clearly, without a number or a side."""
    text = state.game.notation.write(state, action, LEARNER)
    return not wording.is_numbered(text) and not wording.names_twice(text)


def is_allowed_there(state: State, action: Action, other: Game, moved: State | None) -> bool:
    """Return True if the game refuses an action that `other` allows."""
    if moved is None or is_allowed(state.game, state, LEARNER, action):
        return False
    return is_allowed(other, moved, LEARNER, action)


def is_refused_alone(state: State, action: Action, other: Game, moved: State | None = None) -> bool:
    """Return True if exactly one requirement forbids the action, it can be repaired, and `other` lacks it.

    moved : the state in `other`, if already known.
    """
    moved = moved or state_in_game(state, other)
    try:
        needs = failing_needs(state.game, state, LEARNER, action)
        if len(needs) != 1 or needs[0] == TIMING or not is_allowed_there(state, action, other, moved):
            return False
        return state.game.repaired(state, action, needs[0], LEARNER) is not None
    except (*ABSENCE_ERRORS, TebikiError):
        return False  # something that the action names does not exist


def reason_for_need(state: State, tried: Action, need: str, language: str = "en") -> Reason | None:
    """Return the reason that a requirement gives against an action; None if it gives none."""
    return next((one for one in state.why_not(tried, LEARNER, language) if one.requirement == need), None)


# The sentences besides the reason.


def other_sentences(state: State, tried: Action, reason: Reason, request: Request) -> list[OtherSentence]:
    """Return sentences about the action that are not the reason, in the request's language; [] if some are missing.

    They belong to requirements that are the reason in other questions, drawn with equal chances, so that how often one
    is offered, or right, reveals nothing about this question.
    """
    own = reason_for_need(state, tried, reason.requirement, request.language)
    needs = {one.name: one for one in state.game.kinds[tried[0]].requirements}
    wanted = [one for one in reasons_asked(state.game).get(tried[0], ()) if one != reason.requirement]
    found = [
        OtherSentence(unmet_fact(state, tried, needs[name], request.language), name)
        for name in shuffle_copy(wanted, request.source)[:OTHER_CHOICES]
    ]
    missing = own is None or any(not one.text or is_alike(one.text, own.fact) for one in found)
    return [] if missing else found


def is_alike(one: str, other: str) -> bool:
    """Return True if one of two sentences begins with the other, so that both say the same."""
    return one.startswith(other.rstrip(".")) or other.startswith(one.rstrip("."))


def reasons_asked(game: Game) -> Mapping[str, Sequence[str]]:
    """Map each kind of action to the requirements among which this maker asks for the reason."""
    found: Mapping[str, Sequence[str]] = load_look(game.name).get("reasons_asked", {})
    return found


def refusals_of_aim(game: Game, aim: str) -> list[Refusal]:
    """Return the refusals to ask about that a counter-rule removes."""
    other = patch_game(game, aim)
    return [
        (kind, one.name)
        for kind, names in reasons_asked(game).items()
        if kind in other.kinds
        for one in game.kinds[kind].requirements
        if one.name in names and one not in other.kinds[kind].requirements
    ]


@lru_cache
def refusal_rates(game: Game) -> Counter[Refusal]:
    """Return the weight of each refusal: how often it would be asked about if all aims were equally frequent."""
    found: Counter[Refusal] = Counter()
    for aim in aims_worth_asking(game, WHY_NOT.name):
        refusals = refusals_of_aim(game, aim)
        for one in refusals:
            found[one] += WHOLE_AIM // len(refusals)
    return found


def unmet_fact(state: State, tried: Action, need: Requirement[State], language: str) -> str:
    """Return what a requirement would say against an action if it were not met; "" if that makes no sense here.

    It makes no sense if a fact is empty or occurs twice ("in Stand, not in Stand"), since the requirement is then
    obviously met; nor if there are two numbers.
    """
    try:
        with InLanguage("en"):
            plain, _ = need.told(state, LEARNER, tried, False)
        with InLanguage(language):
            text, _ = need.told(state, LEARNER, tried, False)
    except (*ABSENCE_ERRORS, TebikiError):
        return ""
    form = state.game.words.languages["en"].get(f"fact.{need.name}.no", "")
    names = re.findall(r"\{(\w+)[^{}]*\}", form)
    pattern = "(.*?)".join(re.escape(part) for part in re.split(r"\{[^{}]*\}", form))
    told = re.fullmatch(pattern, plain)
    if told is None or any(not value.strip() for value in told.groups()):
        return ""
    facts = dict(zip(names, told.groups(), strict=True))
    if facts.pop(TURN, str(state.turn)) != str(state.turn):
        return ""
    counted = [value for value in facts.values() if value[0].isdecimal()]
    twice = any(len(re.findall(rf"\b{re.escape(value)}\b", plain)) > names.count(name) for name, value in facts.items())
    return "" if twice or len(counted) > 1 else text


def write_choices(
    state: State, tried: Action, reason: Reason, others: list[OtherSentence], request: Request
) -> Question | None:
    """Return the question; None if it does not read back as intended."""
    game, document, language = state.game, write_document(state), request.language
    own = reason_for_need(state, tried, reason.requirement, language)
    after = game.repaired(state, tried, reason.requirement, LEARNER)
    if own is None or after is None:
        return None
    choices: list[ChangeRow] = [{"text": own.fact, "change": document_changes(document, write_document(after))}]
    choices += [{"text": one.text, "need": one.need} for one in others]
    if len({choice["text"] for choice in choices}) < len(choices):
        return None
    text = game.notation.write(state, tried, LEARNER)
    question = request.build_question(
        state,
        title=feedback.attempt_headline(game, Attempt(tried, text, []), language),
        text=request.say_of_moment("text", state, tried=wording.action_title(text, game)),
        asked={"refused": text, "choice": shuffle_copy(choices, request.source)},
        right=(own.fact,),
        beliefs={},  # somebody who believes the counter-rule would see no reason
        options=len(choices),
        key=f"{text} {own.fact} {sorted(choice['text'] for choice in choices)}",
        cards=wording.quoted_names(text),
    )
    return question if reads_back(question) else None


def reads_back(question: Question) -> bool:
    """Return True if the action is refused and, of all choices, only the right one would make it legal."""
    try:
        run = session_of(question)
        assert isinstance(run, WhyStep)
        legal = [choice["text"] for choice in run.step.get("choice") if not run.outcome(choice)]
        return bool(run.refused(run.table.state)) and tuple(legal) == question.right
    except TebikiError:
        return False


WHY_NOT = Maker("why", find_refusals, PERMITTING, easy=True, even=True)
