"""The options with which a guest's process is started."""

from typing import Final

import msgspec

OPTIONS: Final = "SIXQP_GUEST"
"""The environment variable with the options, as JSON. Only the host's user can read it."""


class GuestOptions(msgspec.Struct, frozen=True):
    """The table listens at `table_port` on this machine.

    `pin` is its certificate, and `credential` proves the guest's address to it. The seat belongs to the key with
    this `secret`. The guest may instead be one of those `away`, whose secrets stand beside their names. Without a
    `name` the guest is asked for one.
    """

    table_port: int
    table: str
    pin: str
    credential: str
    secret: bytes
    name: str
    language: str
    away: dict[str, bytes] = {}
    join_line: str = ""
    code: str | None = None
