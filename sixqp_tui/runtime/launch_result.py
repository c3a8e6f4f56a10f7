"""What a table's process tells the screen that started it."""

import msgspec


class Opened(msgspec.Struct, frozen=True):
    """Said once, as a line of JSON on standard output: where the table is and what proves its owner, or why not."""

    table: str = ""
    port: int = 0
    token: bytes = b""
    fingerprint: str = ""
    join_line: str = ""
    failure: str | None = None
