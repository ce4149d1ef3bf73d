"""Writes the first version of a small game from a mix: the files of `tebiki new`, with the mixed rules in the rulebook.

The game can be played immediately. Chosen numbers (deck size, copies, opening hand, last turn) are implemented; every
other answer becomes a clause that is not implemented yet. Conflicts and open issues are written as comments.
"""

from __future__ import annotations

import io
import json
import keyword
import re
import string
import unicodedata
import zipfile
from collections.abc import Mapping

import engines
from tutor.commands.new_game import fill_skeleton, hides_module
from tutor.compare import mechanics as table
from tutor.compare import mixer
from tutor.compare.game_names import short_title
from tutor.compare.mechanics import DesignQuestion
from tutor.compare.ties import Picks
from tutor.text import format_message

DEFAULT_NAME = "mixed_game"
LONGEST_TITLE = 40
NUMBER_PARAMETERS = {
    "deck_size": "deck_size",
    "copies": "copies",
    "opening_hand": "opening_hand",
    "last_turn": "turn_cap",
}
"""The questions whose answer is an implemented number, each with its parameter in the skeleton."""
PLANTS = (
    "Clover", "Poppy", "Plum Tree", "Fern", "Iris", "Willow", "Moss", "Lotus", "Cedar", "Reed", "Peony", "Maple",
    "Daisy", "Lily", "Pine", "Mint", "Rose", "Oak", "Ivy", "Orchid",
)  # fmt: skip
"""Names of the cards, worth 1, 2, 3, 1, 2, 3 ... points: enough for the largest deck with the fewest copies."""


def clean_title(title: str) -> str:
    """Return a title that is valid in all the files: one line, without quotes or braces, and not too long."""
    plain = "".join(" " if unicodedata.category(sign)[0] in "CZ" else sign for sign in title)
    return " ".join(re.sub(r'["\\{}]', "", plain).split())[:LONGEST_TITLE].strip()


def module_name(title: str) -> str:
    """Return the module name for a title: lower case, digits and underscores; `DEFAULT_NAME` if no valid name results.

    >>> module_name("Three lanterns!"), module_name("三つの灯"), module_name("7 arenas")
    ('three_lanterns', 'mixed_game', 'mixed_game')
    """
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    name = re.sub(r"[^a-z0-9]+", "_", plain).strip("_")[:LONGEST_TITLE].strip("_")
    begins = name.replace("_", "")[:3]
    fits = len(begins) == 3 and begins.isalpha() and not keyword.iskeyword(name) and not hides_module(name)
    return name if fits and name not in {*engines.names(), *engines.names(small=True)} else DEFAULT_NAME


def mixed_game_files(
    title: str, picks: Picks, questions: Mapping[str, DesignQuestion], language: str = "en"
) -> dict[str, str]:
    """Return the files of a mixed game, by file name.

    Parameters
    ----------
    title
        The title, from which the module name is derived.
    picks, questions
        The mix, and all questions by id.
    language
        The language of the comments; the game's own words are English.
    """
    title = clean_title(title) or format_message("mixer.name_given", language)
    name = module_name(title)
    files = fill_skeleton(name, title)
    module, data = f"{name}.py", f"{name}.toml"
    prefix = re.search(r'^prefix = "(\w+)"', files[data], re.M)
    assert prefix, "the skeleton has a prefix"
    known = {parameter: _number(questions[id], picks[id]) for id, parameter in NUMBER_PARAMETERS.items() if id in picks}
    text = _with_numbers(files[data], known)
    heading, _, rest = text.partition("\n[[card]]")
    clauses = _clauses(picks, questions, name, prefix[1], language)
    heading = heading.replace(
        "\n[clauses]", f"4 = {_quoted(format_message('begun.section', language))}\n\n[clauses]", 1
    )
    files[data] = f"{heading.rstrip()}\n{clauses}\n\n[[card]]{rest.rstrip()}\n\n{_remarks(picks, questions, language)}"
    first, _, more = files[module].partition("\n")
    files[module] = f"{first}\n\n# {format_message('begun.module', language, name=name)}\n{more}"
    return files


def zip_files(files: Mapping[str, str], folder: str) -> bytes:
    """Return files as a ZIP archive with a single folder."""
    kept = io.BytesIO()
    with zipfile.ZipFile(kept, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, text in files.items():
            packed.writestr(f"{folder}/{name}", text)
    return kept.getvalue()


def _number(question: DesignQuestion, game: str) -> int:
    """Return the number in an answer: the first game parameter that it mentions."""
    pattern = question.answers[game].pattern
    [name, *_] = [field for _, field, _, _ in string.Formatter().parse(pattern) if field]
    return table.game_numbers(engines.load(game))[name]


def _with_numbers(text: str, known: Mapping[str, int]) -> str:
    """Return the skeleton's data file with new parameters, cards and decks; its clauses refer to the parameters."""
    for parameter, value in known.items():
        row = re.search(rf"^{parameter} = \[\d+, (\d+), (\d+), ", text, re.M)
        assert row, "the skeleton has the parameter"
        low, high = min(value, int(row[1])), max(value, int(row[2]))
        text = text.replace(row[0], f"{parameter} = [{value}, {low}, {high}, ")
    numbers = {key: int(value) for key, value in re.findall(r"^(\w+) = \[(\d+), \d+, \d+, ", text, re.M)}
    size, copies = numbers["deck_size"], numbers["copies"]
    used = PLANTS[: -(-size // copies)]
    counts = [copies] * (size // copies) + ([size % copies] if size % copies else [])
    rows = ", ".join(f'"{plant}" = {count}' for plant, count in zip(used, counts, strict=True))
    text = re.sub(r"^cards = \{.*\}", f"cards = {{ {rows} }}", text, flags=re.M)
    more = [
        f'[[card]]\nname = "{plant}"\ncategory = "plant"\npoints = {at % 3 + 1}\n'
        for at, plant in enumerate(PLANTS)
        if at > 2 and plant in used
    ]
    return text.replace("[[deck]]", "\n".join([*more, "[[deck]]"]), 1)


def _clauses(picks: Picks, questions: Mapping[str, DesignQuestion], name: str, prefix: str, language: str) -> str:
    """Return the chosen answers as clauses, except implemented numbers, which the skeleton's own clauses cover."""
    lines = [
        "",
        f"# {format_message('begun.chosen', language)}",
        f"# {format_message('begun.chosen_more', language, name=name)}",
    ]
    at = 0
    for id, question in questions.items():
        if id not in picks:
            continue
        answer, game = question.answers[picks[id]], picks[id]
        like = format_message("begun.like", language, game=short_title(game), clause=answer.clauses[0])
        if id in NUMBER_PARAMETERS:
            lines.append(f"# {question.text} {answer.text}. {like} ({format_message('begun.done', language)})")
            continue
        at += 1
        text = _quoted(f"{answer.text}. {like}")
        lines.append(f'"{prefix}-4.{at}" = [{_quoted(question.text)}, "info", {text}]')
    return "\n".join(lines)


def _remarks(picks: Picks, questions: Mapping[str, DesignQuestion], language: str) -> str:
    """Return the conflicts and open issues of the mix, as comments."""
    lines: list[str] = []
    found = mixer.find_conflicts(picks)
    if found:
        lines += ["", format_message("begun.conflicts", language)]
    for one in found:
        halves = [
            f"{format_message(f'tie.{one.tie.id}.{side}', language)} ({', '.join(answers.values())})"
            for side, answers in (("one", one.one), ("other", one.other))
        ]
        lines.append(f"- {format_message(f'tie.{one.tie.id}.title', language)}: {'; '.join(halves)}.")
    todo = [
        f"{format_message(f'settle.{one.id}.ask', language)} {format_message(f'settle.{one.id}.because', language)}"
        for one in mixer.raised_issues(picks)
    ]
    todo += [
        f"{questions[need.question].text} {mixer.explain_need(need, questions, language)}"
        for need in mixer.needed_questions(picks)
    ]
    if todo:
        lines += ["", format_message("begun.settle", language), *(f"- TODO: {one}" for one in todo)]
    still = mixer.open_questions(picks, questions)
    if still:
        lines += ["", format_message("begun.open", language), *(f"- {questions[id].text}" for id in still)]
    return "\n".join(f"# {line}".rstrip() for line in lines) + "\n" if lines else ""


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
