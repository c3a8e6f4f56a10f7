"""Dates and times by this machine's clock."""

from datetime import UTC, datetime, timedelta
from typing import Final

from sixqp_tui.i18n import _

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


def local_moment(seconds: int) -> datetime:
    """A local time, in seconds since 1970.

    UTC if the system has no local time for it; some end in 2038 or 3000.
    """
    moment = _EPOCH + timedelta(seconds=seconds)
    try:
        return moment.astimezone()
    except (OSError, OverflowError, ValueError):
        return moment


def date_told(seconds: int) -> str:
    """A date and time in ISO 8601, from seconds since 1970."""
    return f"{local_moment(seconds):%Y-%m-%d %H:%M}"


def told_moment(moment: datetime) -> str:
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
