import socket

import pytest

from tutor.app import server as app
from tutor.commands import cli


def test_the_next_free_port_is_taken():
    with socket.socket() as busy:
        busy.bind((app.HOST, 0))
        busy.listen()
        port = busy.getsockname()[1]
        assert app.free_port(port) > port


def test_all_ports_busy_is_said():
    with socket.socket() as busy:
        busy.bind((app.HOST, 0))
        busy.listen()
        port = busy.getsockname()[1]
        with pytest.raises(app.AppError, match=f"{port} to {port} are all busy"):
            app.free_port(port, tries=1)


@pytest.mark.parametrize("port", [-1, 0, 65536, 70000])
def test_a_port_that_cannot_be_is_said(port):
    with pytest.raises(app.AppError, match="1 to 65535"):
        app.free_port(port)


def test_a_folder_without_notebooks_is_said(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(app, "__file__", str(tmp_path / "tutor" / "app.py"))
    assert cli.main(["app", "--no-browser"]) == 1
    assert "There is no notebooks/index.ipynb" in capsys.readouterr().err
    assert cli.main(["app", "--no-browser", "--folder", str(tmp_path)]) == 1


def test_our_template_is_found_beside_other_folders():
    environment = {"JUPYTER_PATH": "/other"}
    app.use_our_template(environment)
    first, second = environment["JUPYTER_PATH"].split(":")
    assert second == "/other"
    assert (app.Path(first) / "voila" / "templates" / "tebiki" / "index.html.j2").exists()
    assert (app.Path(environment["JUPYTER_CONFIG_PATH"]) / "voila.json").exists()
