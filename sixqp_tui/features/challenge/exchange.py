"""`sixqp challenge --exchange`: programs on the LAN that do this at the same time give each other their results.

Nothing listens before or afterwards. What strangers send is played again before it is kept, within limits that they
can't widen. docs/games.md has the format.
"""

import argparse
import asyncio
import socket
import ssl
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta, Struct

from sixqp_tui.discovery.peers import Peer, announced
from sixqp_tui.discovery.zeroconf_service import DiscoveryFailed
from sixqp_tui.engine.open_hands import HandsUnknown
from sixqp_tui.engine.token_bucket import TokenBuckets
from sixqp_tui.features.challenge.challenge import SEAT, Challenge, NotThisChallenge
from sixqp_tui.features.challenge.results import challenge_in_title, check_record, games_known_right, keep_right
from sixqp_tui.features.history import games
from sixqp_tui.features.history.record import (
    GameRecord,
    ImpossibleGame,
    UnreadableRecord,
    check_order,
    check_record as check_facts,
    decode_record,
    encode_record,
)
from sixqp_tui.features.history.summary import GameSummary
from sixqp_tui.host.network.connection_limits import ConnectionCounter, ConnectionLimits, address_of, remote_address
from sixqp_tui.host.network.port import bind_socket
from sixqp_tui.hosting.process.stop_signals import stop_requested
from sixqp_tui.i18n import _, ngettext
from sixqp_tui.joining.daemon_thread import run_in_daemon_thread
from sixqp_tui.joining.endpoint import local_addresses, show_address
from sixqp_tui.joining.failure import os_errors_as_failures
from sixqp_tui.store import certificate, paths
from sixqp_tui.terminal.output import print_notice

SERVICE_TYPE: Final = "_sixqp-results._tcp.local."
ASK_SECONDS: Final = 30.0
"""Seconds between two questions to the same program."""
MAX_GAMES: Final = 50
"""Games that one machine gives in one stay."""
MAX_GAME: Final = 256 * 1024
"""Bytes of a game: three rounds of ten players are a third of it."""
MAX_KNOWN: Final = 1000
"""Games that a question names because the asker has them."""
CHECK_SECONDS: Final = 60.0
"""Processor time for checking all games of one machine: a game against strong bots takes seconds."""
TALK_SECONDS: Final = 30.0
"""Seconds for one question and its answer."""
HANDSHAKE_SECONDS: Final = 5.0
DAY: Final = 24 * 3600
"""Seconds by which clocks may differ."""
LIMITS: Final = ConnectionLimits(connections=16, of_one_address=2)
Key = tuple[Challenge, str]
"""Whose result it is: of this challenge and person."""


class Question(Struct, frozen=True):
    """Which games the asker `have`, by their ids."""

    have: Annotated[tuple[Annotated[str, Meta(max_length=12)], ...], Meta(max_length=MAX_KNOWN)]
    version: Literal[1] = 1


class FalseGame(Exception):
    """What another program sent isn't the game of a challenge."""


class Exchange:
    """`tell` gets a line for the user whenever something happens; `clock` is in seconds of processor time."""

    def __init__(self, tell: Callable[[str], None], clock: Callable[[], float] = time.thread_time) -> None:
        self._tell, self._clock = tell, clock
        self._connections = ConnectionCounter(LIMITS)
        self._questions: TokenBuckets[str] = TokenBuckets(1 / 10, 5.0)
        self._refused: set[str] = set()
        self._taken, self._spent = Counter[str](), defaultdict[str, float](float)

    async def listen(self, sock: socket.socket, context: ssl.SSLContext) -> asyncio.Server:
        """Answer others here. Connections count before TLS: one that says nothing costs a file, too."""
        return await asyncio.start_server(lambda *streams: self._answer(context, *streams), sock=sock)

    async def _answer(
        self, context: ssl.SSLContext, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        peer, here = writer.get_extra_info("peername"), writer.get_extra_info("sockname")
        address = remote_address(peer, here)
        try:
            now = asyncio.get_running_loop().time()
            if not self._questions.of(address_of(peer), now).take(now) or not self._connections.acquire(address):
                return
            try:
                async with asyncio.timeout(TALK_SECONDS):
                    await writer.start_tls(context, ssl_handshake_timeout=HANDSHAKE_SECONDS)
                    question = msgspec.json.decode(await reader.readuntil(), type=Question)
                    for data in await run_in_daemon_thread(lambda: list(_lacking(question.have))):
                        writer.write(len(data).to_bytes(4, "big") + data)
                        await writer.drain()
                    writer.write(bytes(4))
                    await writer.drain()
            finally:
                self._connections.release(address)
        except (
            OSError,
            TimeoutError,
            asyncio.IncompleteReadError,
            asyncio.LimitOverrunError,
            msgspec.MsgspecError,
        ):
            return  # whatever a stranger does costs them this connection
        finally:
            writer.close()

    async def ask(self, address: str, port: int) -> bool:
        if address in self._refused or self._taken[address] >= MAX_GAMES:
            return True
        try:
            async with asyncio.timeout(TALK_SECONDS):
                sent = await _fetch(address, port)
        except (OSError, TimeoutError, asyncio.IncompleteReadError):
            return False
        except FalseGame:
            self._refuse(address)
            return True
        await run_in_daemon_thread(lambda: self._enter(address, sent))
        return True

    def _enter(self, address: str, sent: list[bytes]) -> None:
        """Check and keep games, in a thread: it takes up to a minute."""
        known, ids = _known()
        since, entered = self._clock(), 0

        def go_on() -> None:
            if self._spent[address] + self._clock() - since > CHECK_SECONDS:
                raise TimeoutError

        try:
            for number, data in enumerate(sent[: MAX_GAMES - self._taken[address]], 1):
                record, key = _read(data)
                if record.id in ids or key in known or key[1] in games.own_keys():
                    continue
                self._taken[address] += 1
                text = _("{address}: checking game {n} of {of}…")
                self._tell(text.format(address=address, n=number, of=len(sent)))
                check_record(key[0], record, go_on)
                keep_right(record)
                known.add(key)
                entered += 1
        except (FalseGame, NotThisChallenge, HandsUnknown, UnreadableRecord, ImpossibleGame):
            self._refuse(address)
        except TimeoutError:
            self._tell(_("{address} sent more than can be checked in a minute.").format(address=address))
            self._refused.add(address)
        finally:
            self._spent[address] += self._clock() - since
        if entered:
            sentence = ngettext("{address}: {n} new result.", "{address}: {n} new results.", entered)
            self._tell(sentence.format(address=address, n=entered))

    def _refuse(self, address: str) -> None:
        self._refused.add(address)
        sentence = _("{address} sent a game that isn't of its challenge. Nothing more is taken from there.")
        self._tell(sentence.format(address=address))


async def _fetch(address: str, port: int) -> list[bytes]:
    """What this program gives. Raises OSError, IncompleteReadError, and FalseGame if it gives too much."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE  # the games prove themselves
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    reader, writer = await asyncio.open_connection(address, port, ssl=context)
    try:
        _keys, ids = await run_in_daemon_thread(_known)
        writer.write(msgspec.json.encode(Question(tuple(ids)[:MAX_KNOWN])) + b"\n")
        sent = list[bytes]()
        while size := int.from_bytes(await reader.readexactly(4), "big"):
            if size > MAX_GAME or len(sent) == MAX_GAMES:
                raise FalseGame
            sent.append(await reader.readexactly(size))
        return sent
    finally:
        writer.transport.abort()


def _read(data: bytes) -> tuple[GameRecord, Key]:
    """A possible game in these bytes, and whose result it claims to be. Raises FalseGame, and as reading does."""
    record = decode_record(data)
    challenge, person = challenge_in_title(record.title), record.players[SEAT].person
    whole = record.number == 1 and record.seeded and not record.players[SEAT].holders
    if challenge is None or person is None or not whole or len(record.players) != challenge.players:
        raise FalseGame
    if not (record.began or 0) <= record.ended <= time.time() + DAY:
        raise FalseGame
    check_facts(record)
    check_order(record)
    return record, (challenge, person)


def _first_games(summaries: Iterable[GameSummary]) -> Iterator[tuple[Key, GameSummary]]:
    """The first game of each person at each challenge, the newest first."""
    first: dict[Key, GameSummary] = {}
    for game in sorted(summaries, key=lambda each: each.ended, reverse=True):
        if game.number == 1 and game.seeded and (challenge := challenge_in_title(game.title)):
            first[challenge, game.seats[SEAT].key] = game
    yield from first.items()


def _known() -> tuple[set[Key], tuple[str, ...]]:
    """Whose results are here, and the ids of their games, the newest first. Blocks."""
    found = dict(_first_games(games.read_games().games))
    return set(found), tuple(game.id for game in found.values())


def _lacking(have: Iterable[str]) -> Iterator[bytes]:
    right = games_known_right() - set(have)
    _keys, ids = _known()
    for game in [each for each in ids if each in right][:MAX_GAMES]:
        data = encode_record(games.load_game(game))
        if len(data) <= MAX_GAME:
            yield data


def run_exchange(parsed: argparse.Namespace) -> None:
    """Exchange results until Ctrl-C. Raises Failure."""
    asyncio.run(_run(parsed.exchange))


async def _run(address: str) -> None:
    exchange, peers = Exchange(print_notice), asyncio.Queue[Peer]()
    if address:
        host, _colon, port = address.rpartition(":")
        peers.put_nowait(Peer((host.strip("[]"),), int(port)))
    with os_errors_as_failures():
        context = certificate.server_context(certificate.load_or_create(paths.data_dir()))
        sock = bind_socket(0)
    server = await exchange.listen(sock, context)
    port_here = sock.getsockname()[1]
    print_notice(_("Exchanging results with others who do the same now. Stop with Ctrl-C."))
    line = f"sixqp challenge --exchange {show_address(local_addresses()[0], port_here)}"
    print_notice(_("If nobody is found, others type: {line}").format(line=line))
    asking = asyncio.create_task(_ask_everybody(exchange, peers))
    with stop_requested() as stop:
        try:
            async with announced(SERVICE_TYPE, port_here, peers.put_nowait):
                await stop.wait()
        except DiscoveryFailed as failed:
            print_notice(_("Nobody can be found automatically here: {why}.").format(why=failed.problem.reason))
            await stop.wait()
    asking.cancel()
    server.close()


async def _ask_everybody(exchange: Exchange, peers: "asyncio.Queue[Peer]") -> None:
    """Ask one program after the other, each again after a while."""
    while True:
        peer = await peers.get()
        for address in peer.addresses:
            if await exchange.ask(address, peer.port):
                break
        asyncio.get_running_loop().call_later(ASK_SECONDS, peers.put_nowait, peer)
