"""Why not? An action is refused, and one of several true sentences is the reason."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from engines.core.chance import Source
from engines.core.counter_rules import WITHOUT, WRITTEN
from engines.core.errors import TebikiError
from engines.core.game import Game
from engines.core.reasons import Reason
from engines.core.state import Action, State
from tutor.boards.presentation import look
from tutor.lessons.answering import Why
from tutor.matches import feedback
from tutor.matches.playthrough import Attempt, Playthrough
from tutor.practice import wording
from tutor.practice.aims import aim_of, is_of, patched, there
from tutor.practice.legality import ABSENT, TIMING, failing, is_allowed, kinds_changed, tries_of
from tutor.practice.playouts import LEARNER
from tutor.practice.positions import READ, changed, cut_down, is_plausible, written
from tutor.practice.question import Question, question_of, session_of
from tutor.practice.sources import decisions
from tutor.text import say

MAKER = "why"
OTHERS = 3
"""True sentences beside the reason; at least one less must be found."""
TRIED, LOOKED_AT = 4, 12
"""So many questions are looked at for one that does not give itself away, and so many refusals for a question."""


class Fact(NamedTuple):
    """A true sentence: the try that it speaks against, and the requirement that says so."""

    action: Action
    requirement: str


def make(game: Game, aim: str, seed: int, language: str = "en") -> Question | None:
    """Return a question about a try that only the rule of `aim` forbids, None if none is found."""
    if not is_of(game, aim, WITHOUT, WRITTEN):
        return None
    source, other = Source(seed), patched(game, aim)
    kinds, spare, looked_at = kinds_changed(game, other), list[Question](), 0
    for state in decisions(game, seed, source, aim_of(game, aim).clauses):
        moved = there(state, other)
        tries = [] if moved is None else tries_of(state, LEARNER, kinds)
        alone = [action for action in tries if is_allowed_there(state, action, other, moved)]
        refused = [one for one in alone if names_one_card(state, one) and is_refused_alone(state, one, other, moved)]
        if refused and is_plausible(state):
            question = ask(state, aim, refused[source.below(len(refused))], other, seed, source, language)
            if question is not None and not gives_itself_away(question):
                return question
            spare += [] if question is None else [question]
            looked_at += 1
            if len(spare) == TRIED or looked_at == LOOKED_AT:
                break
    return spare[0] if spare else None


def gives_itself_away(question: Question) -> bool:
    """Return True if of all the sentences the reason alone names the refused card."""
    naming = [
        choice["text"] for choice in question.row["choice"] if any(one in choice["text"] for one in question.cards)
    ]
    return tuple(naming) == question.right


def ask(
    state: State, aim: str, tried: Action, other: Game, seed: int, source: Source, language: str
) -> Question | None:
    """Return a question about a refused try, None if too few other sentences are true there."""
    reason = Fact(tried, failing(state.game, state, LEARNER, tried)[0])
    others = other_facts(state, reason, source)[:OTHERS]
    if len(others) < OTHERS - 1:
        return None
    best = cut_down(state, lambda cut: is_refused_alone(cut, tried, other) and all(holds(cut, f) for f in others))
    return about(best, aim, reason, others, seed, source, language)


def names_one_card(state: State, action: Action) -> bool:
    """Return True if the action names a card, and none that has to be told from another one by a number or a side."""
    text = state.game.notation.write(state, action, LEARNER)
    names = wording.quoted(text)
    return bool(names) and not wording.is_numbered(text) and len({*names}) == len(names)


def is_allowed_there(state: State, action: Action, other: Game, moved: State | None) -> bool:
    """Return True if `other` allows what the game refuses."""
    if moved is None or is_allowed(state.game, state, LEARNER, action):
        return False
    return is_allowed(other, moved, LEARNER, action)


def is_refused_alone(state: State, action: Action, other: Game, moved: State | None = None) -> bool:
    """Return True if exactly one requirement forbids the action, it can be repaired, and `other` does not have it.

    moved : the state as one of `other`, where it is known already.
    """
    moved = moved or there(state, other)
    try:
        needs = failing(state.game, state, LEARNER, action)
        if len(needs) != 1 or needs[0] == TIMING or not is_allowed_there(state, action, other, moved):
            return False
        return state.game.repaired(state, action, needs[0], LEARNER) is not None
    except (*ABSENT, TebikiError):
        return False  # what it names is not there


def holds(state: State, fact: Fact) -> bool:
    """Return True if the fact is still true."""
    try:
        return fact.requirement in failing(state.game, state, LEARNER, fact.action)
    except ABSENT:
        return False


def other_facts(state: State, reason: Fact, source: Source) -> list[Fact]:
    """Return true sentences that are not the reason: what speaks against other tries, the nearest ones first.

    Nearest are those about the same cards, then those about actions of this phase. A sentence is taken that could be
    made untrue here and would change nothing.
    """
    plain, found = look(state.game.name).get("plain_needs", ()), dict[str, tuple[int, Fact]]()
    own, tried = sentence(state, reason), cards_of(state, reason.action)
    names = set(wording.quoted(state.game.notation.write(state, reason.action, LEARNER)))
    for fact in facts(state):
        if fact.requirement in (TIMING, *plain) or fact.action == reason.action:
            continue
        told = sentence(state, fact)
        if (
            told is None
            or own is None
            or told.fact in found
            or told.fact == own.fact
            or not is_clear(state, fact, told)
        ):
            continue
        naming = [name for name in names if name in told.fact]
        if naming and (not cards_of(state, fact.action) & tried or lies_twice(state, naming)):
            continue  # it is about another card of that name, or may be, and would be read as said of the refused one
        near = 2 * bool(naming) + (phase_of(state, fact.action) == state.step.phase)
        found[told.fact] = (near, fact)
    source.shuffle(order := [*range(len(found))])
    ranked = sorted(zip(found.items(), order, strict=True), key=lambda one: (-one[0][1][0], one[1]))
    idle = {text: fact for (text, (_, fact)), _ in ranked if is_idle(state, fact, reason)}
    return varied([fact for text, fact in idle.items() if not says_less(text, idle)])


def cards_of(state: State, action: Action) -> set[str]:
    """Return where the cards lie that an action names."""
    sources, targets = Playthrough(state, LEARNER).places(action)
    return {ref for ref in (*sources, *targets) if ref.count(".") > 1}


def lies_twice(state: State, names: list[str]) -> bool:
    """Return True if the learner sees several cards of one of these names on the table."""
    zones = {row["id"] for row in look(state.game.name)["zone"] if row.get("slot") in READ}
    entries = state.game.rules.table(state, LEARNER).references()
    there = Counter(entry.card for ref, entry in entries if ref.split(".")[1] in zones)
    return any(there[name] > 1 for name in names)


def says_less(text: str, others: Iterable[str]) -> bool:
    """Return True if another sentence begins with this one: both would say the same."""
    return any(other != text and other.startswith(text.rstrip(".")) for other in others)


def is_clear(state: State, fact: Fact, told: Reason) -> bool:
    """Return True if a sentence that stands alone says which card it is about, if the try names any."""
    text = state.game.notation.write(state, fact.action, LEARNER)
    names = wording.quoted(text)
    return not wording.is_numbered(text) and (any(name in told.fact for name in names) or not names) and bool(told.fact)


def varied(facts: list[Fact]) -> list[Fact]:
    """Return facts with one about each requirement first."""
    first: dict[str, Fact] = {}
    for fact in facts:
        first.setdefault(fact.requirement, fact)
    return [*first.values(), *(fact for fact in facts if first[fact.requirement] is not fact)]


def phase_of(state: State, action: Action) -> str:
    """Return the phase in which actions of this kind come."""
    steps = state.game.kinds[action[0]].steps
    return state.game.flow.steps[steps[0]].phase if steps else ""


def facts(state: State) -> Iterator[Fact]:
    """Yield what speaks against the tries of a position."""
    for action in state.game.tries(state, LEARNER):
        for requirement in failing(state.game, state, LEARNER, action):
            yield Fact(action, requirement)


def sentence(state: State, fact: Fact, language: str = "en") -> Reason | None:
    """Return the fact as the engine tells it."""
    told = state.why_not(fact.action, LEARNER, language)
    return next((one for one in told if one.requirement == fact.requirement), None)


def is_idle(state: State, fact: Fact, reason: Fact) -> bool:
    """Return True if the fact can be made untrue and the refused action stays refused."""
    try:
        after = state.game.repaired(state, fact.action, fact.requirement, LEARNER)
        return after is not None and bool(failing(after.game, after, LEARNER, reason.action))
    except (*ABSENT, TebikiError):
        return False


def about(
    state: State, aim: str, reason: Fact, others: list[Fact], seed: int, source: Source, language: str
) -> Question | None:
    """Return the question, None if it does not read back as meant."""
    game, document = state.game, written(state)
    choices: list[dict[str, Any]] = []
    for fact in (reason, *others):
        told, after = sentence(state, fact, language), game.repaired(state, fact.action, fact.requirement, LEARNER)
        if told is None or after is None:
            return None
        choices.append({"text": told.fact, "change": changed(document, written(after))})
    right = choices[0]["text"]
    source.shuffle(order := [*range(len(choices))])
    text = game.notation.write(state, reason.action, LEARNER)
    attempt, tried = Attempt(reason.action, text, []), wording.phrase(text, game)
    besides = say(f"practice.{MAKER}.text", language, moment="", tried=tried)
    question = question_of(
        state,
        MAKER,
        aim,
        seed,
        language,
        title=feedback.headline(game, attempt, language),
        told={"moment": wording.moment(state, language, besides), "tried": tried},
        asked={"refused": text, "choice": [choices[at] for at in order]},
        right=(right,),
        beliefs={},  # who finds it allowed can still find the reason that is told
        options=len(choices),
        key=f"{reason.action[0]} {right} {sorted(choice['text'] for choice in choices)}",
        cards=wording.quoted(text),
    )
    return question if reads_back(question) else None


def reads_back(question: Question) -> bool:
    """Return True if exactly the reason makes the action legal when it is made untrue."""
    try:
        run = session_of(question)
        assert isinstance(run, Why)
        legal = [choice["text"] for choice in run.step.get("choice") if not run.outcome(choice)]
        return bool(run.refused(run.table.state)) and tuple(legal) == question.right
    except TebikiError:
        return False
