"""Days and times in words."""

from datetime import datetime

from sixqp_tui.i18n import _


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
