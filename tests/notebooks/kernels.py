"""How nbval runs the notebooks: in kernels forked as in the app's, and some in an ordinary one, as in Lab.

An ordinary kernel begins with a second of work for what a forked one has imported already. A shard of all tests has
ordinary ones only.
"""

from __future__ import annotations

import asyncio
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

from jupyter_client.provisioning import KernelProvisionerFactory
from traitlets.config import Config

from tests.tiers import is_one_in
from tutor.app.provisioner import Provisioner
from tutor.lessons import loader

FOLDER = Path(__file__).resolve().parents[2] / "notebooks"
NOTEBOOKS = sorted(path for path in FOLDER.rglob("*.ipynb") if ".ipynb_checkpoints" not in path.parts)
LESSONS = {path for path in NOTEBOOKS if (loader.FOLDER / path.relative_to(FOLDER)).with_suffix(".toml").exists()}
"""Notebooks with a cell for each step of a lesson."""
ORDINARY = 7
"""One notebook in this many runs in an ordinary kernel where the others fork theirs."""
NAME = "tebiki-tests"


class Forking(Provisioner):
    """Forks, also where each notebook is run by an event loop of its own."""

    async def launch_kernel(self, cmd: list[str], **kwargs: Any) -> Any:
        """Fork a kernel; from a new process if another loop listens to the one there is."""
        known = Provisioner.parent_process
        if known and known.loop not in (None, asyncio.get_running_loop()):
            self.close()
        return await super().launch_kernel(cmd, **kwargs)


def is_forked(path: Path) -> bool:
    """Tell whether the kernel of a notebook is forked where that saves time."""
    return not is_one_in(ORDINARY, path.relative_to(FOLDER).as_posix())


def leave_unwritten(message: object) -> str:
    """Stand in for `pformat`: nbval writes every message out for a log that is not kept, two thirds of its own time."""
    return ""


def prepare(path: Path, quickly: bool) -> None:
    """Decide how the kernel that comes next is started, that of a notebook.

    quickly : fork it, unless it is one of those that never are.
    """
    from nbval import kernel  # where notebooks run it is there already, and nobody else waits for it

    kernel.pformat = leave_unwritten
    group = KernelProvisionerFactory.GROUP_NAME
    KernelProvisionerFactory.provisioners[NAME] = EntryPoint(NAME, f"{__name__}:Forking", group)
    name = NAME if quickly and is_forked(path) else "local-provisioner"
    KernelProvisionerFactory.clear_instance()
    KernelProvisionerFactory.instance(config=Config({"KernelProvisionerFactory": {"default_provisioner_name": name}}))


def finish() -> None:
    """Leave nothing behind to other tests, which start kernels in their own way."""
    Provisioner.close()
    KernelProvisionerFactory.clear_instance()
