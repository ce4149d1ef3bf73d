"""Every lesson is taken in the browser from its first step to its last, following the engine's solutions."""

from itertools import takewhile
from operator import eq

import pytest
from playwright.sync_api import expect

from tests.browser.learner import Keys, Learner, Mouse
from tutor.boards.scenery import try_button
from tutor.lessons.loader import FOLDER as LESSONS
from tutor.lessons.loader import find_lesson, read_lesson
from tutor.lessons.page import open_session
from tutor.lessons.stop_films import film_of_stop
from tutor.matches import clicks
from tutor.matches.unlit import is_pick

BY_HAND = {"altaria/04_attacking", "star_wars/puzzles"}
"""Lessons whose steps have their own test, with wrong answers and the reactions to them."""

NAMES = sorted(path.relative_to(LESSONS).with_suffix("").as_posix() for path in LESSONS.glob("*/*.toml"))


class Knowing:
    """A learner who knows the answers from the solution of the same step, which runs beside the page."""

    def take(self, lesson, step):
        """Take a step and finish it."""
        self.here = open_session(lesson, step)
        for _ in film_of_stop(lesson, step)[1] if lesson.grows else ():
            self.act("Next")
        self.title(step.get("title"))
        getattr(self, step.kind)()
        expect(self.page.locator(".tb-feedback")).to_contain_text("Remember" if step.get("after") else "")

    def ref(self, ref):
        """Press the card or zone with a reference, unless it is already selected."""
        target = self.page.locator(f'button[data-ref="{ref}"]').first
        if not self.page.locator(f'.tb-is-selected[data-slot="{ref}"]').count():
            self.press(target)

    def place(self, ref):
        """Return the card or zone with a reference; if a card covers it, that card, which means the same."""
        over = self.page.locator(f'.tb-over:not(.tb-gear) > .tb-slot > button[data-ref^="{ref}."]')
        return (over if over.count() else self.page.locator(f'[data-ref="{ref}"]')).first

    def which(self):
        for _, name, action in self.here.items():
            if self.here.legal(action):
                self.choose(name)
        self.act("Check")

    def predict(self):
        for number, part in enumerate(self.here.step.get("parts")):
            self.choose(self.here.words_of(part["of"], self.here.truth(part["of"])), number)
        self.act("Check")
        if not all(part["of"].startswith("deck ") for part in self.here.step.get("parts")):  # decks are only judged
            self.watch()

    def count(self):
        self.choose(self.here.truth(self.here.step.get("of")))
        self.act("Check")
        if self.here.step.get("script"):  # else the answer is on the table, and there is no film
            self.watch()

    def point(self):
        for ref in self.here.right_places():
            whole, parts = (self.page.locator(f'button[data-ref{ends}"]') for ends in (f'="{ref}', f'^="{ref}.'))
            self.press((whole if whole.count() else parts).first)  # a level card is drawn before its character
        self.act("Check")
        self.watch()

    def argue(self):
        for line in self.here.step.get("lines"):
            self.choose(line["text"])
        self.act("Check")

    def repair(self):
        for number in self.here.smallest()[0]:
            self.choose(self.here.step.get("changes")[number]["text"])
        self.act("Check")

    def why(self):
        self.choose(self.here.move_hint())
        self.act("Check")

    def order(self):
        lines = self.here.step.get("lines")
        self.in_order(*(lines[int(one)]["text"] for one in self.here.right_order()))
        self.act("Check")
        self.watch()

    def spot(self):
        texts = [item["text"] for item in self.here.coach()["choices"]["items"]]
        at = self.here.number()
        self.choose(texts[at], again=texts[:at].count(texts[at]))

    def build(self):
        right = self.here.solution()
        for at, (name, count) in enumerate(right.items()):
            more = count - self.here.deck[name]
            label = f"Put one more {name} in" if more > 0 else f"Take one {name} out"
            for _ in range(abs(more)):
                self.answered(lambda at=at, label=label: self.press(self.counter(at).get_by_role("button", name=label)))
        self.act("Check")

    def counter(self, at):
        return self.page.locator(f'[data-slot="0.pool.{at}"]')

    def do(self):
        for _ in range(40):
            if self.here.done:
                return
            line = self.here.solution()
            table = self.here.table
            if line[0] not in table.state.actions:
                self.attempt(line[0])
                continue
            asked = table.division()
            if asked is not None:
                self.share_out(asked, [action[1] for action in line])
                continue
            moves = table.moves()
            # what follows of itself belongs to the move, and may be missing in the line
            number = next(at for at, one in enumerate(moves) if all(map(eq, one.actions, line)))
            self.answered(lambda move=moves[number]: self.make(move))
            self.here.act(number)
        raise AssertionError("The solution does not end.")

    solve = do

    def share_out(self, asked, given):
        """Divide an amount among cards: what is given, then the rest to the next card."""
        left = len(asked["cards"]) - len(given)
        shares = given + ([asked["amount"] - sum(given)] + [0] * (left - 1) if left else [])
        self.divide({card["ref"]: share for card, share in zip(asked["cards"], shares, strict=True)})
        self.here.choose(clicks.read_division(self.here.table, shares))

    def turn(self):
        """Play a turn with nothing highlighted, by mouse or keyboard: the card, then its place or its action."""
        run = self.here
        while not run.done:
            line = run.winning_line(run.table.state)
            seat, action = line[0]
            assert seat == run.table.viewer
            asked = run.table.division()
            if asked is not None:
                self.share_out(
                    asked, [one[1] for _, one in takewhile(lambda row, kind=action[0]: row[1][0] == kind, line)]
                )
                continue
            number, move = next((at, one) for at, one in enumerate(run.table.moves()) if one.actions[0] == action)
            if move.source and not move.target and is_pick(run.table.state):
                self.answered(lambda source=move.source: self.ref(source))
                run.act(number)
                continue
            if move.source:
                self.ref(move.source)
            if move.target:
                target = self.place(move.target)
                row = try_button(run.lesson.game.kinds[move.kind])
                verb = row["label"]
                own = self.page.locator(f'.tb-own .tb-card[data-ref="{move.target}"]').count()
                held = move.source and move.source.split(".")[1] == "hand"
                if own and held and self.button(verb).count():  # a click on the target would take that card instead
                    self.answered(lambda verb=verb, target=target: self.aim_by_button(verb, target))
                else:
                    self.answered(lambda target=target: self.press(target))
            elif not move.source and run.lesson.game.kinds[move.kind].arguments:  # a number, such as a bid
                self.answered(lambda move=move: self.make(move))
            else:
                self.act(try_button(run.lesson.game.kinds[move.kind])["label"])
                alike = [one for one in run.table.moves() if (one.kind, one.source) == (move.kind, move.source)]
                if len({one.label for one in alike}) > 1:  # face up or down, for example, is asked afterwards
                    self.act(move.label)
            run.act(number)

    def aim_by_button(self, verb, target):
        """Press the button of an action, and the target if the button asks for one."""
        self.press(self.button(verb))
        if self.page.locator(".tb-dock [aria-pressed=true]").count():
            self.press(target)

    def make(self, move):
        """Make a move with the mouse: its card, its target, or its button."""
        if move.source:
            self.ref(move.source)
        if move.target:
            self.press(self.place(move.target))
        buttons = self.page.locator(".tb-actions :is(.tb-btn:not(.tb-pale, .tb-more-open), .tb-offered > *)")
        if not move.target or self.page.locator(".tb-actions").get_by_text("Cancel").count():
            titled = [button for button in buttons.all() if self.called(button, move)]
            self.press(titled[0] if titled else buttons.filter(has_text=move.label).first)

    def called(self, button, move):
        """Return True for the button of a move: its tooltip is the move's text, or its label the effect on a card."""
        name = button.get_attribute("aria-label") or ""
        called = (f"{move.label}.", f"{move.label}: {move.face}.")
        return button.get_attribute("title") == move.text or name.startswith(called)

    def attempt(self, action):
        """Attempt what a step invites, and see it refused."""
        table = self.here.table
        sources, targets = table.places(action)
        source = next(iter(sources), None)
        kind = table.state.game.kinds[action[0]]

        def press():
            if source:
                self.ref(source)
            within = ", ".join(f'[data-ref="{one}"], [data-ref^="{one}."]' for one in targets[:1])
            if targets and targets[0].startswith(f"{table.viewer}."):  # a card of your own there is another choice
                within = f'[data-ref="{targets[0]}"]'
            if within and self.page.locator(within).count():
                self.press(self.page.locator(within).first)
            else:  # an empty place that is not lit cannot be pressed
                self.press(self.page.locator(".tb-actions .tb-pale").filter(has_text=kind.label).first)

        self.answered(press)
        self.told(tone="refused")
        self.here.tried(table.attempt(action[0], source, targets[0] if targets else None))

    def play(self):
        self.act("Hint")
        self.told("A careful player would", tone="info")
        self.play_passing()


class KnowingBoth(Knowing, Learner):
    """A learner who uses the mouse in one step, and only the keyboard in the next."""

    hand, HERE = Mouse, Keys.HERE

    def press(self, target):
        return self.hand.press(self, target)

    def next_step(self):
        """Open the next step, and switch between mouse and keyboard."""
        self.act("Next step")
        self.hand = Keys if self.hand is Mouse else Mouse


@pytest.mark.sample("kingdom_hearts/01_worlds_and_levels-1")
@pytest.mark.slow
@pytest.mark.parametrize("half", [1, 2])
@pytest.mark.parametrize("name", [name for name in NAMES if name not in BY_HAND])
def test_the_whole_lesson(page, visit, shot, axe, name, half):
    """Runs in two halves, both of which include the middle step."""
    lesson, looked_at = read_lesson(find_lesson(name)), set()
    middle = len(lesson.steps) // 2
    steps = lesson.steps[: middle + 1] if half == 1 else lesson.steps[middle:]
    me = KnowingBoth(visit(page, f"{name}.ipynb", step=steps[0].number))
    for step in steps:
        if step is not steps[0]:
            me.next_step()
        me.take(lesson, step)
        if step.kind not in looked_at:
            looked_at.add(step.kind)
            shot(page, f"{name.replace('/', '_')}_{step.number:02}")
            assert axe(page) == [], step.id
    assert page.locator(".tb-dots .tb-dot-done").count() >= len(steps) - 1
