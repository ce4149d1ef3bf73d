"""`tebiki progress`: a learner's log, checked with the engine, exported, or merged with another."""

from __future__ import annotations

from pathlib import Path

import click

from tutor.commands.arguments import UsageError

EXAMPLES = """\b
tebiki progress
tebiki progress mine.jsonl
tebiki progress --export mine.jsonl
tebiki progress mine.jsonl --import
"""
MOST_SHOWN = 20
NO_LOG = (
    (b"\xff\xfe", "UTF-16 text", "Save it as UTF-8."),
    (b"\xfe\xff", "UTF-16 text", "Save it as UTF-8."),
    (b"\x1f\x8b", "a gzip archive", "Unpack it first."),
    (b"PK\x03\x04", "a zip archive", "Unpack it first."),
)
"""The first bytes of files that are not logs, with what these files are and the remedy."""


@click.command("progress", short_help="verify your progress log, export it, or merge another", epilog=EXAMPLES)
@click.argument("file", required=False, type=click.Path(path_type=Path), help="a log (default: your own)")
@click.option("--export", "target", type=click.Path(path_type=Path), help="write your own log to a new file")
@click.option("--import", "taken", is_flag=True, help="add the events in the file to your own log")
def command(file: Path | None, target: Path | None, taken: bool) -> int:
    """Replay a log through the engine and report every answer whose result differs from the recorded one.

    To keep two machines in step, import each machine's export on the other: nothing is overwritten or counted twice.
    Exits with 1 if a result differs.
    """
    from tutor import progress
    from tutor.learners.audit import audit_log
    from tutor.lessons.replay import is_consistent

    if taken and file is None:
        raise UsageError("tebiki progress: --import needs the file to import.")
    if target is not None:
        if file is not None:
            raise UsageError("tebiki progress: --export writes your own log; leave out the other file.")
        count = progress.export_log(progress.learner_id(), target).count("\n")
        print(f"{target}: {count} events.")
        return 0
    path = file or progress.log_file(progress.learner_id())
    if file is None and not path.exists():
        print(f"Nothing yet. Your progress will be in {path}.")
        return 0
    text = read_log_text(path)
    if taken:
        found = progress.import_log(progress.learner_id(), text, is_consistent)
        print(
            f"Added: {found.added} of {found.found} events. Refused, because their results differ from the record: "
            f"{len(found.refused)}. Unreadable lines: {found.broken}."
        )
        return 1 if found.refused else 0
    audited = audit_log(text.split("\n"))
    for number in audited.broken[:MOST_SHOWN]:
        print(f"line {number}: cannot be read, skipped.")
    for difference in audited.differences[:MOST_SHOWN]:
        print(difference)
    left = max(len(audited.broken) - MOST_SHOWN, 0) + max(len(audited.differences) - MOST_SHOWN, 0)
    if left:
        print(f"And {left} more.")
    print(
        f"{path}: {audited.events} events; {audited.again} replay as recorded, "
        f"{len(audited.differences)} differ, {audited.others} cannot be replayed."
    )
    return 1 if audited.differences else 0


def read_log_text(path: Path, command: str = "progress") -> str:
    """Return the text of a log. command : the command named in messages.

    Raises UsageError, naming the file, if the file cannot be read.
    """
    try:
        data = path.read_bytes()
        for mark, kind, remedy in NO_LOG:
            if data.startswith(mark):
                raise UsageError(f"tebiki {command}: {path}: is {kind}. {remedy}")
        return data.decode("utf-8-sig", errors="replace")
    except FileNotFoundError:
        raise UsageError(f"tebiki {command}: {path}: no such file.") from None
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "cannot be read"
        raise UsageError(f"tebiki {command}: {path}: {why}.") from None
