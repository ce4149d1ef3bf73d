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
>>> tutor.my_cards()                            # your own cards and decks: bring them in, keep them
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
>>> tutor.cards("reef.toml")                        # a game with your own cards and decks, from a file or My cards
>>> engines.load("altaria").variant(cores=3)        # a house rule
>>> tutor.lesson("altaria/04_attacking").state("blocked")   # the position of a step, to be played by any of them

States, cards, decks and results of the engines draw themselves in a notebook that imports `tutor`, and `print` shows
them as text. `notebooks/embedding.ipynb` has an example of each, `help(tutor.board)` every argument.

Where each of them is defined stands in `__init__.pyi`. It is imported when it is first asked for, so that a page opens
quickly.
"""

from __future__ import annotations

import sys

from tutor.lazy_names import offer_names

__getattr__, __dir__, __all__ = offer_names(__name__, __file__)


def _draw_in_notebooks() -> None:
    """Let the notebook that imports this draw what the engines return."""
    if "IPython" in sys.modules:
        from tutor.embed.lite_messages import mend_messages
        from tutor.embed.notebook_display import register_formatters

        register_formatters()
        mend_messages()


_draw_in_notebooks()
