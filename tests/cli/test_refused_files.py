"""Disks, folders and pipes that refuse: one sentence where a command must end, and a table that plays on."""

import json
import os
import sys
from io import BytesIO, TextIOWrapper

import pytest

from sixqp_tui.joining.failure import Failure
from sixqp_tui.joining.target import TableEndpoint
from sixqp_tui.terminal.output import print_json, print_line

SOMEWHERE = TableEndpoint((("127.0.0.1", 1),))
needs_full = pytest.mark.skipif(sys.platform != "linux", reason="Only Linux has an output that is always full.")


def printing_to(monkeypatch: pytest.MonkeyPatch, descriptor: int) -> None:
    monkeypatch.setattr(sys, "stdout", os.fdopen(descriptor, "w", encoding="utf-8"))


@needs_full
def test_facts_that_cannot_be_written_end_with_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    printing_to(monkeypatch, os.open("/dev/full", os.O_WRONLY))
    with pytest.raises(Failure, match="The output can't be written"):
        print_line("{}")
    sys.stdout.flush()


def test_json_is_escaped_for_an_output_with_a_limited_encoding(monkeypatch: pytest.MonkeyPatch) -> None:
    written = BytesIO()
    monkeypatch.setattr(sys, "stdout", TextIOWrapper(written, encoding="cp1252"))
    print_json('{"title":"Zoé ∀"}'.encode())
    assert json.loads(written.getvalue().decode("ascii")) == {"title": "Zoé ∀"}
