"""The link to a table's page as a QR code bears it."""


def with_room_code(link: str, code: str | None) -> str:
    return f"{link}/#{code}" if code else link
