"""A running class: a question from the projector to a phone that was offline, and logs that are handed in."""

import json
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect
from tornado.web import create_signed_value

from tests.browser.conftest import READY, ROOT, WINDOWS, until
from tests.browser.learner import Mouse
from tutor.classroom.class_findings import asked_questions

LOW = {"width": 1024, "height": 768}
BESIDE = """() => {
  const [card, reading] = [".tb-area-field .tb-card", ".tb-reading"].map((one) =>
    document.querySelector(one).getBoundingClientRect());
  const sign = document.querySelector(".tb-reading .tb-attribute");
  return (reading.left >= card.right || reading.right <= card.left) && sign.getClientRects().length === 1
    && getComputedStyle(sign).display === "inline";
}"""
"""True if the enlarged card is beside the card under the pointer, and there is a sign in its line."""
COMES_UP = """(card) => {
  const { screenX, screenY } = window.pressed;
  card.dispatchEvent(new PointerEvent("pointerover", { bubbles: true, pointerType: "mouse", screenX, screenY }));
}"""
"""What a browser says when a card comes up under a mouse that has not moved since it was pressed."""
WHOLE = "document.documentElement.scrollHeight <= innerHeight && document.documentElement.scrollWidth <= innerWidth"


@pytest.fixture(scope="module")
def room(serve, tmp_path_factory):
    """A class: its address, its stored data, and its folder."""
    folder = tmp_path_factory.mktemp("class") / "classes" / "7b"
    words = ("class", "7b", "--no-browser", "--address", "127.0.0.1", "--port", "{port}", "--folder", str(ROOT))
    url = serve("tutor.commands.cli", *words, TEBIKI_HOME=str(folder.parent.parent))
    return url, json.loads((folder / "class.json").read_text(encoding="utf-8")), folder


@pytest.fixture
def teacher(room, new_page):
    """A function that opens a page of the class in the teacher's window."""
    url, kept, _ = room
    name = f"tebiki-teacher-{urlsplit(url).port}"
    signed = create_signed_value(kept["secret"], name, "teacher").decode()

    def opened(path, **options):
        page = new_page(**options)
        page.context.add_cookies([{"name": name, "value": signed, "url": url}])
        page.goto(f"{url}/voila/render/notebooks/{path}.ipynb")
        page.wait_for_selector(READY)
        return page

    return opened


def end_question(page):
    """Close the question that another test has left open: it would lead each learner who joins."""
    chapter = page.get_by_label("Chapter")
    close, another = (page.get_by_role("button", name=name) for name in ("Close and play", "Another question"))
    expect(chapter.or_(close).or_(another).first).to_be_visible()
    if close.is_visible():
        close.click()
        expect(another).to_be_visible()
    if another.is_visible():
        another.click()
    expect(chapter).to_be_visible()


@pytest.mark.slow
def test_a_question_is_asked_answered_and_played(room, teacher, phone, axe, shot, browser_errors):
    url, kept, _ = room
    page = teacher("classroom/ask", viewport=LOW)
    phone.goto(f"{url}/ask?code={kept['code']}")
    phone.locator(".name").first.click()
    phone.wait_for_url("**/class")
    phone.goto(f"{url}/ask")
    expect(phone.get_by_role("heading", name="No question yet")).to_be_visible()

    page.get_by_label("Chapter").select_option(label="Attacking and breaking cores")
    page.get_by_role("button", name="What is destroyed?").click()
    expect(page.locator(".tb-child .tb-board")).to_be_visible()
    until(page, "document.querySelector('.tb-child .tb-area-field .tb-card').getBoundingClientRect().width >= 80")
    until(page, WHOLE)
    assert page.get_by_role("img", name="QR code").is_visible()
    page.locator(".tb-child .tb-area-field .tb-card").first.hover()
    expect(page.locator(".tb-reading")).to_be_visible()
    until(page, BESIDE)
    page.evaluate("addEventListener('pointerdown', (event) => { window.pressed = event; }, true)")
    page.mouse.down()
    page.mouse.up()
    expect(page.locator(".tb-reading")).to_be_hidden()
    page.locator(".tb-child .tb-area-field .tb-card").first.evaluate(COMES_UP)
    page.wait_for_timeout(1000)  # longer than a card is pointed at before it is enlarged
    expect(page.locator(".tb-reading")).to_be_hidden()
    page.mouse.move(5, 5)
    assert axe(page) == []

    gatekeeper = phone.get_by_role("button", name="Reef Gatekeeper")
    gatekeeper.click()
    expect(phone.locator("#foot")).to_contain_text("Answered.")
    expect(page.locator(".tb-ask-count p > span")).to_have_text(["1 answered", "1 here", "1 joined"])
    assert axe(phone) == []
    shot(phone, "ask_phone")
    shot(page, "ask_open")

    phone.context.set_offline(True)  # it is asleep, or the network is gone
    phone.get_by_role("button", name="Nothing").click()
    expect(phone.locator("#foot")).to_contain_text("On its way.")
    phone.context.set_offline(False)
    expect(phone.locator("#foot")).to_contain_text("Answered.")
    browser_errors.clear()  # the browser reports every attempt without a network
    phone.reload()
    expect(phone.get_by_role("button", name="Nothing")).to_have_attribute("aria-pressed", "true")

    told = page.get_by_text("A block replaces the whole attack by one battle.")
    assert page.locator(".tb-ask-bar").count() == 0
    assert told.count() == 0
    page.get_by_role("button", name="Close, then talk").click()
    expect(phone.locator("#foot")).to_contain_text("Talk about it")
    page.get_by_role("button", name="Ask again").click()
    gatekeeper.click()
    expect(page.locator(".tb-ask-count p > span")).to_have_text(["1 answered", "1 here", "1 joined"])
    page.get_by_role("button", name="Enter raised cards").click()
    page.get_by_label("Cards raised for D").fill("3")
    page.get_by_role("button", name="Count them").click()
    expect(page.locator(".tb-ask-count p")).to_contain_text("4 answered")
    page.get_by_role("button", name="Close and play").click()
    expect(told).to_be_visible()
    bars = page.locator(".tb-ask-bar b")
    assert bars.all_text_contents() == ["0", "1", "0", "0", "0", "0", "1", "3"]  # for each answer, round by round
    expect(page.locator(".tb-ask-at")).to_have_text("2 of 8")  # the film plays automatically
    page.get_by_role("button", name="Next").click()
    expect(page.locator(".tb-ask-at")).to_have_text("3 of 8")
    until(page, WHOLE)
    assert axe(page) == []
    shot(page, "ask_played")
    expect(phone.locator("#foot")).to_contain_text("Right.")
    expect(phone.locator("#told")).to_contain_text("ALT-12.9")
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for one in (page, phone):
        one.emulate_media(color_scheme="dark")
        assert axe(one, look="dark") == []
    page.get_by_role("button", name="Another question").click()
    page.get_by_label("Chapter").select_option(label="Decks and the deal")
    page.get_by_role("button", name="How many cards are left in your deck").click()
    expect(phone.get_by_role("heading", name="How many cards are left in your deck")).to_be_visible()
    filled = "document.querySelector('.tb-ask-board').clientWidth - {}.getBoundingClientRect().width"
    until(page, filled.format("document.querySelector('.tb-child .tb-board')") + " < 4")  # as large as the first one
    expect(phone.get_by_label("Your answer, a number")).to_have_value("")


@pytest.mark.slow
def test_a_number_is_typed_on_two_phones_and_drawn_as_a_histogram(room, teacher, new_page, axe, shot):
    url, kept, folder = room
    page = teacher("classroom/ask", viewport=LOW)
    end_question(page)
    phones = [new_page(**WINDOWS["phone"]) for _ in range(2)]
    for phone in phones:
        phone.goto(f"{url}/ask?code={kept['code']}")
        phone.locator(".name").first.click()
        phone.wait_for_url("**/class")
        phone.goto(f"{url}/ask")
    page.get_by_label("Chapter").select_option(label="Attacking and breaking cores")
    page.get_by_role("button", name="How many cores break?").first.click()
    expect(page.locator(".tb-ask-talk")).to_have_text("The answer is a number. It is typed on the phone.")
    assert page.get_by_role("button", name="Enter raised cards").count() == 0
    for phone, number in zip(phones, ("7", "3"), strict=True):
        field = phone.get_by_label("Your answer, a number")
        assert phone.locator("#choices button").count() == 0
        field.fill(f"{number}x")
        expect(field).to_have_value(number)
        field.press("Enter")
        expect(phone.locator("#foot")).to_contain_text("Answered.")
    phones[0].get_by_label("Your answer, a number").fill("6")
    phones[0].get_by_role("button", name="Send").click()
    expect(page.locator(".tb-ask-count p")).to_contain_text("2 answered")
    assert page.locator(".tb-ask-bar").count() == 0
    assert axe(phones[0]) == []
    shot(phones[0], "ask_number_phone")
    page.get_by_role("button", name="Close and play").click()
    expect(page.locator(".tb-ask-right")).to_be_visible()
    told = page.locator(".tb-ask-answer:has(.tb-ask-right) .tb-ask-letter").inner_text()
    bars = dict(
        zip(
            page.locator(".tb-ask-letter").all_text_contents(),
            page.locator(".tb-ask-bar b").all_text_contents(),
            strict=True,
        )
    )
    assert (bars["3"], bars["6"]) == ("1", "1")
    assert sum(map(int, bars.values())) == 2
    for phone, number in zip(phones, ("6", "3"), strict=True):
        expect(phone.locator("#right")).to_have_text(f"The right number is {told}.")
        expect(phone.locator("#foot")).to_contain_text("Right." if number == told else "Not so.")
        expect(phone.get_by_label("Your answer, a number")).to_have_value(number)
        assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    until(page, WHOLE)
    assert axe(page) == []
    shot(page, "ask_number_played")
    shot(phones[1], "ask_number_told")
    for one in (page, phones[1]):
        one.emulate_media(color_scheme="dark")
        assert axe(one, look="dark") == []
    shot(page, "ask_number_dark")
    [*_, asked] = asked_questions(folder)
    assert {one["text"]: one["count"] for one in asked["answers"]} == {"3": 1, "6": 1}
    assert [one["right"] for one in asked["answers"]] == [one["text"] == told for one in asked["answers"]]
    page.get_by_role("button", name="Another question").click()


@pytest.mark.sample
@pytest.mark.slow
def test_a_log_is_handed_in_as_a_file_and_as_a_text_and_seen_in_the_report(room, teacher, phone, tmp_path, shot):
    url, kept, folder = room
    phone.goto(f"{url}/join?code={kept['code']}")
    phone.locator(".name").first.click()
    expect(phone.locator(".name")).to_have_count(0)
    phone.goto(f"{url}/voila/render/notebooks/altaria/04_attacking.ipynb?step=tired-guard")
    phone.wait_for_selector(READY)
    me = Mouse(phone)
    me.choose("The Guard has power 3")
    me.act("Check")
    me.smaller("Is Mossback Guard fatigued?", "yes")
    me.choose("The Guard is fatigued")
    me.act("Check")
    me.told("That is the reason")

    phone.goto(f"{url}/voila/render/notebooks/index.ipynb")
    phone.wait_for_selector(READY)
    with phone.expect_download() as download:
        phone.get_by_role("button", name="Download").click()
    log = download.value.path().read_text(encoding="utf-8")
    phone.get_by_role("button", name="Hand in").click()
    text = phone.get_by_role("group", name="Hand in").get_by_role("textbox").input_value()
    shot(phone, "hand_in_phone")
    [member] = [path for path in folder.glob("*.jsonl") if path.read_text(encoding="utf-8") == log]
    assert member.stem not in text

    files = {"whole.jsonl": log, "cut.jsonl": log[:-40], "edited.jsonl": log.replace('"wrong"', '"right"', 1)}
    assert files["edited.jsonl"] != log
    for name, content in files.items():
        (tmp_path / name).write_text(content, encoding="utf-8")
    page = teacher("classroom/report")
    heat = page.get_by_role("region", name="Wrong answers in percent, clause by student")
    marked = page.get_by_role("region", name="Logs to look at")

    def hand_in(name):
        page.get_by_role("button", name="Empty this page").click()
        with page.expect_file_chooser() as chooser:
            page.get_by_role("button", name="Choose files").click()
        chooser.value.set_files(tmp_path / name)

    def paste(text):
        page.get_by_role("button", name="Paste a text").click()
        page.get_by_role("textbox").fill(text)
        page.get_by_role("button", name="Add it").click()

    expect(heat).to_contain_text("ALT-12.3")  # those in the class folder, before anything is handed in
    for name in ("whole.jsonl", ""):
        if name:
            hand_in(name)
        else:
            page.get_by_role("button", name="Empty this page").click()
            paste(text)
        expect(page.get_by_text("logs: 1, 1 counted, 0 edited, 0 skipped")).to_be_visible()
        expect(heat).to_contain_text("ALT-12.3")
        expect(marked).to_have_count(0)
    hand_in("cut.jsonl")
    expect(marked).to_contain_text("Cut off after event")
    hand_in("edited.jsonl")
    expect(marked).to_contain_text("played again, it comes out otherwise")
    shot(page, "hand_in_report")
    page.get_by_role("button", name="Empty this page").click()
    other = "A" if text[200] != "A" else "B"
    for count, wrong in enumerate((text[:-30], text[:200] + other + text[201:]), 1):
        paste(wrong)
        expect(marked.get_by_text("The text is not whole, or a letter is wrong.")).to_have_count(count)
