"""All that a small game needs, under one name: `from engines.core import kit`. See docs/a-game-in-an-evening.md."""

from engines.core.arguments import ability_waiting, card_in_play, card_of, kinds, number_in, offered, place_in, word
from engines.core.cards import FieldRule
from engines.core.declare import DeclaredState, Zones, in_play, state, zones
from engines.core.fields import both, cards, count, flag, number, pile, places, records, seat, under_way, value
from engines.core.flow import RETURN, Call, Case, If, Step, who
from engines.core.frames import CardNumber, InPlay, Seat
from engines.core.moves import enter, find, leave, mark, win
from engines.core.reasons import Kind, Requirement
from engines.core.records import Record, card, effects, figure, identity, joined, worn
from engines.core.records import mark as marked
from engines.core.rows import divided, secret, several, window
from engines.core.small import game
from engines.core.stages import stage
from engines.core.state import Action, Result
from engines.core.usual import choice, in_hand, mine, more_than, needs, rival, turn_player, unmarked
from engines.core.verbs import Verbs, carry_out
from engines.core.zone_fields import EVERYBODY, NOBODY, OWNER

# fmt: off
__all__ = [
    "EVERYBODY", "NOBODY", "OWNER", "RETURN", "Action", "Call", "CardNumber", "Case", "DeclaredState", "FieldRule",
    "If", "InPlay", "Kind", "Record", "Requirement", "Result", "Seat", "Step", "Verbs", "Zones", "ability_waiting",
    "both", "card", "card_in_play", "card_of", "cards", "carry_out", "choice", "count", "divided", "effects",
    "enter", "figure", "find", "flag", "game", "identity", "in_hand", "in_play", "joined", "kinds", "leave", "mark",
    "marked", "mine", "more_than", "needs", "number", "number_in", "offered", "pile", "place_in", "places",
    "records", "rival", "seat", "secret", "several", "stage", "state", "turn_player", "under_way", "unmarked",
    "value", "who", "win", "window", "word", "worn", "zones",
]
# fmt: on
