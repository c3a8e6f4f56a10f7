"""What is raised where something does not hold that must hold."""


class Broken(AssertionError):
    """An invariant does not hold."""


def demand(holds: bool, *what: object) -> None:
    """Raise Broken unless it holds."""
    if not holds:
        raise Broken(" ".join(map(str, what)))
