"""A tool of the system that is missing, fails or hangs is no error: it has told nothing."""

import sys

import pytest

from sixqp_tui.features.doctor.firewalls import output, succeeds


def test_a_tools_output_is_returned_and_nothing_if_it_fails() -> None:
    assert output(sys.executable, "-c", "print('told')").strip() == "told"
    assert output(sys.executable, "-c", "print('told'); raise SystemExit(1)") == ""
    assert output("no-such-tool-anywhere") == "" and not succeeds("no-such-tool-anywhere")


@pytest.mark.slow
def test_a_hanging_tool_is_stopped_and_no_tool_can_prompt() -> None:
    assert output(sys.executable, "-c", "import threading; threading.Event().wait()", within=0.5) == ""
    assert output(sys.executable, "-c", "import sys; print(repr(sys.stdin.read()))").strip() == "''"
