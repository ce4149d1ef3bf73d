"""What the pages of the comparison share: their widget, the line at the top, and the ways from one to the other."""

from __future__ import annotations

from typing import Any

from tutor.app.links import has_page, link, query
from tutor.app.widgets import Page
from tutor.compare.names import hue, seal, short
from tutor.text import say, words
from tutor.widgets import script, style

TABS = ("mechanics", "phase_graphs", "metrics", "causes", "transfer", "mixer")


class ComparePage(Page):
    """A page of the comparison; `data` has `tabs`, `title`, `text` and `notice` beside what the page itself shows.

    here : the tab it belongs to, whose words it has; more : other tables of words.
    """

    def __init__(self, here: str, language: str, data: dict[str, Any], *more: str) -> None:
        home = link(lang=query().get("lang"))
        crumbs = [{"text": say("compare.place", language), "href": ""}]
        shown = words("page", language) | words("compare", language) | words(here, language)
        for table in more:
            shown |= words(table, language)
        tabs = [
            {"text": say(f"compare.{tab}", language), "href": page_of(tab), "on": tab == here}
            for tab in TABS
            if tab == here or has_page(f"compare/{tab}.ipynb")
        ]
        bar = {"home": home, "crumbs": crumbs}
        super().__init__(language, data={"tabs": tabs, "notice": "", **data}, bar=bar, words=shown)


class MeasuredPage(ComparePage):
    """Measured by play; sends `play` with the number of `games` (see `tutor.compare.measured_page`)."""

    _esm = script("measured")
    _css = style("measured")


class TurnsPage(ComparePage):
    """The turns side by side; sends `open` (game, job), `pair` (one, other), `graphs` and `step` (see `turns`)."""

    _esm = script("turns")
    _css = style("turns")


class MechanicsPage(ComparePage):
    """The mechanics table.

    Sends `open` (question, game), `close`, `export`, `handout` (rows), and for all games side by side `all` (question),
    `step` (to, game) and `tell` (game, id of a clause); see `mechanics_page`.
    """

    _esm = script("mechanics")
    _css = style("mechanics")


class MechanicPage(ComparePage):
    """A mechanic: what it is, and the rows of the table about it; sends what `cells` listens to."""

    _esm = script("mechanic")
    _css = style("mechanic")


class CausesPage(ComparePage):
    """What a mechanic does, by taking it out; sends nothing (see `causes_page`)."""

    _esm = script("causes")
    _css = style("causes")


class MixerPage(ComparePage):
    """A game mixed from answers; sends `pick` (question, game), `from` (game), `clear`, and `begin` (title).

    It saves what Python sends as `{"type": "file", "name", "base64"}`.
    """

    _esm = script("mixer")
    _css = style("mixer")


class TransferPage(ComparePage):
    """Puzzles across games; sends `puzzle` (id), `side` (here or there), `pick` (option), `next` and `again`."""

    _esm = script("transfer")
    _css = style("transfer")


def page_of(tab: str, **options: object) -> str:
    """Return the address of a page of the comparison."""
    return link(f"compare/{tab}.ipynb", lang=query().get("lang"), **options)


def game_of(name: str) -> dict[str, str]:
    """Return how a game is shown: `id`, `title`, `hue` and `seal`."""
    return {"id": name, "title": short(name), "hue": hue(name), "seal": seal(name)}
