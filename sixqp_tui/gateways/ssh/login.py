"""How a guest logs in: the name they give, the key that they prove or not, and what they type where they are asked.

Everybody may log in. What it leads to, a seat, a question, a refusal, is decided behind it.
"""

from collections.abc import Awaitable, Callable, Sequence
from typing import Final

import asyncssh

from sixqp_protocol.text import clean_name
from sixqp_tui.gateways.ssh import words as ssh_words
from sixqp_tui.i18n import _

MAX_ANSWER: Final = 64
"""Characters of what is typed that are looked at."""

KeyboardChallenge = tuple[str, str, str, list[tuple[str, bool]]]


def name_of(login: str) -> str:
    return clean_name(login.rpartition("\\")[2], _guest())


Process = asyncssh.SSHServerProcess[bytes]


class Terminal(asyncssh.SSHServerProcess[bytes]):
    """What a client asks for. A subsystem, such as that for files, is taken up to be refused in a sentence."""

    def subsystem_requested(self, subsystem: str) -> bool:
        return True

    def session_started(self) -> None:
        """Serve a terminal, or say that there is no such thing here."""
        if self.channel.get_subsystem() is None:
            super().session_started()
            return
        self.channel.write_stderr(f"{ssh_words.only_the_game()}\r\n".encode())
        self.channel.exit(1)


class Login(asyncssh.SSHServer):
    """One connection until it has logged in; `on_begin` and `on_complete` are told of these moments.

    `serve` is what a terminal is for.

    `key` is the fingerprint of the key that was proved, "" where none was. `answer` is what was typed. A locked
    table asks for something: OpenSSH shows the question as that for a password.
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
        return name_of(self.login)

    def begin_auth(self, username: str) -> bool:
        """Take this name, and let the client go on to its keys: without a question no client would offer them."""
        self.login, self.key, self.answer = username, "", ""
        self._on_begin()
        return True

    def auth_completed(self) -> None:
        self._on_complete()

    # A key counts only if the login ends with it: a client may ask about any key, which proves nothing. It is the
    # last one that was asked about then, for whoever goes on otherwise makes it be forgotten.

    def public_key_auth_supported(self) -> bool:
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        self.key, self.answer = key.get_fingerprint(), ""
        return True

    def kbdint_auth_supported(self) -> bool:
        return True

    def get_kbdint_challenge(self, username: str, lang: str, submethods: str) -> KeyboardChallenge:
        self.key = ""
        return ("", "", "", [(ssh_words.ask_code(), True)] if self._locked else [])

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

    # Nothing of ssh but a terminal for the game: every request for more is told so.

    def connection_requested(self, dest_host: str, dest_port: int, orig_host: str, orig_port: int) -> bool:
        raise _refusal()

    def unix_connection_requested(self, dest_path: str) -> bool:
        raise _refusal()

    def server_requested(self, listen_host: str, listen_port: int) -> bool:
        return False

    def unix_server_requested(self, listen_path: str) -> bool:
        return False


def _refusal() -> asyncssh.ChannelOpenError:
    return asyncssh.ChannelOpenError(asyncssh.OPEN_ADMINISTRATIVELY_PROHIBITED, ssh_words.only_the_game())


def _guest() -> str:
    # Translators: the name at the table of a guest who has given none
    return _("Guest")
