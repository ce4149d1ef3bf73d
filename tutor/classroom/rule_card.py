"""The rule card: an experiment on one page, with the changes, the predictions, the results, and how to repeat it.

A card is data that can be exchanged as JSON, as a table (CSV), and as a page that prints on one sheet
(`rule_card_html`). A card is validated when it is opened, since it may come from anywhere.
"""

from __future__ import annotations

import datetime
import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from itertools import chain

import engines
from engines.errors import DataError
from engines.search.players import FORMER_NAMES, name_of_strength
from tutor import spreadsheet
from tutor.classroom.effect_rows import KEPT_DIGITS
from tutor.classroom.finding_rows import FallenLists, FoundGame
from tutor.estimates import Estimate
from tutor.experiments.effects import EFFECT_MEASURES, RuleEffect
from tutor.experiments.paired import MOST_PAIRS
from tutor.matches.house_rules import find_choice, list_rule_choices, real_changes
from tutor.matches.simulate import BOTS
from tutor.sets.decks import game_with_decks
from tutor.text import format_message, load_catalogue

CARD_KIND = "tebiki rule card 1"
MOST_BYTES = 100_000
TEXT_WIDTHS = {"title": 27, "by": 44, "what_for": 110, "think": 180}
"""Maximum width of each text, so that it fits on the page: an ordinary character counts 1, a wide one 2."""
WIDE_SIGNS = (
    "[A-Zmw@%\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f"
    "\uff00-\uff60\uffe0-\uffe6\U0001f000-\U0003fffd]"
)
"""The wide characters (Chinese and Japanese ones, pictures, capitals), as a pattern that the browser uses too."""
MOST_PREDICTED = 3
"""Maximum number of predicted measures."""
RETIRED = {"drawn", "lead_changes", "drama", "comebacks", "decided_at", "judge"}
"""Measures on older cards that are no longer predicted; such a card opens without them."""
MOST_VALUE = 1_000_000
"""Upper bound on the values of measures."""
CARD_PLACE = "rule card"


@dataclass(slots=True)
class RuleCard:
    """The contents of a card.

    changes : values by rule. pairs : how many were played, starting with the first. predicted : the direction for each
    measure, in table order. figures : the results for each measure: printed, changed and difference, each an estimate.
    rules : the fingerprint of the printed and the changed rules. picture : the game to look at: title, names, points
    (turn, chance), text. fallen : what no longer holds. date : when it was made. visible : the measures whose
    difference stood out among all figures looked at when the card was made; None on older cards, which judged each
    measure alone.
    """

    game: str
    changes: dict[str, int]
    pairs: int
    bots: str
    rules: str
    predicted: dict[str, int]
    figures: dict[str, list[list[float | int | None]]] = field(default_factory=dict)
    title: str = ""
    by: str = ""
    what_for: str = ""
    think: str = ""
    date: str = ""
    picture: FoundGame = field(default_factory=FoundGame)
    fallen: FallenLists = field(default_factory=dict)
    visible: list[str] | None = None

    def effect(self, measure: str) -> RuleEffect | None:
        """Return the result for a measure."""
        parts = self.figures.get(measure)
        return None if parts is None else RuleEffect(*(Estimate(*part) for part in parts))  # type: ignore[arg-type]

    def is_sure(self, measure: str) -> bool:
        """Return True unless the difference of a measure did not stand out among all that were looked at."""
        return self.visible is None or measure in self.visible


def rounded_effects(effects: Mapping[str, RuleEffect]) -> dict[str, list[list[float | int | None]]]:
    """Return effects rounded as on a card: the printed rules, the changed ones and the difference."""
    return {
        id: [
            [None if value is None else round(value, KEPT_DIGITS) for value in part[:3]] + [part.n]
            for part in (one.printed, one.changed, one.difference)
        ]
        for id, one in effects.items()
    }


def card_json(card: RuleCard) -> str:
    """Return a card as JSON."""
    return json.dumps({"kind": CARD_KIND, **asdict(card)}, ensure_ascii=False, indent=1) + "\n"


def text_width(text: str) -> int:
    """Return the width of a text on the page: its characters, wide ones counted twice.

    >>> text_width("Five cores"), text_width("五つのコア")
    (11, 10)
    """
    return len(text) + len(re.findall(WIDE_SIGNS, text))


def plain_line(text: str) -> str:
    """Return a text on one line, without invisible characters and those that reverse the writing direction."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())


def read_rule_card(text: str, language: str = "en") -> RuleCard:
    """Read a card from a text. Raises DataError, with a message in this language, if the text is not a card."""

    def refused(why: str, **facts: object) -> DataError:
        return DataError(
            CARD_PLACE,
            format_message(f"rule_card.no_{why}", language, **facts),
            format_message("rule_card.another", language),
        )

    if len(text.encode(errors="replace")) > MOST_BYTES:
        raise refused("room")
    try:
        row = json.loads(text)
    except (ValueError, RecursionError):
        raise refused("card") from None
    if not isinstance(row, dict) or row.get("kind") != CARD_KIND:
        raise refused("card")
    if row.get("game") not in engines.names():
        raise refused("game")
    game = game_with_decks(row["game"])
    changes, predicted = row.get("changes"), row.get("predicted")
    if not isinstance(changes, dict) or not {*changes} <= {one.id for one in list_rule_choices(game)}:
        raise refused("such_rules")
    try:
        wanted = real_changes(game, changes, language)
    except DataError as error:
        raise DataError(CARD_PLACE, format_message("rule_card.no_such_rules", language), error.what) from None
    if not wanted:
        raise refused("rules")
    known = {one.id for one in EFFECT_MEASURES}
    if not isinstance(predicted, dict) or not {*predicted} <= known | RETIRED or len(predicted) > MOST_PREDICTED:
        raise refused("measures")
    predicted = {id: said for id, said in predicted.items() if id in known}
    if any(type(said) is not int or said not in (-1, 0, 1) for said in predicted.values()):
        raise refused("directions")
    pairs = row.get("pairs")
    if type(pairs) is not int or not 1 <= pairs <= MOST_PAIRS or row.get("bots") not in [*BOTS, *FORMER_NAMES]:
        raise refused("players")
    texts = {name: row.get(name, "") for name in (*TEXT_WIDTHS, "rules", "date")}
    if any(not isinstance(one, str) or text_width(one) > TEXT_WIDTHS.get(name, 60) for name, one in texts.items()):
        raise refused("such_texts")
    if any(one != plain_line(one) for one in texts.values()):
        raise refused("such_signs")
    found = RuleCard(
        row["game"], wanted, pairs, name_of_strength(row["bots"], BOTS), texts.pop("rules"), dict(predicted), **texts
    )
    found.figures = _figures(row.get("figures"))
    visible = row.get("visible")
    found.visible = [id for id in found.figures if id in visible] if isinstance(visible, list) else None
    return found


def _figures(given: object) -> dict[str, list[list[float | int | None]]]:
    """Return the valid figures of a card.

    They are shown as what the card states, and the games can be replayed to check them.
    """
    found: dict[str, list[list[float | int | None]]] = {}
    known = {one.id for one in EFFECT_MEASURES}
    for id, parts in given.items() if isinstance(given, dict) else ():
        if isinstance(parts, list) and len(parts) == 3 and id in known and all(map(_is_estimate, parts)):
            found[id] = parts
    return found


def _is_estimate(part: object) -> bool:
    """Return True for a value with its interval and n, or for an unknown value (three times None) with its n."""
    if not isinstance(part, list) or len(part) != 4:
        return False
    *values, n = part
    if type(n) is not int or not 0 <= n <= 2 * MOST_PAIRS:
        return False
    if values == [None] * 3:
        return True
    if not all(type(one) in (int, float) and abs(one) <= MOST_VALUE for one in values):
        return False
    return bool(values[1] <= values[2])


def same_figures(card: RuleCard, found: Mapping[str, RuleEffect]) -> bool:
    """Return True if a run reproduces the figures on a card, for all measures that both contain."""
    mine = rounded_effects(found)
    return bool(card.figures) and all(mine[id] == parts for id, parts in card.figures.items() if id in mine)


def card_csv(card: RuleCard, titles: Mapping[str, str]) -> str:
    """Return a card as a table, for a spreadsheet. titles : the titles of the measures, by id."""
    game = game_with_decks(card.game)
    heads = [
        f"{part} {name}".strip() for part in ("printed", "house", "difference") for name in ("", "low", "high", "n")
    ]
    rules = [(find_choice(game, id), value) for id, value in card.changes.items()]
    return spreadsheet.format_csv(
        [
            ["title", card.title],
            ["by", card.by],
            ["date", card.date],
            ["what for", card.what_for],
            ["game", game.title, "pairs", card.pairs, "players", players_title(card.bots), "rules", card.rules],
            [],
            ["rule", "clause", "printed", "house"],
            *([one.title, one.clause, one.standard, value] for one, value in rules),
            [],
            ["measure", "predicted", *heads],
            *(
                [titles.get(id, id), card.predicted.get(id, ""), *("" if one is None else one for one in chain(*parts))]
                for id, parts in card.figures.items()
            ),
        ]
    )


def players_title(bots: str, language: str = "en") -> str:
    """Return the displayed name for a strength of player.

    >>> players_title("quick"), players_title("random")
    ('quick', 'random')
    """
    return format_message(f"strength.{bots}", language).lower() if f"strength.{bots}" in load_catalogue("en") else bots


def card_file_name(card: RuleCard, ending: str) -> str:
    """Return a file name made from the card's title.

    >>> card_file_name(RuleCard("altaria", {}, 1, "quick", "", {}, title="Five cores, six cards!"), "json")
    'five-cores-six-cards.json'
    """
    words = re.sub(r"[^a-z0-9]+", "-", card.title.lower()).strip("-") or f"{card.game}-rule-card"
    return f"{words}.{ending}"


def date_today() -> str:
    """Return today's date in the format of a card."""
    return datetime.date.today().isoformat()


def repeat_line(changes: Mapping[str, int]) -> str:
    """Return changes on one line, in the form needed to repeat the experiment: "cores=5 opening_hand=6"."""
    return " ".join(f"{id}={value}" for id, value in changes.items())
