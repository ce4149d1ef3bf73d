"""Replaces typing_extensions in the browser, whose Python contains everything that the libraries import from it."""

from typing import *  # noqa: F403
