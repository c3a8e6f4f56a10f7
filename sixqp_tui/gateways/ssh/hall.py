"""The way of a guest from a hall to a table: the gateway asks the hall itself, and believes no guest's process."""

from ipaddress import ip_address
from typing import Final, NamedTuple

from sixqp_protocol.messages import HallNews, Seated
from sixqp_tui.client.events import Led
from sixqp_tui.client.session import Session
from sixqp_tui.gateways.ssh.packets import GuestOptions
from sixqp_tui.hosting.ways_in import Addresses, GatewayOptions
from sixqp_tui.joining.endpoint import LOOPBACK

LED_SECONDS: Final = 5.0
"""Seconds that the hall has to say where a guest sits whose process was led to a table."""


class HallSeat(NamedTuple):
    """A seat that the hall has named, and the hall as it was then."""

    seated: Seated
    hall: HallNews


async def wait_for_seat(session: Session) -> HallSeat | None:
    events = session.events()
    async with session.running():
        async for event in events:
            if isinstance(event, Led) and session.state.hall:
                return HallSeat(event.seated, session.state.hall)
    return None


def options_at(there: HallSeat, own: GatewayOptions, name: str, language: str) -> GuestOptions:
    seated = there.seated
    return GuestOptions(
        _addresses(seated, own.fingerprint),
        seated.table,
        seated.pin.hex(),
        "",
        name,
        language,
        own.join_line,
        seated.token,
        seated=seated,
        hall=there.hall,
    )


def _addresses(seated: Seated, fingerprint: str) -> Addresses:
    """Only a table with the hall's certificate is on this machine, whatever another machine says of its tables."""
    here = seated.pin.hex() == fingerprint
    named = tuple((each, seated.port) for each in seated.addresses if not _is_loopback(each))
    return ((LOOPBACK, seated.port), *named) if here else named


def _is_loopback(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:  # a name, which a guest's process can't look up
        return True
