"""Makes the HTML of a page in the same way as Voilà, but compiles its templates only once."""

from __future__ import annotations

import os

import jinja2
from jinja2.bccache import Bucket
from voila import notebook_renderer
from voila.exporter import VoilaExporter


class TemplateCache(jinja2.BytecodeCache):
    """Compiled templates, kept in memory while the app runs."""

    def __init__(self) -> None:
        self.kept: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Fill a bucket from memory; Jinja compares its checksum with the source."""
        if bucket.key in self.kept:
            bucket.bytecode_from_string(self.kept[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Store the compiled template."""
        self.kept[bucket.key] = bucket.bytecode_to_string()


TEMPLATE_CACHE = TemplateCache()
PAGE_SCRIPTS: list[str] = []
"""Addresses of scripts that every page loads in addition to its own; the class server adds one."""


class PageExporter(VoilaExporter):
    """Voilà's exporter, which would otherwise create a Jinja environment for every page."""

    def _create_environment(self) -> object:
        environment = super()._create_environment()
        environment.bytecode_cache = TEMPLATE_CACHE
        environment.globals["usual_language"] = os.environ.get("TEBIKI_LANGUAGE", "")
        environment.globals["page_scripts"] = PAGE_SCRIPTS
        return environment


def use_exporter() -> None:
    """Make Voilà use this exporter for its pages; there is no setting for that."""
    notebook_renderer.VoilaExporter = PageExporter
