"""The class report in the real app: logs are chosen and pasted, a broken one is reported, and the heat map is shown."""

import pytest
from playwright.sync_api import expect

from benchmarks.students import Student, format_log
from tests.browser.conftest import WINDOWS
from tutor.classroom import short_text

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def logs():
    students = [Student(f"{n}c0ffee", ("M7",) if n == 1 else (), 0.05, n) for n in (1, 2, 3)]
    for student in students:
        student.learn("altaria", 300)
    return [student.events for student in students]


@pytest.mark.app_only("The teacher's pages are not among the pages as files.")
@pytest.mark.sample("light")
@pytest.mark.slow
@pytest.mark.parametrize("look", WINDOWS)
def test_logs_are_handed_in_and_seen_clause_by_student(new_page, visit, axe, shot, tmp_path, logs, look):
    for number, events in enumerate(logs[:2]):
        (tmp_path / f"log{number}.jsonl").write_text(format_log(events), encoding="utf-8")
    (tmp_path / "notes<b>.txt").write_text("<script>document.title = 'hacked'</script>", encoding="utf-8")
    page = visit(new_page(**WINDOWS[look]), "classroom/index.ipynb")
    page.get_by_role("link", name="Class report").click()
    page.get_by_role("heading", name="Class report", exact=True).wait_for()
    assert axe(page, look=look) == []
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Choose files").click()
    chooser.value.set_files(sorted(tmp_path.iterdir()))
    heat = page.get_by_role("region", name="Wrong answers in percent, clause by student")
    heat.wait_for(timeout=120_000)
    expect(heat.locator("thead th[scope=col]")).to_have_count(3)
    expect(page.get_by_role("region", name="Logs to look at")).to_contain_text("notes<b>.txt")
    page.get_by_role("button", name="Add logs").click()
    page.get_by_role("button", name="Paste a text").click()
    page.get_by_role("textbox").fill(short_text.write_short_text(logs[2]))
    page.get_by_role("button", name="Add it").click()
    expect(heat.locator("thead th[scope=col]")).to_have_count(4, timeout=120_000)
    expect(page.get_by_role("region", name="Teach next").get_by_role("link").last).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert axe(page, look=look) == []
    shot(page, f"class_report_{look}")
    with page.expect_download() as download:
        page.get_by_role("button", name="CSV").click()
    text = download.value.path().read_text(encoding="utf-8")
    assert "ALT-" in text
    assert "c0ffee" not in text


def test_files_are_dropped_on_the_page(new_page, visit, logs):
    page = visit(new_page(), "classroom/report.ipynb")
    page.get_by_role("button", name="Choose files").wait_for()
    transfer = page.evaluate_handle(
        """(texts) => {
          const transfer = new DataTransfer();
          texts.forEach((text, n) => transfer.items.add(new File([text], `log${n}.jsonl`)));
          return transfer;
        }""",
        [format_log(logs[0]), "broken {"],
    )
    page.locator(".tb-rep-page").dispatch_event("drop", {"dataTransfer": transfer})
    page.get_by_role("region", name="Wrong answers in percent, clause by student").wait_for(timeout=120_000)
    expect(page.get_by_role("region", name="Logs to look at")).to_contain_text("log1.jsonl")
