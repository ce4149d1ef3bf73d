"""A small game: its rules in one module, and its rulebook, cards, decks and words in one TOML file beside it.

What a game of a whole folder writes itself follows here from the declarations; see docs/a-game-in-an-evening.md.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from engines.core.arguments import Argument, spelling
from engines.core.assembly import together
from engines.core.cards import FieldRule, placeholders
from engines.core.complete import check_complete
from engines.core.declare import D
from engines.core.defaults import rules
from engines.core.errors import DataError
from engines.core.flow import GAME_OVER, Flow, Step
from engines.core.game import Game
from engines.core.notation import Notation
from engines.core.positions import Document, Shape, check_shape
from engines.core.reading import Habits
from engines.core.reasons import Kind
from engines.core.rulebook import read, read_toml
from engines.core.rules import Parameter
from engines.core.verbs import Verbs, card_rules
from engines.core.words import SHARED, Words, counted

SHAPE: dict[str, Shape] = {
    "title": str,
    "prefix": str,
    "fields": dict,
    "parameters": dict,
    "sections": dict,
    "clauses": dict,
    "card": [dict],
    "deck": [dict],
    "words": dict,
    "look": dict,
}
UNSEEN = 0


def game(
    module: str,
    state: type[D],
    steps: list[Step[D]],
    kinds: Mapping[str, Kind[D]],
    arguments: Mapping[str, Argument[D]],
    verbs: Verbs,
    *,
    first_step: str,
    moments: tuple[str, ...] = ("played",),
    **own: Any,
) -> Game:
    """Return the small game whose rules are in the file `module` and whose data lies in the TOML file beside it.

    Parameters
    ----------
    state : the declared class of its states. steps : the flow table. kinds, arguments : the kinds of action.
    verbs, moments : what card effects may say. first_step : where a position stands that names no step.
    own : rules functions that it writes itself, see `engines.core.game.Rules`.

    Raises DataError for a file that is not what it should be.
    """
    path = Path(module).with_suffix(".toml")
    data = read_toml(path)
    made = from_data(path.stem, data, path, state, steps, kinds, arguments, verbs, first_step, moments, **own)
    check_complete(made, Path(module))
    return made


def from_data(
    name: str,
    data: Document,
    path: Path,
    state: type[D],
    steps: list[Step[D]],
    kinds: Mapping[str, Kind[D]],
    arguments: Mapping[str, Argument[D]],
    verbs: Verbs,
    first_step: str,
    moments: tuple[str, ...],
    **own: Any,
) -> Game:
    """Return the small game of a document; `path` is where messages say that it stands, the rest as in `game`."""
    check_shape(data, SHAPE, str(path))
    parameters = parameters_of(data.get("parameters", {}), str(path))
    words = Words(SHARED).with_tables(data.get("words", {}))
    words.where = str(path)
    categories = tuple(data.get("words", {}).get("en", {}).get("category", {}))
    habits = Habits(state, step=first_step, turn=5, plain=plain_cards, copies=True)
    steps = [*steps, Step(GAME_OVER, "over", (), do=lambda state: None, terminal=True)]
    return together(
        name,
        {**data, "path": path},
        read(rulebook_of(data, str(path)), path),
        words,
        card_rules=card_rules(verbs, moments, fields_of(data.get("fields", {}), str(path)), categories),
        placeholders=placeholders(1),
        prepare=lambda card: None,
        flow=Flow(steps),
        phases=tuple(dict.fromkeys(step.phase for step in steps)),
        kinds=dict(kinds),
        parameters=parameters,
        rules=rules(habits, arguments, **own),
        notation=Notation(spelling(arguments), lambda text: text.split("; "), "; ".join),
    )


def plain_cards(game: Game) -> list[int]:
    """Return the cards that stand for unnamed ones in positions: any."""
    return [card.number for card in game.cards if not card.unseen]


def fields_of(rows: Document, where: str) -> dict[str, FieldRule]:
    """Return the fields of a small game's cards: a whole number, true or false, or some words of a list."""
    found = {}
    for name, usual in rows.items():
        if isinstance(usual, bool) or (isinstance(usual, int) and usual >= 0):
            found[name] = FieldRule(type(usual), default=usual, low=None if isinstance(usual, bool) else 0)
        elif isinstance(usual, list) and all(isinstance(word, str) for word in usual):
            found[name] = FieldRule(list, allowed=tuple(usual), default=())
        else:
            raise DataError(f"{where}, fields", f"{name} = {usual!r}.", "Write a number, false, or a list of words.")
    return found


def parameters_of(rows: Document, where: str) -> dict[str, Parameter]:
    """Return what a house rule may change. Raises DataError for the first row that is none."""
    remedy = 'Write it as name = [standard, least, most, "clause", "meaning"].'
    found = {}
    for name, row in rows.items():
        place = f"{where}, parameters, {name}"
        if not isinstance(row, list) or [type(part) for part in row] != [int, int, int, str, str]:
            raise DataError(place, f"{str(row)[:60]} is not three whole numbers and two texts.", remedy)
        standard, least, most = row[:3]
        if not least <= standard <= most:
            raise DataError(place, f"the standard {standard} is not from {least} to {most}.", remedy)
        found[name] = Parameter(*row)
    return found


def rulebook_of(data: Document, where: str) -> dict[str, object]:
    """Return the rulebook of a small game's file in the form of a `rulebook.toml`.

    The text of a clause may name a parameter: "{lanterns:lantern}" is "1 lantern" or "5 lanterns". Raises DataError,
    naming the clause in `where`, for a name that is none.
    """
    numbers = {name: counted(row[0]) for name, row in data.get("parameters", {}).items()}
    return {
        "prefix": data["prefix"],
        "title": data["title"],
        "section": [{"number": int(number), "title": title} for number, title in data["sections"].items()],
        "clause": [
            {
                "id": id,
                "section": int(id.split("-")[1].split(".")[0]),
                "title": title,
                "nature": nature,
                "text": _filled(text, numbers, f"{where}, clause {id}"),
            }
            for id, (title, nature, text) in data["clauses"].items()
        ],
    }


def _filled(text: str, numbers: Mapping[str, int], where: str) -> str:
    """Return the text of a clause with its numbers. Raises DataError for one that the game does not have."""
    try:
        return text.format_map(numbers)
    except (KeyError, ValueError, IndexError, AttributeError) as error:
        what = f"its text names {error}, which is no number." if isinstance(error, KeyError) else f"{error}."
        remedy = f"Numbers: {', '.join(numbers)}. A brace that is meant is written twice."
        raise DataError(where, what[:1].lower() + what[1:], remedy) from None


def load_file(path: Path) -> Game:
    """Return the small game in a Python file of one's own. Raises DataError for one that is none."""
    if not path.exists():
        raise DataError(str(path), "is not there.", "`tebiki new NAME` writes a game to begin with.")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise DataError(str(path), "is no Python file.", "Name the .py file of a game.")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    make: Callable[[], Game] | None = getattr(module, "game", None)
    if make is None:
        raise DataError(str(path), "has no function game().", "It must return the game; see engines/lanterns.py.")
    return make()
