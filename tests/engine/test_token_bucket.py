"""The token bucket: this many times at once, and then this many times a second."""

from sixqp_tui.engine.token_bucket import TokenBucket


def test_a_bucket_fills_up_to_its_burst_only() -> None:
    bucket = TokenBucket(2, 3, 0)
    assert [bucket.take(0) for _ in range(4)] == [True, True, True, False]
    assert not bucket.has(0.4) and bucket.has(0.5) and not bucket.full(1.4) and bucket.full(1.5)
    assert [bucket.take(99) for _ in range(4)] == [True, True, True, False]
    bucket.give_back()
    assert bucket.take(99)


def test_a_clock_that_goes_back_adds_no_tokens() -> None:
    bucket = TokenBucket(2, 1, 10)
    assert bucket.take(10) and not bucket.take(5)
    assert not bucket.has(5.4) and bucket.has(5.5)


def test_borrowed_tokens_are_repaid_first() -> None:
    bucket = TokenBucket(rate=2.0, burst=4.0)
    assert bucket.borrow(0.0, 3) == 0.0
    assert bucket.borrow(0.0, 5) == 2.0
    assert not bucket.take(2.0) and bucket.take(2.5)
