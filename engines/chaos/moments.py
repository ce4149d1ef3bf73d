"""Icons: when an Event or an ability can be used (CHA-2.10)."""

from __future__ import annotations

from engines.chaos.state import ChaosState
from engines.core.state import Action


def icon_here(state: ChaosState) -> str:
    """Return the icon that counts at this step, "" where nothing can be used."""
    return "main" if state.step.name == "M2" else "battle" if state.step.window else ""


def icons_of(state: ChaosState, action: Action) -> frozenset[str]:
    """Return the icons of the Event that is played, or of the abilities of the character that is used."""
    if action[0] == "play":
        return state.faces[action[1]].icons
    face = state.faces[state.where[action[1]][2].top]
    return frozenset(icon for icon, place in (("main", face.main), ("battle", face.battle)) if place >= 0)
