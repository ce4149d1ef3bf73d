"""A widget that sends what has changed in its traits instead of the traits.

After a click most of a scene is what it was. So a front end that has the last version is sent a patch (`patches`), in
one message with whatever else changed. It is sent everything when it opens, when it comes back, and when it asks:
it does so when a patch is not one for the version it has.
"""

from __future__ import annotations

from collections.abc import Iterable

import anywidget

from tutor.boards.patches import make_patch

# What a front end sends that has not the last version.
FULL_STATE_REQUEST = {"type": "full"}


class PatchSender(anywidget.AnyWidget):
    """A widget whose traits named in `patched` are sent as patches.

    The values of these traits are replaced, never changed in place: the last ones are kept to compare with.
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
        """Return the state to send; the whole of it is that of the last version, which patches go on from.

        What is held back (`hold_sync`) belongs to the next version, and so is not in it.
        """
        state: dict[str, object] = super().get_state(key, drop_defaults)
        if key is None:
            if self._sent is None or not self._holding_sync:
                self._sent = {name: getattr(self, name) for name in self.patched}
            state |= self._sent | {"version": self._version, "patch": None}
        return state

    def send_state(self, key: str | Iterable[str] | None = None) -> None:
        """Send everything, or what has changed in some traits."""
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
