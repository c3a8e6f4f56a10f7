"""The addresses of this machine, where it may have none."""

from sixqp_tui.discovery.addresses import own_addresses

LOOPBACK = "127.0.0.1"


def own_or_loopback() -> tuple[str, ...]:
    """The addresses that others reach this machine at, best first; loopback alone where there is none."""
    try:
        return own_addresses()
    except OSError:
        return (LOOPBACK,)
