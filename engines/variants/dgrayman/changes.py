"""Counter-rules that are not newcomers' beliefs and that `beliefs.toml` cannot express as data.

For each clause that matters in play there is one: how the game would differ without the clause. This module changes
values on cards and requirements; `play_changes` changes effects.
"""

from __future__ import annotations

from engines.dgrayman import placing
from engines.dgrayman.cards import GUARD, INTERCEPT, Face
from engines.dgrayman.state import ACTIVE, CARD
from engines.dgrayman.units import units_with_icon
from engines.kernel.state import Action
from engines.variants.dgrayman.changing import WITH_ICON, Draft, State, add_refusal, icon_needed, unit_of

# Values on the cards (chapters 1 and 2).


def several_specials(draft: Draft) -> None:
    """A deck may contain as many Special cards of a name as other cards (contradicts DGM-1.4, 1.5)."""

    def changed(face: Face) -> None:
        face.single = False

    draft.faces(changed)


def power_is_rank(draft: Draft) -> None:
    """The power of a card is its rank (contradicts DGM-2.2)."""
    draft.faces(lambda face: setattr(face, "power", face.rank))


def rank_of_one(draft: Draft) -> None:
    """Every card has rank 1 (contradicts DGM-2.3)."""
    draft.faces(lambda face: setattr(face, "rank", 1))


def one_answer_for_all(draft: Draft) -> None:
    """A unit that can guard can also intercept, and vice versa (contradicts DGM-2.5)."""

    def changed(face: Face) -> None:
        if face.icons & (GUARD | INTERCEPT):
            face.icons |= GUARD | INTERCEPT

    draft.faces(changed)


def specials_have_a_rank(draft: Draft) -> None:
    """A Special card has rank 3 (contradicts DGM-2.6)."""
    draft.faces(lambda face: setattr(face, "rank", 3) if face.special else None)


def doubles_are_specials(draft: Draft) -> None:
    """A Special Doubles card is a Special card of its first name (contradicts DGM-2.9, 2.11, 14.4)."""

    def changed(face: Face) -> None:
        if face.doubles:
            face.doubles, face.names = False, face.names[:1]

    draft.faces(changed)


# Requirements (chapters 1, 4, 5, 8, 11, 14).


def skills_need_points(draft: Draft) -> None:
    """A Skill card requires as many Search Points as its rank (contradicts DGM-1.8)."""

    def enough(state: State, seat: int, action: Action) -> bool:
        return state.players[seat].points >= state.faces[action[1]].rank

    add_refusal(draft, ("use", "respond"), "enough_points", "DGM-1.8", enough)


def one_upright_is_enough(draft: Draft) -> None:
    """A unit can be used as long as one of its cards in the Standby Zone is active (contradicts DGM-4.3)."""

    def one_upright(state: State, seat: int, action: Action) -> bool:
        return any(card[ACTIVE] for card in unit_of(state, seat, action).standby)

    for kind in (*WITH_ICON, "use"):
        draft.loosen(kind, "unit_active", one_upright)


def names_are_unique(draft: Draft) -> None:
    """Only one of the players may have a unit of a given name (contradicts DGM-4.6)."""

    def free(state: State, seat: int, action: Action) -> bool:
        return not {*state.faces[action[1]].names} & {*state.players[1 - seat].named}

    add_refusal(draft, ("place",), "name_free", "DGM-4.6", free)


def additions_use_the_limit(draft: Draft) -> None:
    """A card that joins a unit also counts towards the limit (contradicts DGM-5.1)."""

    def left(state: State, seat: int, action: Action) -> bool:
        face = state.faces[action[1]]
        return face.doubles or face.name not in state.players[seat].named or placing.may_found(state)

    add_refusal(draft, ("place",), "limit_left", "DGM-5.1", left)


def out_is_apart(draft: Draft) -> None:
    """The icons of a card in the Action Zone do not count for its unit (contradicts DGM-5.2)."""

    def in_standby(state: State, seat: int, action: Action) -> bool:
        icon = icon_needed(state, action)
        return any(state.faces[card[CARD]].icons & icon for card in unit_of(state, seat, action).standby)

    add_refusal(draft, WITH_ICON, "icon_in_standby", "DGM-5.2", in_standby)


def specials_only_join(draft: Draft) -> None:
    """A Special card cannot found a unit (contradicts DGM-8.8)."""

    def joins(state: State, seat: int, action: Action) -> bool:
        face = state.faces[action[1]]
        return not face.special or face.name in state.players[seat].named

    add_refusal(draft, ("place",), "joins", "DGM-8.8", joins)


def must_answer(draft: Draft) -> None:
    """A player who can guard or intercept must do so (contradicts DGM-11.5)."""
    draft.listed("RESPONSE_CHOICE", lambda state, actions: actions[:-1])


def merged_answer_merged(draft: Draft) -> None:
    """A merged unit can only answer a merged unit (contradicts DGM-11.6, 14.11)."""

    def of_scale(state: State, seat: int, action: Action) -> bool:
        return state.declared is None or state.declared.scale > 1 or not unit_of(state, seat, action).merged

    add_refusal(draft, ("guard", "intercept"), "of_scale", "DGM-14.11", of_scale)


def skills_are_intercepted(draft: Draft) -> None:
    """No Skill card can be used in the Main Phase while the opponent has a unit that could intercept.

    Contradicts DGM-11.8.
    """

    def nobody_there(state: State, seat: int, action: Action) -> bool:
        return not units_with_icon(state, 1 - seat, INTERCEPT)

    add_refusal(draft, ("use",), "nobody_intercepts", "DGM-11.8", nobody_there)


def doubles_use_the_limit(draft: Draft) -> None:
    """A Doubles card counts towards the limit on founding units (contradicts DGM-14.2)."""

    def left(state: State, seat: int, action: Action) -> bool:
        return not state.faces[action[1]].doubles or placing.may_found(state)

    add_refusal(draft, ("place",), "limit_left", "DGM-14.2", left)


def no_mulligan(draft: Draft) -> None:
    """Neither player may mulligan (contradicts DGM-6.4)."""
    for step in ("MULLIGAN_FIRST", "MULLIGAN_SECOND"):
        draft.listed(step, lambda state, actions: actions[:1])


def first_card_goes(draft: Draft) -> None:
    """The player does not choose which card to discard (contradicts DGM-16.1)."""
    for step in ("HAND_ADJUST", "RIVAL_DISCARDS"):
        draft.listed(step, lambda state, actions: actions[:1])
