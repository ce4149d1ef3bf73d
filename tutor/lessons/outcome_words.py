"""Questions about an outcome ('zone "X"', "rival.hand", see docs/lessons.md) in words."""

from __future__ import annotations

from engines.game import Game
from tutor.boards.presentation import Look, load_look
from tutor.text import capitalise_first, format_message

SIDES = ("you", "rival")
HIDDEN = "hidden "
"""Prefix of questions for the number of cards in a zone that the other player cannot know."""
RESTED = "rested "
"""Prefix of questions for the number of turned cards in a zone (one that pays, or that turns as a whole)."""
WINNER = "winner"
"""The question who has won."""
KNOWN_NOUNS = ("zone", "orientation", "face", "active", "new", "dice")
"""What is asked of a card in words of its own; anything else is a figure."""
NO_FIGURES = ("zone", "legal", "winner", "chance", "rested")
"""Questions in lessons that are not about a card's figures."""


def card_nouns(game: Game) -> list[str]:
    """Return what can be asked of a card: its zone, how it lies, its figures."""
    view = load_look(game.name)
    nouns = [noun for noun in view["deciding"] if noun not in view.get("outcome", {})]
    return ["zone", *(noun for noun in nouns if noun not in NO_FIGURES)]


def ask_in_words(of: str, game: Game, language: str) -> str:
    """Return the text of the question with this name."""
    view = load_look(game.name)
    outcome = view.get("outcome", {}).get(of)
    if outcome is not None:
        asks = outcome.get(f"ask_{language}") or outcome.get("ask")
        if asks is not None:
            return str(asks)
        return format_message(
            "practice.ask.count" if "sum" in outcome else "practice.ask.destroyed",
            language,
            what=capitalise_first(of),
        )
    if of == WINNER:
        return format_message("practice.ask.winner", language)
    side, _, name = of.removeprefix(HIDDEN).removeprefix(RESTED).partition(".")
    titles = {row["id"]: row.get(language) or row["title"] for row in view["zone"]}
    for head in (HIDDEN, RESTED):
        if of.startswith(head):
            return format_message(f"practice.ask.{head.strip()}.{side}", language, zone=titles[name])
    if side in SIDES:
        score: Look = next((row for row in view.get("score", ()) if row["field"] == name), {})
        row: Look = score or next(row for row in view["zone"] if row["id"] == name)
        by_side: Look = row.get(f"ask_{language}") or row.get("ask", {})
        if side in by_side:
            return str(by_side[side])
        if score:
            return format_message(
                f"practice.ask.figure.{side}", language, what=score.get(language) or score.get("tick") or score["word"]
            )
        return format_message(f"practice.ask.cards.{side}", language, zone=titles[name])
    noun, card = of.split(" ", 1)
    key = f"practice.ask.{noun}"
    counter = view.get("counters", {}).get(noun, {})
    figure: Look = next((row for row in view.get("figure", ()) if row.get("noun", row["field"]) == noun), {})
    called = counter.get("many") or figure.get(language) or figure.get("word") or noun
    facts = {"name": card.strip('"'), "what": capitalise_first(called)}
    return format_message(key if noun in KNOWN_NOUNS else "practice.ask.of_card", language, **facts)
