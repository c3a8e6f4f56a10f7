"""A guest's process, `python -m sixqp_tui.gateways.ssh.guest`: takes a seat, runs the app, reports how it ended."""

import asyncio
import gc
import logging
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

import msgspec

from sixqp_protocol.keys import Key
from sixqp_protocol.room_code import shown_code
from sixqp_tui import i18n
from sixqp_tui.client.conversation import Identity
from sixqp_tui.client.events import Event, News, Welcomed
from sixqp_tui.client.network import NetworkLink
from sixqp_tui.client.session import Session
from sixqp_tui.client.session_state import SessionState
from sixqp_tui.client.status import Closed
from sixqp_tui.gateways.ssh.confinement import confine
from sixqp_tui.gateways.ssh.packets import GuestOptions, Report, encode_meta
from sixqp_tui.host.network.gateway import HEADER
from sixqp_tui.i18n import _
from sixqp_tui.i18n.errors import why_closed
from sixqp_tui.presentation.chairs import found_no_chair
from sixqp_tui.presentation.presence import own_seat
from sixqp_tui.store.preferences import Preferences
from sixqp_tui.tui.app import SixqpApp
from sixqp_tui.tui.openings import AtTable, Ended, Outcome

SEAT_SECONDS: Final = 8.0
"""For the table to give a seat."""
MAX_OPTIONS: Final = 64 * 1024


def main() -> int:
    logging.basicConfig(handlers=[logging.NullHandler()])
    options = msgspec.json.decode(_first_line(), type=GuestOptions)
    os.environ["COLUMNS"], os.environ["ROWS"] = map(str, options.size)
    i18n.use(options.language)
    return asyncio.run(_run(options))


def _first_line() -> bytes:
    """Read byte by byte: Textual's driver reads the rest of the same stream."""
    line = bytearray()
    while not line.endswith(b"\n") and len(line) < MAX_OPTIONS:
        byte = os.read(0, 1)
        if not byte:
            sys.exit(0)
        line += byte
    return bytes(line)


def _send(report: Report) -> None:
    packet = encode_meta(report)
    while packet:
        packet = packet[os.write(1, packet) :]


async def _run(options: GuestOptions) -> int:
    session = create_session(options)  # which loads what signs, before it can't be read any more
    confine(options.addresses)
    async with _running(session):
        status = await session.wait_until_seated(SEAT_SECONDS)
        if not isinstance(status, Closed):
            return await _show(session, options)
    _send(Report("refused", reason=status.reason.value, text=why_closed(status.reason)))
    return 1


def create_session(options: GuestOptions) -> Session:
    link = NetworkLink(options.addresses, options.pin, {HEADER: options.credential} if options.credential else None)
    key = Key.of(options.secret)
    return Session(link, Identity(options.name, "player", options.table, key, options.code, look_on=True))


@asynccontextmanager
async def _running(session: Session) -> AsyncIterator[None]:
    reporting = asyncio.create_task(_report_seat(session, session.events()))
    try:
        async with session.running():
            yield
    finally:
        await asyncio.wait((reporting,))


async def _report_seat(session: Session, events: AsyncIterator[Event]) -> None:
    reported = None
    async for event in events:
        if isinstance(event, Welcomed | News):
            own = own_seat(session.state.news)
            report = Report("welcomed", seated=own is not None, name=own.name if own else "")
            if report != reported and (own or isinstance(event, News)):
                reported = report
                _send(report)


async def _show(session: Session, options: GuestOptions) -> int:
    word = _return_word(options.word) if options.word else ""
    at = AtTable(session, join_line=options.join_line or None, late=found_no_chair(session), way_back=word)
    app = create_app(at)
    gc.disable()
    outcome: Outcome | None = await app.run_async()
    if isinstance(outcome, Ended):
        _send(Report("left", text=outcome.sentence or ""))
        return outcome.code
    _send(Report("left", text="" if app.return_code else goodbye(session.state, word)))
    return app.return_code or 0


def create_app(at: AtTable) -> SixqpApp:
    """The app at this table: it can't open others, and keeps nothing."""
    return SixqpApp(at, Preferences(), on_first_frame=_collect_garbage)


def _collect_garbage() -> None:
    gc.freeze()
    gc.enable()


def goodbye(state: SessionState, return_word: str) -> str:
    """A guest who leaves in the middle of a game keeps the seat, and needs the word for it."""
    title = state.welcome.title if state.welcome else ""
    sentence = _("You have left “{title}”. See you soon!").format(title=title)
    playing = state.news is not None and state.news.phase == "playing"
    return f"{sentence} {return_word}".rstrip() if playing else sentence


def _return_word(word: str) -> str:
    # Translators: the guest sits at the table by ssh; {word} is such as K3F9QX
    return _("To come back: connect again the same way, and type {word} when asked.").format(word=shown_code(word))


if __name__ == "__main__":
    sys.exit(main())
