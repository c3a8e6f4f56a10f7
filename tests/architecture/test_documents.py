"""What the documents say about the source is so."""

import re
from pathlib import Path

import pytest
from support.source import ROOT

DOCUMENTS = [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("protocol/**/*.md")]
STARTS = (ROOT, ROOT / "sixqp_tui", ROOT / "protocol")
PATH = re.compile(r"`((?:[\w.-]+/)+\w[\w-]*\.[a-z]+|(?:tests|docs|protocol|tools)/[\w./-]*)`")
LINK = re.compile(r"\]\((?!https?:)([^)#\s]+)\)")


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_file_that_a_document_names_is_there(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    named = PATH.findall(text)
    missing = {path for path in named if not any((start / path).exists() for start in (*STARTS, document.parent))}
    assert missing | {link for link in LINK.findall(text) if not (document.parent / link).exists()} == set()
