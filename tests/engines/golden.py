"""Golden play-throughs: games as text that a person can read and a diff can compare.

There is one block per decision: its number, the step with its clauses, the player, the legal actions, the changes in
each player's view, the action taken, and the events with their clauses. The first game is written in full. Of every
other game only a section is written, at its beginning or after some decisions.
"""

from __future__ import annotations

from pathlib import Path

from tests.engines.play import GAMES, PLAYERS, begin_game, data

FOLDER = Path(__file__).parents[1] / "golden"
STANDARD = [{"player": player} for player in ("greedy", "random", "erratic")]
COUNT = 24
STRETCH, LATER, WHOLE = 20, 25, 999
HEADER = ("game", "seat", "step", "decides")
"""The entries of a view that are on the first line of a block."""


def series(name):
    """Yield (file name, number, player, variant, first decision, last decision) of each golden game of a game."""
    kinds = STANDARD + [{"player": "random", "variant": variant} for variant in data(name).get("variants", ())]
    for number in range(COUNT):
        kind = kinds[number % len(kinds)]
        variant = tuple(sorted(kind.get("variant", {}).items()))
        first = 1 if variant else 1 + LATER * (number // len(kinds) % 3)
        last = first + STRETCH - 1 if number else WHOLE
        yield f"{number:02}_{kind['player']}.txt", number, kind["player"], variant, first, last


def written(name, number, player, variant, first, last):
    """Return the section of a game from decision `first` to decision `last`, or to its end."""
    state = begin_game(name, number, variant, run=False)
    rules = ", ".join(f"{key} = {value}" for key, value in variant) or "standard rules"
    lines = [f"{state.game.title}, game {number}, {player} players, {rules}"]
    state.listen()
    state.run()
    choose, at, seen = PLAYERS[player](number), 1, {}
    while state.result is None and at < first:
        state.events.clear()
        state.apply(choose(state))
        at += 1
    lines += happened(state)
    while state.result is None and at <= last:
        step = state.step
        lines += ["", f"{at}. {step.name} ({', '.join(step.clauses)}), seat {state.seat_to_act}"]
        lines.append("   legal: " + "; ".join(legal(state)))
        lines += changes(state, seen)
        action = choose(state)
        lines.append(f"   > {state.text(action)}")
        state.apply(action)
        lines += happened(state)
        at += 1
    lines += ["", f"result: {tuple(state.result[:3]) if state.result else 'not over yet'}", ""]
    return "\n".join(lines)


def happened(state):
    """Return the events since the last call, as lines, and clear them."""
    lines = [f"   {event.clause}: {state.game.narrate(event, 0, names=('P1', 'P2'))}" for event in state.events]
    state.events.clear()
    return lines


def legal(state):
    """Return the legal actions grouped by kind, with their common beginning written once."""
    kinds = {}
    for action in state.legal_actions():
        kinds.setdefault(action[0], []).append(state.text(action))
    for texts in kinds.values():
        common = beginning(texts)
        yield texts[0] if len(texts) == 1 else common + "{" + " | ".join(text[len(common) :] for text in texts) + "}"


def beginning(texts):
    """Return the words that all texts begin with."""
    words = 0
    while len({tuple(one.split(" ")[: words + 1]) for one in texts}) == 1 and words < 9:
        words += 1
    return "".join(f"{word} " for word in texts[0].split(" ")[:words])


def changes(state, seen):
    """Return a line for each part of the two views that differs from `seen`, and update `seen`."""
    lines = []
    parts = [render_view(state.view(seat)) for seat in (0, 1)]
    for what in parts[0]:
        alike = parts[0][what] == parts[1][what]
        for who in ("both see",) if alike else ("0 sees", "1 sees"):
            now = parts[who[0] == "1"][what]
            if any(seen.get((seat, what)) != now for seat in ((0, 1) if alike else (int(who[0]),))):
                lines.append(f"   {who} {what}: {now}")
        seen.update({(seat, what): parts[seat][what] for seat in (0, 1)})
    return lines


def render_view(view):
    """Return the parts of a view as texts, one per zone."""
    parts = {}
    for number, player in enumerate(view["players"], 1):
        parts |= {f"P{number}.{zone}": text(part) for zone, part in player.items()}
    return parts | {key: text(part) for key, part in view.items() if key not in ("players", *HEADER)}


def text(part):
    """Return a short text for a part of a view: ? for a hidden card, otherwise the card's name with its true marks."""
    if part is None:
        return "?"
    if isinstance(part, list | tuple):
        return "[" + ", ".join(map(text, part)) + "]"
    if not isinstance(part, dict):
        return str(part)
    rest = (
        (key, value)
        for key, value in part.items()
        if key != "card" and value is not None and value is not False and value != []
    )
    marks = [key if value is True else f"{key} {text(value)}" for key, value in rest]
    name = text(part["card"]) if "card" in part else ""
    return (f"{name} ({', '.join(marks)})" if marks else name).strip()


def regenerate():
    """Rewrite all golden games; yield the path of each file."""
    for name in GAMES:
        for file, *row in series(name):
            path = FOLDER / name / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(written(name, *row), encoding="utf-8")
            yield path
