"""Every screen in its telling states: what the pictures are taken of, and what is looked at in every theme."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from importlib import import_module  # noqa: TID251 (a deleted feature takes its scenes with it)
from pathlib import Path
from typing import Any

from msgspec.structs import replace
from support.decisions import choose_card
from support.fake_session import BOT, EXPECTED, GUEST, NAMES, OPEN, OWNER, ROOM, FakeSession, row_wanted
from support.game_screen import seat_at
from support.pilots import State, at_a_table, at_home, home, press, run, settled, until
from support.screens import NEWCOMER, FakeWorld, found_table
from textual.pilot import Pilot

from sixqp_protocol.facts import Rules, StoodIn, Variant
from sixqp_protocol.messages import ChooseCard, Said, Tally, TallyLine
from sixqp_tui.client.events import Event
from sixqp_tui.client.status import Reconnecting
from sixqp_tui.engine.game import Game
from sixqp_tui.i18n import waits
from sixqp_tui.store.journal_store import TableHeader
from sixqp_tui.store.preferences import PaceName, Preferences
from sixqp_tui.tui.animation.frames import CATASTROPHE_TICKS, Frame
from sixqp_tui.tui.animation.timeline import TICKS
from sixqp_tui.tui.app import SixqpApp
from sixqp_tui.tui.home import HomeScreen
from sixqp_tui.tui.invite import InviteScreen
from sixqp_tui.tui.stay import Stay

SALON = found_table("a", "Salon", 3, 10)
BUSY = found_table("b", "Le coin des joueurs qui perd", 6, 6, "playing", "draft", locked=True)
KEPT = TableHeader("1a2b3c4d", "Le coin des joueurs", "Olga", 3)
SILENT = found_table("c", "Upstairs", 2, 4, stale=True)


@asynccontextmanager
async def _home_after_a_while() -> AsyncIterator[Pilot[Any]]:
    """The first screen, when nothing has been found for longer."""
    async with at_home(FakeWorld()) as pilot:
        screen = pilot.app.screen
        assert isinstance(screen, HomeScreen)
        await until(pilot, lambda: screen.browser is not None)
        screen.show_help()
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
            await press(pilot, *keys)
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
        await press(pilot, "enter")
        screen.foot.clock = lambda: 7.0
        screen.foot.tick()
        yield pilot


def _lobby(session: Callable[[], FakeSession], *keys: str, hosting: bool = False, said: bool = False) -> State:
    @asynccontextmanager
    async def scene() -> AsyncIterator[Pilot[Any]]:
        seat = session()
        async with at_a_table(seat, hosting) as pilot:
            if said:
                seat.hears("Ann", "bonsoir ! who takes the window seat?")
                seat.hears("Olga", "me")
            await settled(pilot)
            await press(pilot, *keys)
            while isinstance(screen := pilot.app.screen, InviteScreen) and screen.waits:
                await pilot.pause()
            yield pilot

    return scene


@asynccontextmanager
async def _latecomer() -> AsyncIterator[Pilot[Any]]:
    """A game that has begun, and somebody who came to play."""
    session = FakeSession((OWNER, GUEST, BOT, replace(BOT, name="Ada")), you=None, title="Salon")
    session.happen(*Game.start(Rules(), ("Olga", "Ann", "Hal", "Ada"), "felt"))
    session.play_until(lambda game: len(game.table.scores) == 2)
    async with run(SixqpApp(Stay(session, late=True))) as pilot:
        await settled(pilot)
        yield pilot


def _locked(session: FakeSession) -> FakeSession:
    session.becomes(code="k7w3qf")
    return session


WON = "seed 14"
"""The seed of a game that seat 0 wins, as `play_until` plays it to 20 heads."""
TALLY = (
    TallyLine("Max", False, None, games=1, won=1, rounds=3, heads=21, last=9, best=2),
    TallyLine("Ann", False, 1, games=3, won=0, rounds=9, heads=158, last=31, best=8),
    TallyLine("Hal", True, 2, games=3, won=1, rounds=9, heads=97, last=14, best=0),
    TallyLine("Olga", False, 0, games=3, won=1, rounds=9, heads=88, last=0, best=0),
)


def _between_games() -> FakeSession:
    """A lobby after the third game of an evening, with two who look on."""
    session = FakeSession()
    session.update(tally=TALLY)
    session.becomes(watchers=("Zoé", "Wim"))
    return session


FOURTH_GAME = Tally(
    3,
    3,
    tuple(
        replace(line, name=name, seat=seat, bot=seat == 2)
        for seat, (line, name) in enumerate(zip(TALLY, NAMES, strict=False))
    ),
)
"""The game was the fourth of the evening."""


def _watched(seat: FakeSession) -> None:
    seat.becomes(watchers=("Zoé", "Wim", "Maximilien le Be"))


def _round_over(game: Game) -> bool:
    return game.table.between_rounds


def _game_over(game: Game) -> bool:
    return game.table.ended is not None


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


def _frame(
    players: int,
    rules: Rules,
    seed: str,
    turn: int,
    then: Callable[[FakeSession], None],
    wanted: Callable[[Frame], bool],
) -> State:
    """A game in which something happens in this turn, of which the first wanted frame stands."""

    @asynccontextmanager
    async def scene() -> AsyncIterator[Pilot[Any]]:
        slow: dict[PaceName, float] = {**TICKS, "slow": 1000.0}
        seat, app = seat_at(players, rules, seed=seed, preferences=Preferences(pace="slow"), ticks=slow)
        seat.play_until(lambda game: game.table.turn == turn)
        async with run(app) as pilot:
            then(seat)
            await settled(pilot)
            timeline = app.game_screen.timeline
            while timeline.frame and not wanted(timeline.frame):
                app.game_screen.advance()
                await settled(pilot)
            yield pilot

    return scene


def _take_many_heads(seat: FakeSession) -> None:
    seat.others_decide()
    seat.happen(*choose_card(seat.game, 0, seat.view.hand[-1]))


STATES: dict[str, State] = {
    "home_tables": home(lambda: FakeWorld(tables=(SALON, BUSY, SILENT)), "down"),
    "home_nothing": _home_after_a_while,
    "home_on_the_way": _home_on_the_way,
    "home_menu": home(lambda: FakeWorld(tables=(SALON,), unfinished=KEPT), "down", "right"),
    "home_code": home(lambda: FakeWorld(tables=(BUSY,), code="k7w3qf"), "enter", *"nonono", "enter", *"K7"),
    "host_form": home(FakeWorld, "h"),
    "lobby_host": _lobby(FakeSession, hosting=True, said=True),
    "lobby_guest": _lobby(lambda: FakeSession(you=1)),
    "lobby_watcher": _lobby(lambda: FakeSession(you=None), "down", "down"),
    "lobby_ten": _lobby(lambda: FakeSession((*ROOM, BOT, EXPECTED, *(OPEN,) * 3)), hosting=True),
    "lobby_tally": _lobby(_between_games, hosting=True, said=True),
    "lobby_settings": _lobby(FakeSession, "s"),
    "lobby_invite": _lobby(FakeSession, "i", hosting=True),
    "lobby_invite_open": _lobby(lambda: _locked(FakeSession()), "i", "p", "s", hosting=True),
    "lobby_leaving": _lobby(FakeSession, "q", hosting=True),
    "latecomer": _latecomer,
    "table_choosing": _game(),
    "table_lifted": _game("7", until=lambda game: game.table.turn == 3),
    "table_sixth": _game("3", until=lambda game: any(len(row) == 5 for row in game.table.rows)),
    "table_low": _game("1"),
    "table_catastrophe": _frame(
        4, Rules(), "0", 6, _take_many_heads, lambda frame: frame.catastrophe and frame.ticks == CATASTROPHE_TICKS
    ),
    "table_laid": _game(prepare=_laid),
    "table_reconnecting": _game(prepare=_lost),
    "table_ten": _game("2", players=10, until=lambda game: game.table.turn == 4),
    "table_watched_ten": _game(players=10, prepare=_watched),
    "table_chat": _game("t", *"hello", happens=(Said(1, "Alice", "pas la 2 !"),)),
    "table_reactions": _game(
        "exclamation_mark",
        happens=(Said(1, "Alice", reaction="bravo"), Said(3, "Dana", reaction="haha")),
    ),
    "row_picked": _game("2", until=row_wanted),
    "draft_two": _game("right", "right", players=2, variant="draft", until=lambda game: game.table.pick == 6),
    "draft_ten": _game(players=10, variant="draft", until=lambda game: game.table.pick == 71),
    "scores_pause": _game(until=_round_over, pause=60, prepare=_pause_runs),
    "scores_pause_ten": _game(until=_round_over, players=10, limit=None, rounds=3, pause=None),
    "table_stood_in": _game(until=lambda game: game.table.turn == 3, prepare=_stood_in),
    "scores_won": _game(seed=WON, limit=20, until=_game_over, happens=(FOURTH_GAME,)),
    "scores_rounds": _game("tab", limit=None, rounds=3, players=10, until=_game_over),
    "over_revealed": _frame(
        10, Rules(limit=20), "felt", 10, lambda seat: seat.play_until(_game_over), lambda frame: frame.places == 3
    ),
    "over_ten": _game(players=10, until=_game_over, happens=(FOURTH_GAME,)),
    "home_first_start": home(lambda: FakeWorld(player=NEWCOMER)),
    "log": _game("l", until=lambda game: game.table.turn == 4),
    "cards_seen": _game("c", until=lambda game: game.table.turn == 4),
    "rules": home(FakeWorld, "f1"),
    "help": _lobby(FakeSession, "question_mark"),
    "palette": _lobby(FakeSession, "ctrl+p"),
    "preferences": home(FakeWorld, "o"),
}
"""Each state of a screen by its name, with those of the features, from `tests/features/NAME/scenes.py`."""
for _path in sorted((Path(__file__).parents[1] / "features").glob("*/scenes.py")):
    STATES |= import_module(f"features.{_path.parent.name}.scenes").STATES
