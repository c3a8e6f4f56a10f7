"""What players read while their table has no host, and when it has another one (`SPEC.md`, 3.12)."""

from collections.abc import Sequence
from math import ceil

from sixqp_protocol.messages import Hosting, SeatNews
from sixqp_tui.client.session import SUCCESSOR_SECONDS
from sixqp_tui.client.session_state import SessionState
from sixqp_tui.client.status import Reconnecting
from sixqp_tui.i18n import _, ngettext


def describe_lost_host(state: SessionState, now: float) -> str:
    """Who is gone and who can take over the table; "" until that is due. `now` is on the clock of the status."""
    status, hosting = state.status, state.hosting
    if not isinstance(status, Reconnecting) or hosting is None or now < status.since + SUCCESSOR_SECONDS:
        return ""
    others = [each.seat for each in hosting.successors if each.seat != hosting.host]
    chairs = state.news.seats if state.news else ()
    if not others or others[0] >= len(chairs):
        return ""
    name, host = chairs[others[0]].name, host_name(hosting, chairs)
    if host is None:
        return _("The host's machine is gone. {name} can take over the table.").format(name=name)
    return _("{host}'s machine is gone. {name} can take over the table.").format(host=host, name=name)


def offered(seconds: float) -> str:
    """`seconds` until it happens by itself."""
    left = max(0, ceil(seconds))
    sentence = ngettext(
        "Press Enter to take over the table (automatic in {n} s)",
        "Press Enter to take over the table (automatic in {n} s)",
        left,
    )
    return sentence.format(n=left)


def opening() -> str:
    return _("Taking over the table…")


def outvoted() -> str:
    return _(
        "Too few of the others answer: the table may go on elsewhere. Press Enter to open a new table with the "
        "same scores."
    )


def host_changed(hosting: Hosting, chairs: Sequence[SeatNews], void: int) -> str:
    """Who hosts the table now. `void` is the round that is dealt again, or 0."""
    name = host_name(hosting, chairs)
    if name is None:
        name = _("Another machine")
    if void:
        return _("{name} hosts the table now. Round {round} is dealt again.").format(name=name, round=void)
    return _("{name} hosts the table now.").format(name=name)


def history_differs() -> str:
    return _("The new host tells other results than those that you have seen. Compare the scores.")


def host_name(hosting: Hosting, chairs: Sequence[SeatNews]) -> str | None:
    seat = hosting.host
    if seat is None:
        owner = next((chair for chair in chairs if chair.owner), None) if hosting.term == 1 else None
        return owner.name if owner else None
    return chairs[seat].name if seat < len(chairs) else None
