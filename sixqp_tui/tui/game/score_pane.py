"""The scores, after a round and after the game."""

from collections.abc import Callable, Sequence
from functools import partial
from time import time

from textual import getters, on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.geometry import Region
from textual.message import Message
from textual.widgets import Static

from sixqp_protocol.messages import NextRound, Ready, Start
from sixqp_tui.client.finished_games import FinishedGame, seats_by_name
from sixqp_tui.engine.permissions import bar, withheld
from sixqp_tui.i18n import N_, NC_, _, facts as facts_words, phrases, table as table_words
from sixqp_tui.i18n.lobby import chat_heading
from sixqp_tui.presentation.prompts import rematch_prompt, score_prompt, with_names
from sixqp_tui.presentation.stake import tell_loser, tell_stake
from sixqp_tui.presentation.tally import tally_rows, tell_summary
from sixqp_tui.presentation.view_model import ViewModel
from sixqp_tui.tui.animation.frames import Frame
from sixqp_tui.tui.commands import CONTINUE, EVENING, GAMES, READY, REPLAY, REVIEW, SCROLL, Command, check_action
from sixqp_tui.tui.game.pane import Pane
from sixqp_tui.tui.requests import HookRequested
from sixqp_tui.tui.widgets.common.chat import Chat
from sixqp_tui.tui.widgets.common.prompt import Prompt
from sixqp_tui.tui.widgets.common.tally_sheet import TallySheet
from sixqp_tui.tui.widgets.game.curve import Curve
from sixqp_tui.tui.widgets.game.score_sheet import ScoreSheet

ROOM_BESIDE = 16
"""Lines for headings, totals, plot and prompt."""
ROOMY_FROM = 34
"""Lines of the pane with room for the chat and a higher plot."""
ROOMY = 13
"""Lines of the chat and the higher plot."""
BESIDE_PLOT = 110
"""Cells of the pane with room for the tally beside the plot."""
QUIET = 0.6
"""Seconds that the sheet must be visible without Space or Enter before they count, longer than the first wait of a
repeating key."""
HIGHEST = 48
"""The `max-height` of the felt."""


class ScorePane(Pane):
    """The score sheet and the plot of totals; after a round a pause, after the game a rematch.

    In a pause Space or Enter means ready; without one Enter goes on. Both are ignored at first, so that an Enter
    meant for the last card, or a repeating one, does nothing.
    """

    DEFAULT_CSS = """
    ScorePane > .felt { width: 100%; max-width: 190; max-height: 48; }
    ScorePane .heading { padding: 0 1; color: $gold; text-style: bold; }
    ScorePane .why { padding: 0 1; }
    ScorePane ScoreSheet { margin-top: 1; }
    ScorePane Static { height: auto; max-height: 2; }
    ScorePane .stake { padding: 0 1; color: $gold; text-style: bold; }
    ScorePane .evening { padding: 0 1; color: $gold; }
    ScorePane #plots { height: 1fr; }
    ScorePane TallySheet { display: none; height: 100%; }
    ScorePane Chat { display: none; height: 1; min-height: 1; margin: 0 1; }
    ScorePane.-said Chat { display: block; }
    ScorePane.-roomy Chat { display: block; height: 5; margin: 1; }
    """

    BINDINGS = [
        READY.when(lambda self: self._may_say_ready),
        READY.by("enter"),
        Command(
            "n",
            "next_round",
            # Translators: deal the next round now, without waiting
            NC_("key", "next round"),
            N_("Deal the next round now, without waiting"),
            short=NC_("key, short", "next"),
        ).when(
            lambda self: self.model.between_rounds and withheld(NextRound(), self.session.state.standing) is None
        ),
        CONTINUE.when(lambda self: not (self._is_over or self.model.between_rounds)),
        # Translators: from the scores to the table
        Command("escape", "to_table", NC_("key", "table"), N_("Look at the table"), show=False).when(
            lambda self: not self._is_over
        ),
        Command(
            "r", "rematch", NC_("key", "rematch"), N_("Start another game with the same players, or ask for one")
        ).when(lambda self: self._is_over and (bar(Start, self.session.state.standing) is None or self._may_wish)),
        Command("b", "lobby", NC_("key", "lobby"), N_("Go back to the table's lobby")).when(
            lambda self: self._is_over
        ),
        REVIEW.when(lambda self: self._is_complete and self._has_hook("review_game")),
        REPLAY.when(lambda self: self._is_complete and self._has_hook("replay_game")),
        EVENING.when(lambda self: self._is_over and self.model.tally),
        GAMES.by("y", "games", show=True).when(lambda self: self._is_over and self._has_hook("games")),
        SCROLL.by("up", "scroll_rounds(1)", show=True, key_display="↑↓").when(
            lambda self: self.sheet.rounds > self.sheet.room
        ),
        SCROLL.by("down", "scroll_rounds(-1)"),
    ]

    _pressed_at = 0.0
    _ready_for: tuple[int, int] | None = None

    class Read(Message): ...

    sheet = getters.query_one(ScoreSheet)
    curve = getters.query_one(Curve)
    chat = getters.query_one(Chat)
    heading = getters.query_one(".heading", Static)
    why = getters.query_one(".why", Static)
    stake = getters.query_one(".stake", Static)
    evening = getters.query_one(".evening", Static)
    tally = getters.query_one(TallySheet)

    def compose(self) -> ComposeResult:
        with Vertical(classes="felt"):
            yield Static(classes="heading", markup=False)
            yield Static(classes="why", markup=False)
            yield Static(classes="stake", markup=False)
            yield Static(classes="evening", markup=False)
            yield ScoreSheet()
            with Horizontal(id="plots"):
                yield Curve()
                yield TallySheet()
            yield Chat(chat_heading)
            yield self.prompt

    check_action = check_action

    def present(self, model: ViewModel, frame: Frame | None = None) -> None:
        super().present(model, frame)
        table = model.table
        over = table.ended is not None
        self.sheet.players = model.players()
        self.curve.table, self.curve.own = table, model.view.seat
        self.chat.said = model.said
        self.sheet.pausing = model.between_rounds
        self.heading.update(self._heading())
        why = self._verdict() if over else facts_words.stood_in(model.shown.stood_in)
        self.why.update(why)
        self.why.display = bool(why)
        hit = tell_loser(model.stake, table, model.view.seat) or (tell_stake(model.stake) if model.stake else "")
        self.stake.update(hit)
        self.stake.display = bool(hit)
        wanted = not model.between_rounds or self._may_say_ready
        self.prompt.yours = model.owner or self._may_wish if over else wanted
        if over:
            self.prompt.deadline = None
            self.prompt.text = with_names(
                lambda most: rematch_prompt(model, self._may_wish, most), len(model.chairs), self.prompt.room
            )
        else:
            self.prompt.text = score_prompt(model, self.prompt.room, self._may_say_ready)
        self._measure()

    def _heading(self) -> str:
        model, table = self.model, self.model.table
        if table.ended is None and model.round_just_over:
            return table_words.round_over(len(table.scores))
        if table.ended is None:
            return _("SCORES SO FAR · ROUND {number} IN PROGRESS").format(number=table.round)
        own, won = model.view.seat, facts_words.winning_seats(table)
        if own not in won:
            return _("GAME OVER")
        heading = _winners([table.names[seat] for seat in won if seat != own])
        return f"{heading} · {phrases.heads(min(table.totals))}"

    def _verdict(self) -> str:
        """Who won, unless the heading says so, and why the game is over."""
        table, own = self.model.table, self.model.view.seat
        won = facts_words.winning_seats(table)
        if not won:
            return facts_words.verdict(table, own)
        why = with_names(lambda most: facts_words.why_over(table, own, most), table.seats, self.size.width - 2)
        capital = why if table.ended == "limit" else why[:1].upper() + why[1:]
        return capital if own in won else f"{facts_words.winners(table, own)}\n{capital}"

    @property
    def chat_region(self) -> Region:
        return self.curve.region

    def on_resize(self) -> None:
        if self.model.over:
            self.why.update(self._verdict())
        self._measure()

    def appear(self) -> None:
        self._pressed_at = self.prompt.clock()

    def show_refusal(self, text: Callable[[], str]) -> None:
        self._ready_for = None
        super().show_refusal(text)

    def action_ready(self) -> None:
        if self._is_meant and self._may_say_ready:
            self._ready_for = self._pause
            self.session.request(Ready())
            self.present(self.model)

    def action_next_round(self) -> None:
        if self.sheet.seen == len(self.model.table.scores):
            self.session.request(NextRound())

    def action_continue(self) -> None:
        if self._is_meant:
            self.post_message(self.Read())

    def action_to_table(self) -> None:
        if self.sheet.seen == len(self.model.table.scores):
            self.post_message(self.Read())

    @property
    def _pause(self) -> tuple[int, int]:
        return self.model.game, self.model.table.round

    @property
    def _is_over(self) -> bool:
        return self.model.table.ended is not None

    def _has_hook(self, name: str) -> bool:
        return bool(self.app.check_action("open", (name,)))

    @property
    def _is_complete(self) -> bool:
        """Whether the game was played to its end, so that all of it can be shown."""
        return self.model.table.ended in ("limit", "rounds")

    @property
    def _may_say_ready(self) -> bool:
        possible = self.model.between_rounds and withheld(Ready(), self.session.state.standing) is None
        return possible and self._ready_for != self._pause

    @property
    def _is_meant(self) -> bool:
        """Whether a key pressed now is meant for the sheet."""
        now, before = self.prompt.clock(), self._pressed_at
        self._pressed_at = now
        return now - before >= QUIET and self.sheet.seen == len(self.model.table.scores)

    def action_rematch(self) -> None:
        self.session.request(Ready() if self._may_wish else Start())

    @property
    def _may_wish(self) -> bool:
        """Whether the reader can ask the owner for another game."""
        standing = self.session.state.standing
        return self.model.over and not standing.owner and withheld(Ready(), standing) is None

    def action_replay(self) -> None:
        self._open("replay_game")

    def action_review(self) -> None:
        self._open("review_game")

    def _open(self, hook: str) -> None:
        state = self.session.state
        welcome, own = state.welcome, state.view.seat
        if welcome is None:
            return
        seats = seats_by_name(self.model.table.names, state.news)
        facts = tuple(state.history)
        game = FinishedGame(welcome.table, state.game, welcome.title, facts, seats, int(time()), own=own)
        self.post_message(HookRequested(hook, game, own))

    async def action_evening(self) -> None:
        await self.run_action("screen.evening")

    async def action_games(self) -> None:
        await self.run_action("app.open('games')")

    async def action_lobby(self) -> None:
        await self.run_action("app.lobby")

    def action_scroll_rounds(self, by: int) -> None:
        self.sheet.back += by

    @on(Prompt.Clicked)
    def prompt_clicked(self) -> None:
        if self.check_action("ready", ()):
            self.action_ready()
        elif self.check_action("continue", ()):
            self.action_continue()
        elif self.check_action("rematch", ()):
            self.action_rematch()

    def on_mouse_scroll_up(self) -> None:
        self.action_scroll_rounds(1)

    def on_mouse_scroll_down(self) -> None:
        self.action_scroll_rounds(-1)

    def _show_evening(self, roomy: bool) -> bool:
        """Show the tally after a game. Returns whether it needs a line."""
        rows = tally_rows(self.model.tally, self.model.you) if self.model.over else ()
        beside = bool(rows) and roomy and self.size.width >= BESIDE_PLOT
        in_line = bool(rows) and not beside
        self.tally.rows, self.tally.display, self.evening.display = rows, beside, in_line
        if in_line:
            self.evening.update(with_names(partial(tell_summary, rows), len(rows), self.size.width - 2))
        return in_line

    def _measure(self) -> None:
        height = min(HIGHEST, self.size.height)
        roomy = height >= ROOMY_FROM
        self.set_class(roomy, "-roomy")
        said = bool(self.model.said)
        self.set_class(said, "-said")
        tally_line = self._show_evening(roomy)
        beside = ROOM_BESIDE + self.sheet.name_lines + self.sheet.pausing + self.stake.display
        self.sheet.room = max(3, height - beside - (ROOMY if roomy else said) - tally_line)
        self.refresh_bindings()


def _winners(others: Sequence[str]) -> str:
    if not others:
        return _("YOU WIN")
    if len(others) == 1:
        # Translators: {name} has won together with the reader
        return _("YOU AND {name} WIN").format(name=others[0])
    return _("YOU, {names} AND {last} WIN").format(names=", ".join(others[:-1]), last=others[-1])
