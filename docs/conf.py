"""The configuration with which Sphinx builds a site from these documents: `python3 run.py docs`.

The documents are plain Markdown that reads well on its own. Two things that a site needs in addition are added here: a
document's path in backticks becomes a link to its page, and the page about the commands is generated from their help
texts.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import click
from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from tutor.commands import cli

ROOT = Path(__file__).resolve().parents[1]
LANTERN = ROOT / "tutor" / "app" / "voila" / "share" / "voila" / "templates" / "tebiki" / "static" / "lantern.svg"
PAGES_ELSEWHERE = {"README.md": "start", "CONTRIBUTING.md": "contributing", "CHANGELOG.md": "changes"}
"""The pages that include a document from outside this folder."""

project = "Tebiki"
author = "Tebiki contributors"
release = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
exclude_patterns: list[str] = []
default_role = "code"
myst_heading_anchors = 3
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
python_maximum_signature_line_length = 100
html_theme = "furo"
html_title = "Tebiki"
html_logo = html_favicon = str(LANTERN)
html_static_path = ["static"]
html_css_files = ["site.css"]
html_show_copyright = False
html_copy_source = False
html_show_sourcelink = False
html_theme_options = {
    "light_css_variables": {
        "color-brand-primary": "#2d4a7c",
        "color-brand-content": "#2d4a7c",
        "color-background-primary": "#fffdf8",
        "color-background-secondary": "#f6f1e7",
        "color-code-background": "#f6f1e7",
    },
    "dark_css_variables": {
        "color-brand-primary": "#a5bdf0",
        "color-brand-content": "#a5bdf0",
        "color-background-primary": "#17181d",
        "color-background-secondary": "#1f2128",
    },
}


class CommandHelp(SphinxDirective):
    """A directive that shows the help of every command of `tebiki`, one section each."""

    def run(self) -> list[nodes.Node]:
        """Return the sections."""
        sections = []
        for name in cli.COMMANDS:
            command = cli.tebiki.get_command(click.Context(cli.tebiki), name)
            assert command is not None
            title = f"tebiki {name}"
            with click.Context(command, info_name=title, max_content_width=90) as context:
                text = command.get_help(context)
            section = nodes.section(ids=[f"tebiki-{name}"], names=[title])
            section += nodes.title(text=title)
            section += nodes.literal_block(text=text, language="none")
            sections.append(section)
        return sections


def link_documents(app: Sphinx, doctree: nodes.document) -> None:
    """Turn the path of a document, written in backticks, into a link to its page."""
    for literal in list(doctree.findall(nodes.literal)):
        page = page_of(literal.astext())
        if page in app.env.found_docs and not isinstance(literal.parent, nodes.reference):
            link = addnodes.pending_xref(
                "", refdomain="std", reftype="doc", reftarget=f"/{page}", refexplicit=False, refwarn=True
            )
            link += nodes.inline(text=literal.astext())
            literal.replace_self(link)


def page_of(path: str) -> str:
    """Return the name of a document's page: "cards" for "docs/cards.md"; "" if the path is not a document."""
    found = re.fullmatch(r"docs/([\w/-]+)\.md", path)
    return found[1] if found else PAGES_ELSEWHERE.get(path, "")


def setup(app: Sphinx) -> None:
    """Register the directive and the links with Sphinx."""
    app.add_directive("command-help", CommandHelp)
    app.connect("doctree-read", link_documents)
