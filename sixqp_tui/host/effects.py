"""What the room asks of the shell that holds the connections."""

from dataclasses import dataclass

from sixqp_protocol.messages import HostMessage
from sixqp_protocol.refusals import Farewell


@dataclass(frozen=True, slots=True)
class Send:
    """Send this message to a peer, after everything that was sent to it before."""

    peer: int
    message: HostMessage


@dataclass(frozen=True, slots=True)
class Close:
    """Close the connection of a peer when everything sent to it is out, its Goodbye the last."""

    peer: int
    farewell: Farewell


Effect = Send | Close
