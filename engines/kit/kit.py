"""Everything a small game needs, in one module: `from engines.kit import kit`. See docs/a-game-in-an-evening.md."""

from engines.book.cards import FieldRule
from engines.book.words import Phrase
from engines.declare.call_stack import CardNumber, InPlay, Seat
from engines.declare.declaration import DeclaredState, Zones, in_play, state, zones
from engines.declare.fields import both, cards, count, flag, number, pile, places, records, seat, under_way, value
from engines.declare.records import Record, card, effects, figure, identity
from engines.declare.records import attached_cards as worn
from engines.declare.records import joined_card as joined
from engines.declare.records import mark as marked
from engines.declare.zone_fields import EVERYBODY, NOBODY, OWNER
from engines.kernel.flow import RETURN, Call, Case, If, Step, who
from engines.kernel.rows import choose_secretly as secret
from engines.kernel.rows import divide_number as divided
from engines.kernel.rows import pick_several as several
from engines.kernel.rows import window
from engines.kernel.state import Action, Result
from engines.kernel.verbs import Verbs, carry_out
from engines.kit.defaults import evaluation_by_difference, heuristic_from_table
from engines.kit.small_game import game
from engines.legal.actions import actions_with
from engines.legal.actions import make_action as action
from engines.legal.arguments import Argument, ability_waiting, card_in_play, card_of, number_in, place_in
from engines.legal.arguments import list_offered as offered
from engines.legal.arguments import make_kinds as kinds
from engines.legal.arguments import word_argument as word
from engines.legal.cards_in_play import enter_play as enter
from engines.legal.cards_in_play import find_record as find
from engines.legal.cards_in_play import leave_play as leave
from engines.legal.cards_in_play import mark_record as mark
from engines.legal.cards_in_play import put_in_place, put_into, put_mark
from engines.legal.cards_in_play import win_game as win
from engines.legal.common_requirements import choice_step as choice
from engines.legal.common_requirements import in_hand, more_than, turn_player
from engines.legal.common_requirements import need_own as mine
from engines.legal.common_requirements import need_unmarked as unmarked
from engines.legal.common_requirements import requirements_from as needs
from engines.legal.common_requirements import rival_of_turn_player as rival
from engines.legal.moments import Moment, Over
from engines.legal.moments import in_own_phases as own
from engines.legal.moments import is_asked as asked
from engines.legal.moments import stands_within as within
from engines.legal.needs import Need, needs_of_things
from engines.legal.reasons import Kind, Requirement
from engines.legal.reasons import requirements_with_words as worded
from engines.legal.stages import move_to_step as stage

# fmt: off
__all__ = [
    "EVERYBODY", "NOBODY", "OWNER", "RETURN", "Action", "Argument", "Call", "CardNumber", "Case", "DeclaredState",
    "FieldRule", "If", "InPlay", "Kind", "Moment", "Need", "Over", "Phrase", "Record", "Requirement", "Result", "Seat",
    "Step", "Verbs", "Zones", "ability_waiting", "action", "actions_with", "asked", "both", "card", "card_in_play",
    "card_of", "cards", "carry_out", "choice", "count", "divided", "effects", "enter", "evaluation_by_difference",
    "figure", "find", "flag", "game", "heuristic_from_table", "identity", "in_hand", "in_play", "joined", "kinds",
    "leave", "mark", "marked", "mine", "more_than", "needs", "needs_of_things", "number", "number_in", "offered", "own",
    "pile", "place_in", "places", "put_in_place", "put_into", "put_mark", "records", "rival", "seat", "secret",
    "several", "stage", "state", "turn_player", "under_way", "unmarked", "value", "who", "win", "window", "within",
    "word", "worded", "worn", "zones",
]
# fmt: on
