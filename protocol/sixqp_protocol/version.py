"""The protocol's version and default port."""

CURRENT = 1
SUBPROTOCOL = f"sixqp.{CURRENT}"
DEFAULT_PORT = 4666
