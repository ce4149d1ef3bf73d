"""`tebiki items`: how well questions work with real learners, according to their logs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tutor.commands.arguments import UsageError

if TYPE_CHECKING:
    from tutor.event_log import Event
    from tutor.learners.item_figures import Item, ItemFigures

EXAMPLES = """\b
tebiki items my-class/
tebiki items ann.jsonl ben.jsonl
tebiki items my-class/ --all
"""


@click.command(
    "items", short_help="find questions that are too easy, easily guessed or reported as odd", epilog=EXAMPLES
)
@click.argument("logs", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--all", "every", is_flag=True, help="list every item, not only flagged ones")
def command(logs: tuple[Path, ...], every: bool) -> None:
    """Print how often the questions of each kind and of each lesson were answered correctly on the first try.

    Then list the flagged questions (items): those that are too easy, easily guessed or reported as odd.

    LOGS are progress files, folders of them, or the folder of a class. Only a learner's first answer to a question
    counts. Columns: correct first answers out of all, with a 95% confidence interval, computed as if every answer came
    from a different learner; the number of learners; the share that random guessing would get right;
    and the correlation with the learner's other answers (discrimination).
    """
    from tutor.learners.item_figures import faulty_items, figures_by_source, measure_items

    found = measure_items(read_logs(logs))
    if not found:
        print("No answers in these logs.")
        return
    for item, figures in figures_by_source(found).items():
        print(f"{item.game}: {item.source}: {figure_line(figures)}")
    shown = list(found.items() if every else faulty_items(found))
    if shown:
        print("\nItems:" if every else "\nFlagged items:")
    for item, figures in shown:
        print(f"{item.game}: {item}: {figure_line(figures)}{fault_line(item, figures)}")


def read_logs(paths: Sequence[Path]) -> dict[str, tuple[Event, ...]]:
    """Return the events in files and folders, by learner. Raises UsageError, naming the file, if one is not a log."""
    from tutor.classroom.hand_ins import HandedFile, HandIns, SkippedFile, read_folder, read_hand_in
    from tutor.commands.progress import read_log_text

    found = HandIns()
    for path in paths:
        if path.is_dir():
            folder = read_folder(path)
            for log in folder.logs.values():
                found.add(log)
            found.skipped += folder.skipped
            continue
        file = read_hand_in(HandedFile(path.name, read_log_text(path, "items")))
        if isinstance(file, SkippedFile):
            raise UsageError(f"tebiki items: {path}: is no progress file. Make one with tebiki progress --export.")
        found.add(file)
    for skipped in (one for one in found.skipped if one.why != "other_file"):
        click.echo(f"Left out: {skipped.name}.", err=True)
    return {log.learner: log.events for log in found.logs.values()}


def figure_line(figures: ItemFigures) -> str:
    """Describe the figures of an item."""
    count, (low, high) = len(figures.answers), figures.interval
    if not count:
        return "no answers"
    chance, tells = figures.chance, figures.discrimination
    learners = len({answer.learner for answer in figures.answers})
    parts = [f"{figures.right} of {count} right ({100 * low:.0f} to {100 * high:.0f} %)"]
    parts += ["1 learner" if learners == 1 else f"{learners} learners"]
    parts += [f"chance {100 * chance:.0f} %"] if chance is not None else []
    parts += [f"discrimination {tells:.2f}"] if tells is not None else []
    parts += [f"called odd {figures.odd} times" if figures.odd > 1 else "called odd once"] if figures.odd else []
    return ", ".join(parts)


def fault_line(item: Item, figures: ItemFigures) -> str:
    """Describe what is wrong with an item, including wrong answers that nobody chooses; "" if nothing is wrong."""
    from tutor.learners.item_figures import FAULTS

    told = [FAULTS[fault] for fault in figures.faults if fault not in ("odd", "dead_distractor")]
    if dead := figures.dead_distractors:
        told.append(f"{FAULTS['dead_distractor']}: {', '.join(belief_sentence(item.game, id) for id in dead)}")
    return f"; {'; '.join(told)}" if told else ""


def belief_sentence(game: str, id: str) -> str:
    """Return a counter-rule as a sentence in quotes; its id if the game no longer has it."""
    import engines
    from engines.variants.counter_rules import by_id

    rule = by_id(engines.load(game)).get(id)
    return f'"{rule.says}"' if rule is not None and rule.says else id
