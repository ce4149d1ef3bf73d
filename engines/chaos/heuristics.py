"""A beginner's judgement: points for actions and positions. It uses only what the player who acts may see."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engines.chaos.arena import can_fight
from engines.chaos.cards import CHARACTER, FIRST_ATTACK, FIRST_DEFENSE, NO_CARD, SET
from engines.chaos.state import PARTNER, STAND, ChaosState, Found, Pile, Resolution
from engines.chaos.values import atk_and_end, battle_of, current_atk, current_end, first_striker, has_skill
from engines.kernel import programs
from engines.kernel.state import Action
from engines.kit.defaults import evaluation_by_difference

POINT = 1.0
"""The value of one card in the rival's main deck."""


def printed_strength(state: ChaosState, card: int) -> float:
    """Return how strong a character card looks as printed."""
    face = state.faces[card]
    return face.atk + face.end + 0.7 * len(face.skills)


def current_strength(state: ChaosState, seat: int, space: int, pile: Pile) -> float:
    """Return how strong a character in the arena is."""
    return sum(max(0, value) for value in atk_and_end(state, seat, space, pile)) + len(state.faces[pile.top].skills)


# Setup and Main Phase.


def worth_of_partner(state: ChaosState, seat: int, action: Action) -> float:
    """Return the value of a character as Partner: its printed values, and its copies in the deck."""
    face = state.faces[action[1]]
    copies = state.players[len(state.pending)].deck.count(action[1])
    return face.atk + face.atk_mod + face.end + face.end_mod + copies


def worth_of_redraw(state: ChaosState, seat: int, action: Action) -> float:
    """Return the value of a redraw, which is positive with hardly any character in hand."""
    hand = state.players[seat].hand
    characters = sum(state.faces[card].category == CHARACTER for card in hand)
    return 1 if characters < 2 or (state.partner(seat).top not in hand and characters > 4) else -1


def worth_of_entry(state: ChaosState, seat: int, action: Action) -> float:
    """Return the value of a character's entry: its strength minus its cost."""
    front = 0.2 if action[2] == "front" and "front_row" in str(state.game.cards[action[1]].abilities) else 0
    return 30 + printed_strength(state, action[1]) - _loss(state, seat, state.faces[action[1]].cost.hand) + front


def _loss(state: ChaosState, seat: int, cards: int) -> float:
    return cards * (2 if len(state.players[seat].hand) > 4 else 3.5)


def worth_of_extra_entry(state: ChaosState, seat: int, action: Action) -> float:
    """Return the value of an Extra entry: the strength that the base gains, minus the cost."""
    _, space, base = state.location[action[2]]
    face = state.faces[action[1]]
    gain = (
        face.atk
        + face.end
        + face.atk_mod
        + face.end_mod
        - (0 if not base.up else current_strength(state, seat, space, base))
    )
    tired = 0 if can_fight(base) else 4
    names = len(face.label) - 1
    return 12 + gain + tired - _loss(state, seat, face.cost.hand + names)


def worth_of_level_up(state: ChaosState, seat: int, action: Action) -> float:
    """Return the value of levelling up the Partner, which is highest if it cannot fight or is damaged."""
    pile = state.partner(seat)
    face = state.faces[action[1]]
    fading = current_end(state, seat, PARTNER, pile) + face.end_mod < 4
    return (-1 if fading else 6) + (0 if can_fight(pile) else 8) + pile.damage


def worth_of_extra_level_up(state: ChaosState, seat: int, action: Action) -> float:
    """Return the value of levelling up an Extra character, minus that of the card that pays for it."""
    _, _, pile = state.location[action[1]]
    return 4 + (0 if can_fight(pile) else 8) + pile.damage - _value_in_hand(state, seat, action[2]) / 4


def worth_of_set(state: ChaosState, seat: int, action: Action) -> float:
    """Return the value of setting a card on a character: negative if it replaces one or makes the character fall."""
    _, space, pile = state.location[action[2]]
    face = state.faces[action[1]]
    after = current_end(state, seat, space, pile) + face.end_mod
    if pile.gear != NO_CARD or after < 1 or not pile.up:
        return -1
    strong = current_atk(state, seat, space, pile)
    return (
        3 + face.atk_mod + face.end_mod * 0.8 + 2 * len(face.grants) + strong / 10 - _loss(state, seat, face.cost.hand)
    )


def worth_of_event(state: ChaosState, seat: int, action: Action) -> float:
    """Return the value of an Event, which depends on its first significant verb."""
    card = action[1]
    for verb, arguments in state.game.cards[card].abilities[0].program:
        points = _program(state, seat, verb, arguments)
        if points is not None:
            return points - _cost(state, seat, card)
    return 1


def _cost(state: ChaosState, seat: int, card: int) -> float:
    cost = state.faces[card].cost
    return 1.2 * cost.hand + 0.7 * cost.deck + 3 * cost.rest + 4 * cost.friend


def worth_of_ability(state: ChaosState, seat: int, action: Action) -> float:
    """Return the value of using an ability, which depends on its first significant verb."""
    _, _, pile = state.location[action[1]]
    face = state.faces[pile.top]
    place = face.main if state.step.name == "M2" else face.battle
    for verb, arguments in state.game.cards[pile.top].abilities[place].program:
        points = _program(state, seat, verb, arguments)
        if points is not None:
            return points - 2
    return 0


def _program(state: ChaosState, seat: int, verb: str, a: Mapping[str, Any]) -> float | None:
    player = state.players[seat]
    if verb == "draw":
        return 4.0 if len(player.hand) < 5 and len(player.deck) > 12 else -1.0
    if verb == "deal":
        left = len(state.players[1 - seat].deck)
        return 40.0 if left <= a["count"] else 3.2
    if verb in ("modify", "hurt"):
        return _boost(state, seat, a)
    if verb == "turn_up":
        return 5.0
    if verb == "put_away":
        return 5.5 if (state.battle is not None and state.battle.guard > 0) or state.step.name != "M2" else 4.0
    if verb == "recover":
        many = len(player.waiting)
        return (4.0 if many > 6 else -1.0) if a["to"] == "deck" else 3.0
    return None


def _boost(state: ChaosState, seat: int, a: Mapping[str, Any]) -> float:
    """Return the gain from changing ATK or END: positive only in the last ability step, if it improves the battle."""
    battle = state.battle
    if battle is None or state.step.name != "W3":
        return -1.0
    other = battle.guard or battle.target
    if not other:
        direct = a.get("atk", 0) > 0 and seat == state.turn_player
        return a["atk"] - 2.5 if direct else -1.0
    if not battle.has(battle.attacker) or not battle.has(other):
        return -1.0
    own, rival = (battle.attacker, other) if seat == state.turn_player else (other, battle.attacker)
    mine, theirs = state.location[own], state.location[rival]
    first = first_striker(state) if battle.guard else 0
    order = 1 if first == own else -1 if first == rival else 0
    change = (a.get("atk", 0), a.get("end", 0), 0) if a.get("end", 0) >= 0 else (0, 0, a.get("end", 0))
    return _duel(state, mine, theirs, order, *change) - _duel(state, mine, theirs, order) - 1.0


def _duel(
    state: ChaosState, mine: Found, theirs: Found, first: int, own_atk: int = 0, own_end: int = 0, rival_end: int = 0
) -> float:
    """Return the value of a battle between two characters, for the player of `mine`.

    first : 1 if `mine` strikes first, -1 if the other does, otherwise 0. The other arguments are changes to their ATK
    and END.
    """
    hits = max(0, current_atk(state, *mine) + own_atk) >= current_end(state, *theirs) + rival_end - theirs[2].damage
    falls = max(0, current_atk(state, *theirs)) >= current_end(state, *mine) + own_end - mine[2].damage
    if first == 1 and hits:
        falls = False
    if first == -1 and falls:
        hits = False
    return (_prize(state, theirs) if hits else 0.0) - (_prize(state, mine) if falls else 0.0)


def _prize(state: ChaosState, found: Found) -> float:
    """Return the value, for the rival, of making a character fall: less than its strength, since it will recover."""
    return 2.0 + current_strength(state, *found) / 4


# Battles.


def worth_of_attack(state: ChaosState, seat: int, action: Action) -> float:
    """Return the value of an attack: the damage to the player, or the battle against the best guard."""
    found = state.location[action[1]]
    hit = max(0, current_atk(state, *found))
    if hit == 0:
        return -1
    if len(state.players[1 - seat].deck) <= hit and not _guards(state, seat):
        return 100
    worst = hit * POINT
    for guard in _guards(state, seat):
        worst = min(worst, _fight(state, found, guard))
    staying = 1.5 if found[1] != PARTNER else 0.0  # a Friend that has attacked cannot guard during the rival's turn
    return worst - staying + (0.5 if found[1] == PARTNER else 0)


def _guards(state: ChaosState, seat: int) -> list[Found]:
    return [
        (1 - seat, space, pile)
        for space, pile in enumerate(state.players[1 - seat].arena)
        if pile is not None and can_fight(pile)
    ]


def _fight(state: ChaosState, attacker: Found, guard: Found) -> float:
    """Return the value of a guarded battle for the attacker's player."""
    first, defense = has_skill(state, attacker[2], FIRST_ATTACK), has_skill(state, guard[2], FIRST_DEFENSE)
    return _duel(state, attacker, guard, first - defense)


def worth_of_target(state: ChaosState, seat: int, action: Action) -> float:
    """Return the value of attacking a character."""
    found = state.location[battle_of(state).attacker]
    other = state.location[action[1]]
    if can_fight(other[2]) and other[2].turn == STAND:
        return _fight(state, found, other)
    return _fight(state, found, other) + 0.5


def worth_of_player_attack(state: ChaosState, seat: int, action: Action) -> float:
    """Return the value of attacking the player, which is the damage, but at most 4."""
    return min(4.0, max(0, current_atk(state, *state.location[battle_of(state).attacker])))


def worth_of_draw(state: ChaosState, seat: int, action: Action) -> float:
    """Return the value of a draw for the Partner's attack, which is positive with a small hand and a large deck."""
    player = state.players[seat]
    return 1 if len(player.hand) < 5 and len(player.deck) > 10 else -1


def worth_of_guard(state: ChaosState, seat: int, action: Action) -> float:
    """Return the value of a guard: the damage avoided, minus what happens to the guard."""
    battle = battle_of(state)
    attacker, own = state.location[battle.attacker], state.location[action[1]]
    hit = max(0, current_atk(state, *attacker))
    if battle.target:
        saved = _fight(state, attacker, state.location[battle.target]) if battle.has(battle.target) else 0.0
    else:
        left = len(state.players[seat].deck)
        saved = 100.0 if hit > left else 60.0 if hit == left else hit * POINT * (1.6 if left < 15 else 1.0)
    return saved - _fight(state, attacker, own)


def worth_of_turning_up(state: ChaosState, seat: int, action: Action) -> float:
    """Return the value of turning a character face-up: its strength, and more for the Partner."""
    seat_of, space, pile = state.location[action[1]]
    return (
        current_strength(state, seat_of, space, pile)
        + (4 if space == PARTNER else 0)
        + (1 if can_fight(pile._replace(up=True)) else 0)
    )


# Payments and choices.


def _value_in_hand(state: ChaosState, seat: int, card: int) -> float:
    """Return how much a player wants to keep a hand card."""
    face, player = state.faces[card], state.players[seat]
    if state.partner(seat).top == card:
        return 9
    value = 4 + printed_strength(state, card) / 4 if face.category == CHARACTER else 3 if face.category == SET else 5
    return value - 3 * (player.hand.count(card) > 1)


def worth_of_payment(state: ChaosState, seat: int, action: Action) -> float:
    """Return the value of paying with a hand card, which is highest for the least wanted one."""
    return -_value_in_hand(state, seat, action[1])


def worth_of_giving(state: ChaosState, seat: int, action: Action) -> float:
    """Return the value of Resting or discarding a character; it is highest for a weak one and one that cannot fight."""
    side, space, pile = state.location[action[1]]
    return -current_strength(state, side, space, pile) - (3 if can_fight(pile) else 0)


def worth_of_choice(state: ChaosState, seat: int, action: Action) -> float:
    """Return the value of a choice: high for helping characters in battle, or harming strong ones of the rival."""
    side, space, pile = state.location[action[1]]
    battle = state.battle
    fights = 20 if battle is not None and battle.has(pile.id) else 0
    if type(state.procedure_locals) is Resolution and programs.current_instruction(state)[1].get("face") == "down":
        return current_strength(state, side, space, pile) + (4 if space == PARTNER else 0)
    return current_strength(state, side, space, pile) + fights + (3 if can_fight(pile) else 0)


def worth_of_card(state: ChaosState, seat: int, action: Action) -> float:
    """Return the value of choosing a card in the waiting room; copies of the Partner come first."""
    card = action[1]
    partner = 10 if state.partner(seat).top == card else 0
    return 1 + printed_strength(state, card) + partner if state.faces[card].category == CHARACTER else 1


def worth_of_accepting(state: ChaosState, seat: int, action: Action) -> float:
    """Return the value of accepting an offer: -1 if it costs life, or too many cards; otherwise 1."""
    player, local = state.players[seat], state.procedure_locals
    verb = state.game.cards[local.card].abilities[local.ability].program[local.at + 1][0]
    if verb == "draw":
        return 1 if len(player.hand) < 6 and len(player.deck) > 10 else -1
    if verb == "mill":
        return -1
    if verb == "discard":
        down = any(pile is not None and not pile.up for pile in player.arena[1:])
        return 1 if down and len(player.hand) > 2 else -1
    return 1


def _means(state: ChaosState, seat: int) -> float:
    player = state.players[seat]
    total = 1.0 * len(player.deck) + 1.2 * len(player.hand) - (12 if len(player.deck) < 6 else 0)
    for space, pile in enumerate(player.arena):
        if pile is not None:
            share = (1.0 if pile.up else 0.3) * (1.0 if pile.turn == STAND else 0.8)
            total += share * (2 + current_strength(state, seat, space, pile)) * 0.8
    return total


evaluation = evaluation_by_difference(_means, 80)
"""Returns how good a position looks for a player, from 0 (lost) to 1 (won)."""
