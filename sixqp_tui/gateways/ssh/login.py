"""How a guest logs in: with a name, perhaps a proved key, and the code of a locked table."""

from collections.abc import Callable, Sequence
from typing import Final, Protocol

import asyncssh

from sixqp_tui.i18n import _

ASKING: Final = ("play", "name", "nom")
"""Logins that aren't names, such as the placeholder in the line that guests type: these guests are asked for one.
"""
MAX_TRIES: Final = 5
"""Wrong room codes on one connection."""
KeyboardChallenge = tuple[str, str, str, list[tuple[str, bool]]]

# asyncssh would refuse every name with a character that is newer than Unicode 3.2, such as an emoji, in words for
# programmers. Names and codes are cleaned here instead.
setattr(asyncssh.connection, "saslprep", str)  # noqa: B010


class Door(Protocol):
    """What a table lets in."""

    @property
    def locked(self) -> bool: ...

    def knows(self, fingerprint: str) -> bool:
        """Whether the owner of this ssh key has a seat."""

    def is_code(self, typed: str, address: str) -> bool:
        """Counts a wrong one; after too many, none is right."""


class Login(asyncssh.SSHServer):
    """One connection until it has logged in; `open_terminal` then makes its only session.

    An open table lets everybody in. A locked one lets in an ssh key that has a seat, and whoever knows the room
    code. `key` is the fingerprint of the guest's ssh key, or "". It was proved, or belongs to no seat yet.
    """

    def __init__(self, door: Door, address: str, open_terminal: Callable[["Login"], "Terminal"]) -> None:
        self._door, self._address, self._open_terminal = door, address, open_terminal
        self.login = self.key = self._offered = ""
        self.code: str | None = None
        self._wrong = 0

    @property
    def name(self) -> str:
        """What the guest wants to be called; "" if nothing was said."""
        own = self.login.rpartition("\\")[2]
        return "" if own.casefold() in ASKING else own

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        self.connection = conn

    def begin_auth(self, username: str) -> bool:
        """Clients only offer keys if authentication is required."""
        self.login, self.key, self._offered, self.code = username, "", "", None
        return True

    # Asking about a key proves nothing. Every other method forgets the key, so one that is left at the end of the
    # login was proved. At a locked table, a guest's first key gets its seat by the room code instead.

    def public_key_auth_supported(self) -> bool:
        # Some clients, such as paramiko, ask for the service again before each attempt; asyncssh allows it once.
        self.connection._next_service = b"ssh-userauth"  # noqa: SLF001
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        fingerprint = key.get_fingerprint()
        if self._door.locked and not self._door.knows(fingerprint):
            self._offered = self._offered or fingerprint
            return False
        self.key = fingerprint
        return True

    def kbdint_auth_supported(self) -> bool:
        return True

    def get_kbdint_challenge(self, username: str, lang: str, submethods: str) -> KeyboardChallenge:
        return "", "", "", [(ask_code(), True)] if self._door.locked else []

    def validate_kbdint_response(self, username: str, responses: Sequence[str]) -> bool:
        return self.validate_password(username, responses[0] if responses else "")

    def password_auth_supported(self) -> bool:
        return True

    def validate_password(self, username: str, password: str) -> bool:
        self.key = ""
        if not self._door.locked:
            return True
        if not self._door.is_code(password, self._address):
            self._wrong += 1
            if self._wrong >= MAX_TRIES:
                self.connection.disconnect(asyncssh.DISC_NO_MORE_AUTH_METHODS_AVAILABLE, _too_many_tries())
            return False
        if not self._door.knows(self._offered):
            self.key = self._offered
        self.code = password
        return True

    def session_requested(self) -> "Terminal":
        return self._open_terminal(self)

    # ssh offers nothing but a terminal for the game.

    def connection_requested(self, dest_host: str, dest_port: int, orig_host: str, orig_port: int) -> bool:
        raise refusal()

    def unix_connection_requested(self, dest_path: str) -> bool:
        raise refusal()

    def server_requested(self, listen_host: str, listen_port: int) -> bool:
        return False

    def unix_server_requested(self, listen_path: str) -> bool:
        return False


Terminal = asyncssh.SSHServerSession[bytes]


def refusal() -> asyncssh.ChannelOpenError:
    return asyncssh.ChannelOpenError(asyncssh.OPEN_ADMINISTRATIVELY_PROHIBITED, only_the_game())


def only_the_game() -> str:
    return _("This is a card table: no shell, no files, no forwarding. Connect without a command.")


def _too_many_tries() -> str:
    return _("Too many wrong tries. Try again in a minute.")


def ask_code() -> str:
    # Translators: a question that is answered in the same line; keep the colon and the space at its end
    return _("Room code: ")
