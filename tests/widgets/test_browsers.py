"""Pages require no feature that the oldest supported browsers lack: Chrome 110, Firefox 115, Safari 16.4."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import bundling
from tutor.app.server import CONFIG_FOLDER
from tutor.widgets import BUILT

ROOT = bundling.ROOT
STATIC = CONFIG_FOLDER / "share" / "voila" / "templates" / "tebiki" / "static"
SENT_AS_THEY_ARE = [
    STATIC,
    ROOT / "tutor" / "class_server",
    ROOT / "tutor" / "classroom",
    ROOT / "tutor" / "site" / "browser",
]
SHEETS = sorted([*BUILT.glob("*.css"), *(path for folder in SENT_AS_THEY_ARE for path in folder.rglob("*.css"))])
SCRIPTS = sorted([*BUILT.glob("*.js"), *(path for folder in SENT_AS_THEY_ARE for path in folder.rglob("*.js"))])
TOO_NEW_STYLE = {
    "light-dark": r"light-dark\(",
    "nesting": r"(?:^|[{};])\s*&|\{[^{}]*\{[^{}]*\}[^{}]*&",
    "scope": r"@scope|@starting-style|@function|@view-transition|@position-try",
    "relative colours": r"(?:rgb|hsl|oklch|oklab|lch|lab)\(\s*from\b",
    "anchors": r"(?<![-\w])(?:anchor-name|anchor-size|anchor\()",
    "newer functions": r"\b(?:if|sibling-index|sibling-count|calc-size|round|mod|rem|contrast-color|shape)\(",
    "newer selectors": r":(?:state|user-valid|user-invalid|open|target-current|has-slotted)\b",
    "subgrid": r"\bsubgrid\b",
}
TOO_NEW_SCRIPT = {
    "grouping": r"\b(?:Object|Map)\.groupBy\b",
    "promises": r"\bPromise\.(?:withResolvers|try)\b",
    "arrays": r"\bArray\.fromAsync\b",
    "sets": r"\.(?:union|intersection|difference|symmetricDifference|isSubsetOf|isSupersetOf|isDisjointFrom)\(",
    "iterators": r"\.(?:(?:values|keys|entries)\(\)|matchAll\([^()]*\))\.(?:map|filter|take|drop|flatMap|reduce|toArray"
    r"|forEach|some|every|find)\(|\bIterator\.",
    "addresses": r"\bURL\.(?:canParse|parse)\b",
    "signals": r"\bAbortSignal\.any\b",
    "regular expressions": r"\bRegExp\.escape\b|\bRegExp\([^()]*,\s*[\"'`][dgimsuy]*v",
    "pages": r"\b(?:startViewTransition|moveBefore|setHTMLUnsafe|checkVisibility|requestIdleCallback|Segmenter)\b",
    "buffers": r"\.(?:toBase64|fromBase64|toHex|fromHex|transferToFixedLength)\(",
}
LENT_STYLE = {
    "has": r":has\(",
    "color-mix": r"color-mix\(",
    "popover-open": r":popover-open",
}
"""Features that `older.js` polyfills in the styles of widgets, and nowhere else."""
MAY_FALL_BACK = {("tebiki.css", "has")}
LENDS = ("older.js", "minimum.js")


def found_in(text: str, table: dict[str, str]) -> set[str]:
    """Return the names of the entries of a table found in a text."""
    plain = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    return {name for name, pattern in table.items() if re.search(pattern, plain, re.S)}


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.name)
def test_no_style_is_too_new(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert found_in(text, TOO_NEW_STYLE) == set()
    if path.parent != BUILT:
        assert {(path.name, name) for name in found_in(text, LENT_STYLE)} <= MAY_FALL_BACK


@pytest.mark.parametrize("path", [path for path in SCRIPTS if path.name not in LENDS], ids=lambda path: path.name)
def test_no_script_is_too_new(path: Path) -> None:
    assert found_in(path.read_text(encoding="utf-8"), TOO_NEW_SCRIPT) == set()


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (".a{color:light-dark(red,blue)}", "light-dark"),
        (".a{color:red;& .b{color:blue}}", "nesting"),
        (".a{& .b{color:blue}}", "nesting"),
        ("@scope (.a){.b{color:red}}", "scope"),
        (".a{color:oklch(from red l c h)}", "relative colours"),
        (".a{anchor-name:--b}", "anchors"),
        (".a:user-invalid{color:red}", "newer selectors"),
        (".a{grid-template-rows:subgrid}", "subgrid"),
    ],
)
def test_a_style_that_is_too_new_is_found(text: str, name: str) -> None:
    assert found_in(text, TOO_NEW_STYLE) == {name}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Object.groupBy(cards,(card)=>card.zone)", "grouping"),
        ("const{promise}=Promise.withResolvers()", "promises"),
        ("seen.union(others)", "sets"),
        ("zones.values().map((zone)=>zone.title)", "iterators"),
        ("URL.canParse(text)", "addresses"),
        ("document.startViewTransition(draw)", "pages"),
        ('const LETTER=new RegExp("\\\\p{L}","v");', "regular expressions"),
    ],
)
def test_a_script_that_is_too_new_is_found(text: str, name: str) -> None:
    assert found_in(text, TOO_NEW_SCRIPT) == {name}


def test_the_minimum_is_the_same_everywhere() -> None:
    """In the README, in the sentence for older browsers, and in the tool that lowers syntax."""
    target = next(one for one in bundling.OPTIONS if one.startswith("--target="))
    numbers = re.fullmatch(r"--target=chrome(\d+),firefox(\d+),safari([\d.]+)", target)
    assert numbers
    chrome, firefox, safari = numbers.groups()
    sentence = f"Chrome or Edge {chrome}, Firefox {firefox}, Safari or iPadOS {safari}"
    assert sentence in (STATIC / "minimum.js").read_text(encoding="utf-8")
    assert sentence in re.sub(r"\s+", " ", (ROOT / "README.md").read_text(encoding="utf-8"))


def test_the_check_of_the_browser_has_no_syntax_that_an_old_one_lacks() -> None:
    script = (STATIC / "minimum.js").read_text(encoding="utf-8")
    code = re.sub(r"//[^\n]*|\"[^\"\n]*\"", "0", script)
    assert not re.search(r"=>|`|\b(?:let|const|class|async|await)\b|\?\.|\?\?|\.\.\.|,\s*[}\])]", code)
