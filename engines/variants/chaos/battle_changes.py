"""Counter-rules about battles, damage and check timing that are not newcomers' beliefs, written as code."""

from __future__ import annotations

from engines.chaos import check
from engines.chaos.abilities import find_waiting
from engines.chaos.state import MAY_FALL, ChaosState, Damage
from engines.kernel.flow import Case, Exit, If
from engines.kernel.rows import PASSES
from engines.variants.changing import Run
from engines.variants.chaos.beliefs import PROCESSES
from engines.variants.chaos.changing import Draft
from engines.variants.rule_patch import exits_of, iterate_branches, led_back

WINDOWS = ("W1", "W2", "W3")


# Chapters 12 and 13.


def must_attack(draft: Draft) -> None:
    """A player who can attack must attack (contradicts CHA-12.7)."""
    draft.listed("D1", lambda state, actions: actions[:-1] or actions)


def partner_draws_nothing(draft: Draft) -> None:
    """An attack by the Partner proceeds like any other attack (contradicts CHA-12.6)."""

    def goes_on(way: Exit[ChaosState]) -> Exit[ChaosState]:
        assert isinstance(way, Case)
        return Case(way.of, {**way.ways, "draw": (way.ways["draw"][0], way.ways["go"][1])})

    draft.change_way("D1", "attack", 0, goes_on)


def must_guard(draft: Draft) -> None:
    """A player who can guard must guard (contradicts CHA-12.12)."""
    draft.listed("G1", lambda state, actions: actions[:-1])


def one_pass_closes(draft: Draft) -> None:
    """An ability step is over as soon as one player passes (contradicts CHA-13.5)."""

    def closing(way: Exit[ChaosState]) -> Exit[ChaosState]:
        assert isinstance(way, If)
        return If(lambda state: bool(state.procedure_locals[PASSES]), "a pass", way.yes, way.no_words, way.no)

    for step in WINDOWS:
        draft.change_way(step, "pass", 0, closing)


# Chapter 14.


def damage_moves_nothing(draft: Draft) -> None:
    """Damage to a player moves no cards (contradicts CHA-1.6, 14.2)."""

    def begun(state: ChaosState, run: Run) -> None:
        run()
        state.procedure_locals = Damage(state.procedure_locals.seat, 0)

    draft.around("P1", begun)


# Chapter 16.


def checks_at_the_end(draft: Draft) -> None:
    """Check timings take place only in the End Phase (contradicts CHA-16.2)."""

    def due(state: ChaosState) -> bool:
        return state.step.phase in ("end", "check") and check.is_check_due(state)

    def later(way: Exit[ChaosState]) -> Exit[ChaosState]:
        assert isinstance(way, If)
        return If(due, way.yes_words, way.yes, way.no_words, way.no, way.only)

    for name, row in draft.rows.items():
        for part, way in exits_of(row):
            for number, branch in enumerate(iterate_branches(way)):
                if isinstance(branch, If) and branch.guard is check.is_check_due:
                    draft.change_way(name, part, number, later)


def main_players_first(draft: Draft) -> None:
    """All waiting auto abilities of the Main player come before those of the Sub player (contradicts CHA-16.3)."""
    mine = find_waiting(main=True)
    again: If[ChaosState] = If(lambda state: bool(mine(state)), "more of the Main player", "C2", "", "C4")
    draft.lead("C3", "to", again)


def sub_player_first(draft: Draft) -> None:
    """The Sub player's auto ability comes first (contradicts CHA-16.5, 16.7)."""
    for step, home, to in (("C2", "C3", "C5"), ("C4", "C5", "C3")):
        for part, way in list(exits_of(draft.row(step))):
            draft.lead(step, part, led_back(way, home, to))
    way = draft.row("C1").to
    assert isinstance(way, If)
    draft.lead("C1", "to", If(way.guard, way.yes_words, "C4", way.no_words, way.no, way.only))
    draft.lead("C3", "to", "C2")


def one_falls_at_a_time(draft: Draft) -> None:
    """Characters fall one after another, with abilities played in between (contradicts CHA-16.4)."""

    def processed(state: ChaosState, run: Run) -> None:
        fallen = check.due_in_arenas(state)[0] if state.due_flags & MAY_FALL else []
        if len(fallen) > 1:
            ids = sorted(found[2].id for found in fallen)
            state.changed_piles = tuple(ids[:1])
            run()
            state.changed_piles, state.due_flags = (*state.changed_piles, *ids[1:]), state.due_flags | MAY_FALL
        else:
            run()

    draft.around(PROCESSES, processed)
