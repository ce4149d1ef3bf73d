"""An installed wheel in an empty folder: the app with its pages, and Lab with notebooks that can be changed."""

import json
import os
import re
import subprocess
import sys
import sysconfig
import time
import urllib.error
import urllib.request
import venv
from pathlib import Path

import pytest

from tests.ports import own_port
from tutor.app.server import LOCAL_HOST

ROOT = Path(__file__).resolve().parents[1]
pytestmark = [pytest.mark.slow, pytest.mark.skipif(os.name != "posix", reason="paths of scripts differ")]


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """The folder of a fresh environment with our wheel, in which the packages installed here can be imported too."""
    place = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(place)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    [wheel] = place.glob("*.whl")
    venv.create(place / "venv")
    [packages] = (place / "venv" / "lib").glob("python*/site-packages")
    # only the folder, without the editable installations in it
    (packages / "others.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    python = place / "venv" / "bin" / "python"
    install = [sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--no-deps", "--no-index", wheel]
    subprocess.run(install, check=True, cwd=place)
    return place / "venv"


@pytest.fixture
def start(installed, tmp_path):
    """Start a command in an empty folder; return the folder, and a function that fetches a page from the command."""
    folder, running = tmp_path / "empty", []
    folder.mkdir()
    left_out = ("PYTHONPATH", "VIRTUAL_ENV", "JUPYTER_CONFIG_PATH")
    environment = {key: value for key, value in os.environ.items() if key not in left_out}
    environment |= {"TEBIKI_HOME": str(tmp_path / "home"), "JUPYTER_PATH": f"{sys.prefix}/share/jupyter"}

    def start(*words):
        port = own_port()
        command = [installed / "bin" / "tebiki", *(word.format(port=port) for word in words)]
        log = (tmp_path / "log").open("wb")
        running.append(subprocess.Popen(command, cwd=folder, env=environment, stdout=log, stderr=log))

        def fetch(path):
            for _ in range(1200):
                assert running[-1].poll() is None, (tmp_path / "log").read_text()
                try:
                    with urllib.request.urlopen(f"http://{LOCAL_HOST}:{port}{path}") as answer:
                        return answer.read().decode()
                except urllib.error.HTTPError:
                    raise
                except OSError:
                    time.sleep(0.1)
            raise AssertionError((tmp_path / "log").read_text())

        return fetch

    yield folder, start, environment
    for process in running:
        process.terminate()
        process.wait(20)


def test_the_app_shows_its_pages(start, installed):
    folder, started, environment = start
    fetch = started("app", "--no-browser", "--port", "{port}")
    for path in ("/", "/voila/render/notebooks/altaria/04_attacking.ipynb"):
        page = fetch(path)
        assert "application/vnd.jupyter.widget-view+json" in page
        assert "This page stopped here" not in page
        for address in re.findall(r'(?:src|href)="(/voila/[^"]+)"', page):
            assert fetch(address) is not None
    code = (
        "import tutor, tutor.courses.loader as c, tutor.navigation.links as l;"
        "print(tutor.__file__, len(c.course_lessons('altaria')), l.has_page('index.ipynb'))"
    )
    told = subprocess.run([installed / "bin" / "python", "-c", code], env=environment, cwd=folder, capture_output=True)
    where, lessons, page = told.stdout.decode().split()
    assert Path(where).is_relative_to(installed)
    assert (int(lessons) > 0, page) == (True, "True")
    assert not list(folder.iterdir())


def test_lab_opens_a_copy_of_the_notebooks(start):
    folder, started, _ = start
    fetch = started("lab", "--no-browser", "--port", "{port}", "--", "--IdentityProvider.token=open")
    found = json.loads(fetch("/api/contents/notebooks/index.ipynb?token=open"))
    assert found["writable"]
    assert found["type"] == "notebook"
    assert (folder / "notebooks" / "altaria" / "04_attacking.ipynb").exists()
    assert "JupyterLab" in fetch("/lab?token=open")
