"""`sixqp hall`: one evening at many tables, with one ranking."""

import argparse
import asyncio
import logging
import secrets
import sys
from collections.abc import Callable
from contextlib import AsyncExitStack
from inspect import isawaitable
from pathlib import Path
from shutil import get_terminal_size
from threading import Thread
from typing import Any, Final

from sixqp_protocol.messages import Way
from sixqp_protocol.room_code import draw_code
from sixqp_protocol.text import clean, clean_title
from sixqp_tui.features import run_app
from sixqp_tui.features.hall.evening import Evening, open_evening
from sixqp_tui.features.hall.export import FORMATS, export
from sixqp_tui.features.hall.hall import MAX_ROUNDS, CodeDrawn, Hall, HallOpened, ImpossibleHallFact, restored
from sixqp_tui.features.hall.journal import create_hall_journal, hall_files, open_hall_journal
from sixqp_tui.features.hall.waiting_room import hall_news
from sixqp_tui.hosting.process.log_files import log_to_stderr
from sixqp_tui.hosting.process.stop_signals import stop_requested
from sixqp_tui.hosting.ways_in import PROJECTOR
from sixqp_tui.i18n import _, lobby as lobby_words, ngettext
from sixqp_tui.i18n.phrases import quoted
from sixqp_tui.joining.endpoint import invitation_to, local_addresses, show_address, spoken_addresses
from sixqp_tui.joining.failure import Failure, os_errors_as_failures
from sixqp_tui.joining.seat import take_seat
from sixqp_tui.joining.table_search import find_caution
from sixqp_tui.joining.tasks import wait_for_first
from sixqp_tui.presentation import hall as words
from sixqp_tui.presentation.ways_in import WAYS, host_in, join_by_title
from sixqp_tui.store.journal import NoJournal, parse
from sixqp_tui.terminal import arguments
from sixqp_tui.terminal.output import print_line, print_notice
from sixqp_tui.terminal.player_name import find_name
from sixqp_tui.terminal.progress_line import ProgressLine
from sixqp_tui.tui.openings import AtFeature
from sixqp_tui.tui.widgets.graphics import qr_code

SHOWN: Final = 200
NAME_CELLS: Final = 40


def add_arguments(parser: argparse.ArgumentParser) -> None:
    action = _("export: print the results of the newest hall, or of the one with --resume NAME, and stop")
    parser.add_argument("action", nargs="?", choices=("export",), help=action)
    # Translators: what is typed for the name of a hall
    parser.add_argument("--name", metavar=_("NAME"), help=_("the name that players find the hall by"))
    arguments.add_number(parser, "tables-of", 2, 10, 4, _("seats of each table, 2 to 10 (default 4)"))
    arguments.add_number(parser, "rounds", 1, MAX_ROUNDS, 4, _("rounds of the hall (default 4)"))
    scoring = parser.add_mutually_exclusive_group()
    duplicate = _("compare each hand with the same hand at the other tables (default)")
    scoring.add_argument("--duplicate", dest="scoring", action="store_const", const="duplicate", help=duplicate)
    plain = _("count heads only")
    scoring.add_argument("--plain-scores", dest="scoring", action="store_const", const="plain", help=plain)
    lock = _("ask players for a room code before they register: CODE, or one made for you")
    keys = ("variant", "timer", "port", "page", "page-tls", "ssh", "lock")
    arguments.add_table_options(parser, *keys, about={"lock": lock})
    resume = _("continue the newest hall, or the one of this name, where it left off")
    parser.add_argument("--resume", nargs="?", const="", default=None, metavar=_("NAME"), help=resume)
    screen = _("show the ranking, the tables and the seating of this hall, or of the newest one on this machine")
    parser.add_argument("--screen", nargs="?", const="", default=None, metavar=_("TITLE"), help=screen)
    parser.add_argument("--format", choices=FORMATS, default="csv", help=_("with export: the format (default csv)"))


def run(parsed: argparse.Namespace) -> int:
    if parsed.screen is not None:
        return _show(parsed)
    log_to_stderr(logging.WARNING)
    if parsed.action == "export":
        print_line(export(_read(_find(parsed.resume or "")), parsed.format).removesuffix("\n"))
        return 0
    return asyncio.run(_run(parsed))


def _show(parsed: argparse.Namespace) -> int:

    async def open_screen(stack: AsyncExitStack, progress: ProgressLine) -> AtFeature:
        from sixqp_tui.features.hall.screen import HallScreen

        title, code = parsed.screen, lock_code(parsed)
        if not title:
            here = _read(_find(""))
            title, code = here.opened.name, here.code
        seat = await stack.enter_async_context(
            take_seat(title, find_name(parsed), watch=True, code=code, on_step=progress.step, tell=progress.say)
        )
        while (hall := seat.session.state.hall) is None:
            if seat.session.state.news is not None:
                raise Failure(_("{title} is a table, not a hall.").format(title=quoted(title)))
            await anext(seat.session.events())
        host = host_in(seat.join_line or "") or local_addresses()[0]

        def show(app: Any, end: Callable[[None], None]) -> None:
            app.push_screen(HallScreen(seat.session, hall, host, lambda: app.preferences.current.ascii), end)

        return AtFeature(show)

    return run_app("hall --screen", find_name(parsed), open_screen, parsed)


async def _run(parsed: argparse.Namespace) -> int:
    if parsed.resume is not None:
        id = _find(parsed.resume).stem
        journal = open_hall_journal(id)
        if journal.hall.over:
            raise Failure(_("This hall is over. Print its results with: sixqp hall export"))
    else:
        if not (name := clean_title(parsed.name or "", "")):
            raise Failure(_("Give the hall a name: sixqp hall --name NAME"), code=2)
        demand_no_other(name)
        id = secrets.token_hex(4)
        opened = HallOpened(
            name,
            secrets.token_hex(16),
            parsed.tables_of,
            parsed.rounds,
            parsed.scoring or "duplicate",
            getattr(parsed, "variant", "classic"),
            getattr(parsed, "timer", 60),
        )
        codes = [CodeDrawn(draw_code(secrets.token_bytes), serving=True)]
        if (code := lock_code(parsed)) is not None:
            codes.append(CodeDrawn(code or draw_code(secrets.token_bytes)))
        journal = create_hall_journal(id, opened, *codes)
    with stop_requested() as stop:
        async with open_evening(id, journal, getattr(parsed, "port", None), print_notice) as evening:
            evening.page_tls = getattr(parsed, "page_tls", "off") == "on"
            _print_beginning(evening)
            for way in WAYS:
                if (port := getattr(parsed, way, "off")) != "off":
                    await _open_way(evening, way, port if isinstance(port, int) else None)
            async with asyncio.TaskGroup() as group:
                works = _watch(evening), _obey_lines(evening), print_caution(evening)
                tasks = [group.create_task(work) for work in works]
                await wait_for_first(evening.ended, stop)
                for task in tasks:
                    task.cancel()
            if evening.hall.ended:
                return 0
            print_notice(_("The tables play on. Continue with: sixqp hall --resume"))
            return 130


def lock_code(parsed: argparse.Namespace) -> str | None:
    """The code after --lock: "" for one to be drawn, None without it."""
    lock = getattr(parsed, "lock", "off")
    return {"on": "", "off": None}.get(lock, lock)


async def print_caution(evening: Evening) -> None:
    name = evening.hall.opened.name
    address = f"sixqp join {show_address(spoken_addresses()[0], evening.port)}"
    match await find_caution(name, evening.id):
        case "namesake":
            sentence = _(
                "Another hall or table here is also called “{name}”. Tell your players to type {join_line}"
            )
            print_notice(sentence.format(name=name, join_line=address))
        case "undiscovered":
            print_notice(
                _("Halls can't be found automatically here: players must type {join_line}").format(
                    join_line=address
                )
            )


async def _obey_lines(evening: Evening) -> None:
    lines = _typed_lines()
    while True:
        await obey(evening, await lines.get())


def _print_beginning(evening: Evening) -> None:
    opened = evening.hall.opened
    # Translators: lines to type follow, one below the other; {name} is the name of a tournament
    print_notice(_("The hall “{name}” is open. To join it:").format(name=opened.name))
    lines = [join_by_title(opened.name)]
    lines += [f"sixqp join {show_address(each, evening.port)}" for each in spoken_addresses()]
    lines.append(f"sixqp join {invitation_to(evening.id, evening.fingerprint, evening.port)}")
    for line in lines:
        print_notice(f"  {line}")
    if evening.hall.code:
        print_notice(lobby_words.room_code(evening.hall.code))
    if evening.hall.serving_code:
        print_notice(_("Another computer can open tables for this hall. Type there:"))
        print_notice(f'  sixqp serve --for "{opened.name}" --code {evening.hall.serving_code}')
    _help(evening, "")


def _typed_lines() -> asyncio.Queue[str]:
    queue: asyncio.Queue[str] = asyncio.Queue()
    loop = asyncio.get_running_loop()

    def read() -> None:
        for line in sys.stdin:
            try:
                loop.call_soon_threadsafe(queue.put_nowait, line)
            except RuntimeError:  # the loop is closed
                return

    Thread(target=read, daemon=True, name="organiser").start()
    return queue


async def _watch(evening: Evening) -> None:
    players = finished = 0
    while True:
        await evening.changed.wait()
        evening.changed.clear()
        hall = evening.hall
        if len(hall.players) > players:
            players = len(hall.players)
            sentence = ngettext("{name} has joined: {n} player.", "{name} has joined: {n} players.", players)
            print_notice(sentence.format(name=hall.players[-1].name, n=players))
        done = len(hall.rounds) - hall.playing
        if done > finished:
            finished = done
            _print_ranking(evening, "")


Action = Callable[[Evening, str], object]


async def obey(evening: Evening, line: str) -> None:
    word, _space, rest = line.strip().partition(" ")
    if not word:
        return
    try:
        if word == "start":
            await evening.begin_round()
            tables = len(evening.hall.rounds[-1].tables)
            sentence = ngettext("Round {round}: {n} table.", "Round {round}: {n} tables.", tables)
            print_notice(sentence.format(round=len(evening.hall.rounds), n=tables))
        elif action := _ACTIONS.get(word):
            if isawaitable(done := action(evening, rest.strip())):
                await done
        else:
            raise Failure(_("“{word}” isn't a command here.").format(word=clean(word, NAME_CELLS)))
    except Failure as failure:
        print_notice(str(failure))
        if word != "start" and word not in _ACTIONS:
            _help(evening, "")


def _print_ranking(evening: Evening, _rest: str) -> None:
    news = hall_news(evening.hall, evening.waiting.here, evening.hall.ranking())
    print_notice(words.summary(news))
    for line in words.ranking(news, SHOWN):
        print_notice(line)
    if news.round and not (news.over or news.playing):
        # Translators: start is typed as it is
        print_notice(_("Type start to begin the next round."))


def _set_registration(open: bool) -> Action:
    def act(evening: Evening, _rest: str) -> None:
        evening.waiting.open = open
        print_notice(_("New players can join.") if open else _("No new players can join any more."))

    return act


def _pause(evening: Evening, _rest: str) -> None:
    evening.pause()
    print_notice(_("All tables are paused. Continue with: resume"))


def _resume(evening: Evening, _rest: str) -> None:
    evening.pause(paused=False)
    print_notice(_("All tables have resumed."))


def _give_up(evening: Evening, number: str) -> None:
    if not number.isdecimal():
        raise Failure(_("Expected the number of a table, got “{given}”.").format(given=clean(number, NAME_CELLS)))
    evening.give_up(int(number))


async def _open_way(evening: Evening, way: Way, port: int | None = None) -> None:
    """Open a way in and print how it is reached: the page for phones, which is also for a projector, or ssh."""
    opened = await evening.open_way(way, port)
    for line in lobby_words.way_lines(opened.kind, opened.line, opened.fingerprint, opened.confined):
        print_notice(line)
    if way == "ssh":
        return
    print_notice(_("For a projector: {line}").format(line=opened.line + PROJECTOR))
    if sys.stdout.isatty() and sys.stdout.encoding.lower() == "utf-8":
        for line in qr_code.fit(qr_code.encode(opened.link), *get_terminal_size(), ascii_only=False):
            print_notice(line)


def _help(_evening: Evening, _rest: str) -> None:
    for line in (
        # Translators: the word before the dash is typed as it is
        _("start – seat everybody and begin the next round"),
        _("ranking – print the ranking"),
        _("close, open – stop letting new players in, or let them in again"),
        _("pause, resume – stop the clocks of all tables, or let them go on"),
        _("remove NAME – remove a player"),
        _("skip NUMBER – don't wait for a table any more"),
        _("page – let guests play from a phone, and open a page for a projector"),
        _("ssh – let guests play without the program, by ssh"),
        _("end – end the evening"),
    ):
        print_notice(f"  {line}")


_ACTIONS: Final[dict[str, Action]] = {
    "ranking": _print_ranking,
    "close": _set_registration(False),
    "open": _set_registration(True),
    "pause": _pause,
    "resume": _resume,
    "remove": lambda evening, name: evening.remove(name),
    "skip": _give_up,
    "page": lambda evening, _rest: _open_way(evening, "page"),
    "ssh": lambda evening, _rest: _open_way(evening, "ssh"),
    "end": lambda evening, _rest: evening.end(),
    "help": _help,
}


def _find(name: str) -> Path:
    """The journal of the newest hall, or of the newest one of this name. Raises Failure."""
    with os_errors_as_failures():
        found = [path for path in hall_files() if not name or _read(path).opened.name.casefold() == name.casefold()]
    if not found:
        raise Failure(_("There is no such hall on this machine."))
    return found[0]


def demand_no_other(name: str) -> None:
    """Raises Failure if a hall of this name isn't over: its players couldn't tell the two apart."""
    try:
        hall = _read(_find(name))
    except Failure:  # there is none, or a journal is damaged, which is no reason against another hall
        return
    if not hall.over:
        sentence = _("The hall “{name}” isn't over. Continue it with sixqp hall --resume, or choose another name.")
        raise Failure(sentence.format(name=hall.opened.name))


def _read(path: Path) -> Hall:
    """Raises Failure."""
    with os_errors_as_failures():
        try:
            return restored(parse(path.read_bytes()).records)
        except (NoJournal, ImpossibleHallFact) as error:
            raise Failure(_("The hall's journal {path} is damaged: {why}.").format(path=path, why=error)) from None
