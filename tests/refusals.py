"""Sends a page malformed commands, and checks that it reports them and changes nothing."""

from __future__ import annotations

from typing import Any

from tutor.widgets.page import Page

SAID = "The page sent something that cannot be read. Nothing changed. message"


def refuse(page: Page, name: str, **more: Any) -> str:
    """Send a malformed command and return the message, after checking that nothing else has changed."""
    before = page.data
    assert not page.receive({"type": "command", "name": name, **more})
    said = str(page.data["notice"])
    assert page.data == before | {"notice": said}
    assert said.startswith(SAID) or page.language != "en"
    assert said.count(": ") >= 1
    assert said.endswith(".")
    assert len(said) < 500
    return said
