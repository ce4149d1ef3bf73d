"""Chapter 10: the four windows of a battle (SW-9.12, 9.15, 9.17, 9.20), with their Battle cards and abilities."""

from __future__ import annotations

from functools import partial

from engines.book.card_programs import TextUsed
from engines.book.cards import Ability
from engines.kernel.state import Action
from engines.kit import kit
from engines.legal.card_programs import programs_of
from engines.star_wars import repairs
from engines.star_wars.automatic import battling_unit
from engines.star_wars.cards import BATTLE, UNSEEN
from engines.star_wars.heuristics import ability_used, battle_card_played
from engines.star_wars.hidden import may_be
from engines.star_wars.requirements import (
    ANY_UNIT,
    HAND_CARD,
    IN_HAND,
    MINE,
    Found,
    name_of,
    need,
    need_of_card,
    need_of_unit,
    needed_card,
    needed_unit,
)
from engines.star_wars.state import CARDS, ID, NO_ARENA, RETREATED, WINDOW, Resolving, StarWarsState, Unit, battle_of


def open_window(state: StarWarsState) -> None:
    """Open a window: Dark is asked first; passes and uses in earlier windows no longer count (SW-R24)."""
    state.procedure_locals = (state.dark, 0)
    battle = state.battle
    if battle is not None and battle.used:
        kept = tuple(use for use in battle.used if _is_limited_to_battle(state, *use))
        state.battle = battle._replace(used=kept)


def _is_limited_to_battle(state: StarWarsState, unit_id: int, place: int) -> bool:
    """Return True if the text of an ability limits it to one use in a battle."""
    found = state.find(unit_id)
    return found is not None and bool(state.game.cards[top_card(found)].abilities[place].requires.get("once"))


def both_here(state: StarWarsState) -> bool:
    """Return True while both battling units are in the arena (SW-R25)."""
    return battling_unit(state, 0) is not None and battling_unit(state, 1) is not None


def list_uses(state: StarWarsState) -> list[Action]:
    """Return, as actions, the Battle cards and abilities that the player asked can use here (SW-2.15, 10.2)."""
    seat, moment = state.procedure_locals[0], WINDOW[state.step.name]
    player, faces = state.players[seat], state.faces
    actions: list[Action] = []
    hand = player.hand
    if state.may_hold_any(seat) and UNSEEN in hand:  # an unseen card may be any Battle card
        hand = [*hand, *may_be(state, seat)]
    for card in hand:
        if moment in faces[card].moments and faces[card].category == BATTLE and can_play(state, seat, card, moment):
            action = ("play", card)
            if action not in actions:
                actions.append(action)
    for place, zone in enumerate(player.units):
        for unit in zone:
            if moment in faces[unit[CARDS][0]].moments and can_use(state, seat, place, unit, moment):
                actions.append(("use", unit[ID]))
    return actions


def can_play(state: StarWarsState, seat: int, card: int, moment: str) -> bool:
    """Return True if the cost of a Battle card can be paid and its conditions hold (SW-8.1, 10.3)."""
    return (
        state.faces[card].cost <= state.players[seat].force
        and in_role(state, seat, card, moment)
        and has_its_unit(state, seat, card, moment)
        and is_text_possible(state, seat, text_in_window(state, seat, card, moment))
    )


def ability_in_window(state: StarWarsState, card: int, moment: str) -> Ability:
    """Return the ability of a card that works in the window `moment`."""
    return state.game.cards[card].abilities[state.faces[card].moments[moment][0]]


def in_role(state: StarWarsState, seat: int, card: int, moment: str) -> bool:
    """Return False if a Battle card requires the player's unit to be the attacker and it is not (SW-2.15)."""
    attacks = ability_in_window(state, card, moment).requires.get("attacker")
    return not attacks or (state.battle is not None and bool(state.battle.seat == seat))


def has_its_unit(state: StarWarsState, seat: int, card: int, moment: str) -> bool:
    """Return False if a Battle card needs the player's battling unit and that unit has left the arena (SW-R29)."""
    ability = ability_in_window(state, card, moment)
    needed = ability.requires.get("attacker") or any(needs_unit(verb, a) for verb, a in ability.program)
    return not needed or battling_unit(state, seat) is not None


def needs_unit(verb: str, arguments: object) -> bool:
    """Return True if an instruction is about "your battling unit"."""
    return verb == "alter_damage" or (isinstance(arguments, dict) and arguments.get("unit") == "battling")


def can_use(state: StarWarsState, seat: int, place: int, unit: Unit, moment: str) -> bool:
    """Return True if a unit's ability works in its zone, can be paid for and is not used up (SW-4.10, 10.1, 10.4)."""
    card = unit[CARDS][0]
    return (
        works_there(state, place, unit, moment)
        and is_battling_enough(state, unit, moment)
        and ability_price(state, card, moment) <= state.players[seat].force
        and not used_up(state, unit, moment)
        and is_text_possible(state, seat, text_in_window(state, seat, card, moment, unit[ID]))
    )


def text_in_window(state: StarWarsState, seat: int, card: int, moment: str, unit: int = 0) -> TextUsed | None:
    """Return the text in the shared effect language that a card, or a unit's ability, has for a window; None for none.

    Its price comes after the Force that the card or the ability itself costs.
    """
    for place in state.faces[card].moments.get(moment, ())[:1]:
        ability = state.game.cards[card].abilities[place]
        if ability.does:
            cost = ability.requires.get("force", 0) if unit else state.faces[card].cost
            return TextUsed(card, place, unit, partial(_pay_force, seat, cost))
    return None


def _pay_force(seat: int, cost: int, state: StarWarsState) -> None:
    state.players[seat].force = max(0, state.players[seat].force - cost)


def is_text_possible(state: StarWarsState, seat: int, text: TextUsed | None) -> bool:
    """Return True unless a text in the shared effect language cannot be used now (SW-R29)."""
    return text is None or programs_of(state.game).is_possible(state, seat, *text)


def works_there(state: StarWarsState, place: int, unit: Unit, moment: str) -> bool:
    """Return True if the ability works in this zone: an arena or, if it says so, the build zone (SW-4.10, SW-R47)."""
    return bool(ability_in_window(state, unit[CARDS][0], moment).requires.get("retreated")) == (place == RETREATED)


def is_battling_enough(state: StarWarsState, unit: Unit, moment: str) -> bool:
    """Return False if the ability requires its unit to be in this battle, or to be its attacker, and it is not."""
    battle, requires = state.battle, ability_in_window(state, unit[CARDS][0], moment).requires
    if battle is None:
        return False
    if requires.get("attacker"):
        return bool(unit[ID] == battle.attacker)
    if requires.get("defender"):
        return bool(unit[ID] == battle.target)
    return not requires.get("battling") or unit[ID] in (battle.attacker, battle.target)


def ability_price(state: StarWarsState, card: int, moment: str) -> int:
    """Return the Force points that it costs to use the ability."""
    return int(ability_in_window(state, card, moment).requires.get("force", 0))


def used_up(state: StarWarsState, unit: Unit, moment: str) -> bool:
    """Return True if the ability has reached its limit of uses, once in a window or in a battle (SW-R24)."""
    place = state.faces[unit[CARDS][0]].moments[moment][0]
    return state.battle is not None and (unit[ID], place) in state.battle.used


def works_once_in_battle(state: StarWarsState, unit: Unit, moment: str) -> bool:
    """Return True if the text of the ability limits it to one use in a battle."""
    return bool(ability_in_window(state, unit[CARDS][0], moment).requires.get("once"))


def play_battle_card(state: StarWarsState, action: Action) -> None:
    """Reveal a Battle card, pay for it and carry it out; it is discarded afterwards (SW-10.3, 8.1, 14.3)."""
    seat, card = state.procedure_locals[0], action[1]
    player, face = state.players[seat], state.faces[card]
    player.hand.remove(card if card in player.hand else UNSEEN)
    player.force -= face.cost
    state.note("played", "SW-10.3", seat, card=card, cost=face.cost)
    place = face.moments[WINDOW[state.step.name]][0]
    battling = battling_unit(state, seat)
    state.call_arguments = Resolving(card, place, 0, seat, battling[2][ID] if battling else 0, 0, (), 0, True)


def use_ability(state: StarWarsState, action: Action) -> None:
    """Pay for a unit's ability and carry it out (SW-10.2)."""
    seat, moment = state.procedure_locals[0], WINDOW[state.step.name]
    _, _, unit = state.there(action[1])
    card = unit[CARDS][0]
    place = state.faces[card].moments[moment][0]
    cost = ability_price(state, card, moment)
    state.players[seat].force -= cost
    battle = battle_of(state)
    if not state.game.cards[card].abilities[place].requires.get("again"):  # the text may allow further uses (SW-R24)
        state.battle = battle._replace(used=(*battle.used, (unit[ID], place)))
    state.note("used", "SW-10.2", seat, unit=card, cost=cost)
    state.call_arguments = Resolving(card, place, 0, seat, unit[ID], 0, (), 0, False)


# Needs, and their repairs.


def top_card(thing: int | Found) -> int:
    """Return the card that is used in a window: a Battle card, or the top card of a unit."""
    if isinstance(thing, int):
        return thing
    assert thing is not None
    return thing[2][CARDS][0]


def _windows(state: StarWarsState, thing: int | Found) -> list[str]:
    """Return the windows in which a card, or a unit's ability, can be used."""
    found = state.faces[top_card(thing)].moments
    return [moment for moment in WINDOW.values() if moment in found]


def _window(state: StarWarsState, thing: int | Found) -> str:
    """Return the window that is open; if none is, the first in which the card or ability works."""
    return WINDOW.get(state.step.name) or _windows(state, thing)[0]


def _right_windows(state: StarWarsState, seat: int, thing: int | Found) -> str:
    """Return the windows in which a card or ability can be used, in words."""
    words = state.game.words
    return words.listed((words.say(f"part.window.{moment[-1]}") for moment in _windows(state, thing)), "or")


def _used(state: StarWarsState, seat: int, thing: int | Found) -> str | kit.Phrase:
    """Return the name of what is used in a window: a card, or a unit's ability."""
    return (
        state.name(thing) if isinstance(thing, int) else kit.Phrase("part.its_ability", {"unit": name_of(state, thing)})
    )


def _first_window(state: StarWarsState, card: int) -> str:
    """Return the step of the first window in which the card (or a top card's ability) works; by default window 1."""
    return next((step for step, moment in WINDOW.items() if moment in state.faces[card].moments), "U2")


def _go_to_window(state: StarWarsState, seat: int, card: int) -> None:
    """Move to the window of the battle in which the card or ability works."""
    state.step, state.procedure_locals = state.game.flow.steps[_first_window(state, card)], (seat, 0)


def _let_own_battle(state: StarWarsState, seat: int, card: int) -> None:
    """Make the player's unit the attacker of this battle, in its arena."""
    repairs.begin_battle(state, seat, state.arena if state.arena != NO_ARENA else 0, step=_first_window(state, card))


def _let_it_battle(state: StarWarsState, seat: int, unit_id: int) -> None:
    """Make this unit, and no other, the attacker of the battle."""
    unit = repairs.move_to_arena(state, seat, unit_id)
    step = _first_window(state, unit[CARDS][0])
    repairs.begin_battle(state, seat, repairs.kind_of(state, unit), unit_id, step)


def _move_to_work(state: StarWarsState, seat: int, unit_id: int) -> None:
    """Move the unit to a place where its ability works: its arena, or the build zone."""
    move = repairs.move_to_arena if state.there(unit_id)[1] == RETREATED else repairs.retreat_unit
    move(state, seat, unit_id)


def _forget_uses(state: StarWarsState, seat: int, unit_id: int) -> None:
    """Forget which abilities were used in this battle."""
    state.battle = battle_of(state)._replace(used=())


def _works(state: StarWarsState, found: Found) -> bool:
    """Return True if the ability works where its unit is."""
    assert found is not None
    return works_there(state, found[1], found[2], _window(state, found))


def _used_up(state: StarWarsState, found: Found) -> bool:
    """Return True if the ability of a unit in play has reached its limit of uses."""
    assert found is not None
    return used_up(state, found[2], _window(state, found))


def _fits_battle(state: StarWarsState, found: Found, as_attacker: bool) -> bool:
    """Return True unless the ability requires its unit to be in this battle, and it is not.

    as_attacker : whether to test abilities that require the attacker, or the others.
    """
    assert found is not None
    moment = _window(state, found)
    if (
        state.battle is None
        or bool(ability_in_window(state, top_card(found), moment).requires.get("attacker")) != as_attacker
    ):
        return True
    return is_battling_enough(state, found[2], moment)


def _price(state: StarWarsState, seat: int, found: Found) -> int:
    return ability_price(state, top_card(found), _window(state, found))


def _in_window(state: StarWarsState, seat: int, action: Action) -> None:
    """Move to a window of a battle in which the card or ability works, with this player asked."""
    own = repairs.own_there(state, seat, action) if action[0] == "use" else 0
    found = state.find(action[1]) if action[0] == "use" else None
    card = top_card(found) if found else action[1] if action[0] == "play" else 0
    repairs.begin_battle(state, seat, state.there(own)[1] if own else 0, own, _first_window(state, card))


def _asked_in_window(state: StarWarsState, seat: int) -> bool:
    """Return True if this player is asked in a window of a battle."""
    return kit.within(state, *WINDOW) and kit.asked(state, seat)


right_window = partial(
    need,
    "right_window",
    "SW-2.15",
    lambda s, seat, thing: _window(s, thing) in _windows(s, thing),
    essential=True,
    used=_used,
    right_windows=_right_windows,
    window=lambda s, seat, thing: _window(s, thing)[-1],
    windows=lambda s, seat, thing: s.game.words.listed((moment[-1] for moment in _windows(s, thing)), "or"),
)
CARDS_WINDOW = right_window(make_true=_go_to_window)
UNITS_WINDOW = right_window(make_true=lambda s, seat, number: _go_to_window(s, seat, s.there(number)[2][CARDS][0]))
IS_BATTLE_CARD = needed_card("is_battle_card", "", lambda s, seat, card: s.faces[card].category == BATTLE)
IN_ROLE = need_of_card(
    "in_role",
    "SW-2.15",
    lambda s, seat, card: not s.battle or in_role(s, seat, card, _window(s, card)),
    _let_own_battle,
)
OWN_BATTLER = need_of_card(
    "own_battler",
    "SW-R29",
    lambda s, seat, card: not s.battle or has_its_unit(s, seat, card, _window(s, card)),
    _let_own_battle,
)
FORCE_COST = need_of_card(
    "force_cost", "SW-8.1", lambda s, seat, card: s.faces[card].cost <= s.players[seat].force, repairs.add_force
)
HAS_ABILITY = needed_unit("has_ability", "SW-10.1", lambda s, seat, unit: bool(_windows(s, unit)))
WORKS = (
    need_of_unit(
        "works_in_arena", "SW-4.10", lambda s, seat, unit: unit[1] != RETREATED or _works(s, unit), _move_to_work
    ),
    need_of_unit(
        "works_retreated", "SW-4.10", lambda s, seat, unit: unit[1] == RETREATED or _works(s, unit), _move_to_work
    ),
    need_of_unit("battling", "SW-10.1", lambda s, seat, unit: _fits_battle(s, unit, False), _let_it_battle),
    need_of_unit("attacking", "SW-10.1", lambda s, seat, unit: _fits_battle(s, unit, True), _let_it_battle),
)
ABILITY_COST = need_of_unit(
    "ability_cost",
    "SW-10.1",
    lambda s, seat, unit: _price(s, seat, unit) <= s.players[seat].force,
    repairs.add_force,
    ability_price=_price,
)
NOT_USED = need_of_unit(
    "not_used",
    "SW-10.1",
    lambda s, seat, unit: not (_used_up(s, unit) and works_once_in_battle(s, unit[2], _window(s, unit))),
    _forget_uses,
)
NOT_USED_HERE = need_of_unit(
    "not_used_here",
    "SW-R24",
    lambda s, seat, unit: not _used_up(s, unit) or works_once_in_battle(s, unit[2], _window(s, unit)),
    _forget_uses,
)
TO_PLAY = (HAND_CARD, IN_HAND, IS_BATTLE_CARD, CARDS_WINDOW, IN_ROLE, OWN_BATTLER, FORCE_COST)
TO_USE = (ANY_UNIT, MINE, HAS_ABILITY, UNITS_WINDOW, *WORKS, ABILITY_COST, NOT_USED, NOT_USED_HERE)

IN_WINDOW = kit.Moment("use", _asked_in_window)
TO_PASS: kit.Moment[StarWarsState] = kit.Moment(
    "pass", lambda s, seat: _asked_in_window(s, seat) or kit.asked(s, seat, "A4", "A5")
)
in_window = kit.actions_with(stage=_in_window)

PLAY = in_window(
    "play", "SW-10.3", play_battle_card, words="Battle card", when=IN_WINDOW, looks=battle_card_played, card=TO_PLAY
)
USE = in_window("use", "SW-10.2", use_ability, words="ability", when=IN_WINDOW, looks=ability_used, unit=TO_USE)
PASS = in_window("pass", "SW-10.2", when=TO_PASS)
