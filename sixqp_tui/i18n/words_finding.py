"""What is said while no table is in sight: what is being tried, and what usually helps."""

from collections.abc import Sequence

from sixqp_tui.i18n.catalog import gettext as _
from sixqp_tui.i18n.catalog import ngettext

MOST_SHOWN = 3


def tried(asked_from: Sequence[str], hosts: int, mdns: str | None, broadcast: str | None) -> str:
    """What this machine does to find tables; `mdns` and `broadcast` are why one does not work, None where it does.

    `hosts` are those of earlier visits, which are asked one by one.
    """
    sentences = [_asking(asked_from, mdns, broadcast)]
    if hosts:
        sentences.append(
            ngettext(
                "{n} host of an earlier visit is tried too.", "{n} hosts of earlier visits are tried too.", hosts
            ).format(n=hosts)
        )
    return " ".join(sentences)


def _asking(asked_from: Sequence[str], mdns: str | None, broadcast: str | None) -> str:
    if not asked_from and broadcast is not None:
        return _("This machine has no network with IPv4 now; asking by mDNS alone.")
    addresses = ", ".join(asked_from[:MOST_SHOWN]) + (", …" if len(asked_from) > MOST_SHOWN else "")
    if broadcast is not None:
        return _("Asking by mDNS alone: broadcast is refused here ({reason}).").format(reason=broadcast)
    if mdns is not None:
        sentence = _("Asking by broadcast alone, from {addresses}: mDNS is unavailable here ({reason}).")
        return sentence.format(addresses=addresses, reason=mdns)
    return _("Asking by mDNS and by broadcast, from {addresses}.").format(addresses=addresses)


def not_yet(title: str, what_is_tried: str) -> str:
    """A table that was named is not in sight after two seconds."""
    sentence = _("No table called “{title}” so far. {tried} Its address always works: sixqp join HOST[:PORT]")
    return sentence.format(title=title, tried=what_is_tried)


def what_helps() -> tuple[str, ...]:
    """What usually helps, a sentence a line: after five seconds without a table."""
    return (
        _("One network for all: the same Wi-Fi or cable, no guest network or VPN"),
        _("Guest networks keep devices apart: try a cable, or a phone's hotspot"),
        _("The host's firewall must let in port 4666 (TCP, UDP) and UDP 5353"),
        _("sixqp doctor tells what works on this machine"),
    )


def usually_helps() -> str:
    """The heading of what usually helps."""
    return _("What usually helps:")


def played_before() -> str:
    """The mark of a host that answers where the player has sat before, though no table is announced there."""
    return _("played before")


def or_invited() -> str:
    """Before an invitation as a line to copy."""
    return _("Or send them this line to copy:")


def bad_invitation(newer: bool) -> str:
    """A line that begins like an invitation cannot be read."""
    if newer:
        return _("This invitation was made by a newer sixqp: update this one, or ask for the table's address.")
    return _("This invitation is not whole: copy all of it, or ask for the table's address.")
