"""Every screen of the app once, as it stands in an evening: what tests of looks walk through."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import partial
from typing import Any

from support.decisions import choose_card, choose_row, draft_card
from support.fake_session import FakeSession, row_wanted
from support.pilots import at_a_table, at_home, settled
from support.screens import FakeWorld, found_table
from textual.pilot import Pilot

from sixqp_protocol.facts import Fact, Rules
from sixqp_protocol.messages import SeatNews
from sixqp_tui.client.status import Reconnecting
from sixqp_tui.discovery.table_list import FoundTable
from sixqp_tui.engine.game import Game
from sixqp_tui.engine.table import CardsWanted, DraftWanted
from sixqp_tui.tui.widgets.common.prompt import Prompt

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
    """A game up to where something is so, and keys pressed there. Nine seconds are left, and stay."""

    @asynccontextmanager
    async def scene() -> AsyncIterator[Pilot[Any]]:
        session = FakeSession(SEATS, title="Salon")
        async with at_a_table(session, hosting=True) as pilot:
            facts = played(until, rules)
            session.becomes(phase="playing")
            session.happen(facts[:-1])
            await settled(pilot)
            for prompt in pilot.app.screen.query(Prompt):
                prompt.clock = partial(float, prompt.clock())
            session.becomes(milliseconds_left=9_000)
            session.happen(facts[-1:])
            session.hears("Zoé", "salut")
            if lost:
                session.set_status(Reconnecting(0.0, 3))
            await settled(pilot)
            await pilot.press(*keys.split())
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
    "scores": at(lambda game: len(game.table.scores) == 1),
    "over, revealed": at(lambda game: game.table.ended is not None),
}
