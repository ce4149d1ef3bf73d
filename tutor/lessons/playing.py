"""The kinds of step in which the learner moves: do and solve."""

from __future__ import annotations

import re
from itertools import groupby

from engines.checking import scenarios
from engines.kernel.state import Action, State
from engines.search import players
from engines.search.solver import IgnoringReplies, Solver, TooDeep, open_chance
from tutor.boards.presentation import load_look
from tutor.lessons import goals, hints, invitations, refuting
from tutor.lessons.event_films import FilmStep, trim_film
from tutor.lessons.outcomes import deciding_event
from tutor.lessons.rival_turns import PlayedForLearner, is_only_declining, rival_answers
from tutor.lessons.scripts import events_until
from tutor.lessons.session import LEARNER
from tutor.matches import feedback
from tutor.matches.clicks import SenselessTry
from tutor.matches.moves import TableMove, action_texts
from tutor.matches.phrases import words_for_notation
from tutor.matches.playthrough import Attempt, LogEntry, Playthrough
from tutor.messages import shapes
from tutor.text import format_message

MOST_RESULTS, MOST_REPORTED = 4, 4
"""Maximum number of facts in a report: about the result, and in total."""

GAME_END_EVENTS = ("won", "drawn_game")
"""The events that end a game."""

MOST_FACTS = 6
"""Maximum number of facts in a refutation: what the move did, and its consequences."""


class DoStep(FilmStep):
    """The step in which the learner reaches a goal.

    The rival and the unseen cards answer as well as the step demands.
    """

    limits_refutation = True
    """Whether a refutation plays only actions that the step teaches."""

    solver: Solver
    tries: set[str]
    held: set[str]  # parts of the goal that are true from the start; they are ticked once everything is done
    lost: bool
    said: list[str]
    made: list[str]
    after: State
    replies: list[tuple[State, Action]]

    def begin(self) -> None:
        """Play the events that precede the step, and prepare the solver."""
        super().begin()
        begun = self.step.get("begun")
        if begun:
            self.table.play(self.table.state.read(begun), remember=False)
            self.table.log.clear()
        self.tries, self.lost, self.said, self.made, self.replies = set(), False, [], [], []
        self.table.state.open_chance = self.step.worst
        self.solver = goals.solver_of(self.step, self.table.state, LEARNER)
        self._answers(declining=False)
        start, texts = self.table.state, goals.success_conditions(self.step)
        self.held = {text for text in texts if goals.is_condition_met(start, text, LEARNER, set())}

    @property
    def proved(self) -> bool:
        """True if the step asks for the best defence."""
        return bool(self.step.get("against")) or self.step.kind == "solve"

    def tried(self, attempt: Attempt | SenselessTry) -> None:
        """Explain a refused try, and tick it if the goal asks for it."""
        if self.lost:
            self.feedback = self.info(format_message("lesson.undo_first", self.language))
            return
        super().tried(attempt)
        if isinstance(attempt, Attempt):
            invited = self.invited_by(attempt)
            self.tries |= invited
            if invited and self.step.tries:  # the goal asked for the refusal, so it is no misconception
                self.beside = None
            self._ask_for_the_other_try(attempt)
            self._finish([])

    def invited_by(self, attempt: Attempt) -> set[str]:
        """Return the tries in the goal that an attempt fulfils.

        In a growing game a try counts only at its moment, when it is refused for the intended reason, whatever its
        target.
        """
        asked = (
            text.removeprefix(goals.TRIED_PREFIX)
            for text in goals.success_conditions(self.step)
            if text.startswith(goals.TRIED_PREFIX)
        )
        return {text for text in asked if self._fulfils(text, attempt)}

    def _fulfils(self, text: str, attempt: Attempt) -> bool:
        meant, tried = self.table.read_try(text), self.step.tries.get(text)
        if meant is None or tried is None:
            return meant is not None and meant.action == attempt.action
        kinds = self.lesson.game.kinds
        alike = kinds[meant.action[0]].label == kinds[attempt.action[0]].label and meant.refs[:1] == attempt.refs[:1]
        return alike and {reason.requirement for reason in attempt.reasons} == tried

    def _ask_for_the_other_try(self, attempt: Attempt) -> None:
        """If the goal asks for another try with this card, or for this one later, say so."""
        named = re.search(r'"[^"]*"', attempt.text)
        for tick in self.open_ticks():
            asked = tick.removeprefix(goals.TRIED_PREFIX)
            if tick.startswith(goals.TRIED_PREFIX) and named is not None and named.group() in tick:
                key = "early_try" if self._same(asked, attempt.action) else "other_try"
                text = words_for_notation(asked, self.lesson.game)
                self.feedback |= {"say": format_message(f"lesson.{key}", self.language, text=text)}  # type: ignore[operator]

    def _same(self, text: str, action: Action) -> bool:
        meant = self.table.read_try(text)
        return meant is not None and meant.action == action

    def act(self, number: int) -> None:
        """Play the learner's move and the answers to it, then judge."""
        moves = self.table.moves()
        if self.lost or self.done or not 0 <= number < len(moves):
            self.feedback = self.info(
                format_message("lesson.undo_first" if self.lost else "lesson.stale", self.language)
            )
            return
        first = self.table.state
        self.feedback = None
        happened, text = self.make(moves[number])
        if self._finish(happened, text):
            return
        now = self.table.state.step
        if self.table.yours and now.pick and (now.procedure or now.phase == first.step.phase):
            return  # the action is not complete: its picks follow
        if not self.still_possible():
            self._refute(first, happened, text, moves[number])
            return
        facts, words = self.reported(happened, happened, in_order=True), self.comment_on(text)
        facts += [fact for fact in rival_answers(self, first, happened) if fact not in facts]
        if not words and self.step.get("when") and not self.open_ticks():
            words = format_message(
                "lesson.judged_later",
                self.language,
                end=format_message(f"lesson.end.{self.step.get('when')}", self.language),
            )
        if facts or words:
            self.feedback = self.info(format_message("lesson.happened", self.language)) | {"facts": facts, "say": words}

    def comment_on(self, text: str) -> str:
        """Return the authored sentence for a move that keeps the goal in reach; "" if there is none.

        If the step asks for a proof, the sentences explain how moves fail, so none fits such a move.
        """
        return "" if self.proved else self.sentence(text)

    def make(self, move: TableMove) -> tuple[list[LogEntry], str]:
        """Make a move and play the answers; return what happened, and the move with its picks as one text."""
        before = self.table.state
        self.said = [*(self.said if before.step.pick else []), *action_texts(before, move.actions)]
        self.made, self.replies = [*self.moves_made(), move.text], []
        happened = self.table.play(move.actions)
        self.after = self.table.state
        happened += self._answers()
        return self.judged(happened, before), before.game.notation.contract(self.said)

    def judged(self, happened: list[LogEntry], before: State) -> list[LogEntry]:
        """Return the events up to the moment of judgement, which for a win this turn is the end of the turn."""
        ends = "turn over" if goals.WIN in goals.success_conditions(self.step) else None
        return events_until(happened, self.step.get("when") or ends, before.turn)

    def moves_made(self) -> list[str]:
        """Return the learner's moves since the step began, without undone ones."""
        return self.made[: len(self.table.history)]

    def _answers(self, declining: bool = True) -> list[LogEntry]:
        """Play the others' answers, and the learner's decisions in which declining is the only choice."""
        happened: list[LogEntry] = []
        table = self.table
        while table.state.decision is not None and self.solver.goal(table.state) is None:
            if table.yours and not (declining and is_only_declining(table.state)):
                break
            answer = table.state.actions[0] if table.yours else self._answer(table.state)
            self._note_reply(table.state, answer)
            happened += table.play([answer], remember=False)
        return happened

    def _note_reply(self, state: State, action: Action) -> None:
        """Record an answer that the rival chose, with the state in which it was chosen."""
        if state.seat_to_act_is(1 - LEARNER) and len(state.actions) > 1 and action[0] != state.step.passing:
            self.replies.append((state, action))

    def decisive_reply(self) -> tuple[State, Action] | None:
        """Return the rival's first answer with its state.

        None if the move loses the goal whatever the rival answers.
        """
        try:
            if self.replies and IgnoringReplies(LEARNER, self.solver.goal).holds(open_chance(self.after)):
                return self.replies[0]
        except TooDeep:
            pass
        return None

    def _decisive(self) -> str:
        """Describe the rival's first answer; "" if the move loses the goal whatever the rival answers."""
        if (answer := self.decisive_reply()) is None:
            return ""
        spoken = feedback.speak_action(*answer)
        return spoken[:1].lower() + spoken[1:] if len(answer[1]) == 1 else spoken

    def _answer(self, state: State) -> Action:
        if self.proved:
            return self.solver.reply(state)
        if state.step.window:
            return scenarios.passing_action(state)
        return players.greedy_player(state.turn)(state)

    def is_loud(self, happened: LogEntry) -> bool:
        """Return True if a verdict should mention an event, as the game's presentation says.

        Events that affect no card are never mentioned.
        """
        loud = happened.event.kind.split(".")[0] in load_look(self.lesson.game.name)["loud"]
        return loud and happened.event.facts.get("count") != 0

    def loud(self, happened: list[LogEntry]) -> list[LogEntry]:
        """Return the notable events, or the last event if none is notable."""
        return [one for one in happened if self.is_loud(one)] or happened[-1:]

    def reported(self, happened: list[LogEntry], since: list[LogEntry], in_order: bool = False) -> list[shapes.Fact]:
        """Return the report on a move: the result and the state of the fight, then side effects.

        in_order : list the facts in the order of events instead. A result is an event that the presentation declares to
        be one, or an event that met a condition of the goal; events of the second sort are also sought in `since`,
        which begins earlier.
        """
        kinds = load_look(self.lesson.game.name).get("result", ())
        results = [one for one in happened if one.event.kind.split(".")[0] in kinds]
        results += [one for one in self._ticking(since) if one not in results]
        results.sort(key=lambda one: one.event.kind not in GAME_END_EVENTS)
        told = self.summed(results[:1] + results[1:][1 - MOST_RESULTS :])
        bywork = [one for one in happened if self.is_loud(one) and one not in results]
        told += self.summed(bywork)[-max(0, MOST_REPORTED - len(told)) or MOST_REPORTED :]
        if in_order:
            told.sort(key=lambda row: since.index(row[0]) if row[0] in since else -1)
        return [fact for _, fact in told]

    def _ticking(self, since: list[LogEntry]) -> list[LogEntry]:
        """Return the events that met those conditions of the goal that were open when the step began.

        An event may be recorded before or after the table changes. Of the two events around a change, the one that
        names the condition's card is preferred, then one that decides the figure, then a notable one.
        """
        start = self.table.history[0].state if self.table.history else self.table.state
        found = []
        for text in goals.success_conditions(self.step):
            if text.startswith(goals.TRIED_PREFIX) or goals.is_condition_met(start, text, LEARNER, set()):
                continue
            states = [*(one.state for one in since), self.table.state]
            at = next(
                (at for at, state in enumerate(states) if goals.is_condition_met(state, text, LEARNER, set())), -1
            )
            around = [since[place] for place in (at, at - 1) if 0 <= place < len(since)] if at >= 0 else []
            names = set(re.findall(r'"([^"]*)"', text))
            fitting = [one for one in around if names & {*map(str, one.event.facts.values())}]
            decided = deciding_event(self.lesson.game.name, text.split(" ")[0], around)
            told = [decided] if decided else [one for one in around if self.is_loud(one)]
            found += (fitting or told or around)[:1]
        return [one for at, one in enumerate(found) if one not in found[:at]]

    def summed(self, happened: list[LogEntry]) -> list[tuple[LogEntry, shapes.Fact]]:
        """Return events with their facts; three or more of a kind in a row become one fact with their number."""
        facts: list[tuple[LogEntry, shapes.Fact]] = []
        for _, group in groupby(happened, lambda one: (one.event.kind, one.event.seat)):
            row = [(one, self.rendered(one)) for one in group]
            if len(row) > 2:
                last, fact = row[-1]
                told = format_message("lesson.several", self.language, count=len(row), fact=fact["fact"])
                row = [(last, fact | {"fact": told})]
            facts += row
        return facts

    def open_ticks(self) -> list[str]:
        """Return the conditions of the goal that are not yet met."""
        return [
            text
            for text in goals.success_conditions(self.step)
            if not goals.is_condition_met(self.table.state, text, LEARNER, self.tries)
        ]

    @property
    def reached(self) -> bool:
        """Return True if the goal is met on the board."""
        return self.solver.goal(self.table.state) is True

    def _finish(self, happened: list[LogEntry], text: str = "") -> bool:
        """Judge the move; return True if the step is done, or only an invited try is left."""
        if not self.reached:
            return False
        missing = [tick for tick in self.open_ticks() if tick.startswith(goals.TRIED_PREFIX)]
        if missing and hints.is_try_ahead(self):
            return False
        if missing:
            self.feedback = self.info(format_message("lesson.undo_and_try", self.language))
            self.feedback["say"] = self.comment_on(text)
            return True
        if self.done:
            return True
        if not happened and self.feedback:  # the last condition was an invited refusal, so keep showing it
            self.done = True
            self.feedback["principle"] = self.step.get("after", "")
            self.listener(
                "right",
                {
                    "actions": self.moves_made(),
                    "clauses": [fact["clause"] for fact in self.feedback["facts"]],
                    "hints": self.hints,
                    "seed": self.seed,
                },
            )
            return True
        facts = self.reported(happened, self.table.log) or [self.rendered(one) for one in happened[-1:]]
        self.verdict(True, format_message("lesson.reached", self.language), facts, actions=self.moves_made())
        return True

    def still_possible(self) -> bool:
        """Return False if the goal is proved to be out of reach."""
        try:
            return self.solver.holds(self.table.state)
        except TooDeep:
            return True

    def _refute(self, first: State, happened: list[LogEntry], text: str, move: TableMove) -> None:
        """Play the refutation of a legal move that gives the goal away, using only what the step teaches."""
        shadow = Playthrough(
            open_chance(self.table.state), LEARNER, self.table.names, self.table.notes, self.table.shown
        )
        way = refuting.way_to_goal(self.solver, first)
        puzzle = self.step.kind == "solve"
        budget = refuting.refutation_budget(way, self.table.state, move.actions, endless=puzzle)
        gone = (
            []
            if puzzle
            else refuting.lost_way_reasons(self, first, [action for action in way if action not in move.actions])
        )
        shown = len(happened) if gone else None  # `gone` says why; the rest would be another player's turn
        plan = [action for action in way if action not in move.actions]
        played_on, asked = PlayedForLearner(self.language), [self.table.state]
        for seat, action in self.solver.failing_line(self.table.state, plan):
            if shown is None and self.limits_refutation and not budget.allows(shadow.state, seat, action):
                shown = len(happened)
            if shown is None:
                self._note_reply(shadow.state, action)
                played_on.note(shadow.state, seat, action)
                asked += [shadow.state] if seat == LEARNER else []
            happened = happened + shadow.play([action])
        quiet = load_look(self.lesson.game.name).get("quiet", ())
        judged = self.judged(happened, first)
        seen = trim_film(judged[:shown], self.is_loud)
        loud = [one for one in self.loud(seen) if one.event.kind.split(".")[0] not in quiet]
        end = [one.state for one in judged[:shown] if one.state.turn == first.turn][-1:] or [shadow.state]
        self.give_away(first, seen, text, [*gone, *self.refutation_facts(first, judged, loud, end[0], asked)])
        self.feedback |= {"tried": played_on.told(first, text)}  # type: ignore[operator]

    def refutation_facts(
        self, first: State, happened: list[LogEntry], loud: list[LogEntry], end: State, asked: list[State]
    ) -> list[shapes.Fact]:
        """Return the facts that a refutation shows: why the goal is out of reach, and what happened.

        first : the state before the move. happened : the events up to the moment of judgement. loud : the notable ones
        that are shown. end : the state that is judged. asked : the states in which the learner would have decided.
        """
        facts = [fact for _, fact in self.summed(loud)]
        facts = facts if len(facts) <= MOST_FACTS else [*facts[:2], *facts[2 - MOST_FACTS :]]
        return [*self.why_lost([one.state for one in happened], end), *facts]

    def why_lost(self, states: list[State], end: State) -> list[shapes.Fact]:
        """Return why the goal is out of reach: the rival's answers, and what is missing at the end.

        states : the states of the table up to `end`. A condition that was true on the way counts as met, unless the
        step judges at its end. A missing win is explained by a clause, other goals by events.
        """
        wanted = goals.success_conditions(self.step)
        parts, clause = [], ""
        if answer := self._decisive():
            parts.append(format_message("lesson.lost_to", self.language, answer=answer))
        if {goals.WIN, goals.WIN_FIRST} & {*wanted} and end.result is None:
            clause, standing = end.game.rules.standing(end, LEARNER)
            parts.append(format_message("lesson.no_win", self.language, standing=standing))
        if end.result is None or end.result.winner == LEARNER:
            never = [
                text
                for text in wanted
                if not any(goals.is_condition_met(state, text, LEARNER, set()) for state in states)
            ]
            left = goals.missing_conditions(
                end, wanted if self.step.get("when") else never, LEARNER, self.step.get("goal", "")
            )
            if left:
                parts.append(format_message("lesson.missing", self.language, ticks="; ".join(left)))
        if not parts:
            return []
        return [self.fact(" ".join(parts), clause) if clause else {"fact": " ".join(parts), "clause": ""}]

    def give_away(
        self,
        first: State,
        happened: list[LogEntry],
        text: str,
        facts: list[shapes.Fact],
        title: str = "lesson.given_away",
    ) -> None:
        """Show a move that gives the goal away, with its consequences; Undo takes it back."""
        self.lost = True
        self.roll(happened, first, len(happened))
        self.verdict(False, format_message(title, self.language), facts, self.sentence(text), self.moves_made())
        tried = words_for_notation(text, self.lesson.game)
        self.feedback |= {"tried": format_message("lesson.take_back", self.language, text=tried)}  # type: ignore[operator]

    def undo(self) -> None:
        """Restore the board to before the last move; after a refutation, to before the whole action."""
        lost, self.lost = self.lost, False
        self.roll([], self.table.state)
        super().undo()
        while lost and self.table.state.step.pick and self.table.history:
            super().undo()

    def solution(self) -> list[Action]:
        """Return the learner's next actions on the way to the goal: first an invited try, then a proved line."""
        return hints.find_solution(self)

    def invited(self) -> list[Action]:
        """Return the tries that the goal asks for and that can be attempted now."""
        return hints.invited_tries(self)

    def scene(self) -> shapes.Scene:
        """Return the picture, which also offers the tries that the goal asks for."""
        scene = super().scene()
        return (
            scene
            if self.reel or self.lost or self.done
            else invitations.offer_invited(scene, self.table, self.invited())
        )

    def rule_hint(self) -> list[str]:
        """Return the clauses on which the way to the goal depends."""
        return hints.hint_clauses(self)

    def no_way_hint(self) -> str:
        """Return the text saying that a move must be taken back."""
        return format_message("lesson.undo_first", self.language)

    def look_hint(self) -> dict[str, str]:
        """Highlight the cards of the solution's next move."""
        return hints.hint_cards(self)

    def move_hint(self) -> str:
        """Return the next move as text."""
        return hints.hint_move(self)

    def coach(self) -> shapes.Coach:
        """Return the coach with ticks and controls."""
        texts = goals.success_conditions(self.step)
        shown = self.on_screen() if self.lost else self.table.state
        ticks: list[shapes.Tick] = (
            []
            if len(texts) < 2 or self.step.get("ticks") == []
            else [
                {
                    "text": told or goals.condition_text(text, self.lesson.game.name, self.step.get("goal", "")),
                    "done": goals.is_condition_met(shown, text, LEARNER, self.tries)
                    and (self.done or self.lost or text not in self.held),
                }
                for text, told in zip(texts, self.step.get("ticks", [""] * len(texts)), strict=True)
            ]
        )
        if ticks and (when := self.step.get("when")):
            ticks.append({"text": format_message(f"lesson.until.{when}", self.language), "done": self.done})
        back = bool(self.table.history)
        return {
            "ticks": ticks,
            "controls": [self.control("undo", primary=self.lost, enabled=back), self.control("reset")],
        }
