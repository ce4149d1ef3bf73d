import os
import pytest
from tests.browser.conftest import WINDOWS

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("look", ["light", "dark", "phone"])
@pytest.mark.parametrize("where", os.environ.get("LOOK", "causes").split(","))
def test_look(new_page, visit, look, where):
    page = visit(new_page(**WINDOWS[look]), f"compare/{where}.ipynb")
    page.locator(".tb-compare-page").first.wait_for()
    page.wait_for_timeout(1500)
    print(where, look, page.evaluate("document.documentElement.scrollHeight"))
    page.screenshot(path=f"/tmp/look_{where}_{look}.png", full_page=True, animations="disabled")
    if where == "metrics" and look != "dark":
        for one in page.locator(".tb-more > summary").all():
            one.click()
        page.wait_for_timeout(1500)
        page.screenshot(path=f"/tmp/look_{where}_{look}_open.png", full_page=True, animations="disabled")
