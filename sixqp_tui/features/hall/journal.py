"""The journal of a hall: the facts of its evening on the disk."""

import time
from collections.abc import Sequence
from pathlib import Path
from threading import Lock
from typing import Final

from sixqp_tui.features.hall.hall import HallFact, HallOpened, ImpossibleHallFact, decoded, encoded, folded
from sixqp_tui.i18n import _
from sixqp_tui.joining.failure import Failure, os_errors_as_failures
from sixqp_tui.store import paths
from sixqp_tui.store.journal import Journal, NewerJournal, NoJournal, create_journal_file
from sixqp_tui.store.journal_store import Claim, InUse

FOLDER: Final = "halls"
VERSION: Final = 1
ROOM: Final = 256 * 1024
"""Bytes that a full disk must have free again before the hall goes on."""


class HallJournal:
    """The facts of one hall on the disk, only this process's until `close`. Raises Failure."""

    def __init__(self, claim: Claim, journal: Journal) -> None:
        self._claim, self._journal, self._turn = claim, journal, Lock()
        try:
            self.hall = folded(decoded(journal.records))
        except ImpossibleHallFact as error:
            raise Failure(
                _("The hall's journal {path} is damaged: {why}.").format(path=claim.path, why=error)
            ) from None

    def write(self, facts: Sequence[HallFact]) -> None:
        """Raises OSError, and then none of them will ever count."""
        with self._turn:
            self._journal.append(map(encoded, facts))

    def reread(self) -> list[HallFact]:
        with self._turn:
            return list(decoded(self._journal.reread()))

    def probe(self) -> None:
        """Raises OSError while the disk has no room."""
        with self._turn:
            self._journal.demand_room(ROOM)

    def close(self) -> None:
        self._journal.close()
        self._claim.release()


def create_hall_journal(id: str, opened: HallOpened, *facts: HallFact) -> HallJournal:
    with os_errors_as_failures():
        claim = _claim(id)
        create_journal_file(claim.path, VERSION, map(encoded, (opened, *facts)))
        return HallJournal(claim, Journal.at(claim.path, VERSION))


def open_hall_journal(id: str) -> HallJournal:
    with os_errors_as_failures():
        claim = _claim(id)
        try:
            return HallJournal(claim, Journal.at(claim.path, VERSION))
        except (NoJournal, NewerJournal) as error:
            claim.release()
            raise Failure(
                _("The hall's journal {path} is damaged: {why}.").format(path=claim.path, why=error)
            ) from None


def _claim(id: str) -> Claim:
    try:
        return Claim(paths.data_dir() / FOLDER, id, int(time.time()))
    except InUse:
        raise Failure(_("The hall {id} is already open in another program.").format(id=id)) from None


def hall_files() -> list[Path]:
    """The journals of all halls, the newest first. Raises OSError."""
    files = (paths.data_path() / FOLDER).glob("*.journal")
    return sorted(files, key=lambda path: -path.stat().st_mtime)
