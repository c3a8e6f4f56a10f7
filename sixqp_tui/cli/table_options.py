"""What a table is to be, before it is opened."""

from msgspec import Struct

from sixqp_protocol.messages import Settings


class TableOptions(Struct, frozen=True):
    """A table before it is opened.

    `port` None is the usual one or the next free one; `seed` None is drawn by lot; `once`: the table ends
    with its first game; `autostart`: its games begin by themselves when so many are seated.
    """

    title: str
    name: str
    settings: Settings = Settings()
    port: int | None = None
    bots: int = 0
    seed: str | None = None
    expected: tuple[str, ...] = ()
    once: bool = False
    autostart: int | None = None
