"""`sixqp lend`: serves the program itself to guests, over HTTP on the LAN."""

import argparse
import asyncio
import hashlib
import logging
import socket
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, Self

from sixqp_tui.gateways.common.http import FilePart
from sixqp_tui.gateways.lend.archive import FILE, collect, digests, parts, systems_served, write_bundle
from sixqp_tui.gateways.lend.server import (
    Download,
    LendServer,
    Lent,
    Site,
    digest_lines,
    lines_to_type,
)
from sixqp_tui.gateways.lend.wheels import TARGETS, Fetched, NotInstalled, Requirement, fetch, has_pip, requirements
from sixqp_tui.host.network.port import CannotListen, bind_socket
from sixqp_tui.hosting.lending import WHEELS_FOLDER
from sixqp_tui.hosting.process.log_files import log_to_stderr
from sixqp_tui.hosting.process.stop_signals import stop_requested
from sixqp_tui.i18n import _
from sixqp_tui.joining.endpoint import local_addresses
from sixqp_tui.joining.failure import Failure, os_errors_as_failures
from sixqp_tui.presentation.ways_in import url
from sixqp_tui.store import paths
from sixqp_tui.terminal.output import print_error, print_line, print_notice
from sixqp_tui.terminal.progress_bar import progress_bar
from sixqp_tui.terminal.progress_line import ProgressLine
from sixqp_tui.tui.widgets.graphics import qr_code

if TYPE_CHECKING:
    from rich.progress import TaskID

DEFAULT_PORT: Final = 4670


def run(parsed: argparse.Namespace) -> int:
    log_to_stderr(logging.WARNING)
    try:
        needed = requirements()
    except NotInstalled:
        raise Failure(
            _("Only an installed sixqp can be lent: install it with pip, or start it from sixqp.pyz.")
        ) from None
    with os_errors_as_failures():
        wheels = paths.data_dir() / WHEELS_FOLDER
    return _prepare(wheels, needed) if parsed.prepare else asyncio.run(_lend(wheels, needed, parsed.port))


def _prepare(wheels: Path, needed: Sequence[Requirement]) -> int:
    if not has_pip():
        raise Failure(
            _("This Python has no pip, which downloads what other systems need: run python -m ensurepip.")
        )
    refused: list[Fetched] = []
    with os_errors_as_failures(), progress_bar() as bar:
        task = bar.add_task(_("downloading"), total=len(TARGETS))
        for done, fetched in enumerate(fetch(wheels, needed), 1):
            bar.update(task, completed=done)
            refused += [fetched] if fetched.reason else []
            if bar.disable:
                system, python = fetched.target.label, "{}.{}".format(*fetched.target.python)
                print_notice(f"{done}/{len(TARGETS)}  {system} (Python {python})")
    for target, reason in refused:
        sentence = _("Couldn't get everything for {system} with Python {python}: {reason}")
        print_error(sentence.format(system=target.label, python="{}.{}".format(*target.python), reason=reason))
    with os_errors_as_failures():
        _print_systems(systems_served(list(collect(wheels, needed)), needed))
    return 1 if len(refused) == len(TARGETS) else 0


async def _lend(wheels: Path, needed: Sequence[Requirement], port: int | None) -> int:
    with stop_requested() as stop, os_errors_as_failures(), tempfile.TemporaryDirectory(prefix="sixqp-") as folder:
        async with ProgressLine() as progress:
            progress.step(_("building the file to lend…"))
            lent = await asyncio.to_thread(_make, Path(folder) / FILE, wheels, needed)
        sock = _bind(port)
        with GuestProgress() as guests:
            server = LendServer(Site(lent), guests.show)
            await server.start(sock)
            _print_instructions(lent, url("http", local_addresses()[0], sock.getsockname()[1]))
            await stop.wait()
            await server.close()
    return 130


def _make(path: Path, folder: Path, needed: Sequence[Requirement]) -> Lent:
    wheels = collect(folder, needed)
    write_bundle(path, wheels, needed)
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    whole = FilePart(path, 0, path.stat().st_size)
    return Lent(whole, digest, digests(path), parts(path), tuple(systems_served(list(wheels), needed)))


def _bind(port: int | None) -> socket.socket:
    try:
        return bind_socket(port, DEFAULT_PORT)
    except CannotListen as error:
        if error.port is None:
            sentence = _("The program can't be lent: no port from {port} on is free. Choose one with --port PORT.")
            raise Failure(sentence.format(port=DEFAULT_PORT)) from None
        sentence = _("The program can't be lent on port {port}: {reason}.")
        raise Failure(sentence.format(port=error.port, reason=error.strerror or "")) from None


def _print_instructions(lent: Lent, base: str) -> None:
    """Print the lines to paste last, so that they stay visible in a low window."""
    _print_systems(lent.fits)
    for line in digest_lines(lent.digest):
        print_notice(line)
    caution = _(
        "Each line only starts a file with this checksum. Someone on this network could change the lines on the "
        "page: to be sure, guests compare these words with the line that they paste."
    )
    print_notice(caution)
    if sys.stdout.isatty():
        light = qr_code.encode(base, qr_code.NARROW_QUIET)
        blocks = (sys.stdout.encoding or "").lower().startswith("utf")
        for row in qr_code.in_halves(light) if blocks else qr_code.in_ascii(light):
            print_line(f"  {row}")
    print_notice(_("Guests paste one of these lines, or open {address} to copy it:").format(address=base))
    for system, line in lines_to_type(base, lent):
        print_notice(f"  {system}")
        print_line(f"    {line}")  # never wrapped, since it is copied
    print_notice(_("Press Ctrl-C to stop lending."))


def _print_systems(fits: Sequence[str]) -> None:
    print_notice(_("The file works on"))
    for each in fits:
        print_notice(f"  {each}")
    if len(fits) < 2:
        print_notice(_("With Internet access, `sixqp lend --prepare` downloads what other systems need."))


class GuestProgress:
    def __init__(self) -> None:
        self._bar = progress_bar(counted=False, percentage=True)
        self._tasks: dict[int, TaskID] = {}
        self._quarters: dict[int, int] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self._bar.stop()

    def show(self, download: Download) -> None:
        number, ended = download.number, download.broken or download.share >= 1
        if number not in self._tasks and not ended:
            self._tasks[number] = self._bar.add_task(download.address, total=1.0)
            self._bar.start()
        if number in self._tasks:
            self._bar.update(self._tasks[number], completed=download.share)
        if ended:
            self._remove(number)
            print_notice(_ended(download))
        elif self._bar.disable and self._quarters.get(number) != (quarter := int(4 * download.share)):
            self._quarters[number] = quarter
            print_notice(_under_way(download.address, 25 * quarter))

    def _remove(self, number: int) -> None:
        self._quarters.pop(number, None)
        if number in self._tasks:
            self._bar.remove_task(self._tasks.pop(number))
        if not self._tasks:
            self._bar.stop()


def _under_way(address: str, percent: int) -> str:
    # Translators: {address} is a guest's machine, such as 192.168.1.31
    return _("{address} is downloading: {percent} %").format(address=address, percent=percent)


def _ended(download: Download) -> str:
    if download.broken:
        sentence = _("{address} stopped at {percent} %. The same line continues from there.")
        return sentence.format(address=download.address, percent=int(100 * download.share))
    # Translators: {address} is a guest's machine, such as 192.168.1.31
    return _("{address} has received the whole file.").format(address=download.address)
