"""How a guest logs in: with a name, perhaps a proved key, and the code of a locked table."""

from collections.abc import Sequence
from typing import Final, Protocol

import asyncssh

from sixqp_tui.i18n import _
from sixqp_tui.i18n.phrases import labelled

ASKING: Final = ("play", "name", "nom")
"""Logins that aren't names, such as the placeholder in the line that guests type: these guests are asked for one.
"""
MAX_TRIES: Final = 5
"""Wrong room codes on one connection."""
PARAMIKO: Final = "paramiko"
KeyboardChallenge = tuple[str, str, str, list[tuple[str, bool]]]


class Door(Protocol):
    """What a table lets in."""

    @property
    def locked(self) -> bool: ...

    def knows(self, fingerprint: str) -> bool:
        """Whether the owner of this ssh key has a seat."""

    def is_code(self, typed: str, address: str) -> bool:
        """Counts a wrong one; after too many, none is right."""


class Login(asyncssh.SSHServer):
    """Of one connection.

    An open table lets everybody in. A locked one lets in an ssh key that has a seat, and whoever knows the room
    code. `key` is the fingerprint of the guest's ssh key, or "". It was proved, or belongs to no seat yet.
    """

    def __init__(self, door: Door, address: str) -> None:
        self._door, self.address = door, address
        self.login = self.key = self._offered = ""
        self._wrong = 0

    @property
    def name(self) -> str:
        """What the guest wants to be called; "" if nothing was said."""
        own = self.login.rpartition("\\")[2]
        return "" if own.casefold() in ASKING else own

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        self.connection = conn

    def begin_auth(self, username: str) -> bool:
        """Clients only offer keys if authentication is required.

        At an open table, paramiko gets in at once: it asks for the service before each try, which asyncssh allows
        once.
        """
        self.login, self.key, self._offered = username, "", ""
        return self._door.locked or PARAMIKO not in self.connection.get_extra_info("client_version", "")

    # Asking about a key proves nothing. Every other method forgets the key, so one that is left at the end of the
    # login was proved. At a locked table, a guest's first key gets its seat by the room code instead.

    def public_key_auth_supported(self) -> bool:
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
        return "", "", "", [(labelled(_("Room code"), ""), True)] if self._door.locked else []

    def validate_kbdint_response(self, username: str, responses: Sequence[str]) -> bool:
        return self.validate_password(username, responses[0] if responses else "")

    def password_auth_supported(self) -> bool:
        return True

    def validate_password(self, username: str, password: str) -> bool:
        self.key = ""
        if not self._door.locked:
            return True
        if not self._door.is_code(password, self.address):
            self._wrong += 1
            if self._wrong >= MAX_TRIES:
                sentence = _("Too many wrong tries. Try again in a minute.")
                self.connection.disconnect(asyncssh.DISC_NO_MORE_AUTH_METHODS_AVAILABLE, sentence)
            return False
        if not self._door.knows(self._offered):
            self.key = self._offered
        return True
