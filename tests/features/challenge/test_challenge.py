"""A challenge is the same game for everybody, and a result counts only if it can be played again exactly."""

from collections.abc import Iterator
from contextlib import AsyncExitStack
from itertools import product, starmap
from random import Random

import pytest
from msgspec.structs import replace

from sixqp_protocol.facts import CardsRevealed
from sixqp_tui.bots.bot import create_bot
from sixqp_tui.client import finished_games
from sixqp_tui.client.bot_player import run_bot
from sixqp_tui.features.challenge.challenge import (
    Challenge,
    NotThisChallenge,
    challenge_of_day,
    check_game,
    parse_code,
)
from sixqp_tui.features.challenge.command import Standing, share_line, standing_lines, standing_of
from sixqp_tui.features.history.games import own_identities, save_finished_game
from sixqp_tui.features.history.store import load_game, read_games, save_game
from sixqp_tui.features.history.summary import SeatSummary
from sixqp_tui.hosting.in_process import open_in_process
from sixqp_tui.hosting.table_options import line_up_alone
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


@pytest.mark.parametrize(("code", "challenge"), [
    ("KAAA-AAAK", Challenge(0)),
    ("AD7H-AAAN", Challenge(777, "tactic", 2, "easy")),
    ("FFEX-7CA9", Challenge(123_456, "draft", 10, "hard")),
    ("H7FX-XD9J", challenge_of_day("2026-11-22")),
])  # fmt: skip
def test_a_code_that_was_sent_to_friends_stays_the_same_game(code: str, challenge: Challenge) -> None:
    """The codes number the variants, players and levels: another level would give each code another game."""
    assert parse_code(code) == challenge
    assert challenge.code == code


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
    options |= {"bots": challenge.players - 1, "level": challenge.level, "title": f"Défi {challenge.code}"}
    async with AsyncExitStack() as stack:
        opened = await open_in_process(line_up_alone("Ann", ConfigFile(), options), stack)
        await run_bot(opened.people[0], create_bot("easy", Random(1)))


@pytest.mark.parametrize(
    "challenge",
    [Challenge(2, "draft", 3, "easy"), Challenge(1), Challenge(3, "tactic", 2, "hard")],
    ids=lambda challenge: f"{challenge.variant}-{challenge.level}",
)
async def test_a_game_counts_if_it_can_be_replayed_exactly_and_never_by_its_title(
    challenge: Challenge, kept: None
) -> None:
    await play(challenge)
    (game,) = read_games().games
    record = load_game(game.id)
    assert standing_of(challenge).own == game.seats[0] and game.seats[0].key == own_identities()[0]
    facts, other = record.facts, challenge._replace(number=9)
    forged = [replace(fact, cards=fact.cards[::-1]) if isinstance(fact, CardsRevealed) else fact for fact in facts]
    for claimed, happened in ((challenge, forged), (other, facts)):
        with pytest.raises(NotThisChallenge):
            check_game(claimed, happened)
    save_game(replace(record, title=f"Challenge {other.code}", table="another"))
    found = standing_of(other)
    assert (found.results, found.others) == ((), 1)


def seat(name: str, heads: int) -> SeatSummary:
    return SeatSummary(name, name, heads, 1, (heads, 0))


def test_place_and_percentage_compare_everybodys_results() -> None:
    heads = {"Bob": 10, "Ann": 20, "Cleo": 20, "Dan": 30, "Eve": 31}
    bob, ann, *_others = results = tuple(starmap(seat, heads.items()))
    found = Standing(results, ann)
    assert (found.place_of(ann), found.beaten) == (2, 50)
    assert Standing((bob,), bob).beaten is None


def test_equal_results_are_not_said_to_be_better() -> None:
    results = seat("Ann", 7), seat("Bob", 7)
    lines = [*standing_lines(Challenge(1), Standing(results, results[0]))]
    assert lines[1] == "You have 7 heads: place 1 of 2."
    assert share_line(Challenge(1), results[0], 0) == f"sixqp challenge {Challenge(1).code}  7 heads (7 + 0)"


def test_the_list_ends_with_your_own_result_if_not_among_the_best() -> None:
    results = tuple(seat(f"P{heads}", heads) for heads in range(12))
    lines = [*standing_lines(Challenge(1), Standing(results, results[11]))]
    assert lines[1] == "You have 11 heads: place 12 of 12."
    assert [line.split() for line in lines if line.startswith(" ")][-1] == ["12", "P11", "11", "11", "+", "0"]
    assert share_line(Challenge(1), results[3], 70) == (
        f"sixqp challenge {Challenge(1).code}  3 heads (3 + 0), better than 70% of the others"
    )
