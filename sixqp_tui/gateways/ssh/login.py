"""How a guest logs in: with a name, perhaps a proved key, and perhaps a password."""

from collections.abc import Sequence
from typing import Final

import asyncssh

from sixqp_tui.i18n import _
from sixqp_tui.i18n.phrases import labelled

ASKING: Final = ("play", "name", "nom")
"""Logins that aren't names, such as the placeholder in the line that guests type: these guests are asked for one.
"""
PARAMIKO: Final = "paramiko"
KeyboardChallenge = tuple[str, str, str, list[tuple[str, bool]]]


class Login(asyncssh.SSHServer):
    """Of one connection. Everybody may log in, and is then asked for the code of a locked table, if it is missing.

    `key` is the fingerprint of the guest's proved ssh key, or "".
    """

    def __init__(self, address: str, locked: bool = False) -> None:
        self.address, self._locked = address, locked
        self.login = self.key = self.password = ""

    @property
    def name(self) -> str:
        """What the guest wants to be called; "" if nothing was said."""
        own = self.login.rpartition("\\")[2]
        return "" if own.casefold() in ASKING else own

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        """Asyncssh refuses logins with characters that are newer than Unicode 3.2 before any method is called."""
        self.connection = conn
        name = _("What stands before the @ is your name at the table: letters and digits, but no emoji.")
        conn.send_auth_banner(f"{name}\n")

    def begin_auth(self, username: str) -> bool:
        """Clients only offer keys if authentication is required.

        Paramiko gets in at once: it asks for the service before each try, which asyncssh allows once.
        """
        self.login, self.key, self.password = username, "", ""
        return PARAMIKO not in self.connection.get_extra_info("client_version", "")

    # Asking about a key proves nothing. Every other method forgets the key, so one that is left at the end of the
    # login was proved.

    def public_key_auth_supported(self) -> bool:
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        self.key = key.get_fingerprint()
        return True

    def kbdint_auth_supported(self) -> bool:
        return True

    def get_kbdint_challenge(self, username: str, lang: str, submethods: str) -> KeyboardChallenge:
        return "", "", "", [(room_code(), True)] if self._locked else []

    def validate_kbdint_response(self, username: str, responses: Sequence[str]) -> bool:
        return self.validate_password(username, responses[0] if responses else "")

    def password_auth_supported(self) -> bool:
        return True

    def validate_password(self, username: str, password: str) -> bool:
        self.key, self.password = "", password
        return True


def room_code() -> str:
    return labelled(_("Room code"), "")
