"""What is accepted at a table: the inputs from which everything else follows."""

from msgspec import Struct

from sixqp_protocol.messages import ClientMessage


class Input(Struct, frozen=True):
    """One accepted input, as a journal would keep it.

    `seat` is where it was applied (None: a watcher, or the table itself). `by_host` marks what nobody sent:
    a stand-in's decision (8.1), a chair freed after an absence, a start by itself; its request id is 0.
    `key` is the hash of the token that proves the chair of whoever sent it, and where they take that chair now,
    `name` is how they are called there. A Hello is stripped of what proves anything; it is kept where it changes
    who sits where, not for a mere return.
    A Start bears the number of its game and the seed.
    """

    message: ClientMessage
    seat: int | None
    by_host: bool = False
    key: bytes = b""
    name: str = ""
    game: int = 0
    seed: str = ""
