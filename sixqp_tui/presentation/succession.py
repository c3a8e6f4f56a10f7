"""What players read when their table has lost its host, and when it has a new one (`SPEC.md`, 3.12)."""

from collections.abc import Sequence
from math import ceil

from sixqp_protocol.messages import HandOver, Hosting, SeatNews, Successor
from sixqp_tui.client.session import SUCCESSOR_SECONDS
from sixqp_tui.client.session_state import SessionState, StateSource
from sixqp_tui.client.status import Reconnecting
from sixqp_tui.engine.permissions import withheld
from sixqp_tui.i18n import _, ngettext
from sixqp_tui.i18n.phrases import listed
from sixqp_tui.presentation.ways_in import join_by_title

MAX_NAMES = 4


def describe_lost_host(state: SessionState, now: float) -> str:
    """Empty until it matters, and at the host itself. `now` is on the clock of the status."""
    status, hosting = state.status, state.hosting
    if not isinstance(status, Reconnecting) or hosting is None or now < status.since + SUCCESSOR_SECONDS:
        return ""
    chairs = state.news.seats if state.news else ()
    if state.news and state.news.you is not None and state.news.you == host_seat(hosting, chairs):
        return ""  # this machine is the host's: its program starts the table again
    names = [name for each in others(hosting, chairs) if (name := name_of(each, hosting, chairs))]
    if not names:
        return ""
    name, host = names[0], host_name(hosting, chairs)
    if name == hosting.standby:
        return _("The host's machine is gone. {name} takes over the table.").format(name=name)
    if host is None:
        return _("The host's machine is gone. {name} can take over the table.").format(name=name)
    return _("{host}'s machine is gone. {name} can take over the table.").format(host=host, name=name)


def unconfirmed_names(hosting: Hosting | None, chairs: Sequence[SeatNews]) -> tuple[str, ...]:
    if hosting is None:
        return ()
    seats = (chairs[seat].name for seat in hosting.unconfirmed if seat is not None and seat < len(chairs))
    # Translators: in place of a name: a person whom the owner has removed, but whose machine must answer
    without_seat = (hosting.standby or _("the removed player"),) if None in hosting.unconfirmed else ()
    return (*seats, *without_seat)


def waiting(names: Sequence[str], most: int = MAX_NAMES) -> str:
    # Translators: {names} is “Bob and Carla”, whose machines don't answer
    return _("No answer from {names}: the table is waiting").format(names=listed(names, most))


def continue_without(names: Sequence[str], long: bool, most: int) -> str:
    if long:
        # Translators: {names} as above; a key, and what it opens. At most 76 characters with two short names
        sentence = _("No answer from {names}. h: a new table with the same scores")
    else:
        # Translators: the same in at most 60 characters
        sentence = _("No answer from {names}. h: a new table")
    return sentence.format(names=listed(names, most))


def ask_new_table() -> str:
    return _(
        "Continue as a new table with the same scores? If only the network is cut, the others may be playing on at "
        "the old one."
    )


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


def stands_by(title: str) -> str:
    sentence = _("This machine stands by for “{title}”. It takes over the table if the host's machine is gone.")
    return sentence.format(title=title)


def nobody_sat(title: str) -> str:
    sentence = _(
        "Nobody sat at “{title}”, so there is nothing to take over. This machine stands by again as soon as the "
        "table is back."
    )
    return sentence.format(title=title)


def is_standby(name: str) -> str:
    return _("{name} stands by. It takes over the table if this machine is gone.").format(name=name)


def is_no_standby(name: str) -> str:
    return _("{name} no longer stands by.").format(name=name)


def moved_away(title: str) -> str:
    """At the machine that the table was on, and where somebody wants to resume it."""
    sentence = _("“{title}” continues on another machine. Join it with `{line}`.")
    return sentence.format(title=title, line=join_by_title(title))


def host_changed(hosting: Hosting, chairs: Sequence[SeatNews]) -> str:
    name = host_name(hosting, chairs)
    if name is None:
        name = _("Another machine")
    if hosting.on_standby:
        return _("The table continues on {name}.").format(name=name)
    return _("{name} hosts the table now.").format(name=name)


def round_void(round: int) -> str:
    return _("Round {round} is dealt again.").format(round=round)


def ask_next_host() -> str:
    return _("Whose machine should host the table from now on?")


def unreachable(name: str, port: int, taken: bool) -> str:
    """Why this player's machine couldn't take over the table; `taken`: its port is."""
    if taken:
        sentence = _("{name}'s machine can't take over the table: another program there uses port {port}.")
    else:
        sentence = _(
            "{name}'s machine can't take over the table: port {port} can't be reached from here. A firewall may be "
            "in the way."
        )
    return sentence.format(name=name, port=port)


def ssh_return(state: SessionState, token: bytes | None, pin: bytes | None = None) -> str:
    hosting, news = state.hosting, state.news
    way = next((each for each in news.ways if each.way == "ssh"), None) if news else None
    if hosting is None or news is None or way is None or token is None:
        return ""
    able = hosting.successors if pin else others(hosting, news.seats)
    successor = next((each for each in able if each.addresses and pin in (None, each.pin)), None)
    if successor is None:
        return ""
    line = f"ssh -p {way.port} {token.hex()}@{successor.addresses[0]}"
    if pin:
        return _("The table continues on another machine. Return to your seat with: {line}").format(line=line)
    return _("If the host's machine is gone, come back to your seat with: {line}").format(line=line)


def history_differs() -> str:
    return _("The new host's results differ from those you saw. Compare the scores.")


def hand_overs(state: StateSource) -> dict[int, HandOver]:
    standing, hosting = state.state.standing, state.state.hosting
    requests = (HandOver(seat=seat) for seat in standing.successors if seat != host_seat(hosting, standing.seats))
    return {request.seat: request for request in requests if withheld(request, standing) is None}


def host_seat(hosting: Hosting | None, chairs: Sequence[SeatNews]) -> int | None:
    """The seat whose machine the table is on: at first the owner's, if any."""
    if hosting is None or hosting.host is not None or hosting.term > 1:
        return hosting.host if hosting else None
    return next((seat for seat, chair in enumerate(chairs) if chair.owner), None)


def host_name(hosting: Hosting, chairs: Sequence[SeatNews]) -> str | None:
    if hosting.on_standby:
        return hosting.standby
    seat = host_seat(hosting, chairs)
    return chairs[seat].name if seat is not None and seat < len(chairs) else None


def others(hosting: Hosting, chairs: Sequence[SeatNews]) -> list[Successor]:
    """The successors on other machines than the host's. Those who are away come last."""
    host, standby = host_seat(hosting, chairs), hosting.on_standby
    able = [each for each in hosting.successors if (not standby if each.seat is None else each.seat != host)]
    return sorted(
        able, key=lambda each: each.seat is not None and each.seat < len(chairs) and not chairs[each.seat].here
    )


def name_of(successor: Successor, hosting: Hosting, chairs: Sequence[SeatNews]) -> str | None:
    if successor.seat is None:
        return hosting.standby
    return chairs[successor.seat].name if successor.seat < len(chairs) else None
