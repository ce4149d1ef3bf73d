"""A small game: its rules in one module, and its rulebook, cards, decks and words in one TOML file beside it.

Much of what a full game writes as code is derived from declarations here; see docs/a-game-in-an-evening.md.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from engines.book.cards import make_placeholders
from engines.book.rulebook import parse_rulebook, read_toml
from engines.book.toml_schema import Document
from engines.book.words import SHARED, Words
from engines.checking.small_game_checks import Parts, check_complete
from engines.declare.declaration import D
from engines.errors import DataError
from engines.forms.positions import Habits
from engines.game import Game
from engines.kernel.flow import GAME_OVER, Flow, Step
from engines.kernel.verbs import Verbs, card_rules
from engines.kit import user_code_errors
from engines.kit.assembly import game_from_parts
from engines.kit.defaults import default_rules, heuristic_by_lookahead
from engines.kit.small_game_file import (
    categories_of,
    check_categories,
    check_decks,
    check_file,
    check_held,
    parameters_of,
    read_card_fields,
    rulebook_of,
    spoken_labels,
)
from engines.legal.actions import arguments_of, kinds_of
from engines.legal.arguments import Argument, spellings_of
from engines.legal.notation import Notation
from engines.legal.reasons import Kind

UNSEEN = 0


def game(
    module: str,
    state: type[D],
    steps: list[Step[D]],
    kinds: Mapping[str, Kind[D]] | None = None,
    arguments: Mapping[str, Argument[D]] | None = None,
    verbs: Verbs | None = None,
    *,
    first_step: str,
    moments: tuple[str, ...] = ("played",),
    **own: Any,
) -> Game:
    """Return the small game with its rules in the file `module` and its data in the TOML file beside it.

    Parameters
    ----------
    state : the declared class of its states. steps : the flow table. kinds, arguments : the kinds of action; None if
        the rows offer fully declared kinds (`kit.action`). verbs, moments : the verbs and moments of card effects;
        without verbs there are no effects. first_step : the step of a position that gives none.
    own : the rules functions that the game writes itself, see `engines.rules.Rules`.

    Raises DataError if the file is not valid.
    """
    path = Path(module).with_suffix(".toml")
    data = read_toml(path)
    check_file(data, str(path))
    check_categories(data, str(path))
    verbs = verbs or Verbs()
    if kinds is None:
        kinds = kinds_of(steps)
    if arguments is None:
        arguments = arguments_of(kinds)
    if "evaluation" in own:
        own.setdefault("heuristic", heuristic_by_lookahead(own["evaluation"]))
    return from_data(
        path.stem,
        data,
        path,
        Path(module),
        state,
        steps,
        kinds,
        arguments,
        verbs or Verbs(),
        first_step,
        moments,
        **own,
    )


def from_data(
    name: str,
    data: Document,
    path: Path,
    module: Path,
    state: type[D],
    steps: list[Step[D]],
    kinds: Mapping[str, Kind[D]],
    arguments: Mapping[str, Argument[D]],
    verbs: Verbs,
    first_step: str,
    moments: tuple[str, ...],
    **own: Any,
) -> Game:
    """Return the small game in a document.

    path : the path of the document, for messages. module : the Python file of its rules. The rest is as in `game`.
    Raises DataError if the document is not valid, or Incomplete if parts are missing.
    """
    where = str(path)
    check_file(data, where)
    parameters = parameters_of(data.get("parameters", {}), where)
    flow = Flow([*steps, Step(GAME_OVER, "over", (), do=lambda state: None, terminal=True)])
    words = Words(SHARED).with_tables(spoken_labels(data["words"], kinds)).with_tables(data["words"])
    words.where = where
    cards = card_rules(verbs, moments, read_card_fields(data.get("fields", {}), where), categories_of(data))
    book = rulebook_of(data, where)
    parts = Parts(
        module, where, state, flow.steps, kinds, arguments, verbs, first_step, data["prefix"], data["clauses"],
        parameters, cards.fields, words,
    )  # fmt: skip
    check_complete(parts)
    check_decks(data["deck"], where)
    habits = Habits(state, step=first_step, turn=5, plain=plain_cards, copies=True)
    made = game_from_parts(
        name,
        {**data, "path": path},
        parse_rulebook(book, path),
        words,
        card_rules=cards,
        placeholders=make_placeholders(1),
        prepare=lambda card: None,
        flow=flow,
        phases=tuple(dict.fromkeys(step.phase for step in flow.steps.values())),
        kinds=dict(kinds),
        parameters=parameters,
        rules=replace(default_rules(habits, arguments), **own),
        notation=Notation(spellings_of(arguments), lambda text: text.split("; "), "; ".join),
    )
    check_held(data["deck"], [card.name for card in made.cards if not card.unseen], where)
    return made


def plain_cards(game: Game) -> list[int]:
    """Return the cards that may replace unnamed ones in positions, which are all cards."""
    return [card.number for card in game.cards if not card.unseen]


def load_file(path: Path) -> Game:
    """Return the small game in a user's Python file. Raises DataError if the file contains none."""
    if not path.exists():
        raise DataError(str(path), "is not there.", "`tebiki new NAME` writes a game to begin with.")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise DataError(str(path), "is no Python file.", "Name the .py file of a game.")
    user_code_errors.USER_FILES.add(spec.origin or str(path))
    try:
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        make: Callable[[], Game] | None = getattr(module, "game", None)
        if make is None:
            raise DataError(str(path), "has no function game().", "It must return the game; see engines/lanterns.py.")
        made = make()
    except DataError as error:
        if f"{path.stem}." in error.where:
            raise
        raise DataError(f"{path}, {error.where}", error.what, error.remedy) from None
    except Exception as error:
        raise user_code_errors.describe_error(error) or error from None
    if not isinstance(made, Game):
        what = f"its function game() returns {made!r:.60}."
        raise DataError(str(path), what, "It must end with: return kit.game(...).")
    return made
