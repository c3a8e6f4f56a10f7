"""A guest's process, `python -m sixqp_tui.gateways.ssh.screen`: a seat and the app, in guest mode.

Guest mode: nothing that the guest does reads or writes a file, starts a process, or opens a link. The process reads
only the program, and talks only to its table.
"""

import asyncio
import fcntl
import gc
import logging
import os
import resource
import signal
import sys
import termios
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Final

import msgspec

from sixqp_protocol.keys import Key
from sixqp_protocol.text import clean_name
from sixqp_tui import i18n
from sixqp_tui.client.conversation import Identity
from sixqp_tui.client.network import NetworkLink
from sixqp_tui.client.session import Session
from sixqp_tui.client.session_state import PlayerSession
from sixqp_tui.client.status import Closed
from sixqp_tui.discovery.addresses import LOOPBACK
from sixqp_tui.gateways.ssh.options import OPTIONS, GuestOptions
from sixqp_tui.host.network.gateway import HEADER
from sixqp_tui.i18n import _
from sixqp_tui.i18n.errors import why_closed
from sixqp_tui.i18n.phrases import labelled
from sixqp_tui.presentation.chairs import found_no_chair
from sixqp_tui.store.preferences import Preferences
from sixqp_tui.terminal.output import ask, print_line, print_sentences
from sixqp_tui.tui.app import SixqpApp
from sixqp_tui.tui.openings import Ended
from sixqp_tui.tui.stay import Stay

SEAT_SECONDS: Final = 8.0
"""For the table to give a seat."""
DOOR_SECONDS: Final = 90
"""For the guest to answer questions and get a seat."""
LIMITS: Final = {
    resource.RLIMIT_CORE: 0,
    resource.RLIMIT_FSIZE: 0,
    resource.RLIMIT_NOFILE: 64,
    resource.RLIMIT_DATA: 256 << 20,
    resource.RLIMIT_CPU: 3600,
}
"""Bytes, descriptors and seconds: many times what an evening takes. No file may grow."""
NICENESS: Final = 10
"""Guests' processes have a lower priority than the table's."""


class GuestApp(SixqpApp):
    """The app at one table: it can't open others, and keeps nothing."""

    def open_url(self, url: str, *, new_tab: bool = True) -> None:
        """There's no browser for guests."""

    def action_suspend_process(self) -> None:
        """There's no shell to go back to."""

    def deliver_screenshot(
        self, filename: str | None = None, path: str | None = None, time_format: str | None = None
    ) -> None:
        """There's no file for guests."""


def main() -> int:
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    ignore_suspend()
    os.nice(NICENESS)
    limit(LIMITS)
    signal.alarm(DOOR_SECONDS)
    logging.basicConfig(handlers=[logging.NullHandler()])
    options = msgspec.json.decode(os.environ.pop(OPTIONS), type=GuestOptions)
    i18n.use(options.language)
    try:
        session = create_session(options)
    except KeyboardInterrupt:
        return 1
    code = asyncio.new_event_loop().run_until_complete(_play(session, options))
    os._exit(code)  # ending the loop in order would take another thread


def ignore_suspend() -> None:
    """Otherwise Ctrl-Z stops the process while it starts, before the app takes over the keys."""
    attributes = termios.tcgetattr(0)
    attributes[6][termios.VSUSP] = bytes([os.fpathconf(0, "PC_VDISABLE")])
    termios.tcsetattr(0, termios.TCSANOW, attributes)


def limit(limits: Mapping[int, int]) -> None:
    for what, most in limits.items():
        with suppress(OSError, ValueError):  # macOS knows some of them only by name
            resource.setrlimit(what, (most, most))


def create_session(options: GuestOptions) -> Session:
    """As the guest who comes back, or as a newcomer."""
    name, secret = options.name, options.secret
    reserved = options.away.get(name) == secret
    if not reserved and options.away and (back := _ask_who(options.away)):
        name, secret = back, options.away[back]
    # Translators: the name at the table of a guest who has given none
    guest = _("Guest")
    name = clean_name(name or ask(labelled(_("Your name"), "")) or "", guest)
    link = NetworkLink(((LOOPBACK, options.table_port),), options.pin, {HEADER: options.credential})
    return Session(link, Identity(name, "player", options.table, Key.of(secret), options.code, look_on=True))


def _ask_who(away: dict[str, bytes]) -> str | None:
    """Which of these guests this is; None for a newcomer."""
    names = [*away]
    # Translators: names follow, one below the other, with numbers
    print_sentences(_("These guests were here before. Are you one of them?"))
    for number, name in enumerate(names, 1):
        print_line(f"  {number}  {name}")
    while typed := (ask(_("Your number, or Enter if you're new: ")) or "").strip():
        if typed.isdecimal() and 0 < int(typed) <= len(names):
            return names[int(typed) - 1]
    return None


async def _play(session: Session, options: GuestOptions) -> int:
    async with session.running():
        status = await session.wait_until_seated(SEAT_SECONDS)
        if isinstance(status, Closed):
            print_sentences(why_closed(status.reason))
            return 1
        signal.alarm(0)
        gc.disable()
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(1))
        await asyncio.to_thread(int)  # which starts the only thread of the executor
        app = create_app(session, options.join_line)
        outcome = await app.run_async()
    if isinstance(outcome, Ended) and outcome.sentence:
        print_sentences(outcome.sentence)
    elif not app.return_code and session.state.welcome:
        print_sentences(_("You have left “{title}”. See you soon!").format(title=session.state.welcome.title))
    return outcome.code if isinstance(outcome, Ended) else app.return_code or 0


def create_app(session: PlayerSession, join_line: str) -> GuestApp:
    at = Stay(session, join_line=join_line or None, late=found_no_chair(session))
    return GuestApp(at, Preferences(), on_first_frame=settle)


def settle() -> None:
    """All threads are running now."""
    gc.freeze()
    gc.enable()
    limit({resource.RLIMIT_NPROC: 0})


if __name__ == "__main__":
    sys.exit(main())
