"""The requirements for a fresh clone."""

import ast
import re
import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path

import pytest

from tutor.extras import EXTRAS

ROOT = Path(__file__).resolve().parents[1]


@pytest.mark.parametrize(
    "name",
    [
        "requirements.lock",
        "requirements-dev.lock",
        "requirements-browser.lock",
        "requirements-docs.lock",
        "requirements-lite.lock",
        "binder/requirements.txt",
    ],
)
def test_locks_pin_everything_and_name_no_host(name):
    text = (ROOT / name).read_text()
    assert "://" not in text
    pins = re.findall(r"^[A-Za-z0-9][^\s;\\]*", text, re.MULTILINE)
    assert pins
    assert all("==" in pin for pin in pins), [pin for pin in pins if "==" not in pin]


def test_binder_has_the_versions_of_the_lock():
    pin = re.compile(r"^[A-Za-z0-9][^\s;\\]*==[^\s;\\]+", re.MULTILINE)
    assert pin.findall((ROOT / "binder/requirements.txt").read_text()) == pin.findall(
        (ROOT / "requirements.lock").read_text()
    )


def imported(folder):
    """Return the packages that the modules in a folder import, also inside functions, without the standard library."""
    found = set()
    for path in (ROOT / folder).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [one.name for one in node.names] if isinstance(node, ast.Import) else []
            names += [node.module] if isinstance(node, ast.ImportFrom) and not node.level else []
            found |= {name.partition(".")[0] for name in names}
    return found - set(sys.stdlib_module_names)


def test_what_is_imported_is_declared():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    optional = {name: distributions(project["optional-dependencies"][name]) for name in EXTRAS}
    declared = distributions(project["dependencies"]).union(*optional.values())
    owners = metadata.packages_distributions()  # js exists only in the browser
    for name, modules in EXTRAS.items():
        assert {plain(owner) for module in modules for owner in owners[module]} == optional[name] - {"tebiki"}
    used = {name: {plain(owner) for owner in owners[name]} for name in imported("tutor") - {"engines", "tutor", "js"}}
    assert len(used) > 5
    assert {name for name, owner in used.items() if not owner & declared} == set()
    assert imported("engines") == {"engines"}


def distributions(rows):
    """Return the names in the requirements in pyproject.toml."""
    return {plain(re.match(r"[\w-]+", row)[0]) for row in rows}


def plain(name):
    """Return the name of a distribution in the form that pip compares."""
    return re.sub(r"[-_.]+", "-", name).lower()


def test_run_explains_itself():
    answer = subprocess.run([sys.executable, ROOT / "run.py", "help"], capture_output=True, text=True, check=True)
    assert "run.py app" in answer.stdout
    assert subprocess.run([sys.executable, ROOT / "run.py", "nonsense"], capture_output=True).returncode == 2


@pytest.mark.slow
def test_a_fresh_clone_starts_a_class_without_an_activated_environment():
    answer = subprocess.run([sys.executable, ROOT / "run.py", "class", "--help"], capture_output=True, text=True)
    assert "Learners open the address shown" in answer.stdout, answer.stderr


def test_the_example_in_the_readme_prints_what_stands_under_it(capsys):
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    example, printed = re.search(r"```python\n(.*?)```\n\n```\n(.*?)\.\.\.\n```", readme, re.DOTALL).groups()
    exec(example, {})
    assert capsys.readouterr().out.startswith(printed)


@pytest.mark.slow
@pytest.mark.parametrize("check", [("ruff", "check", "."), ("mypy",)], ids=lambda check: check[0])
def test_code_is_clean(check):
    answer = subprocess.run([sys.executable, "-m", *check], cwd=ROOT, capture_output=True, text=True)
    assert answer.returncode == 0, answer.stdout + answer.stderr


def test_the_tests_of_a_game_and_the_cells_of_a_notebook_stay_together(pytestconfig):
    plugin = pytestconfig.pluginmanager.get_plugin(str(ROOT / "conftest.py"))
    group_of = plugin.group_of
    assert group_of("tests/engines/test_laws.py::test_a_law[chaos]") == "chaos"
    assert group_of("tests/engines/test_golden.py::test_golden_game[kingdom_hearts/00_greedy.txt]") == "kingdom_hearts"
    assert group_of("tests/engines/test_players.py::test_careful[star_wars-6]") == "star_wars"
    assert group_of("tests/engines/test_kernel.py::test_copy") == "tests/engines/test_kernel.py"
    assert group_of("tests/tutor/test_check.py::test_a[x]") == group_of("tests/tutor/test_coverage.py::test_b[x]")
    browser = "tests/browser/test_pages.py::test_a_whole_game[altaria]"
    assert group_of(browser) == browser  # separate, because each has its own page
    assert group_of("notebooks/altaria/play::ipynb::Cell 1") == group_of("notebooks/altaria/play::ipynb::Cell 0")
