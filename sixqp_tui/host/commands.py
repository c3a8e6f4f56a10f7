"""What is accepted at a table: the commands from which everything else follows."""

from msgspec import Struct

from sixqp_protocol.messages import ClientMessage, PersonId


class Command(Struct, frozen=True, omit_defaults=True, tag="Input", tag_field="entry"):
    """One accepted command, as a journal keeps it under the tag "Input".

    `seat` is where it was applied (None: a watcher, or the table itself). `by_host` marks what nobody sent:
    a stand-in's decision (8.1), a chair freed after an absence, a bot that comes back, a start by itself; its
    request id is 0.
    `key` is the hash of the token that proves the chair of whoever sent it, or of the one that proved a newcomer's
    chair before; `client` that of the sender's client process. `name` is how whoever takes a chair is called from
    now on, and `new_key` the hash of the token that proves it.
    A Hello is stripped of what proves anything; it is kept where it changes who sits where, or the person id of who
    sits there, not for a mere return. What was said is not kept, only that it was accepted. A Start bears the
    number of its game and the seed. `addresses` are those of other machines from which the person came who takes a
    chair, or is removed; `proved` is the hash of the token with which a watcher came who takes one. `person` is the
    person id of who comes, or takes a chair.
    """

    message: ClientMessage
    seat: int | None
    by_host: bool = False
    key: bytes = b""
    client: bytes = b""
    name: str = ""
    new_key: bytes = b""
    game: int = 0
    seed: str = ""
    addresses: tuple[str, ...] = ()
    proved: bytes = b""
    person: PersonId | None = None
