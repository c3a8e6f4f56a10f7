"""Text for waits of more than half a second, and for giving up."""

from typing import Literal

from sixqp_tui.i18n import _

Stage = Literal["connecting", "refused", "answered"]
"""The steps of `client/network.py`."""


def waiting(stage: Stage, address: str) -> str:
    return {
        "connecting": _("Connecting to {address}…"),
        "refused": _("No table is open at {address} yet; trying again…"),
        "answered": _("{address} answers; waiting for its table…"),
    }[stage].format(address=address)


def no_seat(stage: Stage, address: str, seconds: float) -> str:
    tried = {
        "connecting": _("{address} didn't answer within {seconds} s."),
        "refused": _("No table is open at {address}: its machine refused every connection for {seconds} s."),
        "answered": _("{address} answered, but its table gave you no seat within {seconds} s."),
    }[stage].format(address=address, seconds=format(round(seconds, 1), "g"))
    return f"{tried} {_hint(stage)}"


def _hint(stage: Stage) -> str:
    if stage == "connecting":
        return same_network()
    if stage == "refused":
        return _("Ask its host for the address and the port.")
    return _("Its machine may be busy: join again in a moment.")


def looking_up(host: str) -> str:
    return _("Looking up {host}…").format(host=host)


def reading_journals() -> str:
    return _("Reading your tables…")


def reading_game() -> str:
    return _("Reading the game…")


def dealing() -> str:
    return _("Dealing the cards…")


def same_network() -> str:
    return _(
        "Is the address right, is the table still open, and are both machines on the same network? A guest "
        "network may keep machines apart: try a cable or a phone's hotspot."
    )
