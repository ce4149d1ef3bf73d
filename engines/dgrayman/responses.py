"""Chapter 11, and how merged units are answered (DGM-14.8 to 14.11): the other player's Guard and Intercept."""

from __future__ import annotations

from engines.dgrayman import heuristics, repairs
from engines.dgrayman import requirements as needed
from engines.dgrayman.cards import BITS
from engines.dgrayman.requirements import OWN_CARD, ActionKind, has_icon, is_own, need
from engines.dgrayman.state import CARD, ID, DGraymanState, FieldCard, action_of, answer_to, other_player
from engines.dgrayman.units import Unit, cards_to_step_out, leave_field, names_of, step_out, unit_with, units_with_icon
from engines.kernel.rows import record_event
from engines.kernel.state import Action
from engines.kernel.tuples import replace_entries
from engines.kit import kit
from engines.legal.moments import current_phase
from engines.legal.reasons import Judge


def large_enough(unit: Unit, units: list[Unit]) -> bool:
    """Return True if a unit, alone or with another possible answer, has the scale of a merged unit (DGM-14.8)."""
    return unit.merged or any(not one.merged and one.names != unit.names for one in units)


def list_answers(state: DGraymanState) -> list[Action]:
    """Return the possible answers, by a Guard or an Intercept, and declining (DGM-11.5); [] if no unit can answer.

    Against an ordinary unit any single unit suffices (DGM-11.6); against a merged unit it takes a merged unit, or two
    ordinary ones (DGM-14.8, 14.9, 14.11, DGM-R20, DGM-R21). All this depends only on open cards, so skipping the
    question reveals nothing.
    """
    declared = action_of(state)
    kind = answer_to(declared.kind)
    units = units_with_icon(state, 1 - state.turn_player, BITS[kind])
    if len(declared.names) > 1:
        units = [unit for unit in units if large_enough(unit, units)]
    if not units:
        return []
    found: list[Action] = [(kind, card[ID]) for unit in units for card in cards_to_step_out(state, unit)]
    found.append(("pass",))
    return found


def tell_too_small(state: DGraymanState) -> None:
    """Report the units that could answer the declared action if its unit were not merged (DGM-14.8, 14.9).

    Without a word, a player who has such a unit would think that the question was forgotten.
    """
    declared, seat = action_of(state), 1 - state.turn_player
    kind = answer_to(declared.kind)
    if len(declared.names) > 1 and not list_answers(state):
        for unit in units_with_icon(state, seat, BITS[kind]):
            state.note(f"too_small.{kind}", "DGM-14.8", seat, card=cards_to_step_out(state, unit)[0][CARD])


def name_answer(state: DGraymanState, action: Action) -> None:
    """Choose the card that guards or intercepts (DGM-11.1). This answer cannot itself be answered (DGM-R25)."""
    state.declared = replace_entries(action_of(state), answers=(action[1],))


def second_needed(state: DGraymanState) -> bool:
    """Return True if an ordinary unit answers a merged one, so that a second unit must join it (DGM-14.8, 14.9)."""
    declared = action_of(state)
    return declared.scale > 1 and len(_names(state, declared.answers[0])) == 1


def _names(state: DGraymanState, card_id: int) -> tuple[str, ...]:
    seat, _, card = state.there(card_id)
    return names_of(state, seat, card[CARD])


def join_guard(state: DGraymanState, action: Action) -> None:
    """Choose the card of the second unit (DGM-14.9)."""
    declared = action_of(state)
    state.declared = replace_entries(declared, answers=(*declared.answers, action[1]))


def is_guard(state: DGraymanState) -> bool:
    """Return True if the answer is a Guard; False if it is an Intercept."""
    return action_of(state).answered == "guard"


def guard(state: DGraymanState) -> None:
    """Move the guarding cards to the Action Zone.

    The attack is now against them, and the original target is safe (DGM-11.2, 11.4).
    """
    _step_out(state, "DGM-11.2")


def intercept(state: DGraymanState) -> None:
    """Move the intercepting cards to the Action Zone; the action will have no effect (DGM-11.3, 11.4)."""
    _step_out(state, "DGM-11.3")


def _step_out(state: DGraymanState, clause: str) -> None:
    """Turn each answering unit sideways and move its card to the Action Zone, where it stays (DGM-11.4, 11.7)."""
    declared, seat = action_of(state), 1 - state.turn_player
    for card_id in declared.answers:
        step_out(state, seat, card_id, "DGM-11.4")
        state.note(f"answered.{declared.answered}", clause, seat, card=state.there(card_id)[2])


# Needs, and their repairs.


def _enough(state: DGraymanState, seat: int, card: FieldCard, kind: str) -> bool:
    """Return True if the unit, alone or with another unit, has the scale of the acting unit (DGM-14.8)."""
    ordinary = state.declared is None or state.declared.scale < 2
    return ordinary or large_enough(unit_with(state, seat, card), units_with_icon(state, seat, BITS[kind]))


def _act_alone(state: DGraymanState, seat: int, card_id: int) -> None:
    """Replace the acting unit with an ordinary one."""
    repairs.change_action(state, names=action_of(state).names[:1])


def _split_unit(state: DGraymanState, seat: int, card_id: int) -> None:
    """Split the unit: its Doubles cards leave the field, and the given card becomes a different card of the unit."""
    _, _, card = state.there(card_id)
    player, names = state.players[seat], names_of(state, seat, card[CARD])
    if state.faces[card[CARD]].doubles:
        state.change(card, number=repairs.some_card(state, names[0]))
    for other in player.standby + player.action:
        if state.faces[other[CARD]].doubles and state.faces[other[CARD]].names == names:
            leave_field(state, other)


def _answer_first(state: DGraymanState, seat: int, card_id: int) -> None:
    """Let a card of another character answer first."""
    other = repairs.some_card(state, but=_names(state, card_id))
    repairs.change_action(state, answers=(state.enter(seat, other, active=True),))


def _answered(state: DGraymanState, seat: int) -> bool:
    """Return True for the other player once they have answered the action or declined to (DGM-11.1)."""
    return state.turn_player != seat and state.declared is not None and state.step.name in ("SKILL_TP", "SKILL_NTP")


ORDINARY = need("ordinary", "DGM-14.8", lambda s, seat, card: len(names_of(s, seat, card[CARD])) == 1, _split_unit)
OTHER_UNIT = need(
    "other_unit",
    "DGM-14.9",
    lambda s, seat, card: names_of(s, seat, card[CARD]) != _names(s, s.declared.answers[0]),
    _answer_first,
)
FIRST_ICON = has_icon(lambda s: BITS[action_of(s).answered])
STANDING = (needed.IN_STANDBY, needed.UNIT_ACTIVE)


def answer_action(kind: str, clause: str, met: str, to: str, looks: Judge[DGraymanState]) -> ActionKind:
    """Return the kind of action by which the other player answers: a Guard or an Intercept.

    met : a kind of action that it answers, for repairs. to : the exit of the answer; before it, an answer to a merged
    unit asks for a second unit.
    """
    fits = need(
        "fits",
        "DGM-11.1",
        lambda s, seat, card: s.declared is None or answer_to(s.declared.kind) == kind,
        lambda s, seat, card_id: repairs.turn_into(s, met),
    )
    scale = need("scale", "DGM-14.8", lambda s, seat, card: _enough(s, seat, card, kind), _act_alone)
    icon = has_icon(BITS[kind])

    def declare_one(state: DGraymanState, seat: int, action: Action) -> None:
        """Let the rival declare an action to which this kind of answer applies."""
        repairs.begin_action(state, 1 - seat, met, repairs.step_out(state, 1 - seat), "RESPONSE_CHOICE")

    moment = kit.Moment(
        kind, lambda s, seat: kit.asked(s, seat, "RESPONSE_CHOICE"), (kit.Over("answer", "DGM-11.1", _answered),)
    )
    needs = (OWN_CARD, is_own("DGM-11.4"), fits, *STANDING, icon, needed.DOUBLES_FIRST, scale)
    way = kit.If(second_needed, "against a merged unit", "SECOND_UNIT", "", to)
    return kit.action(kind, clause, name_answer, way, when=moment, stage=declare_one, looks=looks, actor=needs)


ANSWER_GUARD: ActionKind = answer_action("guard", "DGM-11.2", "attack", "GUARD_STEP_OUT", heuristics.worth_of_guard)
ANSWER_INTERCEPT: ActionKind = answer_action(
    "intercept", "DGM-11.3", "search", "INTERCEPT_STEP_OUT", heuristics.worth_of_intercept
)
ANSWER_TOGETHER: ActionKind = kit.action(
    "with",
    "DGM-14.9",
    join_guard,
    kit.If(is_guard, "Guard", "GUARD_STEP_OUT", "Intercept", "INTERCEPT_STEP_OUT"),
    "",
    looks=heuristics.worth_of_second_answer,
    actor=(OWN_CARD, is_own("DGM-11.4"), *STANDING, FIRST_ICON, ORDINARY, OTHER_UNIT),
)
IN_ACTION: kit.Moment[DGraymanState] = kit.Moment(
    "pass", lambda s, seat: current_phase(s) == "action" and kit.asked(s, seat)
)
LET_PASS = record_event("let_pass", "DGM-11.5", other_player)
PASS: ActionKind = kit.action("pass", "DGM-11.5", LET_PASS, "SKILL_TP", when=IN_ACTION)
