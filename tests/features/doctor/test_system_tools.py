"""A tool of the system that is missing, fails or hangs is no error: it has told nothing."""

import sys

from sixqp_tui.features.doctor.firewalls import output, succeeds


def test_what_a_tool_prints_is_had_and_nothing_where_it_does_not_do_its_work() -> None:
    assert output(sys.executable, "-c", "print('told')").strip() == "told"
    assert output(sys.executable, "-c", "print('told'); raise SystemExit(1)") == ""
    assert output("no-such-tool-anywhere") == "" and not succeeds("no-such-tool-anywhere")


def test_a_tool_that_hangs_is_ended_in_time_and_none_may_ask_anything() -> None:
    assert output(sys.executable, "-c", "import threading; threading.Event().wait()", within=0.5) == ""
    assert output(sys.executable, "-c", "import sys; print(repr(sys.stdin.read()))").strip() == "''"
