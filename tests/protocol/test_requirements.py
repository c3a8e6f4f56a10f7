"""The requirements of `SPEC.md` have numbers, and each names the tests or vectors that check it."""

import ast
import re
import tomllib
from functools import cache
from pathlib import Path

from support.source import ROOT

PROTOCOL = ROOT / "protocol"
SPEC = (PROTOCOL / "SPEC.md").read_text(encoding="utf-8")
NUMBERED = [int(number) for number in re.findall(r"^- \*\*R(\d+)\*\* ", SPEC, re.M)]
LINES = (Path(__file__).parent / "requirements.toml").read_text(encoding="utf-8")
CHECKED: dict[int, list[str]] = {int(name[1:]): checks for name, checks in tomllib.loads(LINES).items()}


@cache
def functions(path: str) -> frozenset[str]:
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    return frozenset(node.name for node in ast.walk(tree) if isinstance(node, kinds))


def exists(check: str) -> bool:
    path, _, function = check.partition("::")
    if not function:
        return (PROTOCOL / path).is_file()
    return (ROOT / path).is_file() and function.startswith("test_") and function in functions(path)


def test_each_requirement_has_its_own_number_and_its_line() -> None:
    assert list(CHECKED) == sorted(NUMBERED)
    assert len(NUMBERED) == len(set(NUMBERED))


def test_each_requirement_names_tests_or_vectors_that_exist() -> None:
    assert [number for number, checks in CHECKED.items() if not checks] == []
    assert [check for checks in CHECKED.values() for check in checks if not exists(check)] == []


def test_every_referenced_requirement_exists() -> None:
    assert set(map(int, re.findall(r"\bR(\d+)\b", SPEC))) == set(NUMBERED)
