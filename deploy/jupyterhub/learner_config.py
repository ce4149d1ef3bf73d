"""What the server of a learner may do: show the app, and carry clicks to its pages. No code comes in over it."""

from jupyterhub.singleuser.extension import JupyterHubAuthorizer
from tornado.web import HTTPError

from tutor.navigation.links import PAGES_FOLDER, is_for_learners

c = get_config()  # noqa: F821  (Jupyter gives it)


class AppOnly(JupyterHubAuthorizer):
    """Lets a page talk with its kernel, and nothing else: no files, no terminals, no kernels of one's own."""

    def is_authorized(self, handler, user, action, resource):
        """Tell whether it is the line of a page to its kernel, or the question how that does."""
        asked = (resource, action, handler.request.method)
        page = asked in {("kernels", "execute", "GET"), ("kernels", "read", "GET"), ("kernels", "write", "DELETE")}
        return page and super().is_authorized(handler, user, action, resource)


def only_for_learners(request, notebook, cwd):
    """Refuse the teacher's pages, before their kernel starts."""
    page = request.path_args[0].removeprefix(f"{PAGES_FOLDER}/")
    if not request.path_args[0].startswith(f"{PAGES_FOLDER}/") or not is_for_learners(page):
        raise HTTPError(404)


c.VoilaConfiguration.prelaunch_hook = only_for_learners
c.ServerApp.authorizer_class = AppOnly
c.ServerApp.jpserver_extensions = {
    "voila.server_extension": True,
    "jupyterlab": False,
    "jupyter_lsp": False,
    "jupyter_server_terminals": False,
    "notebook_shim": False,
}
c.ServerApp.terminals_enabled = False
c.ServerApp.shutdown_no_activity_timeout = 3600
c.MappingKernelManager.update(
    allowed_message_types=[
        "comm_open",
        "comm_close",
        "comm_msg",
        "comm_info_request",
        "kernel_info_request",
        "shutdown_request",
    ],
    cull_interval=60,
    cull_idle_timeout=600,
    cull_connected=False,
)
