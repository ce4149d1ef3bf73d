"""Tebiki: rules engines that teach, in any notebook.

Pages, as they are in the app:

>>> tutor.home()                                # every game and lesson
>>> tutor.course("altaria")                     # a game's course: the next step, and those done
>>> tutor.lesson("altaria/04_attacking")        # a lesson; .step("two-cores") is one of its steps
>>> tutor.play("altaria")                       # a full game against a bot
>>> tutor.rulebook("altaria")                   # every clause, most of them with demonstrations
>>> tutor.exam("altaria")                       # the exam of a game, part by part, closed book
>>> tutor.one_page("altaria")                   # the game on one sheet
>>> tutor.questions("altaria")                  # practice: questions generated for this learner
>>> tutor.mined("altaria")                      # puzzles mined from games between bots, each with a proof
>>> tutor.review("altaria")                     # a review of your last full game
>>> tutor.mechanics()                           # the games side by side: common and different answers
>>> tutor.mechanic("dice")                      # one mechanic: the games with it, its needs and conflicts
>>> tutor.mix()                                 # a game mixed from the answers of all, with conflicts and open issues
>>> tutor.phase_graphs()                        # the turns of all games, as phase graphs
>>> tutor.measured()                            # statistics of thousands of games between bots
>>> tutor.causes()                              # the effect of a mechanic: games with and without it
>>> tutor.transfer()                            # puzzles for learners who know another game
>>> tutor.house_rules("altaria")                # change a rule, predict, and compare the same deals
>>> tutor.take_one_out()                        # the effect of a mechanic: prepared experiments, with predictions
>>> tutor.own_game()                            # design your own game: change a small one, play it, measure it
>>> tutor.plan("resources")                     # a lesson plan of 45 minutes; `.part("predict")` is one of its parts
>>> tutor.my_cards()                            # your own cards and decks: import and store them
>>> tutor.card("altaria")                       # design a card: write it, play it, measure it
>>> tutor.contents()                            # the pages for a class
>>> tutor.ask_the_class()                       # a question for a whole class, on the projector
>>> tutor.class_report()                        # what a class knows, from its logs: clause by student

Parts of pages, for your own notebooks:

>>> tutor.board("my_position.toml", bot="quick")    # a position to play on, both sides or against a bot
>>> tutor.phase_graph("altaria")                    # the turn, with the step of a state highlighted
>>> tutor.step("my_step.toml")                      # a lesson step that you have written
>>> tutor.picture(state, seat="P2")                 # a picture of the table, as a seat sees it

The engine behind a rule, and the same game with one thing changed:

>>> tutor.rule("ALT-12.6")                          # the clause, and the lines of the engine for it
>>> tutor.without("ALT-12.6")                       # the game without it: a game like any other
>>> tutor.cards("reef.toml")                        # a game with your own cards and decks, from a file or My cards
>>> engines.load("altaria").variant(cores=3)        # a house rule
>>> tutor.lesson("altaria/04_attacking").state("blocked")   # the position of a step, for any of these games

States, cards, decks and results of the engines draw themselves in a notebook that imports `tutor`, and `print` shows
them as text. `notebooks/embedding.ipynb` has an example of each, `help(tutor.board)` every argument.

`__init__.pyi` lists where each of them is defined. They are imported on first use, so that a page opens quickly.
"""

from __future__ import annotations

import sys

from tutor.lazy_names import offer_names

__getattr__, __dir__, __all__ = offer_names(__name__, __file__)


def _draw_in_notebooks() -> None:
    """Make the notebook that imports `tutor` draw what the engines return."""
    if "IPython" in sys.modules:
        from tutor.embed.lite_messages import mend_messages
        from tutor.embed.notebook_display import register_formatters

        register_formatters()
        mend_messages()


_draw_in_notebooks()
