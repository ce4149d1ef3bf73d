"""Replaces the list of all widgets in ipywidgets by those that Tebiki's pages use, taken from ipywidgets itself."""

from .domwidget import DOMWidget as DOMWidget
from .widget import Widget as Widget
from .widget import register as register
from .widget import widget_serialization as widget_serialization
from .widget_box import Box as Box
from .widget_layout import Layout as Layout
