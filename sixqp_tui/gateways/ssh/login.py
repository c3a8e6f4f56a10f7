"""How a guest logs in: with a name, perhaps a proved key, and an answer to a question."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Final

import asyncssh

from sixqp_protocol.text import clean_name
from sixqp_tui.i18n import _

MAX_ANSWER: Final = 64
ASKING: Final = ("play", "name", "nom")
"""Logins that aren't names, such as the placeholder in the line that guests type: these guests are asked for one.
"""

KeyboardChallenge = tuple[str, str, str, list[tuple[str, bool]]]


def name_from(login: str) -> str:
    return clean_name(login.rpartition("\\")[2], _guest())


Process = asyncssh.SSHServerProcess[bytes]


class Terminal(asyncssh.SSHServerProcess[bytes]):
    """A client's session. It accepts subsystems, such as sftp, to refuse them with a sentence."""

    def subsystem_requested(self, subsystem: str) -> bool:
        return True

    def session_started(self) -> None:
        if self.channel.get_subsystem() is None:
            super().session_started()
            return
        self.channel.write_stderr(f"{only_the_game()}\r\n".encode())
        self.channel.exit(1)


class Login(asyncssh.SSHServer):
    """One connection until it has logged in; `serve` then runs its terminal.

    `key` is the fingerprint of the proved key, if any, and `answer` what the guest typed. A `locked` table asks a
    question, which OpenSSH shows like a password prompt.
    """

    def __init__(
        self,
        locked: bool,
        on_begin: Callable[[], None],
        on_complete: Callable[[], None],
        serve: Callable[[Process], Awaitable[None]],
    ) -> None:
        self._serve = serve
        self.login = self.key = self.answer = ""
        self._locked, self._on_begin, self._on_complete = locked, on_begin, on_complete

    @property
    def name(self) -> str:
        return name_from(self.login)

    @property
    def lacks_name(self) -> bool:
        return self.login.casefold() in ASKING

    def begin_auth(self, username: str) -> bool:
        """Clients only offer keys if authentication is required."""
        self.login, self.key, self.answer = username, "", ""
        self._on_begin()
        return True

    def auth_completed(self) -> None:
        self._on_complete()

    # Asking about a key proves nothing. Every other method forgets the key, so one that is left at the end of the
    # login was proved.

    def public_key_auth_supported(self) -> bool:
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        self.key, self.answer = key.get_fingerprint(), ""
        return True

    def kbdint_auth_supported(self) -> bool:
        return True

    def get_kbdint_challenge(self, username: str, lang: str, submethods: str) -> KeyboardChallenge:
        self.key = ""
        return ("", "", "", [(ask_code(), True)] if self._locked else [])

    def validate_kbdint_response(self, username: str, responses: Sequence[str]) -> bool:
        self._take(responses[0] if responses else "")
        return True

    def password_auth_supported(self) -> bool:
        return True

    def validate_password(self, username: str, password: str) -> bool:
        self._take(password)
        return True

    def _take(self, typed: str) -> None:
        self.key, self.answer = "", typed[:MAX_ANSWER]

    def session_requested(self) -> "Terminal":
        return Terminal(self._serve, None, 3, False)

    # ssh offers nothing but a terminal for the game.

    def connection_requested(self, dest_host: str, dest_port: int, orig_host: str, orig_port: int) -> bool:
        raise _refusal()

    def unix_connection_requested(self, dest_path: str) -> bool:
        raise _refusal()

    def server_requested(self, listen_host: str, listen_port: int) -> bool:
        return False

    def unix_server_requested(self, listen_path: str) -> bool:
        return False


def _refusal() -> asyncssh.ChannelOpenError:
    return asyncssh.ChannelOpenError(asyncssh.OPEN_ADMINISTRATIVELY_PROHIBITED, only_the_game())


def only_the_game() -> str:
    return _("This is a card table: no shell, no files, no forwarding. Connect without a command.")


def ask_code() -> str:
    # Translators: a question that is answered in the same line; keep the colon and the space at its end
    return _("Room code, or the word your screen showed: ")


def _guest() -> str:
    # Translators: the name at the table of a guest who has given none
    return _("Guest")
