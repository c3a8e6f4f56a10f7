"""MAJOR.MINOR of the protocol, who can talk to whom, and the port where one looks for a table first."""

CURRENT = (1, 5)
SUBPROTOCOL = "sixqp.1"
DEFAULT_PORT = 4666


def understands(theirs: tuple[int, int]) -> bool:
    return theirs[0] == CURRENT[0]
