"""A learner who takes a lesson in the browser, with the mouse or with the keyboard only."""

import re

from playwright.sync_api import expect


def beginning(text):
    """Return a pattern for names that begin with this text; the browser side needs every slash escaped too."""
    return re.compile("^" + re.escape(text).replace("/", r"\/"))


class Learner:
    """A learner in front of the page, who reads only what is visible.

    Subclasses press things with mouse or keyboard.
    """

    def __init__(self, page):
        self.page = page

    # Actions.

    def press(self, target):
        raise NotImplementedError

    def card(self, place, name):
        """Press a card. place : "own" or "rival", followed by "cores", "field", "hand" or "altar"."""
        card = self.find(place, name)
        if not (card.get_attribute("aria-label") or "").endswith("selected"):  # it is already
            self.press(card)

    def find(self, place, name):
        side, zone = place.split()
        within = ".tb-foot .tb-hand" if zone == "hand" else f".tb-{side} .tb-role-{zone}"
        called = "*=" if name.startswith("core ") else "^="  # a sum in a label mentions other cards
        return self.page.locator(f'{within} .tb-card[aria-label{called}"{name}"]').first

    def act(self, label):
        """Press a button of the action row, and wait until the table has answered."""
        self.answered(lambda: self.press(self.button(label)))

    def button(self, label):
        return self.page.locator(".tb-dock").get_by_role("button", name=label, exact=True, include_hidden=True)

    def answered(self, press):
        """Do something that Python answers, and wait until the answer has been drawn."""
        before = self.page.locator(".tb-stage").get_attribute("data-stamp")
        press()
        expect(self.page.locator(".tb-stage")).not_to_have_attribute("data-stamp", before)

    def choose(self, text, part=None, again=0):
        """Press an answer. again : number of answers with the same text to skip."""
        where = self.page.locator(".tb-answer")
        if part is not None:
            where = where.get_by_role("group").nth(part)
            if where.get_by_role("textbox").count():
                self.type_number(where.get_by_role("textbox"), text)
                return
        self.answered(lambda: self.press(where.get_by_role("button", name=beginning(text)).nth(again)))

    def type_number(self, field, number):
        """Type a number as an answer, and leave the field."""
        field.fill(number)
        self.answered(lambda: field.press("Tab"))

    def smaller(self, ask, answer):
        """Answer the smaller question that comes before an explanation."""
        self.told("Not yet. First a smaller question", tone="wrong")
        expect(self.page.locator(".tb-answer")).to_contain_text(ask)
        self.choose(answer, 0)
        self.told(f"Right, the answer is {answer}. Now the question again")

    def watch(self):
        """Step through a film to its end."""
        count = int(self.page.locator(".tb-at").inner_text().split()[-1])
        for at in range(count):
            self.act("Next")
            expect(self.page.locator(".tb-at")).to_have_text(f"{at + 1} of {count}")
            expect(self.page.locator(".tb-event")).to_have_count(at + 1)

    def aim(self, name, target):
        """Aim the learner's own unit at one of the rival's."""
        self.card("own field", name)
        self.card("rival field", target)

    def in_order(self, *lines):
        """Move shuffled lines up until they are in this order; each line is given by its beginning."""
        for place, line in enumerate(lines):
            while not self.page.locator(".tb-line").nth(place).inner_text().split("\n")[-1].startswith(line):
                up = self.page.get_by_role("button", name=beginning(f"Move up: {line}"))
                self.answered(lambda up=up: self.press(up))

    @property
    def over(self):
        """Return True if the game has ended."""
        return self.page.locator("[data-control=home]").count() > 0

    @property
    def offered(self):
        """Return the buttons that are enabled."""
        return self.page.locator(".tb-actions :is(.tb-btn:not(.tb-pale, .tb-quiet, .tb-more-open), .tb-offered > *)")

    def unfold(self, target):
        """Open the sheet of actions that do not fit in the row, if it contains the target."""
        if target.evaluate("one => !!one.closest('.tb-more:not(:popover-open)')"):
            self.press(self.page.locator(".tb-more-open"))

    def divide(self, shares):
        """Divide points among the cards, given by reference; each press on a card gives it one more point."""
        for ref, share in shares.items():
            for _ in range(share):
                self.press(self.page.locator(f'.tb-card[data-ref="{ref}"]').first)
        self.act("Deal")

    def play_passing(self, limit=400):
        """Do as little as possible until the game is over: press the last button, or the first card that fits."""
        for _ in range(limit):
            if self.over:
                return
            shared = self.page.locator(".tb-slot:has(> .tb-share) > .tb-card")
            if shared.count():
                count = int(self.page.locator(".tb-left").inner_text().split()[0])
                self.divide({shared.first.get_attribute("data-ref"): count})
            elif self.offered.count():
                self.answered(lambda: self.press(self.offered.last))
            else:
                self.press(self.page.locator(":is(.tb-is-legal, .tb-is-choosable) > .tb-card").first)
        raise AssertionError("The game does not end.")

    # Checks.

    def title(self, text):
        expect(self.page.locator("h2.tb-title")).to_have_text(text)

    def told(self, *texts, tone=None):
        """Check that the feedback contains these texts."""
        shown = self.page.locator(".tb-feedback")
        for text in texts:
            expect(shown).to_contain_text(text)
        if tone:
            expect(shown).to_have_class(re.compile(f"tb-tone-{tone}"))

    def now(self, text):
        expect(self.page.get_by_role("status").filter(has_text=text)).to_be_visible()

    def ticks(self, *done):
        expect(self.page.locator(".tb-goal li")).to_have_count(len(done))
        for tick, is_done in zip(self.page.locator(".tb-goal li").all(), done, strict=True):
            expect(tick).to_contain_text("done" if is_done else "open")

    def learned(self, principle):
        """Check that the step is done: its principle is shown, and the button for the next step is the main one."""
        self.told("Remember", principle)
        expect(self.button("Next step")).to_have_class(re.compile("tb-primary"))

    def go_to(self, number, title):
        """Go to a step by its number in the line at the top."""
        self.answered(lambda: self.press(self.page.locator("ol.tb-dots button").nth(number - 1)))
        self.title(title)

    def go_on(self, title):
        self.act("Next step")
        self.title(title)
        expect(self.page.locator(".tb-feedback")).to_have_count(0)
        assert self.page.evaluate("document.activeElement.className") == "tb-title"


class Mouse(Learner):
    """A learner who clicks."""

    def press(self, target):
        self.unfold(target)
        crowded = "tb-card" in (target.get_attribute("class") or "")  # its right side may be covered by the next card
        target.click(position={"x": 7, "y": 30} if crowded else None)


class Keys(Learner):
    """A learner who uses Tab, Shift+Tab, arrows, Enter and Escape, and never touches the mouse."""

    HERE = """target => {
        const at = document.activeElement, zone = at.closest('[data-zone]'), wanted = target.closest('[data-zone]');
        if (at === target) return 'there';
        const card = target.matches('.tb-card');
        if (card && zone && zone === wanted && at.matches('.tb-card')) {
            const cards = [...zone.querySelectorAll('.tb-card[data-ref]')];
            return cards.indexOf(target) > cards.indexOf(at) ? 'ArrowRight' : 'ArrowLeft';
        }
        const goal = (card && wanted && wanted.querySelector('[tabindex="0"]')) || target;
        return at.compareDocumentPosition(goal) & Node.DOCUMENT_POSITION_PRECEDING ? 'Shift+Tab' : 'Tab';
    }"""

    def press(self, target):
        self.unfold(target)
        target = target.element_handle()
        for _ in range(120):
            key = self.page.evaluate(self.HERE, target)
            if key == "there":
                outline = self.page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
                assert outline == "solid", "the focus cannot be seen"
                return self.page.keyboard.press("Enter")
            self.page.keyboard.press(key)
        raise AssertionError(f"The keys do not reach {target.inner_text()!r}.")
