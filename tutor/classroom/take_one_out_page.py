"""The page "Take one out, put one in": prepared experiments, each with a question, a prediction and results.

The measured results are sent only after the learner has predicted. Then the same games can be played again on this
machine, with the decks of the stored run.
"""

from __future__ import annotations

from typing import Annotated

from engines.errors import DataError
from engines.game import Game
from tutor.classroom import effect_rows, readings
from tutor.classroom.classroom_page import classroom_page
from tutor.classroom.effect_rows import EffectDirection, EffectRow
from tutor.classroom.experiment import Experiment, Findings
from tutor.classroom.finding_rows import FoundGame, RepeatedRun, found_games
from tutor.compare.comparison_page import game_badge
from tutor.compare.game_names import order_games, short_title
from tutor.controllers.projector import Projector
from tutor.experiments.discoveries import find_sure
from tutor.experiments.effects import UNKNOWN_EFFECT, RuleEffect
from tutor.experiments.prepared import (
    ASKED_MEASURES,
    ExperimentRun,
    ImpossibleExchange,
    PossibleExchange,
    PreparedExperiment,
    impossible_exchanges,
    list_experiments,
    possible_exchanges,
    prepared_mechanics,
    read_runs,
)
from tutor.experiments.replays import ChosenGame, deck_names, replay_game
from tutor.extras import missing_message
from tutor.messages.checking import Within
from tutor.messages.commands import ReadyCommand, command
from tutor.navigation.links import has_page, page_link, page_query
from tutor.sets.decks import game_with_decks
from tutor.text import format_message
from tutor.text import page_language as wanted_language
from tutor.widgets.page import Page

AskedRow = Annotated[int, Within(0, len(ASKED_MEASURES) - 1)]
"""The index of a row in which a measure is predicted."""


def take_one_out(experiment: str = "") -> Page:
    """Return the page of prepared experiments, each of which removes or adds a mechanic.

    >>> tutor.take_one_out("altaria_fresh")

    experiment : the one to open, also `?experiment=` in the address.
    """
    return TakeOneOutPage(wanted_language(), experiment or page_query().get("experiment", "")).page


class TakeOneOutPage:
    """The page with all experiments, one of which may be open.

    runs : the measured runs, by default those that come with Tebiki. An experiment without a run is not offered.
    """

    def __init__(self, language: str, open: str = "", runs: dict[str, ExperimentRun] | None = None) -> None:
        self.language = language
        self.runs = read_runs() if runs is None else runs
        self.known = {one.id: one for one in list_experiments() if one.id in self.runs}
        self.one: PreparedExperiment | None = None
        self.said: dict[str, int | None] = {}
        self.seen = False
        self.experiment: Experiment | None = None
        self.projector = Projector(language)
        shown = {"table": self._table(), "open": None}
        self.page = classroom_page("take_one_out", language, shown, ("house_rules", "take_one_out"))
        self.page.answer_with(self, self._carry_out)
        if open in self.known:
            self._open(open)
        self._show("" if not open or self.one else self.say("no_experiment", name=open[:40]))

    def say(self, key: str, **facts: object) -> str:
        """Return one of this page's texts, by key, in the learner's language."""
        return format_message(f"take_one_out.{key}", self.language, **facts)

    # The overview.

    def _table(self) -> dict[str, object]:
        rows: list[PreparedExperiment | PossibleExchange | ImpossibleExchange] = [
            *self.known.values(),
            *possible_exchanges(),
            *impossible_exchanges(),
        ]
        names = order_games({one.game for one in rows})
        return {
            "games": [game_badge(name) for name in names],
            "rows": [self._mechanic(one, names) for one in prepared_mechanics()],
        }

    def _mechanic(self, mechanic: str, games: list[str]) -> dict[str, object]:
        cells = {one.game: self._cell(one) for one in self.known.values() if one.mechanic == mechanic}
        cells |= {one.game: self._in_lab(one) for one in possible_exchanges() if one.mechanic == mechanic}
        cells |= {one.game: self._reason(one) for one in impossible_exchanges() if one.mechanic == mechanic}
        return {
            "id": mechanic,
            "title": self.say(f"mechanic_{mechanic}"),
            "cells": [cells.get(name, {"game": name}) for name in games],
        }

    def _cell(self, one: PreparedExperiment) -> dict[str, object]:
        return {
            "game": one.game,
            "id": one.id,
            "title": one.change(self.language).title,
            "href": page_link("classroom/take_one_out.ipynb", experiment=one.id),
        }

    def _in_lab(self, one: PossibleExchange) -> dict[str, object]:
        page = "classroom/house_rules.ipynb"
        href = page_link(page, game=one.game, rules=f"{one.rule}.1") if has_page(page) else ""
        return {"game": one.game, "lab": href, "title": one.change(self.language).title}

    def _reason(self, one: ImpossibleExchange) -> dict[str, object]:
        return {
            "game": one.game,
            "why": format_message(f"prepared.impossible.{one.id}", self.language),
            "clauses": [{"id": id, "href": self._clause(one.game, id)} for id in one.clauses],
        }

    def _clause(self, game: str, id: str) -> str:
        return page_link(f"{game}/rulebook.ipynb", clause=id)

    # Messages.

    def _carry_out(self, run: ReadyCommand) -> None:
        try:
            run()
        except DataError as error:
            self._show(f"{error.what} {error.remedy}".strip())
            return
        self._show()

    @command("open")
    def _open_by_id(self, id: str) -> None:
        """Open a prepared experiment."""
        if id in self.known:
            self._open(id)

    def _open(self, id: str) -> None:
        self._end()
        self.one = self.known[id]
        self.said, self.seen = dict.fromkeys(ASKED_MEASURES), False
        self.experiment = Experiment(self.one.game, self._show, decks=self.runs[id].decks, holds=False)

    def _end(self) -> None:
        """Stop and discard the run in progress."""
        if self.experiment:
            self.experiment.forget()
        self._close()

    @command("back")
    def _go_back(self) -> None:
        """Go back to the list of experiments."""
        self._end()
        self.one = self.experiment = None

    @command("predict")
    def _predict(self, row: AskedRow, said: EffectDirection) -> None:
        """Record the prediction for a row: which way its measure will go."""
        if self.one is not None and not self.seen:
            self.said[ASKED_MEASURES[row]] = said

    @command("show")
    def _reveal(self) -> None:
        """Show the measured results, once everything is predicted."""
        if self.one is not None and None not in self.said.values():
            self.seen = True

    @command("anew")
    def _begin_anew(self) -> None:
        """Go back to predicting."""
        if self.one is not None:
            self._open(self.one.id)

    @command("play")
    def _play(self) -> None:
        """Play the same deals again."""
        if self.one is None or self.experiment is None or not self.seen:
            return
        if self.experiment.phase in ("choose", "done"):
            run = self.runs[self.one.id]
            self.experiment.play(self.one.changes, ASKED_MEASURES, run.pairs, run.bots)

    @command("stop")
    def _stop(self) -> None:
        """Stop the run in progress."""
        if self.experiment:
            self.experiment.stop()

    @command("step")
    def _step_through(self, number: int) -> None:
        """Show the experiment's game on the board."""
        game = self.runs[self.one.id].game if self.one and self.seen else None
        if self.one is None or game is None or game.number != number:
            return
        self.projector = Projector(self.language, names=deck_names(self._game, game.trace, self.language))
        self.projector.show(replay_game(self.one.game, self.one.changes, game.trace, self.language))
        self.page.child = self.projector.stage
        self.page.put(stepping=game.number)

    @command("close")
    def _close(self) -> None:
        """Close the open game."""
        self.page.child = None
        self.page.put(stepping=None)

    # Display.

    @property
    def _game(self) -> Game:
        assert self.one is not None
        return game_with_decks(self.one.game)

    def _show(self, notice: str = "") -> None:
        trouble = self.experiment.trouble if self.experiment else ""
        shown = self._opened(self.one, self.runs[self.one.id]) if self.one else None
        self.page.put(notice=notice or trouble, open=shown, three=shown["three"] if shown else [])

    def _opened(self, one: PreparedExperiment, run: ExperimentRun) -> dict[str, object]:
        change = one.change(self.language)
        missing = [id for id in ASKED_MEASURES if self.said[id] is None]
        shown: dict[str, object] = {
            "id": one.id,
            "game": game_badge(one.game),
            "mechanic": self.say(f"mechanic_{one.mechanic}"),
            "question": format_message(f"prepared.{one.id}.question", self.language),
            "change": {
                "title": change.title,
                "like": self.say("like", game=short_title(one.like)),
                "clause": change.clause,
                "says": change.says,
                "href": self._clause(one.game, change.clause),
            },
            "asked": [
                {"id": id, "title": effect_rows.effect_title(id, self.language), "hint": self.say(f"hint_{id}"),
                 "said": self.said[id]}
                for id in ASKED_MEASURES
            ],
            "seen": self.seen,
            "missing": self.say("missing", count=len(missing)) if missing else "",
            "rows": [], "reading": [], "three": [], "again": None,
        }  # fmt: skip
        if self.seen:
            shown |= {
                "basis": self.say("basis", pairs=run.pairs, decks=len(run.decks), count=len(run.effects)),
                "n": run.pairs,
                "stale": self.say("stale") if run.is_stale(one) else "",
                "rows": [self._row(id, run.effects[id], self.said[id], id in run.sure()) for id in ASKED_MEASURES],
                "reading": [
                    [{"text": part.text, "stated": bool(part.claim)} for part in sentence]
                    for sentence in readings.filled_reading(one.id, self.runs, self.language)
                ],
                "three": self._to_look_at(one, run),
                "again": self._again(one, run),
            }
        return shown

    def _row(self, id: str, effect: RuleEffect, said: int | None, sure: bool, over: bool = True) -> EffectRow:
        changed = effect_rows.format_number(effect.changed.value, effect_rows.effect_unit(id))
        row = effect_rows.effect_row(id, effect, said, self.language, sure=sure, over=over)
        return row | {"house": self.say("house", value=changed)}

    def _to_look_at(self, one: PreparedExperiment, run: ExperimentRun) -> list[FoundGame]:
        games: list[ChosenGame] = [run.game] if run.game else []
        found = Findings(one.changes, run.pairs, run.bots, run.rules, games=games)
        return found_games(self._game, found, self.language)

    def _again(self, one: PreparedExperiment, run: ExperimentRun) -> RepeatedRun:
        """Return the progress of playing the same games on this machine."""
        experiment = self.experiment
        assert experiment is not None
        found = experiment.found
        shown: RepeatedRun = {
            "phase": experiment.phase,
            "button": self.say("play_again", pairs=run.pairs),
            "elsewhere": missing_message("measure", self.language),
            "run": experiment.run(self.language),
            "rows": [],
            "n": found.pairs if found else 0,
            "text": "",
        }
        if found is None:
            return shown
        busy, sure = experiment.phase in ("running", "reading"), find_sure(found.effects)
        for id in ASKED_MEASURES:
            row = self._row(id, found.effects.get(id, UNKNOWN_EFFECT), None, id in sure, experiment.is_whole)
            if not row["known"] and busy:
                row["why"] = format_message("house_rules.after_the_run", self.language)
            shown["rows"].append(row)
        if experiment.phase == "done" and found.pairs == run.pairs:
            shown["text"] = self.say("same_figures" if run.agrees(found.effects) else "other_figures")
        return shown
