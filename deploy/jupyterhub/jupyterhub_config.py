"""A JupyterHub for one class: everybody logs in with a pseudonym and a password from a list that the teacher prints.

    pip install "tebiki[hub]"
    jupyterhub -f deploy/jupyterhub/jupyterhub_config.py

The list lies in the hub's folder (`TEBIKI_HUB`, by default ~/.local/share/tebiki-hub), in `learners.txt`; it is made at
the first start, with a teacher and 40 learners, and may be edited. Learners get the app, each with progress of their
own and no way to run code. The teacher gets JupyterLab with the same notebooks, and the hub's page of who is there.

All servers run under the account that runs the hub. That is safe as long as learners have the app only. To give them
JupyterLab, put each into an account or a container of their own; docs/running-a-class.md says how.
"""

import hmac
import os
import secrets
import sys
from pathlib import Path

from jupyterhub.auth import Authenticator
from jupyterhub.spawner import SimpleLocalProcessSpawner

from tutor.app.server import project_folder, use_our_template
from tutor.class_server.classroom import SIGNS, list_pseudonyms
from tutor.navigation.links import HOME_PAGE, IN_CLASS_VARIABLE, PAGES_FOLDER

c = get_config()  # noqa: F821  (the hub gives it)

HERE = Path(__file__).resolve().parent
STATE = Path(os.environ.get("TEBIKI_HUB") or Path.home() / ".local" / "share" / "tebiki-hub")
LEARNERS = STATE / "learners.txt"
TEACHER, COUNT, LENGTH = "teacher", 40, 8


def password(length: int = LENGTH) -> str:
    """Return a password that can be read from a slip of paper."""
    return "".join(secrets.choice(SIGNS) for _ in range(length))


def make_list() -> None:
    """Write the list of who may come in, if there is none."""
    if LEARNERS.exists():
        return
    chosen = secrets.SystemRandom().sample([name.lower().replace(" ", "-") for name in list_pseudonyms("en")], COUNT)
    rows = [f"{TEACHER} {password(24)}", *(f"{name} {password()}" for name in sorted(chosen))]
    handle = os.open(LEARNERS, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with open(handle, "w", encoding="utf-8") as file:
        file.write("\n".join(rows) + "\n")
    print(f"Names and passwords are in {LEARNERS}", flush=True)


def known() -> dict[str, str]:
    """Return the password of each name."""
    rows = (line.split() for line in LEARNERS.read_text(encoding="utf-8").splitlines())
    return {row[0]: row[1] for row in rows if len(row) == 2 and not row[0].startswith("#")}


class OfTheList(Authenticator):
    """Lets in who has a name of the list and its password."""

    async def authenticate(self, handler, data):
        """Return the name, or None."""
        name = data["username"]
        wanted = known().get(name, password())
        return name if hmac.compare_digest(wanted.encode(), data["password"].encode()) else None


class OwnFolder(SimpleLocalProcessSpawner):
    """Starts a server whose progress lies in a folder of its own."""

    def make_preexec_fn(self, name):
        """Leave the folder to `start`: between fork and program nothing is run."""

    async def start(self):
        """Prepare the folder and what this person may do, then start."""
        folder = STATE / "people" / self.user.name
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self.home_dir = str(folder)
        teacher = self.user.name == TEACHER
        self.default_url = f"/{'lab/tree' if teacher else 'voila/render'}/{PAGES_FOLDER}/{HOME_PAGE}"
        self.environment = {**ENVIRONMENT, "TEBIKI_HOME": str(folder / "tebiki")}
        if not teacher:
            self.environment[IN_CLASS_VARIABLE] = ""
        self.args = [] if teacher else [f"--config={HERE / 'learner_config.py'}"]
        if os.geteuid() == 0:
            self.args.append("--allow-root")  # Jupyter asks whether one means it; whoever started this does
        return await super().start()


STATE.mkdir(parents=True, exist_ok=True, mode=0o700)
make_list()
ENVIRONMENT = {name: os.environ[name] for name in ("PYTHONPATH", "TEBIKI_LANGUAGE") if name in os.environ}
use_our_template(ENVIRONMENT)

c.JupyterHub.authenticator_class = OfTheList
c.OfTheList.allow_all = True  # whoever has a password of the list
c.OfTheList.admin_users = {TEACHER}
c.OfTheList.username_pattern = r"[\w-]{1,40}"

c.JupyterHub.spawner_class = OwnFolder
c.OwnFolder.cmd = [sys.executable, "-m", "jupyterhub.singleuser"]
c.OwnFolder.notebook_dir = str(project_folder())
c.OwnFolder.disable_user_config = True
c.OwnFolder.http_timeout = 60

# The proxy in Python of the same interface: no Node is needed.
c.ConfigurableHTTPProxy.command = [sys.executable, "-c", "from configurable_http_proxy.cli import main; main()"]
c.JupyterHub.bind_url = os.environ.get("TEBIKI_HUB_URL", "http://127.0.0.1:8000")
c.JupyterHub.hub_port = int(os.environ.get("TEBIKI_HUB_PORT", "8081"))
c.ConfigurableHTTPProxy.api_url = os.environ.get("TEBIKI_HUB_PROXY", "http://127.0.0.1:8001")
c.ConfigurableHTTPProxy.pid_file = str(STATE / "proxy.pid")
c.JupyterHub.db_url = f"sqlite:///{STATE / 'hub.sqlite'}"
c.JupyterHub.cookie_secret_file = str(STATE / "cookie_secret")
c.JupyterHub.cleanup_servers = True
