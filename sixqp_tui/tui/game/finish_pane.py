"""The end of a game: who has won, the order of finish, the medals, and what comes next."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from time import time

from textual import getters, on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.geometry import Region
from textual.message import Message

from sixqp_protocol.messages import Ready, Start
from sixqp_tui.client.finished_games import FinishedGame, seats_by_name
from sixqp_tui.engine.permissions import bar, withheld
from sixqp_tui.i18n import N_, NC_, _, facts as facts_words, phrases
from sixqp_tui.i18n.lobby import chat_heading
from sixqp_tui.presentation.medals import MedalText
from sixqp_tui.presentation.prompts import rematch_prompt, with_names
from sixqp_tui.presentation.score_text import game_text
from sixqp_tui.presentation.tally import TallyRow, describe_wins, evening_medals, is_evening, tally_rows
from sixqp_tui.presentation.view_model import ViewModel
from sixqp_tui.tui.animation.frames import Frame
from sixqp_tui.tui.base_app import BaseApp
from sixqp_tui.tui.game.pane import Pane
from sixqp_tui.tui.keys import COPY_SCORES, EVENING, GAMES, REPLAY, REVIEW
from sixqp_tui.tui.widgets.common.chat import Chat
from sixqp_tui.tui.widgets.common.prompt import Prompt
from sixqp_tui.tui.widgets.common.tally_sheet import TallySheet
from sixqp_tui.tui.widgets.game.finish_sheet import Finish, FinishSheet

ROOMY_FROM = 34
"""Lines of the pane with room for the chat, and for the tally beside it."""
GRAND_FROM = 54
"""Lines of the pane with room for the tally of ten players."""
BROAD_FROM = 108
"""Cells of the pane with room for the tally beside the chat."""


class FinishPane(Pane):
    DEFAULT_CSS = """
    FinishPane > .felt { width: 100%; max-width: 190; max-height: 58; }
    FinishPane #below { height: auto; max-height: 8; margin-top: 1; display: none; }
    FinishPane TallySheet { height: 100%; margin-right: 3; display: none; }
    FinishPane Chat { display: none; height: 1; min-height: 1; margin: 0 1; }
    FinishPane.-said #below { display: block; margin-top: 0; }
    FinishPane.-said Chat { display: block; }
    FinishPane.-roomy #below { display: block; height: 8; margin-top: 1; }
    FinishPane.-roomy Chat { display: block; width: 1fr; height: 100%; }
    FinishPane.-grand #below { height: 14; }
    FinishPane.-tallied TallySheet { display: block; }
    FinishPane.-revealing #below { visibility: hidden; }
    """

    BINDINGS = [
        Binding(
            "r",
            "rematch",
            NC_("key", "rematch"),
            tooltip=N_("Start another game with the same players, or ask for one"),
        ),
        Binding("b", "lobby", NC_("key", "lobby"), tooltip=N_("Go back to the table's lobby")),
        REVIEW,
        REPLAY,
        EVENING,
        replace(COPY_SCORES, show=False),
        replace(GAMES, action="games", show=False),
    ]

    app = getters.app(BaseApp)
    sheet = getters.query_one(FinishSheet)
    tally = getters.query_one(TallySheet)
    chat = getters.query_one(Chat)

    @dataclass
    class ReplayWanted(Message):
        game: FinishedGame

    @dataclass
    class ReviewWanted(Message):
        game: FinishedGame

    def compose(self) -> ComposeResult:
        with Vertical(classes="felt"):
            yield FinishSheet()
            with Horizontal(id="below"):
                yield TallySheet()
                yield Chat(chat_heading())
            yield self.prompt

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """While places are revealed, any key only shows the result."""
        if self.has_class("-revealing"):
            return False
        match action:
            case "rematch":
                return bar(Start, self.session.state.standing) is None or self._may_wish
            case "review":
                return self._is_complete and self.app.keeps_games
            case "replay":
                return self._is_complete
            case "evening":
                return bool(self.model.tally)
            case "copy_scores":
                return bool(self.model.table.scores)
            case "games":
                return self.app.keeps_games
        return True

    def present(self, model: ViewModel, frame: Frame | None = None) -> None:
        super().present(model, frame)
        rows = tally_rows(model.tally, model.you, model.table.names)
        self.chat.said, self.tally.rows = model.said, rows
        self.sheet.revealed = frame.places if frame else None
        self.set_class(frame is not None, "-revealing")
        self._measure()
        self.sheet.finish = self._finish(rows)
        self.prompt.deadline = None
        self.prompt.yours = frame is not None or model.owner or self._may_wish
        if (text := self._prompt(model, frame)) != self.prompt.text:
            self.prompt.text = text
            self.clear_notice()
        self.refresh_bindings()

    def _prompt(self, model: ViewModel, frame: Frame | None) -> str:
        if frame:
            # Translators: while the places are shown one after the other
            return _("Any key: see the result")
        return with_names(
            lambda most: rematch_prompt(model, self._may_wish, most), len(model.chairs), self.prompt.room
        )

    @property
    def chat_region(self) -> Region:
        return self.sheet.region

    def _measure(self) -> None:
        roomy = self.size.height >= ROOMY_FROM
        self.set_class(bool(self.model.said), "-said")
        self.set_class(roomy, "-roomy")
        self.set_class(self.size.height >= GRAND_FROM, "-grand")
        self.set_class(roomy and self.size.width >= BROAD_FROM and is_evening(self.tally.rows), "-tallied")

    on_resize = _measure

    # -- what is shown --------------------------------------------------------------------------------

    def _finish(self, rows: Sequence[TallyRow]) -> Finish:
        model, table = self.model, self.model.table
        won = facts_words.winning_seats(table)
        own = next((player for player in model.players() if player.own), None)
        if not won:
            return Finish(_("GAME OVER"), (facts_words.verdict(table, model.view.seat),))
        own_place = own is not None and model.view.seat not in won
        summary = (
            self._result(won),
            *([] if own_place and own and own.over else self._why_over()),
            *([_own_place(own.rank, table.seats, own.total)] if own and own_place else []),
        )
        return Finish(
            heading=_heading(
                [table.names[seat] for seat in won if seat != model.view.seat], model.view.seat in won
            ),
            summary=summary,
            own=own_place,
            places=tuple(sorted(enumerate(model.players()), key=lambda place: place[1].rank)),
            limit=table.rules.limit,
            medals=model.medals(),
            evening=_evening(rows),
        )

    def _why_over(self) -> Sequence[str]:
        table = self.model.table
        if table.ended == "rounds" and table.rules.rounds == 1:
            return ()
        why = facts_words.why_over(table, self.model.view.seat, 2)
        return (why if table.ended == "limit" else why[:1].upper() + why[1:],)

    def _result(self, won: Sequence[int]) -> str:
        table = self.model.table
        heads, rounds = phrases.heads(min(table.totals)), phrases.format_rounds(len(table.scores))
        if len(won) > 1:
            # Translators: the winner's result: “3 heads in 2 rounds”
            return _("{heads} in {rounds}").format(heads=heads, rounds=rounds)
        sentence = _("{heads} in {rounds}, {n} ahead of {names}")
        second = sorted(table.totals)[1]
        seconds = [
            phrases.you() if seat == self.model.view.seat else name
            for seat, (name, total) in enumerate(zip(table.names, table.totals, strict=True))
            if total == second
        ]
        ahead = second - min(table.totals)
        return sentence.format(heads=heads, rounds=rounds, n=ahead, names=phrases.listed(seconds, 2))

    # -- what comes next ------------------------------------------------------------------------------

    @property
    def _is_complete(self) -> bool:
        return self.model.table.ended in ("limit", "rounds")

    def action_rematch(self) -> None:
        self.session.request(Ready() if self._may_wish else Start())

    @property
    def _may_wish(self) -> bool:
        standing = self.session.state.standing
        model = self.model
        return model.over and not standing.owner and withheld(Ready(), standing) is None

    def action_replay(self) -> None:
        if game := self._finished_game():
            self.post_message(self.ReplayWanted(game))

    def action_review(self) -> None:
        if game := self._finished_game():
            self.post_message(self.ReviewWanted(game))

    def _finished_game(self) -> FinishedGame | None:
        state = self.session.state
        welcome, own = state.welcome, state.view.seat
        if welcome is None:
            return None
        seats = seats_by_name(self.model.table.names, state.news)
        facts = tuple(state.history)
        return FinishedGame(welcome.table, state.game, welcome.title, facts, seats, int(time()), own=own)

    async def action_evening(self) -> None:
        await self.run_action("screen.evening")

    def action_copy_scores(self) -> None:
        self.app.copy_to_clipboard(game_text(self.session.state.title, self.model))
        self.show_notice(_("Copied, if your terminal allows it."))

    async def action_games(self) -> None:
        await self.run_action("app.games")

    async def action_lobby(self) -> None:
        await self.run_action("app.lobby")

    @on(Prompt.Clicked)
    def prompt_clicked(self) -> None:
        if self.check_action("rematch", ()):
            self.action_rematch()


def _evening(rows: Sequence[TallyRow]) -> tuple[MedalText, ...]:
    won = describe_wins(rows)
    # Translators: before the games won: all games of this table since it opened
    return (MedalText(_("This evening"), won), *evening_medals(rows)) if won else ()


def _heading(others: Sequence[str], you: bool) -> str:
    if not you:
        return (
            # Translators: the heading of a finished game, in large letters if they fit
            _("{name} WINS").format(name=others[0])
            if len(others) == 1
            else _("{names} WIN").format(names=phrases.listed(others))
        )
    if not others:
        return _("YOU WIN")
    if len(others) == 1:
        # Translators: {name} has won together with the reader
        return _("YOU AND {name} WIN").format(name=others[0])
    return _("YOU, {names} AND {last} WIN").format(names=", ".join(others[:-1]), last=others[-1])


def _own_place(rank: int, players: int, total: int) -> str:
    # Translators: {place} is “4th”, {players} how many have played, {heads} “37 heads”
    sentence = _("You: {place} of {players}, {heads}")
    return sentence.format(place=phrases.ordinal(rank), players=players, heads=phrases.heads(total))
