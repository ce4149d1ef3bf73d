"""Tries that a step's goal invites: the board offers them first, although they will be refused."""

from __future__ import annotations

import re
from collections.abc import Iterable

from engines.kernel.state import Action
from tutor.boards.scenery import one_of_each_label
from tutor.matches.playthrough import Playthrough
from tutor.messages import shapes


def offer_invited(scene: shapes.Scene, table: Playthrough, invited: Iterable[Action]) -> shapes.Scene:
    """Return the scene with a button, or a card that asks for its target, for each invited try.

    The board normally offers the actions that may be tried with a card in its zone, except those that can never become
    possible for it. Tries that the goal asks for are always offered, with the mark `asked`.
    """
    rows: dict[str, list[shapes.Kind]] = {}
    for action in invited:
        kind = table.state.game.kinds[action[0]]
        sources, targets = table.places(action)
        if sources:
            label = re.sub(r" ?\{\w+\}", "", kind.label)
            aimed = any(target.count(".") > 1 for target in targets)
            rows.setdefault(sources[0], []).append({"kind": kind.name, "label": label, "targets": aimed, "asked": True})
    for place, player in enumerate(scene["players"]):
        for zone in player["zones"]:
            own = scene["kinds"].get(zone["role"], []) if place == 0 else []
            for card in zone["cards"]:
                if asked := rows.get(card["ref"]):
                    card["kinds"] = one_of_each_label([*asked, *card.get("kinds", own)])
    return scene
