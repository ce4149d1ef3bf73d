"""Cards that form a group (`engines.forms.table.Group`), as the board draws them and as text describes them.

The game says which cards these are, and what links them; this module only arranges those in a zone side by side.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from engines.forms.table import Group, Table
from engines.game import Game
from tutor.boards.presentation import face_of, load_look
from tutor.messages import shapes
from tutor.text import format_message

SAME, LINKED, AWAY = "same", "linked", "away"
"""The sign between two neighbours: the same part, a link, or a link to another zone."""
SIGNS = {SAME: "–", LINKED: "=", AWAY: "…"}
"""The same signs in a line of text."""


def set_groups(game: Game, table: Table, seat: int, player: shapes.Player) -> None:
    """Add the groups of a player to a scene: in each zone, and as lines of text.

    Within a zone, the cards of a group are moved side by side. Most games have no groups (`[groups]` in the
    presentation).
    """
    if "groups" not in load_look(game.name):
        return
    groups, cards = table.groups[seat], {card["ref"]: card for zone in player["zones"] for card in zone["cards"]}
    lines = [_told(group, player["zones"], cards) for group in groups]
    player["groups"] = [f"{load_look(game.name)['groups']['title']}: {len(groups)}.", *lines] if groups else []
    hues = {ref: _hue(game, card.get("face")) for ref, card in cards.items()}
    titles = {zone["id"]: zone["title"] for zone in player["zones"]}
    for zone in player["zones"]:
        here = [(group, refs) for group in groups if (refs := [ref for ref in _refs(group) if ref in _in(zone)])]
        zone["groups"] = [
            {
                "id": group.key,
                "name": group.name,
                "label": _label(game, group, zone["id"], titles),
                "hues": list(dict.fromkeys(hues[ref] for ref in (_refs(group)[0], _refs(group)[-1]))),
                "tie": (LINKED if len(group.parts) > 1 else SAME) if len(refs) < len(_refs(group)) else "",
                "cards": [
                    {"ref": ref, "link": link, "hue": hues[ref]}
                    for ref, link in zip(refs, _links(group, refs), strict=True)
                ],
            }
            for group, refs in here
        ]
        if here:
            zone["cards"] = _side_by_side(zone["cards"], [refs for _, refs in here])


def _side_by_side(cards: Sequence[shapes.Card], groups: Sequence[Sequence[str]]) -> list[shapes.Card]:
    """Return the cards of a zone in their order, with each group gathered at the place of its first card."""
    come = {card["ref"]: at for at, card in enumerate(cards)}
    order = {ref: (min(come[one] for one in refs), at) for refs in groups for at, ref in enumerate(refs)}
    return sorted(cards, key=lambda card: order.get(card["ref"], (come[card["ref"]], 0)))


def _hue(game: Game, name: str | None) -> str:
    return str(face_of(game.name, game.cards[game.by_name[name]])["hue"]) if name in game.by_name else "grey"


def _links(group: Group, refs: Sequence[str]) -> list[str]:
    """Return, for each of these cards of a group, the sign between it and the previous card; "" for the first."""
    part = {ref: at for at, those in enumerate(group.parts) for ref in those}
    steps = [part[ref] - part[before] for before, ref in pairwise(refs)]
    return ["", *([SAME, LINKED][step] if step < 2 else AWAY for step in steps)]


def _label(game: Game, group: Group, zone: str, titles: dict[str, str]) -> str:
    """Return a group for screen readers: "Unit Ada Lorne, active, 2 cards, 1 more in Action Zone"."""
    counts = Counter(map(_zone, _refs(group)))
    parts = [f"{load_look(game.name)['groups']['one']} {group.name}", *group.words]
    parts.append(
        format_message("scene.group_card" if counts[zone] == 1 else "scene.group_cards", count=counts.pop(zone))
    )
    parts += [format_message("scene.group_more", count=count, zone=titles[other]) for other, count in counts.items()]
    return ", ".join(parts)


def _told(group: Group, zones: Sequence[shapes.Zone], cards: dict[str, shapes.Card]) -> str:
    """Return a group as a line: its name and state and, if it has several cards, what links them and where they are."""
    refs, titles = _refs(group), {zone["id"]: zone["title"] for zone in zones}
    parted, line = len(set(map(_zone, refs))) > 1, ""
    for at, (ref, link) in enumerate(zip(refs, _links(group, refs), strict=True)):
        last = at + 1 == len(refs) or _zone(refs[at + 1]) != _zone(ref)
        line += (f" {SIGNS[link]} " if link else "") + str(cards[ref].get("name"))
        line += f" ({titles[_zone(ref)]})" if parted and last else ""
    state = ", ".join(group.words)
    return f"{group.name}, {state}{f': {line}' if len(refs) > 1 else ''}."


def _refs(group: Group) -> list[str]:
    return [ref for part in group.parts for ref in part]


def _zone(ref: str) -> str:
    return ref.rpartition(".")[0]


def _in(zone: shapes.Zone) -> set[str]:
    return {card["ref"] for card in zone["cards"]}
