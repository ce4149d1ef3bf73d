"""Why not? An action is refused, and one of several true sentences is the reason.

If the reason would give itself away, because it alone mentions the refused card, the question asks instead what would
make the action legal: such a change names no card.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import engines
from engines.book.words import Words
from engines.errors import Reason, TebikiError
from engines.game import Game
from engines.kernel.chance import RandomSource
from engines.kernel.state import Action, State
from engines.legal.reasons import names_another
from tutor.boards.presentation import load_look
from tutor.lessons.answering import WhyStep
from tutor.lessons.loader import ASKS_REPAIRS, ChangeRow
from tutor.matches import feedback
from tutor.matches.playthrough import Attempt, Playthrough
from tutor.practice import wording
from tutor.practice.aims import state_in_game
from tutor.practice.legality import ABSENCE_ERRORS, TIMING, failing_needs, is_allowed, tries_of_kinds
from tutor.practice.maker import PERMITTING, Maker, Request
from tutor.practice.playouts import LEARNER
from tutor.practice.positions import (
    FIGURE_ENTRIES,
    READABLE_SLOTS,
    SIDES,
    cut_down,
    document_changes,
    is_plausible,
    write_document,
)
from tutor.practice.question import Question, session_of
from tutor.practice.sources import shuffle_copy
from tutor.text import format_message

OTHER_CHOICES = 3
"""Number of true sentences beside the reason; one less is enough."""
PILES = ("pile-1", "pile-2", "hand")
"""Slots that many repairs take cards from."""
VERB_LETTERS = 5
"""Number of letters of the tried verb looked for in the sentences: "moved" gives a move away."""
PATIENCE = 2
"""For half the seeds, skip up to this many obvious reasons before asking for the repair instead."""
TRIES_PASSED = 8
"""Most tries examined for one whose reason does not give itself away."""


class RefusalFact(NamedTuple):
    """A true sentence: the try that it speaks against, and the requirement that says so."""

    action: Action
    requirement: str


def find_refusals(request: Request) -> Iterator[Question | None]:
    """Yield questions about tries that only the rule forbids; obvious ones come last."""
    spare, passed = list[Question](), list[tuple[State, Action]]()
    patience = PATIENCE * request.source.below(2)
    for state, tried in refused_tries(request):
        for repairs in (False,) if len(passed) < patience else (False, True):
            question = ask_why_not(state, tried, request, repairs)
            if question is not None and not gives_itself_away(question):
                yield question
            spare += [] if question is None else [question]
        passed.append((state, tried))
        if len(passed) == TRIES_PASSED:
            break
    for state, tried in passed[:patience]:
        question = ask_why_not(state, tried, request, repairs=True)
        if question is not None and not gives_itself_away(question):
            yield question
    yield from spare


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


def gives_itself_away(question: Question) -> bool:
    """Return True if only the reason names the refused card, or mentions what was tried.

    Or if only the reason names no card at all.
    """
    texts, tried = [choice["text"] for choice in question.row["choice"]], str(question.row["refused"])
    verb = tried.partition(" ")[0][:VERB_LETTERS]
    names = [card.name for card in engines.load(question.game).cards if not card.unseen]
    speaking = (
        [one for one in texts if not any(name in one for name in names)],
        [one for one in texts if any(name in one for name in question.cards)],
        [one for one in texts if re.search(rf"\b{re.escape(verb)}", one, re.IGNORECASE)],
    )
    return any(tuple(some) == question.right for some in speaking)


def ask_why_not(state: State, tried: Action, request: Request, repairs: bool = False) -> Question | None:
    """Return a question about a refused try, None if there is too little to choose from.

    repairs : ask what would make the action legal.
    """
    reason = RefusalFact(tried, failing_needs(state.game, state, LEARNER, tried)[0])
    if not is_mended(state, reason):
        return None
    others = (other_repairs if repairs else other_facts)(state, reason, request.source)[:OTHER_CHOICES]
    if len(others) < OTHER_CHOICES - 1:
        return None
    best = cut_down(
        state, lambda cut: is_refused_alone(cut, tried, request.other) and all(fact_holds(cut, fact) for fact in others)
    )
    return write_choices(best, [reason, *others], request, of_repairs=repairs)


def is_mended(state: State, fact: RefusalFact) -> bool:
    """Return True if making the fact untrue leaves the action's text as it was, and allows it."""
    game = state.game
    try:
        after = game.repaired(state, fact.action, fact.requirement, LEARNER)
        text = game.notation.write(state, fact.action, LEARNER)
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


def fact_holds(state: State, fact: RefusalFact) -> bool:
    """Return True if the fact is still true."""
    try:
        return fact.requirement in failing_needs(state.game, state, LEARNER, fact.action)
    except ABSENCE_ERRORS:
        return False


def other_facts(state: State, reason: RefusalFact, source: RandomSource) -> list[RefusalFact]:
    """Return true sentences that are not the reason: what speaks against other tries, the closest ones first.

    Closest are those about the same cards, then those about actions of this phase. Making such a sentence untrue must
    be possible here and change nothing.
    """
    plain, found = load_look(state.game.name).get("plain_needs", ()), dict[str, tuple[int, RefusalFact]]()
    own, tried = reason_for_fact(state, reason), tried_refs(state, reason.action)
    names = set(tried_names(state, reason.action))
    for fact in refusal_facts(state):
        if fact.requirement in (TIMING, *plain) or fact.action == reason.action:
            continue
        told = reason_for_fact(state, fact)
        if (
            told is None
            or own is None
            or told.fact in found
            or told.fact == own.fact
            or not is_clear(state, fact, told)
        ):
            continue
        naming = [name for name in names if name in told.fact]
        if naming and (not tried_refs(state, fact.action) & tried or lies_twice(state, naming)):
            continue  # it may be about another card of that name, but would be read as about the refused one
        if not is_true_of_all(state, fact, told):
            continue
        near = 2 * bool(naming) + (phase_of_action(state, fact.action) == state.step.phase)
        found[told.fact] = (near, fact)
    source.shuffle(order := [*range(len(found))])
    ranked = sorted(zip(found.items(), order, strict=True), key=lambda one: (-one[0][1][0], one[1]))
    idle = {text: fact for (text, (_, fact)), _ in ranked if is_idle_fact(state, fact, reason)}
    return vary_requirements([fact for text, fact in idle.items() if not says_less(text, idle)])


def other_repairs(state: State, reason: RefusalFact, source: RandomSource) -> list[RefusalFact]:
    """Return facts whose repair would change nothing, each with its own repair: those of the same phase first."""
    game, own, tried = state.game, reason_for_fact(state, reason), tried_names(state, reason.action)
    cards = tried_refs(state, reason.action)
    found: dict[str, tuple[bool, bool, RefusalFact]] = {}
    for fact in refusal_facts(state):
        if fact.requirement in (TIMING, reason.requirement, *load_look(game.name).get("plain_needs", ())):
            continue
        vague = names_another(game.words, fact.requirement) or repair_waits(game.words, fact.requirement)
        told = None if vague else reason_for_fact(state, fact)
        if own is not None and told is not None and told.repair not in ("", own.repair):
            naming = [name for name in tried if name in told.repair]
            if naming and (not tried_refs(state, fact.action) & cards or lies_twice(state, naming)):
                continue  # it may be about another card of that name
            strange = any(name in told.repair and name not in tried for name in tried_names(state, fact.action))
            far = phase_of_action(state, fact.action) != state.step.phase
            found.setdefault(told.repair, (strange, far, fact))
    source.shuffle(order := [*range(len(found))])
    ranked = sorted(zip(found.values(), order, strict=True), key=lambda one: (*one[0][:2], one[1]))
    places = places_touched(state, reason)
    return vary_requirements(
        [
            fact
            for (_, _, fact), _ in ranked
            if is_idle_fact(state, fact, reason)
            and not places & places_touched(state, fact)  # otherwise another such change might do
        ]
    )


def repair_waits(words: Words, requirement: str) -> bool:
    """Return True if a repair means waiting for another turn, by which time much else may change."""
    return re.search(r"\bnext\b", words.languages["en"].get(f"repair.{requirement}", "")) is not None


def places_touched(state: State, fact: RefusalFact) -> set[str]:
    """Return what the repair of a fact visibly changes: a zone of a side, or an entry of the position."""
    try:
        after = state.game.repaired(state, fact.action, fact.requirement, LEARNER)
    except (*ABSENCE_ERRORS, TebikiError):
        return set()
    change = {} if after is None else document_changes(write_document(state), write_document(after))
    piles = {row["id"] for row in load_look(state.game.name)["zone"] if row.get("slot") in PILES}
    sides = {f"{who}.{key}" for who in SIDES.values() for key in change.get(who, {}) if key not in piles}
    return sides or {*change} - {*SIDES.values(), *FIGURE_ENTRIES}


def tried_names(state: State, action: Action) -> list[str]:
    """Return the names of the cards in an action."""
    return wording.quoted_names(state.game.notation.write(state, action, LEARNER))


def tried_refs(state: State, action: Action) -> set[str]:
    """Return the references of the cards that an action names."""
    sources, targets = Playthrough(state, LEARNER).places(action)
    return {ref for ref in (*sources, *targets) if ref.count(".") > 1}


def lies_twice(state: State, names: list[str]) -> bool:
    """Return True if the learner sees several cards of one of these names on the table."""
    zones = {row["id"] for row in load_look(state.game.name)["zone"] if row.get("slot") in READABLE_SLOTS}
    entries = state.game.rules.table(state, LEARNER).references()
    there = Counter(entry.card for ref, entry in entries if ref.split(".")[1] in zones)
    return any(there[name] > 1 for name in names)


def says_less(text: str, others: Iterable[str]) -> bool:
    """Return True if another sentence begins with this one: both would say the same."""
    return any(other != text and other.startswith(text.rstrip(".")) for other in others)


def is_clear(state: State, fact: RefusalFact, told: Reason) -> bool:
    """Return True if the sentence on its own says which card it is about, in case the try names any."""
    text = state.game.notation.write(state, fact.action, LEARNER)
    names = wording.quoted_names(text)
    return not wording.is_numbered(text) and (any(name in told.fact for name in names) or not names) and bool(told.fact)


def is_true_of_all(state: State, fact: RefusalFact, told: Reason) -> bool:
    """Return True if a sentence that names only some cards of its try, not the user, is true of every user."""
    game, names = state.game, tried_names(state, fact.action)
    said = [name for name in names if name.partition(" (")[0] in told.fact]
    if len(said) == len(names):
        return True
    alike = [one for one in game.tries(state, LEARNER) if one[0] == fact.action[0]]
    with_those = [one for one in alike if {*said} <= {*tried_names(state, one)}]
    return all(fact.requirement in failing_needs(game, state, LEARNER, one) for one in with_those)


def vary_requirements(facts: list[RefusalFact]) -> list[RefusalFact]:
    """Return facts, beginning with one about each requirement."""
    first: dict[str, RefusalFact] = {}
    for fact in facts:
        first.setdefault(fact.requirement, fact)
    return [*first.values(), *(fact for fact in facts if first[fact.requirement] is not fact)]


def phase_of_action(state: State, action: Action) -> str:
    """Return the phase in which actions of this kind come."""
    steps = state.game.kinds[action[0]].steps
    return state.game.flow.steps[steps[0]].phase if steps else ""


def refusal_facts(state: State) -> Iterator[RefusalFact]:
    """Yield what speaks against the tries of a position."""
    for action in state.game.tries(state, LEARNER):
        for requirement in failing_needs(state.game, state, LEARNER, action):
            yield RefusalFact(action, requirement)


def reason_for_fact(state: State, fact: RefusalFact, language: str = "en") -> Reason | None:
    """Return the fact in the words of the engine."""
    told = state.why_not(fact.action, LEARNER, language)
    return next((one for one in told if one.requirement == fact.requirement), None)


def is_idle_fact(state: State, fact: RefusalFact, reason: RefusalFact) -> bool:
    """Return True if the fact can be made untrue and the action stays refused, for the same reason."""
    try:
        after = state.game.repaired(state, fact.action, fact.requirement, LEARNER)
        return after is not None and reason.requirement in failing_needs(after.game, after, LEARNER, reason.action)
    except (*ABSENCE_ERRORS, TebikiError):
        return False


def write_choices(state: State, facts: list[RefusalFact], request: Request, *, of_repairs: bool) -> Question | None:
    """Return the question, None if it does not read back as meant.

    facts : the reason first. of_repairs : ask what would make the action legal.
    """
    game, document, language, tried = state.game, write_document(state), request.language, facts[0].action
    choices: list[ChangeRow] = []
    for fact in facts:
        told, after = (
            reason_for_fact(state, fact, language),
            game.repaired(state, fact.action, fact.requirement, LEARNER),
        )
        if told is None or after is None or (of_repairs and not told.repair):
            return None
        text = standalone_repair(told.repair, tried_names(state, tried), language) if of_repairs else told.fact
        choices.append({"text": text, "change": document_changes(document, write_document(after))})
    if len({choice["text"] for choice in choices}) < len(choices):
        return None
    right, text, form = choices[0]["text"], game.notation.write(state, tried, LEARNER), "repair_" if of_repairs else ""
    question = request.build_question(
        state,
        title=feedback.attempt_headline(game, Attempt(tried, text, []), language),
        text=request.say_of_moment(f"{form}text", state, tried=wording.action_title(text, game)),
        asked={
            **{part: request.say(f"{form}{part}") for part in ("goal", "nudge")},
            "refused": text,
            "choice": shuffle_copy(choices, request.source),
            **({"of": ASKS_REPAIRS} if of_repairs else {}),
        },
        right=(right,),
        beliefs={},  # someone who finds it allowed can still find the stated reason
        options=len(choices),
        key=f"{tried[0]} {right} {sorted(choice['text'] for choice in choices)}",
        cards=wording.quoted_names(text),
    )
    return question if reads_back(question) else None


def standalone_repair(repair: str, tried: list[str], language: str) -> str:
    """Return what would make an action legal as a choice: a single card that is tried is "it"."""
    if len(tried) == 1:
        repair = repair.replace(tried[0], format_message("practice.why.it", language))
    return wording.capitalise(repair)


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
