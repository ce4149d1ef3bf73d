"""How nbval runs the notebooks: most in forked kernels like the app's, and some in an ordinary kernel, as in Lab.

An ordinary kernel needs a second for imports that a forked one already has. A shard of all tests uses only ordinary
kernels.
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
"""One notebook in this many runs in an ordinary kernel, if the others are forked."""
NAME = "tebiki-tests"


class Forking(Provisioner):
    """Forks kernels, even if each notebook is run by a separate event loop."""

    async def launch_kernel(self, cmd: list[str], **kwargs: Any) -> Any:
        """Fork a kernel; from a new process if the existing one belongs to another loop."""
        known = Provisioner.parent_process
        if known and known.loop not in (None, asyncio.get_running_loop()):
            self.close()
        return await super().launch_kernel(cmd, **kwargs)


def is_forked(path: Path) -> bool:
    """Tell whether the kernel of a notebook is forked to save time."""
    return not is_one_in(ORDINARY, path.relative_to(FOLDER).as_posix())


def leave_unwritten(message: object) -> str:
    """Replace `pformat`: nbval formats every message for a discarded log, which takes two thirds of its own time."""
    return ""


def prepare(path: Path, quickly: bool) -> None:
    """Decide how the kernel of a notebook is started.

    quickly : fork it, unless the notebook must have an ordinary kernel.
    """
    from nbval import kernel  # already imported if notebooks run, and not needed otherwise

    kernel.pformat = leave_unwritten
    group = KernelProvisionerFactory.GROUP_NAME
    KernelProvisionerFactory.provisioners[NAME] = EntryPoint(NAME, f"{__name__}:Forking", group)
    name = NAME if quickly and is_forked(path) else "local-provisioner"
    KernelProvisionerFactory.clear_instance()
    KernelProvisionerFactory.instance(config=Config({"KernelProvisionerFactory": {"default_provisioner_name": name}}))


def finish() -> None:
    """Restore the state for other tests, which start kernels in their own way."""
    Provisioner.close()
    KernelProvisionerFactory.clear_instance()
