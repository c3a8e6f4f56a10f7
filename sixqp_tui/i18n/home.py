"""The home screen: tables found, ways to join, and what helps if none is found."""

from collections.abc import Sequence
from typing import Literal

from sixqp_tui.i18n import _, ngettext, pgettext

CodeAsked = Literal["first", "wrong", "unanswered"]
"""Why a room code is asked for; "unanswered": the connection ended first."""


def state_name(state: str) -> str:
    # Translators: the state of a listed table, at most 9 characters: its game has not begun
    return {"lobby": pgettext("table", "waiting"), "playing": pgettext("table", "playing")}.get(state, state)


def room_for_you(state: str, seats: int, taken: int, bots: int) -> str:
    """The room at this table for somebody who joins, in at most 26 cells."""
    if state == "lobby" and (free := seats - taken) > 0:
        # Translators: what room there is at a table, at most 26 characters
        return ngettext("{n} chair is free", "{n} chairs are free", free).format(n=free)
    if bots:
        # Translators: a guest may take over the seat of a bot; at most 26 characters
        return ngettext("a bot's seat is free", "{n} bots' seats are free", bots).format(n=bots)
    # Translators: there is no room at a table: guests may watch, or wait for the next game; at most 26 characters
    return _("full: watch, or wait")


def player_now(name: str, games: int, won: int) -> str:
    if not games:
        return name
    played = ngettext("{n} game", "{n} games", games).format(n=games)
    # Translators: {games} is such as “3 games”; {won} is how many of them {name} has won
    sentence = ngettext("{name} · tonight {games}, {won} won", "{name} · tonight {games}, {won} won", won)
    return sentence.format(name=name, games=played, won=won)


def last_evening(games: int, won: int) -> str:
    sentence = ngettext("You played {n} game and won {won}.", "You played {n} games and won {won}.", games)
    return sentence.format(n=games, won=won)


def mark_name(mark: str) -> str:
    """At most 10 cells."""
    return {
        # Translators: of a table: two machines announce it, with different certificates; at most 10 characters
        "disputed": pgettext("table", "disputed"),
        # Translators: of a table: you have played with this host before; at most 10 characters
        "known": pgettext("table", "known"),
        # Translators: of a table: you know its title, but from another host; at most 10 characters
        "other_host": pgettext("table", "other host"),
    }[mark]


def disputed(title: str) -> str:
    sentence = _(
        "Two machines announce “{title}” with different certificates, and only one of them is its host. "
        "The host's invitation leads to the right one."
    )
    return sentence.format(title=title)


def newcomer_prompt() -> str:
    # Translators: l is a key; at most 76 characters
    return _("New to the game? Press l: six short lessons take two minutes.")


def no_table_prompt() -> str:
    # Translators: p, h and a are keys, as the menu above has them; at most 76 characters
    return _("No tables yet: p plays alone, h hosts a table, a joins by address.")


def describe_way(way: str) -> str:
    return {
        # Translators: a line of the menu on the first screen: at most 35 characters, without a full stop
        "alone": pgettext("menu", "play alone against bots"),
        "around": pgettext("menu", "play together on one keyboard"),
        # Translators: as the line before it
        "host": pgettext("menu", "host a table on this network"),
        "address": pgettext("menu", "join by address or invitation"),
        "learn": pgettext("menu", "learn the game in two minutes"),
        # Translators: a line of the menu on the first screen: at most 31 characters, without a full stop
        "games": pgettext("menu", "your games, to replay or review"),
        "all scores": pgettext("menu", "the scores of all your games"),
        "rules": pgettext("menu", "the rules, with an example"),
        "preferences": pgettext("menu", "preferences (language, colours)"),
    }[way]


def opening(title: str) -> str:
    return _("Opening {title}…").format(title=title)


def no_end() -> str:
    return _("The game needs an end: a number of heads, a number of rounds, or both.")


MAX_SHOWN = 3


def tried(asked_from: Sequence[str], hosts: int, mdns: str | None, broadcast: str | None) -> str:
    """`mdns` and `broadcast` are the reasons why one of them doesn't work.

    `hosts` is the number of known hosts asked directly.
    """
    sentences = [_asking(asked_from, mdns, broadcast)]
    if hosts:
        sentences.append(
            ngettext(
                "Also trying {n} host from an earlier visit.", "Also trying {n} hosts from earlier visits.", hosts
            ).format(n=hosts)
        )
    return " ".join(sentences)


def _asking(asked_from: Sequence[str], mdns: str | None, broadcast: str | None) -> str:
    if not asked_from and broadcast is not None:
        return _("This machine has no IPv4 network now; searching by mDNS only.")
    addresses = ", ".join(asked_from[:MAX_SHOWN]) + (", …" if len(asked_from) > MAX_SHOWN else "")
    if broadcast is not None:
        return _("Searching by mDNS only: broadcast is refused here ({reason}).").format(reason=broadcast)
    if mdns is not None and not addresses:
        return _("Searching by broadcast only: mDNS is unavailable here ({reason}).").format(reason=mdns)
    if mdns is not None:
        sentence = _("Searching by broadcast only, from {addresses}: mDNS is unavailable here ({reason}).")
        return sentence.format(addresses=addresses, reason=mdns)
    if not addresses:
        return _("Searching this network.")
    return _("Searching this network from {addresses}.").format(addresses=addresses)


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


def offer(title: str, round: int) -> str:
    # Translators: a line of the menu on the first screen; the title is cut where there is no room for it
    return pgettext("menu", "continue {title}, round {round}").format(title=title, round=round)


def default_title(name: str) -> str:
    # Translators: what a table is called when nobody gives it a title
    return _("{name}'s table").format(name=name)
