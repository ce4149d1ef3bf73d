"""Generate the questions for simulated learners, and store what the simulation needs (questions_GAME.jsonl).

    python -m benchmarks.questions GAME ... some for every counter-rule and maker; a second each

Each line is one question: its name in the log, the counter-rule it is about, the clauses that decide it, the right
answer, the answers of learners who hold other beliefs, and the number of possible answers. The beliefs that several
makers tell from the rule are written to `tutor/practice/several_forms.toml`.
"""

from __future__ import annotations

import argparse
import json
import os
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from joblib import Parallel, delayed
from tqdm import tqdm

import engines
from engines.book.toml_schema import to_toml
from engines.variants.counter_rules import counter_rules
from tutor.files import write_whole
from tutor.practice.survey import FORMS_FILE, load_several_forms, makers_of

FOLDER = Path(__file__).parent
TRIES = 4
"""The number of seeds tried for a question."""
FEW, MANY = 2, 24
"""The number of questions of each maker about a counter-rule, and about one that newcomers believe; for makers whose
questions are played on the board, which tell no belief, the first."""
READILY = MANY // 3
"""The minimum number of such questions by a maker that readily tells a belief from the rule."""
FORMS_HEADING = (
    "# The beliefs that several makers readily tell from the rule. Made by `python -m benchmarks.questions`.\n\n"
)


def questions_file(game: str) -> Path:
    """Return the file of a game's questions."""
    return FOLDER / f"questions_{game}.jsonl"


def make_rows(game: str, aim: str, maker: str, count: int, begin: int = 0) -> list[list[Any]]:
    """Return the rows of up to `count` questions of one maker about one counter-rule, from seed `begin` on."""
    from tutor.practice.makers import make_question

    found: list[list[Any]] = []
    for seed in range(begin, begin + count * TRIES):
        question = make_question(game, maker, aim, seed)
        if question is not None:
            found.append(question_row(question))
        if len(found) == count or (not found and seed - begin + 1 >= 2 * TRIES):
            break
    return found


def question_row(question: Any) -> list[Any]:
    """Return the stored data of a question."""
    beliefs = {id: list(own) for id, own in question.beliefs.items()}
    return [question.id, question.aim, list(question.clauses), list(question.right), beliefs, question.options]


def make_questions(game: str, jobs: int) -> Iterator[list[Any]]:
    """Yield the questions of a game as they are generated."""
    from tutor.practice.makers import MAKERS

    rules = counter_rules(engines.load(game))
    wanted = [
        (game, rule.id, maker, MANY if rule.belief and not MAKERS[maker].on_board else FEW)
        for rule in rules
        for maker in makers_of(game, rule.id)
    ]
    work = Parallel(n_jobs=jobs, return_as="generator")(delayed(make_rows)(*one) for one in wanted)
    for found in tqdm(work, total=len(wanted), desc=game):
        yield from found


def find_several_forms(game: str) -> list[str]:
    """Return the beliefs that at least two makers readily tell from the rule, by the stored questions."""
    told = Counter[tuple[str, str]]()
    for line in questions_file(game).read_text(encoding="utf-8").splitlines():
        id, aim, _, right, beliefs, _ = json.loads(line)
        maker = id.partition("/")[0]
        if maker in makers_of(game, aim) and is_told(maker, beliefs.get(aim), right):
            told[aim, maker] += 1
    forms = Counter(aim for (aim, _), count in told.items() if count >= READILY)
    return [rule.id for rule in counter_rules(engines.load(game)) if rule.belief and forms[rule.id] > 1]


def is_told(maker: str, believed: list[str] | None, right: list[str]) -> bool:
    """Return True if who holds a belief gives an answer of his own; no answer is one if cards are marked ("which")."""
    return believed is not None and believed != right and (bool(believed) or maker == "which")


def write_several_forms(games: Iterable[str]) -> None:
    """Write the beliefs that several makers tell from the rule, of these games."""
    found = dict(load_several_forms()) | {game: tuple(find_several_forms(game)) for game in games}
    write_whole(FORMS_FILE, FORMS_HEADING + to_toml({game: {"beliefs": found[game]} for game in sorted(found)}))
    load_several_forms.cache_clear()


def main() -> None:
    """Generate the questions of some games."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.questions", description=__doc__)
    parser.add_argument("games", nargs="*", default=["altaria"])
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    for game in options.games:
        with questions_file(game).open("w", encoding="utf-8", newline="\n") as lines:
            for row in make_questions(game, options.jobs):
                lines.write(json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n")
                lines.flush()
    write_several_forms(options.games)


if __name__ == "__main__":
    main()
