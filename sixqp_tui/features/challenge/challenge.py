"""A challenge: a deal that everybody can play against the same bots. Its code says all that decides the game."""

from collections.abc import Sequence
from hashlib import sha256
from itertools import product
from typing import Final, NamedTuple, get_args

from sixqp_protocol.facts import Fact, GameStarted, Rules, StoodIn, Variant
from sixqp_protocol.messages import Decision, Level
from sixqp_protocol.room_code import LETTERS
from sixqp_tui.bots.bot import RepeatableBot, decide
from sixqp_tui.engine.game import Game
from sixqp_tui.engine.repetition import OtherGame, repeat_game
from sixqp_tui.host.gate import Streams

ROUNDS: Final = 3
"""Rounds of a challenge: some six minutes, and thirty cards against chance."""
LENGTH: Final = 8
"""Letters of a code; the last one checks the others."""
SEAT: Final = 0
"""Where the player sits, so that everybody holds the same hands."""
_KINDS: Final = tuple(product(get_args(Variant), range(2, 11), get_args(Level)))
_NUMBERS: Final[int] = len(LETTERS) ** (LENGTH - 1) // len(_KINDS)
_WEIGHTS: Final = (1, 3, 5, 7, 9, 13, 15)
"""Each has no factor in common with the number of letters, so a wrong letter always changes the last one."""


class Challenge(NamedTuple):
    """`number` decides the deal; all else is the game that is played with it."""

    number: int
    variant: Variant = "classic"
    players: int = 4
    level: Level = "medium"

    @property
    def code(self) -> str:
        """Eight letters in two groups, as in `ACDE-FHJK`."""
        value = self.number * len(_KINDS) + _KINDS.index((self.variant, self.players, self.level))
        digits = [value // len(LETTERS) ** place % len(LETTERS) for place in range(LENGTH - 1)]
        letters = "".join(LETTERS[digit] for digit in (*digits, _check(digits))).upper()
        return f"{letters[: LENGTH // 2]}-{letters[LENGTH // 2 :]}"

    @property
    def seed(self) -> str:
        return f"challenge {self.code}"

    @property
    def rules(self) -> Rules:
        return Rules(self.variant, limit=None, rounds=ROUNDS)


def parse_code(text: str) -> Challenge | None:
    """Case, spaces and hyphens don't matter; None if it is no code."""
    letters = "".join(text.replace("-", " ").split()).lower()
    if len(letters) != LENGTH or not all(letter in LETTERS for letter in letters):
        return None
    *digits, last = map(LETTERS.index, letters)
    if last != _check(digits):
        return None
    number, kind = divmod(sum(digit * len(LETTERS) ** place for place, digit in enumerate(digits)), len(_KINDS))
    return Challenge(number, *_KINDS[kind]) if number < _NUMBERS else None


def _check(digits: Sequence[int]) -> int:
    return sum(weight * digit for weight, digit in zip(_WEIGHTS, digits, strict=True)) % len(LETTERS)


def challenge_of_day(date: str) -> Challenge:
    """For a date such as 2026-11-22."""
    return Challenge(number_from(sha256(f"sixqp challenge {date}".encode()).digest()))


def number_from(octets: bytes) -> int:
    return int.from_bytes(octets, "big") % _NUMBERS


class NotThisChallenge(ValueError):
    """A game with another deal, other bots, or a stand-in."""


def check_game(challenge: Challenge, facts: Sequence[Fact]) -> None:
    """The seed deals, the bots decide for themselves, and the player decides as in the facts.

    Raises NotThisChallenge, and HandsUnknown.
    """
    started = facts[0] if facts else None
    if not isinstance(started, GameStarted) or started.rules != challenge.rules:
        raise NotThisChallenge("other rules")
    if len(started.names) != challenge.players or any(isinstance(fact, StoodIn) for fact in facts):
        raise NotThisChallenge("other players")
    streams, bot = Streams(challenge.players), RepeatableBot(challenge.level, challenge.seed)

    def decide_bot(seat: int, _game: Game) -> Decision | None:
        return None if seat == SEAT else decide(bot, streams.view(seat))

    try:
        repeat_game(facts, challenge.seed, decide_bot, streams.record)
    except OtherGame:
        raise NotThisChallenge("other cards or other bots") from None
