"""The protocol's version, MAJOR.MINOR, and default port."""

CURRENT = (1, 7)
SUBPROTOCOL = "sixqp.1"
DEFAULT_PORT = 4666


def understands(theirs: tuple[int, int]) -> bool:
    return theirs[0] == CURRENT[0]
