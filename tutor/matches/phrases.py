"""Actions in sentences: their notation translated into a game's own phrases.

The phrases are in `[spoken]` of the presentation, keyed by the notation: `"attack {unit} -> {target}" = "attack
{target} with {unit}"`. A key that begins with "…" continues another action: `"… paying {altar}"`.
"""

from __future__ import annotations

import re
from functools import cache

from engines.game import Game
from tutor.boards.presentation import load_look

CONTINUATION = "… "
_NAME = r"""(?:(?:the rival's|their) )?"[^"]*"(?: \d+)?"""
_NAMES = rf"{_NAME}(?:,? (?:and )?{_NAME})*"
"""Matches names in quotes, each optionally with its owner and with its number among cards of that name."""

Row = tuple[re.Pattern[str], str, bool]


def words_for_notation(text: str, game: Game | None = None) -> str:
    """Return the notation of actions in words: in the game's phrases; if there is no phrase, without quotes."""
    rows = load_phrases(game.name) if game is not None else ()
    return "; ".join(_told(part, rows) for part in text.split("; "))


@cache
def load_phrases(game: str) -> tuple[Row, ...]:
    """Return the notations of a game's actions, with their phrases and whether they continue another action.

    The notations with the most literal text come first.
    """
    spoken: dict[str, str] = load_look(game).get("spoken", {})
    longest = sorted(spoken, key=lambda key: -len(re.sub(r"\{\w+\}", "", key)))
    return tuple(
        (_pattern(key.removeprefix(CONTINUATION)), spoken[key], key.startswith(CONTINUATION)) for key in longest
    )


def _pattern(written: str) -> re.Pattern[str]:
    """Return a pattern for the notation of an action; its gaps match names or other words."""
    pieces = re.split(r"\{(\w+)\}", written)
    found = ""
    for at, piece in enumerate(pieces):
        others = r'[^;"]+' if at == len(pieces) - 2 and not pieces[-1] else r'[^;"]+?'
        found += rf"(?P<{piece}>{_NAMES}|{others})" if at % 2 else re.escape(piece)
    return re.compile(rf"{found}(?= |,|$)")


def _told(part: str, rows: tuple[Row, ...]) -> str:
    said, rest = "", part.strip()
    while rest:
        matches = ((pattern.match(rest), phrase) for pattern, phrase, more in rows if more == bool(said))
        match, phrase = next((row for row in matches if row[0] is not None), (None, ""))
        if match is None:
            match = re.match(r'"[^"]*"|\S+', rest)
            assert match is not None
            words = match[0].strip('"').replace("->", "→")
        else:
            words = phrase.format_map({gap: _value(value) for gap, value in match.groupdict().items()})
        said += words if words.startswith(",") or not said else f" {words}"
        rest = rest[match.end() :].lstrip()
    return said


def _value(text: str) -> str:
    """Return the content of a gap in words: names joined, "cores 1 2 3" as "cores 1, 2 and 3"."""
    names = [name.replace('"', "") for name in re.findall(_NAME, text)]
    if names:
        return " and ".join([", ".join(names[:-1]), names[-1]]) if names[1:] else names[0]
    text = re.sub(r"^(\w+)s (\d+)$", r"\1 \2", text)
    return re.sub(r"(?<=\d) (?=\d)", ", ", re.sub(r"(?<=\d) (?=\d+$)", " and ", text))
