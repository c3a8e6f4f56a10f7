"""Dates and times by this machine's clock."""

from datetime import UTC, datetime, timedelta
from typing import Final

from sixqp_tui.i18n import _

WEEK: Final = 7
"""Days; an earlier one isn't called by its weekday."""
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


def local_moment(seconds: int) -> datetime:
    """A local time, from seconds since 1970; UTC if the system doesn't know it (some end in 2038 or 3000)."""
    moment = _EPOCH + timedelta(seconds=seconds)
    try:
        return moment.astimezone()
    except (OSError, OverflowError, ValueError):
        return moment


def iso_moment(seconds: int) -> str:
    """A date and time in ISO 8601, from seconds since 1970."""
    return f"{local_moment(seconds):%Y-%m-%d %H:%M}"


def format_time(seconds: int) -> str:
    return f"{local_moment(seconds):%H:%M}"


def format_day(seconds: int, now: datetime | None = None) -> str:
    """The day as people say it: today, Sunday, 14 November. `now` is a local time."""
    day, today = local_moment(seconds).date(), (now or datetime.now().astimezone()).date()
    days = (today - day).days
    if 0 <= days < WEEK:
        return {0: _("today"), 1: _("yesterday")}.get(days) or _weekdays()[day.weekday()]
    month = _months()[day.month - 1]
    if day.year == today.year:
        # Translators: a day of this year: “14 November”
        return _("{day} {month}").format(day=day.day, month=month)
    # Translators: “14 November 2023”
    return _("{day} {month} {year}").format(day=day.day, month=month, year=day.year)


def format_when(seconds: int, now: datetime | None = None) -> str:
    """The day and time as people say them: today 21:40. `now` is a local time."""
    # Translators: {day} is “today”, “Sunday” or “14 November”, {time} such as 21:40
    return _("{day} {time}").format(day=format_day(seconds, now), time=format_time(seconds))


def format_moment(moment: datetime) -> str:
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
