"""Days and times, by the clock of this machine."""

from datetime import UTC, datetime, timedelta
from typing import Final

from sixqp_tui.i18n import _

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


def told_moment(moment: datetime) -> str:
    """A day and a time of that day, to the minute."""
    # Translators: {weekday} and {month} are names, {time} such as 21:40: “Friday 20 November 2026, 21:40”
    sentence = _("{weekday} {day} {month} {year}, {time}")
    return sentence.format(
        weekday=_weekdays()[moment.weekday()],
        day=moment.day,
        month=_months()[moment.month - 1],
        year=moment.year,
        time=f"{moment:%H:%M}",
    )


def _weekdays() -> tuple[str, ...]:
    return _("Monday"), _("Tuesday"), _("Wednesday"), _("Thursday"), _("Friday"), _("Saturday"), _("Sunday")


def _months() -> tuple[str, ...]:
    return (
        _("January"),
        _("February"),
        _("March"),
        _("April"),
        # Translators: the month
        _("May"),
        _("June"),
        _("July"),
        _("August"),
        _("September"),
        _("October"),
        _("November"),
        _("December"),
    )
