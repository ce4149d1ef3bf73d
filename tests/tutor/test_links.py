import pytest

from tutor.navigation import links


@pytest.fixture(autouse=True)
def no_server(monkeypatch):
    for name in ("VOILA_BASE_URL", "JUPYTERHUB_SERVICE_PREFIX", "QUERY_STRING", links.ADDRESS_VARIABLE):
        monkeypatch.delenv(name, raising=False)


def test_in_lab_a_link_opens_the_notebook():
    assert links.page_link("altaria/04_attacking.ipynb") == "/lab/tree/notebooks/altaria/04_attacking.ipynb"


def test_in_the_app(monkeypatch):
    monkeypatch.setenv("VOILA_BASE_URL", "/")
    assert links.page_link() == "/voila/render/notebooks/index.ipynb"
    assert links.page_link("play.ipynb", seed=7, bot=None) == "/voila/render/notebooks/play.ipynb?seed=7"


def test_behind_a_prefix(monkeypatch):
    monkeypatch.setenv("VOILA_BASE_URL", "/user/mika/")
    assert links.page_link() == "/user/mika/voila/render/notebooks/index.ipynb"


def test_in_lab_behind_a_prefix(monkeypatch):
    monkeypatch.setenv("JUPYTERHUB_SERVICE_PREFIX", "/user/mika/")
    assert links.page_link() == "/user/mika/lab/tree/notebooks/index.ipynb"


def test_the_theme_asked_for_is_passed_on(monkeypatch):
    monkeypatch.setenv("VOILA_BASE_URL", "/")
    monkeypatch.setenv("QUERY_STRING", "theme=dark&seed=3")
    assert links.page_query() == {"theme": "dark", "seed": "3"}
    assert links.page_link() == "/voila/render/notebooks/index.ipynb?theme=dark"
    assert links.page_link(theme=None) == "/voila/render/notebooks/index.ipynb"


def test_odd_names_are_quoted():
    assert links.page_link("手引き 1.ipynb") == "/lab/tree/notebooks/%E6%89%8B%E5%BC%95%E3%81%8D%201.ipynb"


def test_the_place_of_the_pages_can_be_said(monkeypatch):
    monkeypatch.setenv(links.ADDRESS_VARIABLE, "/school/tebiki/pages/")
    assert links.is_in_app()
    assert links.page_link("play.ipynb", seed=7) == "/school/tebiki/pages/play.ipynb?seed=7"
