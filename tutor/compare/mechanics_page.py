"""The page of the mechanics table: questions, the answers of every game, and demonstrations on boards."""

from __future__ import annotations

from tutor import spreadsheet
from tutor.compare import mechanics as table
from tutor.compare import named_mechanics
from tutor.compare.answer_cells import AnswerCells, require_cell
from tutor.compare.comparison_page import comparison_link, comparison_page
from tutor.compare.game_names import order_games
from tutor.compare.handout import MOST_ROWS, build_handout
from tutor.messages.commands import command
from tutor.navigation.links import page_query
from tutor.text import format_message
from tutor.text import page_language as wanted_language
from tutor.widgets.page import Page


def mechanics(question: str = "", game: str = "") -> Page:
    """Return the page that compares the mechanics of all games; a question and a game open an answer.

    Parameters
    ----------
    question, game
        The cell to open; also `?question=` and `?game=` in the address. A question alone opens all games side by side;
        without a question everything is closed. `?handout=` lists questions, comma-separated, for a printed sheet.

    Raises DataError if a question or game is unknown.
    """
    require_cell("tutor.mechanics", question, game)
    asked = page_query() | {key: value for key, value in (("question", question), ("game", game)) if value}
    rosetta = MechanicsPage([name for name in order_games() if name in table.answered_games()], wanted_language())
    rosetta.hand_out(asked.get("handout", "").split(","))
    rosetta.begin(asked)
    return rosetta.page


class MechanicsPage(AnswerCells):
    """The table, the open cell with its demonstration, and the handout of selected rows."""

    def __init__(self, names: list[str], language: str) -> None:
        super().__init__(table.load_questions(names, language), names, language)
        data = {
            "title": self._say("title", count=number_word(len(names))),
            "text": self._say("text", questions=len(self.questions)),
            "groups": [{"id": id, "title": format_message(f"mechanics.group.{id}", language)} for id in table.GROUPS],
            **self.shown(),
            "pages": self._pages(),
            "all_pages": comparison_link("mechanic"),
            "handout": [],
            "most": MOST_ROWS,
        }
        self.page = comparison_page("mechanics", "mechanics", language, data)
        self.page.answer_with(self)

    def _pages(self) -> dict[str, dict[str, str]]:
        """Return the mechanic page of each question: title and address."""
        return {
            question: {
                "title": format_message(f"mechanic_name.{mechanic}", self.language),
                "href": comparison_link("mechanic", mechanic=mechanic),
            }
            for question, mechanic in named_mechanics.mechanic_by_question().items()
        }

    @command("export")
    def _send_table(self) -> None:
        """Send the table to the browser as a file."""
        text = spreadsheet.BYTE_ORDER_MARK + table.mechanics_csv(list(self.questions.values()))
        self.page.send({"type": "file", "name": "tebiki-mechanics.csv", "mime": "text/csv", "text": text})

    @command("handout")
    def hand_out(self, rows: list[str]) -> None:
        """Show questions as a handout; if none of the ids is known, show the table instead."""
        asked = [self.questions[row] for row in dict.fromkeys(rows) if row in self.questions]
        self.page.put(handout=build_handout(asked, self.language))


def number_word(count: int) -> str:
    """Return a small number as a word."""
    words = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
    return words[count] if count < len(words) else str(count)
