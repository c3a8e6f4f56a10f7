"""Every screen of the app once, as it stands in an evening: what tests of looks walk through."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

from msgspec.structs import replace
from support import reviews
from support.decisions import choose_card, choose_row, draft_card
from support.fake_session import FakeSession, row_wanted
from support.games import recorded
from support.past_games import FakeHistory, in_utc
from support.pilots import at_a_table, at_home, at_lessons, at_puzzles, at_replay, at_review, reviewed, settled
from support.puzzles import PUZZLES, series_of
from support.screens import FakeWorld, found_table
from textual.pilot import Pilot

from sixqp_protocol.facts import Fact, Rules
from sixqp_protocol.messages import HallLine, HallNews, HallTable, OpenWay, SeatNews
from sixqp_tui.client.status import Reconnecting
from sixqp_tui.discovery.table_list import FoundTable
from sixqp_tui.engine.game import Game
from sixqp_tui.engine.table import CardsWanted, DraftWanted
from sixqp_tui.features.hall.screen import HallScreen
from sixqp_tui.features.history.record import Player, session_of_record
from sixqp_tui.features.lessons.course import course
from sixqp_tui.features.lessons.lesson_course import LessonCourse, LessonProgress
from sixqp_tui.features.review.evening_screen import EveningScreen
from sixqp_tui.features.review.screen import ReviewScreen

Scene = Callable[[], AbstractAsyncContextManager[Pilot[Any]]]
NAMES = ("Camille", "Zoé", "Bob", "Dana", "Hal", "Émile")
TABLES = (
    found_table("a", "Salon", 3),
    found_table("b", "La table d'Émile", 4, state="playing", variant="tactic", locked=True),
    found_table("c", "Attic", stale=True),
)
SEATS = tuple(
    SeatNews(name, "bot" if name == "Hal" else "person", name != "Dana", owner=name == "Camille", level="medium")
    for name in NAMES
)


def played(until: Callable[[Game], bool], rules: Rules | None = None) -> list[Fact]:
    """The facts of a game up to where something is so; everybody takes what comes first, the last seat first."""
    rules = rules or Rules()
    batch, game = Game.start(rules, NAMES, "felt")
    facts: list[Fact] = [*batch]
    while not until(game):
        pending = game.pending
        assert pending, "the game is over before that"
        seat = pending.seats[-1 if game.table.turn < 3 else 0]
        if isinstance(pending, CardsWanted):
            batch, game = choose_card(game, seat, (game.table.hands[seat] or ())[0])
        elif isinstance(pending, DraftWanted):
            batch, game = draft_card(game, seat, game.table.deck[len(facts) % len(game.table.deck)])
        else:
            batch, game = choose_row(game, seat, 0)
        facts += batch
    return facts


def turn_of_the_first(game: Game) -> bool:
    """A row is full, and the first seat is the last to choose."""
    wanted = isinstance(game.pending, CardsWanted) and game.pending.seats == (0,)
    return wanted and any(len(row) == 5 for row in game.table.rows)


def first_has_laid(game: Game) -> bool:
    """The first seat has chosen, the others have not."""
    return game.table.turn == 3 and game.table.chosen == {0}


def midst_of_the_draft(game: Game) -> bool:
    """The first seat picks, and half the deck is gone."""
    return isinstance(game.pending, DraftWanted) and game.pending.seats == (0,) and len(game.table.deck) < 60


def at(until: Callable[[Game], bool], keys: str = "", rules: Rules | None = None, lost: bool = False) -> Scene:
    """A game up to where something is so, and keys pressed there."""

    @asynccontextmanager
    async def scene() -> AsyncIterator[Pilot[Any]]:
        session = FakeSession(SEATS, title="Salon")
        async with at_a_table(session, hosting=True) as pilot:
            facts = played(until, rules)
            session.becomes(phase="playing", milliseconds_left=9_000)
            session.happen(facts[:-1])
            await settled(pilot)
            session.happen(facts[-1:])
            session.hears("Zoé", "salut")
            if lost:
                session.set_status(Reconnecting(0.0, 3))
            await settled(pilot)
            await pilot.press(*keys.split())
            await settled(pilot)
            yield pilot

    return scene


def replay(keys: str = "", seat: int | None = None) -> Scene:
    """A game that is over, with all hands open, and keys pressed there."""

    @asynccontextmanager
    async def scene() -> AsyncIterator[Pilot[Any]]:
        who = tuple(Player(name, level="hard" if name == "Hal" else None) for name in NAMES)
        async with at_replay(session_of_record(recorded(players=len(NAMES), who=who), seat=seat)) as pilot:
            await pilot.press(*keys.split())
            await settled(pilot)
            yield pilot

    return scene


def puzzle(keys: str = "") -> Scene:
    """A puzzle, and keys pressed there."""

    @asynccontextmanager
    async def scene() -> AsyncIterator[Pilot[Any]]:
        async with at_puzzles(series_of(puzzles=PUZZLES[:1], endless=True)) as pilot:
            await pilot.press(*keys.split())
            await settled(pilot)
            yield pilot

    return scene


def lesson(code: str, keys: str = "") -> Scene:
    """A lesson, and keys pressed there."""

    @asynccontextmanager
    async def scene() -> AsyncIterator[Pilot[Any]]:
        async with at_lessons(LessonCourse(course(), "Camille", LessonProgress(code))) as pilot:
            await pilot.press(*keys.split())
            await settled(pilot)
            yield pilot

    return scene


@asynccontextmanager
async def evening() -> AsyncIterator[Pilot[Any]]:
    """The luck of an evening with one game."""
    screen = EveningScreen(
        reviews.game("classic"),
        find=lambda game: (game,),
        begin=lambda _game: reviews.FakeJob(reviews.review("classic")),
    )
    async with at_review(screen) as pilot:
        while not screen.evening:
            await pilot.pause()
        await settled(pilot)
        yield pilot


HALL_PLAYERS = ("Camille", "Zoé", "Bob", "Dana", "Hal", "Émile", "Ann")


def hall_news(*turns: int) -> HallNews:
    """The second round of a hall as its large screen shows it, with one table for each of these turns."""
    lines = tuple(
        HallLine(name, place, 1040 - 350 * place, 930, 10 + place, 3) for place, name in enumerate(HALL_PLAYERS, 1)
    )
    seated = (HALL_PLAYERS[:4], (*HALL_PLAYERS[4:], None))
    tables = tuple(HallTable(names, (0, 3, 12, 7), 1, turn) for turn, names in zip(turns, seated, strict=False))
    return HallNews(2, 4, len(tables), False, None, lines, tables, 400)


def hall(*turns: int, keys: str = "") -> Scene:
    """The large screen of a hall, and keys pressed there. Before its first round it has a page for phones."""

    @asynccontextmanager
    async def scene() -> AsyncIterator[Pilot[Any]]:
        session = FakeSession(title="Friday league")
        session.update(news=replace(session.news, ways=(OpenWay("page", 4669),)))
        shown = hall_news(*turns)
        if not turns:
            shown = replace(shown, round=0, lines=tuple(replace(each, hands=0) for each in shown.lines))
        async with at_review(HallScreen(session, shown, "192.168.1.20")) as pilot:
            await pilot.press(*keys.split())
            await pilot.app.workers.wait_for_complete()
            await settled(pilot)
            yield pilot

    return scene


def review(keys: str = "", kept: reviews.Kept = "classic") -> Scene:
    """The review of a game that is over, and keys pressed there."""

    @asynccontextmanager
    async def scene() -> AsyncIterator[Pilot[Any]]:
        job = reviews.FakeJob(reviews.review(kept))
        async with at_review(ReviewScreen(reviews.game(kept), begin=lambda _game: job)) as pilot:
            await reviewed(pilot)
            await pilot.press(*keys.split())
            await settled(pilot)
            yield pilot

    return scene


def history(history: Callable[[], FakeHistory], *keys: str) -> Scene:
    """The first screen with this history, after these keys."""

    @asynccontextmanager
    async def scene() -> AsyncIterator[Pilot[Any]]:
        made = history()
        with in_utc():
            async with at_home(FakeWorld(hooks=made.hooks)) as pilot:
                for key in keys:
                    await pilot.press(key)
                    await settled(pilot)
                    for worker in [each for each in pilot.app.workers if each.node is pilot.app.screen]:
                        await worker.wait()
                    await settled(pilot)
                yield pilot

    return scene


def home(tables: tuple[FoundTable, ...] = TABLES) -> Scene:
    """The first screen."""

    @asynccontextmanager
    async def scene() -> AsyncIterator[Pilot[Any]]:
        async with at_home(FakeWorld(tables=tables)) as pilot:
            yield pilot

    return scene


def lobby(size: tuple[int, int] = (80, 24)) -> Scene:
    """The room before a game."""

    @asynccontextmanager
    async def scene() -> AsyncIterator[Pilot[Any]]:
        session = FakeSession()
        async with at_a_table(session, hosting=True, size=size) as pilot:
            session.hears("Ann", "salut")
            await settled(pilot)
            yield pilot

    return scene


EVERY: dict[str, Scene] = {
    "home": home(),
    "home, nothing found": home(tables=()),
    "lobby": lobby(),
    "lobby, too small": lobby(size=(60, 20)),
    "table, lifted": at(turn_of_the_first, "9"),
    "table, played": at(first_has_laid),
    "table, chat": at(turn_of_the_first, "t h i"),
    "table, line lost": at(turn_of_the_first, lost=True),
    "row": at(row_wanted, "2"),
    "draft": at(midst_of_the_draft, "right", Rules(variant="draft")),
    "lesson, wrong": lesson("sixth", "1 enter"),
    "lesson, done": lesson("nearest", "2 enter"),
    "replay, played": replay("n right", seat=0),
    "replay, placing": replay("d"),
    "puzzle": puzzle("3"),
    "what if": replay("n i", seat=0),
    "review": review("down"),
    "evening": evening,
    "hall, registration": hall(),
    "hall, seating": hall(1, 3),
    "hall, tables": hall(4, 3, keys="space"),
    "review, all turns": review("t", "ten"),
    "review, a pick": review("t home down", "draft"),
    "games": history(FakeHistory, "y", "down"),
    "all scores": history(lambda: FakeHistory(30), "s"),
    "decisions": history(lambda: FakeHistory(30), "s", "d", "down"),
    "decisions, curve": history(lambda: FakeHistory(30), "s", "d", "c"),
    "scores": at(lambda game: len(game.table.scores) == 1),
    "over, revealed": at(lambda game: game.table.ended is not None),
}
