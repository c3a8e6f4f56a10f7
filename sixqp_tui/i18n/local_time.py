"""Days and times, by the clock of this machine."""

from datetime import UTC, datetime, timedelta
from typing import Final

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


def local_moment(seconds: int) -> datetime:
    """So many seconds since 1970, by this machine's clock.

    In UTC where the system knows no local time of that moment: some end with the year 3000 or 2038.
    """
    moment = _EPOCH + timedelta(seconds=seconds)
    try:
        return moment.astimezone()
    except (OSError, OverflowError, ValueError):
        return moment


def date_told(seconds: int) -> str:
    """The day and the time of a moment in seconds since 1970, as ISO 8601 has them: the same in every language."""
    return f"{local_moment(seconds):%Y-%m-%d %H:%M}"
