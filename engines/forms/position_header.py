"""The part common to the position documents of all games: the game with its cards, the result, chance."""

from __future__ import annotations

from engines.book.toml_schema import SEAT_NAMES, SEATS, Document, Shape, check_shape, to_lists, to_tuples
from engines.errors import DataError
from engines.game import Game
from engines.kernel.state import Result, State

NOBODY = "nobody"
"""The word for the winner of a drawn game."""


def own_game(game: Game, document: Document, shape: Shape, where: str) -> Game:
    """Return the game for a document, with the cards and rule parameters that the document adds.

    Raises DataError, with the place, if the document is for another game or has the wrong shape.
    """
    check_shape(document, shape, where)
    for winner in document.get("result", ())[:1]:
        if winner not in (NOBODY, *SEAT_NAMES):
            raise DataError(f"{where}, result", f"there is no player {winner!r}.", f"Write P1, P2 or {NOBODY}.")
    name = document.get("game", game.name)
    if name != game.name:
        raise DataError(where, f"is a position of {name!r}, not of {game.name!r}.", "Open it with that game.")
    game = game.with_cards(document.get("cards", ()), f"{where}, cards")
    if not document.get("parameters"):
        return game
    try:
        return game.variant(**document["parameters"])
    except DataError as error:
        raise DataError(f"{where}, parameters", error.what, error.remedy) from None


def read_chance(state: State, document: Document) -> None:
    """Set the state of chance and the scripted results of chance from a document."""
    state.chance = document.get("chance", state.chance)
    state.script = to_tuples(document.get("script", ()))


def read_result(state: State, document: Document) -> None:
    """Set the result of the state from a document, if the document has one."""
    if "result" in document:
        seat, clause, why = document["result"]
        state.result = Result(SEAT_NAMES.get(seat), clause, why, state.game.words.recognised("why", why))


def write_heading(state: State, **entries: object) -> dict[str, object]:
    """Return the beginning of a document: game, place in the flow, the given `entries`, chance, changed parameters."""
    game = state.game
    document: dict[str, object] = {"game": game.name, "turn": state.turn, "step": state.step.name, **entries}
    document |= {"chance": state.chance, "script": to_lists(state.script)}
    changed = {key: value for key, value in game.parameters.items() if value != game.parameter_rules[key].standard}
    if changed:
        document["parameters"] = changed
    if game.own_cards:
        document["cards"] = game.own_cards
    if state.result is not None:
        winner = state.result.winner
        document["result"] = [NOBODY if winner is None else SEATS[winner], state.result.clause, state.result.text]
    return document
