"""The table of the game as a player sees it (chapters 4 and 5), for boards, built from the player's view alone."""

from __future__ import annotations

from typing import Any

from engines.chaos.battle import may_attack_now
from engines.chaos.state import AREAS, ChaosState, Damage, Resolution
from engines.chaos.text import render_ability, skill_name
from engines.forms import visibility
from engines.forms.table import Arrow, Entry, Table
from engines.forms.table import table as table_of

TURNED = {"stand": 0, "rest": 90, "reverse": 180}


def table(state: ChaosState, seat: int) -> Table:
    """Return the table as the player in `seat` sees it."""
    view = state.view(seat)
    sides, battle = view["players"], view["battle"]
    found = table_of(state, seat, dict.fromkeys(AREAS, _character))
    found.scores = found.sizes
    for zones, side in zip(found.zones, sides, strict=True):
        for entry in zones["extra"]:
            entry.words = ("face-down",) if entry.card else ()
        zones["extra"] += [Entry(f"s{at}", name, tags=("Spent",)) for at, name in enumerate(side["spent"])]
        del zones["spent"]
        if side["top"] is not None:
            zones["deck"] = [Entry("top", side["top"], words=("on top",))]
    found.arrow = _arrow(battle, sides, view["turn_player"]) if battle else None
    found.held = _held(state, seat)
    found.facts = _facts(state, view, sides, battle, seat)
    return found


def card_at(state: ChaosState, reference: str) -> str | None:
    """Return the name of a card in hand, in the Extra deck or in the main deck, even if it is hidden.

    Cards of the main deck are counted from the top.
    """
    seat, zone, key = reference.split(".")
    if zone == "deck" and key.isdecimal():
        reference = f"{seat}.deck.{len(state.players[int(seat)].deck) - 1 - int(key)}"
    return visibility.card_at(state, reference)


def _character(key: str, part: dict[str, Any]) -> Entry:
    turned, words = TURNED[part["orientation"]], [part["orientation"].capitalize()]
    if not part["up"]:
        words.append("face-down")
    if part["card"] is None:
        return Entry(key, None, kind="Partner", turned=turned)
    levels = [Entry(f"l{at}", name, words=("level card",)) for at, name in enumerate(part["levels"])]
    below = [Entry(f"u{at}", name, words=("under it",)) for at, name in enumerate(part["under"])]
    return Entry(
        key,
        part["card"],
        turned=turned,
        down=not part["up"],
        figures={"atk": part["atk"], "end": part["end"]},
        tags=tuple(skill_name(skill) for skill in part["skills"]),
        words=tuple(words),
        gear=(Entry("set", part["gear"], words=("set",)),) if part["gear"] else (),
        under=(*levels, *below),
        counters={"damage": part["damage"]} if part["damage"] else {},
        needs={"damage": part["end"]},
    )


def _place(sides: list[dict[str, Any]], seat: int, number: int | None) -> tuple[str, str] | None:
    """Return (reference, name) of a character; None if it has left the arena."""
    for area in AREAS:
        for part in sides[seat][area]:
            if part["id"] == number:
                return f"{seat}.{area}.{number}", str(part["card"])
    return None


def _arrow(battle: dict[str, Any], sides: list[dict[str, Any]], seat: int) -> Arrow | None:
    """Return the arrow of an attack: to the guard, the target, or the rival's main deck, which is the rival's life."""
    attacker = _place(sides, seat, battle["attacker"])
    if attacker is None:
        return None
    aim = _place(sides, 1 - seat, battle["guard"] or battle["target"])
    if aim is not None:
        return Arrow(attacker[0], [aim[0]])
    if battle["guard"] or battle["target"] or not sides[1 - seat]["deck"]:
        return None
    return Arrow(attacker[0], [f"{1 - seat}.deck.top"])


def _held(state: ChaosState, seat: int) -> tuple[str, ...]:
    """Return references to the cards in hand that the player has picked so far."""
    if state.step.name not in ("E5", "HAND") or state.seat_to_act != seat:
        return ()
    picks, found = state.procedure_locals[-1], []
    for card in set(picks):
        places = [at for at, other in enumerate(state.players[seat].hand) if other == card]
        found += [f"{seat}.hand.{at}" for at in places[: picks.count(card)]]
    return tuple(found)


def _facts(
    state: ChaosState, view: dict[str, Any], sides: list[dict[str, Any]], battle: dict[str, Any] | None, seat: int
) -> dict[str, Any]:
    local = state.procedure_locals
    facts: dict[str, Any] = {"card": view["carried_out"] or "", "deck": sides[seat]["deck"]}
    facts["attacks"] = "yes" if may_attack_now(state) else "first"
    if type(local) is Damage:
        facts |= {"left": local.left, "rest": local.left - 1, "partner": state.name(state.partner(local.seat).top)}
    if type(local) is Resolution:
        facts["due"] = local.hand or 1
        if state.step.name == "MAY":
            facts["does"] = render_ability(state.game.cards[local.card], local.ability, state.game.words)
    if battle:
        attacker = _place(sides, view["turn_player"], battle["attacker"])
        aim = _place(sides, 1 - view["turn_player"], battle["guard"] or battle["target"])
        facts |= {"attacker": attacker[1] if attacker else "", "target": aim[1] if aim else "the player"}
    return facts
