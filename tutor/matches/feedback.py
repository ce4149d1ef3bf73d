"""Explained feedback: the engine's reasons for a refusal or an event, in the form that the coach draws."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from engines.errors import DataError, Reason
from engines.game import Game
from tutor.boards.presentation import load_look
from tutor.boards.scenery import player_scores
from tutor.matches.decisive_events import EventAndState, deciding_events
from tutor.matches.habits import find_habit
from tutor.matches.phrases import words_for_notation
from tutor.matches.playthrough import Attempt, LogEntry, Playthrough
from tutor.messages import shapes
from tutor.text import format_message as words

if TYPE_CHECKING:
    from engines.kernel.listener import Event
    from engines.kernel.state import Action, Result, State
    from tutor.matches.lookahead import LosingLine
    from tutor.matches.match import Advice, Match, MissedMoment


def clause_entry(game: Game, id: str) -> shapes.Clause:
    """Return a clause or ruling as `{id, title, text}`. A ruling's title is that of the clause it settles.

    All three are "" if there is no clause, as for an endless loop in a custom game. Raises DataError if the rulebook
    does not have the id.
    """
    if not id:
        return {"id": "", "title": "", "text": ""}
    found = game.rulebook.clause(id)
    return {"id": found.id, "title": game.rulebook.heading(id), "text": found.text}


def reason_fact(game: Game, reason: Reason) -> shapes.Fact:
    """Return a reason as a fact: what holds here, its clause with title and text, and its repair."""
    return fact_of_clause(game, reason.fact, reason.clause, reason.repair)


def fact_of_clause(game: Game, text: str, clause: str, repair: str = "") -> shapes.Fact:
    """Return a sentence with the clause that supports it, as the coach draws it."""
    entry = clause_entry(game, clause)
    return {
        "fact": text,
        "clause": entry["id"],
        "clause_title": entry["title"],
        "clause_text": entry["text"],
        "repair": repair,
    }


def refusal_feedback(game: Game, attempt: Attempt, say: str = "", language: str = "en") -> shapes.Feedback:
    """Return the coach's feedback on a refused try.

    Parameters
    ----------
    attempt
        The try, with the reasons against it.
    say
        A sentence by the author of a lesson, shown after the engine's reasons.
    """
    facts = [reason_fact(game, reason) for reason in attempt.reasons]
    for fact in facts:
        fact["fact"], fact["repair"] = (number_names(fact[key], attempt.text) for key in ("fact", "repair"))
    return {
        "tone": "refused",
        "title": number_names(attempt_headline(game, attempt, language), attempt.text),
        "tried": words("feedback.tried", language, text=words_for_notation(attempt.text, game)),
        "facts": facts,
        "say": say,
        "principle": "",
    }


def number_names(said: str, attempt: str) -> str:
    """Return a sentence about a try in which card names have the numbers that the try's text gives to copies.

    A name that stands for two cards of the try is left unchanged.
    """
    for name, number in re.findall(r'"([^"]+)" (\d+)', attempt):
        if attempt.count(f'"{name}"') == 1:
            said = re.sub(rf"\b{re.escape(name)}\b(?! \d)", f"{name} {number}", said)
    return said


def attempt_headline(game: Game, attempt: Attempt, language: str = "en") -> str:
    """Return what cannot be done, as a short sentence about the card: "Kiln Drummer can't attack"."""
    kind = game.kind(attempt.action)
    names = re.findall(r'"([^"]*)"', attempt.text)
    core = re.search(r"core (\d+)", attempt.text)
    if not names and core:
        names = [words("feedback.core", language, number=core[1])]
    label = game.label(kind.name, language).split(":")[0].split(", face")[0].partition(" {")[0]
    template = load_look(game.name).get("refused", {}).get(kind.name)
    if template and (names or "{" not in template):
        return str(template).format_map({"name": names[0] if names else ""})
    if not names:
        return words("feedback.refused_plain", language, label=label)
    label = label[:1].lower() + label[1:]
    if kind.targets and len(names) > 1:
        return words("feedback.refused_target", language, name=names[0], label=label, target=names[1])
    return words("feedback.refused", language, name=names[0], label=label)


def why_it_happened(game: Game, entry: LogEntry, language: str = "en") -> shapes.Answer:
    """Return why the event in a line of the log happened: its place in the flow, and the clause behind it."""
    event = entry.event
    return {
        "title": step_in_words(game, event.step, language),
        "text": "",
        "clauses": known_entries(game, [event.clause]),
    }


def step_in_words(game: Game, step: str, language: str = "en") -> str:
    """Return a step of the flow in words, with its phase: "Block? · Attack"; "" for an unknown step."""
    row = game.flow.steps.get(step)
    if row is None:
        return ""
    phase, title = game.words.find(f"phase.{row.phase}.title", language), game.title_of(step, language)
    return title if phase in ("", title) else words("feedback.where", language, step=title, phase=phase)


def known_entries(game: Game, ids: list[str]) -> list[shapes.Clause]:
    """Return those of the clauses and rulings `ids` that the rulebook has, each once."""
    found = []
    for id in dict.fromkeys(ids):
        try:
            found.append(clause_entry(game, id))
        except DataError:
            continue
    return found


# A full game.


def speak_action(state: State, action: Action) -> str:
    """Return an action as it would be spoken: the title of its button if it has no arguments, otherwise its text.

    If another action would sound the same (to the front row, to the back row), return the full text.
    """
    if len(action) == 1:
        return state.game.kind(action).label
    text = words_for_notation(state.text(action), state.game)
    alike = any(one != action and words_for_notation(state.text(one), state.game) == text for one in state.actions)
    return words_for_notation(state.text(action)) if alike else text


def speak_move(state: State, actions: Sequence[Action], capital: bool = True) -> str:
    """Return a move (an action, optionally with its picks) as it would be spoken.

    capital : whether it begins a sentence.
    """
    text, here = speak_action(state, actions[0]), state
    texts = [state.text(actions[0])]
    for before, action in pairwise(actions):
        here = here.copy()
        here.apply(before)
        texts.append(here.text(action))
    if len(texts) > 1:
        text = words_for_notation(state.game.notation.contract(texts), state.game)
    return (text[:1].upper() if capital else text[:1].lower()) + text[1:]


def advice_feedback(match: Match, language: str = "en") -> tuple[shapes.Feedback, dict[str, str]] | None:
    """Return what a careful player would do, as `explain_advice` puts it; None if the learner has nothing to decide."""
    advice = match.advise()
    return None if advice is None else explain_advice(match, advice, language)


def explain_advice(match: Match, advice: Advice, language: str = "en") -> tuple[shapes.Feedback, dict[str, str]]:
    """Return the feedback on an advised action, with its chances and its clause, and the cards to highlight."""
    wanted, state = advice.actions, match.table.state
    move = next((move for move in match.table.moves() if move.actions[: len(wanted)] == wanted), None)
    marks = {ref: "lit" for ref in ((move.source, move.target) if move else ()) if ref}
    other = "" if advice.other is None else speak_move(state, (advice.other,), capital=False)
    rendered, reason = advice_chances(advice, other, language), advice_reason(match, advice, language)
    even = advice.other is not None and advice.why is None
    habit = None if even or advice.win is not None else find_habit(state, advice.action)
    why = "" if habit is None else f"{habit.say('text', language)} {habit.describe_figures(language)}"
    told = [reason] if advice.win is not None else [text for text in (why, reason, rendered) if text]
    facts = [reason_fact(state.game, Reason("", text, "", "")) for text in told]
    facts[-1] = reason_fact(state.game, Reason(state.game.kind(advice.action).when_clause, told[-1], "", ""))
    said: shapes.Feedback = {
        "tone": "info",
        "title": words("play.hint_title", language, move=speak_move(state, wanted)),
        "facts": facts,
        "say": words("play.hint_how", language) if marks else "",
    }
    return said, marks


def advice_chances(advice: Advice, other: str, language: str = "en") -> str:
    """Return the chances of an advised action and of the runner-up, whose text is `other`."""
    if advice.other is None:
        return words("play.hint_only", language)
    close = advice.chance - advice.other_chance < 2
    facts = {"best": advice.chance, "other": other, "other_best": advice.other_chance}
    return words("play.hint_close" if close else "play.hint_fact", language, **facts)


def advice_reason(match: Match, advice: Advice, language: str = "en") -> str:
    """Return what an advised action does for the player, as a sentence; "" if nothing is known."""
    state, why = match.table.state, advice.why
    if advice.win is not None:
        moves = ", ".join(words_for_notation(move, match.game) for move in advice.win)
        return words("play.why_win_moves" if len(advice.win) > 1 else "play.why_win", language, moves=moves)
    if why is None or why.key == "same":
        return "" if advice.other is None or why is not None else words("play.why_even", language)
    assert advice.than is not None
    shared = _turn_player(state, match.table.viewer) is None
    return words(
        f"play.why_{why.key}",
        language,
        other=speak_move(state, (advice.than,)),
        when=words("play.why_next_turn" if shared else "play.why_own_turn", language),
        after=why.after,
        after_other=why.after_other,
        deals=why.deals,
        word=why.word,
        mean=f"{why.means[0]:.1f}",
        other_mean=f"{why.means[1]:.1f}",
    )


def missed_wins(match: Match, moments: list[MissedMoment], language: str = "en") -> list[shapes.Fact]:
    """Return the moments at which a certain win was missed, as facts."""
    return [
        {
            "fact": words(
                "play.moment",
                language,
                turn=one.turn,
                moves=", ".join(words_for_notation(move, match.game) for move in one.moves),
            ),
            "clause": "",
            "clause_text": "",
            "repair": "",
        }
        for one in moments
    ]


def missed_wins_note(moments: list[MissedMoment], language: str = "en") -> str:
    """Return a sentence on what can be done about the moments in `missed_wins`, or that there were none."""
    return words("play.moment_repair" if moments else "play.no_moments", language)


def ending_feedback(match: Match, language: str = "en") -> shapes.Feedback:
    """Return the feedback at the end of a game: who won, by which clause, and what decided it."""
    table = match.table
    state, result = table.state, table.state.result
    assert result is not None
    key = "drawn" if result.winner is None else "won" if result.winner == table.viewer else "lost"
    return {
        "tone": "right" if key == "won" else "info",
        "title": words(f"play.{key}", language, turn=state.turn),
        "facts": [
            reason_fact(match.game, Reason(result.clause, state.why_over(language), "", "")),
            *deciding_facts(table, [(one.event, one.state) for one in table.log], result, language),
        ],
    }


def deciding_facts(
    table: Playthrough, happened: Sequence[EventAndState], result: Result, language: str = "en"
) -> list[shapes.Fact]:
    """Return what decided a game as facts, under a heading that gives the turn."""
    found = deciding_events(happened, result)
    facts = [reason_fact(table.state.game, Reason(event.clause, table.narrate(event), "", "")) for event, _ in found]
    if facts:
        facts[0]["head"] = words("play.decided", language, turn=found[0][1].turn)
    return facts


def rival_turn_report(match: Match, language: str = "en") -> str:
    """Return the result of the rival's turn (scores, or how fights ended), for the learner's first decision after it.

    Return "" at every other decision, and if the turn had no such result.
    """
    table, now = match.table, match.table.state
    decided_in = table.history[-1].state.turn if table.history else now.turn
    if match.over or now.turn == decided_in or _turn_player(now, table.viewer) != table.viewer:
        return ""
    end = next((at for at in range(len(table.log), 0, -1) if table.log[at - 1].state.turn < now.turn), 0)
    number = table.log[end - 1].state.turn if end else 0
    begun = next((at for at in range(end, 0, -1) if table.log[at - 1].state.turn != number), 0)
    if not number or _turn_player(table.log[end - 1].state, table.viewer) != 1 - table.viewer:
        return ""
    turn, before = table.log[begun:end], table.log[max(begun - 1, 0)].state
    results = load_look(table.state.game.name).get("result", ())
    lines = [table.narrate(entry.event) for entry in turn if entry.event.kind.split(".")[0] in results]
    before = before if before.turn else turn[0].state
    told = score_changes(table, before, turn[-1].state) or " ".join(lines[-2:]).removesuffix(".")
    return words("play.rival_did", language, turn=number, told=told) if told else ""


def news_feedback(match: Match, language: str = "en", closed_book: bool = False) -> str:
    """Return the news shown with a question.

    News is how a fight has ended since the learner's last decision, with the deciding clause unless `closed_book`, and
    what the presentation calls news, such as a tied throw; then the result of the rival's turn.
    """
    table = match.table
    kinds = load_look(match.game.name).get("news", ())
    since = table.log[table.history[-1].lines :] if table.history else []
    told = [table.narrate(entry.event) for entry in since if entry.event.kind.split(".")[0] in kinds]
    ended = fight_end(match)
    told += [*dict.fromkeys(table.narrate(event) for event in ended[::-1])][::-1]  # a total told twice is told last
    if ended and not closed_book:
        told.append(f"({ended[-1].clause})")
    return " ".join(filter(None, [*told, rival_turn_report(match, language)]))


def add_news(scene: shapes.Scene, news: str) -> None:
    """Add news to the question of a scene, and to what is read aloud."""
    question = scene["question"]
    if news and question:
        scene["question"] = question | {"text": f"{question['text']} {news}".strip()}
        scene["now"] = f"{scene['now']} {news}"  # on a phone it replaces the question, for which there is no room


def fight_end(match: Match) -> list[Event]:
    """Return the events that have ended a fight since the learner's last decision, and what it cost; [] for none.

    The passes that ended it may have been made earlier, the learner's own among them.
    """
    table, fighting = match.table, match.game.rules.fighting
    begun = table.history[-1].lines if table.history else len(table.log)
    in_fight = any(fighting(entry.state) for entry in table.log[begun:])
    if match.over or fighting(table.state) or not in_fight:
        return []
    kinds = load_look(match.game.name).get("fight_end", ())
    told = [entry.event.kind.split(".")[0] in kinds for entry in table.log]
    end = next((at for at in range(len(told), begun, -1) if told[at - 1]), 0)
    first = next((at for at in range(end, 0, -1) if not told[at - 1]), 0)
    return [entry.event for entry in table.log[first:end]]


def _turn_player(state: State, viewer: int) -> int | None:
    return state.game.rules.table(state, viewer).turn_player


def losing_warning(
    match: Match, actions: Sequence[Action], losing: LosingLine, language: str = "en"
) -> shapes.Feedback:
    """Return the warning before a losing move: first what would happen, then how the game would end.

    The first part is for the question itself, the rest (see `warning_note`) for the panel beside it.
    """
    game, result, state = match.game, losing.result, match.table.state
    why = game.why_ended(result, language)
    if losing.certain:
        event, after = (deciding_events(losing.happened, result) or losing.happened)[-1]
        changes = score_changes(match.table, state, after)
        key, facts = "loses" if changes else "loses_plain", {"event": match.table.narrate(event), "changes": changes}
        first = reason_fact(game, Reason(event.clause, words(f"play.{key}_text", language, **facts), "", ""))
    else:
        rendered = words(
            "play.may_lose_text",
            language,
            deals=losing.deals,
            lost=losing.lost,
            instead=speak_move(state, losing.instead),
            other=losing.other,
        )
        rendered += " " + words("play.may_lose_how", language, event=losing_line_text(match, losing))
        first = {"fact": rendered, "clause": "", "clause_text": "", "repair": ""}
    last = reason_fact(game, Reason(result.clause, why, "", ""))
    title = words("play.loses" if losing.certain else "play.may_lose", language, move=speak_move(state, actions))
    return {"tone": "wrong", "title": title, "facts": [first, last]}


def losing_line_text(match: Match, losing: LosingLine) -> str:
    """Describe the end of a lost game: how its last fight begins, and what decides it."""
    found = deciding_events(losing.happened, losing.result) or losing.happened[-1:]
    return " ".join(match.table.narrate(event) for event, _ in found)


def warning_note(said: shapes.Feedback, language: str = "en") -> shapes.Feedback:
    """Return the panel beside the question of `losing_warning`: how the game would end."""
    return said | {"title": words("play.would_end", language), "facts": said["facts"][1:]}


def score_changes(table: Playthrough, before: State, after: State) -> str:
    """Return how both players' scores change from one state to another: "You: 7 → 0 life"."""
    rules, viewer = before.game.rules, table.viewer
    old, new = (rules.table(state, viewer) for state in (before, after))
    changes = []
    for seat in (viewer, 1 - viewer):
        was = {row["sign"]: row["value"] for row in player_scores(before.game, old, seat)}
        told = [
            f"{was[row['sign']]} → {row['value']} {row['word']}"
            for row in player_scores(after.game, new, seat)
            if was.get(row["sign"], row["value"]) != row["value"]
        ]
        changes += [f"{table.names[seat]}: {', '.join(told)}"] if told else []
    return "; ".join(changes)
