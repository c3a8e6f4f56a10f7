"""A challenge is the same game for everybody, and a result counts only if it can be played again exactly."""

from collections.abc import Iterator
from contextlib import AsyncExitStack
from itertools import product
from random import Random

import pytest
from msgspec.structs import replace

from sixqp_protocol.facts import CardsRevealed
from sixqp_tui.bots.bot import RepeatableBot, create_bot
from sixqp_tui.client import finished_games
from sixqp_tui.client.bot_player import run_bot
from sixqp_tui.features.challenge.challenge import (
    Challenge,
    NotThisChallenge,
    challenge_of_day,
    check_game,
    parse_code,
)
from sixqp_tui.features.challenge.command import share_line, standing_lines
from sixqp_tui.features.challenge.results import Result, Standing, find_games, stand, title_of
from sixqp_tui.features.history.games import load_game, own_identities, read_games, save_finished_game, save_game
from sixqp_tui.hosting.in_process import open_in_process
from sixqp_tui.hosting.line_up import line_up_alone
from sixqp_tui.store.config import ConfigFile

pytestmark = pytest.mark.usefixtures("quick_bots")


@pytest.mark.parametrize("challenge", [
    Challenge(0), Challenge(23_095_905, "draft", 10, "hard"), Challenge(777, "tactic", 2, "easy"),
])  # fmt: skip
def test_a_code_is_parsed_however_it_is_typed(challenge: Challenge) -> None:
    assert parse_code(challenge.code) == challenge
    assert parse_code(f" {challenge.code.replace('-', ' ').lower()} ") == challenge


def test_a_code_with_one_wrong_letter_is_rejected() -> None:
    code = Challenge(123_456).code
    for place, letter in product(range(len(code)), "ACDEFHJKMNPRTVWXY34679"):
        if code[place] not in ("-", letter):
            assert parse_code(code[:place] + letter + code[place + 1 :]) is None


def test_each_day_has_its_own_deal() -> None:
    days = [challenge_of_day(f"2026-11-{day:02}") for day in range(1, 31)]
    assert len(set(days)) == 30 and {day[1:] for day in days} == {("classic", 4, "medium")}


@pytest.fixture
def kept() -> Iterator[None]:
    finished_games.subscribe(save_finished_game)
    yield
    finished_games.unsubscribe(save_finished_game)


async def play(challenge: Challenge) -> None:
    """Play it at a real table; an easy bot has the player's seat."""
    options = {"variant": challenge.variant, "limit": None, "rounds": 3, "seed": challenge.seed}
    options |= {"bots": challenge.players - 1, "level": challenge.level, "title": title_of(challenge, "Défi")}
    async with AsyncExitStack() as stack:
        opened = await open_in_process(line_up_alone("Ann", ConfigFile(), options), stack)
        await run_bot(opened.people[0], create_bot("easy", Random(1)))


def standing(challenge: Challenge) -> Standing:
    games = find_games(read_games().games, challenge)
    return stand(challenge, games, own_identities(), lambda done, of: None)


@pytest.mark.parametrize(
    "challenge",
    [
        Challenge(2, "draft", 3, "easy"),
        pytest.param(Challenge(1), marks=pytest.mark.slow),
        pytest.param(Challenge(3, "tactic", 2, "hard"), marks=pytest.mark.soak),
    ],
    ids=lambda challenge: f"{challenge.variant}-{challenge.level}",
)
async def test_a_game_counts_if_it_can_be_replayed_exactly(challenge: Challenge, kept: None) -> None:
    await play(challenge)
    (game,) = read_games().games
    assert standing(challenge).own == Result(
        "Ann", own_identities()[0], game.seats[0].heads, game.seats[0].rounds, game.ended
    )
    facts = load_game(game.id).facts
    table = [RepeatableBot(challenge.level, challenge.seed)] * (challenge.players - 1)
    forged = [replace(fact, cards=fact.cards[::-1]) if isinstance(fact, CardsRevealed) else fact for fact in facts]
    for other, happened in ((challenge, forged), (challenge._replace(number=9), facts)):
        with pytest.raises(NotThisChallenge):
            check_game(other, happened, table)


async def test_a_game_with_only_the_title_of_a_challenge_does_not_count(kept: None) -> None:
    challenge, other = Challenge(1), Challenge(4)
    await play(other)
    (game,) = read_games().games
    record = replace(load_game(game.id), title=title_of(challenge, "Challenge"))
    save_game(replace(record, table="another"))
    found = standing(challenge)
    assert (found.results, found.others) == ((), 1)


def test_place_and_percentage_compare_everybodys_results() -> None:
    heads = {"Ann": 20, "Bob": 10, "Cleo": 20, "Dan": 30, "Eve": 31}
    results = tuple(
        Result(name, name, total, (total,), 0) for name, total in sorted(heads.items(), key=lambda each: each[1])
    )
    found = Standing(results, next(each for each in results if each.name == "Ann"))
    assert (found.place, found.beaten) == (2, 50)
    assert Standing(results[:1], results[0]).beaten is None


def test_equal_results_are_not_said_to_be_better() -> None:
    results = tuple(Result(name, name, 7, (7,), 0) for name in ("Ann", "Bob"))
    lines = [*standing_lines(Challenge(1), Standing(results, results[0]))]
    assert lines[1] == "You have 7 heads: place 1 of 2."
    assert share_line(Challenge(1), results[0], 0) == f"sixqp challenge {Challenge(1).code}  7 heads (7)"


def test_the_list_ends_with_your_own_result_if_not_among_the_best() -> None:
    results = tuple(Result(f"P{heads}", str(heads), heads, (heads, 0), 0) for heads in range(12))
    lines = [*standing_lines(Challenge(1), Standing(results, results[11]))]
    assert lines[1] == "You have 11 heads: place 12 of 12."
    assert [line.split() for line in lines if line.startswith(" ")][-1] == ["12", "P11", "11", "11", "+", "0"]
    assert share_line(Challenge(1), results[3], 70) == (
        f"sixqp challenge {Challenge(1).code}  3 heads (3 + 0), better than 70 % of the others"
    )
