"""A playthrough: a game in progress as one player sees it, with its history, its moves and its attempts.

There are no widgets here. `Playthrough.scene()` is what the board draws; `moves` and `attempt` are what clicks do.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypedDict, Unpack

from engines.book.words import InLanguage
from engines.declare.declaration import DeclaredState
from engines.errors import NotationError, Reason, TextRefused
from engines.forms.board_text import board_text
from engines.kernel.listener import Event
from engines.kernel.state import Action, State
from engines.legal.by_hand import stands_by_hand
from engines.legal.program_questions import label_of_choice
from tutor.boards import scenery
from tutor.matches import free_move_events, hand_moves
from tutor.matches.moves import TableMove, first_picks, leave_out_settled, with_forced_stop
from tutor.matches.possible_tries import cards_to_try, imagined_cards
from tutor.messages import shapes
from tutor.text import format_message

PASSED_KIND = "passed_in_window"
"""The kind of a log line for a pass that the game itself does not report."""


Ends = tuple[str | None, str | None]
"""Where a try begins and ends: references of cards or zones, or None."""


class SceneChanges(TypedDict, total=False):
    """Entries that a page changes in a scene: `marks` are added to those of the table, all others are replaced."""

    now: str
    question: shapes.Question | None
    divide: shapes.Division | None
    marks: dict[str, str]


@dataclass(frozen=True, slots=True)
class Attempt:
    """A click that is not an offered move: the action it stands for, and the reasons against it ([] if it is legal)."""

    action: Action
    text: str
    reasons: list[Reason]
    refs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One line of the log: an event, the number of the decision that caused it, and the table after it.

    path : the steps of the flow table passed before it, since listening began.
    """

    event: Event
    decision: int
    state: State
    path: tuple[str, ...] = ()


class DecisionPoint(NamedTuple):
    """The data for undoing a decision of the viewer: the state, the lines of the log, the number of decisions."""

    state: State
    lines: int
    decisions: int


def take_events(here: State, decision: int) -> list[LogEntry]:
    """Return the events of a state that was recording a film, and stop recording."""
    pictures = zip(here.events or (), here.film or (), strict=True)
    happened = [LogEntry(event, decision, film, tuple(film.path or ())) for event, film in pictures]
    for one in happened:
        one.state.listener = None
    here.listener = None
    return happened


@dataclass(slots=True)
class Playthrough:
    """A game in progress for `viewer`.

    state : its current state. names : names of the two players, by seat. shown : references of hidden cards that the
    viewer may look at (in lessons). history : a decision point for each of the viewer's decisions that can be undone.
    decisions : number of actions that both sides have chosen, without those taken back. language : the language of the
    engine's sentences.
    picked : while a card text is carried out by hand, the chosen one of the cards looked at. settled : texts of
    preferred moves, in which * stands for any text; if several moves lead from and to the same places, only one of
    these is offered.
    """

    state: State
    viewer: int = 0
    names: tuple[str, str] = ("You", "Rival")
    notes: tuple[str, str] = ("", "")
    shown: frozenset[str] = frozenset()
    history: list[DecisionPoint] = field(default_factory=list, repr=False)
    log: list[LogEntry] = field(default_factory=list, repr=False)
    decisions: int = 0
    known: frozenset[str] = frozenset()
    language: str = "en"
    picked: hand_moves.Picked | None = None
    settled: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Store the names of the cards that the viewer is shown, so that they are recognised when they are broken."""
        self.known |= scenery.hidden_card_names(self.state, self.shown)

    def __str__(self) -> str:
        """Return the table as text, as the viewer sees it."""
        return board_text(self.state, self.viewer)

    @property
    def yours(self) -> bool:
        """True if the viewer must decide.

        While a card text is carried out by hand, the viewer acts for both players.
        """
        decision = self.state.decision
        return decision is not None and (decision.seat == self.viewer or self.by_hand)

    @property
    def by_hand(self) -> bool:
        """True while a card text is carried out by hand."""
        return stands_by_hand(self.state)

    # Playing.

    def play(self, actions: Iterable[Action], remember: bool = True) -> list[LogEntry]:
        """Play actions one after the other and return what happened.

        Raises IllegalAction, leaving the table unchanged, if one of them is illegal.
        """
        before, decisions = DecisionPoint(self.state, len(self.log), self.decisions), self.decisions
        here = self.state.copy().listen(film=True)
        for action in actions:
            here.apply(action)
            decisions += 1
        happened = take_events(here, decisions)
        self.decisions = decisions
        if remember:
            self.history.append(before)
        self.log += happened
        self.state, self.picked = here, None
        return happened

    # By hand.

    def play_free_move(self, text: str) -> None:
        """Make a free move by the viewer. Raises DataError, leaving the table unchanged, if it is impossible."""
        self._take_hand_step(*free_move_events.make_event(self.state, self.log, self.viewer, text))

    def call_by_hand(self) -> None:
        """Let the viewer carry out a card text by hand before the current decision."""
        self._take_hand_step(*free_move_events.call_event(self.state, self.viewer))

    def _take_hand_step(self, here: State, event: Event) -> None:
        self.history.append(DecisionPoint(self.state, len(self.log), self.decisions))
        self.log.append(LogEntry(event, self.decisions, here))
        self.state, self.picked = here, None

    def undo(self) -> bool:
        """Take back the last remembered move; return False if there is none."""
        if not self.history:
            return False
        lines = len(self.log)
        while self.history:
            self.state, lines, self.decisions = self.history.pop()
            self.picked = None
            if not self._half_divided():
                break
        del self.log[lines:]
        return True

    # Dividing.

    def _half_divided(self) -> bool:
        """Return True in the middle of a division, which can only be made and taken back as a whole."""
        return self.state.step.shares is not None and bool(self.state.procedure_locals[-1])

    def division(self) -> shapes.Division | None:
        """Return the amount to be divided, and the cards; None if nothing is to be divided.

        Each card has its reference, its current and maximum share, and the share that destroys it, if that is known.
        """
        state = self.state
        if state.step.shares is None or not self.yours or state.actions[0][0] not in state.game.kinds:
            return None
        among, amount = state.step.shares
        kind = state.game.kinds[state.actions[0][0]]
        given, whole = state.procedure_locals[-1], amount(state)
        entries = dict(state.game.rules.table(state, self.viewer).references())
        rows: list[shapes.DivisionCard] = []
        for at, thing in enumerate(among(state)):
            ref = state.game.rules.references(state, self.viewer, kind.arguments[1], thing)[0]
            set_already = at < len(given)
            rows.append(
                {
                    "ref": ref,
                    "name": entries[ref].card or "",
                    "least": given[at] if set_already else 0,
                    "most": given[at] if set_already else whole,
                    "needs": entries[ref].needs.get(kind.name),
                }
            )
        return {
            "amount": whole,
            "cards": rows,
            "label": self.state.game.label(kind.name, self.language).partition(" {")[0],
        }

    def divided(self, shares: Sequence[int]) -> list[Action]:
        """Return the actions of a division, one for each card in it; [] if it is impossible."""
        state = self.state
        if state.step.shares is None or not self.yours:
            return []
        among, amount = state.step.shares
        given = state.procedure_locals[-1]
        if len(shares) != len(among(state)) or sum(shares) != amount(state) or tuple(shares[: len(given)]) != given:
            return []
        here, found = state.copy(), []
        for at in range(len(given), len(shares)):
            if here.step is not state.step or here.frames != state.frames or len(here.procedure_locals[-1]) != at:
                break  # the other cards get their shares automatically
            action = next((one for one in here.actions if one[1] == shares[at]), None)
            if action is None:
                return []
            found.append(action)
            here.apply(action)
        return found

    # Moves and attempts.

    def moves(self) -> list[TableMove]:
        """Return the viewer's legal moves, each with its source and its target."""
        if not self.yours:
            return []
        found: list[TableMove] = []
        for action in self.state.actions:
            found += self._moves_of(action)
        found = leave_out_settled(found, self.settled) if self.settled else found
        if self.by_hand and isinstance(self.state, DeclaredState):
            looked_at = free_move_events.find_looked_at(self.log, self.viewer)
            found += hand_moves.HandMoves(self.state, self.viewer, looked_at, self.picked, self.language).listed()
        return found

    def choices(self) -> list[tuple[str, tuple[Action, ...]]]:
        """Return the viewer's moves as lines of text, each with its actions.

        Moves with identical cards share a line.
        """
        found: list[tuple[str, tuple[Action, ...]]] = []
        for action in self.state.actions if self.yours else ():
            opened = scenery.load_look(self.state.game.name).get("pick", {}).get(action[0])
            if opened and self.state.game.kinds[opened].zone:
                found += dict.fromkeys((move.text, move.actions) for move in self._moves_of(action))
            else:
                found.append((self.state.text(action), with_forced_stop(self.state, self.viewer, action)))
        return found

    def _moves_of(self, action: Action) -> list[TableMove]:
        """Return an action as moves: one for each source and target of a click."""
        state = self.state
        kind = state.game.kinds[action[0]]
        starts, ends = self.places(action)
        sources: list[str | None] = [*starts] or [None]
        opened = scenery.load_look(state.game.name).get("pick", {}).get(kind.name)
        if opened:
            first = first_picks(state, self.viewer, action, opened, sources, self._label)
            if first:
                return first
            there = [ref for ref, _ in state.game.rules.table(state, self.viewer).references()]
            ends = [ref for ref in there if ref.rsplit(".", 1)[0] in ends]  # all of them are picked in any case
        targets: list[str | None] = [*ends] or [None]
        actions = with_forced_stop(state, self.viewer, action)
        label, text = self.label(action), state.text(action)
        face = None if starts or ends else self._named(action)
        return [
            TableMove(kind.name, label, source, target, text, actions, face) for source in sources for target in targets
        ]

    def _named(self, action: Action) -> str | None:
        """Return the name of the card that an action with one argument names; None if the argument is not a card."""
        game, arguments = self.state.game, self.state.game.kinds[action[0]].arguments
        if len(arguments) != 1:
            return None
        name = game.notation.spell[arguments[0]](self.state, self.viewer, action[1]).strip('"')
        return name if name in game.by_name else None

    def label(self, action: Action) -> str:
        """Return the text of an action's button."""
        return self._label(self.state, action)

    def _label(self, state: State, action: Action) -> str:
        with InLanguage(self.language):
            label = label_of_choice(state, action, self.viewer)
        if label:
            return label
        kind = state.game.kinds[action[0]]
        words = {
            name: state.game.notation.spell[name](state, self.viewer, value).replace('"', "")
            for name, value in zip(kind.arguments, action[1:], strict=True)
        }
        return state.game.label(kind.name, self.language).format_map(words)

    def places(self, action: Action) -> tuple[list[str], list[str]]:
        """Return the references from which an action starts, and those of its targets."""
        state = self.state
        kind = state.game.kinds[action[0]]
        found = list(self._refs_of(action))
        drop = scenery.load_look(state.game.name).get("drop", {}).get(kind.name)
        if kind.zone:
            targets = [ref for refs in found[1:] for ref in refs]
            if drop:
                who, zone = drop.split(".")
                targets = [f"{self.viewer if who == 'you' else 1 - self.viewer}.{zone}"]
            return (found[0] if found else []), targets
        return [], [ref for refs in found for ref in refs]

    def _refs_of(self, action: Action) -> Iterator[list[str]]:
        """Yield the references of each argument of an action that has references."""
        state = self.state
        for name, value in zip(state.game.kinds[action[0]].arguments, action[1:], strict=True):
            refs = state.game.rules.references(state, self.viewer, name, value)
            if refs:
                yield refs

    def attempt(self, kind: str | None, source: str | None, target: str | None) -> Attempt | None:
        """Return the attempt that a click on `source` and `target` means; None if it means none.

        If nothing that `source` can do has this target, the attempt is one with another target, but only if all of them
        are refused: where one is legal, it is the target that is wrong, and nothing must be played at another one.
        """
        state = self.state
        if state.result is not None:
            return None
        tries = state.game.tries(state, self.viewer)
        ends = self._ends_meant(kind, source, target)
        meant = [action for action in tries if any(self._fits(action, kind, *pair) for pair in ends)]
        astray = not meant and target is not None and source is not None
        if astray:
            meant = [action for action in tries if self._fits(action, kind, source, None)]
        if not meant:
            return None
        judged = [(state.explain(action, self.viewer, self.language), action) for action in meant]
        judged.sort(key=lambda pair: (sum(not check.met for check in pair[0]), -len(pair[0])))
        action = judged[0][1]
        reasons = state.why_not(action, self.viewer, self.language)
        if astray and not reasons:
            return None
        sources, targets = self.places(action)
        return Attempt(
            action, state.game.notation.write(state, action, self.viewer), reasons, (*sources[:1], *targets[:1])
        )

    def legal(self, kind: str | None, source: str | None, target: str | None) -> list[int]:
        """Return the numbers of the legal moves that a try may mean.

        A form can express what a click would have done.
        """
        meant = self._ends_meant(kind, source, target)
        return [
            number
            for number, move in enumerate(self.moves())
            if self._is_called(move.kind, kind)
            and any(
                begin in (None, move.source) and (end is None or (move.target is not None and _touch(move.target, end)))
                for begin, end in meant
            )
        ]

    def _ends_meant(self, kind: str | None, source: str | None, target: str | None) -> list[Ends]:
        """Return the pairs of source and target that a try of a kind may mean.

        An action that starts at no card, such as a payment, has one place, however it is named: a card left over in the
        other field of a form, or in hand, is not meant.
        """
        declared = self.state.game.kinds.get(kind or "")
        if declared is None or (source is None and target is None):
            return [(source, target)]
        if len(declared.arguments) == 1 and (not declared.zone or None in (source, target)):
            place = target or source
            return [(None, place), (place, None)]
        return [(None, source)] if not declared.zone and target is None else [(source, target)]

    def _is_called(self, name: str, kind: str | None) -> bool:
        """Return True if `kind` means the kind of action called `name`.

        None means any kind, and kinds with the same label are the same to a learner.
        """
        kinds = self.state.game.kinds
        return not kind or name == kind or (kind in kinds and kinds[name].label == kinds[kind].label)

    def _fits(self, action: Action, kind: str | None, source: str | None, target: str | None) -> bool:
        if not self._is_called(action[0], kind):
            return False
        sources, targets = self.places(action)
        if source is not None and source not in sources:
            return False
        if target is None:
            return True
        return any(_within(target, place) for place in targets)

    def read_try(self, text: str, whole: bool = False) -> Attempt | None:
        """Return the viewer's attempt that `text` means; None if it means none.

        whole : whether the text is complete (see `Notation.read`).
        """
        try:
            with InLanguage(self.language):
                actions = self.state.game.notation.read(self.state, text, self.viewer, whole)
        except TextRefused as error:
            return self.picks_refused(error, text)
        except NotationError:
            return None
        refused = self.first_refused(actions)
        if refused is not None and refused.action != actions[0]:
            return refused
        action, reasons = actions[0], [] if refused is None else refused.reasons
        return Attempt(action, text, reasons, tuple(ref for refs in self.places(action) for ref in refs[:1]))

    def first_refused(self, actions: Sequence[Action]) -> Attempt | None:
        """Return the attempt at the first action that is refused when they are played in turn.

        None if all can be played.
        """
        here = self.state.copy()
        for action in actions:
            reasons = here.why_not(action, self.viewer, self.language)
            if reasons:
                return Attempt(action, here.game.notation.write(here, action, self.viewer), reasons)
            here.apply(action)
        return None

    def picks_refused(self, error: TextRefused, text: str) -> Attempt | None:
        """Return the attempt behind a text whose picks are wrong; None if no rule refuses them."""
        if not error.reasons or not error.action:
            return None
        places = () if None in error.action else self.places(error.action)
        return Attempt(error.action, text, error.reasons, tuple(ref for refs in places for ref in refs[:1]))

    # Drawing.

    def scene(self, stamp: int, **more: Unpack[SceneChanges]) -> shapes.Scene:
        """Return what the board draws: the current table with the viewer's moves."""
        changes: SceneChanges = {"divide": self.division(), **more}
        scene = self.picture(self.state, stamp, self.moves(), **changes)
        scene["dice"] = scene["dice"] or self._last_dice()
        if self.by_hand:  # no moves of the rules are possible now, and every card can be moved
            return {**scene, "kinds": {}, "free": True}
        zoned = {row["kind"] for rows in scene["kinds"].values() for row in rows}
        tryable = self._tryable(zoned)
        asked = [scenery.try_button(self.state.game.kinds[name]) for name in tryable if name not in zoned]
        for zone in scene["players"][0]["zones"]:
            for card in zone["cards"]:
                rows = scene["kinds"].get(zone["role"])
                if card["face"] and rows is not None:
                    every = [*rows, *asked]
                    card["kinds"] = [row for row in every if card["ref"] in tryable.get(row["kind"], ())]
        return scene

    def _last_dice(self) -> list[shapes.Roll]:
        """Return the last dice rolled since the viewer's last decision, even if they have left the table."""
        game = self.state.game
        since = self.history[-1].lines if self.history else 0
        for entry in reversed(self.log[since:] if scenery.load_look(game.name).get("dice") else ()):
            table = game.rules.table(entry.state, self.viewer)
            if table.dice:
                return scenery.dice_rows(game, table, self.viewer, self.names)
        return []

    def _tryable(self, kinds: set[str]) -> dict[str, set[str]]:
        """Return, for each kind of action, the cards with which it may be tried."""
        derived = scenery.load_look(self.state.game.name).get("derived")
        kinds = {name for name in kinds if self.state.game.kinds[name].zone}
        return (imagined_cards if derived else cards_to_try)(self.state, self.viewer, sorted(kinds), self._refs_of)

    def picture(
        self, state: State, stamp: int, moves: Sequence[TableMove] = (), **more: Unpack[SceneChanges]
    ) -> shapes.Scene:
        """Return the scene of another state of the same table; without `moves` nothing can be clicked in it."""
        seen = (self.names, self.notes, self.shown, self.known, self.language)
        drawn = scenery.build_scene(state, self.viewer, stamp, moves, *seen)
        return {**drawn, **more, "marks": drawn["marks"] | more.get("marks", {})}

    def narrate(self, event: Event) -> str:
        """Describe an event for the viewer."""
        if event.kind == PASSED_KIND:
            return format_message("play.you_pass" if event.seat == self.viewer else "play.rival_passes", self.language)
        by_hand = free_move_events.tell_event(self.state.game, event, self.viewer, self.language)
        if by_hand:
            return by_hand
        told = self.state.game.narrate(event, self.viewer, self.language)
        return self._with_owner(event, told)

    def _with_owner(self, event: Event, told: str) -> str:
        """Return a sentence that begins with a card's name, with its owner added if the game leaves the owner out."""
        of_its_player = event.kind.split(".")[0] in scenery.load_look(self.state.game.name).get("owned", ())
        if not of_its_player or not any(
            told.startswith(name) for name in event.facts.values() if isinstance(name, str)
        ):
            return told
        key = "play.yours" if event.seat == self.viewer else "play.rivals"
        return format_message(key, self.language, name=self.names[event.seat], told=told)


def _within(reference: str, place: str) -> bool:
    """Return True if a reference is the place itself or is inside it."""
    return reference == place or reference.startswith(f"{place}.")


def _touch(one: str, other: str) -> bool:
    """Return True if two references are the same, or one is inside the other."""
    return _within(one, other) or _within(other, one)
