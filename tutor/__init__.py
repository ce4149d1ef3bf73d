"""Tebiki: rules engines that teach, in any notebook.

Pages, as they are in the app:

>>> tutor.home()                                # every game and lesson
>>> tutor.course("altaria")                     # a game's course: what comes next, and what is done
>>> tutor.lesson("altaria/04_attacking")        # a lesson; .step("two-cores") is one of its steps
>>> tutor.play("altaria")                       # a whole game against a bot
>>> tutor.rulebook("altaria")                   # every clause, most of them shown at work
>>> tutor.exam("altaria")                       # twenty questions made anew, against the clock
>>> tutor.one_page("altaria")                   # the game on one sheet
>>> tutor.questions("altaria")                  # practice: questions made for this learner
>>> tutor.mined("altaria")                      # puzzles mined from games between bots, each proved
>>> tutor.review("altaria")                     # your last whole game, looked back at
>>> tutor.mechanics()                           # the games side by side: what they do alike, and what not
>>> tutor.mechanic("dice")                      # one mechanic: who has it, what it needs, what it fights with
>>> tutor.mix()                                 # a game mixed from answers of all: what spoils what, what to settle
>>> tutor.phase_graphs()                        # their turns
>>> tutor.measured()                            # what thousands of games between bots show
>>> tutor.causes()                              # what a mechanic does: games with it and without
>>> tutor.transfer()                            # puzzles for those who know one game and learn another
>>> tutor.house_rules("altaria")                # change a rule, predict, see what it does in the same deals
>>> tutor.take_one_out()                        # what a mechanic does: prepared experiments, predicted and read
>>> tutor.own_game()                            # design your own game: change a small one, play it, measure it
>>> tutor.plan("resources")                     # a lesson plan of 45 minutes; `.part("predict")` is one of its parts
>>> tutor.card("altaria")                       # design a card: write it, play it, measure it
>>> tutor.contents()                            # what there is for a class
>>> tutor.ask_the_class()                       # a question for a whole class, on the projector
>>> tutor.class_report()                        # what a class knows, from its logs: clause by student

Parts of them, for notebooks of your own:

>>> tutor.board("my_position.toml", bot="quick")    # a position to play on, both sides or against a bot
>>> tutor.phase_graph("altaria")                    # how its turn goes, with the step of a state lit
>>> tutor.step("my_step.toml")                      # a lesson step that you have written
>>> tutor.picture(state, seat="P2")                 # a still picture of the table, from a seat

The engine behind a rule, and the same game with one thing changed:

>>> tutor.rule("ALT-12.6")                          # the clause, and the lines of engine that are this rule
>>> tutor.without("ALT-12.6")                       # the game without it: a game like any other
>>> engines.load("altaria").variant(cores=3)        # a house rule
>>> tutor.lesson("altaria/04_attacking").state("blocked")   # the position of a step, to be played by any of them

States, cards, decks and results of the engines draw themselves in a notebook that imports `tutor`, and `print` shows
them as text. `notebooks/embedding.ipynb` has an example of each, `help(tutor.board)` every argument.

Everything is loaded when it is first asked for, so that a page opens quickly.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engines.core.game import Game
    from engines.core.state import State
    from tutor.app.play import Play
    from tutor.app.widgets import Book, Home
    from tutor.boards.stage import Stage
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
    from tutor.embed.picture import Picture
    from tutor.embed.rule import Rule
    from tutor.graphs.widget import PhaseGraph
    from tutor.lessons.page import LessonPage
    from tutor.practice.page import Practice
    from tutor.puzzles.page import PuzzlesPage
    from tutor.puzzles.review_page import ReviewPage

__all__ = [
    "ask_the_class",
    "board",
    "card",
    "causes",
    "class_report",
    "contents",
    "course",
    "exam",
    "home",
    "house_rules",
    "lesson",
    "measured",
    "mechanic",
    "mechanics",
    "mined",
    "mix",
    "one_page",
    "own_game",
    "phase_graph",
    "phase_graphs",
    "picture",
    "plan",
    "play",
    "questions",
    "review",
    "rule",
    "rulebook",
    "step",
    "take_one_out",
    "transfer",
    "without",
]

# Pages.


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
        Its name, the game itself, or the .py file of a game of your own.
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


def rulebook(game: str, clause: str = "") -> Book:
    """Return the page of a rulebook: every clause, ruling and term, with demonstrations; `clause` : opened first.

    >>> tutor.rulebook("star_wars")
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


# Parts, for notebooks of one's own.


def board(
    position: State | Game | str | Path,
    bot: str | None = None,
    seat: str | None = None,
    game: str | Path | Game | None = None,
    seed: int = 1,
) -> Stage:
    """Return a board with a position, to be played on.

    What the rules refuse is explained, every move can be taken back, every line of the log says which clause made it
    happen. `board(...).match.table.state` is where it stands.

    >>> tutor.board("altaria")                          # a new game, both sides
    >>> tutor.board(state)                              # from a state of the engine
    >>> tutor.board("my_position.toml", bot="quick")    # from a position, against a bot

    Parameters
    ----------
    position
        A state (it is copied), the text of a position (TOML), the path of one, or a game for its beginning.
    bot
        Who plays the other side: "beginner", "quick" or "careful". None: you play both sides, and see what the one
        who decides sees.
    seat
        Whom you play against a bot, "P1" or "P2"; by default whoever decides first.
    game
        The game of a position that does not say it.
    seed
        Of the bot; the same number answers the same moves alike.

    Raises
    ------
    DataError
        The position, the bot or the seat is none; it names the place and the remedy.
    """
    from tutor.embed.board import open_board

    return open_board(position, bot, seat, game, seed)


def phase_graph(game: str | Path | Game | State, state: State | None = None, height: int = 0) -> PhaseGraph:
    """Return the phase graph of a game: every step, and every way on with its condition.

    >>> tutor.phase_graph("altaria")
    >>> tutor.phase_graph(state)         # its step is lit, and the steps that can come next

    Parameters
    ----------
    game
        A name, a game, the .py file of a game of your own, or a state.
    state
        Where the game stands.
    height
        The greatest height in pixels; 0 is no limit.
    """
    from tutor.embed.graph import open_graph

    return open_graph(game, state, height)


def step(toml: str | Path, id: str | None = None) -> Stage:
    """Return a lesson step of your own, to be taken as in a lesson; it does not count for the progress.

    >>> tutor.step("my_step.toml")

    Parameters
    ----------
    toml
        The text or the path of a file, as `docs/lessons.md` describes it: a lesson, or the entries of one step with
        `game = "..."` before them.
    id
        Which step of a lesson; by default the first.

    Raises
    ------
    DataError
        Something in it is wrong; it names the file, the step, the entry and the remedy.
    """
    from tutor.embed.step import open_step

    return open_step(toml, id)


def picture(thing: Any, seat: str | None = None) -> Picture:
    """Return a still picture of a state, a card, a deck or a result.

    >>> tutor.picture(state)                # as whoever decides sees it
    >>> tutor.picture(state, seat="P2")     # as P2 does; "both" opens both hands

    `picture(...).html` is the picture as a text, for pages of your own. Raises DataError for a thing without one.
    """
    from tutor.embed.picture import picture as drawn

    return drawn(thing, seat)


# The engine behind a rule.


def rule(id: str, all: bool = False) -> Rule:
    """Return a clause or ruling with the engine behind it: its words, the lines that are this rule, a card that has it.

    The lines are found in the source by the id and shown, not copied: requirements, rows of the flow table, functions.
    Below stand the counter-rules that do without it, for `tutor.without`.

    >>> tutor.rule("ALT-12.6")

    Parameters
    ----------
    id
        Of the clause or ruling.
    all
        Show every place that names it, not only the first.

    Raises
    ------
    DataError
        There is no such clause.
    """
    from tutor.embed.rule import open_rule

    return open_rule(id, all)


def without(rule: str, game: str | Game | None = None) -> Game:
    """Return the same game without one rule, or with another in its place. It is a game like any other.

    >>> game = tutor.without("ALT-12.6")                        # every unit may block
    >>> game = tutor.without("without:block.bulwark", "altaria")
    >>> tutor.board(game.position(...))                         # to be played on

    Parameters
    ----------
    rule
        A clause, or with a game the id of a counter-rule; `tutor.rule` lists them.
    game
        Its name, or a game with a house rule or cards of your own.

    Raises
    ------
    DataError
        There is no such rule, or it cannot be taken out.
    """
    from tutor.embed.rule import game_without

    return game_without(rule, game)


def _draw_in_notebooks() -> None:
    """Let the notebook that imports this draw what the engines return."""
    if "IPython" in sys.modules:
        from tutor.embed.drawn import register

        register()


_draw_in_notebooks()
