"""The review page: the last full game, its chances, its moments as puzzles, and its refused tries as questions."""

from __future__ import annotations

import time
from functools import partial
from typing import Any

from engines.errors import TebikiError
from tutor import progress
from tutor.beliefs.versus import DrawnZones, draw_zones
from tutor.boards.presentation import load_look
from tutor.boards.stage import Stage
from tutor.event_log import Event
from tutor.lessons import loader
from tutor.lessons.loader import Step
from tutor.lessons.page import SESSIONS
from tutor.lessons.session import Session
from tutor.lessons.verdicts import VerdictFacts
from tutor.matches import feedback, kept_games
from tutor.matches.habits import is_surveyed
from tutor.matches.phrases import words_for_notation
from tutor.messages import shapes
from tutor.messages.clicks import StageClick
from tutor.messages.commands import command
from tutor.navigation.links import course_link, page_link, page_query
from tutor.practice.background import WorkBeside
from tutor.practice.question import Question
from tutor.puzzles import review
from tutor.puzzles.habits_met import MetHabit, count_habits, describe_met_habit
from tutor.puzzles.puzzle import FOLDER, MINED_LESSON
from tutor.puzzles.review import TurningPoint
from tutor.puzzles.solving import SolvePuzzle
from tutor.puzzles.usual_play import BOT, PlayCounts, UsualPlay, count_events, find_unusual
from tutor.sets.decks import game_with_decks
from tutor.text import format_message
from tutor.text import page_language as wanted_language
from tutor.widgets.page import Page

MINI_ZONES = 3
"""Number of zones in the small picture of a moment."""

REVIEW_LESSON = "review"
"""The second part of the lesson name in the log, for a review."""


class BetterOfTwo(Session):
    """The step that asks which of two actions is better; play-outs decide, and the verdict shows their numbers."""

    picked = ""

    def answered(self, picks: Any) -> None:
        """Judge the chosen action."""
        if self.done or not isinstance(picks, list) or picks[:1] not in (["0"], ["1"]):
            return
        options, right = self.step.get("options"), self.step.get("right")
        self.picked = picks[0]
        best, other = self.step.get("values")
        told = format_message("review.values", self.language, better=options[right], best=best, other=other)
        if (drop := self.step.get("drop")) > best - other:
            told += " " + format_message("review.values_part", self.language, gain=best - other, drop=drop)
        title = format_message("review.was_better" if int(self.picked) == right else "review.was_worse", self.language)
        self.verdict(int(self.picked) == right, title, [{"fact": told, "clause": ""}], "", [options[int(self.picked)]])
        self.done = True

    def coach(self) -> shapes.Coach:
        """Return the coach with the two actions."""
        right = self.step.get("right")
        items: list[shapes.Item] = []
        for at, text in enumerate(self.step.get("options")):
            state = "" if not self.done else "right" if at == right else "wrong" if self.picked == str(at) else ""
            items.append({"id": str(at), "text": text, "state": state})
        return {"choices": {"mode": "one", "items": items}, "controls": []}

    def scene(self) -> shapes.Scene:
        """Return the table without moves."""
        return self.pointed_at(super().scene())


def open_review(game: str) -> Page:
    """Return the review of the last full game: its chances, its moments as puzzles, its refused tries as questions.

    >>> tutor.review("altaria")
    """
    return ReviewPage(game, wanted_language()).page


class ReviewPage:
    """The page of a learner reviewing the last full game.

    The page shows `badge`, `title`, `text`, `again` (`text`, `href`), `points` (`turn`, `share`, `low`, `high`,
    `moment`), `playouts`, `moments` (`n`, `title`, `change`, `proof`, `proved`, `goal`, `text`, `button`, `done`, `on`,
    `mini`), `judging`, `fell`, `stood_out` (`title`, `count`,
    `text`), `usual`, `habits` (`title`, `count`, `text`), `habits_href`,
    `tries_title`, `tries` (`n`, `text`, `title`, `fact`, `clause`, `button`, `done`, `on`)
    and `notice`. Its child widget is the stage.
    """

    def __init__(self, game: str, language: str) -> None:
        self.game, self.language = game_with_decks(game), language
        self.learner, _, self.unsaved = progress.load_progress()
        self.stage = Stage(mode="lesson", bar={})
        self.stage.on_message(self._on_stage)
        self.page = Page("review", language, bar=self._bar(), data={})
        self.page.answer_with(self)
        self.done: set[str] = set()
        self.open, self.session, self.kept = "", None, None
        self.points: list[review.ChancePoint] = []
        self.moments: list[TurningPoint] = []
        self.usual: UsualPlay | None = None
        self.beside = WorkBeside()
        self.tries: list[tuple[Event, Question | None]] = []
        self.rules: list[Question | None] = []
        self.habits: list[MetHabit] = []
        why = self._play_again()
        if why:
            self.page.data = {"title": self.say("nothing"), "text": why, "again": self._again()}
        else:
            self._judge()

    session: Session | None
    kept: kept_games.KeptGame | None

    def say(self, key: str, **facts: object) -> str:
        """Return one of this page's texts, by key, in the learner's language."""
        return format_message(f"review.{key}", self.language, **facts)

    def _bar(self) -> dict[str, object]:
        title = load_look(self.game.name)["title"]
        crumbs = [{"text": title, "href": course_link(self.game.name)}, {"text": self.say("place")}]
        return {"home": page_link(lang=page_query().get("lang")), "crumbs": crumbs}

    def _again(self) -> dict[str, str]:
        """Return the link to the choices before a game, with those of the last game marked; the deal is another."""
        chosen = self.kept.setup.as_choices() if self.kept is not None else {}
        return {"text": self.say("again"), "href": page_link(f"{self.game.name}/play.ipynb", new=1, **chosen)}

    def _play_again(self) -> str:
        """Replay the last game and judge it; return why that is impossible, or ""."""
        try:
            events = progress.read_log(self.learner).events if self.learner else ()
            found = review.finished_game(events, kept_games.whole_game(self.game.name))
            if found is None:
                return self.say("none")
            self.kept, refused = found
            self.match = kept_games.replay_game(self.kept, self.game)
            self.game = self.match.game  # with the user's own cards, if the game was played with any
        except (progress.ProgressError, kept_games.ReplayError) as error:
            return self.say("not_again", why=str(error))
        self.tries = review.tries_to_ask(self.match, refused)
        self.rules = [self._about_the_rule(*one) for one in self.tries]
        self.done = {one.step for one in events if one.lesson == self.lesson_name and one.verdict == "right"}
        if is_surveyed(self.game):
            choices = review.iter_choices(self.match, self.kept)
            made = ((state, review.first_action_at(self.match, self.kept, place)) for place, state in choices)
            self.habits = count_habits(self.game.name, made)
        return ""

    def _judge(self) -> None:
        """Judge the game, in another Python process if there is one."""
        assert self.kept is not None
        judge = partial(review.judge_game, self.match.bare_copy(history=True), self.kept)
        if self.beside.begin_work(judge, self._take_judged):
            self._tell()
        else:
            self._take_judged(judge())

    def _take_judged(self, found: review.JudgedGame) -> None:
        self.points, self.moments, self.usual = found
        self._tell()

    def _about_the_rule(self, event: Event, question: Question | None) -> Question | None:
        """Return another question about the rule that forbids a try, for a try that makes none itself.

        None if none is stored.
        """
        if question is not None or event.place >= len(self.match.table.history):
            return None
        state = self.match.table.history[int(event.place)].state
        try:
            kind = state.game.notation.read(state, event.actions[0], 0)[0][0]
        except TebikiError:
            return None
        return review.kept_question_about(self.game.name, kind, event.clauses, self.language)

    @property
    def lesson_name(self) -> str:
        """The name of the review as a lesson in the log."""
        return f"{self.game.name}/{REVIEW_LESSON}"

    # A moment or a question on the stage.

    def _id(self, place: int, tried: str = "") -> str:
        assert self.kept is not None
        return f"{self.kept.run}-{tried}{place}"

    def _step(self, row: dict[str, Any], kind: str) -> tuple[loader.Lesson, Step]:
        step = Step(1, row["id"], kind, row, row["position"], "review")
        path = FOLDER / self.game.name / f"{REVIEW_LESSON}.toml"
        return loader.Lesson(path, self.game, self.say("place"), (), (step,)), step

    def _show_moment(self, number: int) -> None:
        one = self.moments[number]
        row: dict[str, Any] = {"id": self._id(one.place), "title": self._moment_title(one), "position": one.position}
        if one.target is not None:
            row |= {"text": format_message("puzzle.text", self.language), "goal": one.target.says, "unique": False}
            row |= {"success": list(one.target.success), "nudge": format_message("puzzle.nudge.other", self.language)}
            row |= {"when": one.target.when} if one.target.when else {}
            row |= {"against": ["best defence", "unseen cards", "every roll"], "after": ""}
            self._set(SolvePuzzle, *self._step(row, "solve"))
            assert isinstance(self.session, SolvePuzzle)
            self.session.tempting = one.played
            return
        texts = [words_for_notation(text, self.game) for text in (one.better, one.played)]
        swapped = one.place % 2 == 1
        row |= {"text": self.say("choice_text"), "goal": self.say("choice_goal"), "right": int(swapped)}
        row |= {"options": texts[::-1] if swapped else texts}
        row |= {"values": [round(100 * one.values[1]), round(100 * one.values[0])]}
        before, after = self._shares_around(one)
        row |= {"drop": before - after}
        self._set(BetterOfTwo, *self._step(row, "which"))

    def _show_try(self, number: int) -> None:
        event, question = self.tries[number]
        question = question or self.rules[number]
        if question is not None:
            row = dict(question.row) | {"id": self._id(int(event.place), "try-")}
            self._set(SESSIONS[str(row["kind"])], *self._step(row, str(row["kind"])))

    def _set(self, kind: type[Session], lesson: loader.Lesson, step: Step) -> None:
        stamp = self.session.stamp + 1 if self.session else 1
        self.session = kind(lesson, step, self._log, self.language)
        self.session.stamp, self.open, self.opened = stamp, step.id, time.monotonic()
        self._draw()
        self.page.child = self.stage

    def _on_stage(self, message: StageClick) -> None:
        assert self.session is not None
        self.session.handle(message)
        self._draw()

    def _draw(self) -> None:
        assert self.session is not None
        drawn = self.session.stage()
        coach = drawn["coach"]
        coach["controls"] = [control for control in coach["controls"] if control["name"] != "next"]
        coach["place"] = self.say("place")
        with self.stage.hold_sync():
            self.stage.scene, self.stage.coach = drawn["scene"], coach
            self.stage.events, self.stage.panel = drawn["events"], drawn["panel"]

    def _log(self, verdict: str, facts: VerdictFacts) -> None:
        assert self.session is not None
        step = self.session.step
        if verdict == "right":
            self.done.add(step.id)
        try:
            if self.learner and not self.match.game.card_sets:  # questions about the user's own cards are not logged
                progress.append_event(
                    self.learner,
                    game=self.game.name,
                    lesson=self.lesson_name,
                    step=step.id,
                    kind=step.kind,
                    verdict=verdict,
                    actions=facts.get("actions", []),
                    clauses=[clause for clause in facts.get("clauses", []) if clause],
                    hints=facts.get("hints", 0),
                    seconds=round(time.monotonic() - self.opened, 1),
                )
        except progress.ProgressError as error:
            self.unsaved = str(error)
        self._tell()

    @command("moment")
    def _open_moment(self, n: int) -> None:
        """Open a moment of the game by its number."""
        if 0 <= n < len(self.moments):
            self._show_moment(n)
        self._tell()

    @command("try")
    def _open_try(self, n: int) -> None:
        """Open a refused try by its number."""
        if 0 <= n < len(self.tries):
            self._show_try(n)
        self._tell()

    # Showing.

    def _moment_title(self, one: TurningPoint) -> str:
        phase = self.game.title_of(one.step, self.language)
        return self.say("moment" if one.turn else "setup", turn=one.turn, step=phase)

    def _tell(self) -> None:
        end, decks = feedback.ending_feedback(self.match, self.language), self.game.decks
        setup, judging = self.match.setup, self.beside.is_under_way
        self.page.data = {
            "badge": self.say("place"),
            "kick": self.say("decks", you=decks[setup.you].name, rival=decks[setup.rival].name),
            "title": end["title"],
            "text": end["facts"][0]["fact"],
            "again": self._again(),
            "points": self._points(),
            "playouts": self.points[0].playouts if self.points else 0,
            "moments": [] if judging else [self._moment(n, one) for n, one in enumerate(self.moments)],
            "judging": self.say("judging") if judging else "",
            "fell": self._fell(),
            **self._stood_out(),
            "habits": [describe_met_habit(one, self.language) for one in self.habits],
            "habits_href": page_link(f"{self.game.name}/{MINED_LESSON}.ipynb", habit=1),
            "tries_title": self.say("tries" if any(question for _, question in self.tries) else "refused"),
            "tries": [self._try(n, *one) for n, one in enumerate(self.tries)],
            "notice": format_message("lesson.unsaved", self.language, why=self.unsaved) if self.unsaved else "",
        }

    def _points(self) -> list[dict[str, int]]:
        turns = {one.turn: n for n, one in enumerate(self.moments, 1)}
        found = []
        for point in self.points:
            low, high = point.interval
            found.append(
                {
                    "turn": point.turn,
                    "share": round(100 * point.share),
                    "low": round(100 * low),
                    "high": round(100 * high),
                    "moment": turns.get(point.turn, 0),
                }
            )
        result = self.match.table.state.result
        if found and result is not None:
            end = 100 if result.winner == 0 else 50 if result.winner is None else 0
            turn = self.match.table.state.turn + 1
            found.append({"turn": turn, "share": end, "low": end, "high": end, "moment": 0})
        return found

    def _fell(self) -> str:
        """Return a sentence on where the chances fell most, if no single choice explains it; otherwise ""."""
        found = review.unexplained_turn(self.points, self.moments)
        if found is None:
            return ""
        facts = {"before": round(100 * found[0].share), "after": round(100 * found[1].share)}
        facts |= {"turn": found[0].turn, "next": found[1].turn}
        return self.say("fell" if found[0].turn else "fell_in_setup", **facts)

    def _stood_out(self) -> dict[str, object]:
        """Return what the learner did unusually often or rarely (`stood_out`), and what it is compared with (`usual`).

        Both are empty until bots have played, and if their winners and losers do not visibly differ.
        """
        result = self.match.table.state.result
        if self.usual is None or not self.usual.counts or result is None or result.winner is None:
            return {"stood_out": [], "usual": ""}
        events = [entry.event for entry in self.match.table.log]
        turns = self.match.table.state.turn
        own = PlayCounts(result.winner == 0, turns, count_events(self.game.name, events, 0))
        found = find_unusual(self.usual, own)
        rows = load_look(self.game.name)["review_count"]
        said = [
            {
                "title": rows[one.at]["ja" if self.language == "ja" else "title"],
                "count": str(one.times),
                "text": self.say(
                    "half_of_losers" if own.won else "half_of_winners",
                    span=str(one.low) if one.low == one.high else self.say("span", low=one.low, high=one.high),
                ),
            }
            for one in found
        ]
        bot = format_message(f"strength.{BOT}", self.language)
        key = "usual" if found else "usual_won" if own.won else "usual_lost"
        return {"stood_out": said, "usual": self.say(key, games=self.usual.games, turns=turns, bot=bot)}

    def _shares_around(self, one: TurningPoint) -> tuple[int, int]:
        """Return the chances, in percent, at the points of a moment's turn and of the next one; equal if unknown."""
        before = [point.share for point in self.points if point.turn == one.turn]
        later = [point.share for point in self.points if point.turn > one.turn]
        return (round(100 * before[0]), round(100 * later[0])) if before and later else (0, 0)

    def _moment(self, number: int, one: TurningPoint) -> dict[str, object]:
        before, after = self._shares_around(one)
        change = self.say("change", before=before, after=after) if before != after else ""
        proved = one.target is not None
        return {
            "n": number,
            "title": self._moment_title(one),
            "change": change,
            "proved": proved,
            "proof": self.say("proved") if proved else self.say("deals", n=review.DEALS),
            "goal": one.target.says if one.target else self.say("choice_card"),
            "text": self.say("you_played", move=words_for_notation(one.played, self.game)) if proved else "",
            "button": self.say("solve" if proved else "choose"),
            "done": self._id(one.place) in self.done,
            "on": self.open == self._id(one.place),
            "mini": self._mini(one),
        }

    def _mini(self, one: TurningPoint) -> DrawnZones:
        """Return the battlefields and the learner's hand, for a small picture of a moment."""
        state = self.match.table.history[one.place].state
        scene = self.match.table.picture(state, 0)
        return draw_zones(
            scene,
            lambda zone, own: zone["slot"] == "field" or (own and zone["slot"] == "hand"),
            MINI_ZONES,
            self.language,
        )

    def _try(self, number: int, event: Event, question: Question | None) -> dict[str, object]:
        state = (
            self.match.table.history[int(event.place)].state if event.place < len(self.match.table.history) else None
        )
        fact = {"fact": "", "clause": ""}
        if question is None and state is not None:  # there is nothing to ask, so show the reason immediately
            try:
                action = state.game.notation.read(state, event.actions[0], 0)[0]
                reason = next(iter(state.why_not(action, 0, self.language)), None)
                fact = {"fact": reason.fact, "clause": reason.clause} if reason else fact
            except TebikiError:
                pass
        tried, turn = words_for_notation(event.actions[0], self.game), state.turn if state is not None else 0
        return fact | {
            "n": number,
            "text": self.say("you_tried" if turn else "tried_before", turn=turn, move=tried),
            "title": self.say("why") if question is not None else self.say("because"),
            "button": self.say("answer") if question is not None else self.say("rule") if self.rules[number] else "",
            "done": self._id(int(event.place), "try-") in self.done,
            "on": self.open == self._id(int(event.place), "try-"),
        }
