"""Days and times, by the clock of this machine."""

import time
from datetime import UTC, datetime, timedelta
from typing import Final

_FORM: Final = "%Y-%m-%d %H:%M"
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


def date_told(moment: int) -> str:
    """The day and the time of a moment in seconds since 1970, as ISO 8601 has them: the same in every language.

    In UTC where the system knows no local time of that moment: some end with the year 3000 or 2038.
    """
    try:
        return time.strftime(_FORM, time.localtime(moment))
    except (OSError, OverflowError, ValueError):
        return (_EPOCH + timedelta(seconds=moment)).strftime(_FORM)
