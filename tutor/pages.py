"""The pages that `tutor` offers, as they are in the app. Each is loaded when it is first asked for."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engines.game import Game
    from tutor.app.play import Play
    from tutor.app.widgets import Book, Home
    from tutor.classroom.card_page import CardDesign
    from tutor.classroom.own_page import OwnGame
    from tutor.classroom.plan_page import PlanPage
    from tutor.classroom.widgets import AskPage, ContentsPage, LabPage, ReportPage, TakePage
    from tutor.compare.widgets import (
        CausesPage,
        MeasuredPage,
        MechanicPage,
        MechanicsPage,
        MixerPage,
        TransferPage,
        TurnsPage,
    )
    from tutor.courses.exam_page import ExamPage
    from tutor.courses.page import CoursePage
    from tutor.courses.sheet_page import SheetPage
    from tutor.lessons.page import LessonPage
    from tutor.practice.page import Practice
    from tutor.puzzles.page import PuzzlesPage
    from tutor.puzzles.review_page import ReviewPage


def home() -> Home:
    """Return the home page: every game with its lessons, and the learner's progress."""
    from tutor.app.home import home as page

    return page()


def course(game: str) -> CoursePage:
    """Return the course of a game: what comes next, what is done, what is due, and what the game still holds.

    >>> tutor.course("altaria")
    """
    from tutor.courses.page import course as page

    return page(game)


def exam(game: str) -> ExamPage:
    """Return the exam of a game: twenty questions drawn anew, ten minutes, closed book, and a report to print.

    >>> tutor.exam("altaria")
    """
    from tutor.courses.exam_page import exam_page as page

    return page(game)


def one_page(game: str) -> SheetPage:
    """Return a game on one page, which prints on one sheet: the turn, what comes once and what often, how one wins.

    >>> tutor.one_page("altaria")
    """
    from tutor.courses.sheet_page import one_page as page

    return page(game)


def lesson(name: str) -> LessonPage:
    """Return a lesson; `.step(id)` shows one of its steps.

    >>> tutor.lesson("altaria/04_attacking").step("two-cores")

    Raises DataError for an unknown one, naming those there are.
    """
    from tutor.lessons.page import open_lesson

    return open_lesson(name)


def play(game: str | Game, **wanted: Any) -> Play:
    """Return the page of a whole game against a bot.

    >>> tutor.play("altaria")
    >>> tutor.play("altaria", you="hearth", rival="tide", bot="greedy", seed=7)

    Parameters
    ----------
    game
        Its name, the game itself, or the file of a game of your own (.py, or .toml for a design).
    wanted
        `you` and `rival` (ids of decks), `bot`, `first` ("rules", "you" or "rival"), `seed`. With any of them the game
        begins at once; without, the choices are shown first.
    """
    from tutor.app.play import play as page

    return page(game, **wanted)


def questions(game: str, seed: int | None = None) -> Practice:
    """Return the practice page of a game: eight questions made for this learner, and another eight.

    >>> tutor.questions("altaria")

    seed : for the same questions again, while the learner's log is the same.
    """
    from tutor.practice.page import practice as page

    return page(game, seed)


def rulebook(game: str | Path | Game, clause: str = "") -> Book:
    """Return the page of a rulebook: every clause, ruling and term, with demonstrations; `clause` : opened first.

    >>> tutor.rulebook("star_wars")

    game : its name, the game itself, or the file of a game of your own.
    """
    from tutor.app.rulebook import rulebook as page

    return page(game, clause)


def mined(game: str) -> PuzzlesPage:
    """Return the page of a game's mined puzzles: the day's, by theme and level, those missed, a run by the clock.

    >>> tutor.mined("altaria")

    Raises DataError for a game that has none.
    """
    from tutor.puzzles.page import puzzles as page

    return page(game)


def review(game: str) -> ReviewPage:
    """Return the review of the learner's last whole game: its chances, its moments as puzzles, its tries as questions.

    >>> tutor.review("altaria")
    """
    from tutor.puzzles.review_page import look_back as page

    return page(game)


def mechanics(question: str = "", game: str = "") -> MechanicsPage:
    """Return the page that sets the mechanics of all games side by side; a question and a game open an answer."""
    from tutor.compare.mechanics_page import mechanics as page

    return page(question, game)


def mechanic(name: str = "", question: str = "", game: str = "") -> MechanicPage:
    """Return the page of a mechanic, with a cell of its rows open; without a name the list of all mechanics.

    >>> tutor.mechanic("dice")
    """
    from tutor.compare.mechanic_page import mechanic as page

    return page(name, question, game)


def mix(picks: str = "") -> MixerPage:
    """Return the mixer: choose an answer for each question, see what spoils what, and begin a small game with it.

    >>> tutor.mix("win.star_wars,damage.altaria")
    """
    from tutor.compare.mixer_page import mix as page

    return page(picks)


def measured() -> MeasuredPage:
    """Return the page of what play-outs between bots show, with their uncertainty."""
    from tutor.compare.measured_page import measured as page

    return page()


def transfer(puzzle: str = "") -> TransferPage:
    """Return the page of puzzles for those who know one game and learn another; `puzzle` : opened first."""
    from tutor.compare.transfer_page import transfer as page

    return page(puzzle)


def causes() -> CausesPage:
    """Return the page of what mechanics do: each game with it and without, and who gains by it."""
    from tutor.compare.causes_page import causes_page as page

    return page()


def phase_graphs() -> TurnsPage:
    """Return the page that sets the turns of all games side by side."""
    from tutor.compare.turns_page import phase_graphs as page

    return page()


def contents() -> ContentsPage:
    """Return the contents of the classroom: what there is for a class."""
    from tutor.classroom.contents_page import contents as page

    return page()


def own_game(text: str = "") -> OwnGame:
    """Return the page on which a small game is changed: pieces, numbers, cards; seen, played and measured at once.

    >>> tutor.own_game()

    text : the file of a design, to begin with it. Raises DataError for a text that is none.
    """
    from tutor.classroom.own_page import own_game as page

    return page(text)


def plan(name: str, teacher: bool = False) -> PlanPage:
    """Return a lesson plan, whose notebook shows it part by part.

    >>> tutor.plan("resources").part("predict")

    Parameters
    ----------
    name
        Of the plan: its file in tutor/classroom/plans.
    teacher
        With what the teacher says, the expected answers, and what usually goes wrong.

    Raises
    ------
    DataError
        There is no such plan.
    """
    from tutor.classroom.plan_page import open_plan

    return open_plan(name, teacher)


def card(game: str = "") -> CardDesign:
    """Return the page on which a card is designed: written in a form, drawn, played and measured at once.

    >>> tutor.card("altaria")
    """
    from tutor.classroom.card_page import card as page

    return page(game)


def ask_the_class() -> AskPage:
    """Return the page on which a teacher asks the class: shown by a projector, answered by phones or raised cards."""
    from tutor.classroom.ask_page import ask as page

    return page()


def class_report(folder: str | Path | None = None) -> ReportPage:
    """Return the class report: clause by student, what was missed, beliefs found, what to teach next.

    folder : one with logs that were handed in, or that of a class; without it they are dropped into the page.

    >>> tutor.class_report("hand-ins")
    """
    from tutor.classroom.report_page import class_report as page

    return page(folder)


def house_rules(game: str = "") -> LabPage:
    """Return the house-rule lab of a game: change rules, predict, play the same deals with and without, see.

    >>> tutor.house_rules("altaria")
    """
    from tutor.classroom.house_rules_page import house_rules as page

    return page(game)


def take_one_out(experiment: str = "") -> TakePage:
    """Return the page of prepared experiments: a mechanic taken out, or put in, predicted, seen, read, played again.

    >>> tutor.take_one_out("altaria_fresh")
    """
    from tutor.classroom.take_one_out_page import take_one_out as page

    return page(experiment)
