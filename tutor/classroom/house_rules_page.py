"""The house-rule lab: change up to three rules, predict, play the same deals with and without them, and compare.

`Experiment` runs independently of the page; this module displays it and handles the page's commands.
"""

from __future__ import annotations

from typing import Literal

import engines
from engines.errors import DataError
from tutor import spreadsheet
from tutor.classroom import effect_rows, rule_card
from tutor.classroom.classroom_page import classroom_page
from tutor.classroom.effect_rows import EffectDirection, EffectRow, PredictionRow
from tutor.classroom.experiment import DEFAULT_PAIRS, Experiment, Findings
from tutor.classroom.finding_rows import fallen_lists, found_games
from tutor.classroom.rule_card import TEXT_WIDTHS, RuleCard
from tutor.classroom.rule_card_html import card_html
from tutor.compare.game_names import game_hue, game_seal, order_games, short_title
from tutor.controllers.projector import Projector
from tutor.experiments.discoveries import find_sure
from tutor.experiments.effects import EFFECT_MEASURES, UNKNOWN_EFFECT
from tutor.experiments.replays import deck_names, replay_game
from tutor.matches.house_rules import (
    MOST_CHANGES,
    RuleChoice,
    find_choice,
    list_rule_choices,
    read_change,
    real_changes,
)
from tutor.messages.commands import ReadyCommand, command
from tutor.navigation.links import page_link, page_query
from tutor.sets.decks import game_with_decks
from tutor.text import format_message
from tutor.text import page_language as wanted_language
from tutor.widgets.page import Page

FIRST_MEASURES = ("turns", "first_seat", "branching")
"""The measures to predict by default."""


def house_rules(game: str = "", rules: str = "") -> Page:
    """Return the house-rule lab of a game: change rules, predict, play the same deals with and without them.

    >>> tutor.house_rules("altaria")

    game : also `?game=` in the address; an unknown name is reported on the page.
    rules : also `?rules=`, the changes by id and value, as "M7.1,cores.5"; invalid changes are reported on the page.
    """
    asked, language = game or page_query().get("game", ""), wanted_language()
    if asked in engines.names():
        lab = HouseRulesLab(asked, language)
        lab.begin(rules or page_query().get("rules", ""))
        return lab.page
    page = HouseRulesLab(order_games()[0], language).page
    if asked:
        page.put(notice=format_message("house_rules.no_game", language, name=asked[:40]))
    return page


class HouseRulesLab:
    """The page of one experiment."""

    def __init__(self, game: str, language: str, pairs: int = DEFAULT_PAIRS) -> None:
        self.name, self.language, self.pairs = game, language, pairs
        self.game = game_with_decks(game)
        self.experiment = Experiment(game, self._changed)
        self.asked: list[tuple[str, int | None]] = [(measure, None) for measure in FIRST_MEASURES]
        self.changes: dict[str, int] = {}
        self.texts = dict.fromkeys(TEXT_WIDTHS, "")
        self.opened: RuleCard | None = None
        self.found: Findings | None = None
        self.looked: dict[str, int] = {}  # the number of figures looked at, by the fingerprint of each change tried
        self.news = ""  # the message about the last run is out of date
        self.projector = Projector(language)
        games = [self._game(name) for name in order_games() if name in engines.names()]
        limits = {"limits": TEXT_WIDTHS, "wide": rule_card.WIDE_SIGNS, "most": MOST_CHANGES}
        self.page = classroom_page("house_rules", language, {"games": games, **limits})
        self.page.answer_with(self, self._carry_out)
        self._show()

    def say(self, key: str, **facts: object) -> str:
        """Return one of this page's texts, by key, in the learner's language."""
        return format_message(f"house_rules.{key}", self.language, **facts)

    def _game(self, name: str) -> dict[str, object]:
        href = page_link("classroom/house_rules.ipynb", game=name)
        return {"id": name, "title": short_title(name), "hue": game_hue(name), "seal": game_seal(name), "href": href,
                "on": name == self.name}  # fmt: skip

    def begin(self, rules: str) -> None:
        """Apply the rule changes given in an address; if one of them is unknown, apply none."""
        if not rules:
            return
        try:
            changes = dict(read_change(one) for one in rules.split(",")[: MOST_CHANGES + 1])
            self.changes = real_changes(self.game, changes, self.language)
        except DataError as error:
            self._show(f"{error.what} {error.remedy}".strip())
        else:
            self._show()

    # Messages.

    def _carry_out(self, run: ReadyCommand) -> None:
        try:
            notice = str(run() or "")
        except DataError as error:
            notice = f"{error.what} {error.remedy}".strip()
        self._show(notice)

    @property
    def _open(self) -> bool:
        """True while rules and predictions may still be changed."""
        return self.experiment.phase == "choose"

    @command("add")
    def _add(self, id: str) -> None:
        """Add a rule to change, starting one above or below its printed value."""
        one = find_choice(self.game, id)
        other = one.standard + 1 if one.standard < one.high else one.standard - 1
        self._set(one, other)

    @command("set")
    def _set_by_id(self, id: str, value: int) -> None:
        """Give a changed rule a new value."""
        self._set(find_choice(self.game, id), value)

    def _set(self, one: RuleChoice, value: int) -> None:
        if not self._open:
            return
        wanted = {**self.changes, one.id: value}
        if len(wanted) > MOST_CHANGES:
            raise DataError("rules", self.say("too_many", most=MOST_CHANGES), "")
        if value != one.standard:
            real_changes(self.game, wanted, self.language)
        self.changes, self.opened = wanted, None

    @command("remove")
    def _remove(self, id: str) -> None:
        """Restore a rule to its printed value."""
        if self._open:
            self.changes.pop(id, None)
            self.opened = None

    @command("measure")
    def _ask_about(self, row: PredictionRow, id: str) -> None:
        """Predict another measure in a row."""
        taken = [measure for measure, _ in self.asked]
        if self._open and id in [one.id for one in EFFECT_MEASURES if one.id not in taken]:
            self.asked[row] = (id, None)

    @command("predict")
    def _predict(self, row: PredictionRow, said: EffectDirection) -> None:
        """Record the prediction for a row: which way its measure will go."""
        if self._open:
            self.asked[row] = (self.asked[row][0], said)

    @command("write")
    def _write(self, field: str, text: str) -> str:
        """Write one of the texts of the rule card."""
        if field not in TEXT_WIDTHS:
            return ""
        text = rule_card.plain_line(text)
        if rule_card.text_width(text) > TEXT_WIDTHS[field]:
            return self.say("too_long", most=TEXT_WIDTHS[field], half=TEXT_WIDTHS[field] // 2)
        self.texts[field] = text
        return ""

    @command("play")
    def _play(self) -> str:
        """Play the same deals with and without the changes."""
        if self._open and not self._missing():
            self.found, self.news = None, ""
            pairs = self.opened.pairs if self.opened else self.pairs
            bots = self.opened.bots if self.opened else "quick"
            self.experiment.play(real_changes(self.game, self.changes), [id for id, _ in self.asked], pairs, bots)
        return self.news

    @command("stop")
    def _stop(self) -> None:
        """Stop the run in progress."""
        self.experiment.stop()

    @command("anew")
    def _begin_anew(self) -> None:
        """Go back to choosing and predicting."""
        self.experiment.forget()
        self.asked = [(measure, None) for measure, _ in self.asked]
        self.found, self.opened = None, None
        self._close()

    @command("step")
    def _step_through(self, number: int) -> None:
        """Show one of the run's games on the board."""
        one = next((one for one in self.found.games if one.number == number), None) if self.found else None
        if one is None or self.found is None:
            return
        self.projector = Projector(self.language, names=deck_names(self.game, one.trace, self.language))
        self.projector.show(replay_game(self.name, self.found.changes, one.trace, self.language))
        self.page.child = self.projector.stage
        self.page.put(stepping=number)

    @command("close")
    def _close(self) -> None:
        """Close the open game or card."""
        self.page.child = None
        self.page.put(stepping=None, card="")

    @command("card")
    def _show_card(self) -> str:
        """Show the rule card."""
        if self.found is None or not self.found.effects:
            return self.say("no_card_yet")
        self._close()
        self.page.put(card=card_html(self._card(), self.language))
        return ""

    @command("files")
    def _send_file(self, sort: Literal["html", "json", "csv"]) -> None:
        """Send the rule card to the browser as a file."""
        if self.found is None or not self.found.effects:
            return
        card = self._card()
        if sort == "html":
            self._file(card, "html", "text/html", card_html(card, self.language))
        elif sort == "json":
            self._file(card, "json", "application/json", rule_card.card_json(card))
        else:
            titles = {id: self._title(id) for id in self.found.effects}
            self._file(card, "csv", "text/csv", spreadsheet.BYTE_ORDER_MARK + rule_card.card_csv(card, titles))

    def _file(self, card: RuleCard, ending: str, mime: str, text: str) -> None:
        self.page.send({"type": "file", "name": rule_card.card_file_name(card, ending), "mime": mime, "text": text})

    @command("open")
    def _open_card(self, text: str | None = None, size: int = 0) -> str:
        """Open the text of a rule card; if the card is too large, the browser sends only its size."""
        card = rule_card.read_rule_card(" " * (rule_card.MOST_BYTES + 1) if text is None else text, self.language)
        self.experiment.forget()
        self._close()
        if card.game != self.name:
            self.name, self.game = card.game, game_with_decks(card.game)
            self.experiment = Experiment(card.game, self._changed)
            self.page.put(games=[{**one, "on": one["id"] == card.game} for one in self.page.data["games"]])
        self.changes, self.opened, self.found = dict(card.changes), card, None
        others = [id for id in FIRST_MEASURES if id not in card.predicted]
        self.asked = [*card.predicted.items(), *((id, None) for id in others)][: len(FIRST_MEASURES)]
        self.texts = {name: str(getattr(card, name)) for name in TEXT_WIDTHS}
        return self.say("opened", pairs=card.pairs)

    # The run.

    def _changed(self) -> None:
        """Show the progress of the run, or its findings."""
        self.found = self.experiment.found
        notice = self.experiment.trouble
        if self.opened and self.found and self.experiment.phase == "done" and self.found.effects and not notice:
            same = rule_card.same_figures(self.opened, self.found.effects)
            notice = self.say("repeated" if same else "not_repeated")
        self.news = notice
        self._show(notice)

    def _missing(self) -> str:
        """Return what is missing before the run can start, "" if nothing is."""
        if not real_changes(self.game, self.changes):
            return self.say("missing_rule")
        left = sum(said is None for _, said in self.asked)
        return self.say("missing_prediction", count=left) if left else ""

    def _card(self) -> RuleCard:
        found = self.found
        assert found is not None
        shown = found_games(self.game, found, self.language)
        return RuleCard(
            self.name, dict(found.changes), found.pairs, found.bots, found.rules,
            {id: said for id, said in self.asked if said is not None}, rule_card.rounded_effects(found.effects),
            **self.texts, date=rule_card.date_today(), picture=shown[0] if shown else {},
            fallen=fallen_lists(self.game, found, self.language) or {},
            visible=sorted(self._sure(found) if self.experiment.is_whole else ()),
        )  # fmt: skip

    def _sure(self, found: Findings) -> set[str]:
        """Return the measures that stand out among all figures looked at since this page was opened."""
        return find_sure(found.effects, sum(self.looked.values()))

    # Display.

    def _title(self, measure: str) -> str:
        clause = measure.removeprefix(effect_rows.ENDED_PREFIX)
        headings = {clause: self.game.rulebook.heading(clause)} if clause != measure else None
        return effect_rows.effect_title(measure, self.language, headings)

    def _show(self, notice: str = "") -> None:
        found, phase = self.found, self.experiment.phase
        offered = [one for one in list_rule_choices(self.game, self.language) if one.id not in self.changes]
        said: dict[str, int | None] = {id: value for id, value in self.asked if id}
        shown: dict[str, object] = {
            "notice": notice,
            "phase": phase,
            "game": self._game(self.name),
            "address": self._address(),
            "count": self.say("count", count=len(self.changes), most=MOST_CHANGES),
            "rules": [self._rule(find_choice(self.game, id, self.language)) for id in self.changes],
            "offered": [self._offer(sort, offered) for sort in ("number", "switch", "rule")],
            "asked": [
                {"id": id, "title": self._title(id), "text": effect_rows.effect_text(id, self.language), "said": said}
                for id, said in self.asked
            ],
            "measures": [{"id": one.id, "title": self._title(one.id)} for one in EFFECT_MEASURES],
            "summary": "",
            "texts": dict(self.texts),
            "missing": self._missing() if phase == "choose" else "",
            "button": self._button(),
            "run": self.experiment.run(self.language),
            "rows": [], "other": {"different": [], "same": []}, "all": [], "three": [], "held": None, "n": 0,
            "handed_in": None,
        }  # fmt: skip
        if found is not None:
            self.looked[found.rules] = max(self.looked.get(found.rules, 0), len(found.effects))
            sure = self._sure(found)
            over = self.experiment.is_whole
            rows = {id: effect_rows.effect_row(id, one, said.get(id), self.language, self._title(id), id in sure, over)
                    for id, one in found.effects.items()}  # fmt: skip
            looked, tried = sum(self.looked.values()), len(self.looked)
            rest = [row for id, row in rows.items() if id not in said]
            shown |= {
                "n": found.pairs,
                "summary": effect_rows.summary_of(rows, found.effects, self.language, looked, tried, over)
                if rows
                else "",
                "rows": [rows[id] if id in rows else self._waiting(id, value) for id, value in self.asked],
                "other": {
                    "different": [row for row in rest if row["visible"]],
                    "same": [row["title"] for row in rest if row["known"] and not row["visible"]],
                }
                if over
                else None,
                "all": rest,
                "three": found_games(self.game, found, self.language),
                "held": fallen_lists(self.game, found, self.language),
            }
        elif self.opened is not None:
            shown |= self._on_the_card(self.opened)
        self.page.put(**shown)

    def _on_the_card(self, card: RuleCard) -> dict[str, object]:
        """Return the contents of an opened card, with the card's own texts and figures until it is played again."""
        effects = {id: card.effect(id) or UNKNOWN_EFFECT for id in card.predicted}
        rows = [effect_rows.effect_row(id, one, card.predicted[id], self.language, sure=card.is_sure(id))
                for id, one in effects.items()]  # fmt: skip
        told = {
            "title": card.title or format_message("rule_card.untitled", self.language),
            "by": card.by,
            "think": card.think,
        }
        return {"rows": rows, "n": card.pairs, "handed_in": told}

    def _address(self) -> dict[str, str]:
        """Return the address parameters that lead back here: the game, and its changed rules for `begin`."""
        changed = [
            f"{id}.{value}" for id, value in self.changes.items() if value != find_choice(self.game, id).standard
        ]
        game = self.name if changed or self.name != order_games()[0] else ""
        return {"game": game, "rules": ",".join(changed)}

    def _button(self) -> str:
        return self.say("repeat", pairs=self.opened.pairs) if self.opened else self.say("play", pairs=self.pairs)

    def _offer(self, sort: str, offered: list[RuleChoice]) -> dict[str, object]:
        rows = [self._rule(one) for one in offered if one.sort == sort]
        return {"sort": sort, "title": self.say(f"sort_{sort}"), "rows": rows}

    def _waiting(self, id: str, said: int | None) -> EffectRow:
        row = effect_rows.effect_row(id, UNKNOWN_EFFECT, said, self.language, self._title(id))
        busy = self.experiment.phase in ("running", "reading")
        return row | {"why": self.say("after_the_run" if busy else "unknown")}

    def _rule(self, one: RuleChoice) -> dict[str, object]:
        value = self.changes.get(one.id, one.standard)
        words = [self.say("off"), self.say("on")]
        known = one.sort == "number"
        return {
            "id": one.id,
            "title": one.title,
            "says": one.says,
            "clause": one.clause,
            "href": page_link(f"{self.name}/rulebook.ipynb", clause=one.clause),
            "sort": one.sort,
            "low": one.low,
            "high": one.high,
            "standard": one.standard,
            "value": value,
            "range": self.say("range", low=one.low, high=one.high) if known else "",
            "from": str(one.standard) if known else words[one.standard],
            "usual": self.say("standard", value=one.standard if known else words[one.standard]),
            "to": str(value) if known else words[value],
        }
