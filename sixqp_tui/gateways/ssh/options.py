"""What a guest's process is told: one JSON document, on a pipe of its own."""

import msgspec


class GuestOptions(msgspec.Struct, frozen=True):
    """`pin` is the table's certificate, and `credential` proves the guest's address to the table.

    The seat belongs to the key with this `secret`. A guest without an ssh key may instead be one of those `away`,
    whose secrets stand beside their names. Without a `name` the guest is asked for one.
    """

    addresses: tuple[tuple[str, int], ...]
    table: str
    pin: str
    credential: str
    secret: bytes
    name: str
    language: str
    away: dict[str, bytes] = {}
    join_line: str = ""
    code: str | None = None
