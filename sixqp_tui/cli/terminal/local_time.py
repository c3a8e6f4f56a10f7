"""When something was, by this machine's clock."""

from datetime import UTC, datetime, timedelta

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def local_moment(seconds: int) -> datetime:
    """So many seconds since 1970, by this machine's clock.

    In UTC where the system reckons no time zone for it, as for the year 9999.
    """
    moment = _EPOCH + timedelta(seconds=seconds)
    try:
        return moment.astimezone()
    except (OSError, OverflowError, ValueError):
        return moment
