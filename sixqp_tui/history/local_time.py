"""Days and times, by the clock of this machine."""

import time


def date_told(moment: int) -> str:
    """The day and the time of a moment in seconds since 1970, as ISO 8601 has them: the same in every language."""
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(moment))
