"""The bindings that screens and widgets declare."""

import importlib
import pkgutil
from collections.abc import Iterator

from support.systems import OF_OTHER_SYSTEMS
from textual.binding import Binding
from textual.dom import DOMNode

import sixqp_tui.features
import sixqp_tui.tui


def node_classes() -> Iterator[type[DOMNode]]:
    """All screens and widgets of the product."""
    for package in (sixqp_tui.tui, sixqp_tui.features):
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if found.name in OF_OTHER_SYSTEMS:
                continue
            for value in vars(importlib.import_module(found.name)).values():  # noqa: TID251 (every module)
                if isinstance(value, type) and issubclass(value, DOMNode) and value.__module__ == found.name:
                    yield value


def bindings() -> list[Binding]:
    return [entry for kind in node_classes() for entry in vars(kind).get("BINDINGS", ())]
