"""The pictures of cards as they are displayed: 60 pixels wide, in both themes, side by side."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route

import engines
from tutor.boards.pictures import card_pictures
from tutor.widgets import FOLDER, read_style

ADDRESS = "http://127.0.0.1/"
WIDTH, HEIGHT = 60, 42
APART = 0.2
"""Minimum share of a picture in which any two pictures of a game must differ: about the size of a tool in a hand
together with the background, so that neither alone makes a different picture. All pictures are drawn in one hue, so
colour does not count."""

DRAW = """
async ([lines, hue]) => {
  const { kindOf, picture, readWord } = await import("/drawing/picture.js");
  const words = Object.values(lines).flatMap((line) => line.split("~")[0].replaceAll(";", " ").split(/\\s+/));
  document.querySelector("main").innerHTML = Object.values(lines)
    .map((line) => `<div class="tb-card" style="--a: var(--tb-${hue})">${picture(line, hue)}</div>`).join("");
  return words.filter((word) => word && !kindOf(readWord(word).name));
}"""

# The share of pixels that differ by more than a slight shade (48 of 441), for each pair, smallest first.
COMPARE = """
async ([shot, count, width, height]) => {
  const image = new Image();
  image.src = "data:image/png;base64," + shot;
  await image.decode();
  const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d", { willReadFrequently: true });
  canvas.drawImage(image, 0, 0);
  const seen = Array.from({ length: count }, (_, n) => canvas.getImageData(0, n * height, width, height).data);
  const pairs = [];
  for (let one = 0; one < count; one++) for (let two = 0; two < one; two++) {
    let differs = 0;
    for (let at = 0; at < seen[one].length; at += 4) {
      const [r, g, b] = [0, 1, 2].map((part) => seen[one][at + part] - seen[two][at + part]);
      if (Math.hypot(r, g, b) > 48) differs++;
    }
    pairs.push([differs / width / height, one, two]);
  }
  return pairs.sort((one, two) => one[0] - two[0]).slice(0, 5);
}"""

PAGE = f"""<!doctype html><title>Pictures</title><style>{read_style("stage")}
  body {{ margin: 0 }}
  main.tb-root {{ padding: 0; margin: 0; display: block; width: {WIDTH}px }}
  .tb-root .tb-card {{ width: {WIDTH}px; height: {HEIGHT}px; border-radius: 0; box-shadow: none; display: block }}
  .tb-root .tb-card .tb-art {{ height: {HEIGHT}px; clip-path: none; border-radius: 0 }}
</style><main class="tb-root"></main>"""


def serve(route: Route) -> None:
    """Serve the scripts from the folder."""
    path = FOLDER / "scripts" / route.request.url.removeprefix(ADDRESS)
    if path.suffix == ".js":
        route.fulfill(body=path.read_text(encoding="utf-8"), content_type="text/javascript")
    else:
        route.fulfill(body=PAGE, content_type="text/html")


@pytest.mark.sample("altaria-light", "lanterns-dark")
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("game", engines.names() + engines.names(small=True))
def test_no_two_cards_of_a_game_look_alike(
    new_page: Callable[..., Page], game: str, theme: str, tmp_path: Path
) -> None:
    page = new_page(own=True)
    lines = card_pictures(game)
    page.route(ADDRESS + "**", serve)
    page.set_viewport_size({"width": WIDTH, "height": HEIGHT * len(lines)})
    page.goto(ADDRESS)
    page.evaluate("theme => document.documentElement.dataset.theme = theme", theme)
    assert page.evaluate(DRAW, [lines, "grey"]) == [], "words that nothing draws"
    shot = base64.b64encode(page.screenshot()).decode()
    names = list(lines)
    nearest = page.evaluate(COMPARE, [shot, len(names), WIDTH, HEIGHT])
    alike = [f"{names[one]} and {names[two]} differ in {share:.0%}" for share, one, two in nearest if share < APART]
    (tmp_path / "nearest.json").write_text(json.dumps(nearest))
    print(game, theme, [(round(share, 3), names[one], names[two]) for share, one, two in nearest])
    assert alike == []
