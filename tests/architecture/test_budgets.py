"""How long a file, a function and a class may be. Lines of a function: from `def` to its end, without docstring."""

import ast
from collections.abc import Iterator
from importlib import import_module
from pkgutil import walk_packages

from support.source import Module, modules
from textual.dom import DOMNode

import sixqp_tui.tui

MODULES = modules("sixqp_tui", "protocol")
Function = ast.FunctionDef | ast.AsyncFunctionDef


def _lines(module: Module) -> int:
    return len(module.text.splitlines())


def _functions() -> Iterator[tuple[str, int]]:
    for module in MODULES:
        for node in ast.walk(module.tree):
            if isinstance(node, Function):
                yield f"{module.where}:{node.lineno} {node.name}", _length(node)


def _length(node: Function) -> int:
    doc = node.body[0] if ast.get_docstring(node, clean=False) is not None else None
    return _span(node) - (_span(doc) if doc else 0)


def _span(node: ast.stmt) -> int:
    return (node.end_lineno or node.lineno) - node.lineno + 1


def _classes() -> Iterator[tuple[Module, ast.ClassDef]]:
    for module in MODULES:
        for node in ast.walk(module.tree):
            if isinstance(node, ast.ClassDef):
                yield module, node


def test_no_file_is_over_400_lines() -> None:
    assert {module.where: _lines(module) for module in MODULES if _lines(module) > 400} == {}


def test_no_function_is_over_45_lines() -> None:
    assert {name: length for name, length in _functions() if length > 45} == {}


def test_no_class_is_over_400_lines_with_all_that_it_inherits_of_ours() -> None:
    own = {(module.name, node.name): _span(node) for module, node in _classes()}
    lengths = {kind: sum(own.get((base.__module__, base.__name__), 0) for base in kind.__mro__) for kind in _tui()}
    assert {kind.__name__: length for kind, length in lengths.items() if length > 400} == {}


def test_what_is_shown_is_put_together_from_parts_and_not_inherited_through_chains() -> None:
    """A class of Textual's has one base of ours at most."""
    chains = {kind: [base.__name__ for base in kind.__mro__[1:] if _is_ours(base)] for kind in _tui()}
    assert {kind.__name__: bases for kind, bases in chains.items() if len(bases) > 1} == {}


def _tui() -> set[type[DOMNode]]:
    """All apps, screens and widgets of ours."""
    found = (import_module(each.name) for each in walk_packages(sixqp_tui.tui.__path__, "sixqp_tui.tui."))
    values = (value for module in found for value in vars(module).values())
    return {value for value in values if isinstance(value, type) and issubclass(value, DOMNode) and _is_ours(value)}


def _is_ours(kind: type) -> bool:
    return kind.__module__.startswith("sixqp_tui")


def test_every_module_has_a_docstring() -> None:
    everything = modules("sixqp_tui", "protocol", "tests")
    assert [module.where for module in everything if not _documented(module.tree)] == []


def test_every_public_class_has_a_docstring() -> None:
    public = ((module, node) for module, node in _classes() if not node.name.startswith("_"))
    assert [f"{module.where} {node.name}" for module, node in public if not _documented(node)] == []


def _documented(node: ast.Module | ast.ClassDef) -> bool:
    return bool(ast.get_docstring(node))
