"""Programs that give each other the results of challenges, and what a stranger's program can't do with that."""

import asyncio
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from random import Random

import pytest
from msgspec.structs import replace

from sixqp_protocol.facts import CardsRevealed
from sixqp_tui.bots.bot import create_bot
from sixqp_tui.client import finished_games
from sixqp_tui.client.bot_player import run_bot
from sixqp_tui.features.challenge.challenge import Challenge
from sixqp_tui.features.challenge.exchange import MAX_GAME, Exchange
from sixqp_tui.features.challenge.results import find_games, stand, title_of
from sixqp_tui.features.history.games import (
    delete_games,
    load_game,
    own_keys,
    read_games,
    save_finished_game,
    save_game,
)
from sixqp_tui.features.history.record import GameRecord, encode_record
from sixqp_tui.host.network.port import bind_socket
from sixqp_tui.hosting.in_process import open_in_process
from sixqp_tui.hosting.line_up import line_up_alone
from sixqp_tui.store import certificate, paths
from sixqp_tui.store.config import ConfigFile

CHALLENGE = Challenge(2, "draft", 3, "easy")
BOB, CLEO = "b" * 32, "c" * 32
Answer = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]
Serve = Callable[[Answer | Exchange], Awaitable[int]]


@pytest.fixture
async def serve() -> AsyncIterator[Serve]:
    """Listen with TLS as another program would; the port."""
    servers: list[asyncio.Server] = []
    context = certificate.server_context(certificate.load_or_create(paths.data_dir()))

    async def listen(answer: Answer | Exchange) -> int:
        sock = bind_socket(0)
        if isinstance(answer, Exchange):
            servers.append(await answer.listen(sock, context))
        else:
            servers.append(await asyncio.start_server(answer, sock=sock, ssl=context))
        port: int = servers[-1].sockets[0].getsockname()[1]
        return port

    yield listen
    for server in servers:
        server.close()


@pytest.fixture
async def game() -> GameRecord:
    """A game of Bob's, which isn't in the history."""
    finished_games.subscribe(save_finished_game)
    options = {"variant": CHALLENGE.variant, "limit": None, "rounds": 3, "seed": CHALLENGE.seed, "bot-pause": 0}
    options |= {"bots": CHALLENGE.players - 1, "level": CHALLENGE.level, "title": title_of(CHALLENGE, "Défi")}
    async with AsyncExitStack() as stack:
        opened = await open_in_process(line_up_alone("Bob", ConfigFile(), options), stack)
        await run_bot(opened.people[0], create_bot("easy", Random(1)))
    finished_games.unsubscribe(save_finished_game)
    (played,) = read_games().games
    record = of_person(load_game(played.id), BOB)
    delete_games((played.id,))
    return record


def of_person(record: GameRecord, person: str, **more: object) -> GameRecord:
    return replace(record, players=(replace(record.players[0], person=person), *record.players[1:]), **more)


def sends(*games: bytes) -> Answer:
    """A program that gives this, whatever it is asked."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil()
        writer.write(b"".join(len(each).to_bytes(4, "big") + each for each in games) + bytes(4))
        writer.close()

    return answer


def results(challenge: Challenge = CHALLENGE) -> list[str]:
    games = find_games(read_games().games, challenge)
    return [each.person for each in stand(challenge, games, (), lambda done, of: None).results]


@pytest.mark.slow
async def test_a_result_travels_once_and_everybodys_first_game_counts(serve: Serve, game: GameRecord) -> None:
    said: list[str] = []
    exchange = Exchange(said.append)
    later = of_person(game, BOB, table="another")
    for port in (
        await serve(sends(encode_record(game))),
        await serve(sends(encode_record(game), encode_record(later))),
    ):
        assert await exchange.ask("127.0.0.1", port)
    assert results() == [BOB] and [each.id for each in read_games().games] == [game.id]
    assert said == ["127.0.0.1: checking game 1 of 1…", "127.0.0.1: 1 new result."]
    assert results(CHALLENGE._replace(level="medium")) == []


async def test_what_was_checked_here_is_given_to_others_and_nothing_that_they_have(
    serve: Serve, game: GameRecord
) -> None:
    exchange = Exchange(lambda line: None)
    await exchange.ask("127.0.0.1", await serve(sends(encode_record(game))))
    save_game(of_person(game, CLEO, table="unchecked"))
    port = await serve(exchange)
    for have, given in (("[]", [encode_record(load_game(game.id))]), (f'["{game.id}"]', [])):
        assert await asked(port, f'{{"version":1,"have":{have}}}\n'.encode()) == b"".join(
            len(each).to_bytes(4, "big") + each for each in (*given, b"")
        )


async def asked(port: int, question: bytes) -> bytes:
    """Everything that is answered to this, until the connection ends."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    try:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, ssl=context)
    except ConnectionError:
        return b""
    writer.write(question)
    try:
        return await reader.read(-1)
    except ConnectionError:
        return b""
    finally:
        writer.close()


@pytest.mark.parametrize("garbage", [b"\n", b"[]\n", b"\x00" * 100_000, b'{"version":2,"have":[]}\n'])
async def test_garbage_and_floods_cost_the_asker_the_connection(serve: Serve, garbage: bytes) -> None:
    port = await serve(Exchange(lambda line: None))
    assert await asked(port, garbage) == b""


async def test_an_address_that_keeps_asking_is_not_answered(serve: Serve) -> None:
    port = await serve(Exchange(lambda line: None))
    answers = [await asked(port, b'{"have":[]}\n') for _time in range(7)]
    assert answers == [bytes(4)] * 5 + [b""] * 2


async def test_connections_that_say_nothing_are_limited_before_tls(serve: Serve) -> None:
    port = await serve(Exchange(lambda line: None))
    silent = [await asyncio.open_connection("127.0.0.1", port) for _ in range(7)]
    assert await silent[-1][0].read() == b""
    for _reader, writer in silent:
        writer.close()


@pytest.mark.slow
async def test_nothing_more_is_taken_from_where_a_false_game_came_from(serve: Serve, game: GameRecord) -> None:
    forged = tuple(
        replace(each, cards=each.cards[::-1]) if isinstance(each, CardsRevealed) else each for each in game.facts
    )
    other = of_person(game, CLEO, table="other", title=title_of(Challenge(4, "draft", 3, "easy"), "Défi"))
    own = of_person(game, own_keys()[0], table="own")
    for false in (b"?", bytes(MAX_GAME + 1), encode_record(replace(game, facts=forged)), encode_record(other)):
        said: list[str] = []
        exchange = Exchange(said.append)
        assert await exchange.ask("127.0.0.1", await serve(sends(false, encode_record(game))))
        assert said[-1].startswith("127.0.0.1 sent a game that isn't of its challenge.")
        assert await exchange.ask("127.0.0.1", await serve(sends(encode_record(game))))
        assert read_games().games == (), "something was taken after all"
    await Exchange(lambda line: None).ask("127.0.0.1", await serve(sends(encode_record(own))))
    assert read_games().games == (), "somebody else decided what this user's first game was"


@pytest.mark.slow
async def test_checking_ends_when_its_processor_time_is_used_up(serve: Serve, game: GameRecord) -> None:
    said: list[str] = []
    clock = iter(range(0, 10_000, 50))
    exchange = Exchange(said.append, lambda: next(clock))
    await exchange.ask("127.0.0.1", await serve(sends(encode_record(game))))
    assert said[-1] == "127.0.0.1 sent more than can be checked in a minute." and read_games().games == ()
