"""When to think again: a file of more than 400 lines, or a class of as many with all that it inherits of ours.

The size of a function is looked after by ruff (C90, PLR0912, PLR0915). What is one thought and yet so long may
stand in `ONE_THOUGHT`, with the reason; nothing is cut in two to come under a number.
"""

import importlib
import inspect
import pkgutil
from collections.abc import Iterator

from support.source import modules

import sixqp_protocol
import sixqp_tui

MOST = 400
ONE_THOUGHT: dict[str, str] = {}
"""The name of a file or a class: why it is one thought."""


def test_no_file_is_longer_than_one_thought() -> None:
    long = {module.name for module in modules("sixqp_tui", "protocol") if module.text.count("\n") > MOST}
    assert long - ONE_THOUGHT.keys() == set()


def test_no_class_is_longer_than_one_thought_with_all_that_it_inherits() -> None:
    assert {name for name, lines in _classes() if lines > MOST} - ONE_THOUGHT.keys() == set()


def _classes() -> Iterator[tuple[str, int]]:
    """Every class of ours, with its lines and those of its bases of ours."""
    for package in (sixqp_protocol, sixqp_tui):
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if found.name.endswith("__main__"):
                continue
            module = importlib.import_module(found.name)  # noqa: TID251 (every module, whatever its name)
            for name, value in vars(module).items():
                if inspect.isclass(value) and value.__module__ == found.name:
                    bases = [base for base in value.__mro__ if base.__module__.startswith("sixqp_")]
                    yield f"{found.name}.{name}", sum(len(inspect.getsourcelines(base)[0]) for base in bases)
