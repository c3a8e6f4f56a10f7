"""Behaviour is built from parts, not from inheritance chains."""

import inspect
from functools import cache
from importlib import import_module  # noqa: TID251 (every module, whatever its name)
from pkgutil import walk_packages

from support.systems import OF_OTHER_SYSTEMS
from textual.dom import DOMNode

import sixqp_protocol
import sixqp_tui


def test_screens_and_widgets_use_composition_instead_of_inheritance_chains() -> None:
    """A class of Textual's has one base of ours at most."""
    shown = [kind for kind in classes() if issubclass(kind, DOMNode)]
    assert {name(kind) for kind in shown if len(inherited(kind)) > 2} == set()


@cache
def classes() -> list[type]:
    """Every class of ours."""
    packages = (sixqp_protocol, sixqp_tui)
    found = (each.name for package in packages for each in walk_packages(package.__path__, f"{package.__name__}."))
    modules_of_ours = (
        import_module(each) for each in found if not each.endswith("__main__") and each not in OF_OTHER_SYSTEMS
    )
    values = {value for module in modules_of_ours for value in vars(module).values() if inspect.isclass(value)}
    return [*filter(ours, values)]


def ours(kind: type) -> bool:
    return kind.__module__.startswith("sixqp_")


def inherited(kind: type) -> list[type]:
    return [base for base in kind.__mro__ if ours(base)]


def name(kind: type) -> str:
    return f"{kind.__module__}.{kind.__qualname__}"
