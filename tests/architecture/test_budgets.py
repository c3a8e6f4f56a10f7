"""How long a file, a function and a class may be. Lines of a function: from `def` to its end, without docstring."""

import ast
from collections.abc import Iterator

import pytest
from support.source import Module, modules

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


def _bases(node: ast.ClassDef) -> set[str]:
    """The plain names of a class's bases: `Screen` for `Screen[int]` and `screen.Screen`."""
    whole = (base.value if isinstance(base, ast.Subscript) else base for base in node.bases)
    return {base.attr if isinstance(base, ast.Attribute) else getattr(base, "id", "") for base in whole}


def test_no_file_is_over_400_lines() -> None:
    assert {module.where: _lines(module) for module in MODULES if _lines(module) > 400} == {}


def test_no_function_is_over_45_lines() -> None:
    assert {name: length for name, length in _functions() if length > 45} == {}


@pytest.mark.parametrize(("kind", "most"), [("App", 99), ("Screen", 200)])
def test_no_screen_is_over_200_lines_and_no_app_reaches_100(kind: str, most: int) -> None:
    of_kind = [(f"{module.where} {node.name}", _span(node)) for module, node in _classes() if _is(node, kind)]
    assert {name: length for name, length in of_kind if length > most} == {}


def _is(node: ast.ClassDef, kind: str) -> bool:
    return any(name.endswith(kind) for name in (node.name, *_bases(node)))


def test_every_module_has_a_docstring() -> None:
    everything = modules("sixqp_tui", "protocol", "tests")
    assert [module.where for module in everything if not _documented(module.tree)] == []


def test_every_public_class_has_a_docstring() -> None:
    public = ((module, node) for module, node in _classes() if not node.name.startswith("_"))
    assert [f"{module.where} {node.name}" for module, node in public if not _documented(node)] == []


def _documented(node: ast.Module | ast.ClassDef) -> bool:
    return bool(ast.get_docstring(node))
