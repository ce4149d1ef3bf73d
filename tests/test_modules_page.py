"""The list of modules is up to date."""

from runpy import run_path

from tests.tiers import ROOT


def test_the_page_of_modules_is_made_from_their_docstrings():
    page = run_path(str(ROOT / "docs" / "list_modules.py"))
    assert page["PAGE"].read_text(encoding="utf-8") == page["list_modules"](), "Run: python docs/list_modules.py"
