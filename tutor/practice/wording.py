"""The words of questions, composed from the words of lessons, games and pages."""

from __future__ import annotations

import re
from collections import Counter

from engines.forms.sums import counted_table
from engines.game import Game
from engines.kernel import programs
from engines.kernel.state import Action, State
from tutor.boards.presentation import load_look
from tutor.boards.totals import tally_rows
from tutor.lessons.loader import LONGEST_TEXT
from tutor.matches.phrases import words_for_notation
from tutor.practice.playouts import LEARNER
from tutor.text import format_message

GAP = "…"
ANY_NAME = '"*"'


def action_title(text: str, game: Game) -> str:
    """Return an action as a title in which a star is a gap: "Attack cores with …"."""
    said = words_for_notation(text, game).replace("*", GAP)
    return said[:1].upper() + said[1:]


def tell_action(state: State, action: Action, text: str) -> str:
    """Describe for the learner what the deciding player does: whose card it is, and which offer is accepted.

    text : the action's text, with its picks.
    """
    words = action_title(gather_actions(text), state.game)
    if state.seat_to_act != LEARNER:  # on the rival's side, "the rival's" means the learner's
        words = re.sub(r"\b(?:the rival's|their) (?=[A-Z])", "your ", words)
    source = offering_card(state) if len(action) == 1 else ""
    return f"{words} ({source})" if source else words


def gather_actions(text: str) -> str:
    """Join consecutive actions that differ only in a name: `discard "A" "2 × B"`."""
    found: list[tuple[str, list[str]]] = []
    for part in text.split("; "):
        match = re.fullmatch(r'([a-z ]+) "([^"]*)"', part)
        verb, names = (match[1], [match[2]]) if match else (part, [])
        if found and names and found[-1][1] and found[-1][0] == verb:
            found[-1][1].extend(names)
        else:
            found.append((verb, names))
    return "; ".join(" ".join([verb, *(f'"{name}"' for name in count_names(names))]) for verb, names in found)


def count_names(names: list[str]) -> list[str]:
    """Return each name once, preceded by its count."""
    return [f"{count} × {name}" if count > 1 else name for name, count in Counter(names).items()]


def offering_card(state: State) -> str:
    """Return the name of the card that offers the current decision ("you may"); "" if no card does."""
    local = state.procedure_locals
    if not all(hasattr(local, name) for name in ("card", "ability", "at")) or not programs.is_valid(state):
        return ""
    found = programs.next_instruction(state)
    return state.game.cards[local.card].name if found is not None and found[0] == "may" else ""


def line_title(words: str) -> str:
    """Return the words of a line as a title: the action without its picks."""
    return words.partition("; ")[0]


def is_numbered(text: str) -> bool:
    """Return True if a text distinguishes cards of the same name by a number, which the table does not show."""
    return re.search(r'" \d', text) is not None


def names_twice(text: str) -> bool:
    """Return True if a text names two cards of the same name, one on each side of the table."""
    names = quoted_names(text)
    return len({*names}) < len(names)


def tell_moment(state: State, language: str = "en", besides: str = "") -> str:
    """Say who decides what now; and for which card, if the decision is about a card that is not on the table.

    The card's text is added, with how much of its cost has been paid; if that is too long together with `besides`, only
    the cost is added.
    """
    game, card = state.game, card_at_work(state)
    told = game.moment(state, LEARNER, language)
    if not card:
        return " ".join([told, *done_this_turn(state), *done_this_turn(state, "begun")])
    told = format_message("practice.at_work", language, moment=told, card=card)
    printed = printed_text(game, card, language)
    running = tally_rows(
        game,
        counted_table(state, LEARNER, language),
        LEARNER,
        (format_message("lesson.you"), format_message("lesson.rival")),
    )
    given = [f"{row['label']}." for row in running]
    texts = [format_message("practice.printed", language, text=text) for text in (printed, cost_text(printed)) if text]
    ways = [[text, *more] for more in (given, []) for text in texts]
    fitting = (" ".join([told, *way]) for way in [*ways, given])
    return next((one for one in fitting if len(f"{one} {besides}".split()) <= LONGEST_TEXT), told)


def printed_text(game: Game, card: str, language: str) -> str:
    """Return the printed text of the card with this name."""
    return " ".join(game.rules_text(game.cards[game.by_name[card]], language)).replace("**", "")


def tells_whole_card(state: State, told: str, language: str) -> bool:
    """Return True if `told` contains all that is printed on the card for which something is being picked, if any."""
    card = card_at_work(state)
    return not card or printed_text(state.game, card, language) in told


def done_this_turn(state: State, table: str = "done") -> list[str]:
    """Return sentences on the learner's actions this turn that are not visible.

    table : "done" for those that forbid something later; "begun" for those that forbid something only in the eyes of
    somebody with a wrong belief.
    """
    game = state.game
    words = load_look(game.name).get(table, {})
    if not words or game.rules.table(state, LEARNER).turn_player != LEARNER:
        return []
    return [text for name, text in words.items() if game.rules.value(state, None, "flag", name) == "yes"]


def cost_text(printed: str) -> str:
    """Return the part of a card's text that states its cost; "" if there is none."""
    found = re.search(r"[^.⟨]*⟨[^⟩]*⟩", printed)
    return found[0].strip() if found else ""


def card_at_work(state: State) -> str:
    """Return the name of the card for which the learner is picking something; "" if there is none."""
    card = getattr(state.procedure_locals, "card", None)
    if not state.step.pick or state.seat_to_act != LEARNER or not isinstance(card, int):
        return ""
    found = state.game.cards[card]
    return "" if found.unseen else found.name


def quoted_names(text: str) -> list[str]:
    """Return the names in quotes in a text."""
    return re.findall(r'"([^"]*)"', text)
