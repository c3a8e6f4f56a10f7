"""The room code of a table that is opened here: given, drawn, or kept from before; and kept whenever it changes."""

import logging
import secrets
from functools import partial
from typing import TYPE_CHECKING

from sixqp_protocol.pairing import prepare
from sixqp_protocol.room_code import drawn_code
from sixqp_tui.runtime.table_journal import TableJournal
from sixqp_tui.runtime.table_options import TableOptions

if TYPE_CHECKING:
    from sixqp_tui.host.admission.room_code import Lock

_log = logging.getLogger(__name__)


def lock_of(options: TableOptions, book: TableJournal, fingerprint: str) -> "Lock | None":
    """The lock of the table of this book; None where everybody may come. Raises OSError.

    The code lies beside the journal, not in it: a journal may be handed on when its game is over.
    """
    from sixqp_tui.host.admission.room_code import Lock

    if not book.opening.locked:
        return None
    code = (book.code if options.resume else options.lock) or drawn_code(secrets.token_bytes)
    prepare()
    lock = Lock(code, bytes.fromhex(fingerprint), secrets.token_bytes)
    book.keep_code(lock.code)
    lock.changed = partial(_changed, book)
    return lock


def _changed(book: TableJournal, code: str) -> None:
    """Keep the new code before anybody is told of it: at most once in half a minute, and some bytes."""
    _log.warning("wrong room codes were tried again and again: the table has a new one")
    try:
        book.keep_code(code)
    except OSError as error:
        _log.error("the new room code could not be kept: %s", error)
