"""All that a small game needs, under one name: `from engines.kit import kit`. See docs/a-game-in-an-evening.md."""

from engines.book.cards import FieldRule
from engines.book.words import Phrase
from engines.declare.call_stack import CardNumber, InPlay, Seat
from engines.declare.declaration import DeclaredState, Zones, in_play, state, zones
from engines.declare.fields import both, cards, count, flag, number, pile, places, records, seat, under_way, value
from engines.declare.records import Record, card, effects, figure, identity, joined, worn
from engines.declare.records import mark as marked
from engines.declare.zone_fields import EVERYBODY, NOBODY, OWNER
from engines.kernel.flow import RETURN, Call, Case, If, Step, who
from engines.kernel.rows import divided, secret, several, window
from engines.kernel.state import Action, Result
from engines.kernel.verbs import Verbs, carry_out
from engines.kit.small_game import game
from engines.legal.actions import action, actions_with
from engines.legal.arguments import (
    Argument,
    ability_waiting,
    card_in_play,
    card_of,
    kinds,
    number_in,
    offered,
    place_in,
    word,
)
from engines.legal.cards_in_play import enter, find, leave, mark, put_in_place, put_into, put_mark, win
from engines.legal.common_requirements import choice, in_hand, mine, more_than, needs, rival, turn_player, unmarked
from engines.legal.moments import Moment, Over, asked, own, within
from engines.legal.needs import Need, needs_of_things
from engines.legal.reasons import Kind, Requirement, worded
from engines.legal.stages import stage

# fmt: off
__all__ = [
    "EVERYBODY", "NOBODY", "OWNER", "RETURN", "Action", "Argument", "Call", "CardNumber", "Case", "DeclaredState",
    "FieldRule", "If", "InPlay", "Kind", "Moment", "Need", "Over", "Phrase", "Record", "Requirement", "Result", "Seat",
    "Step", "Verbs", "Zones", "ability_waiting", "action", "actions_with", "asked", "both", "card", "card_in_play",
    "card_of", "cards", "carry_out", "choice", "count", "divided", "effects", "enter", "figure", "find", "flag",
    "game", "identity", "in_hand", "in_play", "joined", "kinds", "leave", "mark", "marked", "mine", "more_than",
    "needs", "needs_of_things", "number", "number_in", "offered", "own", "pile", "place_in", "places", "put_in_place",
    "put_into", "put_mark", "records", "rival", "seat", "secret", "several", "stage", "state", "turn_player",
    "under_way", "unmarked", "value", "who", "win", "window", "within", "word", "worded", "worn", "zones",
]
# fmt: on
