"""Current ATK and END, the skills in force, and who strikes first (CHA-2.11 to 2.13, CHA-15.1 to 15.4)."""

from __future__ import annotations

from engines.chaos.cards import EXTRA, FIRST_ATTACK, FIRST_DEFENSE, NO_CARD
from engines.chaos.state import AREAS, ATK, END, FRONT, PARTNER, Battle, ChaosState, Pile
from engines.legal.changed_figures import sum_changes


def atk_and_end(state: ChaosState, seat: int, space: int, pile: Pile) -> tuple[int, int]:
    """Return the current ATK and END, with modifiers, static abilities and effects until the end of the turn."""
    atk, end = _without_changes(state, seat, space, pile)
    if state.changes is not None:
        area = area_of(space)
        atk += sum_changes(state.changes, state, ATK, seat, area, pile)
        end += sum_changes(state.changes, state, END, seat, area, pile)
    return atk, end


def _without_changes(state: ChaosState, seat: int, space: int, pile: Pile) -> tuple[int, int]:
    """Return ATK and END without what the texts of cards in play change in the language of all games.

    CHA-R14 lists all modifiers: the character's own if it is the Partner or an Extra character (CHA-2.13, 11.3), those
    of its level cards (CHA-10.2) and of its Set card (CHA-3.3). Cards beneath it add nothing.
    """
    faces = state.faces
    face = faces[pile.top]
    atk, end = face.atk, face.end
    if space == PARTNER or face.category == EXTRA:
        atk, end = atk + face.atk_mod, end + face.end_mod
    if pile.gear != NO_CARD:
        gear = faces[pile.gear]
        atk, end = atk + gear.atk_mod, end + gear.end_mod
    for card in pile.levels:
        atk += faces[card].atk_mod
        end += faces[card].end_mod
    for kind, amount in pile.effects:
        if kind == ATK:
            atk += amount
        elif kind == END:
            end += amount
    if face.statics and pile.up:
        for more_atk, more_end, trait in face.statics:
            times = of_trait(state, seat, pile, trait) if trait else 1
            atk += more_atk * times
            end += more_end * times
    return atk, end


def area_of(space: int) -> str:
    """Return the area that a space belongs to: the Partner area or a row (CHA-4.2, 4.5)."""
    return AREAS[0 if space == PARTNER else 1 if space in FRONT else 2]


def current_atk(state: ChaosState, seat: int, space: int, pile: Pile) -> int:
    """Return the current ATK. A character whose ATK is below 0 deals 0 damage (CHA-R13)."""
    atk = _without_changes(state, seat, space, pile)[0]
    changes = state.changes
    return atk if changes is None else atk + sum_changes(changes, state, ATK, seat, area_of(space), pile)


def current_end(state: ChaosState, seat: int, space: int, pile: Pile) -> int:
    """Return the current END."""
    end = _without_changes(state, seat, space, pile)[1]
    changes = state.changes
    return end if changes is None else end + sum_changes(changes, state, END, seat, area_of(space), pile)


def of_trait(state: ChaosState, seat: int, pile: Pile, trait: str) -> int:
    """Return the number of other face-up characters of the player with this trait."""
    return sum(
        other.up and other.id != pile.id and trait in state.faces[other.top].traits
        for other in state.players[seat].piles()
    )


def has_skill(state: ChaosState, pile: Pile, skill: str) -> bool:
    """Return True if a face-up character has a skill: printed, from its Set card, or gained (CHA-R11, CHA-R55)."""
    if not pile.up:
        return False
    faces = state.faces
    return (
        skill in faces[pile.top].skills
        or (pile.gear != NO_CARD and skill in faces[pile.gear].grants)
        or (skill, 1) in pile.effects
    )


def battle_of(state: ChaosState) -> Battle:
    """Return the battle under way."""
    assert state.battle is not None
    return state.battle


def first_striker(state: ChaosState) -> int:
    """Return the character that strikes first; 0 if neither or both of the skills apply (CHA-15.3, 15.4, CHA-R33)."""
    battle = battle_of(state)
    first = has_skill(state, state.location[battle.attacker][2], FIRST_ATTACK)
    if first == has_skill(state, state.location[battle.guard][2], FIRST_DEFENSE):
        return 0
    return battle.attacker if first else battle.guard


def shares_name(state: ChaosState, seat: int, card: int, without: tuple[int, ...] = ()) -> bool:
    """Return True if a character of the player, other than those in `without`, shares a Name with `card` (CHA-2.6).

    Only characters count, whether face-up or face-down, including the Partner (CHA-R10).
    """
    sharing = state.index.sharing[card]
    for pile in state.players[seat].arena:
        if pile is not None and pile.top in sharing and pile.id not in without:
            return True
    return False


def has_trait(state: ChaosState, seat: int, trait: str) -> bool:
    """Return True if the player has a face-up character with this trait."""
    return any(pile.up and trait in state.faces[pile.top].traits for pile in state.players[seat].piles())
