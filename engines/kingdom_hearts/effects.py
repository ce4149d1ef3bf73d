"""The effects of cards (KH-17.6, KH-R48): verbs, choices and triggers.

The procedure EFFECT carries out one ability; its locals are a `Resolving`. A card has one ability per moment, so
abilities never trigger together and need no order.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from engines.book.cards import FieldRule
from engines.kernel import programs
from engines.kernel.flow import name_decider
from engines.kernel.programs import current_instruction
from engines.kernel.state import Action
from engines.kernel.verbs import Verbs
from engines.kingdom_hearts.cards import ALLY, DARK_NOBODY
from engines.kingdom_hearts.piles import destroy_obstacle, discard_ally
from engines.kingdom_hearts.repairs import add_ally, add_obstacle, plain_card
from engines.kingdom_hearts.requirements import need
from engines.kingdom_hearts.state import CARD, ID, Ally, Drawing, KingdomHeartsState, Obstacle, Resolving, fight_of
from engines.kingdom_hearts.text import wanted_words
from engines.kingdom_hearts.values import current_power
from engines.kingdom_hearts.winning import check_win
from engines.kit import kit
from engines.legal.card_programs import programs_of, render_needed

Arguments = Mapping[str, Any]

# Triggering abilities.


def set_off(state: KingdomHeartsState, seat: int, card: int, moment: str, spent: bool = False) -> None:
    """Hand the ability of `card` for a moment over to EFFECT, if there is one and the game is not over (KH-R43)."""
    place = state.faces[card].moments.get(moment)
    if place is not None and state.result is None:
        state.call_arguments = Resolving(card, place, 0, seat, 0, spent)


def use_instant(state: KingdomHeartsState, seat: int, card: int) -> None:
    """Use an instant outside a fight: carry out its effect, then discard it (KH-2.2, KH-R49)."""
    set_off(state, seat, card, "use", spent=True)
    if not state.call_arguments:
        state.players[seat].discard.append(card)


def use_in_fight(state: KingdomHeartsState, seat: int, card: int) -> None:
    """Put an instant beside the hero until the cleanup, and trigger its effect (KH-3.6)."""
    fight = fight_of(state)
    one, two = fight.used
    state.fight = fight._replace(used=((*one, card), two) if seat == 0 else (one, (*two, card)))
    set_off(state, seat, card, "use")


# Carrying out an ability.


def resolve_program(state: KingdomHeartsState) -> None:
    """Carry out the program until it ends or needs a choice or a draw, doing as much as possible (KH-17.6, KH-R48)."""
    programs.run_program(state, _do, _stops)
    found, local = programs.next_instruction(state), state.procedure_locals
    if state.result is not None or programs.is_carried_out_elsewhere(state):
        return
    if found is not None:
        verb, arguments = found
        if verb == "draw":
            state.call_arguments = Drawing(local.seat, arguments["count"], "KH-17.6")
            programs.advance_program(state)
    elif local.spent:
        state.procedure_locals = local._replace(spent=False)
        state.players[local.seat].discard.append(local.card)
        state.note("spent", "KH-R49", local.seat, card=local.card)


def _stops(state: KingdomHeartsState, verb: str, arguments: Arguments) -> bool:
    return verb == "draw" or (verb == "choose" and bool(find_objects(state, state.procedure_locals.seat, arguments)))


def _do(state: KingdomHeartsState, verb: str, arguments: Arguments) -> None:
    if verb != "choose":
        VERBS[verb].do(state, state.procedure_locals.seat, arguments)
        check_win(state)
        return
    state.procedure_locals = state.procedure_locals._replace(chosen=0)
    state.note("nothing_to_choose", "KH-R48", state.procedure_locals.seat, card=state.procedure_locals.card)


def next_part(state: KingdomHeartsState) -> str:
    """Return what comes next: "draw", "choose", or "done" at the end of the effect."""
    if state.call_arguments:
        return "draw"
    return "done" if programs.next_instruction(state) is None else "choose"


# Choices (KH-R48), made by the player who uses the card.


chooser: Callable[[KingdomHeartsState], int] = name_decider("user of the card", "procedure_locals.seat")
"""Returns the seat of the player who chooses: the user of the card."""


def find_objects(state: KingdomHeartsState, seat: int, arguments: Arguments) -> list[int]:
    """Return the ids that an effect of `seat` may choose: of a player's allies, or of obstacles on their top world."""
    side = seat if arguments["whose"] == "own" else 1 - seat
    player = state.players[side]
    if arguments["what"] == ALLY:
        return [ally[ID] for ally in player.allies]
    most = arguments["max_pow"]
    return [
        number for number, card in player.obstacles if most is None or current_power(state, side, card, True) <= most
    ]


def list_choices(state: KingdomHeartsState) -> list[Action]:
    """Return the possible choices; if there is only one, it is taken automatically (KH-R57)."""
    return [
        ("choose", number) for number in find_objects(state, state.procedure_locals.seat, current_instruction(state)[1])
    ]


def choose_object(state: KingdomHeartsState, action: Action) -> None:
    """Store the choice and continue with the program."""
    found = state.find(action[1])
    if found is not None:
        state.note("chosen", "KH-R48", state.procedure_locals.seat, card=state.procedure_locals.card, object=found[1])
    programs.advance_program(state, chosen=action[1])


def is_usable(state: KingdomHeartsState, seat: int, card: int) -> bool:
    """Return False if the card needs a target and there is none (KH-R48)."""
    place = state.faces[card].moments.get("use")
    if place is None:
        return True
    ability = state.game.cards[card].abilities[place]
    if ability.does:
        return programs_of(state.game).is_possible(state, seat, card, place)
    program = ability.program
    return all(verb != "choose" or find_objects(state, seat, arguments) for verb, arguments in program)


# The verbs. HP has no maximum (KH-4.3); a hero is never removed (KH-R51).

COUNT = FieldRule(int, True, low=1)
SIDE = FieldRule(str, True, ("own", "rival"))
VERBS = Verbs()
VERBS.answered("draw", count=COUNT)
VERBS.answered("choose", what=FieldRule(str, True, ("obstacle", ALLY)), whose=SIDE, max_pow=FieldRule(int, low=0))
VERBS.answered("attack_bonus", count=COUNT)
VERBS.answered("pow_bonus", count=COUNT, of=FieldRule(str, True, (DARK_NOBODY,)))


def lose_hp(state: KingdomHeartsState, seat: int, count: int, clause: str) -> None:
    """Take heart points from a player, and report it."""
    player = state.players[seat]
    player.hp -= count
    state.note("lost_hp", clause, seat, count=count, hp=player.hp)


@VERBS.verb("lose", count=COUNT, who=FieldRule(str, True, ("own", "rival", "each")))
def _lose(state: KingdomHeartsState, seat: int, a: Arguments) -> None:
    losers = {"own": (seat,), "rival": (1 - seat,), "each": (0, 1)}[a["who"]]
    for loser in losers:  # one instruction: both losses count as simultaneous (KH-R43)
        lose_hp(state, loser, a["count"], "KH-17.6")


@VERBS.verb("gain", count=COUNT)
def _gain(state: KingdomHeartsState, seat: int, a: Arguments) -> None:
    player = state.players[seat]
    player.hp += a["count"]
    state.note("gained_hp", "KH-4.3", seat, count=a["count"], hp=player.hp)


@VERBS.verb("destroy")
def _destroy(state: KingdomHeartsState, seat: int, a: Arguments) -> None:
    found = state.find(state.procedure_locals.chosen) if state.procedure_locals.chosen else None
    if found is None:
        return
    side, thing = found
    if len(thing) == 2:
        destroy_obstacle(state, side, thing[ID], "KH-17.6")
    else:
        discard_ally(state, side, thing)
        state.note("ally_destroyed", "KH-17.6", side, card=thing)


@VERBS.verb("weaken", count=COUNT)
def _weaken(state: KingdomHeartsState, seat: int, a: Arguments) -> None:
    fight = fight_of(state)
    state.fight = fight._replace(weakened=fight.weakened + a["count"])
    state.note("weakened", "KH-9.5", seat, count=a["count"])


# Needs, and their repairs.

Found = tuple[int, Ally | Obstacle]
"""The object of an effect: the seat whose field it is on, and the ally or obstacle."""


def _first_target(state: KingdomHeartsState, seat: int, card: int) -> str:
    """Return the object that the text of a card asks for, in words; "" if it asks for none.

    If the text asks for several, return the first that is missing, otherwise the first of all.
    """
    place = next((at for at, one in enumerate(state.game.cards[card].abilities) if one.when == "use" and one.does), -1)
    if place >= 0:
        return render_needed(state.game, card, place)
    program = [part for ability in state.game.cards[card].abilities for part in ability.program]
    asked = [arguments for verb, arguments in program if verb == "choose"]
    missing = [arguments for arguments in asked if not find_objects(state, seat, arguments)]
    return wanted_words(state.game.words.say, (missing or asked)[0]) if asked else ""


def _add_targets(state: KingdomHeartsState, seat: int, card: int) -> None:
    """Put objects on the field that the effect of a card can choose."""
    for verb, arguments in state.game.cards[card].abilities[0].program:
        if verb == "choose" and not find_objects(state, seat, arguments):
            side = seat if arguments["whose"] == "own" else 1 - seat
            if arguments["what"] == ALLY:
                add_ally(state, side, plain_card(state, ALLY))
            else:
                add_obstacle(state, side)


def _lies_where(state: KingdomHeartsState, found: Found | None) -> tuple[str, str]:
    """Return the type ("obstacle" or "ally") and side of the chosen object, as the effect names them.

    ("", "") for None.
    """
    if found is None:
        return "", ""
    side, thing = found
    return "obstacle" if len(thing) == 2 else ALLY, "own" if side == state.procedure_locals.seat else "rival"


def _pow_of(state: KingdomHeartsState, seat: int, found: Found) -> int:
    """Return the current POW of an obstacle; 0 for an ally."""
    return current_power(state, found[0], found[1][CARD], True) if len(found[1]) == 2 else 0


HAS_TARGET = need("has_target", "KH-R48", is_usable, _add_targets, target_asked=_first_target)
asks = partial(
    need,
    clause="KH-R48",
    source=lambda s, seat, it: s.name(s.procedure_locals.card),
    wanted=lambda s, seat, it: wanted_words(s.game.words.say, current_instruction(s)[1]),
    target_is=lambda s, seat, it: s.game.words.say("found." + ".".join(_lies_where(s, it))),
)
OBJECT = (
    replace(
        kit.card_in_play("obstacles", "allies", side="any", foreign="their"),
        meaning=lambda s, seat, number: s.find(number),
    ),
    asks(
        "asked_kind",
        holds=lambda s, seat, it: _lies_where(s, it)[0] == current_instruction(s)[1]["what"],
        essential=True,
    ),
    asks(
        "asked_side",
        holds=lambda s, seat, it: _lies_where(s, it)[1] == current_instruction(s)[1]["whose"],
        essential=True,
    ),
    asks(
        "in_reach",
        holds=lambda s, seat, it: it[1][ID] in find_objects(s, s.procedure_locals.seat, current_instruction(s)[1]),
        pow=_pow_of,
    ),
)
CHOOSE: kit.Kind[KingdomHeartsState] = kit.action("choose", "KH-R48", choose_object, "EFFECT", "", target=OBJECT)
