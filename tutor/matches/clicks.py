"""The meaning of a click on a table: a legal move, a refused try, or nothing, with an explanation.

Every page with a table interprets its clicks here. `read_click` takes a checked message of the stage
(`tutor.boards.stage`) and changes nothing; the page decides what to do with the answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engines.book.words import InLanguage
from engines.kernel.state import Action
from engines.legal.pick_numbers import refuse_shares
from tutor.matches import passing_on
from tutor.matches.playthrough import Attempt, Playthrough
from tutor.messages import shapes
from tutor.messages.clicks import TableClick
from tutor.text import format_message

MOST_LABELS = 4
"""Maximum number of possible actions that a sentence lists."""


@dataclass(frozen=True, slots=True)
class ChosenMove:
    """A legal move. number : its index among the scene's moves; None for a division.

    scope : how long the learner then keeps passing (see `passing_on`), "" for not at all.
    """

    number: int | None
    actions: tuple[Action, ...]
    scope: str = ""


@dataclass(frozen=True, slots=True)
class StaleClick:
    """A click on an outdated table: the stamp is old, or there is no such move or division."""


@dataclass(frozen=True, slots=True)
class SenselessTry:
    """A click that makes no move, without any particular rule forbidding it.

    text : why there is nothing to do. instead : what can be done with the same card, "" if nothing.
    """

    text: str
    instead: str = ""


ClickMeaning = ChosenMove | Attempt | SenselessTry | StaleClick
"""The meaning of a click. An `Attempt` always has reasons here, because it is refused."""


def read_click(
    table: Playthrough, message: TableClick, stamp: int, scopes: Sequence[str] = (), offers: bool = True
) -> ClickMeaning:
    """Return the meaning of a message of type "move", "divide" or "try".

    stamp : the stamp of the scene shown. scopes : how long the viewer may keep passing, offered after the moves.
    offers : False if the page takes no moves now (a film, a finished step); clicks are then only explained.
    """
    if message["stamp"] != stamp:
        return StaleClick()
    if message["type"] != "try" and not offers:
        return SenselessTry(format_message("click.not_asked", table.language))
    if message["type"] == "move":
        return read_move(table, message["id"], scopes)
    if message["type"] == "divide":
        return read_division(table, message["shares"])
    return read_try(table, message.get("kind"), message.get("from"), message.get("to"), offers)


def read_move(table: Playthrough, number: int, scopes: Sequence[str] = ()) -> ChosenMove | StaleClick:
    """Return move `number` of the scene: one of the table's moves or, after them, a way to keep passing."""
    moves = table.moves()
    if 0 <= number < len(moves):
        return ChosenMove(number, moves[number].actions)
    if len(moves) <= number < len(moves) + len(scopes):
        return ChosenMove(number, (passing_on.passing_action(table.state),), scopes[number - len(moves)])
    return StaleClick()


def read_division(table: Playthrough, shares: Sequence[int]) -> ChosenMove | Attempt | StaleClick:
    """Return the meaning of a division: its actions, the refused attempt if its sum is wrong, otherwise StaleClick."""
    actions = table.divided(shares)
    return ChosenMove(None, tuple(actions)) if actions else _refuse_division(table, shares) or StaleClick()


def _refuse_division(table: Playthrough, shares: Sequence[int]) -> Attempt | None:
    """Return the attempt at a division if its sum or its number of shares is refused; otherwise None."""
    state = table.state
    if state.step.shares is None or not table.yours:
        return None
    with InLanguage(table.language):
        refused = refuse_shares(state, shares)
    if refused is None:
        return None
    kind, reason = refused
    among, _ = state.step.shares
    notation, things = state.game.notation, zip(shares, among(state), strict=False)
    text = notation.contract([notation.write(state, (kind, *pair), table.viewer) for pair in things])
    return Attempt((kind, *(None for _ in state.game.kinds[kind].arguments)), text, [reason])


def read_try(
    table: Playthrough, kind: str | None, source: str | None, target: str | None, offers: bool = True
) -> ChosenMove | Attempt | SenselessTry:
    """Return the meaning of trying `kind` (None means any) with the cards or zones `source` and `target`."""
    moves = table.moves() if offers else []
    found = table.legal(kind, source, target) if offers else []
    if len(found) == 1:
        return ChosenMove(found[0], moves[found[0]].actions)
    if found:
        return SenselessTry(format_message("click.several", table.language, count=len(found)))
    attempt = table.attempt(kind, source, target)
    if attempt is not None and attempt.reasons:
        return attempt
    if not offers:
        return SenselessTry(format_message("click.not_asked", table.language))
    return _nothing_to_do(table, kind, source, target)


def question_now(table: Playthrough) -> tuple[str, str] | None:
    """Return the current question and the clause that asks it; None if there is no question or no clause."""
    state = table.state
    if state.result is not None or not state.step.clauses:
        return None
    question = table.scene(0)["question"]
    asked = "" if question is None else question["text"] or question["title"]
    moment = state.game.moment(state, table.viewer, table.language)
    return format_message(
        "click.asked_now", table.language, moment=moment, question=asked
    ).rstrip(), state.step.clauses[0]


def _nothing_to_do(table: Playthrough, kind: str | None, source: str | None, target: str | None) -> SenselessTry:
    """Return an explanation that nothing can be done with `source` and `target`, and what `source` can do instead."""
    if table.state.result is not None:
        return SenselessTry(format_message("click.over", table.language))
    if not table.yours:
        return SenselessTry(format_message("click.not_yours", table.language))
    names = names_of_places(table)
    known = [names[ref] for ref in (source, target) if ref in names]
    if not known:
        return SenselessTry(format_message("click.nothing", table.language))
    facts = dict(zip(("source", "target"), known, strict=False))
    kinds = table.state.game.kinds
    if kind in kinds:
        label = table.state.game.label(kind, table.language).partition(" {")[0]
        text = format_message(
            "click.kind_pair" if len(known) > 1 else "click.kind", table.language, label=label, **facts
        )
    else:
        text = format_message("click.pair" if len(known) > 1 else "click.alone", table.language, **facts)
    labels = dict.fromkeys(move.label for move in table.moves() if source in names and move.source == source)
    instead = ""
    if labels:
        listed = "; ".join([*labels][:MOST_LABELS])
        instead = _capital(format_message("click.instead", table.language, source=facts["source"], labels=listed))
    return SenselessTry(_capital(text), instead)


def names_of_places(table: Playthrough) -> dict[str, str]:
    """Return the names of the zones and cards on the table, by reference, as the viewer sees them."""
    found: dict[str, str] = {}
    for at, player in enumerate(table.picture(table.state, 0)["players"]):
        for zone in player["zones"]:
            key = "click.rivals_zone" if at else "click.your_zone"
            found[zone["id"]] = format_message(key, table.language, zone=zone["title"])
            found |= {card["ref"]: _name_of_card(card) for card in _with_parts(zone["cards"])}
    return found


def _with_parts(cards: Iterable[shapes.Card]) -> Iterable[shapes.Card]:
    """Yield cards, each with the cards on and beneath it."""
    for card in cards:
        yield card
        yield from _with_parts((*card["on"], *card["under"]))


def _name_of_card(card: shapes.Card) -> str:
    """Return the name of a card; for a hidden card or a pile, a name without orientation and count."""
    name = card["name"]
    return name if card["face"] else name.partition(",")[0]


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
