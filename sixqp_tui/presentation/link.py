"""The link to a table's page as a QR code bears it."""


def with_room_code(link: str, code: str | None) -> str:
    """The link with the room code as its fragment, which a browser keeps to itself: no request has it."""
    return f"{link}/#{code}" if code else link
