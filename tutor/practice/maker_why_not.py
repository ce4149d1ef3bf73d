"""Why not? An action is refused, and one of several sentences about this very action is the reason.

The others are what its further requirements would say, which hold here, and what somebody would say who believes
something else: a sentence about another card or another action would give the reason away.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
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
from tutor.practice.aims import aims_worth_asking, other_beliefs, patch_game, state_in_game
from tutor.practice.legality import ABSENCE_ERRORS, TIMING, failing_needs, is_allowed, tries_of_kinds
from tutor.practice.maker import PERMITTING, Maker, Request
from tutor.practice.playouts import LEARNER
from tutor.practice.positions import READABLE_SLOTS, cut_down, document_changes, is_plausible, write_document
from tutor.practice.question import Question, session_of
from tutor.practice.sources import shuffle_copy
from tutor.practice.unshown import is_shown_in_full

OTHER_CHOICES, FEWEST_OTHERS = 3, 2
"""Number of sentences beside the reason, and fewest of them."""
POSITIONS_SEARCHED = 60
"""Most positions in which the refused action is looked for to hear what else may speak against it."""
PASSED = 8
"""Most refused tries passed over because their reason is asked about often enough."""
TURN = "turn"
"""The fact of a sentence that is the number of the turn."""


class OtherSentence(NamedTuple):
    """A sentence that is not the reason, and the requirement that it says is not met."""

    text: str
    need: str
    believed: tuple[str, ...] = ()
    """The beliefs by which it is the only reason."""


def find_refusals(request: Request) -> Iterator[Question | None]:
    """Yield questions about tries that only the rule forbids."""
    drawn: dict[tuple[str, str], bool] = {}
    passed = 0
    for state, tried in refused_tries(request):
        reason = tried[0], failing_needs(state.game, state, LEARNER, tried)[0]
        if drawn.setdefault(reason, is_drawn(request, reason)):
            yield ask_why_not(state, tried, request, request.states())
        else:
            passed += 1
        if passed > PASSED:
            return


def is_drawn(request: Request, reason: tuple[str, str]) -> bool:
    """Return True with such a chance that of an action no requirement is the reason more often than another.

    Otherwise the sentence of what many aims are about would be the best guess.
    """
    asked = asked_needs(request.game)
    rarest = min((count for (kind, _), count in asked.items() if kind == reason[0]), default=1)
    return request.source.below(max(asked[reason], 1)) < rarest


def refused_tries(request: Request) -> Iterator[tuple[State, Action]]:
    """Yield positions, each with a try that only the rule forbids there."""
    for state in request.states():
        moved = state_in_game(state, request.other)
        tries = [] if moved is None else tries_of_kinds(state, LEARNER, request.kinds)
        alone = [action for action in tries if is_allowed_there(state, action, request.other, moved)]
        clear = [action for action in alone if names_clearly(state, action)]
        refused = [action for action in clear if is_refused_alone(state, action, request.other, moved)]
        if refused and is_plausible(state):
            yield state, refused[request.source.below(len(refused))]


def ask_why_not(state: State, tried: Action, request: Request, elsewhere: Iterable[State] = ()) -> Question | None:
    """Return a question about a refused try, None if there is too little to choose from.

    elsewhere : other positions of the game, where the same action may be refused for other reasons.
    """
    need = failing_needs(state.game, state, LEARNER, tried)[0]
    if not is_mended(state, tried, need):
        return None
    best = cut_down(state, lambda cut: is_refused_alone(cut, tried, request.other) and is_mended(cut, tried, need))
    reason = reason_for_need(best, tried, need)
    if reason is None or not is_shown_in_full(best, lambda there: failing_needs(there.game, there, LEARNER, tried)):
        return None
    others = other_sentences(best, tried, reason, request, elsewhere)
    return write_choices(best, tried, reason, others, request) if len(others) >= FEWEST_OTHERS else None


def is_mended(state: State, tried: Action, need: str) -> bool:
    """Return True if making a requirement true leaves the action's text as it was, and allows it."""
    game = state.game
    try:
        after = game.repaired(state, tried, need, LEARNER)
        text = game.notation.write(state, tried, LEARNER)
        again = None if after is None else game.notation.read(after, text, LEARNER)[0]
        return after is not None and again is not None and is_allowed(game, after, LEARNER, again)
    except (*ABSENCE_ERRORS, TebikiError):
        return False


def names_clearly(state: State, action: Action) -> bool:
    """Return True if no card of the action must be told from another one by a number or a side."""
    text = state.game.notation.write(state, action, LEARNER)
    return not wording.is_numbered(text) and not wording.names_twice(text)


def is_allowed_there(state: State, action: Action, other: Game, moved: State | None) -> bool:
    """Return True if `other` allows what the game refuses."""
    if moved is None or is_allowed(state.game, state, LEARNER, action):
        return False
    return is_allowed(other, moved, LEARNER, action)


def is_refused_alone(state: State, action: Action, other: Game, moved: State | None = None) -> bool:
    """Return True if exactly one requirement forbids the action, it can be repaired, and `other` does not have it.

    moved : the state as one of `other`, if known already.
    """
    moved = moved or state_in_game(state, other)
    try:
        needs = failing_needs(state.game, state, LEARNER, action)
        if len(needs) != 1 or needs[0] == TIMING or not is_allowed_there(state, action, other, moved):
            return False
        return state.game.repaired(state, action, needs[0], LEARNER) is not None
    except (*ABSENCE_ERRORS, TebikiError):
        return False  # what it names is missing


def reason_for_need(state: State, tried: Action, need: str, language: str = "en") -> Reason | None:
    """Return what a requirement says against an action, None if it says nothing."""
    return next((one for one in state.why_not(tried, LEARNER, language) if one.requirement == need), None)


# The sentences beside the reason.


def other_sentences(
    state: State, tried: Action, reason: Reason, request: Request, elsewhere: Iterable[State]
) -> list[OtherSentence]:
    """Return sentences about the action that are not the reason, in the language of the request.

    Those of requirements that are the reason elsewhere come first: a sentence that is never right would be told apart
    by that. One of somebody who believes something else stands among them if there is one.
    """
    language = request.language
    asked = asked_needs(state.game)
    found = {one.text: one for one in unmet_sentences(state, tried, language)}
    if len(found) < OTHER_CHOICES:
        missing = {need.name for need in open_needs(state, tried)} - {one.need for one in found.values()}
        for one in sentences_elsewhere(state, tried, missing, elsewhere, language):
            found.setdefault(one.text, one)
    own = reason_for_need(state, tried, reason.requirement, language)
    found = {text: one for text, one in found.items() if own is not None and not is_alike(text, own.fact)}
    ranked = sorted(
        shuffle_copy([*found.values()], request.source),
        key=lambda one: not asked[tried[0], one.need],
    )
    believed = [one for one in believed_sentences(state, tried, reason, request) if one.text not in found]
    known = [one for one in believed if any(need == one.need for _, need in asked)] or (
        believed if len(ranked) < OTHER_CHOICES else []
    )
    often = [one for one in ranked if asked[tried[0], one.need]]
    return [*known[:1], *often, *ranked[len(often) :][: max(0, FEWEST_OTHERS - len(often))]][:OTHER_CHOICES]


def is_alike(one: str, other: str) -> bool:
    """Return True if one of two sentences begins with the other: both would say the same."""
    return one.startswith(other.rstrip(".")) or other.startswith(one.rstrip("."))


@lru_cache
def asked_needs(game: Game) -> Counter[tuple[str, str]]:
    """Return how many aims of this maker are about each requirement of a kind of action."""
    found: Counter[tuple[str, str]] = Counter()
    for aim in aims_worth_asking(game, WHY_NOT.name):
        other = patch_game(game, aim)
        for name, kind in game.kinds.items():
            if name in other.kinds:
                found.update((name, one.name) for one in kind.requirements if one not in other.kinds[name].requirements)
    return found


def open_needs(state: State, tried: Action) -> list[Requirement[State]]:
    """Return the requirements of an action that hold, without those too obvious to ask about."""
    plain, kind = load_look(state.game.name).get("plain_needs", ()), state.game.kinds[tried[0]]
    failing = failing_needs(state.game, state, LEARNER, tried)
    return [one for one in kind.requirements if one.name not in (*failing, *plain, TIMING)]


def unmet_sentences(state: State, tried: Action, language: str) -> Iterator[OtherSentence]:
    """Yield the sentences that the requirements met here would give if they were not met."""
    for need in open_needs(state, tried):
        text = unmet_fact(state, tried, need, language, numbers=1)
        if text:
            yield OtherSentence(text, need.name)


def sentences_elsewhere(
    state: State, tried: Action, missing: set[str], elsewhere: Iterable[State], language: str
) -> Iterator[OtherSentence]:
    """Yield what missing requirements say of the same action in other positions, naming only cards that lie here."""
    text, there = state.game.notation.write(state, tried, LEARNER), visible_names(state)
    for _, other in zip(range(POSITIONS_SEARCHED), elsewhere, strict=False):
        for action in tries_of_kinds(other, LEARNER, [tried[0]]) if missing else ():
            if other.game.notation.write(other, action, LEARNER) != text:
                continue
            for need in other.game.kinds[action[0]].requirements:
                if need.name not in missing or need.name not in failing_needs(other.game, other, LEARNER, action):
                    continue
                said = unmet_fact(other, action, need, language)
                if said and names_in_sentence(other.game, said) <= there:
                    missing.discard(need.name)
                    yield OtherSentence(said, need.name)


def visible_names(state: State) -> set[str]:
    """Return the names of the cards that the learner sees one by one."""
    zones = {row["id"] for row in load_look(state.game.name)["zone"] if row.get("slot") in READABLE_SLOTS}
    entries = state.game.rules.table(state, LEARNER).references()
    return {entry.card for ref, entry in entries if entry.card is not None and ref.split(".")[1] in zones}


def names_in_sentence(game: Game, text: str) -> set[str]:
    """Return the names of cards in a sentence."""
    return {card.name for card in game.cards if not card.unseen and card.name in text}


def unmet_fact(state: State, tried: Action, need: Requirement[State], language: str, numbers: int = 9) -> str:
    """Return what a requirement says against an action if it is not met; "" if that makes no sense here.

    A fact that is empty, or the same twice ("in Stand, not in Stand"), shows at a glance that it is met.

    numbers : most numbers in it; two of them would show too that it is met.
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
    return "" if twice or len(counted) > numbers else text


def believed_sentences(state: State, tried: Action, reason: Reason, request: Request) -> list[OtherSentence]:
    """Return what believers would say against the action and the rules do not, first where they say nothing else."""
    found: dict[tuple[str, str], list[str]] = {}
    for id, other in other_beliefs(request.game, request.aim):
        moved = state_in_game(state, other)
        try:
            told = [] if moved is None else moved.why_not(tried, LEARNER, request.language)
        except (*ABSENCE_ERRORS, TebikiError):
            continue
        for one in told:
            if one.requirement not in (reason.requirement, TIMING) and one.fact:
                found.setdefault((one.fact, one.requirement), []).extend([id] if len(told) == 1 else [])
    sentences = [OtherSentence(text, need, (*ids,)) for (text, need), ids in found.items()]
    return sorted(shuffle_copy(sentences, request.source), key=lambda one: not one.believed)


def write_choices(
    state: State, tried: Action, reason: Reason, others: list[OtherSentence], request: Request
) -> Question | None:
    """Return the question, None if it does not read back as meant."""
    game, document, language = state.game, write_document(state), request.language
    own = reason_for_need(state, tried, reason.requirement, language)
    after = game.repaired(state, tried, reason.requirement, LEARNER)
    if own is None or after is None:
        return None
    choices: list[ChangeRow] = [{"text": own.fact, "change": document_changes(document, write_document(after))}]
    known = {one.name for one in game.kinds[tried[0]].requirements}
    choices += [{"text": one.text, "need": one.need if one.need in known else ""} for one in others]
    if len({choice["text"] for choice in choices}) < len(choices):
        return None
    text = game.notation.write(state, tried, LEARNER)
    question = request.build_question(
        state,
        title=feedback.attempt_headline(game, Attempt(tried, text, []), language),
        text=request.say_of_moment("text", state, tried=wording.action_title(text, game)),
        asked={"refused": text, "choice": shuffle_copy(choices, request.source)},
        right=(own.fact,),
        beliefs={id: (one.text,) for one in others for id in one.believed},
        options=len(choices),
        key=f"{tried[0]} {own.fact} {sorted(choice['text'] for choice in choices)}",
        cards=wording.quoted_names(text),
    )
    return question if reads_back(question) else None


def reads_back(question: Question) -> bool:
    """Return True if making the reason untrue, and only that, makes the action legal."""
    try:
        run = session_of(question)
        assert isinstance(run, WhyStep)
        legal = [choice["text"] for choice in run.step.get("choice") if not run.outcome(choice)]
        return bool(run.refused(run.table.state)) and tuple(legal) == question.right
    except TebikiError:
        return False


WHY_NOT = Maker("why", find_refusals, PERMITTING, easy=True)
