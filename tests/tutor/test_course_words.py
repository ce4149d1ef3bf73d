"""The words of a course: each Japanese term is given once, at its first use, and each thing has only one name."""

import re

import pytest

import engines
from engines.book.rulebook import read_toml
from tutor.coverage.route import lesson_files
from tutor.lessons.loader import FOLDER

GIVEN = re.compile(r"\(([^()]*[ぁ-ヿ一-鿿][^()]*)\)")
TOLD = ("text", "goal", "nudge", "after")
OTHER_NAMES = {
    "altaria": r"\b(sideways|rest(s|ed|ing)? (it|one|the|a)\b|is rested|tired|awake|signs?\b|lies down|asleep)",
}
"""Words that must not be used in a game because it has another word: fatigued, upright, symbol."""


def told(game):
    """Yield (step, entry, text) of all texts of a course, in order."""
    for path in lesson_files(game):
        for row in read_toml(path)["step"]:
            for entry in TOLD:
                yield row["id"], entry, row.get(entry, "")
            for key, text in row.get("say", {}).items():
                yield row["id"], f"say {key}", text
            for part in row.get("parts", ()):
                yield row["id"], "ask", " ".join([part["ask"], *part.get("say", {}).values()])
            for line in (*row.get("lines", ()), *row.get("choice", ())):
                yield row["id"], "line", line["text"]


def japanese_of(game):
    """Return a game's Japanese words: its terms, and the names of phases, steps and clauses."""
    book = game.rulebook
    known = [term.japanese for term in book.terms] + [game.words.term(f"clause.{id}", "ja") for id in book.clauses]
    known += [game.words.term(f"phase.{phase.id}.title", "ja") for phase in game.phases]
    known += [game.words.term(f"step.{step}.title", "ja") for step in game.flow.steps]
    return {word.strip() for text in known for word in re.split(r"[/(（）)]", text or "") if word.strip()}


@pytest.mark.parametrize("name", OTHER_NAMES)
def test_a_japanese_term_is_given_once_at_its_first_use(name):
    known, given = japanese_of(engines.load(name)), {}
    for step, entry, text in told(name):
        for term in GIVEN.findall(text):
            assert any(term in word for word in known), (step, term, "the rulebook has another word")
            assert term not in given, (step, entry, term, "was given in", given.get(term))
            given[term] = step
    assert len(given) > 20


@pytest.mark.parametrize(("name", "others"), OTHER_NAMES.items())
def test_one_thing_has_one_name(name, others):
    """This holds in the course, the log, the refusals and the rules."""
    game = engines.load(name)
    texts = [(f"{step} {entry}", text) for step, entry, text in told(name)]
    texts += [(clause.id, clause.text) for clause in game.rulebook.clauses.values() if clause.id not in ("ALT-4.2",)]
    texts += [(f"{clause.id} note", clause.other_editions) for clause in game.rulebook.clauses.values()]
    words = game.words.languages["en"]
    texts += [(key, words[key]) for key in words if key.startswith(("fact.", "repair.", "event.", "when."))]
    pattern = re.compile(others, re.IGNORECASE)
    assert [(where, text) for where, text in texts if pattern.search(text)] == []
    assert (FOLDER / name).is_dir()
