"""The scene: everything the board draws, made from what one player may see. It holds no rules.

The contents of zones come from the game (`Rules.table`), limited to what the viewer may see. The positions and names of
zones, the questions and the pictures come from the game's presentation.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from engines.book.words import InLanguage
from engines.forms.sums import counted_table
from engines.forms.table import Entry, Table
from engines.game import Game
from engines.kernel.state import NATURE, State
from engines.legal.program_questions import question_of_text
from engines.legal.reasons import Kind
from tutor.boards.copies import name_owners, number_copies, set_numbers
from tutor.boards.groups import set_groups
from tutor.boards.presentation import Look, faces_of, load_look, printed_figures, signed_figures
from tutor.boards.totals import format_counter, format_figure, format_limit, format_parts, tally_rows
from tutor.messages import shapes
from tutor.text import format_message

if TYPE_CHECKING:
    from engines.kernel.flow import CompiledStep
    from tutor.matches.moves import TableMove

__all__ = ["build_scene", "hidden_card_names", "load_look"]


def build_scene(
    state: State,
    viewer: int,
    stamp: int,
    moves: Sequence[TableMove],
    names: tuple[str, str],
    notes: tuple[str, str],
    shown: Iterable[str] = (),
    known: frozenset[str] = frozenset(),
    language: str = "en",
) -> shapes.Scene:
    """Return the scene for `viewer`; `tutor.boards.stage` and `shapes` explain the entries.

    shown : references of cards that a lesson lets the viewer see: hidden cards, and cards within a pile. known : the
    names of cards that were shown, which the viewer recognises later. language : the language of the engine's words for
    states of cards.
    """
    game = state.game
    table = counted_table(state, viewer, language)
    _show(state, table, shown, known)
    opened = {ref.rsplit(".", 1)[0] for ref in shown}
    wanted = {ref for move in moves for ref in (move.source, move.target) if ref} | {*shown}
    players = [_player(state, table, seat, viewer, names, notes, opened, wanted) for seat in (viewer, 1 - viewer)]
    told_apart = number_copies(state, viewer)
    for player in players:
        for zone in player["zones"]:
            set_numbers(zone["cards"], told_apart)
    name_owners(players)
    for seat, player in zip((viewer, 1 - viewer), players, strict=True):
        set_groups(game, table, seat, player)
    seen = {move.face for move in moves}
    seen |= {card.get("face") for player in players for zone in player["zones"] for card in _every(zone["cards"])}
    question = _question(state, table, language) if moves else None
    return {
        "stamp": stamp,
        "viewer": viewer,
        "turn": {"number": table.turn, "label": _label(state, table, viewer, names)},
        "phases": _phases(state),
        "players": players,
        "faces": faces_of(game, {name for name in seen if name is not None}),
        "arrow": {"from": table.arrow.source, "to": table.arrow.targets, "kind": table.arrow.kind}
        if table.arrow
        else None,
        "question": question,
        "moves": [
            {
                "id": number,
                "kind": move.kind,
                "label": move.label,
                "from": move.source,
                "to": move.target,
                "text": move.text,
                "face": move.face,
            }
            for number, move in enumerate(moves)
        ],
        "kinds": _kinds(game),
        "aims": load_look(game.name).get("aim", {}),
        "marks": dict.fromkeys(table.held, "selected"),
        "ghost": None,
        "now": _now(state, question or _question(state, table, language), viewer, names),
        "dice": dice_rows(state.game, table, viewer, names),
        "tallies": tally_rows(state.game, table, viewer, names),
    }


def _every(cards: Iterable[shapes.Card]) -> Iterable[shapes.Card]:
    for card in cards:
        yield card
        yield from _every((*card.get("on", ()), *card.get("under", ())))


# Cards that a lesson shows.


def hidden_card_names(state: State, shown: Iterable[str]) -> frozenset[str]:
    """Return the names of the hidden cards with these references."""
    return frozenset(name for ref in shown if (name := state.game.rules.card_at(state, ref)))


def _show(state: State, table: Table, shown: Iterable[str], known: frozenset[str]) -> None:
    """Reveal in the table the cards with the references in `shown`, and cards in transit whose names are in `known`."""
    opened = set(shown)
    for reference, entry in table.references():
        if entry.card is None and (reference in opened or entry.kind):
            name = state.game.rules.card_at(state, reference)
            if name and (reference in opened or name in known):
                entry.card, entry.words = name, (*entry.words, *([] if entry.kind else [format_message("scene.shown")]))


# Players, zones and cards.


def _player(
    state: State,
    table: Table,
    seat: int,
    viewer: int,
    names: tuple[str, str],
    notes: tuple[str, str],
    opened: set[str],
    wanted: set[str],
) -> shapes.Player:
    zones: list[shapes.Zone] = []
    for row in load_look(state.game.name)["zone"]:
        place = f"{seat}.{row['id']}"
        entries = table.zones[seat].get(row["id"], [])
        both = any(zones_of.get(row["id"]) for zones_of in table.zones) and row["slot"] == "field"  # placed in pairs
        if row.get("passing") and not entries and not both:
            continue
        count = table.sizes[seat].get(row["id"], sum(entry.counts for entry in entries))
        cards = [_card(state.game, f"{place}.{entry.key}", entry, row, seat == viewer) for entry in entries]
        if row["id"] in table.sizes[seat]:
            whose = "scene.pile_mine" if seat == viewer else "scene.pile_rivals"
            pile = format_message(whose, kind=row["title"].lower(), count=count)
            for card in cards:
                known = card["face"]
                said = format_message("scene.pile_top", pile=pile.rstrip("."), card=known) if known else pile
                card |= {"name": said.rstrip("."), "state": "", "label": said}
        if row["slot"].startswith("pile"):
            cards = [card for card in cards[:-1] if card["ref"] in wanted] + cards[-1:]
        is_open = place in opened or (row["slot"].startswith("pile") and len(cards) > 1)
        zones.append(
            {
                "id": place,
                "role": row["role"],
                "slot": row["slot"],
                "title": row["title"],
                "ja": row.get("ja", ""),
                "count": count,
                "size": "S" if is_open else row["size"],
                "outlines": 0 if is_open else max(0, _places(state.game, row, table.turn) - len(cards)),
                "gone": row.get("gone", ""),
                "lost": max(0, _places(state.game, row, table.turn) - count) if row.get("gone") else 0,
                "cards": cards,
                "target": False,
                "captions": row.get("captions", False),
                "heap": _heap(state.game, entries) if row["slot"].startswith("pile") else [],
            }
        )
        if told := format_limit(table.limits[seat].get(row["id"]), count, row["slot"] == "hand"):
            zones[-1]["limit"] = told
    hand = table.zones[seat].get("hand", [])
    name = names[seat]
    return {
        "name": name,
        "letter": player_letters(names)[seat].upper(),
        "note": notes[seat],
        "hand_count": len(hand),
        "scores": player_scores(state.game, table, seat),
        "zones": zones,
        "passed": format_message("scene.passed") if seat in table.passed else "",
    }


def _places(game: Game, row: Look, turn: int) -> int:
    """Return the number of places to draw for a zone, with or without a card: a constant, or a rule parameter.

    It is 0 before the first turn for a zone of lost cards (`gone`), since none can have been lost yet.
    """
    count = 0 if row.get("gone") and not turn else row.get("outlines", 0)
    return game.parameters[count] if isinstance(count, str) else int(count)


def player_scores(game: Game, table: Table, seat: int) -> list[shapes.Score]:
    """Return the scores of a player, as shown beside the name."""
    rows = load_look(game.name).get("score", ())
    return [
        {
            "sign": row["sign"],
            "word": _counted(row, table.scores[seat][row["field"]]).format_map(game.parameters),
            "ja": row.get("ja", ""),
            "value": table.scores[seat][row["field"]],
            "parts": format_parts(game, table.sums[seat].get(row["field"], ())),
            "low": _is_low(row, table.scores[seat][row["field"]]),
        }
        for row in [row for row in rows if row.get("setup", False) != bool(table.turn)] or rows
    ]


def _counted(row: Look, value: int) -> str:
    """Return the word for a score: the singular for 1, if there is one; if it is low, with words such as "the last"."""
    word = str(row.get("one", row["word"]) if value == 1 else row["word"])
    return format_message("scene.the_last", word=word) if _is_low(row, value) else word


def _is_low(row: Look, value: int) -> bool:
    """Return True for a dangerously low score (at most `low` in the presentation)."""
    return 0 < value <= int(row.get("low", 0))


def player_letters(names: tuple[str, str]) -> tuple[str, str]:
    """Return a letter for each player: the first of the name; if these are equal (P1, P2), the last."""
    at = -1 if names[0][:1] == names[1][:1] else 0
    one, two = (name[at:][:1] for name in names)
    return one, two


def _heap(game: Game, entries: list[Entry]) -> list[shapes.HeapRow]:
    """Return the cards in a pile of open cards, top card first; [] if not all are visible or there is only one."""
    names = [entry.card for entry in reversed(entries)]
    if len(names) < 2 or not all(names):
        return []
    cards = [game.cards[game.by_name[name]] for name in names if name in game.by_name]
    alike = Counter((card.name, card.names.get("ja", "")) for card in cards)
    return [{"name": name, "ja": ja, "count": count} for (name, ja), count in alike.items()]


def _card(game: Game, ref: str, entry: Entry, row: Look, mine: bool, place: str = "") -> shapes.Card:
    figures = signed_figures(game, entry.card, entry.figures, entry.sums)
    counters = load_look(game.name).get("counters", {})
    parts = [(part, "") for part in entry.on] + [(part, "gear") for part in entry.gear]
    name, state, label = _spoken(game, entry, row, mine, figures)
    card: shapes.Card = {
        "ref": ref,
        "name": name,
        "state": state,
        "label": label,
        "face": entry.card,
        "down": entry.down,
        "turned": entry.turned,
        "figures": figures,
        "tags": list(entry.tags),
        "on": [_card(game, f"{ref}.{part.key}", part, row, mine, where) for part, where in parts],
        "under": [_card(game, f"{ref}.{part.key}", part, row, mine) for part in entry.under],
        "counters": [_counter(game, entry, kind, counters[kind]) for kind in entry.counters],
        "dim": False,
    }
    if place:
        card["place"] = place
    if not entry.counts:
        card["beside"] = True
    return card


def _counter(game: Game, entry: Entry, name: str, row: Look) -> shapes.Counter:
    value = entry.counters[name]
    drawn: shapes.Counter = {"shape": row["shape"], "value": value, "title": format_counter(game, entry, name, row)}
    if name in entry.needs:
        drawn["told"] = format_message("scene.count_of", count=value, most=entry.needs[name])
    return drawn


def _spoken(game: Game, entry: Entry, row: Look, mine: bool, shown: list[shapes.Figure]) -> tuple[str, str, str]:
    """Return a card for screen readers: `name`, `state` (figures, orientation, what is on it), and both as one.

    shown : the card's figures with their signs.
    """
    if entry.card is None:
        kind = entry.kind or row.get("one", row["title"].lower())
        number = f" {int(entry.key) + 1}" if entry.key.isdecimal() else ""
        name = format_message("scene.hidden_mine" if mine else "scene.hidden_rivals", kind=f"{kind}{number}")
    else:
        name = entry.card
    figures = [format_figure(one) for one in shown]
    if not figures and (row["slot"] == "hand" or row.get("printed") or entry.down):
        figures = printed_figures(game, entry.card)
    counters = load_look(game.name).get("counters", {})
    lying = [format_counter(game, entry, kind, counters[kind]) for kind in entry.counters]
    parts = {"scene.gear": entry.gear, "scene.under": entry.under}
    lying += [
        format_message(key, cards=", ".join(part.card or "?" for part in those))
        for key, those in parts.items()
        if those
    ]
    state = [*figures, *entry.words, *entry.tags, *lying]
    return name, ", ".join(state), ", ".join([name, *state]) + "."


def dice_rows(game: Game, table: Table, viewer: int, names: tuple[str, str]) -> list[shapes.Roll]:
    """Return the dice on the table by owner, with the number of dice that count, in words."""
    rows: list[shapes.Roll] = []
    words = load_look(game.name).get("dice", {}).get("count")
    for seat in dict.fromkeys(die.seat for die in table.dice):
        rolled = [die for die in table.dice if die.seat == seat]
        hits = sum(die.counts for die in rolled)
        count = words[min(hits, 2)].format(n=hits) if words else ""
        by, shown = rolled[0].by, " ".join(str(die.value) for die in rolled)
        rendered = format_message("scene.rolled_for" if by else "scene.rolled", name=names[seat], dice=shown, by=by)
        rows.append(
            {
                "name": names[seat],
                "by": by,
                "mine": seat == viewer,
                "count": count,
                "label": f"{rendered}: {count}" if count else rendered,
                "dice": [
                    {"ref": f"{seat}.dice.{at}", "value": die.value, "hit": die.counts} for at, die in enumerate(rolled)
                ],
            }
        )
    return rows


# Phases and questions.


def _phases(state: State) -> list[shapes.Phase]:
    """Return the phase strip: the phases of a turn in order, with the current one expanded into its decisions."""
    game = state.game
    lanes = [phase for phase in game.phases if phase.id in turn_phases(game)]
    order, titles = list(game.flow.steps.values()), load_look(game.name).get("strip", {})
    now = current_phase(state)
    at = next((number for number, phase in enumerate(lanes) if phase.id == now), -1)
    back = _goes_back(game, now)
    strip: list[shapes.Phase] = []
    for number, phase in enumerate(lanes):
        steps = [
            step
            for step in game.flow.steps.values()
            if step.phase == phase.id and step.ask and not step.pick and not step.chance
        ]
        here = "done" if number < at else "now" if number == at else "next"
        here = "around" if number < at and phase.id in back else here
        asked = main_step(state)
        if asked.pick:  # picks belong to the decision that precedes them
            asked = next((step for step in reversed(steps) if order.index(step) < order.index(asked)), asked)
        strip.append(
            {
                "id": phase.id,
                "title": titles.get(phase.id, phase.title),
                "ja": game.words.term(f"phase.{phase.id}.title", "ja").removesuffix("フェイズ"),
                "state": here,
                "steps": [
                    {
                        "id": step.name,
                        "title": titles.get(step.name, step.title),
                        "state": "now" if step is asked else "next",
                    }
                    for step in steps
                ]
                if here == "now" and len(steps) > 1
                else [],
            }
        )
    return strip


@lru_cache(256)
def _goes_back(game: Game, phase: str) -> set[str]:
    """Return the earlier phases to which a phase can lead back within the turn: they are still under way around it."""
    steps, lanes = game.flow.steps, [one.id for one in game.phases if one.id in turn_phases(game)]
    begins = lanes[0] if lanes else ""
    ways = ((edge.caller or edge.source, edge.target) for edge in game.flow.edges)
    ends = {to for source, to in ways if to in steps and source in steps and steps[source].phase == phase}
    return {steps[to].phase for to in ends} - {begins, phase}


def turn_phases(game: Game) -> set[str]:
    """Return the phases of a turn, without procedures, setup, and the end of the game."""
    steps = game.flow.steps.values()
    return {step.phase for step in steps if not step.procedure and not step.terminal} - {game.flow.first.phase}


def main_step(state: State) -> CompiledStep[State]:
    """Return the current step of a turn phase, or the step that called the current procedure."""
    step, frames, lanes = state.step, state.frames, turn_phases(state.game)
    while step.procedure and step.phase not in lanes and frames:
        place, _, frames = frames
        step = state.game.flow.steps[place.name.partition("+")[0]]  # its name begins with the step's
    return step


def current_phase(state: State) -> str:
    """Return the turn phase the game is in."""
    return str(main_step(state).phase)


def _label(state: State, table: Table, viewer: int, names: tuple[str, str]) -> str:
    """Return the current moment: "Your Attack Phase · turn 3"; without a turn player, "Battle · turn 3"."""
    title = next((phase.title for phase in state.game.phases if phase.id == current_phase(state)), "")
    if not table.turn:
        if state.step.name not in load_look(state.game.name).get("begins", ()) or table.turn_player is None:
            return title
        key = "scene.begins_you" if table.turn_player == viewer else "scene.begins_rival"
        return format_message(key, phase=title, name=names[table.turn_player])
    if table.turn_player is None or state.result is not None:
        named = load_look(state.game.name).get("heading", {}).get(current_phase(state), "")
        rendered = named if all(table.facts.get(fact) for fact in re.findall(r"\{(\w+)\}", named)) else ""
        return format_message("scene.turn", phase=rendered.format_map(table.facts) or title, turn=table.turn)
    phase = load_look(state.game.name).get("phase", "{title}").format(title=title)
    key = "scene.turn_yours" if table.turn_player == viewer else "scene.turn_rivals"
    return format_message(key, phase=phase, turn=table.turn, name=names[table.turn_player])


def _question(state: State, table: Table, language: str) -> shapes.Question | None:
    """Return the question of the current step; None if nothing is asked.

    It may contain rule parameters and facts of the table. A fact that selects a phrase (`[phrases.<fact>]` in the
    presentation) is replaced by this phrase first.
    """
    with InLanguage(language):
        asked = question_of_text(state)
    if asked is not None:
        return {"title": asked[0], "text": asked[1]}
    rows = load_look(state.game.name)
    row = rows["question"].get(state.step.name)
    if row is None:
        return None
    words = _Blank({**state.game.parameters, **table.facts})
    for fact, phrases in rows.get("phrases", {}).items():
        if fact in words:
            words[fact] = phrases[words[fact]].format_map(words)
    return {"title": row["title"].format_map(words), "text": row["text"].format_map(words)}


class _Blank(dict[str, object]):
    """Facts in which a missing fact is replaced by an empty string."""

    def __missing__(self, key: str) -> str:
        return ""


@lru_cache(64)
def _kinds(game: Game) -> dict[str, list[shapes.Kind]]:
    """Return the buttons for trying a card, by the card's role; their labels leave out what is still to be chosen."""
    rows = load_look(game.name)["tries"].items()
    return {role: one_of_each_label(try_button(game.kinds[name]) for name in names) for role, names in rows}


def one_of_each_label(kinds: Iterable[shapes.Kind]) -> list[shapes.Kind]:
    """Return one button for each label, because a learner cannot distinguish kinds with the same label."""
    found: dict[str, shapes.Kind] = {}
    for kind in kinds:
        found.setdefault(kind["label"], kind)
    return list(found.values())


def try_button(kind: Kind[State]) -> shapes.Kind:
    """Return the button for trying a card for a kind of action."""
    label = re.sub(r",[^,]*\{\w+\}| ?\{\w+\}", "", kind.label)
    return {"kind": kind.name, "label": label, "targets": kind.targets}


def _now(state: State, question: shapes.Question | None, viewer: int, names: tuple[str, str]) -> str:
    if state.result is not None:
        winner = state.result.winner
        key = "scene.over_nobody" if winner is None else "scene.over_you" if winner == viewer else "scene.over_other"
        return format_message(key, name="" if winner is None else names[winner], how=state.result.text)
    if state.decision is None:
        return state.step.title
    seat = state.seat_to_act
    if seat == NATURE:
        return format_message("scene.chance")
    if seat != viewer or question is None:
        return (
            format_message("scene.you_decide") if seat == viewer else format_message("scene.decides", name=names[seat])
        )
    return f"{question['title']}{'' if question['title'].endswith(('?', '.')) else ':'} {question['text']}"
