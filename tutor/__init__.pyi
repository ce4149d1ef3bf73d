"""What `tutor` offers by name, and where it is defined: pages of the app, and parts of them for any notebook."""

from tutor.classroom.ask_page import ask_the_class
from tutor.classroom.card_page import card
from tutor.classroom.contents_page import contents
from tutor.classroom.house_rules_page import house_rules
from tutor.classroom.own_page import own_game
from tutor.classroom.plan_page import open_plan as plan
from tutor.classroom.report_page import class_report
from tutor.classroom.take_one_out_page import take_one_out
from tutor.compare.causes_page import causes_page as causes
from tutor.compare.measured_page import measured
from tutor.compare.mechanic_page import mechanic
from tutor.compare.mechanics_page import mechanics
from tutor.compare.mixer_page import mix
from tutor.compare.transfer_page import transfer
from tutor.compare.turns_page import phase_graphs
from tutor.courses.exam_page import open_exam as exam
from tutor.courses.page import open_course as course
from tutor.courses.sheet_page import open_sheet as one_page
from tutor.embed.board import open_board as board
from tutor.embed.cards import open_cards as cards
from tutor.embed.graph import open_graph as phase_graph
from tutor.embed.picture import draw_picture as picture
from tutor.embed.rule import game_without as without
from tutor.embed.rule import open_rule as rule
from tutor.embed.step import open_step as step
from tutor.lessons.page import open_lesson as lesson
from tutor.pages.home import home
from tutor.pages.my_cards import my_cards
from tutor.pages.play import play
from tutor.pages.rulebook import rulebook
from tutor.practice.page import open_practice as questions
from tutor.puzzles.page import open_puzzles as mined
from tutor.puzzles.review_page import open_review as review

__all__ = [
    "ask_the_class",
    "board",
    "card",
    "cards",
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
    "my_cards",
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
