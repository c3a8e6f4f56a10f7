"""When to think again: a file of more than 400 lines, or a class of as many with all that it inherits of ours.

The size of a function is looked after by ruff (C90, PLR0912, PLR0915). What is one thought and yet so long may
stand in `ONE_THOUGHT`, with the reason; nothing is cut in two, or inherited, to come under a number.
"""

import inspect
from functools import cache
from importlib import import_module  # noqa: TID251 (every module, whatever its name)
from pkgutil import walk_packages

import pytest
from support.source import modules
from support.systems import OF_OTHER_SYSTEMS
from textual.dom import DOMNode

import sixqp_protocol
import sixqp_tui

MOST = 400
ONE_THOUGHT: dict[str, str] = {
    "sixqp_tui.plain.commands": "all that can be typed, one entry a command",
    "sixqp_tui.cli.arguments.parser": "every option of every command",
    "sixqp_tui.i18n.game.table": "all that is said at a table",
}
"""The name of a file or a class: why it is one thought."""


def test_no_file_is_longer_than_one_thought() -> None:
    long = {module.name for module in modules("sixqp_tui", "protocol") if module.text.count("\n") > MOST}
    assert long - ONE_THOUGHT.keys() == set()


@pytest.mark.slow
def test_no_class_is_longer_than_one_thought_with_all_that_it_inherits_of_ours() -> None:
    lengths = {name(kind): sum(map(lines, inherited(kind))) for kind in classes()}
    assert {each for each, length in lengths.items() if length > MOST} - ONE_THOUGHT.keys() == set()


def test_what_is_shown_is_put_together_from_parts_and_not_inherited_through_chains() -> None:
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
    """The class itself, and its bases of ours."""
    return [base for base in kind.__mro__ if ours(base)]


def name(kind: type) -> str:
    return f"{kind.__module__}.{kind.__qualname__}"


def lines(kind: type) -> int:
    return len(inspect.getsourcelines(kind)[0])
