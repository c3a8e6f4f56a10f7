"""`sixqp challenge`: one deal against the same bots for everybody, and how all who played it did.

The results are those of games in the history that can be played again exactly: the user's, and imported ones.
"""

import argparse
import secrets
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cache
from typing import Final, NamedTuple

from sixqp_protocol.facts import Variant
from sixqp_protocol.messages import Level
from sixqp_protocol.text import cells, clean
from sixqp_tui.engine.open_hands import HandsUnknown
from sixqp_tui.features.challenge.challenge import (
    SEAT,
    Challenge,
    NotThisChallenge,
    challenge_of_day,
    check_game,
    number_from,
    parse_code,
)
from sixqp_tui.features.history.command import read_history
from sixqp_tui.features.history.games import own_identities
from sixqp_tui.features.history.record import ImpossibleGame, UnreadableRecord
from sixqp_tui.features.history.store import load_game
from sixqp_tui.features.history.summary import SeatSummary
from sixqp_tui.host.commands import Setup
from sixqp_tui.hosting.journal import resumable_tables
from sixqp_tui.hosting.table_options import line_up_alone
from sixqp_tui.i18n import _, ngettext, phrases
from sixqp_tui.joining.failure import Failure, os_errors_as_failures
from sixqp_tui.store.config import ConfigFile
from sixqp_tui.terminal import arguments
from sixqp_tui.terminal.jobs import progress_bar
from sixqp_tui.terminal.output import print_line, print_sentences
from sixqp_tui.terminal.player_name import find_name

SHOWN: Final = 10
"""Results that are listed; the user's own is always among them."""
_SEED_BYTES: Final = 8


def add_arguments(parser: argparse.ArgumentParser) -> None:
    code = _("code of another challenge that somebody gave you (default: the deal of the day)")
    # Translators: what is typed for the code of a challenge
    parser.add_argument("code", nargs="?", type=_code, default=None, metavar=_("CODE"), help=code)
    about = _("draw a new challenge with these settings, and give its code to others")
    parser.add_argument("--new", action="store_true", help=about)
    arguments.add_table_options(parser, "variant", "level")
    arguments.add_number(parser, "players", 2, 10, None, _("with --new: number of players, 2 to 10 (default 4)"))
    results = _("don't play; only list the results")
    parser.add_argument("--results", action="store_true", help=results)
    share = _("print your result in one line for your friends, without giving anything away")
    parser.add_argument("--share", action="store_true", help=share)
    arguments.add_table_options(parser, "name")
    arguments.add_plain(parser)
    arguments.add_preferences(parser)


def _code(text: str) -> Challenge:
    if challenge := parse_code(text):
        return challenge
    sentence = _("Expected the code of a challenge, 8 letters and digits such as {example}, got {given}")
    example = challenge_of_day("").code
    raise argparse.ArgumentTypeError(sentence.format(example=example, given=phrases.quoted(clean(text, 40))))


def open_challenge(parsed: argparse.Namespace) -> tuple[Setup | None, str] | None:
    """Sets the challenge as `parsed.code`. Raises Failure."""
    challenge = parsed.code = _wanted(parsed)
    if parsed.results or parsed.share:
        return None
    if standing_of(challenge).own:
        print_sentences(_("You have played this challenge already. Your first game counts."))
        return None
    with os_errors_as_failures():
        title = _title(challenge).casefold()
        unfinished = [each.table for each in resumable_tables() if each.alone and each.title.casefold() == title]
    if unfinished:
        return None, unfinished[0]
    print_sentences(_explain(challenge))
    options = {
        "title": _title(challenge),
        "variant": challenge.variant,
        "limit": None,
        "rounds": challenge.rules.rounds,
        "seed": challenge.seed,
        "bots": challenge.players - 1,
        "level": challenge.level,
    }
    return line_up_alone(find_name(parsed).name, ConfigFile(), options), ""


def print_challenge(parsed: argparse.Namespace) -> int:
    """After `open_challenge`. Raises Failure."""
    challenge: Challenge = parsed.code
    standing = standing_of(challenge)
    if parsed.share:
        if standing.own is None:
            raise Failure(_("You haven't played this challenge yet. Play it with: sixqp challenge"))
        print_line(share_line(challenge, standing.own, standing.beaten))
        return 0
    for line in standing_lines(challenge, standing):
        print_sentences(line)
    return 0


# -- results ------------------------------------------------------------------------------------------


class Standing(NamedTuple):
    """All results, the best first; `own` is the user's, if any. `others` were played with other bots."""

    results: tuple[SeatSummary, ...]
    own: SeatSummary | None
    others: int = 0

    def place_of(self, result: SeatSummary) -> int:
        return 1 + sum(each.heads < result.heads for each in self.results)

    @property
    def beaten(self) -> int | None:
        """The percentage of the others that did worse."""
        if self.own is None or len(self.results) < 2:
            return None
        worse = sum(each.heads > self.own.heads for each in self.results)
        return round(100 * worse / (len(self.results) - 1))


def standing_of(challenge: Challenge) -> Standing:
    """Everybody's first game with this code in its title counts. Raises Failure.

    To check a game against bots that search takes some seconds.
    """
    games, own = read_history(), own_identities()
    claimed = [
        game for game in games if game.number == 1 and parse_code(game.title.rpartition(" ")[2]) == challenge
    ]
    right = []
    with os_errors_as_failures(), progress_bar(_("checking the results…")) as show:
        for done, game in enumerate(claimed, 1):
            right += [game] if _is_right(challenge, game.id) else []
            show(done, len(claimed))
    first: dict[str, SeatSummary] = {}
    for game in sorted(right, key=lambda game: game.ended):
        first.setdefault(game.seats[SEAT].key, game.seats[SEAT])
    results = tuple(sorted(first.values(), key=lambda result: result.heads))
    mine = next((result for result in results if result.key in own), None)
    return Standing(results, mine, len(claimed) - len(right))


@cache
def _is_right(challenge: Challenge, game: str) -> bool:
    try:
        record = load_game(game)
        check_game(challenge, record.facts)
    except (NotThisChallenge, HandsUnknown, UnreadableRecord, ImpossibleGame, FileNotFoundError):
        return False
    return all((player.level == challenge.level) == (seat != SEAT) for seat, player in enumerate(record.players))


def share_line(challenge: Challenge, own: SeatSummary, beaten: int | None) -> str:
    line = f"sixqp challenge {challenge.code}  {phrases.heads(own.heads)} ({_rounds(own)})"
    return f"{line}, {_better_than(beaten)}" if beaten else line


def standing_lines(challenge: Challenge, standing: Standing) -> Iterator[str]:
    yield _explain(challenge)
    if standing.own is None and not standing.results:
        yield _("Nobody has a result on this machine yet.")
    elif standing.own:
        yield _own_line(standing.own, standing)
    listed = standing.results[:SHOWN]
    if standing.own and standing.own not in listed:
        listed = (*listed[:-1], standing.own)
    width = max((cells(each.name) for each in listed), default=0)
    for each in listed:
        name = each.name + " " * (width - cells(each.name))
        yield f"  {standing.place_of(each):>3}  {name}  {each.heads:>3}   {_rounds(each)}"
    if standing.others:
        sentence = ngettext(
            "{n} game doesn't count: it had a different deal, or different bots from this version's.",
            "{n} games don't count: they had a different deal, or different bots from this version's.",
            standing.others,
        )
        yield sentence.format(n=standing.others)
    yield _("Give others the code {code}. Their games count here once you import them: sixqp import FILE").format(
        code=challenge.code
    )


def _rounds(result: SeatSummary) -> str:
    return " + ".join(map(str, result.rounds))


def _own_line(own: SeatSummary, standing: Standing) -> str:
    if standing.beaten is None:
        sentence = _("You have {heads}. Nobody else has a result on this machine yet.")
    elif standing.beaten == 0:
        sentence = _("You have {heads}: place {place} of {of}.")
    else:
        # Translators: {heads} is such as “21 heads”, {better} such as “better than 80% of the others”
        sentence = _("You have {heads}: place {place} of {of}, {better}.")
    return sentence.format(
        heads=phrases.heads(own.heads),
        place=standing.place_of(own),
        of=len(standing.results),
        better=_better_than(standing.beaten or 0),
    )


def _better_than(percent: int) -> str:
    # Translators: inside a sentence, after a player's heads and place; {share} is such as “80%”
    return _("better than {share} of the others").format(share=phrases.percent(percent))


def _explain(challenge: Challenge) -> str:
    today = challenge == challenge_of_day(_today())
    # Translators: {code} is that of a challenge, such as ACDE-FHJK
    name = _("Challenge of the day, {code}") if today else _("Challenge {code}")
    described = ngettext(
        "{name}: {rounds}, {variant}, against {n} bot ({level}).",
        "{name}: {rounds}, {variant}, against {n} bots ({level}).",
        challenge.players - 1,
    )
    return described.format(
        name=name.format(code=challenge.code),
        rounds=phrases.format_rounds(challenge.rules.rounds or 0),
        variant=phrases.variant_name(challenge.variant),
        n=challenge.players - 1,
        level=phrases.level_name(challenge.level),
    )


def _title(challenge: Challenge) -> str:
    # Translators: the beginning of a table's title; the code of the challenge follows
    word = _("Challenge")
    return f"{word} {challenge.code}"


def _wanted(parsed: argparse.Namespace) -> Challenge:
    if not parsed.new:
        if parsed.players is not None or any(hasattr(parsed, key) for key in ("variant", "level")):
            raise Failure(_("--variant, --players and --level go with --new: add --new."), code=2)
        return parsed.code or challenge_of_day(_today())
    if parsed.code or parsed.results or parsed.share:
        raise Failure(_("--new draws a new code. Leave out the code, --results and --share."), code=2)
    number = number_from(secrets.token_bytes(_SEED_BYTES))
    variant: Variant = getattr(parsed, "variant", "classic")
    level: Level = getattr(parsed, "level", "medium")
    return Challenge(number, variant, parsed.players or 4, level)


@cache
def _today() -> str:
    """By UTC, so that everybody has the same deal."""
    return datetime.now(UTC).date().isoformat()
