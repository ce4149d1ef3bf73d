"""Golden play-throughs: whole games as text that a person can read and a diff can compare.

One block a decision: its number, the step with its clauses, who acts, the legal actions, what each player sees if
it has changed, the action taken, and the events with the clause that made each happen.
"""

from __future__ import annotations

import json
from pathlib import Path

from tests.engines.play import GAMES, PLAYERS, begin, data

FOLDER = Path(__file__).parents[1] / "golden"
STANDARD = [{"player": player} for player in ("random", "greedy", "beginner")]
GAMES_OF_EACH = 7
LONGEST = 60


def series(name):
    """Yield (file name, number, player, variant, decisions) of each golden game of a game."""
    kinds = STANDARD + [{"player": "random", "variant": variant} for variant in data(name).get("variants", ())]
    for number in range(GAMES_OF_EACH * len(STANDARD)):
        kind = kinds[number % len(kinds)]
        variant = tuple(sorted(kind.get("variant", {}).items()))
        yield f"{number:02}_{kind['player']}.txt", number, kind["player"], variant


def written(name, number, player, variant):
    """Return one golden game as text: its first decisions, or all if it is short."""
    state = begin(name, number, variant, run=False)
    rules = ", ".join(f"{key} = {value}" for key, value in variant) or "standard rules"
    lines = [f"{state.game.title}, game {number}, {player} players, {rules}"]
    state.listen()
    state.run()
    choose, seen = PLAYERS[player](number), [None, None]
    lines += happened(state)
    for at in range(1, LONGEST + 1):
        if state.result is not None:
            break
        step = state.step
        lines += ["", f"{at}. {step.name} ({', '.join(step.clauses)}), seat {state.seat_to_act}"]
        lines += ["   legal: " + "; ".join(state.text(action) for action in state.legal_actions())]
        for seat in (0, 1):
            view = compact(state.view(seat))
            lines += [f"   {seat} sees {part}" for part in view if part not in (seen[seat] or ())]
            seen[seat] = view
        action = choose(state)
        lines.append(f"   > {state.text(action)}")
        state.apply(action)
        lines += happened(state)
    lines += ["", f"result: {tuple(state.result) if state.result else 'not over yet'}", ""]
    return "\n".join(lines)


def happened(state):
    """Return the events since the last call as lines, and forget them."""
    lines = [f"   {event.clause}: {state.game.tell(event, 0, names=('P1', 'P2'))}" for event in state.events]
    state.events.clear()
    return lines


def compact(view):
    """Return a view as short lines, one a zone, so that only what changes is written again."""
    lines = []
    for number, player in enumerate(view["players"]):
        lines += [f"P{number + 1}.{zone} {json.dumps(part, ensure_ascii=False)}" for zone, part in player.items()]
    rest = {key: part for key, part in view.items() if key not in ("players", "game", "seat", "step", "decides")}
    return [*lines, *(f"{key} {json.dumps(part, ensure_ascii=False)}" for key, part in rest.items())]


def regenerate():
    """Write all golden games anew; yield the path of each file."""
    for name in GAMES:
        for file, *row in series(name):
            path = FOLDER / name / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(written(name, *row), encoding="utf-8")
            yield path
