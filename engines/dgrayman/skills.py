"""Chapter 12: Skill cards, used like an action in the Main Phase or during the response step of an action."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from engines.dgrayman import heuristics, repairs
from engines.dgrayman import requirements as needed
from engines.dgrayman.cards import UNSEEN
from engines.dgrayman.hidden import may_be
from engines.dgrayman.requirements import ActionKind, acting_names, is_own, need, needs
from engines.dgrayman.state import ACTION, ACTIVE, CARD, ID, DGraymanState, FieldCard, Names, Using, with_id
from engines.dgrayman.turn import MAIN
from engines.dgrayman.units import Unit, names_of, step_out, unit_called, units_of
from engines.kernel import programs
from engines.kernel.flow import name_decider, who
from engines.kernel.programs import current_instruction
from engines.kernel.state import Action
from engines.kit import kit
from engines.legal.card_programs import programs_of

Arguments = Mapping[str, Any]

# Whether a Skill card can have an effect now (DGM-12.7, DGM-R17).


def missing_target(state: DGraymanState, seat: int, card: int, names: Names, user: int = 0) -> str:
    """Return what a Skill card lacks to have an effect now; "" if it lacks nothing.

    names : the unit that uses the card. user : the id of the card that uses it. The result is "unit" if no other unit
    can be made active; "own", "rival" or "any" if no card is in the Action Zone of that player or of either; "hand" if
    the opponent has none; "intercept" if there is none to negate; "text" if a text in the shared effect language cannot
    be used. A change of power always counts as an effect (DGM-R52).
    """
    face = state.faces[card]
    if face.always:
        return ""
    if face.has_text:
        return "" if programs_of(state.game).is_possible(state, seat, card, 0, user) else "text"
    lacks = ""
    for verb, arguments in state.game.cards[card].abilities[0].program:
        if verb == "choose":
            what = "unit" if arguments["what"] == "unit" else arguments["whose"]
            found = bool(find_objects(state, seat, arguments, names))
        elif verb == "discard":
            what, found = "hand", bool(state.players[1 - seat].hand)
        elif verb == "negate":
            what, found = "intercept", is_intercepted(state, seat)
        else:
            continue
        if found:
            return ""
        lacks = lacks or what
    return lacks


def is_possible(state: DGraymanState, seat: int, card: int, names: Names, user: int = 0) -> bool:
    """Return True if a Skill card, used by the unit of these names, can have an effect now.

    user : the id of the card that uses it.
    """
    return not missing_target(state, seat, card, names, user)


def is_intercepted(state: DGraymanState, seat: int) -> bool:
    """Return True if an action of this player has been intercepted and the Intercept has not been negated."""
    declared = state.declared
    return (
        declared is not None and seat == state.turn_player and declared.answered == "intercept" and not declared.negated
    )


def find_objects(state: DGraymanState, seat: int, arguments: Arguments, names: Names) -> list[Action]:
    """Return, as actions, the choices of a Skill card that the unit of these names uses for `seat` (DGM-9.8).

    A card is chosen from an Action Zone; a unit must be a different one that has a card to make active (DGM-R47).
    """
    if arguments["what"] == "unit":
        resting = [card[CARD] for card in state.players[seat].standby if not card[ACTIVE]]
        units = dict.fromkeys(names_of(state, seat, card) for card in resting)
        return [("choose_unit", unit) for unit in units if unit != names]
    whose = arguments["whose"]
    found: list[Action] = []
    for side in (seat, 1 - seat):
        if whose == "any" or (whose == "own") == (side == seat):
            found += [("choose", card[ID]) for card in state.players[side].action]
    return found


# During the response step of an action (DGM-12.3 to 12.5).


def engaged_cards(state: DGraymanState, seat: int) -> list[FieldCard]:
    """Return the cards of a player that can use a response Skill: acting, guarding or intercepting (DGM-12.4).

    A card that is only attacked is not engaged, and a card that has left uses nothing (DGM-R27).
    """
    declared, out = state.declared, state.players[seat].action
    if declared is None:
        return []
    if seat == state.turn_player:
        acting = with_id(out, declared.actor)
        return [] if acting is None else [acting]
    return [card for card in out if card[ID] in declared.answers]


def list_responses(state: DGraymanState) -> list[Action]:
    """Return the Skill cards that the responding player may use in this action, and passing (DGM-12.1, 12.3, 12.7).

    The list is empty only if no card is engaged or the hand is empty. Both players can see that, so skipping the
    question reveals nothing about a hand.
    """
    seat, declared = seat_responding(state), state.declared
    hand = state.players[seat].hand
    if (
        not hand
        or (declared and not declared.answers and seat != state.turn_player)
        or not (users := engaged_cards(state, seat))
    ):
        return []
    if state.may_hold_any(seat) and UNSEEN in hand:  # an unseen card may be any Skill card
        hand = hand + may_be(state, seat)
    found: list[Action] = []
    for user in users:
        names = names_of(state, seat, user[CARD])
        for name in names:
            for card in state.skills.get(name, ()):
                usable = state.faces[card].response and card in hand and in_its_kind(state, card)
                if usable and is_possible(state, seat, card, names, user[ID]):
                    found.append(("respond", card, user[ID]))
    found.append(("pass",))
    return found


@who("turn player first, then the other")
def seat_responding(state: DGraymanState) -> int:
    """Return the player who may use a Skill card: first the turn player, then the other (DGM-12.5)."""
    return state.turn_player if state.step.name == "SKILL_TP" else 1 - state.turn_player


def in_its_kind(state: DGraymanState, card: int) -> bool:
    """Return False for a Skill card that works only in an Attack if the action is not an Attack (DGM-12.7)."""
    return not state.faces[card].attack_only or (state.declared is not None and state.declared.kind == "attack")


# Using a Skill card.


def use_skill(state: DGraymanState, action: Action) -> None:
    """Use a Skill card in the Main Phase, like an action (DGM-12.2); it cannot be answered (DGM-11.8, DGM-R25)."""
    state.uses += 1
    _begin(state, state.turn_player, action, "main", "DGM-12.2")


def respond_with_skill(state: DGraymanState, action: Action) -> None:
    """Use a Skill card as part of the action under way (DGM-12.4)."""
    _begin(state, seat_responding(state), action, "response", "DGM-12.4")


def _begin(state: DGraymanState, seat: int, action: Action, timing: str, clause: str) -> None:
    _, card, user = action
    hand = state.players[seat].hand
    hand.remove(card if card in hand else UNSEEN)
    state.note("used", clause, seat, card=card, user=state.there(user)[2])
    state.call_arguments = Using(card, 0, 0, seat, user, 0, 0, timing)


announcer: Callable[[DGraymanState], int] = name_decider("user of the Skill card", "procedure_locals.seat")
"""Returns the seat of the player whose Skill card or ability is being carried out."""


def is_announcing(state: DGraymanState) -> bool:
    """Return True if the locals hold a Skill card's program, and a unit on the field that uses it."""
    return programs.is_valid(state) and state.find(state.procedure_locals.user) is not None


def list_choices(state: DGraymanState) -> list[Action]:
    """Return the choices for the Skill card (DGM-9.8, DGM-R16); if it has none, the effect continues without one."""
    local: Using = state.procedure_locals
    found = programs.next_instruction(state)  # None: a text in the shared effect language, which other rows carry out
    if found is None or found[0] != "choose":
        return []
    arguments = found[1]
    names = names_of(state, local.seat, state.there(local.user)[2][CARD])
    return find_objects(state, local.seat, arguments, names)


def choose_object(state: DGraymanState, action: Action) -> None:
    """Store the choice (DGM-9.8)."""
    programs.advance_program(state, chosen=action[1])
    if state.listener is not None:
        thing = action[1]
        named = " & ".join(thing) if isinstance(thing, tuple) else state.there(thing)[2]
        state.note("chosen", "DGM-9.8", state.procedure_locals.seat, card=state.procedure_locals.card, object=named)


def in_main_phase(state: DGraymanState) -> bool:
    """Return True if the Skill card is used in the Main Phase, not during an action."""
    return bool(state.procedure_locals.timing == "main")


def step_out_to_use(state: DGraymanState) -> None:
    """Turn the unit sideways, and move the card that uses the Skill card to the Action Zone (DGM-12.2, 9.4, 9.5)."""
    local: Using = state.procedure_locals
    step_out(state, local.seat, local.user, "DGM-12.2")


# Needs of a Skill card and its user.


def _hand_skills(state: DGraymanState, seat: int) -> list[int]:
    return [card for card in dict.fromkeys(state.players[seat].hand) if state.faces[card].is_skill]


def _change_user(state: DGraymanState, seat: int, action: Action) -> None:
    """Replace the user with a card of the character named on the Skill card."""
    state.change(state.there(action[2])[2], number=repairs.some_card(state, state.faces[action[1]].name))


def _engage(state: DGraymanState, seat: int, card_id: int) -> None:
    """Make the card the acting card, or one that guards or intercepts."""
    card = state.there(card_id)[2]
    state.change(card, active=False, to=ACTION)
    mine = {"actor": card_id, "card": card[CARD]} if seat == state.turn_player else {"answers": (card_id,)}
    repairs.change_action(state, **mine)


def _supply(state: DGraymanState, seat: int, action: Action) -> None:
    """Provide what the Skill card needs: a card in an Action Zone, an inactive unit, or a card in the hand."""
    names = acting_names(state, seat, action)
    for verb, arguments in state.game.cards[action[1]].abilities[0].program:
        if verb == "choose" and arguments["what"] == "unit":
            other = repairs.some_card(state, but=names)
            repairs.rest_unit(state, seat, names_of(state, seat, other))
            state.enter(seat, other, active=False)
        elif verb == "choose":
            repairs.step_out(state, seat if arguments["whose"] == "own" else 1 - seat)
        elif verb == "discard":
            state.players[1 - seat].hand.append(repairs.some_card(state))
        elif verb == "negate":
            repairs.begin_action(state, seat, "search", action[2], "SKILL_TP")
            repairs.change_action(state, answers=(repairs.step_out(state, 1 - seat),))


def _let_respond(state: DGraymanState, seat: int, action: Action) -> None:
    """Move to this player's chance to respond during their own action.

    The acting card is the one given, if it is theirs.
    """
    found = state.find(action[2])
    actor = action[2] if found is not None and found[0] == seat else repairs.step_out(state, seat)
    kind = "attack" if state.faces[action[1]].attack_only else "search"
    repairs.begin_action(state, seat, kind, actor, "SKILL_TP")


def _of_user(what: kit.Need) -> kit.Requirement[DGraymanState]:
    """Turn a need of the card that uses the Skill card into a requirement, tested after the needs of both arguments."""
    return what.at(2, needed.OWN_CARD.meaning, "")


def _finds(what: str) -> kit.Requirement[DGraymanState]:
    """Return the requirement that the effect does not lack `what`, in the terms of `missing_target`."""

    def holds(state: DGraymanState, seat: int, action: Action) -> bool:
        return missing_target(state, seat, action[1], acting_names(state, seat, action)) != what

    return needs(f"finds_{what}", "DGM-12.7", holds, _supply)


SKILL_CARD = replace(needed.ANY_CARD, choices=_hand_skills)
IS_SKILL = need("is_skill", "DGM-2.14", lambda s, seat, card: s.faces[card].is_skill, essential=True)
MAIN_TIMING = needs("main_timing", "DGM-12.7", lambda s, seat, a: s.faces[a[1]].main)
RESPONSE_TIMING = needs("response_timing", "DGM-12.7", lambda s, seat, a: s.faces[a[1]].response)
BEARS_NAME = needs(
    "bears_name", "DGM-12.1", lambda s, seat, a: s.faces[a[1]].name in acting_names(s, seat, a), _change_user
)
STEPS_OUT = tuple(map(_of_user, (needed.IN_STANDBY, needed.UNIT_ACTIVE, needed.DOUBLES_FIRST)))
ENGAGED = need(
    "engaged", "DGM-12.4", lambda s, seat, card: s.declared is None or card in engaged_cards(s, seat), _engage
)
IN_ATTACK = needs(
    "in_attack",
    "DGM-12.7",
    lambda s, seat, a: s.declared is None or in_its_kind(s, a[1]),
    lambda s, seat, a: repairs.turn_into(s, "attack"),
)
POSSIBLE = tuple(map(_finds, ("unit", "own", "rival", "any", "hand", "intercept")))

# Needs of the object of a Skill card.


def _asks_for(what: str) -> kit.Need:
    """Return the need that the Skill card asks for this kind of object: "card" or "unit"."""
    return need(f"asks_{what}", "", lambda s, seat, it: current_instruction(s)[1].get("what") == what, essential=True)


def _on_side(whose: str) -> kit.Need:
    """Return the need that the object is on the side `whose` ("own" or "rival") if the Skill card asks for it."""
    own = whose == "own"
    return need(
        f"side_{whose}", "", lambda s, seat, it: current_instruction(s)[1]["whose"] != whose or (it[0] == seat) == own
    )


def _unit_cards(state: DGraymanState, seat: int, names: Names) -> list[str]:
    """Return references to the standby cards of a unit, all of which become active."""
    unit = unit_called(state, seat, names[0])
    return [f"{seat}.standby.{card[ID]}" for card in unit.standby] if unit else []


def _spell_object(state: DGraymanState, seat: int, card_id: int) -> str:
    found = state.find(card_id)
    return ("own " if found is not None and found[0] == seat else "") + ANY_SIDE.spell(state, seat, card_id)


def _is_another(state: DGraymanState, seat: int, unit: Unit | None) -> bool:
    """Return True unless the unit is the one that uses the Skill card."""
    return unit is None or names_of(state, seat, state.there(state.procedure_locals.user)[2][CARD]) != unit.names


def _add_to_unit(state: DGraymanState, seat: int, names: Names) -> None:
    """Put a card of the unit into the Standby Zone, sideways."""
    state.enter(seat, repairs.some_card(state, names[0]), active=False)


ANY_SIDE = needed.card_aimed_at("any")
OBJECT = (replace(ANY_SIDE, spell=_spell_object), _asks_for("card"), _on_side("own"), _on_side("rival"), needed.EXPOSED)
UNIT = (
    kit.Argument(
        lambda state, seat, names: f'"{" & ".join(names)}"',
        _unit_cards,
        lambda state, seat: [unit.names for unit in units_of(state, seat)],
        meaning=lambda state, seat, names: unit_called(state, seat, names[0]),
    ),
    _asks_for("unit"),
    need("another", "", _is_another),
    need("stands", "DGM-R47", lambda s, seat, unit: unit is not None and bool(unit.standby), _add_to_unit),
    need("not_active", "DGM-R47", lambda s, seat, unit: unit is None or not unit.active, repairs.rest_unit),
)


def _decided(state: DGraymanState, seat: int) -> bool:
    """Return True for the turn player once the other player has been asked for a Skill card (DGM-12.5)."""
    return state.turn_player == seat and state.step.name == "SKILL_NTP"


IN_RESPONSE = kit.Moment(
    "respond",
    lambda s, seat: kit.asked(s, seat, "SKILL_TP", "SKILL_NTP"),
    (kit.Over("skill", "DGM-12.3", _decided),),
    _let_respond,
)
AFTER_USE = kit.Call("ANNOUNCE", then="MAIN_CHOICE")
ANNOUNCED = kit.If(in_main_phase, "Main Phase", "DECLARE_SKILL", "response", "EFFECT")
use_action = kit.actions_with(
    do=use_skill, to=AFTER_USE, words="Skill card", when=MAIN, looks=heuristics.worth_of_skill
)
respond_action = kit.actions_with(
    do=respond_with_skill, words="Skill card", when=IN_RESPONSE, looks=heuristics.worth_of_response
)
choose_action = kit.actions_with(clause="DGM-9.8", do=choose_object, to=ANNOUNCED)

USE: ActionKind = use_action(
    "use",
    "DGM-12.2",
    needs=(MAIN_TIMING, BEARS_NAME, *STEPS_OUT, *POSSIBLE),
    skill=(SKILL_CARD, IS_SKILL),
    actor=(needed.OWN_CARD, is_own("")),
)
RESPOND: ActionKind = respond_action(
    "respond",
    "DGM-12.3",
    needs=(RESPONSE_TIMING, _of_user(ENGAGED), BEARS_NAME, IN_ATTACK, *POSSIBLE),
    skill=(SKILL_CARD, IS_SKILL),
    actor=(needed.OWN_CARD, is_own("DGM-12.4")),
)
CHOOSE: ActionKind = choose_action("choose", words="card chosen", looks=heuristics.worth_of_choice, object=OBJECT)
CHOOSE_UNIT: ActionKind = choose_action(
    "choose_unit", words="unit chosen", looks=heuristics.worth_of_readying, unit=UNIT
)
