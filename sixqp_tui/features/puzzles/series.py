"""A series of puzzles: first those of the day, then without end."""

import secrets
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from types import MappingProxyType
from typing import Final, NamedTuple

from sixqp_tui.analysis.words import tenths
from sixqp_tui.engine.shuffle import SeededRandom
from sixqp_tui.engine.view import View
from sixqp_tui.features.puzzles import words
from sixqp_tui.features.puzzles.collection import A_DAY, daily_puzzles, matching, shipped
from sixqp_tui.features.puzzles.own_puzzles import Origin
from sixqp_tui.features.puzzles.progress import FILE_NAME, MAX_DAYS, Day, PuzzleProgress
from sixqp_tui.features.puzzles.puzzle import NAMES, Puzzle, Strength, Theme
from sixqp_tui.features.puzzles.solution import Solution, solve
from sixqp_tui.features.puzzles.words import figure
from sixqp_tui.i18n import _, errors, ngettext
from sixqp_tui.i18n.local_time import format_when
from sixqp_tui.i18n.phrases import listed
from sixqp_tui.joining.failure import Failure
from sixqp_tui.store import paths
from sixqp_tui.store.progress_file import ProgressFile

NO_ORIGINS: Final[Mapping[str, Origin]] = MappingProxyType({})
RIGHT, WRONG = "■", "□"
"""Signs for answers in a line to share; every terminal can draw them."""
RIGHT_ASCII, WRONG_ASCII = "#", "."


class Today(NamedTuple):
    """`number` counts days; `back` are the dates from today backwards."""

    date: Day
    number: int
    back: tuple[Day, ...]


Change = Callable[[PuzzleProgress], PuzzleProgress]


class Kept(NamedTuple):
    read: Callable[[], PuzzleProgress]
    change: Callable[[Change], None]


class PuzzleSeries:
    """Asks one puzzle after the other; it has at least one.

    An `endless` series leaves out those of the day: unanswered puzzles come first, then wrongly answered ones, in
    an order by the `seed`. `origins` say by id which own games the puzzles come from.
    """

    def __init__(
        self,
        puzzles: Sequence[Puzzle],
        today: Today,
        kept: Kept,
        *,
        seed: str,
        endless: bool,
        origins: Mapping[str, Origin] = NO_ORIGINS,
    ) -> None:
        self.today = today
        self._origins = origins
        self._puzzles = tuple(puzzles)
        self._kept = kept
        self._seed = seed
        self._given: list[str] = []
        self._answers: list[bool] = []
        self._of_day = daily_puzzles(self._puzzles, today.number)
        self._endless = endless or self._day_is_done
        self.solution: Solution | None = None
        self._take_next()

    @property
    def progress(self) -> PuzzleProgress:
        return self._kept.read()

    @property
    def endless(self) -> bool:
        return self._endless

    @property
    def finishes_day(self) -> bool:
        return self.solution is not None and not self._endless and self._day_is_done

    @property
    def own(self) -> bool:
        return bool(self._origins)

    @property
    def names(self) -> tuple[str, ...]:
        """By seat; own puzzles have real names."""
        origin = self._origins.get(self.puzzle.id)
        return origin.names if origin else NAMES[: self.puzzle.position.players]

    def origin(self) -> str:
        origin = self._origins.get(self.puzzle.id)
        if origin is None:
            return ""
        others = [name for seat, name in enumerate(origin.names) if seat != origin.own]
        seen_by = self._seat_name(origin)
        # Translators: {when} is a date and a time, {names} are those who played too
        sentence = _("Your game of {when} with {names}: round {number}, turn {turn}")
        text = sentence.format(
            when=format_when(origin.ended), names=listed(others), number=origin.round, turn=origin.turn
        )
        # Translators: {game} is “Your game of 2026-11-22 21:14 with Ann and Bo: round 2, turn 5”; the hand is
        # {name}’s
        return _("{game}, {name}'s hand").format(game=text, name=seen_by) if seen_by else text

    def _seat_name(self, origin: Origin) -> str | None:
        """None for the player's own hand; at one keyboard nobody's is."""
        seat = self.puzzle.position.seat
        return None if seat == origin.own else origin.names[seat]

    def laid_then(self) -> str:
        origin, solution = self._origins.get(self.puzzle.id), self.solution
        if origin is None or solution is None:
            return ""
        more, name = dict(solution.figures)[origin.laid], self._seat_name(origin)
        if name is None:
            best = _("In that game you played the {card}, the best card.")
            # Translators: {more} is what the card costs more than the best one, such as “+2.5”
            worse = _("In that game you played the {card}: {more} heads.")
        else:
            best = _("In that game {name} played the {card}, the best card.")
            # Translators: {more} is what the card costs more than the best one, such as “+2.5”
            worse = _("In that game {name} played the {card}: {more} heads.")
        return (worse if more else best).format(name=name, card=origin.laid, more=figure(more))

    def where(self) -> str:
        if self.own:
            # Translators: {right} of {n} puzzles from the player's own games were answered correctly
            text = ngettext(
                "your games · {right} of {n} right", "your games · {right} of {n} right", len(self._answers)
            )
            return text.format(n=len(self._answers), right=sum(self._answers))
        if self._endless:
            # Translators: {right} of {n} puzzles were answered correctly
            text = ngettext("endless · {right} of {n} right", "endless · {right} of {n} right", len(self._answers))
            return text.format(n=len(self._answers), right=sum(self._answers))
        number = len(self.progress.of_day(self.today.date)) + (self.solution is None)
        # Translators: {day} is a date such as 2026-11-22
        sentence = _("{day} · puzzle {number} of {of}")
        return sentence.format(day=self.today.date, number=number, of=len(self._of_day))

    def kind(self) -> str:
        """The theme, which may give the card away, only after the answer."""
        if self.solution is None:
            return words.strength_name(self.puzzle.strength)
        return words.kind(self.puzzle.theme, self.puzzle.strength)

    def answer(self, card: int) -> Solution:
        """The first answer counts."""
        if self.solution is None:
            self.solution = solve(self.puzzle, self.view, card)
            cost = self.solution.cost
            day = None if self._endless else self.today.date
            self._kept.change(lambda progress: progress.answered(self.puzzle.id, cost, day))
            self._answers.append(self.solution.right)
        return self.solution

    def advance(self) -> None:
        self._endless = self._endless or self._day_is_done
        self._take_next()

    def share_line(self, ascii_only: bool = False) -> str:
        return share_line(self.progress, self.today, ascii_only)

    def overall(self) -> str:
        known = [self.progress.puzzles[each.id] for each in self._puzzles if each.id in self.progress.puzzles]
        if self.own:
            sentence = ngettext(
                "You have answered {answered} of {n} puzzle from your games, {right} of them correctly.",
                "You have answered {answered} of {n} puzzles from your games, {right} of them correctly.",
                len(self._puzzles),
            )
            return sentence.format(n=len(self._puzzles), answered=len(known), right=sum(not cost for cost in known))
        text = _("You have answered {answered} of all {of} puzzles, {right} of them correctly.")
        return text.format(of=len(self._puzzles), answered=len(known), right=sum(not cost for cost in known))

    @property
    def _day_is_done(self) -> bool:
        return len(self.progress.of_day(self.today.date)) >= len(self._of_day)

    def _take_next(self) -> None:
        if self._endless:
            self.puzzle = self._next_endless()
        else:
            self.puzzle = self._of_day[len(self.progress.of_day(self.today.date))]
        self.solution = None
        self.view: View = self.puzzle.position.view(self.names)
        self._given.append(self.puzzle.id)

    def _next_endless(self) -> Puzzle:
        order = SeededRandom(self._seed, "endless puzzles").shuffled(tuple(range(len(self._puzzles))))
        known = self.progress.puzzles

        def rank(puzzle: Puzzle) -> tuple[int, int]:
            answered = 0 if puzzle.id not in known else 1 if known[puzzle.id] else 2
            return self._given.count(puzzle.id), answered

        return min((self._puzzles[number] for number in order), key=rank)


def share_line(progress: PuzzleProgress, today: Today, ascii_only: bool = False) -> str:
    """A day that isn't done says what is missing."""
    costs = progress.of_day(today.date)
    if len(costs) < A_DAY:
        sentence = _(
            "Expected all {of} puzzles of {day} to be answered, got {answered}. Continue with: sixqp puzzles"
        )
        return sentence.format(of=A_DAY, day=today.date, answered=len(costs))
    signs = (RIGHT_ASCII, WRONG_ASCII) if ascii_only else (RIGHT, WRONG)
    answers = "".join(signs[cost > 0] for cost in costs)
    streak = progress.streak(today.back)
    sentence = ngettext(
        "sixqp puzzles {day}  {answers}  {right}/{of}, {lost} heads lost, {n} day in a row",
        "sixqp puzzles {day}  {answers}  {right}/{of}, {lost} heads lost, {n} days in a row",
        streak,
    )
    return sentence.format(
        day=today.date, answers=answers, right=costs.count(0), of=A_DAY, lost=tenths(sum(costs)), n=streak
    )


_SEED_BYTES = 8


class OpenSeries(NamedTuple):
    """`problem` returns what is wrong by now, such as why progress isn't saved, or ""."""

    series: PuzzleSeries
    problem: Callable[[], str] = str


def day_at(moment: datetime) -> Today:
    """By UTC, so that everybody has the same five puzzles at any moment."""
    date = moment.astimezone(UTC).date()
    back = tuple((date - timedelta(days=days)).isoformat() for days in range(MAX_DAYS + 1))
    return Today(date.isoformat(), date.toordinal(), back)


def today() -> Today:
    return day_at(datetime.now(UTC))


def open_progress() -> ProgressFile[PuzzleProgress]:
    return ProgressFile(paths.data_path() / FILE_NAME, PuzzleProgress())


def open_series(
    theme: Theme | None = None, strength: Strength | None = None, *, endless: bool = False
) -> OpenSeries:
    """Raises Failure if no puzzle matches."""
    endless = endless or theme is not None or strength is not None
    return _open(matching(shipped().puzzles, theme, strength), endless=endless)


def open_own_series(
    puzzles: Sequence[tuple[Puzzle, Origin]],
    theme: Theme | None = None,
    strength: Strength | None = None,
    notes: str = "",
) -> OpenSeries:
    """Endless; `notes` are shown. Raises Failure if no puzzle matches."""
    found = matching([puzzle for puzzle, _origin in puzzles], theme, strength)
    return _open(found, {puzzle.id: origin for puzzle, origin in puzzles}, endless=True, notes=notes)


def _open(
    puzzles: Sequence[Puzzle], origins: Mapping[str, Origin] | None = None, *, endless: bool, notes: str = ""
) -> OpenSeries:
    if not puzzles:
        raise Failure(_("There's no puzzle with this theme and difficulty."), code=2)
    file = open_progress()
    kept = Kept(lambda: file.progress, file.change)
    seed = secrets.token_hex(_SEED_BYTES)
    series = PuzzleSeries(puzzles, today(), kept, seed=seed, endless=endless, origins=origins or {})

    def problem() -> str:
        unsaved = errors.unsaved_progress(file.problem, file.path) if file.problem else ""
        return " ".join(filter(None, (notes, unsaved)))

    return OpenSeries(series, problem)
