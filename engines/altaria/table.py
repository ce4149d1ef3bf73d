"""The table of the game as a player sees it (chapter 5), for boards, built from the player's view alone."""

from __future__ import annotations

from typing import Any

from engines.altaria.choosing import asked_for
from engines.altaria.costs import list_payments, seat_paying
from engines.altaria.state import AltariaState
from engines.forms import visibility
from engines.forms.table import SIDEWAYS, Arrow, Entry, Table
from engines.forms.table import table as table_of
from engines.kernel.programs import current_instruction


def table(state: AltariaState, seat: int) -> Table:
    """Return the table as the player in `seat` sees it."""
    view = state.view(seat)
    attack = view["attack"]
    held = (f"{seat}.field.{attack['attacker']}",) if attack and attack["seat"] == seat and _aiming(state) else ()
    facts = {**(_facts(view, _aiming(state)) if attack else {}), **_of_the_step(state)}
    looks = {"energy": _energy, "altar": lambda key, part: _altar(state, key, part), "field": _unit}
    found = table_of(state, seat, looks, arrow=_arrow(state, view), held=held, facts=facts)
    if attack:
        found.zones[1 - attack["seat"]]["cores"] += _broken(view["broken"])
    return found


def card_at(state: AltariaState, reference: str) -> str | None:
    """Return the name of the card at a reference, also if it has just been broken; None if there is none."""
    _, _, *key = reference.split(".")
    if key[0] != "broken":
        return visibility.card_at(state, reference)
    return state.name(state.broken[int(key[1])]) if int(key[1]) < len(state.broken) else None


def _aiming(state: AltariaState) -> bool:
    """Return True while the cores of an attack are being chosen."""
    return state.step.pick


def _broken(names: list[str | None]) -> list[Entry]:
    """Return the entries of the cards just broken, shown beside the cores until each has moved on (ALT-13.5)."""
    return [
        Entry(f"broken.{at}", name, kind="card just broken", tags=("broken",), counts=False)
        for at, name in enumerate(names)
    ]


def _lies(key: str, part: dict[str, Any], *words: str, **more: Any) -> Entry:
    """Return the table entry of a card, turned sideways if it is fatigued."""
    stands = "fatigued" if part["fatigued"] else "upright"
    return Entry(key, part["card"], turned=SIDEWAYS if part["fatigued"] else 0, words=(*words, stands), **more)


def _unit(key: str, part: dict[str, Any]) -> Entry:
    figures = {"power": part["power"], "break_rank": part["rank"]}
    entry = _lies(key, part, figures=figures, tags=("new",) if part["entered_now"] else ())
    entry.words += tuple(part["keywords"])
    return entry


def _altar(state: AltariaState, key: str, part: dict[str, Any]) -> Entry:
    entry = _lies(key, part, "altar card")
    if part["force"]:
        on = state.game.words.say("part.force_on", card=part["card"])
        words = (on, "stopped" if part["fatigued"] and state.forces_stop else "active")
        entry.on = (Entry("force", part["force"], turned=entry.turned, words=words),)
    return entry


def _energy(key: str, part: dict[str, Any]) -> Entry:
    down = not part["up"] and part["card"] is not None
    return _lies(key, part, "energy", "face up" if part["up"] else "face down", down=down)


def _arrow(state: AltariaState, view: dict[str, Any]) -> Arrow | None:
    attack = view["attack"]
    if attack is None:
        return None
    seat, rival = attack["seat"], 1 - attack["seat"]
    unit = attack["blocker"] or attack["target"]
    aims = [f"{rival}.field.{unit}"] if unit else []
    if not unit:
        aims = [f"{rival}.cores.{at}" for at in attack["cores"] if view["players"][rival]["cores"][at]]
    if not aims:
        return None
    source = f"{seat}.field.{attack['attacker']}"
    if unit or _aiming(state):
        return Arrow(source, aims)
    count = len(attack["cores"])
    rank = next((one["rank"] for one in view["players"][seat]["field"] if one["id"] == attack["attacker"]), count)
    if count < rank and count == sum(view["players"][rival]["cores"]):
        text, clause = state.game.words.say("arrow.fewer", rank=rank, count=count), "ALT-11.5"
    else:  # the rank may have changed since; what counts is the rank at the declaration (ALT-11.7)
        text, clause = state.game.words.say("arrow.exact", rank=count, count=count), "ALT-11.4"
    return Arrow(source, aims, text=text, clause=clause)


def _facts(view: dict[str, Any], aiming: bool) -> dict[str, Any]:
    """Return the facts about the attack that the board's questions mention: unit, target, number of cores."""
    attack = view["attack"]
    field = {unit["id"]: unit["card"] for player in view["players"] for unit in player["field"]}
    cores = sum(view["players"][1 - attack["seat"]]["cores"])
    count = max(1, attack["rank"] - (len(attack["cores"]) if aiming else 0))
    every = "last" if cores == 1 else "both" if cores == 2 else "all"
    aim = "unit" if attack["target"] else every if count == cores else "cores"
    attacker, target = field.get(attack["attacker"], ""), field.get(attack["target"], "")
    return {"attacker": attacker, "target": target, "count": count, "cores": cores, "aim": aim}


def _of_the_step(state: AltariaState) -> dict[str, Any]:
    """Return the facts about a payment or a choice that the board's questions mention.

    For a payment: whether it may stop a Force. For a choice: its source, what is asked for, and whether it is a "may".
    """
    if state.step.name == "PAY":
        altar = state.players[seat_paying(state)].altar
        stops = state.forces_stop and any(altar[place][1] >= 0 for _, place in list_payments(state))
        return {"force": "there"} if stops else {}
    if state.step.name != "CHOOSE":
        return {}
    verb, _ = current_instruction(state)
    if verb not in ("choose", "may"):  # a moment of a film before any choice is due
        return {}
    asked = state.game.words.tell(asked_for(state, state.acting_seat() or 0, ()))
    return {
        "source": state.name(state.procedure_locals.card),
        "asked": asked,
        "pick": "may" if verb == "may" else "card",
    }
