"""The client's side of a room code: given where it is asked for; a host that does not know it is not trusted."""

from sixqp_protocol.codec import encode
from sixqp_protocol.messages import CodeGiven, CodeProved, CodeWanted
from sixqp_protocol.pairing import BadShare, ClientPairing, Draw
from sixqp_tui.client.status import Trouble


class RoomCodeProof:
    """One process's knowledge of the code; `begin_connection` begins each of its connections.

    `draw` gives random bytes; without it no code is given. A proof lets an impostor try one code, so the player's
    code is proved once: a second proof needs a host that has answered the first.
    """

    def __init__(self, code: str | None, draw: Draw | None) -> None:
        self._code, self._draw = code, draw
        self._certificate = bytes(32)
        self._asked = self._owed = self._trusted = self._unanswered = False
        self._pairing: ClientPairing | None = None

    def begin_connection(self, certificate: bytes | None, token: bool) -> None:
        """Begin anew on a connection on which the host showed the certificate with this SHA-256.

        A host whose code is known has to prove it once, unless it is asked to recognize a `token` of its own.
        """
        seen = certificate or bytes(32)
        self._trusted = self._trusted and seen == self._certificate
        self._certificate = seen
        self._asked, self._pairing = False, None
        self._owed = not (self._code is None or token or self._trusted)

    def answer(self, wanted: CodeWanted) -> bytes | Trouble:
        """The answer to a host that asks for the code; or why the client ends the connection."""
        if self._asked:
            return Trouble.BROKEN_HOST
        self._asked = self._owed = True
        if self._code is None or self._draw is None:
            return Trouble.CODE_WANTED
        if self._unanswered:
            return Trouble.CODE_UNANSWERED
        try:
            self._pairing = ClientPairing(self._code, self._certificate, wanted.share, self._draw)
        except BadShare:
            return Trouble.BROKEN_HOST
        self._unanswered = not self._trusted
        return encode(CodeGiven(self._pairing.share, self._pairing.proof))

    def verify(self, proved: CodeProved) -> Trouble | None:
        """Check the host's own proof. What is wrong with it; None where nothing is."""
        if self._pairing is None:
            return Trouble.BROKEN_HOST
        self._trusted = self._pairing.proves(proved.proof)
        self._owed = self._unanswered = not self._trusted
        return Trouble.CODE_NOT_PROVED if self._owed else None

    @property
    def owed(self) -> bool:
        return self._owed

    @property
    def unanswered(self) -> bool:
        return self._unanswered
