"""The home screen: tables found, ways to join, and what helps if none is found."""

from typing import Literal

from sixqp_tui.i18n import _, ngettext, pgettext

CodeAsked = Literal["first", "wrong", "unanswered"]
"""Why a room code is asked for; "unanswered": the connection ended first."""


def state_name(state: str) -> str:
    # Translators: the state of a listed table, at most 9 characters: its game has not begun
    return {"lobby": pgettext("table", "waiting"), "playing": pgettext("table", "playing")}.get(state, state)


def room_for_you(state: str, seats: int, taken: int, bots: int, own: bool = False) -> str:
    """The room at this table for somebody who joins, and perhaps has a seat there: in at most 26 cells."""
    if own:
        # Translators: a player who left can return to this seat; at most 26 characters
        return _("your seat")
    if state == "lobby" and (free := seats - taken) > 0:
        # Translators: what room there is at a table, at most 26 characters
        return chairs_free(free)
    if bots:
        # Translators: a guest may take over the seat of a bot; at most 26 characters
        return ngettext("a bot's seat is free", "{n} bots' seats are free", bots).format(n=bots)
    # Translators: there is no room at a table: guests may watch, or wait for the next game; at most 26 characters
    return _("full: watch, or wait")


def chairs_free(count: int) -> str:
    return ngettext("{n} chair is free", "{n} chairs are free", count).format(n=count)


def mark_name(mark: str) -> str:
    """At most 10 cells."""
    return {
        # Translators: of a table: you have played with this host before; at most 10 characters
        "known": pgettext("table", "known"),
        # Translators: of a table: you know its title, but from another host; at most 10 characters
        "other_host": pgettext("table", "other host"),
    }[mark]


def opening(title: str) -> str:
    return _("Opening {title}…").format(title=title)


def what_helps() -> tuple[str, ...]:
    return (
        _("Use one network for all: same Wi-Fi or cable, no guest network or VPN"),
        _("Guest networks keep devices apart: try a cable, or a phone's hotspot"),
        _("The host's firewall must let in port 4666 (TCP, UDP) and UDP 5353"),
        _("sixqp doctor shows what works on this machine"),
    )


def usually_helps() -> str:
    return _("What usually helps:")


def bad_invitation(newer: bool) -> str:
    if newer:
        return _("This invitation comes from a newer sixqp: update yours, or ask for the table's address.")
    return _("This invitation is incomplete: copy all of it, or ask for the table's address.")


PROGRAM = "sixqp"
BETWEEN = " · "


def resuming(title: str) -> str:
    return _("Continuing “{title}”…").format(title=title)


def default_title(name: str) -> str:
    # Translators: what a table is called when nobody gives it a title
    return _("{name}'s table").format(name=name)
