"""A beginner's judgement: points for actions and positions. It uses only what the player who acts may see."""

from __future__ import annotations

from engines.dgrayman.cards import DRAW, GUARD, INTERCEPT, RECOVER, SEARCH, SEARCH_POINTS
from engines.dgrayman.state import CARD, DGraymanState, FieldCard, action_of, recoverable_cards, with_id
from engines.dgrayman.units import Unit, current_power, search_cards, unit_called, unit_with, units_of, units_with_icon
from engines.kernel import programs
from engines.kernel.state import Action
from engines.kit.defaults import evaluation_by_difference

ALREADY_WON = 100.0
A_DRAW, TWO_DRAWS, A_RECOVERY = 1.5, 2.6, 1.3


# Basic values.


def _card_value(state: DGraymanState, seat: int, card: FieldCard) -> float:
    """Return the loss to a player, in points, if a card leaves the field."""
    face = state.faces[card[CARD]]
    return 1.0 + current_power(state, seat, card) / 6 + 0.6 * bool(face.icons & SEARCH) + 0.6 * face.doubles


def _holding(unit: Unit) -> float:
    """Return the value of keeping a unit unused, so that it can answer the rival's actions."""
    return 1.7 * bool(unit.icons & INTERCEPT) + 0.9 * bool(unit.icons & GUARD)


def _points(state: DGraymanState, seat: int, count: float) -> float:
    """Return the value of gaining points: the maximum if they win the game, less if they give the rival a card."""
    before = state.players[seat].points
    if before + count >= state.game.parameters["points_to_win"]:
        return ALREADY_WON
    step = state.game.parameters["points_to_draw"]
    return count - 0.7 * ((before + count) // step - before // step) * (len(state.players[1 - seat].deck) > 1)


# Setup and placing.


def worth_of_mulligan(state: DGraymanState, seat: int, action: Action) -> float:
    """Return the value of a mulligan: high for a hand with few Character cards or no Search icon."""
    faces, hand = state.faces, state.players[seat].hand
    searchers = sum(bool(faces[card].icons & SEARCH) for card in hand)
    characters = sum(faces[card].is_character for card in hand)
    return 1 if not searchers or characters < 3 else -1


def worth_of_placement(state: DGraymanState, seat: int, action: Action) -> float:
    """Return the value of a placement: high for joining a unit, less for founding one.

    A merger is worth something only if it lets a Search score more.
    """
    card = action[1]
    face = state.faces[card]
    if face.doubles:
        both = [unit_called(state, seat, name) for name in face.names]
        ready = all(unit is not None and unit.active for unit in both)
        return 2 if ready and search_cards(state, seat, face.names) > 2 else -1
    if face.names[0] in state.players[seat].named:
        return 10
    return _use_of_a_card(state, seat, card) - 6 * face.special


def worth_of_card(state: DGraymanState, seat: int, action: Action) -> float:
    """Return the value of taking a card back into the hand, which is its usefulness."""
    return _use_of_a_card(state, seat, action[1])


def _use_of_a_card(state: DGraymanState, seat: int, card: int) -> float:
    """Return how useful a card in hand is."""
    face = state.faces[card]
    if not face.is_character:
        return 2.0 + any(name in state.players[seat].named for name in face.names)
    icons = 2.0 * bool(face.icons & SEARCH) + 1.2 * bool(face.icons & INTERCEPT) + 0.5 * bool(face.icons & GUARD)
    icons += 0.6 * bool(face.icons & (DRAW | RECOVER))
    return 2.0 + icons + face.power / 6 + face.special - 1.5 * face.doubles


def worth_of_discard(state: DGraymanState, seat: int, action: Action) -> float:
    """Return the value of discarding a card: higher for one of little use, or one of several copies."""
    copies = state.players[seat].hand.count(action[1])
    return copies - _use_of_a_card(state, seat, action[1])


# Actions.


def _unit(state: DGraymanState, seat: int, card_id: int) -> tuple[Unit, FieldCard]:
    card = state.there(card_id)[2]
    return unit_with(state, seat, card), card


def _exposing(state: DGraymanState, seat: int, card: FieldCard) -> float:
    """Return the risk of letting a card step out: its value, less what its power protects."""
    face = state.faces[card[CARD]]
    return 0.2 * _card_value(state, seat, card) - 0.05 * current_power(state, seat, card) + 0.1 * face.special


def _after(state: DGraymanState, seat: int, card_id: int, gain: float) -> float:
    unit, card = _unit(state, seat, card_id)
    return gain - _holding(unit) - _exposing(state, seat, card)


def worth_of_search(state: DGraymanState, seat: int, action: Action) -> float:
    """Return the value of a normal Search, which is that of the points it gains."""
    unit, card = _unit(state, seat, action[1])
    times = search_cards(state, seat, unit.names) if state.faces[card[CARD]].special else 1
    return _after(state, seat, action[1], _points(state, seat, SEARCH_POINTS * times))


def worth_of_deck_search(state: DGraymanState, seat: int, action: Action) -> float:
    """Return the value of a Deck Search, counted as if it turned up rank 2."""
    return _after(state, seat, action[1], _points(state, seat, 2))


def worth_of_draw(state: DGraymanState, seat: int, action: Action) -> float:
    """Return the value of a Draw: 0 if it would empty the deck."""
    return -ALREADY_WON if _last_cards(state, seat, 1) else _after(state, seat, action[1], A_DRAW)


def _last_cards(state: DGraymanState, seat: int, count: int) -> bool:
    """Return True if this many draws would empty the player's own deck, or leave no card to draw next turn."""
    return len(state.players[seat].deck) <= count + 1


def worth_of_recovery(state: DGraymanState, seat: int, action: Action) -> float:
    """Return the value of a Recover, which is higher for a useful card in the discard pile."""
    best = max(_use_of_a_card(state, seat, card) for card in recoverable_cards(state, seat))
    return _after(state, seat, action[1], A_RECOVERY + best / 10)


def worth_of_attack(state: DGraymanState, seat: int, action: Action) -> float:
    """Return the value of an attack: the gain against its target, less the risk from a strong guard."""
    card, target = state.there(action[1])[2], state.there(action[2])[2]
    mine, theirs = current_power(state, seat, card), current_power(state, 1 - seat, target)
    gain = _trade(state, seat, card, mine, target, theirs)
    guards = [
        current_power(state, 1 - seat, one) for unit in units_with_icon(state, 1 - seat, GUARD) for one in unit.standby
    ]
    danger = 0.5 * _card_value(state, seat, card) if guards and max(guards) >= mine else 0
    return _after(state, seat, action[1], 1.4 * gain) - danger


def _trade(state: DGraymanState, seat: int, card: FieldCard, mine: int, other: FieldCard, theirs: int) -> float:
    won = _card_value(state, 1 - seat, other) if mine >= theirs else 0
    return won - (_card_value(state, seat, card) if theirs >= mine else 0)


# Answers.


def worth_of_guard(state: DGraymanState, seat: int, action: Action) -> float:
    """Return the value of a guard: positive if it saves a target and survives, or beats the attacker as well."""
    declared = action_of(state)
    attacker, target, card = (state.there(one)[2] for one in (declared.actor, declared.target, action[1]))
    strength, mine = current_power(state, 1 - seat, attacker), current_power(state, seat, card)
    saved = _card_value(state, seat, target) if strength >= current_power(state, seat, target) else 0
    return saved + _trade(state, seat, card, mine, attacker, strength) - 0.4 - _exposing(state, seat, card)


def worth_of_intercept(state: DGraymanState, seat: int, action: Action) -> float:
    """Return the value of an Intercept, which is positive for actions worth more than the exposed card."""
    card = state.there(action[1])[2]
    return _denied(state) - 0.7 * action_of(state).scale - _exposing(state, seat, card)


def _denied(state: DGraymanState) -> float:
    """Return the value of the action under way to the turn player."""
    declared, seat = action_of(state), state.turn_player
    if declared.kind == "search":
        times = search_cards(state, seat, declared.names) if state.faces[declared.card].special else 1
        return _points(state, seat, SEARCH_POINTS * times)
    if declared.kind == "search_deck":
        return _points(state, seat, 2)
    return A_DRAW if declared.kind == "draw" else A_RECOVERY


def worth_of_second_answer(state: DGraymanState, seat: int, action: Action) -> float:
    """Return the value of joining an answer.

    In an Attack it is the card's power less its value, otherwise minus the risk of exposing the card.
    """
    card = state.there(action[1])[2]
    if action_of(state).kind == "attack":
        return current_power(state, seat, card) - _card_value(state, seat, card)
    return -_exposing(state, seat, card)


# Skill cards.


def worth_of_skill(state: DGraymanState, seat: int, action: Action) -> float:
    """Return the value of a Skill card in the Main Phase."""
    return _after(state, seat, action[2], _effect(state, seat, action[1]))


def _effect(state: DGraymanState, seat: int, card: int) -> float:
    """Return the value of a Skill card's effect in the Main Phase, from its main verbs."""
    gain = 0.0
    for verb, a in state.game.cards[card].abilities[0].program:
        if verb == "draw":
            gain += -ALREADY_WON if _last_cards(state, seat, a["count"]) else TWO_DRAWS / 2 * a["count"]
        elif verb == "ready":
            gain += max(
                (_readied(unit) for unit in units_of(state, seat) if unit.standby and not unit.active), default=0
            )
        elif verb == "return":
            gain += max((_card_value(state, 1 - seat, one) for one in state.players[1 - seat].action), default=0)
        else:
            gain += {"discard": 1.6, "gain": 1.0, "modify": 0.6}.get(verb, 0)
    return gain


def _readied(unit: Unit) -> float:
    return 2.2 * bool(unit.icons & SEARCH) + _holding(unit)


def worth_of_response(state: DGraymanState, seat: int, action: Action) -> float:
    """Return the value of a Skill card during an action, which is positive if it changes the outcome."""
    card = action[1]
    ability = state.game.cards[card].abilities[0]
    verbs = dict(ability.program)
    if "negate" in verbs:
        return _denied(state) - 1
    if action_of(state).kind != "attack":
        return 0.5 if "return" in verbs and seat == state.turn_player else -1
    mine, theirs = _sides(state, seat)
    if mine is None or theirs is None:
        return -1
    own, other = current_power(state, seat, mine), current_power(state, 1 - seat, theirs)
    if "return" in verbs or "protect" in verbs:
        return 1 if other >= own else -1
    change = abs(verbs["modify"]["power"]) if "modify" in verbs else 0
    return 1 if own <= other <= own + change else -1


def _sides(state: DGraymanState, seat: int) -> tuple[FieldCard | None, FieldCard | None]:
    """Return the player's fighting card and the rival's strongest one in the Attack under way."""
    declared, attacker = action_of(state), state.turn_player
    against = declared.answers or (declared.target,)
    there_still = [card for one in against if (card := with_id(state.players[1 - attacker].action, one)) is not None]
    defender = max(there_still, key=lambda card: current_power(state, 1 - attacker, card), default=None)
    mine = with_id(state.players[attacker].action, declared.actor)
    return (mine, defender) if seat == attacker else (defender, mine)


def worth_of_choice(state: DGraymanState, seat: int, action: Action) -> float:
    """Return the value of choosing a card: higher if it is fighting.

    The value is negative for an effect that harms the player's own card or helps the rival.
    """
    side, _, card = state.there(action[1])
    declared = state.declared
    fights = declared is not None and (card[0] == declared.actor or card[0] in declared.answers)
    found = programs.running_program(state)
    helps = any(verb == "modify" and a["power"] > 0 for verb, a in found)
    value = _card_value(state, side, card) + 3 * fights
    return value if (side == seat) == helps else -value


def worth_of_readying(state: DGraymanState, seat: int, action: Action) -> float:
    """Return the value of making a unit active."""
    unit = unit_called(state, seat, action[1][0])
    return 0 if unit is None else _readied(unit)


def _means(state: DGraymanState, seat: int) -> float:
    player = state.players[seat]
    field = 0.0
    for unit in units_of(state, seat):
        field += 1.2 + 0.8 * bool(unit.icons & SEARCH) + 0.3 * len(unit.standby) + 0.4 * unit.active * _holding(unit)
    nearly_out = max(0, 6 - len(player.deck))
    return player.points * (1 + player.points / 40) + field + 0.35 * len(player.hand) - nearly_out


evaluation = evaluation_by_difference(_means, 40)
"""Returns how good a position looks for a player, from 0 (lost) to 1 (won)."""
