"""A widget that sends changes to its traits as patches.

A click changes only a small part of a scene. A front end that has the last version is therefore sent a patch (see
`patches`), in one message with all other changes. It is sent the whole state when it opens, when it reconnects, and
when it asks because a patch does not fit its version.
"""

from __future__ import annotations

from collections.abc import Iterable

from tutor.boards.patches import make_patch
from tutor.widgets.documented import DocumentedWidget

# Sent by a front end that does not have the last version.
FULL_STATE_REQUEST = {"type": "full"}


class PatchSender(DocumentedWidget):
    """A widget whose traits named in `patched` are sent as patches.

    The values of these traits must be replaced, never changed in place, because the last values are compared.
    """

    patched: tuple[str, ...] = ()

    def __init__(self, **traits: object) -> None:
        self._sent: dict[str, object] | None = None
        self._version = 0
        super().__init__(**traits)
        self.on_msg(self._asked)

    def _asked(self, _widget: object, content: object, _buffers: object) -> None:
        if content == FULL_STATE_REQUEST:
            self.send_state()

    def get_state(self, key: str | Iterable[str] | None = None, drop_defaults: bool = False) -> dict[str, object]:
        """Return the state to send. All of it belongs to the last version, on which patches build.

        Changes held back (`hold_sync`) belong to the next version and are left out.
        """
        state: dict[str, object] = super().get_state(key, drop_defaults)
        if key is None:
            if self._sent is None or not self._holding_sync:
                self._sent = {name: getattr(self, name) for name in self.patched}
            state |= self._sent | {"version": self._version, "patch": None}
        return state

    def send_state(self, key: str | Iterable[str] | None = None) -> None:
        """Send everything, or the changes in some traits."""
        if self.comm is None:
            return
        if key is None or self._sent is None:
            self._sent = {name: getattr(self, name) for name in self.patched}
            self._version += 1
            super().send_state()
            return
        names = {key} if isinstance(key, str) else set(key)
        state = self.get_state(names.difference(self.patched))
        now = self._sent | {name: getattr(self, name) for name in names.intersection(self.patched)}
        change = make_patch(self._sent, now)
        if change is not None:
            state["patch"] = {"base": self._version, "change": change}
            self._sent, self._version = now, self._version + 1
        if state:
            self._send({"method": "update", "state": state, "buffer_paths": []})
