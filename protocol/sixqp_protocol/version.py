"""MAJOR.MINOR of the protocol, and who can talk to whom."""

CURRENT = (1, 0)
SUBPROTOCOL = "sixqp.1"


def understands(theirs: tuple[int, int]) -> bool:
    """Whether an end that speaks `theirs` and this one can talk: equal MAJOR, any MINOR."""
    return theirs[0] == CURRENT[0]
