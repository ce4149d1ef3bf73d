"""The "Design a card" page: a form for a card, the card as drawn, a game with it, and its measured effect."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import ipywidgets

import engines
from engines.designs.set_files import MOST_CARDS, set_id
from engines.designs.writing import write_toml
from engines.errors import DataError, TebikiError, require_known
from engines.game import Game
from tutor.classroom import card_form, card_play, card_use
from tutor.classroom.browser_storage import storage_key
from tutor.classroom.card_draft import CARD_PLACE, MOST_FILE, CardDraft, read_draft
from tutor.classroom.card_form import TypedValue
from tutor.classroom.card_of_set import CardOfSet
from tutor.classroom.class_work import hand_in_work, handed_text
from tutor.classroom.classroom_page import classroom_page
from tutor.classroom.design_board import DesignGames, KeptMeasurement
from tutor.classroom.hand_ins import received_text
from tutor.classroom.sliced_work import SlicedWork
from tutor.compare import differences
from tutor.compare.comparison_page import game_badge
from tutor.compare.game_names import order_games
from tutor.estimates import Estimate
from tutor.experiments.effects import smallest_seen
from tutor.extras import missing_message
from tutor.matches.kept_games import rules_digest
from tutor.matches.match import Match, Setup, allowed_opponents
from tutor.messages.commands import command
from tutor.navigation.links import MY_CARDS_PAGE, has_page, is_in_class, is_on_site, page_link, page_query
from tutor.sets.importing import bring_in
from tutor.sets.kept_sets import keep_set, kept_text
from tutor.text import format_message
from tutor.text import page_language as wanted_language

SIZES = (40, 400, 1500)
"""The numbers of deals offered; each deal is played twice."""
STRENGTHS = ("newcomer", "beginner", "quick")


def card(game: str = "") -> CardDesign:
    """Return the page on which a card is designed: written in a form, drawn, played and measured.

    >>> tutor.card("altaria")

    game : also `?game=` in the address; by default the first game. `?set=` opens one of the user's sets. Raises
    DataError if the game is unknown.
    """
    if game:
        require_known(game, engines.names(), "tutor.card", "game")
    page = CardDesign(game or page_query().get("game", ""), wanted_language())
    if id := page_query().get("set", ""):
        page.open_kept(id)
    return page


class CardDesign(ipywidgets.Box):
    """The page with the form; the board replaces it while the card is played."""

    def __init__(self, game: str, language: str) -> None:
        super().__init__(layout={"display": "block", "overflow": "visible", "margin": "0"})
        self.language = language
        self.games = {name: engines.load(name) for name in order_games()}
        self.page = classroom_page("design_card", language, tables=("card",))
        self.page.answer_with(self)
        self.played_games = DesignGames(self, self.page, language, "card")
        self.kept = KeptMeasurement("card")
        self.run: SlicedWork | None = None
        self.epoch = 0  # incremented when another category requires a new form
        self.place = storage_key(f"card-{game}" if game in self.games else "card")
        self.begin(CardDraft(self.games.get(game) or next(iter(self.games.values()))))
        if handed := handed_text("card"):
            self.place = storage_key(f"card-{page_query()['handed']}")  # the teacher's own draft is kept
            self._open(handed)
        self.children = (self.page,)

    def say(self, key: str, **facts: object) -> str:
        """Return one of this page's texts, by key, in the learner's language."""
        return format_message(f"card.{key}", self.language, **facts)

    def begin(self, draft: CardDraft) -> None:
        """Show a draft; discard the measurements of the previous one."""
        self.draft = draft
        if not draft.row.get("name") or draft.row["name"] in draft.game.by_name:
            draft.row["name"] = self._free_name(draft)
        self.blank = draft.text()
        self.deck = next(iter(draft.game.decks))
        self.out = ""
        self.epoch += 1
        self._changed()

    def _free_name(self, draft: CardDraft) -> str:
        called = str(draft.row.get("name", ""))
        if draft.row["category"] != draft.game.card_rules.fields["category"].allowed[0] and " & " in called:
            return called
        wanted = self.say("new_name")
        return next(
            name for n in range(1, 99) if (name := wanted if n == 1 else f"{wanted} {n}") not in draft.game.by_name
        )

    def _changed(self, note: str = "") -> None:
        """Show the current card; stop and discard a measurement of the earlier version."""
        if self.run is not None:
            self.run.over = True
            self.run = None
        self.played: list[card_play.SwapPair] = []
        self.wanted = 0
        self._show(note)

    # Messages.

    @command("put")
    def _put(self, at: str, value: TypedValue) -> None:
        """Write a value into the card; the card's form checks it."""
        before = self.draft.row.get("category")
        self.draft.put(at, value)
        if self.draft.row.get("category") != before:
            self.begin(self.draft)
        else:
            self._changed()

    @command("add")
    def _add(self, at: str) -> None:
        """Add an ability or a verb."""
        self.draft.add(at)
        self.epoch += 1
        self._changed()

    @command("take")
    def _take(self, at: str) -> None:
        """Remove an ability or a verb."""
        self.draft.take(at)
        self.epoch += 1
        self._changed()

    @command("game")
    def _choose_game(self, id: str) -> None:
        """Design a card for another game."""
        if id in self.games:
            self.begin(CardDraft(self.games[id]))

    @command("like")
    def _begin_like(self, id: str) -> None:
        """Start with a copy of a printed card."""
        self.begin(CardDraft(self.draft.game, card_form.starting_row(self.draft.game, name=id)))

    @command("open")
    def _open(self, text: str | None, file: str = "", kept: bool = False) -> None:
        """Open the text of a file; `text` is None if the file is too large, `kept` is True for a set of the user's."""
        try:
            text, where = received_text(text, file, CARD_PLACE, MOST_FILE)
            draft = read_draft(text, self.games, where)
        except TebikiError as error:
            self.page.put(notice=self.say("not_opened", why=str(error)))
            return
        self.draft, self.deck, self.out = draft, next(iter(draft.game.decks)), ""
        self.epoch += 1
        self._changed(self.say("kept" if kept else "opened"))
        if kept:
            self._resume_game()

    def open_kept(self, id: str) -> None:
        """Open one of the user's own sets."""
        try:
            self._open(kept_text(id), id)
        except DataError as error:
            self.page.put(notice=self.say("not_opened", why=str(error)))

    @command("card")
    def _choose_card(self, at: int) -> None:
        """Edit another card of the set; the index after the last adds a card. A single card becomes a set of two."""
        if self.draft.faults():
            self.page.put(notice=self.say("unfinished"))
            return
        document = self._document()
        if 0 <= at <= min(len(document["card"]), MOST_CARDS - 1):
            draft = CardOfSet(self.games[self.draft.game.name], document, at)
            if at == len(document["card"]):
                draft.row["name"] = self._free_name(draft)
            self.draft, self.deck, self.out = draft, next(iter(draft.game.decks)), ""
            self.epoch += 1
            self._changed()

    def _document(self) -> dict[str, Any]:
        """Return the set of the card, or a new one for a single card."""
        if isinstance(self.draft, CardOfSet):
            return self.draft.changed()
        id = set_id(file_name(self.draft.row.get("name")))
        return {"game": self.draft.game.name, "set": id, "card": [self.draft.whole()]}

    @command("keep_set")
    def _keep_set(self) -> None:
        """Save the card, or the set it belongs to, among the user's own cards."""
        try:
            brought = bring_in(write_toml(self._document()), CARD_PLACE)
            for fault in brought.faults:
                raise fault
            keep_set(brought.id, brought.text)
        except DataError as error:
            self.page.put(notice=str(error))
            return
        self.page.put(notice=self.say("kept_set", set=brought.title))

    @command("hand_in")
    def _hand_in(self) -> None:
        """Hand in the card to the teacher; only in a class."""
        name = str(self.draft.row.get("name") or "")
        key = hand_in_work("card", name, f"{file_name(name)}.toml", self.draft.text())
        self.page.put(notice=format_message(f"class_work.{key}", self.language))

    @command("anew")
    def _begin_anew(self) -> None:
        """Begin with an empty card."""
        self.begin(CardDraft(self.draft.game))

    @command("deck")
    def _choose_deck(self, id: str) -> None:
        """Put the card into another deck."""
        if id in self.draft.game.decks:
            self.deck, self.out = id, ""
        self._changed()

    @command("out")
    def _choose_out(self, id: str) -> None:
        """Choose the card that the new card replaces."""
        self.out = id
        self._changed()

    @command("stop")
    def _stop(self) -> None:
        """Stop the measurement."""
        if self.run is not None:
            self.run.stop()

    # The card in a deck.

    def _made(self) -> tuple[Game, list[card_play.CardSwap]] | None:
        """Return the game with the card and the card's possible places in the deck; None while the card is invalid."""
        try:
            made = self.draft.made()
        except TebikiError:
            return None
        return made, card_play.find_swaps(made, self.draft.row["name"], self.deck)

    def _swap(self) -> tuple[Game, card_play.CardSwap] | None:
        found = self._made()
        if not found or not found[1]:
            return None
        made, ways = found
        return made, next((one for one in ways if one.out == self.out), ways[0])

    @command("play")
    def _play(self, bot: str) -> None:
        """Play a game with the card."""
        found = self._swap()
        if found is None:
            return
        made, swap = found
        game = made.with_decks([swap.changed])
        rivals = allowed_opponents(game, swap.changed.id)
        rival = next((one for one in rivals if one not in (swap.deck, swap.changed.id)), rivals[0])
        seed = random.randrange(1, 10_000)
        strength = bot if bot in STRENGTHS else STRENGTHS[0]
        wanted = {"you": swap.changed.id, "rival": rival, "bot": strength, "seed": seed}
        self.played_games.play(Match(Setup.of(game, wanted, seed), game))

    def _resume_game(self) -> None:
        found = self._swap()
        if found is not None:
            self.played_games.resume(found[0].with_decks([found[1].changed]))

    # Measuring.

    @command("measure")
    def _measure(self, deals: int) -> None:
        """Play deals with the card and without it."""
        found = self._swap()
        if deals not in SIZES or found is None or (self.run is not None and not self.run.over):
            return
        made, swap = found
        played = self.played = []
        self.wanted = deals

        def work() -> Iterator[None]:
            for one in card_play.play_swap_pairs(made, swap, deals):
                played.append(one)
                yield

        self.run = SlicedWork(work(), self._tell, self._tell, self._failed)
        self._tell()

    def _failed(self, error: Exception) -> None:
        self.page.put(notice=self.say("failed", why=str(error) or type(error).__name__), measure=self._measured())

    def _tell(self) -> None:
        shown = self._measured()
        if not shown["busy"]:
            self.kept.keep(self._measured_of(), shown)
        self.page.put(measure=shown)

    def _measured_of(self) -> dict[str, object]:
        """Return what a measurement belongs to: the card, its game and deck, and the language of the words in it."""
        game = self.draft.game
        told: dict[str, object] = {"card": self.draft.text(), "game": game.name, "rules": rules_digest(game)}
        return told | {"deck": self.deck, "out": self.out, "language": self.language}

    def _measured(self) -> dict[str, object]:
        """Return the measurement as shown: its progress, and its results so far."""
        done = len(self.played)
        busy = self.run is not None and not self.run.over
        found = card_play.swap_effect(self.played, self.deck)
        elsewhere = self.say("measure_elsewhere") if is_on_site() else missing_message("measure", self.language)
        shown = {
            "sizes": [] if elsewhere else SIZES,
            "elsewhere": elsewhere,
            "busy": busy,
            "share": round(100 * done / self.wanted) if self.wanted else 0,
            "far": self.say("far", done=done, deals=self.wanted) if busy else "",
            "rows": [],
            "told": "",
            "use": "",
        }
        if found.difference.value is None:
            return shown if busy or self.played else shown | self.kept.find(self._measured_of())
        rows = [
            ("without", found.printed, False),
            ("with", found.changed, False),
            ("difference", found.difference, True),
        ]
        shown["rows"] = [{"id": key, "title": self.say(key), **_number(one, signed)} for key, one, signed in rows]
        shown["plot"] = _plot(found.difference)
        whole = done >= self.wanted
        shown["visible"] = found.visible and whole
        verdict = "told_more" if (found.difference.value or 0) > 0 else "told_less"
        least = smallest_seen(found.difference)
        if not found.visible:
            verdict = "told_few" if least is None else "told_nothing"
        if not whole:  # one could stop at the moment that shows a chance difference
            verdict = "told_unfinished"
        shown["told"] = self.say(
            verdict, n=found.difference.n, deals=self.wanted, least=f"{100 * min(1.0, least or 0.0):.0f}"
        )
        endless = sum(one.endless for one in self.played)
        said = [self.say("basis", n=found.difference.n)] + [self.say("endless", count=endless)] * bool(endless)
        shown["use"] = card_use.use_in_words(self.draft.game, [one.use for one in self.played], self.language)
        shown["basis"] = ("。" if self.language == "ja" else ". ").join(said)
        return shown

    # What is shown.

    def _show(self, note: str = "") -> None:
        draft = self.draft
        game = draft.game
        form = draft.form(self.language)
        found = self._made()
        ways = found[1] if found else []
        swap = next((one for one in ways if one.out == self.out), ways[0] if ways else None)
        self.page.put(
            notice=note,
            games=[{**game_badge(name), "on": name == game.name} for name in self.games],
            samples=[
                {"id": one.name, "group": one.category, "title": one.name} for one in game.cards if not one.unseen
            ],
            form=form | {"epoch": self.epoch},
            face=draft.drawn(),
            lines=draft.printed(self.language),
            toml=draft.text(),
            draft=self.place,
            fresh=draft.text() == self.blank,
            file=f"{file_name(draft.row.get('name'))}.toml",
            rulebook=page_link(f"{game.name}/rulebook.ipynb"),
            decks=[{"id": deck.id, "title": deck.name, "on": deck.id == self.deck} for deck in game.decks.values()],
            outs=[
                {"id": one.out, "title": self.say("out", card=one.out, copies=one.copies), "on": one == swap}
                for one in ways
            ],
            ready=swap is not None,
            unready=""
            if swap
            else self.say("unready" if found is None else "no_place", deck=game.decks[self.deck].name),
            card_set=self._card_set(),
            bots=[{"id": bot, "title": format_message(f"strength.{bot}", self.language)} for bot in STRENGTHS],
            measure=self._measured(),
        )

    def _card_set(self) -> dict[str, object]:
        """Return the set as shown: its title, its cards (none for a single card), and whether it can be stored."""
        draft, cards = self.draft, list[dict[str, object]]()
        if isinstance(draft, CardOfSet):
            cards = [{"id": at, "title": name, "on": at == draft.at} for at, name in enumerate(draft.names())]
        title = draft.title if isinstance(draft, CardOfSet) else ""
        return {"title": title, "cards": cards, "own": not is_in_class() and has_page(MY_CARDS_PAGE)}

    def __repr__(self) -> str:
        return f"CardDesign({self.draft.row.get('name')!r})"


def file_name(name: object) -> str:
    """Turn a name into a valid file name."""
    found = "".join(sign if sign.isalnum() and sign.isascii() else "_" for sign in str(name or "card").lower())
    return found.strip("_")[:40] or "card"


def _number(one: Estimate, signed: bool) -> dict[str, str]:
    """Return a share with its interval as shown; a difference in percentage points."""
    if one.value is None or one.low is None or one.high is None:
        return {"value": "", "low": "", "high": ""}
    value, low, high = (
        differences.format_signed(part, "%", 0) if signed else f"{100 * part:.0f}"
        for part in (one.value, one.low, one.high)
    )
    return {"value": value if signed else f"{value} %", "low": low, "high": high}


def _plot(one: Estimate) -> dict[str, float]:
    """Return the positions of the difference and its bounds, in percent of an axis with 0 in the middle."""
    value, low, high = (100 * (part or 0) for part in one[:3])
    reach = next(size for size in (10, 20, 40, 100) if max(abs(low), abs(high)) <= size or size == 100)
    at = {"value": value, "low": low, "high": high}
    return {key: round(50 + 50 * max(-1, min(1, part / reach)), 2) for key, part in at.items()} | {"reach": reach}
