"""Measure the engines and other libraries, and write benchmarks/results.md.

    python -m benchmarks            everything; exit code 1 if a requirement is not met
    python -m benchmarks --quick    one short round, nothing written

The other libraries are installed into `.venv-bench` beside this folder (once, with pinned versions), separate from our
own packages. Every contestant runs there in a fresh process. The contestants take turns, round by round, and the best
round of each counts, so that other load on the machine favours none of them.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import platform
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import engines

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv-bench"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
REQUIREMENTS = ROOT / "benchmarks" / "requirements.txt"
RESULTS = ROOT / "benchmarks" / "results.md"

ROUNDS = {"tebiki": 9, "compiled": 9, "rlcard": 9, "rlcard_bare": 9, "chess": 9, "essence_wars": 9, "dgisim": 5,
          "copies": 5, "chess_copies": 5, "refusals": 5, "solver": 5, "load": 9}  # fmt: skip
SECONDS = {"dgisim": 2.0, "copies": 0.3, "chess_copies": 0.3, "refusals": 0.5, "solver": 0.3, "load": 0.0}
OF_EACH_GAME = ("tebiki", "compiled", "copies", "refusals", "load")
"""The benchmarks that are run for every playable game; the others use one game."""
NAMES = {
    "rlcard": "RLCard, UNO in its environment",
    "rlcard_bare": "RLCard, UNO without its environment",
    "chess": "python-chess",
    "dgisim": "dgisim",
    "essence_wars": "Essence Wars (Rust)",
}
SIMPLEST = "altaria"
DEMANDED_RATIO = {True: {"rlcard": 2.4, "chess": 3.0, "dgisim": 100.0}, False: {"rlcard": 1.7}}
"""The required ratio to the speed of each other library.

True has those for the game with the fewest rules, False those for every other game.
"""
DEMANDED_COMPILED = {"rlcard": (4.0, ()), "essence_wars": (1.0, (SIMPLEST, "dgrayman"))}
"""The required ratio of the compiled games to each other library, and the games concerned; () means all."""


class ComparisonRow(NamedTuple):
    """One line of the report: benchmark, our figure, the other's, ratio or limit, requirement, whether it is met."""

    what: str
    ours: str
    other: str
    ratio: str
    demanded: str
    met: bool | None


class BenchmarkError(Exception):
    """Raised if something cannot be set up or measured; the text says what failed."""


def contestant_environment(compiled: bool = False) -> dict[str, str]:
    """Return the environment for a contestant: our sources first, or the compiled build; bytecode allowed."""
    env = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    return env | {"PYTHONPATH": str(ROOT), "PYTHONHASHSEED": "0", "TEBIKI_COMPILED": str(int(compiled))}


def set_up() -> None:
    """Make the compiled build, and `.venv-bench` with the packages in requirements.txt, unless they exist."""
    if subprocess.run([sys.executable, "-m", "compiling"], cwd=ROOT, stdout=sys.stderr).returncode:
        raise BenchmarkError("Could not compile the engines; see above.")
    stamp, wanted = VENV / "stamp", hashlib.sha256(REQUIREMENTS.read_bytes()).hexdigest()
    if stamp.exists() and stamp.read_text() == wanted:
        return
    print("Installing what the engines are compared with into .venv-bench (once)", file=sys.stderr)
    install = [str(PYTHON), "-m", "pip", "--disable-pip-version-check", "install", "--quiet", "--require-hashes", "-r"]
    for command in ([sys.executable, "-m", "venv", str(VENV)], [*install, str(REQUIREMENTS)]):
        if subprocess.run(command, env=contestant_environment()).returncode:
            raise BenchmarkError("Could not install them; see above. Is there a network connection?")
    stamp.write_text(wanted)


def measure_contestant(contestant: str, seconds: float, warm: float = 0.2) -> dict[str, float]:
    """Run one contestant in a fresh process and return the numbers that it measured, by name."""
    command = [str(PYTHON), "-m", "benchmarks.contestants", contestant, str(seconds), *([str(warm)] if warm else [])]
    env = contestant_environment(contestant.startswith("compiled"))
    answer = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True)
    if answer.returncode:
        raise BenchmarkError(f"{contestant} failed:\n{answer.stderr}")
    numbers: dict[str, float] = json.loads(answer.stdout)
    return numbers


def measure_rounds(quick: bool) -> dict[str, dict[str, float]]:
    """Measure all contestants in alternating rounds; return the best numbers of each."""
    best: dict[str, dict[str, float]] = {}
    measure_contestant(f"load {SIMPLEST}", 0, 0)  # this run compiles the bytecode
    for round_ in range(1 if quick else max(ROUNDS.values())):
        for name in (name for name, rounds in ROUNDS.items() if round_ < rounds):
            seconds = SECONDS.get(name, 1.0) / (4 if quick else 1)
            for contestant in [f"{name} {game}" for game in engines.names()] if name in OF_EACH_GAME else [name]:
                numbers = measure_contestant(contestant, seconds, warm=0 if name == "load" else 0.2)
                best[contestant] = better_measurement(best.get(contestant), numbers)
        print(f"round {round_ + 1} done", file=sys.stderr)
    return best


def better_measurement(one: dict[str, float] | None, other: dict[str, float]) -> dict[str, float]:
    """Return the better of two measurements: the higher rate, or the shorter time."""
    if one is None:
        return other
    if "rate" in one:
        return max(one, other, key=lambda numbers: numbers["rate"])
    return min(one, other, key=lambda numbers: next(iter(numbers.values())))


def report_rows(best: dict[str, dict[str, float]]) -> list[ComparisonRow]:
    """Return the lines of the report."""
    rows = []
    for game in engines.names():
        title, ours = engines.load(game).title, best[f"tebiki {game}"]["rate"]
        for name in NAMES if game == SIMPLEST else ("rlcard", "essence_wars"):
            ratio, least = ours / best[name]["rate"], DEMANDED_RATIO[game == SIMPLEST].get(name)
            demanded, met = (f"{least:g} ×", ratio >= least) if least else ("", None)
            what = f"{title}: random play, decisions a second, against {NAMES[name]}"
            rows.append(
                ComparisonRow(what, f"{ours:,.0f}", f"{best[name]['rate']:,.0f}", f"{ratio:.1f} ×", demanded, met)
            )
    for game in engines.names():
        title, ours = engines.load(game).title, best[f"compiled {game}"]["rate"]
        for name, (least, games) in DEMANDED_COMPILED.items():
            ratio, asked = ours / best[name]["rate"], not games or game in games
            demanded, met = (f"{least:g} ×", ratio >= least) if asked else ("", None)
            what = f"{title}, compiled: random play, decisions a second, against {NAMES[name]}"
            rows.append(
                ComparisonRow(what, f"{ours:,.0f}", f"{best[name]['rate']:,.0f}", f"{ratio:.2f} ×", demanded, met)
            )
    for game in engines.names():
        title, copy = engines.load(game).title, best[f"copies {game}"]["microseconds"]
        board = f"{best['chess_copies']['microseconds']:.2f}" if game == SIMPLEST else ""
        what = f"{title}: a copy of the state, microseconds" + (", beside python-chess" if board else "")
        rows.append(ComparisonRow(what, f"{copy:.2f}", board, "", "under 5", copy < 5))
    for game in engines.names():
        title, refusal = engines.load(game).title, best[f"refusals {game}"]["microseconds"]
        what = f"{title}: a refusal in words, microseconds"
        rows.append(ComparisonRow(what, f"{refusal:.1f}", "", "", "under 30", refusal < 30))
    proof = best["solver"]
    what = f"Solver, positions a second ({proof['positions']:.0f} in {proof['milliseconds']:.1f} ms)"
    rows.append(ComparisonRow(what, f"{proof['rate']:,.0f}", "", "", "", None))
    for game in engines.names():
        title, loading = engines.load(game).title, best[f"load {game}"]["milliseconds"]
        what = f"{title}: import and load in a fresh process, ms"
        rows.append(ComparisonRow(what, f"{loading:.0f}", "", "", "under 100", loading < 100))
    return rows


def render_table(rows: Sequence[ComparisonRow]) -> str:
    """Return the report as a Markdown table."""
    verdict = {True: "yes", False: "**no**", None: ""}
    lines = ["| what | Tebiki | other | ratio | demanded | met |", "| --- | ---: | ---: | ---: | ---: | --- |"]
    lines += [f"| {' | '.join((*row[:5], verdict[row.met]))} |" for row in rows]
    return "\n".join(lines)


def render_page(rows: Sequence[ComparisonRow], best: dict[str, dict[str, float]]) -> str:
    """Return the contents of results.md: the table, and how it was measured."""
    pins = [line.split()[0] for line in REQUIREMENTS.read_text(encoding="utf-8").splitlines() if "==" in line]
    chosen = [pin for pin in pins if pin.split("==")[0] in ("chess", "dgisim", "essence-wars", "rlcard")]
    games = {engines.load(game).title: best[f"tebiki {game}"] for game in engines.names()}
    games |= {name: best[name] for name in NAMES}
    lengths = ", ".join(f"{name} {numbers['length']:.0f}" for name, numbers in games.items())
    return f"""# How fast it is

`python -m benchmarks` measures this anew. Absolute figures are those of one small machine; the ratios travel.

{render_table(rows)}

Every contestant plays whole random games, asks for all legal moves at every decision, and draws from the same kind of
random source. Each runs in fresh processes under the same Python, in rounds that alternate; the best round counts.
RLCard is measured as it is used, through its environment, which also prepares what a player sees, and once more
without it; the demand is on the first. Its UNO has far fewer rules than any game here; each must be
{DEMANDED_RATIO[False]["rlcard"]:g} times as fast, the one with the fewest rules
{DEMANDED_RATIO[True]["rlcard"]:g} times.
Essence Wars keeps its games in Rust and answers with a mask of all actions; its legal moves are
`action_mask().nonzero()`. The compiled engines (`python3 run.py compile`) play the same games to the last action; each
must be {DEMANDED_COMPILED["rlcard"][0]:g} times as fast as UNO, and two of them as fast as Essence Wars.
dgisim is measured on its bare states, and its decisions are larger ones (all dice of a payment at once).
Decisions a game: {lengths}.

The solver proves the last puzzle of the lesson on attacking: best defence, every unseen card as bad as it can be.

Measured with {", ".join(chosen)}, Python {platform.python_version()}, {os.cpu_count()} cores.
"""


def main() -> int:
    """Measure everything, print the table and write the page. Return 1 if a requirement is not met."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Measure the engines next to others.")
    parser.add_argument("--quick", action="store_true", help="one short round, nothing written")
    options = parser.parse_args()
    try:
        set_up()
        best = measure_rounds(options.quick)
    except BenchmarkError as error:
        print(f"benchmarks: {error}", file=sys.stderr)
        return 2
    rows = report_rows(best)
    print(render_table(rows))
    if not options.quick:
        RESULTS.write_text(render_page(rows, best), encoding="utf-8")
    return 1 if any(row.met is False for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
