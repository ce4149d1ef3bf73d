"""The "Design your own game" page: the small game is changed in forms, shown, played, measured, and saved as a file."""

from __future__ import annotations

import random
from collections.abc import Callable

import ipywidgets

from engines.designs import PIECES, Design
from engines.designs.design import BASE
from engines.designs.pieces import PIECE_SORTS
from engines.errors import TebikiError
from engines.search.players import STRENGTHS
from tutor.boards import scenery
from tutor.classroom.browser_storage import storage_key
from tutor.classroom.card_draft import CardDraft
from tutor.classroom.card_form import TypedValue
from tutor.classroom.card_page import file_name
from tutor.classroom.class_work import hand_in_work, handed_text
from tutor.classroom.classroom_page import classroom_page
from tutor.classroom.design_board import DesignGames
from tutor.classroom.own_draft import GameDraft, middle_position, open_draft
from tutor.classroom.own_measurement import OwnMeasurement
from tutor.embed import still
from tutor.graphs.layout import graph_picture
from tutor.graphs.widget import PhaseGraph
from tutor.matches.match import Match, Setup
from tutor.messages.commands import command
from tutor.navigation.links import has_page, page_link, page_query
from tutor.text import format_message
from tutor.text import page_language as wanted_language

RULEBOOK_PAGE = f"{BASE}/rulebook.ipynb"
"""The page with the rules from which a design starts."""


def own_game(text: str = "") -> OwnGame:
    """Return the page on which a small game can be changed (pieces, numbers, cards), shown, played and measured.

    >>> tutor.own_game()

    text : the file of a design to start from. Raises DataError if the text is invalid.
    """
    return OwnGame(wanted_language(), text)


class OwnGame(ipywidgets.Box):
    """The page with the forms and the phase graph; the board replaces it while the game is played."""

    def __init__(self, language: str, text: str = "") -> None:
        super().__init__(layout={"display": "block", "overflow": "visible", "margin": "0"})
        self.language = language
        self.page = classroom_page("own_game", language)
        self.page.answer_with(self)
        self.graph = PhaseGraph(lane="turn")
        self.page.child = self.graph
        self.games = DesignGames(self, self.page, language, "own_game")
        self.epoch = 0
        self.place = storage_key("own_game")
        self.draft = open_draft(text) if text else self._fresh()
        self.measurement = OwnMeasurement(self.draft, language, self.page.put)
        self._show("")
        if handed := handed_text("design"):
            self.place = storage_key(f"own_game-{page_query()['handed']}")  # the teacher's own draft is kept
            self._open(handed)
        self.children = (self.page,)
        self._resume_game()

    def _fresh(self) -> GameDraft:
        return GameDraft(Design(title=self.say("new_title")))

    def say(self, key: str, **facts: object) -> str:
        """Return one of this page's texts, by key, in the learner's language."""
        return format_message(f"own_game.{key}", self.language, **facts)

    @property
    def design(self) -> Design:
        """The current design."""
        return self.draft.design

    def changed(self, note: str = "") -> None:
        """Show the current game; stop and discard a measurement of the earlier version."""
        self.measurement.discard()
        self.measurement = OwnMeasurement(self.draft, self.language, self.page.put)
        self._show(note)

    # Messages.

    @command("text")
    def _set_text(self, at: str, value: str) -> None:
        """Write the title, the author or the purpose."""
        self.draft.say(at, value)
        self.changed()

    @command("piece")
    def _switch_piece(self, id: str) -> None:
        """Add a piece to the game, or remove it."""
        self.draft.piece(id)
        self.changed()

    @command("number")
    def _set_number(self, id: str, value: int) -> None:
        """Give a number of the game a new value."""
        self.draft.number(id, value)
        self.changed()

    @command("copies")
    def _change_copies(self, deck: str, card: str, more: int) -> None:
        """Add copies of a card to a deck, or remove them."""
        self.draft.copies(deck, card, more)
        self.changed()

    @command("usual_decks")
    def _restore_decks(self) -> None:
        """Restore the decks that come with the game."""
        self.draft.usual_decks()
        self.changed()

    @command("into_decks")
    def _put_into_decks(self, id: str) -> None:
        """Put a card into the decks."""
        self.draft.into_decks(id)
        self.changed()

    @command("card")
    def _open_card(self, id: int) -> None:
        """Open the form of a card; -1 closes the form."""
        self.epoch += 1
        self.draft.card = id if 0 <= id < len(self.design.cards) else None
        self.changed()

    @command("new_card")
    def _add_card(self) -> None:
        """Start a new card."""
        self.epoch += 1
        self.draft.add_card(self.say("new_card_name"))
        self.changed()

    @command("drop_card")
    def _drop_card(self, id: int) -> None:
        """Remove a card."""
        self.epoch += 1
        self.draft.drop_card(id)
        self.changed()

    @command("put")
    def _put(self, at: str, value: TypedValue) -> None:
        """Write a value into the open card; the card's form checks it."""
        self._change_card(lambda card: card.put(at, value), anew=False)

    @command("add")
    def _add(self, at: str) -> None:
        """Add an ability or a verb to the open card."""
        self._change_card(lambda card: card.add(at))

    @command("take")
    def _take(self, at: str) -> None:
        """Remove an ability or a verb from the open card."""
        self._change_card(lambda card: card.take(at))

    def _change_card(self, change: Callable[[CardDraft], None], anew: bool = True) -> None:
        """Change the open card; pass `anew` if its form then has different fields, as after a change of category."""
        card = self.draft.draft()
        if card is not None:
            category = card.row.get("category")
            change(card)
            if anew or card.row.get("category") != category:
                self.epoch += 1
            self.draft.put_card(card.row)
        self.changed()

    @command("open")
    def _open(self, text: str | None, file: str = "", kept: bool = False) -> None:
        """Open the text of a file; None if the file is too large.

        `kept` is True if the text was stored in the browser.
        """
        try:
            self.draft = open_draft(text, file)
        except TebikiError as error:
            self.page.put(notice=self.say("not_opened", why=str(error)))
            return
        self.epoch += 1
        self.changed(self.say("kept" if kept else "opened"))
        if kept:
            self._resume_game()

    @command("hand_in")
    def _hand_in(self) -> None:
        """Hand in the design to the teacher; only in a class."""
        title, text = self.design.title, self.design.text()
        changed = text != self._fresh().design.text()
        key = hand_in_work("design", title, f"{file_name(title)}.toml", text) if changed else "unchanged"
        self.page.put(notice=format_message(f"class_work.{key}", self.language))

    @command("anew")
    def _begin_anew(self) -> None:
        """Start again from the printed game."""
        self.draft = self._fresh()
        self.epoch += 1
        self.changed()

    @command("stop")
    def _stop(self) -> None:
        """Stop the measurement."""
        self.measurement.stop()

    @command("measure")
    def _begin_measure(self, games: int) -> None:
        """Play games and measure them."""
        self.measurement.begin(games)

    @command("expect")
    def _expect(self, way: str) -> None:
        """Say beforehand whether games will take fewer turns ("down"), as many ("same") or more ("up")."""
        self.measurement.expect(way)

    @command("play")
    def _play_if_whole(self, bot: str) -> None:
        """Play the game against a bot, if the design is valid."""
        if not self.draft.fault:
            self._play(bot)

    def _play(self, bot: str) -> None:
        game, seed = self.draft.game, random.randrange(1, 10_000)
        self.games.play(Match(Setup.of(game, {"bot": bot, "seed": seed}, seed), game))

    def _resume_game(self) -> None:
        if not self.draft.fault:
            self.games.resume(self.draft.game)

    # What is shown.

    def _show(self, note: str = "") -> None:
        draft, game = self.draft, self.draft.game
        card = draft.draft()
        name = str(card.row.get("name", "")) if card else ""
        self.graph.picture = graph_picture(game)
        shown = {
            "notice": note,
            "texts": {at: getattr(self.design, at) for at in ("title", "by", "note")},
            "epoch": self.epoch,
            "fault": draft.fault,
            "pieces": self._pieces(),
            "numbers": self._numbers(),
            "cards": [
                {"id": at, "title": str(row.get("name", "")), "on": at == draft.card}
                for at, row in enumerate(self.design.cards)
            ],
            "form": card.form(self.language) | {"epoch": self.epoch} if card else None,
            "face": card.drawn() if card else None,
            "card_name": name,
            "in_decks": any(name in draft.deck(id) for id in game.decks),
            "decks": [self._deck(id) for id in game.decks],
            "decks_changed": bool(self.design.decks),
            "rules": self._rules(),
            "rulebook": page_link(RULEBOOK_PAGE) if has_page(RULEBOOK_PAGE) else "",
            "table": self._table(),
            "bots": [{"id": bot, "title": format_message(f"strength.{bot}", self.language)} for bot in STRENGTHS],
            "toml": self.design.text(),
            "draft": self.place,
            "fresh": self.design.text() == self._fresh().design.text(),
            "file": f"{file_name(self.design.title)}.toml",
            "measure": self.measurement.shown(True),
        }
        self.page.put(**shown)

    def _table(self) -> str:
        """Return a position a few turns into a game as static HTML, seen by the player who decides."""
        state = middle_position(self.draft.game)
        viewer = state.seat_to_act
        names = (self.say("player", n=1), self.say("player", n=2))
        return still.players_html(scenery.build_scene(state, viewer, 0, (), names, ("", "")), empty=True)

    def _pieces(self) -> list[dict[str, object]]:
        return [
            {
                "sort": self.say(f"sort_{sort}"),
                "pieces": [
                    {
                        "id": id,
                        "title": self.say(f"piece.{id}"),
                        "text": self.say(f"piece.{id}_text"),
                        "needs": ", ".join(self.say(f"piece.{other}") for other in piece.needs),
                        "on": id in self.design.pieces,
                    }
                    for id, piece in PIECES.items()
                    if piece.sort == sort
                ],
            }
            for sort in PIECE_SORTS
        ]

    def _numbers(self) -> list[dict[str, object]]:
        return [
            {
                "id": name,
                "title": self.say(f"number.{name}"),
                "value": self.design.numbers.get(name, usual),
                "usual": usual,
                "low": low,
                "high": high,
                "clause": clause,
                "words": [self.say("no"), self.say("yes")] if (low, high) == (0, 1) else [],
            }
            for name, (usual, low, high, clause, _) in self.draft.numbers().items()
            if low < high and not (name == "deck_out" and "patience" in self.design.pieces)
        ]

    def _deck(self, id: str) -> dict[str, object]:
        held, game = self.draft.deck(id), self.draft.game
        size = game.parameters["deck_size"]
        own = [str(row.get("name")) for row in self.design.cards]
        names = [card.name for card in game.cards if not card.unseen]
        rows = [{"card": name, "copies": held.get(name, 0), "own": name in own} for name in names]
        rows.sort(key=lambda row: (not row["copies"], not row["own"]))
        total = sum(held.values())
        return {
            "id": id,
            "title": game.decks[id].name,
            "rows": rows,
            "total": self.say("total", count=total, size=size),
            "fits": total == size,
            "most": game.parameters["copies"],
        }

    def _rules(self) -> list[dict[str, str]]:
        """Return the clauses that differ from the printed game."""
        printed = Design().game().rulebook.clauses
        return [
            {"id": id, "title": one.title, "text": one.text}
            for id, one in self.draft.game.rulebook.clauses.items()
            if id not in printed or printed[id].text != one.text
        ]

    def __repr__(self) -> str:
        return f"OwnGame({self.design.title!r})"
