"""Pages that report the owner of their kernel: TEBIKI_LEARNER, the id of the log, and its folder."""

import json
import re

CELL = """from tutor import progress
import os
print("[", os.environ.get("TEBIKI_LEARNER", "nobody"), progress.learner_id(), progress.data_folder(), "]")"""
PLANS = ("classroom/plans/tempo_teacher", "classroom/plans/tempo_student")
PAGES = ("index", "altaria/course", "classroom/index", "classroom/report", "classroom/ask", *PLANS)


def write_pages(folder):
    for page in PAGES:
        path = folder / "notebooks" / f"{page}.ipynb"
        path.parent.mkdir(parents=True, exist_ok=True)
        cell = {"cell_type": "code", "id": "a", "metadata": {}, "outputs": [], "execution_count": None, "source": CELL}
        kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
        notebook = {"cells": [cell], "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}
        path.write_text(json.dumps(notebook))


def told(text):
    """Return what such a page reports: its kernel, and the output of its cell."""
    return re.search(r'"kernelId": "([\w-]+)"', text)[1], re.search(r"\[ (\w+) (\w+) (\S+) \]", text).groups()
