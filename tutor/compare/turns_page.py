"""The page that compares turns: steps by job, measures of the phase graphs, and differences between two games."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import ipywidgets

import engines
from tutor.compare import graph_shape
from tutor.compare.comparison_page import comparison_page, game_badge
from tutor.compare.game_names import order_games, short_title
from tutor.compare.graph_shape import DrawnJob, DrawnStep, GraphEdit
from tutor.compare.step_jobs import JOBS, is_mapped
from tutor.graphs.widget import PhaseGraph
from tutor.messages.commands import command
from tutor.navigation.links import page_link, page_query
from tutor.text import format_message
from tutor.text import page_language as wanted_language
from tutor.widgets.page import Page


def phase_graphs() -> Page:
    """Return the page that compares the turns of all games whose steps are mapped to jobs.

    The address says what is open: `?open=altaria.fight`, `?pair=altaria.chaos`, `?graphs=1`, `?step=`.
    """
    ready = [name for name in order_games() if is_mapped(engines.load(name))]
    turns = TurnsPage(ready, wanted_language())
    turns.begin(page_query())
    return turns.page


class TurnsPage:
    """The state of the page: the open box, and the two games compared."""

    def __init__(self, names: list[str], language: str) -> None:
        self.language, self.names = language, names
        self.games = {name: engines.load(name) for name in names}
        self.graphs = {name: graph_shape.job_graph(game) for name, game in self.games.items()}
        self.pictures = {name: graph_shape.draw_jobs(game) for name, game in self.games.items()}
        data = {
            "title": self.say("title"),
            "text": self.say("text"),
            "jobs": [{"id": job, "title": format_message(f"job.{job}", language)} for job in JOBS],
            "rows": [self._row(name) for name in names],
            "measures": self._measures(),
            "matrix": self._matrix(),
            "open": None,
        }
        self.page = comparison_page("turns", "phase_graphs", language, data)
        self.page.answer_with(self)
        self.choose(names[0], names[min(1, len(names) - 1)])

    def begin(self, asked: Mapping[str, str]) -> None:
        """Show what an address asks for: a box (`open`), two games (`pair`) or their graphs; ignore unknown values."""
        game, _, job = asked.get("open", "").partition(".")
        if job in self.pictures.get(game, {}):
            self.open(game, job)
        one, _, other = asked.get("pair", "").partition(".")
        if one in self.games and other in self.games:
            self.choose(one, other)
        if "graphs" in asked:
            self.draw()
            game, _, step = asked.get("step", "").partition(".")
            if game in self.pair and step in self._steps_of(game):
                self.open_step(game, step)

    def say(self, key: str, **facts: object) -> str:
        """Return one of this page's texts, by key, in the learner's language."""
        return format_message(f"phase_graphs.{key}", self.language, **facts)

    @command("open")
    def _open_if_there(self, game: str, job: str) -> None:
        """Open the box of a game's job."""
        if job in self.pictures.get(game, {}):
            self.open(game, job)

    @command("close")
    def _close(self) -> None:
        """Close the open box."""
        self.page.put(open=None)

    @command("pair")
    def _choose_if_there(self, one: str, other: str) -> None:
        """Compare two games."""
        if one in self.games and other in self.games:
            self.choose(one, other)

    # Steps by job.

    def open(self, name: str, job: str) -> None:
        """Open the box of a game's job: its steps, who decides in them, and their clauses."""
        self.page.put(
            open={
                **self._opened(name, self.pictures[name][job]["steps"], format_message(f"job.{job}", self.language)),
                "job": job,
            }
        )

    def open_step(self, name: str, step: str) -> None:
        """Open one step, as chosen in a phase graph."""
        found = self._steps_of(name)[step]
        self.page.put(step={**self._opened(name, [found], found["title"]), "step": step})

    def _steps_of(self, name: str) -> dict[str, DrawnStep]:
        """Return the steps of a game that are drawn, by name."""
        return {one["name"]: one for drawn in self.pictures[name].values() for one in drawn["steps"]}

    def _opened(self, name: str, steps: list[DrawnStep], title: str) -> dict[str, object]:
        book = self.games[name].rulebook
        rows = []
        for step in steps:
            clauses = [
                {
                    "id": id,
                    "title": getattr(book.clause(id), "title", ""),
                    "href": page_link(f"{name}/rulebook.ipynb", clause=id),
                }
                for id in step["clauses"]
            ]
            who = step["who"] or (
                self.say(f"key_{step['kind']}") if step["kind"] != "automatic" else self.say("nobody")
            )
            rows.append({**step, "who": who, "clauses": clauses})
        return {"game": name, "title": self.say("opened", game=short_title(name), title=title), "steps": rows}

    def _row(self, name: str) -> dict[str, object]:
        cells: list[dict[str, object]] = []
        for job in JOBS:
            drawn = self.pictures[name].get(job)
            if drawn is None:
                cells.append({"job": job, "title": ""})
                continue
            steps = drawn["steps"]
            count, word = self._steps(len(steps)), format_message(f"job.{job}", self.language)
            title, more = self._named(word, drawn)
            label = self.say("spoken", game=short_title(name), job=word, title=more or title, steps=count)
            cells.append(
                {
                    "job": job,
                    "title": title,
                    "more": more,
                    "kinds": [step["kind"] for step in steps],
                    "both": drawn["both"],
                    "again": drawn["again"],
                    "label": label,
                }
            )
        return {"game": game_badge(name), "cells": cells}

    def _named(self, job: str, drawn: DrawnJob) -> tuple[str, str]:
        """Return the title of a box and a note: its steps if there are one or two, otherwise its job and first step."""
        titles = [step["title"] for step in drawn["steps"]]
        if len(titles) <= 2:
            return ", ".join(sorted(titles, key=lambda title: title != drawn["title"])), ""
        return job, self.say("and_more", title=drawn["title"], n=len(titles) - 1)

    def _steps(self, n: int) -> str:
        return self.say("one_step") if n == 1 else self.say("steps", n=n)

    # Measures.

    def _measures(self) -> list[dict[str, object]]:
        found = {name: graph_shape.game_shape(game) for name, game in self.games.items()}
        rows: list[dict[str, object]] = []
        for key in graph_shape.GraphShape._fields:
            cells: list[dict[str, str]] = []
            for name, measured in found.items():
                value = getattr(measured, key)
                cells.append(self._chain(name, value) if key == "chain" else {"text": self._text(value), "note": ""})
            rows.append({"id": key, "title": format_message(f"shape.{key}", self.language), "cells": cells})
        return rows

    def _text(self, value: float | None) -> str:
        if value is None:
            return format_message("shape.no_turns", self.language)
        return f"{value:.0%}" if isinstance(value, float) else str(value)

    def _chain(self, name: str, steps: tuple[str, ...]) -> dict[str, str]:
        titles = self.games[name].flow.steps
        return {"text": str(len(steps)), "note": " → ".join(titles[step].title for step in steps)}

    # Two games against each other.

    def _matrix(self) -> list[list[int]]:
        return [
            [len(graph_shape.graph_edits(self.graphs[one], self.graphs[other])) for other in self.names]
            for one in self.names
        ]

    def choose(self, one: str, other: str) -> None:
        """Compare two games."""
        found = graph_shape.graph_edits(self.graphs[one], self.graphs[other])
        rendered = [{"verb": edit.verb, "what": edit.what, "text": self.narrate(edit, other)} for edit in found]
        title = (
            self.say("count", count=len(found), one=short_title(one), other=short_title(other))
            if found
            else self.say("same")
        )
        self.pair = (one, other)
        self.page.child = None
        drawn = {"one": one, "other": other, "title": title, "edits": rendered}
        self.page.put(pair=drawn, step=None, graphs=False)

    def narrate(self, edit: GraphEdit, other: str) -> str:
        """Return an edit in words."""
        where, *to = (format_message(f"job.{job}", self.language) for job in edit.where)
        facts: dict[str, object] = {"where": where, "to": to[0].lower() if to else ""}
        if edit.what == "job":
            facts["where"] = where.lower()
            drawn = self.pictures[other].get(edit.where[0])
            facts["steps"] = ", ".join(step["title"] for step in drawn["steps"]) if drawn else ""
        elif edit.what in ("decisions", "chances"):
            facts |= {"before": edit.before, "after": self._steps(int(edit.after))}
        elif edit.what == "again":
            return format_message(f"edit.change_again_{edit.after}", self.language, **facts)
        return format_message(f"edit.{edit.verb}_{edit.what}", self.language, **facts)

    @command("graphs")
    def draw(self) -> None:
        """Draw the phase graphs of both games, side by side if there is room."""
        graphs = []
        for name in dict.fromkeys(self.pair):
            graph = PhaseGraph.of(self.games[name], title=short_title(name), lane="*")
            graph.on_open(partial(self.open_step, name))
            graph.layout = ipywidgets.Layout(flex="1 1 340px", min_width="0")
            graphs.append(graph)
        box = ipywidgets.Box(
            graphs, layout={"flex_flow": "row wrap", "align_items": "flex-start", "overflow": "visible"}
        )
        self.page.child = box
        self.page.put(graphs=True)
