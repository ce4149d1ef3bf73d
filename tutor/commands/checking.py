"""Checks files that people write: decks, cards, positions, scenarios, lessons and rulebooks.

The content of a file determines its kind; `game = "..."` in the file, or its folder, determines its game. Every problem
is reported with its place and remedy. Nothing is written, and an invalid file raises no exception.

>>> check_files(Path("engines/altaria/cards.toml")).problems
[]
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import engines
from engines.book import cards as card_data
from engines.book import rulebook
from engines.book.card_reading import read_card
from engines.book.toml_schema import SEAT_NAMES
from engines.book.words import flatten_catalogue
from engines.checking import scenarios
from engines.checking.small_game_checks import Incomplete
from engines.checking.word_catalogues import find_word_problems
from engines.designs.untrusted_files import document_of, read_bounded_text
from engines.errors import DataError, TebikiError, find_nearest
from engines.game import Game
from engines.kit import user_code_errors
from engines.variants import written_rules
from engines.variants.counter_rules import derive_rules
from tutor.commands.checking_play import check_play, play_once
from tutor.commands.checking_sets import check_list, check_set, read_decks

Data = Mapping[str, Any]
LONGEST_FILE = 4_000_000
"""Maximum size of a file in bytes, since files may come from anyone."""


@dataclass(slots=True)
class Report:
    """The result: the number of checked things by kind, the problems (one per line), and the files that were left out.

    warnings : lines about valid content that could be better.
    """

    judged: dict[str, int] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    left_out: list[Path] = field(default_factory=list)

    def count(self, kind: str, number: int = 1) -> None:
        """Add to the number of things checked."""
        self.judged[kind] = self.judged.get(kind, 0) + number

    def summary(self) -> str:
        """Return the last line of output: what was checked, and whether everything is valid."""
        judged = ", ".join(f"{number} {kind}{'s' if number != 1 else ''}" for kind, number in self.judged.items())
        number = len(self.left_out)
        left = f" Skipped {number} file{'s' if number != 1 else ''} of other kinds." if number else ""
        if not self.problems:
            return f"All good: {judged}.{left}" if judged else f"There was nothing to check.{left}"
        count = len(self.problems)
        return f"{count} problem{'s' if count != 1 else ''} in {judged or 'the files'}.{left}"


@dataclass(frozen=True, slots=True)
class CheckedFile:
    """A file that was read: its path, its content, and the game it is about (None while that is unknown)."""

    path: Path
    data: Data
    game: Game | None


def check_files(path: Path, game: str | None = None, report: Report | None = None) -> Report:
    """Check a file, or every TOML file in a folder and its subfolders.

    Parameters
    ----------
    path
        The file or folder.
    game
        The game of files that do not name one.
    report
        The report to add to, if several paths are checked together.

    Raises
    ------
    DataError
        If there is no such file, folder or game.
    """
    if game is not None:
        engines.load(game)
    if not os.path.lexists(path):  # lexists is also False for a name that no file can have
        raise DataError(str(path), "there is no such file or folder.", _nearest(path))
    report = report or Report()
    if path.is_dir():
        for file in sorted(path.rglob("*.toml")):
            _check_file(file, game, report, alone=False)
    else:
        _check_file(path.with_suffix(".toml") if path.suffix == ".py" else path, game, report, alone=True)
    return report


def _nearest(path: Path) -> str:
    beside = [other.name for other in path.parent.iterdir()] if path.parent.is_dir() else []
    near = find_nearest(path.name, beside, 0.7)
    return f"Did you mean {path.with_name(near)}?" if near else ""


def _check_file(path: Path, game: str | None, report: Report, alone: bool) -> None:
    try:
        text = read_bounded_text(path, LONGEST_FILE)
        if path.suffix != ".toml" and alone:
            report.count("deck")
            report.problems += check_list(text, str(path), _game(path, {}, game, "deck"))
            return
        data = document_of(text, str(path), LONGEST_FILE)
        kind = "catalogue" if WORD_FILE.fullmatch(path.name) else kind_of(data)
        if TEXT_FILE.fullmatch(path.name) and kind != "small game" and path.resolve().parent.parent.name == TEXT_FOLDER:
            kind = None
        if kind is None:
            report.left_out.append(path)
            if alone:
                raise DataError(str(path), f"is not one of {', '.join(CHECKS)}.", "docs/ describes each format.")
            return
        CHECKS[kind](CheckedFile(path, data, _game(path, data, game, kind)), report)
    except TebikiError as error:
        report.problems.append(str(user_code_errors.describe_error(error) or error))
    except Exception as error:  # one bad file must not hide the others
        report.problems.append(_stumbled(str(path), error))


def _stumbled(where: str, error: Exception) -> str:
    """Return the problem that describes an unexpected error."""
    own = user_code_errors.describe_error(error)
    if own is not None:
        return str(own)
    what = f"{type(error).__name__}: {error!s:.200}" if str(error) else type(error).__name__
    return f"{where}: cannot be read ({what}). Compare it with docs/; if it follows them, this is a bug in Tebiki."


WORD_FILE = re.compile(r"words\.\w+\.toml")
"""Matches the name of a file with an engine's words."""
TEXT_FILE = re.compile(r"[a-z]{2}\.toml")
"""Matches the name of a file with page texts, which may have any tables; it is skipped unless it belongs to a game."""
TEXT_FOLDER = "text"
"""The folder of these texts; each page has a subfolder."""


def kind_of(data: Data) -> str | None:
    """Return the kind of a document, which is a key of `CHECKS`; None if it is of no known kind."""
    if "scenario" in data:
        return "scenario"
    if "step" in data and isinstance(data["step"], list):
        return "lesson"
    if "own_game" in data:
        return "own game"
    if isinstance(data.get("clauses"), dict) or ("prefix" in data and "clause" not in data):
        return "small game"
    if "clause" in data:
        return "rulebook"
    if "belief" in data or "cannot" in data:
        return "counter-rules"
    if "card" in data and not isinstance(data["card"], str):
        return "card"
    if set(SEAT_NAMES) & set(data) or isinstance(data.get("step"), str):
        return "position"
    if isinstance(data.get("deck"), list) or isinstance(data.get("cards"), dict):
        return "deck"
    return None


def _game(path: Path, data: Data, wanted: str | None, kind: str) -> Game | None:
    """Return the game of a file: the one it names, that of the nearest folder or file of that name, or `wanted`."""
    if kind in ("rulebook", "small game", "own game"):
        return None
    named = data.get("game")
    if isinstance(named, str):
        try:
            return engines.load(named)
        except DataError as error:
            raise DataError(f"{path}, game", error.what, error.remedy) from None
    known = engines.names()
    above = path.resolve().parents
    folder = next((name for name in (*(one.name for one in above), path.stem) if name in known), None)
    name = wanted or folder
    if name is None and kind == "catalogue":
        return None  # the words shared by all games
    if name is None:
        remedy = f'Add game = "...", or use --game. Games: {", ".join(known)}.'
        raise DataError(str(path), "does not say which game it is about.", remedy)
    return engines.load(name)


# A function for each kind.


def check_scenarios(file: CheckedFile, report: Report) -> None:
    """Run every scenario of the file."""
    for scenario in scenarios.read_file(file.path):
        report.count("scenario")
        try:
            scenarios.run_scenario(scenario, _of(file))
        except TebikiError as error:
            text = str(error)
            report.problems.append(text if text.startswith(scenario.where) else f"{scenario.where}: {text}")
        except Exception as error:  # one bad scenario must not hide the others
            report.problems.append(_stumbled(scenario.where, error))


def check_lesson(file: CheckedFile, report: Report) -> None:
    """Play every step of the lesson; a step of a course must not test anything that has not been shown yet.

    If the course is not complete yet, that is only a warning.
    """
    from tutor.coverage.route import course_route, is_complete, lesson_files
    from tutor.lessons.checks import check_file  # imports the widgets, which no other kind needs

    report.count("lesson")
    report.problems += check_file(file.path)
    name, path = _of(file).name, file.path.resolve()
    if path in lesson_files(name):
        early = [one for one in course_route(name).too_early() if one.place.lesson.path == path]
        told = report.problems if is_complete(name) else report.warnings
        told += [f"{one.place.step.where}: {one.why}." for one in early]


def check_small_game(file: CheckedFile, report: Report) -> None:
    """Assemble the game from its file and the module beside it, and play it; report everything it lacks."""
    report.count("small game")
    module = file.path.with_suffix(".py")
    try:
        game = engines.load_file(module)
    except Incomplete as error:
        report.problems += map(str, error.all)
        return
    broken = [
        f"{file.path}, deck {id!r}: {reason.fact} ({reason.clause}) {_remedy(reason.repair)}"
        for id in game.decks
        for reason in game.check_deck(id)
    ]
    report.problems += broken
    if broken:
        return
    try:
        found = check_play(game, str(module))
    except DataError as error:
        where = error.where if f"{module.stem}." in error.where else f"{module}, {error.where}"
        raise user_code_errors.describe_error(error) or DataError(where, error.what, error.remedy) from None
    report.problems += found.problems
    report.warnings += found.warnings


def check_own_game(file: CheckedFile, report: Report) -> None:
    """Assemble the game of a design and play it once."""
    report.count("own game")
    play_once(engines.load_file(file.path))


def check_rulebook(file: CheckedFile, report: Report) -> None:
    """Read the rulebook; every clause it refers to must exist."""
    report.count("rulebook")
    book = rulebook.load_rulebook(file.path)
    known = set(book.clauses) | set(book.rulings)
    references = [(clause.id, id) for clause in book.clauses.values() for id in clause.rulings]
    references += [(ruling.id, id) for ruling in book.rulings.values() for id in ruling.clauses]
    references += [(f"misconception {entry.number}", id) for entry in book.misconceptions for id in entry.clauses]
    for source, id in references:
        if id not in known:
            report.problems.append(
                f"{file.path}, {source}: refers to {id}, which does not exist. Add it, or correct the id."
            )


def check_cards(file: CheckedFile, report: Report) -> None:
    """Check every card and deck of a set; add a set without faults to the game, and play a game with each deck."""
    game = _of(file)
    if file.path.resolve() == Path(engines.__file__).parent / game.name / "cards.toml":
        check_own_cards(file, report)
        return
    told = check_set({"game": game.name, **file.data}, file.path)
    for kind, number in (("card", told.read.cards), ("deck", told.read.decks)):
        if number:
            report.count(kind, number)
    report.problems += told.problems
    report.warnings += told.warnings


def check_own_cards(file: CheckedFile, report: Report) -> None:
    """Read every card of a game's own card list separately, so that no fault hides another; then check its decks."""
    game, seen = _of(file), set[str]()
    for row in _rows(file, "card"):
        report.count("card")
        try:
            card = read_card(game.card_rules, row, 0, str(file.path))
            if card.name in seen:
                raise DataError(str(file.path), f"card {card.name!r} is defined twice.", "Remove one or rename it.")
            game.prepare(card)
            seen.add(card.name)
        except TebikiError as error:
            said = str(error)
            report.problems.append(said if said.startswith(str(file.path)) else f"{file.path}, {said}")
    if "deck" in file.data and not report.problems:
        check_decks(file, report)


def check_decks(file: CheckedFile, report: Report) -> None:
    """Check the deck or decks of the file against the deck rules."""
    for deck in read_decks(file.path, file.data):
        report.count("deck")
        where, game = f"{file.path}, deck {deck.id!r}", _of(file)
        unknown = [card_data.unknown_card(name, game.by_name, where) for name in deck.cards if name not in game.by_name]
        report.problems += [str(error) for error in unknown]
        reasons = game.check_deck({name: copies for name, copies in deck.cards.items() if name in game.by_name})
        for reason in reasons if not unknown else ():
            report.problems.append(f"{where}: {reason.fact} ({reason.clause}) {_remedy(reason.repair)}")


def check_counter_rules(file: CheckedFile, report: Report) -> None:
    """Read every written counter-rule and create its game.

    Ids under `cannot` must be those of derived counter-rules.
    """
    game = _of(file)
    for rule in written_rules.read_changes(game, file.data, str(file.path)):
        report.count("counter-rule")
        try:
            rule.patched()
        except TebikiError as error:
            report.problems.append(f"{file.path}, {rule.id}: {error}")
    known = {rule.id for rule in derive_rules(game)}
    for id in set(file.data.get("cannot", ())) - known:
        report.problems.append(f"{file.path}, cannot: there is no counter-rule {id!r}. Remove it.")


def check_words(file: CheckedFile, report: Report) -> None:
    """Compare a catalogue with the English one: every key must exist there, and use no other facts."""
    report.count("catalogue")
    problems = find_word_problems(file.game, flatten_catalogue(file.data)) if file.game else []
    report.problems += [f"{file.path}: {problem}" for problem in problems]


def check_position(file: CheckedFile, report: Report) -> None:
    """Read the position and run the game to its decision."""
    report.count("position")
    _of(file).position(file.data, str(file.path))


CHECKS: dict[str, Callable[[CheckedFile, Report], None]] = {
    "scenario": check_scenarios,
    "lesson": check_lesson,
    "rulebook": check_rulebook,
    "small game": check_small_game,
    "own game": check_own_game,
    "card": check_cards,
    "deck": check_decks,
    "position": check_position,
    "catalogue": check_words,
    "counter-rules": check_counter_rules,
}
"""The check for each kind of file. A new kind needs an entry here and a line in `kind_of`."""


def _rows(file: CheckedFile, key: str) -> list[Data]:
    rows = file.data[key]
    if not isinstance(rows, list) or not all(isinstance(row, Mapping) for row in rows):
        raise DataError(str(file.path), f"{key} is not a list of tables.", f"Write each one as [[{key}]].")
    return rows


def _of(file: CheckedFile) -> Game:
    if file.game is None:
        raise DataError(str(file.path), "does not say which game it is about.", "Use --game.")
    return file.game


def _remedy(repair: str) -> str:
    return repair[:1].upper() + repair[1:]
