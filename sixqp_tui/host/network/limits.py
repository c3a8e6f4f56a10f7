"""What a table bears of those who connect to it over the network (`SPEC.md`, Limits)."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """How many there may be at once, and how many seconds each step of coming in may take.

    `connections` stand at once, `of_one_address` from another machine; `opening` are on their way from the first
    byte of TLS to their Hello, a quarter of these places never for the address that has the others. Before that
    they only cost a socket: `on_doorstep` of them, half from one address.
    Of one address `rate` a second may begin, and `burst` at once. `patience` is for the first byte and the turn,
    then for TLS, then for the upgrade, and then for Hello. Whoever takes longer than `grace` to come in makes
    room where others wait.
    """

    connections: int = 40
    of_one_address: int = 8
    opening: int = 8
    on_doorstep: int = 80
    rate: float = 20.0
    burst: float = 60.0
    patience: float = 5.0
    grace: float = 1.0
