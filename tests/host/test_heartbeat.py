"""When the other end is asked whether it reads, and when it has not answered: by moments, without waiting."""

from itertools import count

from sixqp_tui.host.network.transport import ASK_AFTER, PING_EVERY, READ_WITHIN, Heartbeat


def heartbeat_at(now: float) -> Heartbeat:
    """A line that stands from this moment on."""
    numbers = count()
    return Heartbeat(now, lambda: b"%d" % next(numbers))


def asked(heartbeat: Heartbeat, now: float) -> bytes:
    """The payload of the ping that is due now."""
    payload = heartbeat.question(now)
    assert payload is not None
    return payload


def test_the_first_message_is_followed_by_a_ping_at_once() -> None:
    heartbeat = heartbeat_at(10)
    assert heartbeat.question(10) is None
    heartbeat.sent()
    assert heartbeat.due == 10
    asked(heartbeat, 10)


def test_a_busy_connection_is_pinged_every_half_second() -> None:
    heartbeat = heartbeat_at(0)
    heartbeat.sent()
    heartbeat.answered(asked(heartbeat, 0))
    heartbeat.sent()
    assert heartbeat.question(ASK_AFTER - 0.01) is None and heartbeat.due == ASK_AFTER
    asked(heartbeat, ASK_AFTER)


def test_no_ping_is_sent_while_one_is_unanswered() -> None:
    heartbeat = heartbeat_at(0)
    heartbeat.sent()
    payload = asked(heartbeat, 0)
    heartbeat.sent()
    assert heartbeat.question(4) is None
    heartbeat.answered(payload)
    assert heartbeat.due == ASK_AFTER
    asked(heartbeat, 4)


def test_a_quiet_connection_is_pinged_every_five_seconds() -> None:
    heartbeat = heartbeat_at(0)
    heartbeat.sent()
    heartbeat.answered(asked(heartbeat, 0))
    assert heartbeat.question(PING_EVERY - 0.01) is None and heartbeat.due == PING_EVERY
    asked(heartbeat, PING_EVERY)


def test_only_the_answer_to_the_last_ping_counts() -> None:
    heartbeat = heartbeat_at(0)
    heartbeat.sent()
    first = asked(heartbeat, 0)
    heartbeat.answered(first)
    heartbeat.sent()
    last = asked(heartbeat, 1)
    heartbeat.answered(first)
    heartbeat.answered(b"guess")
    assert heartbeat.due == 1 + READ_WITHIN
    assert not heartbeat.overdue(1 + READ_WITHIN - 0.01) and heartbeat.overdue(1 + READ_WITHIN)
    heartbeat.answered(last)
    assert not heartbeat.overdue(99)
