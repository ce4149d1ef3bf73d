"""Newcomers' beliefs about this game that `beliefs.toml` cannot express as data."""

from __future__ import annotations

from collections.abc import Callable

from engines.kernel.state import Action
from engines.kingdom_hearts import allies, effects
from engines.kingdom_hearts.battle import count_damage
from engines.kingdom_hearts.cards import MAGIC, MAGIC_ALLY, Face
from engines.kingdom_hearts.piles import discard_ally, take_from_hand
from engines.kingdom_hearts.requirements import text_then
from engines.kingdom_hearts.state import CARD, HERO_ID, ID, JOINED, Dividing, Drawing, KingdomHeartsState
from engines.kingdom_hearts.turn import least_discards
from engines.kingdom_hearts.values import ally_level, current_magic, fight_total, hero_face
from engines.legal.reasons import Test
from engines.variants.changing import Run, count_events, forget_events
from engines.variants.kingdom_hearts.changing import Draft

CALLS = ("call", "summon")


def of_face(
    holds: Callable[[KingdomHeartsState, int, Face], bool],
) -> Callable[[KingdomHeartsState, int, Action], bool]:
    """Return a test of an action, holds(state, seat, face), where the face is that of the action's card."""
    return lambda state, seat, action: holds(state, seat, state.faces[action[1]])


def add_refusal(draft: Draft, kinds: tuple[str, ...], name: str, clause: str, holds: Test[KingdomHeartsState]) -> None:
    """Add a requirement to kinds of action.

    Even if ending Action Time is then the only action left, the player is asked for it (KH-7.11, KH-R47).
    """
    ask = draft.base.flow.steps["A0"].ask
    assert ask is not None
    draft.refuse(kinds, name, clause, holds)
    draft.listed("A0", lambda state, actions: actions or ask(state)[-1:])


# The twelve misconceptions of the rulebook.


def magic_is_a_pool(draft: Draft) -> None:
    """Cards that are cast or summoned use up the total MAG of the player's cards (contradicts KH-8.8, 13.5)."""

    def power_left(state: KingdomHeartsState, seat: int, face: Face) -> bool:
        own = state.players[seat].allies
        pool = sum(max(0, current_magic(state, seat, caster)) for caster in (HERO_ID, *(ally[ID] for ally in own)))
        cast = [*(ally[CARD] for ally in own), *(state.fight.used[seat] if state.fight is not None else ())]
        spent = [state.faces[card].level for card in cast if state.faces[card].category in (MAGIC, MAGIC_ALLY)]
        return pool - sum(spent) >= face.level

    add_refusal(draft, ("cast", "summon"), "power_left", "KH-8.8", of_face(power_left))


def allies_stay(draft: Draft) -> None:
    """An ally that took part in a fight stays on the field (contradicts KH-11.6, 9.14, 10.15)."""

    def cleaned_up(state: KingdomHeartsState, run: Run) -> None:
        for player in state.players:
            player.allies = [(*ally[:JOINED], False) for ally in player.allies]
        run()

    draft.around("B8 C5", cleaned_up)


def judge_challenge(losses: Callable[[int, int], tuple[int, int]]) -> Callable[[Draft], None]:
    """Return a change by which a Challenge costs each player HP.

    losses(challenger's total, blocker's total) : returns the two amounts.
    """

    def compared(state: KingdomHeartsState, run: Run) -> None:
        seat, since, points = state.turn_player, count_events(state), [player.hp for player in state.players]
        run()
        forget_events(state, since, "lost_hp")
        lost = losses(fight_total(state, seat), fight_total(state, 1 - seat))
        if any(lost):
            forget_events(state, since, "tie")
        for side, count in zip((seat, 1 - seat), lost, strict=True):
            state.players[side].hp = points[side]
            if count:
                effects.lose_hp(state, side, count, "KH-10.13")

    return lambda draft: draft.around("C4", compared)


margin_counts = judge_challenge(lambda mine, theirs: (max(0, theirs - mine), max(0, mine - theirs)))
"""The loser of a Challenge loses HP equal to the difference of the totals (contradicts KH-10.13)."""
challenger_is_safe = judge_challenge(lambda mine, theirs: (0, int(mine > theirs)))
"""A challenger who loses loses no HP (contradicts KH-10.13)."""
challenger_wins_ties = judge_challenge(lambda mine, theirs: (int(mine < theirs), int(mine >= theirs)))
"""If totals are equal, the blocker loses (contradicts KH-10.12, 10.13)."""


def obstacles_strike(draft: Draft) -> None:
    """Each obstacle that survives a Battle costs 1 HP (contradicts KH-9.15)."""

    def struck(state: KingdomHeartsState, run: Run) -> None:
        left = len(state.players[state.turn_player].obstacles)
        if left:
            effects.lose_hp(state, state.turn_player, left, "KH-9.15")
        run()

    draft.around("B8", struck)


def empty_deck_loses(draft: Draft) -> None:
    """A player who must draw from an empty deck loses (contradicts KH-17.4)."""

    def drawn(state: KingdomHeartsState, run: Run) -> None:
        seat, left, _ = state.procedure_locals
        short = left > len(state.players[seat].deck)
        run()
        if short:
            state.end(1 - seat, "KH-17.4", "empty_deck")

    draft.around("DRAW", drawn)


def worlds_in_order(draft: Draft) -> None:
    """A World requires another one that is at most one level lower (contradicts KH-8.2, 8.7)."""

    def next_level(state: KingdomHeartsState, seat: int, face: Face) -> bool:
        return face.level <= 1 + max((state.faces[world].level for world in state.players[seat].worlds), default=0)

    add_refusal(draft, ("move",), "next_level", "KH-8.7", of_face(next_level))


def own_world_counts(draft: Draft) -> None:
    """In a Challenge the challenger's top world counts (contradicts KH-10.4, 16.8)."""

    def exchanged(state: KingdomHeartsState, run: Run) -> None:
        one, two = state.players
        battling = state.fight is not None and not state.fight.challenge
        if not battling:
            one.worlds, two.worlds = two.worlds, one.worlds
        run()
        if not battling:
            one.worlds, two.worlds = two.worlds, one.worlds

    draft.around("C1 C4 ATTACKS.enough ATTACKS.otherwise", exchanged)


def hero_on_the_ladder(draft: Draft) -> None:
    """The hero's level counts towards the ally level (contradicts KH-8.3, 8.4)."""

    def on_ladder(state: KingdomHeartsState, seat: int, face: Face) -> bool:
        return face.level <= max(ally_level(state, seat), hero_face(state, seat).level) + 1

    draft.loosen("call", "ladder", of_face(on_ladder))


def three_of_a_name(draft: Draft) -> None:
    """A deck has at most three cards of a name, whatever their levels (contradicts KH-1.4, 1.6)."""
    draft.faces(lambda face: setattr(face, "unit", (face.printed, None)))


def pass_is_final(draft: Draft) -> None:
    """A player who has passed in a Challenge can do nothing more in it (contradicts KH-10.5, 10.10)."""

    def acted(state: KingdomHeartsState, run: Run) -> None:
        seat, passes = state.procedure_locals
        run()
        if passes:
            state.procedure_locals = (seat, passes)

    draft.around("C2.join C2.attack C2.cast", acted)


# Further beliefs that newcomers actually have.


def one_card_a_turn(draft: Draft) -> None:
    """Only one card is drawn in Refill Time (contradicts KH-6.3)."""

    def refilled(state: KingdomHeartsState, run: Run) -> None:
        state.call_arguments = Drawing(state.turn_player, 1, "KH-6.3")

    draft.around("T1", refilled)


def every_obstacle_is_hit(draft: Draft) -> None:
    """The whole attack total is dealt to each obstacle (contradicts KH-9.10)."""

    def dealt(state: KingdomHeartsState, run: Run) -> None:
        local = state.procedure_locals
        state.procedure_locals = Dividing((count_damage(state),) * len(state.players[state.turn_player].obstacles))
        run()
        state.procedure_locals = local

    draft.lead("B5", "to", "B7")
    draft.around("B7", dealt)


def enemies_are_unique(draft: Draft) -> None:
    """Each name of a Dark·Nobody card may also occur only once on a side (contradicts KH-17.3)."""
    draft.faces(lambda face: setattr(face, "named_once", face.named_once or face.is_dark_nobody))


def earlier_card_stays(draft: Draft) -> None:
    """The earlier card of a name stays, and a second one cannot be played (contradicts KH-17.1)."""

    def not_there(state: KingdomHeartsState, seat: int, face: Face) -> bool:
        there = [state.faces[ally[CARD]] for ally in state.players[seat].allies]
        return not (face.named_once and any(one.named_once and one.printed == face.printed for one in there))

    add_refusal(draft, CALLS, "not_there", "KH-17.1", of_face(not_there))


def summons_climb(draft: Draft) -> None:
    """A Magic/Ally card also requires an ally one level lower (contradicts KH-11.12)."""
    add_refusal(draft, ("summon",), "climbs", "KH-11.12", of_face(allies.on_ladder))


def whole_power_supports(draft: Draft) -> None:
    """A Dark·Nobody ally supports with its full POW (contradicts KH-11.16)."""
    draft.faces(lambda face: setattr(face, "power_a_support", 1))


def only_joined_cast(draft: Draft) -> None:
    """In a fight, only the hero and allies that have joined can cast (contradicts KH-11.7)."""

    def joined(state: KingdomHeartsState, seat: int, action: Action) -> bool:
        ally = state.ally(seat, action[2])
        return state.fight is None or ally is None or ally[JOINED]

    add_refusal(draft, ("cast",), "joined", "KH-11.7", joined)


def unsuited_leave(draft: Draft) -> None:
    """Allies that do not suit the hero's new attribute are discarded (contradicts KH-8.12, KH-R31)."""

    def changed(state: KingdomHeartsState, run: Run) -> None:
        run()
        seat = state.turn_player
        for ally in state.players[seat].allies[:]:
            if not allies.suits_hero(state, seat, state.faces[ally[CARD]]):
                discard_ally(state, seat, ally)
                state.note("unsuited", "KH-11.2", seat, card=ally)

    draft.around("A0.form D1.drop_form", changed)


def technique_in_challenge(draft: Draft) -> None:
    """A Technique can be used in a Challenge (contradicts KH-10.17, 15.6)."""

    def used(state: KingdomHeartsState, action: Action) -> None:
        seat, card = state.seat_to_act, action[1]
        take_from_hand(state.players[seat], card)
        state.note("technique", "KH-10.17", seat, card=card)
        effects.use_in_fight(state, seat, card)
        state.procedure_locals = (1 - seat, 0)

    row = draft.row("C2")
    row.on = {**row.on, "technique": (used, text_then("C2"))}
    draft.without("technique", "in_no_challenge")


def obstacles_stop_challenges(draft: Draft) -> None:
    """There can be no Challenge while an obstacle is in the way (contradicts KH-12.7, 10.1, KH-R20)."""

    def free(state: KingdomHeartsState, seat: int, action: Action) -> bool:
        return not state.players[seat].obstacles

    add_refusal(draft, ("challenge",), "road_free", "KH-12.7", free)


def top_world_limits(draft: Draft) -> None:
    """The level of an obstacle may be at most that of the top world (contradicts KH-8.6, 12.5)."""

    def low_enough(state: KingdomHeartsState, seat: int, face: Face) -> bool:
        return face.level <= state.faces[state.players[1 - seat].worlds[-1]].level

    add_refusal(draft, ("obstruct",), "top_world", "KH-8.6", of_face(low_enough))


def one_attack_card(draft: Draft) -> None:
    """Only one Attack card can be used at a time (contradicts KH-15.5, 9.7, 10.7)."""
    draft.refuse(("attach",), "first_picked", "KH-15.5", lambda state, seat, action: not state.procedure_locals.picks)


def only_surplus_goes(draft: Draft) -> None:
    """Only cards in excess of six can be discarded (contradicts KH-6.8)."""
    draft.listed(
        "D2", lambda state, actions: actions if len(state.procedure_locals.picks) < least_discards(state) else []
    )
