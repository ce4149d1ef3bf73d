"""The notebooks of the lesson plans, made from the plans: `python -m tutor.classroom.plan_notebooks` writes them.

In Lab each part has its heading as a cell, and there are cells to run and to change; in the app the parts draw their
own headings. A student's notebook is made from a plan without the teacher's entries.
"""

from __future__ import annotations

from pathlib import Path

import nbformat
from nbformat import NotebookNode

from tutor.classroom.lesson_plans import LessonPlan, list_plans
from tutor.navigation.links import PAGES_FOLDER, bundled_project
from tutor.text import format_message

LAB_ONLY = {"tags": ["lab-only"]}


def plan_notebook(plan: LessonPlan) -> NotebookNode:
    """Return the notebook of a plan, for the teacher or the student as the plan itself says."""
    role = "teacher" if plan.teacher else "student"
    title = f"{plan['title']} · {format_message(f'plans.{role}')}"
    teacher = ", teacher=True" if plan.teacher else ""
    cells = [
        _text(
            "title",
            f"# {plan['title']}\n\n**{format_message(f'plans.{role}')}.** {plan['question']} {_plain(plan['text'])}",
        ),
        _code("import", f'import tutor\n\nplan = tutor.plan("{plan.name}"{teacher})'),
        _code("top", "plan.top()"),
    ]
    for name in plan.headings():
        cells += [
            _text(f"{name}-head", f"## {format_message(f'plans.heading.{name}')}"),
            _code(name, f'plan.part("{name}")'),
        ]
        if name == "play":
            cells += [_code(f"play-{n}", f"plan.play({n})") for n in range(len(plan.rows("play")))]
        for n, row in enumerate(one for one in plan.rows("cell") if one["part"] == name):
            cells += [_text(f"{name}-lab-{n}", row["text"]), _lab(f"{name}-code-{n}", row["code"].strip())]
    made: NotebookNode = nbformat.v4.new_notebook(cells=cells)
    made.metadata = {
        "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
        "title": title,
    }
    return made


def notebook_path(plan: LessonPlan, folder: Path) -> Path:
    """Return the path of a plan's notebook inside the folder of the notebooks."""
    return folder / "classroom" / "plans" / f"{plan.name}_{'teacher' if plan.teacher else 'student'}.ipynb"


def notebook_text(plan: LessonPlan) -> str:
    """Return the notebook of a plan as the text of its file."""
    return str(nbformat.writes(plan_notebook(plan)))


def both_plans(plan: LessonPlan) -> tuple[LessonPlan, LessonPlan]:
    """Return the teacher's and the student's plan."""
    return plan, plan.for_student()


def _plain(text: str) -> str:
    return text.replace("{", "(").replace("}", ")")


def _text(id: str, text: str) -> NotebookNode:
    made: NotebookNode = nbformat.v4.new_markdown_cell(text, id=id, metadata=LAB_ONLY)
    return made


def _code(id: str, text: str, **metadata: object) -> NotebookNode:
    made: NotebookNode = nbformat.v4.new_code_cell(text, id=id, metadata=metadata)
    return made


def _lab(id: str, text: str) -> NotebookNode:
    return _code(id, text, **LAB_ONLY)


def main() -> None:
    """Write the notebooks of all plans."""
    home = bundled_project()
    assert home is not None
    for plan in list_plans():
        for one in both_plans(plan):
            path = notebook_path(one, home / PAGES_FOLDER)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(notebook_text(one) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
