"""The promises of docs/security.md are kept by tests that exist."""

import ast
import re
from functools import cache

import pytest
from support.source import ROOT

TEXT = (ROOT / "docs/security.md").read_text(encoding="utf-8")
NAMED = re.compile(r"`(tests/[\w/]+\.py)::(\w+)`")
PROMISED = TEXT.partition("## What is promised")[2].partition("## What is not promised")[0]
PROMISES = [line for line in PROMISED.splitlines() if line.startswith("| ") and not line.startswith("| promise")]


@cache
def functions(path: str) -> frozenset[str]:
    """The names of the functions of a file."""
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    return frozenset(
        node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    )


def test_every_promise_names_a_test() -> None:
    assert len(PROMISES) > 20
    assert [line for line in PROMISES if not NAMED.search(line.rpartition(" | ")[2])] == []


@pytest.mark.slow
def test_every_named_test_exists() -> None:
    named = sorted(set(NAMED.findall(TEXT)))
    assert [each for each in named if not (each[1].startswith("test_") and each[1] in functions(each[0]))] == []


def test_every_test_file_is_referenced_with_a_test_name() -> None:
    files = set(re.findall(r"tests/[\w/]+\.py", TEXT))
    assert files == {path for path, _name in NAMED.findall(TEXT)} | {"tests/architecture/test_security.py"}
