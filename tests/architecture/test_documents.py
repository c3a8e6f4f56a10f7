"""What the documents say about the source is so."""

import re
from pathlib import Path

from support.cases import for_each
from support.source import ROOT

DOCUMENTS = [*ROOT.glob("*.md"), *ROOT.glob("t*/*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("protocol/**/*.md")]
STARTS = (ROOT, ROOT / "sixqp_tui", ROOT / "protocol")
PATH = re.compile(r"`((?:[\w.-]+/)+\w[\w-]*\.[a-z]+|(?:tests|docs|protocol|tools)/[\w./-]*)`")
LINK = re.compile(r"\]\((?!https?:)([^)#\s]+)\)")


@for_each(DOCUMENTS, lambda document: document.name)
def test_every_file_named_in_a_document_exists(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    named = PATH.findall(text)
    missing = {path for path in named if not any((start / path).exists() for start in (*STARTS, document.parent))}
    assert missing | {link for link in LINK.findall(text) if not (document.parent / link).exists()} == set()


def test_the_architecture_map_lists_every_feature_and_gateway_with_its_tests() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    mapped = re.findall(r"^\|[^|]+\| `([^`]+)/` \| `([^`]+)/` \|$", text, re.MULTILINE)
    homes = [
        path.parent for kind in ("features", "gateways") for path in ROOT.glob(f"sixqp_tui/{kind}/*/__init__.py")
    ]
    folders = {f"{home.parent.name}/{home.name}" for home in homes}
    assert dict(mapped) == {folder: f"tests/{folder}" for folder in folders}
    assert [tests for _folder, tests in mapped if not (ROOT / tests).is_dir()] == []


def test_the_workflow_finds_both_test_commands_in_the_readme_and_they_match() -> None:
    """It takes both lines out of the README by these marks, so that what is tried is what a newcomer types."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    workflow = (ROOT / ".github/workflows/ci.yml").read_text(encoding="utf-8")
    mark, windows_line = "<!-- the test line -->", "^py (.*pytest.*)$"
    assert mark in workflow and "/^python3 /" in workflow and windows_line in workflow
    posix = next(line for line in readme.partition(mark)[2].splitlines() if line.startswith("python3 "))
    windows = re.findall(windows_line, readme, re.MULTILINE)
    translated = posix.removeprefix("python3 ").replace("/bin/", "/Scripts/").replace("/", "\\").replace("'", "")
    assert windows == [translated]
