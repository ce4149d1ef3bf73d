"""Replaces typing_extensions in the browser, whose Python has everything that the libraries take from it."""

from typing import *  # noqa: F403
