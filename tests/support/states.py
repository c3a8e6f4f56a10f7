"""Every screen in its telling states: what the pictures of the screens are taken of."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

from msgspec.structs import replace
from support.decisions import choose_card
from support.fake_session import BOT, EXPECTED, GUEST, NAMES, OPEN, OWNER, ROOM, FakeSession, row_wanted
from support.game_screen import seat_at
from support.pilots import (
    app_at,
    at_a_table,
    at_home,
    run,
    settled,
)
from support.screens import FakeHosting, FakeWorld, found_table
from textual.pilot import Pilot

from sixqp_protocol.facts import Rules, StoodIn, Variant
from sixqp_protocol.messages import ChooseCard, Said, SeatNews, TallyLine
from sixqp_tui.client.events import Event, Talk, Tallied
from sixqp_tui.client.status import Reconnecting
from sixqp_tui.discovery.zeroconf_service import DiscoveryProblem
from sixqp_tui.engine.game import Game
from sixqp_tui.engine.table import RowWanted
from sixqp_tui.hosting.resume import ResumableTable
from sixqp_tui.i18n import waits
from sixqp_tui.store.preferences import Preferences
from sixqp_tui.tui.animation.frames import CATASTROPHE_TICKS
from sixqp_tui.tui.animation.timeline import TICKS
from sixqp_tui.tui.app import SixqpApp
from sixqp_tui.tui.home import HomeScreen
from sixqp_tui.tui.invite import InviteScreen
from sixqp_tui.tui.openings import AtTable
from sixqp_tui.tui.ways_in import WaysInScreen
from sixqp_tui.tui.widgets.home.table_list_panel import TableListPanel

State = Callable[[], AbstractAsyncContextManager[Pilot[Any]]]
SMALL = (80, 24)

SALON = found_table("a", "Salon", 3, 10)
BUSY = found_table("b", "Le coin des joueurs qui perd", 6, 6, "playing", "draft", locked=True)
KEPT = ResumableTable("1a2b3c4d", "Le coin des joueurs", "Olga", 3)
WITH_BOTS = found_table("e", "Friday night", 5, 5, "playing", bots=3)
BEFORE = found_table("d", "Aperitif", remembered=True, endpoints=(("192.168.1.30", 4666),))
SILENT = found_table("c", "Upstairs", 2, 4, stale=True)


def _row_of_another(game: Game) -> bool:
    return isinstance(game.pending, RowWanted) and game.pending.seat != 0


@asynccontextmanager
async def _home_after_a_while() -> AsyncIterator[Pilot[Any]]:
    """The first screen, when nothing has been found for longer."""
    async with at_home(FakeWorld()) as pilot:
        looking = pilot.app.screen.query_one(TableListPanel)
        while looking.browser is None:
            await pilot.pause()
        looking.show_efforts()
        looking.show_help()
        await settled(pilot)
        yield pilot


def _game(
    *keys: str,
    until: Callable[[Game], bool] | None = None,
    players: int = 4,
    variant: Variant = "classic",
    limit: int | None = 66,
    rounds: int | None = None,
    seed: str = "felt",
    pause: int | None = 0,
    prepare: Callable[[FakeSession], None] = lambda seat: None,
    happens: tuple[Event, ...] = (),
) -> State:
    """A game that was played until something was so, what happens then, and these keys."""

    @asynccontextmanager
    async def scene() -> AsyncIterator[Pilot[Any]]:
        rules = Rules(variant, limit, rounds=rounds)
        seat, app = seat_at(players, rules, seed=seed, pause=pause)
        if until:
            seat.play_until(until)
        prepare(seat)
        async with run(app) as pilot:
            for event in happens:
                seat.tell(event)
            await pilot.press(*keys)
            await settled(pilot)
            yield pilot

    return scene


@asynccontextmanager
async def _home_on_the_way() -> AsyncIterator[Pilot[Any]]:
    """The first screen, seven seconds on the way to a table that does not answer."""
    world = FakeWorld(tables=(SALON,), steps=(waits.waiting("connecting", "192.168.1.20"),))
    async with at_home(world) as pilot:
        screen = pilot.app.screen
        assert isinstance(screen, HomeScreen)
        screen.foot.clock = lambda: 0.0
        await pilot.press("enter")
        await settled(pilot)
        screen.foot.clock = lambda: 7.0
        screen.foot.tick()
        yield pilot


def home(world: Callable[[], FakeWorld], *keys: str) -> State:
    """The first screen, after these keys."""

    @asynccontextmanager
    async def scene() -> AsyncIterator[Pilot[Any]]:
        async with at_home(world()) as pilot:
            await pilot.press(*keys)
            await settled(pilot)
            yield pilot

    return scene


def _lobby(session: Callable[[], FakeSession], *keys: str, hosting: bool = False, said: bool = False) -> State:
    @asynccontextmanager
    async def scene() -> AsyncIterator[Pilot[Any]]:
        seat = session()
        async with at_a_table(seat, hosting) as pilot:
            if said:
                seat.hears("Ann", "bonsoir ! who takes the window seat?")
                seat.hears("Olga", "me")
            await settled(pilot)
            await pilot.press(*keys)
            await settled(pilot)
            while isinstance(screen := pilot.app.screen, InviteScreen | WaysInScreen) and not screen.light:
                await pilot.pause()
            yield pilot

    return scene


@asynccontextmanager
async def _latecomer() -> AsyncIterator[Pilot[Any]]:
    """A game that has begun, and somebody who came to play."""
    session = FakeSession((OWNER, GUEST, BOT, replace(BOT, name="Ada")), you=None, title="Salon")
    session.happen(*Game.start(Rules(), ("Olga", "Ann", "Hal", "Ada"), "felt"))
    session.play_until(lambda game: len(game.table.scores) == 2)
    async with run(SixqpApp(AtTable(session, late=True))) as pilot:
        await settled(pilot)
        yield pilot


@asynccontextmanager
async def _unnamed() -> AsyncIterator[Pilot[Any]]:
    """A lobby that expects two people, and a guest whose name nobody had set."""
    session = FakeSession((OWNER, GUEST, EXPECTED, replace(EXPECTED, name="Zoé")), you=1, title="Salon")
    at = AtTable(session, keep_name=lambda name: None)
    async with run(SixqpApp(at)) as pilot:
        await settled(pilot)
        yield pilot


@asynccontextmanager
async def _lobby_offline() -> AsyncIterator[Pilot[Any]]:
    """The lobby of a host whose machine has no network."""
    hosting = FakeHosting(session := FakeSession())
    hosting.join_line = "sixqp join 127.0.0.1"
    async with run(app_at(AtTable(session, hosting))) as pilot:
        await settled(pilot)
        yield pilot


def _locked(session: FakeSession) -> FakeSession:
    session.becomes(code="k7w3qf")
    return session


WON, LOST = "seed 14", "seed 3"
"""Seeds of games that seat 0 wins and loses, as `play_until` plays them to 20 heads."""
TALLY = (
    TallyLine("Max", False, None, games=1, won=1, rounds=3, heads=21, last=9, best=2),
    TallyLine("Ann", False, 1, games=3, won=0, rounds=9, heads=158, last=31, best=8),
    TallyLine("Hal", True, 2, games=3, won=1, rounds=9, heads=97, last=14, best=0),
    TallyLine("Olga", False, 0, games=3, won=1, rounds=9, heads=88, last=0, best=0),
)


def _between_games(you: int | None = 0, seats: tuple[SeatNews, ...] = ROOM) -> FakeSession:
    """A lobby after the third game of an evening, with two who look on."""
    session = FakeSession(seats, you)
    session.update(tally=TALLY)
    session.becomes(watchers=2, watcher_names=("Zoé", "Wim"))
    return session


@asynccontextmanager
async def _home_first_start() -> AsyncIterator[Pilot[Any]]:
    """The first screen, for who starts for the first time."""
    async with at_home(FakeWorld(newcomer=True)) as pilot:
        yield pilot


FOURTH_GAME = Tallied(
    tuple(
        replace(line, name=name, seat=seat, bot=seat == 2)
        for seat, (line, name) in enumerate(zip(TALLY, NAMES, strict=False))
    )
)
"""The game was the fourth of the evening."""


def _watched(seat: FakeSession) -> None:
    seat.becomes(watchers=3, watcher_names=("Zoé", "Wim", "Maximilien le Be"))


def _pausing(seat: FakeSession) -> None:
    seat.becomes(paused=True)


def _away(seat: FakeSession) -> None:
    seat.goes_away(1)
    seat.others_decide(leaving=2)
    seat.becomes(milliseconds_left=25_000)


def _round_over(game: Game) -> bool:
    return game.table.between_rounds


def _pause_runs(seat: FakeSession) -> None:
    """In a pause: Alice is ready, Dana is away."""
    seat.goes_away(3)
    seat.becomes(ready=(1, 2), milliseconds_left=41_000)


def _stood_in(seat: FakeSession) -> None:
    """The time of the reader's decision is over, and that of the round goes on."""
    seat.others_decide()
    card = seat.view.hand[-1]
    batch, game = choose_card(seat.game.after((StoodIn(0),)), 0, card)
    seat.happen((StoodIn(0), *batch), game)
    seat.others_decide()
    seat.becomes(milliseconds_left=58_000)


def _lost(seat: FakeSession) -> None:
    seat.set_status(Reconnecting(0.0, 3))


def _laid(seat: FakeSession) -> None:
    seat.others_decide(leaving=1)
    seat.request(ChooseCard(card=seat.view.hand[4]))


@asynccontextmanager
async def _catastrophe() -> AsyncIterator[Pilot[Any]]:
    """A row of many heads is taken; the frame stands."""
    seat, app = seat_at(4, seed="0", preferences=Preferences(pace="slow"), ticks={**TICKS, "slow": 1000.0})
    seat.play_until(lambda game: game.table.turn == 6)
    seat.others_decide()
    async with run(app) as pilot:
        seat.happen(*choose_card(seat.game, 0, seat.view.hand[-1]))
        await settled(pilot)
        timeline = app.game_screen.timeline
        while timeline.frame and not (timeline.frame.catastrophe and timeline.frame.ticks == CATASTROPHE_TICKS):
            app.game_screen.player.advance()
            await settled(pilot)
        yield pilot


@asynccontextmanager
async def _revealed() -> AsyncIterator[Pilot[Any]]:
    """The last three places of ten are shown."""
    preferences = Preferences(pace="slow")
    seat, app = seat_at(10, Rules(limit=20), preferences=preferences, ticks={**TICKS, "slow": 1000.0})
    seat.play_until(lambda game: game.table.turn == 10)
    async with run(app) as pilot:
        seat.play_until(lambda game: game.table.ended is not None)
        await settled(pilot)
        timeline = app.game_screen.timeline
        while timeline.frame and timeline.frame.places < 3:
            app.game_screen.player.advance()
            await settled(pilot)
        yield pilot


STATES: dict[str, State] = {
    "home_empty": home(FakeWorld),
    "home_tables": home(lambda: FakeWorld(tables=(SALON, BUSY, SILENT)), "down"),
    "home_bots": home(lambda: FakeWorld(tables=(WITH_BOTS, BUSY))),
    "home_trouble": home(lambda: FakeWorld(problem=DiscoveryProblem("browse", "no network"))),
    "home_nothing": _home_after_a_while,
    "home_remembered": home(lambda: FakeWorld(tables=(SALON, BEFORE))),
    "home_on_the_way": _home_on_the_way,
    "home_menu": home(lambda: FakeWorld(tables=(SALON,), unfinished=KEPT), "down", "right"),
    "home_code": home(lambda: FakeWorld(tables=(BUSY,), code="k7w3qf"), "enter", *"nonono", "enter", *"K7"),
    "host_form": home(FakeWorld, "h"),
    "lobby_host": _lobby(FakeSession, hosting=True, said=True),
    "lobby_offline": _lobby_offline,
    "lobby_locked": _lobby(lambda: _locked(FakeSession()), hosting=True),
    "lobby_guest": _lobby(lambda: FakeSession(you=1)),
    "lobby_watcher": _lobby(lambda: FakeSession(you=None), "down", "down"),
    "lobby_ten": _lobby(lambda: FakeSession((*ROOM, BOT, EXPECTED, *(OPEN,) * 3)), hosting=True),
    "lobby_away": _lobby(lambda: FakeSession((OWNER, replace(GUEST, here=False), BOT))),
    "lobby_tally": _lobby(_between_games, hosting=True, said=True),
    "lobby_tally_ten": _lobby(lambda: _between_games(1, (*ROOM, BOT, EXPECTED, *(OPEN,) * 3))),
    "lobby_evening": _lobby(_between_games, "e", hosting=True),
    "lobby_settings": _lobby(FakeSession, "s"),
    "lobby_invite": _lobby(FakeSession, "i", hosting=True),
    "lobby_ways_in": _lobby(FakeSession, "w", "down", "enter", hosting=True),
    "lobby_host_phone": _lobby(FakeSession, "w", "enter", "h", hosting=True),
    "lobby_page_with_code": _lobby(lambda: _locked(FakeSession()), "w", "enter", "k", hosting=True),
    "lobby_kick": _lobby(FakeSession, "down", "x"),
    "lobby_leaving": _lobby(FakeSession, "q", hosting=True),
    "latecomer": _latecomer,
    "expected_names": _unnamed,
    "table_choosing": _game(),
    "table_lifted": _game("7", until=lambda game: game.table.turn == 3),
    "table_sixth": _game("3", until=lambda game: any(len(row) == 5 for row in game.table.rows)),
    "table_low": _game("1"),
    "table_catastrophe": _catastrophe,
    "table_laid": _game(prepare=_laid),
    "table_away": _game(prepare=_away),
    "table_paused": _game(prepare=_pausing),
    "table_reconnecting": _game(prepare=_lost),
    "table_two": _game("2", players=2, variant="tactic"),
    "table_ten": _game("2", players=10, until=lambda game: game.table.turn == 4),
    "table_watched": _game(prepare=_watched),
    "table_watched_ten": _game(players=10, prepare=_watched),
    "table_chat": _game("t", *"hello", happens=(Talk(Said(1, "Alice", "pas la 2 !")),)),
    "table_reactions": _game(
        "exclamation_mark",
        happens=(Talk(Said(1, "Alice", reaction="bravo")), Talk(Said(3, "Dana", reaction="haha"))),
    ),
    "row_picked": _game("2", until=row_wanted),
    "row_of_another": _game(until=_row_of_another, happens=(Talk(Said(1, "Alice", "pas la 2 !")),)),
    "draft_two": _game("right", "right", players=2, variant="draft", until=lambda game: game.table.pick == 6),
    "draft_ten": _game(players=10, variant="draft", until=lambda game: game.table.pick == 71),
    "scores_round": _game(until=lambda game: len(game.table.scores) == 2),
    "scores_pause": _game(until=_round_over, pause=60, prepare=_pause_runs),
    "scores_pause_ten": _game(until=_round_over, players=10, limit=None, rounds=3, pause=None),
    "scores_open": _game("tab", until=lambda game: len(game.table.scores) == 2 and game.table.turn == 4),
    "table_between": _game("escape", until=_round_over, pause=60, prepare=_pause_runs),
    "table_stood_in": _game(until=lambda game: game.table.turn == 3, prepare=_stood_in),
    "scores_over": _game(limit=20, until=lambda game: game.table.ended is not None),
    "scores_won": _game(
        seed=WON, limit=20, until=lambda game: game.table.ended is not None, happens=(FOURTH_GAME,)
    ),
    "scores_lost": _game(
        seed=LOST, limit=20, until=lambda game: game.table.ended is not None, happens=(FOURTH_GAME,)
    ),
    "scores_rounds": _game(
        "tab", limit=None, rounds=3, players=10, until=lambda game: game.table.ended is not None
    ),
    "over_revealed": _revealed,
    "over_ten": _game(players=10, until=lambda game: game.table.ended is not None, happens=(FOURTH_GAME,)),
    "home_first_start": _home_first_start,
    "log": _game("l", until=lambda game: game.table.turn == 4),
    "cards_seen": _game("c", until=lambda game: game.table.turn == 4),
    "cards_seen_draft": _game("c", players=2, variant="draft", until=lambda game: game.table.turn == 3),
    "rules": home(FakeWorld, "f1"),
    "help": _lobby(FakeSession, "question_mark"),
    "palette": _lobby(FakeSession, "ctrl+p"),
    "preferences": home(FakeWorld, "o"),
}
"""Each state of a screen by its name."""
