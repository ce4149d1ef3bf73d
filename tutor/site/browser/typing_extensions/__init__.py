"""Stands for typing_extensions in the browser, whose Python is new enough to have all that libraries ask it for."""

from typing import *  # noqa: F403
