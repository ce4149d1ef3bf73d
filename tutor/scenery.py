"""The scene: everything the board draws, made from what one player may see. It holds no rules.

Zones, titles and questions come from the game's presentation; cards from `state.view(viewer)`, so that what is
hidden never gets near the browser.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from engines.core.state import NATURE, State
from tutor.presentation import faces, look

Card = dict[str, Any]
__all__ = ["look", "scene", "standing"]


def scene(
    state: State,
    viewer: int,
    stamp: int,
    moves: Sequence[Any],
    names: tuple[str, str],
    notes: tuple[str, str],
    shown: Iterable[str] = (),
    known: frozenset[str] = frozenset(),
) -> dict[str, Any]:
    """Return the scene for `viewer`: see the widgets for what each entry means.

    shown : references of hidden cards that a lesson lets the viewer see. known : the names of cards once shown,
    which the viewer recognises when they are broken.
    """
    view = state.view(viewer)
    game = state.game
    order = (viewer, 1 - viewer)
    open_cards, opened = _shown(state, shown), {ref.rsplit(".", 1)[0] for ref in shown}
    view["broken"] = _recognised(state, view["broken"], known)
    players = [
        _player(view, game.name, seat, place, names[seat], notes[seat], open_cards, opened)
        for place, seat in enumerate(order)
    ]
    seen = {
        card["face"] for player in players for zone in player["zones"] for card in _every(zone["cards"]) if card["face"]
    }
    return {
        "stamp": stamp,
        "viewer": viewer,
        "turn": {"number": view["turn"], "label": _label(state, view, viewer, names)},
        "phases": _phases(state),
        "players": players,
        "faces": faces(game, seen),
        "arrow": _arrow(view),
        "question": _question(state, view, viewer) if moves else None,
        "moves": [
            {
                "id": number,
                "kind": move.kind,
                "label": move.label,
                "from": move.source,
                "to": move.target,
                "text": move.text,
            }
            for number, move in enumerate(moves)
        ],
        "kinds": _kinds(game),
        "marks": _marks(state, view, viewer),
        "ghost": None,
        "now": _now(state, view, viewer, names),
        "dice": [],
    }


def _every(cards: Iterable[Card]) -> Iterable[Card]:
    for card in cards:
        yield card
        yield from card["on"]


def names_of(state: State, shown: Iterable[str]) -> frozenset[str]:
    """Return the names of the hidden cards with these references."""
    return frozenset(_shown(state, shown).values())


def _shown(state: State, shown: Iterable[str]) -> dict[str, str]:
    """Return the names of hidden cards that a lesson shows: {reference: name}."""
    found = {}
    for ref in shown:
        seat, zone, at = ref.split(".")
        cards = getattr(state.players[int(seat)], zone)  # type: ignore[attr-defined]
        if int(at) < len(cards) and cards[int(at)] >= 0:
            found[ref] = state.game.cards[cards[int(at)]].name
    return found


def _recognised(state: State, broken: list[str | None], known: frozenset[str]) -> list[str | None]:
    names = [state.game.cards[card].name if card >= 0 else None for card in getattr(state, "broken", ())]
    return [name or (true if true in known else None) for name, true in zip(broken, names, strict=True)]


def _marks(state: State, view: dict[str, Any], viewer: int) -> dict[str, str]:
    """Return the marks of the position itself: while an attack is being aimed, its attacker is in hand."""
    attack = view["attack"]
    aiming = attack is not None and attack["seat"] == viewer and main_step(state).pick
    return {f"{viewer}.field.{attack['attacker']}": "selected"} if aiming else {}


def _player(
    view: dict[str, Any],
    game: str,
    seat: int,
    place: int,
    name: str,
    note: str,
    shown: dict[str, str],
    opened: set[str],
) -> dict[str, Any]:
    data = view["players"][seat]
    zones = []
    for row in look(game)["zone"]:
        cards = _cards(view, seat, row["id"], data[row["id"]], game, shown, place == 0)
        count = (
            data[row["id"]]
            if isinstance(data[row["id"]], int)
            else len([card for card in data[row["id"]] if card is not False])
        )
        outlines = max(0, row.get("outlines", 0) - len(cards)) if row.get("outlines") else 0
        zones.append(
            {
                "id": f"{seat}.{row['id']}",
                "role": row["role"],
                "slot": row["slot"],
                "title": row["title"],
                "ja": row["ja"],
                "count": count,
                "size": "S" if f"{seat}.{row['id']}" in opened else row["size"],
                "outlines": 0 if f"{seat}.{row['id']}" in opened else outlines,
                "cards": cards,
                "target": False,
            }
        )
    return {"name": name, "letter": name[:1].upper(), "note": note, "hand_count": len(data["hand"]), "zones": zones}


def _cards(
    view: dict[str, Any], seat: int, zone: str, entries: Any, game: str, shown: dict[str, str], mine: bool
) -> list[Card]:
    if isinstance(entries, int):  # a face-down pile: its top only
        return [_card(f"{seat}.{zone}.top", None, f"{_whose(mine)} {zone}, {entries} cards.")] if entries else []
    found = []
    for at, part in enumerate(entries):
        if part is False:
            continue
        ref = f"{seat}.{zone}.{part['id'] if isinstance(part, dict) and 'id' in part else at}"
        if isinstance(part, dict):
            found.append(_in_play(ref, part, view, seat, game))
        elif isinstance(part, str):
            found.append(_card(ref, part, f"{part}.", figures=_printed(game, part)))
        elif ref in shown:
            found.append(
                _card(
                    ref,
                    shown[ref],
                    f"{shown[ref]}, {_singular(zone)} {at + 1}, shown to you.",
                    figures=_printed(game, shown[ref]),
                )
            )
        else:
            found.append(_card(ref, None, f"{_whose(mine)} {_singular(zone)} {at + 1}, face down."))
    if zone == "cores" and view["broken"] and view["attack"] and view["attack"]["seat"] != seat:
        for at, name in enumerate(view["broken"]):
            found.append(
                _card(
                    f"{seat}.broken.{at}",
                    name,
                    f"{name or 'A card'}, just broken.",
                    tags=["broken"],
                    figures=_printed(game, name) if name else [],
                )
            )
    if zone == "graveyard":
        return found[-1:]
    return found


def _whose(mine: bool) -> str:
    return "Your" if mine else "Rival's"


def _singular(zone: str) -> str:
    return {"cores": "core", "hand": "hand card", "energy": "energy card"}.get(zone, zone)


def _card(ref: str, face: str | None, label: str, **more: Any) -> Card:
    return {
        "ref": ref,
        "face": face,
        "down": False,
        "turned": 0,
        "figures": [],
        "tags": [],
        "on": [],
        "counters": [],
        "dim": False,
        "label": label,
    } | more


def _printed(game: str, name: str) -> list[dict[str, Any]]:
    from engines import load

    whole = load(game)
    if name not in whole.by_name:
        return []
    fields = whole.cards[whole.by_name[name]].fields
    return [
        {"sign": row["sign"], "value": fields[row["field"]], "change": 0}
        for row in look(game)["figure"]
        if fields.get(row["field"]) is not None
    ]


def _in_play(ref: str, part: dict[str, Any], view: dict[str, Any], seat: int, game: str) -> Card:
    name = part["card"]
    turned = 90 if part.get("fatigued") else 0
    state = "fatigued" if turned else "upright"
    if "power" in part:
        figures = _current(game, name, part)
        words = ", ".join(
            f"{row['word']} {part['rank' if row['field'] == 'break_rank' else row['field']]}"
            for row in look(game)["figure"]
        )
        tags = ["new"] if part["entered_now"] else []
        label = ", ".join([name or "Unseen unit", words, state, *part["keywords"], *tags]) + "."
        return _card(ref, name, label, turned=turned, figures=figures, tags=tags)
    if "force" in part:
        on = []
        if part["force"]:
            active = "stopped" if turned else "active"
            on = [_card(f"{ref}.force", part["force"], f"{part['force']}, Force on {name}, {active}.", turned=turned)]
        return _card(ref, name, f"{name}, altar card, {state}.", turned=turned, on=on)
    down = not part["up"]
    label = f"{name or 'Energy card'}, energy, face {'down' if down else 'up'}, {state}."
    return _card(ref, name, label, turned=turned, down=down and name is not None)


def _current(game: str, name: str | None, part: dict[str, Any]) -> list[dict[str, Any]]:
    printed = {row["sign"]: row["value"] for row in _printed(game, name)} if name else {}
    figures = []
    for row in look(game)["figure"]:
        value = part["rank" if row["field"] == "break_rank" else row["field"]]
        before = printed.get(row["sign"], value)
        figures.append({"sign": row["sign"], "value": value, "change": (value > before) - (value < before)})
    return figures


def _phases(state: State) -> list[dict[str, Any]]:
    """Return the phase strip: turn phases in order, the present one opened into its decisions."""
    game = state.game
    lanes = [phase for phase in game.phases if phase.id in turn_phases(game)]
    order, titles = list(game.flow.steps.values()), look(game.name).get("strip", {})
    now = current_phase(state)
    at = next((number for number, phase in enumerate(lanes) if phase.id == now), -1)
    strip = []
    for number, phase in enumerate(lanes):
        steps = [
            step
            for step in game.flow.steps.values()
            if step.phase == phase.id and step.ask and not step.pick and not step.chance
        ]
        here = "done" if number < at else "now" if number == at else "next"
        asked = main_step(state)
        if asked.pick:  # picks belong to the decision before them
            asked = next((step for step in reversed(steps) if order.index(step) < order.index(asked)), asked)
        strip.append(
            {
                "id": phase.id,
                "title": phase.title,
                "ja": phase.japanese.removesuffix("フェイズ"),
                "state": here,
                "steps": [
                    {
                        "id": step.name,
                        "title": titles.get(step.name, step.title),
                        "state": "now" if step is asked else "next",
                    }
                    for step in steps
                ]
                if here == "now" and len(steps) > 1
                else [],
            }
        )
    return strip


def turn_phases(game: Any) -> set[str]:
    """Return the phases a turn goes through: no procedures, no setup, not the end of the game."""
    steps = game.flow.steps.values()
    procedures = {step.phase for step in steps if step.procedure}
    return {step.phase for step in steps if step.phase not in procedures and not step.terminal} - {
        game.flow.first.phase
    }


def main_step(state: State) -> Any:
    """Return the step in a turn phase that the game is in, also from inside a procedure called there."""
    step, frames = state.step, state.frames
    while step.procedure and frames:
        step, _, frames = frames
    return step


def current_phase(state: State) -> str:
    """Return the turn phase the game is in."""
    return str(main_step(state).phase)


def _arrow(view: dict[str, Any]) -> dict[str, Any] | None:
    attack = view["attack"]
    if attack is None:
        return None
    seat = attack["seat"]
    if attack["blocker"]:
        aims = [f"{1 - seat}.field.{attack['blocker']}"]
    elif attack["target"]:
        aims = [f"{1 - seat}.field.{attack['target']}"]
    else:
        aims = [f"{1 - seat}.cores.{at}" for at in attack["cores"] if view["players"][1 - seat]["cores"][at]]
    return {"from": f"{seat}.field.{attack['attacker']}", "to": aims, "kind": "attack"} if aims else None


def _label(state: State, view: dict[str, Any], viewer: int, names: tuple[str, str]) -> str:
    phase = next((phase.title for phase in state.game.phases if phase.id == current_phase(state)), "")
    whose = "Your" if view["turn_player"] == viewer else f"{names[view['turn_player']]}'s"
    return f"{whose} {phase} Phase · turn {view['turn']}" if view["turn"] else phase


def _question(state: State, view: dict[str, Any], viewer: int) -> dict[str, str] | None:
    rows = look(state.game.name)
    row = rows["question"].get(state.step.name)
    if row is None:
        return None
    words = {"attacker": "", "count": 0, "cores": 0, "target": "", "aim": ""}
    attack = view["attack"]
    if attack:
        field = {unit["id"]: unit["card"] for player in view["players"] for unit in player["field"]}
        words |= {
            "attacker": field.get(attack["attacker"], ""),
            "count": max(1, attack["rank"] - (len(attack["cores"]) if state.step.pick else 0)),
            "cores": sum(view["players"][1 - attack["seat"]]["cores"]),
            "target": field.get(attack["target"], ""),
        }
        left = "last" if words["cores"] == 1 else "all" if words["count"] == words["cores"] else "cores"
        words["aim"] = rows["aim"]["unit" if attack["target"] else left].format_map(words)
    return {"title": row["title"].format_map(words), "text": row["text"].format_map(words)}


def _kinds(game: Any) -> dict[str, list[dict[str, Any]]]:
    return {
        role: [{"kind": name, "label": game.kinds[name].label, "targets": game.kinds[name].targets} for name in names]
        for role, names in look(game.name)["tries"].items()
    }


def _now(state: State, view: dict[str, Any], viewer: int, names: tuple[str, str]) -> str:
    if state.result is not None:
        who = (
            "Nobody wins"
            if state.result.winner is None
            else "You win"
            if state.result.winner == viewer
            else f"{names[state.result.winner]} wins"
        )
        return f"{who}. {state.result.text}"
    if state.decision is None:
        return state.step.title
    seat = state.seat_to_act
    if seat == NATURE:
        return "Chance decides."
    question = _question(state, view, viewer)
    if seat != viewer or question is None:
        return "You decide." if seat == viewer else f"{names[seat]} decides."
    return f"{question['title']}{'' if question['title'].endswith('?') else ':'} {question['text']}"


def standing(state: State, viewer: int, zone: str) -> list[str]:
    """Return the references of the cards in a zone, given as "seat.zone"."""
    seat, name = zone.split(".")
    entries = state.view(viewer)["players"][int(seat)][name]
    return [f"{zone}.{at}" for at, part in enumerate(entries) if part is not False]
