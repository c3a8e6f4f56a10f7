"""The list of finished games by evening, and one game in detail."""

from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from sixqp_protocol.text import cells, clean_path
from sixqp_tui.features.history import words
from sixqp_tui.features.history.summary import Evening, GameSummary, SeatSummary
from sixqp_tui.i18n import _, phrases
from sixqp_tui.i18n.local_time import format_when
from sixqp_tui.i18n.phrases import format_rounds, variant_name
from sixqp_tui.presentation.seat_signs import seat_sign
from sixqp_tui.presentation.spans import Line, Span, pad, wrap
from sixqp_tui.tui.theme.glyphs import BOT
from sixqp_tui.tui.theme.roles import DIM, GOLD, INK, STRONG, seat_ink


class ListedGames(NamedTuple):
    """The games and their evenings, newest first; `own` are this user's keys, `unreadable` files without a game."""

    games: tuple[GameSummary, ...]
    evenings: tuple[Evening, ...]
    own: tuple[str, ...]
    unreadable: tuple[Path, ...]


class GameRow(NamedTuple):
    """`number` names the game on a command line; the newest is 1."""

    number: int
    game: GameSummary


class EveningRow(NamedTuple):
    evening: Evening


ListRow = GameRow | EveningRow


def list_rows(kept: ListedGames, most: int) -> tuple[ListRow, ...]:
    """The newest games, each evening above its own."""
    numbered = {game.id: GameRow(number, game) for number, game in enumerate(kept.games[:most], 1)}
    return tuple(_rows(kept.evenings, numbered))


def _rows(evenings: Sequence[Evening], numbered: dict[str, GameRow]) -> Iterator[ListRow]:
    for evening in evenings:
        games = [numbered[game] for game in reversed(evening.games) if game in numbered]
        if not games:
            return
        yield EveningRow(evening)
        yield from games


def describe_evening(evening: Evening) -> str:
    tables = phrases.listed([phrases.table_title(title) for title in evening.titles])
    count = len(evening.games)
    if count == 1:
        return tables
    games = words.games_played(count)
    winners = [line.name for line in evening.winners]
    if not winners:
        return f"{tables} · {games}"
    # Translators: {tables} are one or more tables, {games} is “3 games”, {winners} are names
    sentence = _("{tables} · {games}, evening won by {winners}")
    return sentence.format(tables=tables, games=games, winners=phrases.listed(winners))


def own_accuracy(game: GameSummary, own: Collection[str]) -> str:
    found = (seat.accuracy for seat in game.seats if seat.key in own and seat.accuracy is not None)
    return next(map(words.accuracy, found), "")


class Standing(NamedTuple):
    """`rank` is 0 if the game was given up."""

    seat: int
    name: str
    bot: bool
    rank: int
    heads: int
    rounds: tuple[int, ...]
    own: bool
    accuracy: int | None

    @property
    def text(self) -> Span:
        return Span(f"{self.name} {self.heads}", "gold" if self.own else "ink", bold=self.rank == 1)


def standings(game: GameSummary, own: Collection[str]) -> tuple[Standing, ...]:

    def standing(seat: int, held: SeatSummary) -> Standing:
        return Standing(
            seat, held.name, held.bot, held.rank, held.heads, held.rounds, held.key in own, held.accuracy
        )

    found = (standing(seat, held) for seat, held in enumerate(game.seats))
    return tuple(sorted(found, key=lambda each: (each.rank, each.heads)))


def player_groups(game: GameSummary, own: Collection[str]) -> tuple[Line, ...]:
    text = [each.text for each in standings(game, own)]
    groups: list[Line] = [(each, Span(" · ", "dim")) for each in text[:-1]]
    groups += [(text[-1],)]
    if not game.winners:
        groups.append((Span(f" ({words.given_up()})", "dim"),))
    return tuple(groups)


def players_fitting(game: GameSummary, own: Collection[str], room: int) -> Line:
    groups = player_groups(game, own)
    mine = next((at for at, each in enumerate(standings(game, own)) if each.own), 0)
    for shown in range(len(groups), 0, -1):
        best = groups[:shown] if mine < shown else (*groups[: shown - 1], groups[mine])
        line = tuple(span for group in best for span in group)
        if shown < len(groups):
            line = (*(line[:-1] if len(best[-1]) > 1 else line), Span(f" +{len(groups) - shown}", "dim"))
        if sum(cells(span.text) for span in line) <= room:
            return line
    return ()


def describe_unreadable(files: Sequence[Path]) -> str:
    return words.files_unreadable(len(files), clean_path(files[0])) if files else ""


TOTAL = 5
"""Cells of the totals."""
ROUND = 3
"""Cells of the heads of one round."""


def game_lines(row: GameRow, own: Collection[str], width: int) -> tuple[Line, ...]:
    return tuple(_lines(row, own, width))


def _lines(row: GameRow, own: Collection[str], width: int) -> Iterator[Line]:
    game = row.game
    for line in wrap(phrases.table_title(game.title), width):
        yield (Span(pad(line, width).rstrip(), STRONG, bold=True),)
    what = f"{format_when(game.ended)} · {variant_name(game.variant)} · {format_rounds(game.rounds)}"
    yield from ((Span(line, DIM),) for line in wrap(what, width))
    if not game.winners:
        yield (Span(words.given_up(), DIM),)
    yield ()
    ranked = standings(game, own)
    most = max(0, width - 2 - min(14, max(cells(_called(each)) for each in ranked)) - 1 - TOTAL - 4)
    shown = min(game.rounds, most // ROUND)
    name = width - 4 - TOTAL - shown * ROUND - 1
    name = min(name, max(cells(_called(each)) for each in ranked))
    if shown:
        # Translators: the head of columns of numbers: the bull's heads of each round
        text = _("heads by round")
        yield (Span(f"{text:>{4 + name + TOTAL + 1 + shown * ROUND}}", DIM),)
    for each in ranked:
        ink, first = GOLD if each.own else INK, each.rank == 1
        left = game.rounds - shown
        rounds = "".join(f"{heads:>{ROUND}}" for heads in each.rounds[left:])
        yield (
            Span(f"{each.rank or '':>1} ", GOLD if first else DIM, bold=first),
            Span(f"{seat_sign(each.seat)} ", seat_ink(each.seat)),
            Span(pad(_called(each), name), ink, bold=first or each.own),
            Span(f"{each.heads:>{TOTAL}} ", STRONG, bold=True),
            Span(rounds, DIM),
        )
    found = [f"{each.name} {each.accuracy}" for each in ranked if each.accuracy is not None]
    if found:
        # Translators: {players} are names, each with a number from 0 to 100: how well they decided in a game
        text = _("Accuracy, of 100: {players}").format(players=" · ".join(found))
        yield ()
        yield from ((Span(line.rstrip(), DIM),) for line in wrap(text, width))


def _called(each: Standing) -> str:
    return f"{each.name} {BOT}" if each.bot else each.name
