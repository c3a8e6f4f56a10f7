"""How often a process of a table that dies is started again."""

from sixqp_tui.hosting.process.table_process import MAX_RESTARTS, RESTART_PAUSE, RESTART_SECONDS, RestartLimit


def test_a_process_that_keeps_dying_is_restarted_later_and_then_given_up() -> None:
    limit = RestartLimit()
    pauses = [limit.pause(float(now)) for now in range(MAX_RESTARTS + 1)]
    assert pauses == [*(number * RESTART_PAUSE for number in range(MAX_RESTARTS)), None]


def test_a_process_that_dies_rarely_is_always_restarted_at_once() -> None:
    limit = RestartLimit()
    assert [limit.pause(number * RESTART_SECONDS) for number in range(10)] == [0.0] * 10
