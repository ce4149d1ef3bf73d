"""Chapters 8 and 13: using Events and abilities, in the Main Phase and in ability steps."""

from __future__ import annotations

from engines.chaos import heuristics, repairs
from engines.chaos.cards import CHARACTER, EVENT, TEXT
from engines.chaos.costs import PRICE, can_turn, doing_of, is_affordable
from engines.chaos.effects import cards_to_choose, something_to_choose
from engines.chaos.paying import PAY_IN_MAIN, begin_payment
from engines.chaos.requirements import (
    CARD,
    UNIT,
    essential,
    face_up,
    in_hand,
    is_a,
    is_own,
    join_words,
    needs,
    sentence_part,
)
from engines.chaos.state import ChaosState, Resolution
from engines.chaos.text import render_choice
from engines.kernel.state import Action
from engines.kit import kit
from engines.legal.card_programs import render_needed

# Using Events and abilities, as allowed by their icons (CHA-2.10, 8.5, 13.1, CHA-R58).


def icon_here(state: ChaosState) -> str:
    """Return the icon of the Events and abilities that may be used in this step; "" if none may."""
    return "main" if state.step.name == "M2" else "battle" if state.step.window else ""


def icons_of(state: ChaosState, action: Action) -> frozenset[str]:
    """Return the icons of the Event in an action, or of the abilities of its character."""
    if action[0] == "play":
        return state.faces[action[1]].icons
    face = state.faces[state.location[action[1]][2].top]
    return frozenset(icon for icon, place in (("main", face.main), ("battle", face.battle)) if place >= 0)


def is_usable(state: ChaosState, doing: Resolution) -> bool:
    """Return True if the conditions hold, the cost can be paid and every required choice is possible (CHA-R57)."""
    return has_things(state, doing) and is_affordable(state, doing)


def has_things(state: ChaosState, doing: Resolution) -> bool:
    """Return True if every required choice of the effect is possible (CHA-R57)."""
    return something_to_choose(state, doing.seat, doing.card, doing.ability)


def used_up(state: ChaosState, doing: Resolution) -> bool:
    """Return True if a once-per-turn ability has been used this turn (CHA-R24)."""
    once = state.faces[doing.card].once[doing.ability]
    return bool(once) and once in state.location[doing.unit][2].effects


def list_uses(state: ChaosState, seat: int, icon: str) -> list[Action]:
    """Return, as actions, the Events in hand and the abilities of face-up characters that have this icon.

    Abilities may be used as often as they can be paid for (CHA-R24), Events and abilities in any order (CHA-7.6).
    """
    found: list[Action] = []
    player, (events, able, playable, bears) = state.players[seat], state.index.usable[icon]
    if any(playable[card] for card in player.hand):
        for card in events.intersection(player.hand):
            if not something_to_choose(state, seat, card, 0):
                continue
            if state.faces[card].plain or is_affordable(state, Resolution("event", card, 0, 0, seat)):
                found.append(("play", card))
    if not any(bears[top] for top in player.top_cards):
        return found
    for pile in player.arena:
        if pile is not None and pile.top in able and pile.up:
            place = able[pile.top]
            if can_turn(state.faces[pile.top].costs[place], pile) and something_to_choose(state, seat, pile.top, place):
                doing = Resolution("ability", pile.top, place, 0, seat, pile.id)
                if not used_up(state, doing) and (state.faces[pile.top].free[place] or is_affordable(state, doing)):
                    found.append(("use", pile.id))
    return found


# Needs, and their repairs.


def _come_in_time(state: ChaosState, seat: int, action: Action) -> None:
    """Move to the Main Phase or to an ability step."""
    in_battle = "battle" in icons_of(state, action)
    (repairs.in_window if in_battle else repairs.main_phase)(state, seat, action)


def _wanted(state: ChaosState, seat: int, action: Action) -> str:
    """Return the object that the effect asks for, in words; "" if it asks for none."""
    doing = doing_of(state, seat, action)
    asks = state.faces[doing.card].asks[doing.ability]
    if asks and asks[0] == TEXT:
        return render_needed(state.game, doing.card, doing.ability)
    return render_choice(state.game.words.table("text"), *asks) if asks else ""


def _how_many_there_are(state: ChaosState, seat: int, action: Action) -> str:
    """Return how many cards the effect can choose from, in words."""
    doing = doing_of(state, seat, action)
    verb, arguments = state.faces[doing.card].asks[doing.ability] or ("", {})
    count = len(cards_to_choose(state, seat, arguments)) if verb == "choose_cards" else 0
    return sentence_part(state, f"there.{'some' if count else 'none'}", count=count)


def _give_things(state: ChaosState, seat: int, action: Action) -> None:
    """Give the effect something to choose."""
    doing = doing_of(state, seat, action)
    for verb, arguments in state.game.cards[doing.card].abilities[doing.ability].program:
        if verb == "choose":
            side = seat if arguments["whose"] == "own" else 1 - seat
            repairs.add_friend(state, side, up=arguments["face"] != "down", keep=doing.unit)
        elif verb == "choose_cards":
            card, _ = next(repairs.cards_of_category(state, arguments["category"] or CHARACTER))
            state.players[seat].waiting += [card] * arguments["count"]
    assert has_things(state, doing) or state.faces[doing.card].asks[doing.ability] == (TEXT, {})


ICON = needs(
    "icon",
    lambda s, seat, a: "CHA-13.1" if s.step.window else "CHA-8.5",
    lambda s, seat, a: not icon_here(s) or icon_here(s) in icons_of(s, a),
    _come_in_time,
    True,
    icons=lambda s, seat, a: " ".join(f"[{icon.title()}]" for icon in sorted(icons_of(s, a))),
    times=lambda s, seat, a: join_words(
        s, (sentence_part(s, f"times.{icon}") for icon in sorted(icons_of(s, a))), "or"
    ),
    now=lambda s, seat, a: sentence_part(s, f"now.{icon_here(s)}"),
)
HAS_ABILITY = essential("has_ability", "CHA-R58", lambda s, seat, found: bool(icons_of(s, ("use", found[2].id))))
USER_UP = face_up().at(1, UNIT.meaning, "CHA-R24")
THINGS = needs(
    "things",
    "CHA-R57",
    lambda s, seat, a: has_things(s, doing_of(s, seat, a)),
    _give_things,
    wanted=_wanted,
    there=_how_many_there_are,
)
NOT_USED = needs("not_used", "CHA-R24", lambda s, seat, a: not used_up(s, doing_of(s, seat, a)), repairs.forget_use)


WINDOWS = ("W1", "W2", "W3")


def in_ability_step(state: ChaosState, seat: int) -> bool:
    """Return True if this player is asked in an ability step."""
    return kit.within(state, *WINDOWS) and kit.asked(state, seat)


def _when_used(state: ChaosState, seat: int) -> bool:
    """Return True if this player may take a main action, or is asked in an ability step."""
    return in_ability_step(state, seat) or (state.turn_player == seat and kit.within(state, "M2"))


def _go_to_use(state: ChaosState, seat: int, action: Action) -> None:
    """Move to the Main Phase or to an ability step, according to the icon of the Event or ability."""
    named = action[0] == "play" or action[1] in state.location
    in_main = named and "main" in icons_of(state, action)
    (repairs.main_phase if in_main else repairs.in_window)(state, seat, action)


IN_USE = kit.Moment("use", _when_used, stage=_go_to_use)
use_action = kit.actions_with(do=begin_payment, to=PAY_IN_MAIN, when=IN_USE)


PLAY: kit.Kind[ChaosState] = use_action(
    "play",
    "CHA-3.2",
    words="an Event",
    needs=(ICON, *PRICE, THINGS),
    looks=heuristics.worth_of_event,
    card=(CARD, in_hand("CHA-8.5"), is_a("is_event", "CHA-8.5", EVENT)),
)
USE: kit.Kind[ChaosState] = use_action(
    "use",
    "CHA-8.5",
    words="an ability",
    needs=(ICON, USER_UP, *PRICE, THINGS, NOT_USED),
    looks=heuristics.worth_of_ability,
    unit=(UNIT, is_own(), HAS_ABILITY),
)
