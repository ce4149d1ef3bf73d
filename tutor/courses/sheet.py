"""A game on one page: the turn, what you may do in it once or repeatedly, how you win, and important terms.

Which actions are allowed once or repeatedly follows from the flow table and the requirements. Every sentence comes from
the rulebook, and every title from the game's words. `one_page/<game>.toml` only chooses the sentences and their order:
"12.4" is the first sentence of clause 12.4, "12.4#2" its second, "12.4#1-2" both; "12.4~" ends at the first colon,
semicolon or dash, "12.4," at the first comma; "12.4!" puts the title of the clause before it; "4.5 unless 14.1" names
the keyword that is an exception. `ends` = "loses" means that the sentences under `wins` say how you lose. Whether steps
of a fight follow one another or are alternatives is decided by the flow table (`step_places`); a step under `always`
always follows, even after an alternative that would replace it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import engines
from engines.book.rulebook import Clause, read_toml
from engines.errors import DataError
from engines.game import Game
from engines.kernel.flow import Step, who_in_words
from engines.kernel.state import State
from tutor.boards.presentation import load_look
from tutor.courses.sheet_parts import FightRow, FightSteps, KeywordRows, PhaseRow, QuotedText, Sheet, TitledRow
from tutor.courses.step_places import exit_ends, following_steps, place_steps, reachable_steps
from tutor.text import format_message

FOLDER = Path(__file__).parent / "one_page"
SHEET_ENTRIES = (
    "start",
    "phases",
    "left_out",
    "once",
    "one",
    "often",
    "never",
    "fight",
    "wins",
    "ends",
    "block",
    "card",
    "keywords",
    "words",
)
_REFERENCE = re.compile(r"([\w.]+)(?:#(\d+)(?:-(\d+))?)?([~,!]?)")
_ABBREVIATION = re.compile(r"\(([A-Z]{2,3})\b")
"""Matches an abbreviation in a term of the rulebook: "support (SUP)"."""
UNLESS_WORD = " unless "
FIGHT_WIDENING = 1.35
"""Width of the fight's column relative to the other column."""
PHASE_SUFFIX = "フェイズ"
"""The ending of the Japanese names of phases."""
MOST_WORDS = 16
"""Maximum number of words in English and Japanese on the sheet."""
_ONCE = re.compile(r"\b(once|one\b[^.]*) (per|a) turn\b", re.IGNORECASE)
"""Matches the text of a clause that allows an action once a turn."""


class AllowedAction(NamedTuple):
    """A kind of action allowed in a step of the player's turn, and whether it is allowed once or repeatedly."""

    step: str
    kind: str
    once: bool
    clause: str


def games_with_sheet() -> list[str]:
    """Return the games that have a one-page sheet."""
    return [name for name in engines.names() if (FOLDER / f"{name}.toml").exists()]


@cache
def sheet_choices(game: str) -> dict[str, Any]:
    """Return the choices in a sheet's file. Raises DataError if the game has none, or an entry is unknown."""
    path = FOLDER / f"{game}.toml"
    if not path.exists():
        raise DataError("one page", f"there is none of {game!r}.", f"Games: {', '.join(games_with_sheet())}.")
    data = read_toml(path)
    for key in data:
        if key not in SHEET_ENTRIES:
            raise DataError(str(path), f"unknown entry {key!r}.", f"Known: {', '.join(SHEET_ENTRIES)}.")
    return data


# Actions allowed once or repeatedly, from the flow table.


def turn_steps(game: Game) -> list[Step[State]]:
    """Return the steps of a turn in table order: the largest cycle of steps outside procedures."""
    ways = _ways(game)
    beyond = {name: reachable_steps(ways, name) for name in ways}
    rounds = [{other for other in beyond[name] if name in beyond.get(other, ())} for name in ways]
    turn = max(rounds, key=len)
    return [step for step in game.flow.steps.values() if step.name in turn]


def _ways(game: Game) -> dict[str, set[str]]:
    """Return where each step outside procedures leads; a procedure returns to its caller."""
    return {step.name: following_steps(step) for step in game.flow.steps.values() if not step.procedure}


def allowed_actions(game: Game) -> Iterator[AllowedAction]:
    """Yield the player's actions in their own turn, step by step; response windows, picks and rolls are left out.

    An action is allowed once if its exit does not lead back to its step within the turn, or if one of its clauses says
    so ("once per turn"). Passing and declining do not count.
    """
    ways, turn = _ways(game), turn_steps(game)
    first = turn[0].name
    deciding = [step for step in turn if step.ask and not (step.window or step.pick or step.chance)]
    whose = who_in_words(deciding[0])
    shared = game.rules.table(game.new(), 0).turn_player is None
    for step in deciding:
        if who_in_words(step) != whose and not shared:
            continue
        for kind, way in step.on.items():
            if kind != step.passing:
                after = set(exit_ends(way[1]))
                again = any(step.name in {end, *reachable_steps(ways, end, first)} for end in after)
                yield AllowedAction(step.name, kind, not again or _limited(game, kind), game.kinds[kind].when_clause)


def _limited(game: Game, kind: str) -> bool:
    """Return True if a clause that governs an action allows it only once a turn."""
    needs = game.kinds[kind].requirements
    ids = [need.clause for need in needs if isinstance(need.clause, str)]
    book = game.rulebook.clauses
    return any(_ONCE.search(book[id].text) for id in ids if id in book)


# Sentences from the rulebook.


def split_sentences(text: str) -> list[str]:
    """Return the sentences of a clause, without text in brackets."""
    plain = re.sub(r"\s*\([^()]*\)", "", text)
    return re.split(r"(?<=[.!?])\s+(?=[A-Z])", plain)


def quote_reference(game: Game, reference: str) -> QuotedText:
    """Return the sentences that a reference stands for. Raises DataError if it is invalid."""
    where = f"one page of {game.name}"
    if UNLESS_WORD in reference:
        return _with_exception(game, *reference.split(UNLESS_WORD))
    match = _REFERENCE.fullmatch(reference)
    id = f"{game.rulebook.prefix}-{match[1]}" if match else reference
    entry = game.rulebook.clauses.get(id) or game.rulebook.rulings.get(id)
    if match is None or entry is None:
        raise DataError(where, f"there is no clause {reference!r}.", "Write it like 12.4 or 12.4#2.")
    found = split_sentences(entry.text)
    start = int(match[2] or 1)
    end = int(match[3] or start)
    if not 1 <= start <= end <= len(found):
        raise DataError(where, f"{reference!r}: the clause has {len(found)} sentences.", "Choose one of them.")
    text = " ".join(found[start - 1 : end])
    if match[4] == "!" and isinstance(entry, Clause):
        about = entry.title.rpartition(": ")[2]
        text = f"{about[:1].upper()}{about[1:]}: {text[:1].lower()}{text[1:]}"
    elif match[4]:
        text = re.split(r"[:;]| - " if match[4] == "~" else ",", text)[0].rstrip(".") + "."
    return QuotedText(text, (match[1],))


def _with_exception(game: Game, rule: str, keyword: str) -> QuotedText:
    """Return a sentence with the keyword that is an exception to it: "..., unless it has Haste."."""
    said, other = quote_reference(game, rule), quote_reference(game, keyword)
    name = _title(game, other)
    return QuotedText(
        format_message("sheet.unless", text=said.text.rstrip("."), keyword=name), (*said.clauses, *other.clauses)
    )


def quote_references(game: Game, references: list[str]) -> list[QuotedText]:
    """Return the sentences of several references."""
    return [quote_reference(game, one) for one in references]


def joined_quotes(game: Game, references: str | list[str]) -> QuotedText:
    """Return the sentences of one or more references as a single text."""
    several = quote_references(game, [references] if isinstance(references, str) else references)
    return QuotedText(" ".join(one.text for one in several), tuple(id for one in several for id in one.clauses))


def short_clause_id(game: Game, clause: str) -> str:
    """Return a clause's id without the prefix of the rulebook, as the page writes it."""
    return clause.removeprefix(f"{game.rulebook.prefix}-")


def action_lines(game: Game, once: bool, left_out: Sequence[str], language: str = "en") -> list[QuotedText]:
    """Return a line for each step, with its actions that are allowed once (`once`) or repeatedly.

    left_out : steps and kinds of action to omit. Steps of both players with the same actions share a line, titled with
    their phase.
    """
    lines: dict[tuple[str, ...], list[AllowedAction]] = {}
    every = [act for act in allowed_actions(game) if act.once is once and not {act.step, act.kind} & set(left_out)]
    for step in dict.fromkeys(act.step for act in every):
        here = [act for act in every if act.step == step]
        lines.setdefault(tuple(act.kind for act in here), []).extend(here)
    phases = {phase.id: phase.title for phase in game.phases}
    found = []
    for here in lines.values():
        steps = {act.step for act in here}
        step = here[0].step
        title = game.title_of(step, language) if len(steps) == 1 else phases[game.flow.steps[step].phase]
        labels = dict.fromkeys(action_label(game, act.kind, language) for act in here)
        plain = [one for one in labels if one != title]
        clauses = dict.fromkeys(short_clause_id(game, act.clause) for act in here)
        found.append(QuotedText(f"**{title}**" + (f": {', '.join(plain)}" if plain else ""), tuple(clauses)[:3]))
    return found


def action_label(game: Game, kind: str, language: str = "en") -> str:
    """Return the label of an action's button, without the parts that only a position can fill in."""
    text = re.sub(r"\{\w+\}", "…", game.words.find(f"action.{kind}.label", language))
    return re.sub(r"[,:]?(?: \w+)? …$", "", text)


# The page.


def build_sheet(game: Game, language: str = "en") -> Sheet:
    """Return the contents of a game's page; texts are `QuotedText`."""
    data = sheet_choices(game.name)
    left_out = data.get("left_out", ())
    found: Sheet = {
        "line": load_look(game.name)["line"],
        "start": quote_references(game, data["start"]),
        "turn": _turn(game, data["phases"]),
        "once": [*action_lines(game, True, left_out, language), *quote_references(game, data.get("once", []))],
        "one": quote_references(game, data.get("one", [])),
        "often": [*action_lines(game, False, left_out, language), *quote_references(game, data["often"])],
        "never": quote_references(game, data["never"]),
        "fight": _fight(game, data["fight"], language),
        "ends": data.get("ends", "wins"),
        "wins": [(_title(game, one), one) for one in quote_references(game, data["wins"])],
        "blocks": [
            {"title": block["title"], "lines": quote_references(game, block["say"])} for block in data.get("block", ())
        ],
        "keywords": _keywords(game, data.get("keywords", {})),
        "card": data["card"],
    }
    _placed(found)
    found["words"] = _words(game, found, data.get("words", []))
    return found


def _placed(page: Sheet) -> None:
    """Put each block into the shorter column so far: "left" (beside the fight) or "right" (below the ways to win)."""
    lengths = {"left": _length(page["fight"]) / FIGHT_WIDENING, "right": _length(page["wins"])}
    for block in page["blocks"]:
        column = block["column"] = min(("right", "left"), key=lambda name: lengths[name])
        lengths[column] += _length(block) / (FIGHT_WIDENING if column == "left" else 1)


def _length(part: object) -> int:
    """Return the approximate space that a part of the page needs, in characters.

    Each text also counts a partly empty line.
    """
    return sum(len(text) + 40 for text in _texts(part))


def _turn(game: Game, phases: Mapping[str, str | list[str]]) -> list[PhaseRow]:
    """Return the phases of a turn in order: title, Japanese title, whether there is a choice, and what happens."""
    known = {phase.id: phase for phase in game.phases}
    turn = turn_steps(game)
    rows: list[PhaseRow] = []
    for id, reference in phases.items():
        steps = [step for step in turn if step.phase == id]
        if id not in known or not steps:
            raise DataError(f"one page of {game.name}, phases", f"{id!r} is no phase of a turn.", "Leave it out.")
        chosen = any(step.ask and not (step.window or step.chance) for step in steps)
        title = known[id].title.removesuffix(" Phase")
        rows.append(
            {
                "title": title,
                "ja": _short(game.words.term(f"phase.{id}.title", "ja")).removesuffix(PHASE_SUFFIX),
                "chosen": chosen,
                "said": joined_quotes(game, reference),
            }
        )
    return rows


def _fight(game: Game, data: Mapping[str, Any], language: str) -> FightSteps:
    """Return the steps of a fight in the order of the flow table, each with its title and a sentence."""
    order = list(game.flow.steps)
    rows: list[FightRow] = []
    steps = dict(sorted(data["steps"].items(), key=lambda row: order.index(row[0])))
    found = place_steps(game, [*steps], data.get("always", ()))
    for (step, reference), place in zip(steps.items(), found, strict=True):
        said = joined_quotes(game, reference)
        title, japanese = game.title_of(step, language), game.words.term(f"step.{step}.title", "ja")
        rows.append({"title": title, "ja": japanese, "said": said, "number": place.number, "instead": place.instead})
    return {"title": data["title"], "rows": rows}


def _title(game: Game, said: QuotedText) -> str:
    return str(game.rulebook.clauses[f"{game.rulebook.prefix}-{said.clauses[0]}"].title)


def _keywords(game: Game, data: Mapping[str, Any]) -> KeywordRows:
    """Return the keywords of a game: titles of clauses with their Japanese, and a sentence for each."""
    rows: list[TitledRow] = []
    for reference in data.get("say", ()):
        said = quote_reference(game, reference)
        clause = game.rulebook.clauses[f"{game.rulebook.prefix}-{said.clauses[0]}"]
        rows.append({"title": clause.title, "ja": _japanese(game, clause), "said": said})
    return {"title": data.get("title", ""), "rows": rows}


def _japanese(game: Game, clause: Clause) -> str:
    """Return the Japanese for a clause's title."""
    same = (term for term in game.rulebook.terms if _english(term.english).casefold() == clause.title.casefold())
    return next((_short(term.japanese) for term in same), "")


def _words(game: Game, page: Sheet, more: list[str]) -> list[tuple[str, str]]:
    """Return words in English and Japanese, in rulebook order: those in `more`, and those used most.

    Words that the page already has in both languages are left out. A word that the page abbreviates, as in "power
    (POW)", comes first, with its abbreviation.
    """
    texts = " ".join(_texts(page))
    told = texts.casefold()
    rows = [(row["title"], row["ja"]) for row in page["turn"]]
    rows += [(row["title"], row["ja"]) for row in (*page["keywords"]["rows"], *page["fight"]["rows"])]
    shown = {title.casefold() for title, japanese in rows if japanese}
    used: dict[tuple[str, str], int] = {}
    for term in game.rulebook.terms:
        word, japanese = _english(term.english), _short(term.japanese)
        count = len(re.findall(rf"\b{re.escape(word.casefold())}s?\b", told))
        short = _ABBREVIATION.search(term.english)
        if short is not None and re.search(rf"\b{short.group(1)}\b", texts):
            used[f"{word} ({short.group(1)})", japanese] = count + 2000
        elif (count or word in more) and word.casefold() not in shown and japanese != word:
            used[word, japanese] = count + 1000 * (word in more)
    most = sorted(used, key=lambda one: -used[one])[:MOST_WORDS]
    return [one for one in used if one in most]


def _texts(page: object) -> Iterator[str]:
    """Yield every sentence on a page."""
    if isinstance(page, QuotedText):
        yield page.text
    elif isinstance(page, Mapping):
        for one in page.values():
            yield from _texts(one)
    elif isinstance(page, list | tuple):
        for one in page:
            yield from _texts(one)


def _english(text: str) -> str:
    """Return the first English word of a term."""
    return re.split(r"\s*[(/,]", text)[0].strip()


def _short(japanese: str) -> str:
    """Return the first Japanese word of a term, without text in brackets."""
    return re.split(r"\s*[/(（]", japanese)[0].strip()
