"""What must be answered to a message, by the specification, from what its own sender has been told.

The table below is data: of each kind of request the hurdles, in the order in which they are looked at, with the
code and the article of the first that it does not take; without any it is accepted. Nothing of the room is asked:
whoever has read its news and its facts could foresee every answer.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from fuzzing.crowd import Line
from msgspec.structs import replace

from sixqp_protocol.messages import Hello, Request, RoomNews, SeatNews
from sixqp_protocol.refusals import Farewell, Refusal
from sixqp_tui.engine.table import CardsWanted, DraftWanted, RowWanted, Table

ACCEPTED = None
UNPRINTABLE = ("", "  \t", "\x00\x1b", "\u200b\u202e", "\ufe0f")
"""Texts of which nothing is left."""


class Hurdle(NamedTuple):
    """What stands in a request's way, and how it is refused then."""

    when: str
    code: Refusal
    article: str | None = None


WATCHES = Hurdle("watches", Refusal.NOT_SEATED)
NOT_THE_OWNER = Hurdle("is not the owner", Refusal.NOT_OWNER)
NO_GAME = Hurdle("no game is played", Refusal.NOT_PLAYING)
GAME = Hurdle("a game is played", Refusal.NOT_IN_LOBBY)
PAUSED = Hurdle("the table pauses", Refusal.PAUSED)
AT_A_GAME = (WATCHES, NO_GAME, PAUSED)
ANOTHER_TURN = Hurdle("another game, round or turn", Refusal.STALE)
ANOTHER_ROUND = Hurdle("another round than the next", Refusal.STALE)
NO_PAUSE_BETWEEN = Hurdle("a round is played", Refusal.NOT_ASKED)

HURDLES: dict[str, tuple[Hurdle, ...]] = {
    "ChooseCard": (
        *AT_A_GAME, ANOTHER_TURN,
        Hurdle("no cards are chosen", Refusal.NOT_ASKED, "3.1"),
        Hurdle("has chosen", Refusal.ALREADY_CHOSEN, "3.1"),
        Hurdle("the card is not in the hand", Refusal.NOT_IN_HAND, "3.1"),
    ),
    "TakeBack": (
        *AT_A_GAME, ANOTHER_TURN,
        Hurdle("no cards are chosen", Refusal.NOT_ASKED, "3.1"),
        Hurdle("has not chosen", Refusal.NOTHING_LAID, "3.1"),
    ),
    "DraftCard": (
        *AT_A_GAME, Hurdle("another game, round or pick", Refusal.STALE),
        Hurdle("the pick is not this seat's", Refusal.NOT_ASKED, "5.2"),
        Hurdle("the card is not in the deck", Refusal.NOT_IN_DECK, "5.2"),
    ),
    "ChooseRow": (
        *AT_A_GAME, ANOTHER_TURN, Hurdle("the row is not this seat's to choose", Refusal.NOT_ASKED, "3.7"),
    ),
    "SetRules": (
        NOT_THE_OWNER,
        Hurdle("more than the clock changes in a game", Refusal.NOT_IN_LOBBY),
        Hurdle("no game can be played by them", Refusal.BAD_RULES),
        Hurdle("fewer chairs than are taken", Refusal.BAD_RULES),
    ),
    "SetSeat kick": (NOT_THE_OWNER, Hurdle("no guest sits there", Refusal.NO_SUCH_SEAT)),
    "SetSeat open": (
        NOT_THE_OWNER, GAME, Hurdle("there is no such chair", Refusal.NO_SUCH_SEAT),
        Hurdle("a person sits there", Refusal.NO_SUCH_SEAT),
    ),
    "SetSeat bot in the lobby": (
        NOT_THE_OWNER, Hurdle("there is no such chair", Refusal.NO_SUCH_SEAT),
        Hurdle("a person sits there", Refusal.NO_SUCH_SEAT),
    ),
    "SetSeat bot in a game": (NOT_THE_OWNER, Hurdle("neither a bot nor who is away", Refusal.NO_SUCH_SEAT)),
    "Start": (
        NOT_THE_OWNER, GAME,
        Hurdle("fewer than two are seated", Refusal.TOO_FEW_PLAYERS),
    ),
    "Pause": (NOT_THE_OWNER, NO_GAME),
    "Resume": (NOT_THE_OWNER, NO_GAME),
    "Ready": (
        WATCHES, Hurdle("is a bot", Refusal.NOT_SEATED), ANOTHER_ROUND, NO_PAUSE_BETWEEN,
        Hurdle("is ready", Refusal.NOT_ASKED),
    ),
    "NextRound": (
        NOT_THE_OWNER, NO_GAME, PAUSED, Hurdle("the table stands still", Refusal.PAUSED), ANOTHER_ROUND,
        NO_PAUSE_BETWEEN,
    ),
    "PlayOn": (
        WATCHES, Hurdle("is a bot", Refusal.NOT_SEATED), Hurdle("the table plays on", Refusal.NOT_ASKED),
    ),
    "Rename": (
        GAME, Hurdle("is a bot", Refusal.NOT_SEATED), Hurdle("nothing printable", Refusal.EMPTY_TEXT),
    ),
    "TakeSeat": (Hurdle("is seated", Refusal.NO_SUCH_SEAT), Hurdle("nobody leaves it", Refusal.NO_SUCH_SEAT)),
    "Say": (Hurdle("neither a reaction nor anything printable", Refusal.EMPTY_TEXT),),
    "SetWay": (NOT_THE_OWNER,),
    "Leave": (),
    "CloseTable": (NOT_THE_OWNER,),
}  # fmt: skip

FAREWELLS: tuple[tuple[str, str, Farewell], ...] = (
    ("anybody", "another version", Farewell.VERSION),
    ("anybody", "the table is closed", Farewell.CLOSED),
    ("anybody", "another table is meant", Farewell.OTHER_TABLE),
    ("watcher", "twenty watch", Farewell.FULL),
    ("player", "a game is played", Farewell.BEGUN),
    ("player", "persons have all chairs", Farewell.FULL),
)
"""Why a newcomer is sent away again: by role, the first that is so."""


def expected(line: Line, request: Request) -> tuple[Refusal, str | None] | None:
    """The code and article with which this request, of an id that is new, is refused; None: it is accepted."""
    assert line.news is not None
    moment = Moment(line, line.news, request)
    for hurdle in HURDLES[_kind(request, line.news)]:
        if WHEN[hurdle.when](moment):
            return hurdle.code, hurdle.article
    return ACCEPTED


def sent_away(hello: Hello, standing: dict[str, bool]) -> Farewell | None:
    """The farewell to a newcomer who proves nothing, at a table of which this is so; None: welcome."""
    reasons = (code for who, when, code in FAREWELLS if who in ("anybody", hello.role) and standing[when])
    return next(reasons, None)


def _kind(request: Request, news: RoomNews) -> str:
    kind, to = type(request).__name__, getattr(request, "to", None)
    if not isinstance(to, str):
        return kind
    where = {"lobby": " in the lobby", "playing": " in a game"}[news.phase] if to == "bot" else ""
    return f"{kind} {to}{where}"


class Moment(NamedTuple):
    """A request, and what its sender knows."""

    line: Line
    news: RoomNews
    request: Any

    @property
    def table(self) -> Table:
        return self.line.view.table

    @property
    def chair(self) -> SeatNews | None:
        return self.news.seats[self.request.seat] if self.request.seat < len(self.news.seats) else None

    @property
    def own(self) -> SeatNews | None:
        return None if self.news.you is None or self.line.bot else self.news.seats[self.news.you]

    @property
    def taken(self) -> int:
        return sum(chair.occupant in ("person", "bot") for chair in self.news.seats)


def _only_the_clock(moment: Moment) -> bool:
    return bool(replace(moment.request.settings, timer=None) == replace(moment.news.settings, timer=None))


def _neither_bot_nor_away(moment: Moment) -> bool:
    chair = moment.chair
    return chair is None or chair.owner or (chair.occupant == "person" and chair.level is None and chair.here)


def _leaves(chair: SeatNews, news: RoomNews) -> bool:
    return chair.occupant == "bot" or (news.phase == "lobby" and chair.occupant in ("open", "expected"))


def _guest(chair: SeatNews | None) -> bool:
    return chair is not None and chair.occupant == "person" and not chair.owner


def _text(request: Any) -> str:
    return str(getattr(request, "text", None) or getattr(request, "name", ""))


WHEN: dict[str, Callable[[Moment], bool]] = {
    "watches": lambda m: m.news.you is None,
    "is not the owner": lambda m: m.own is None or not m.own.owner,
    "is a bot": lambda m: m.line.bot,
    "is seated": lambda m: m.news.you is not None,
    "no game is played": lambda m: m.news.phase == "lobby",
    "a game is played": lambda m: m.news.phase == "playing",
    "the table pauses": lambda m: m.news.paused,
    "the table stands still": lambda m: m.news.still,
    "the table plays on": lambda m: not m.news.still,
    "another game, round or turn": lambda m: (
        (m.request.game, m.request.round, m.request.turn) != (m.line.game, m.table.round, m.table.turn)
    ),
    "another round than the next": lambda m: (
        m.request.round != (m.table.round + 1 if m.news.phase == "playing" else 0)
    ),
    "a round is played": lambda m: m.news.phase == "playing" and len(m.table.scores) < m.table.round,
    "is ready": lambda m: m.news.you in m.news.ready,
    "another game, round or pick": lambda m: (
        (m.request.game, m.request.round, m.request.pick) != (m.line.game, m.table.round, m.table.pick)
    ),
    "no cards are chosen": lambda m: not isinstance(m.table.pending, CardsWanted),
    "has chosen": lambda m: m.news.you in m.table.chosen,
    "has not chosen": lambda m: m.news.you not in m.table.chosen,
    "the card is not in the hand": lambda m: m.request.card not in m.line.view.hand,
    "the pick is not this seat's": lambda m: m.table.pending != DraftWanted(m.news.you or 0),
    "the card is not in the deck": lambda m: m.request.card not in m.table.deck,
    "the row is not this seat's to choose": lambda m: (
        not isinstance(m.table.pending, RowWanted) or m.table.pending.seat != m.news.you
    ),
    "more than the clock changes in a game": lambda m: m.news.phase == "playing" and not _only_the_clock(m),
    "no game can be played by them": lambda m: (
        m.request.settings.rules.limit is None and m.request.settings.rules.rounds is None
    ),
    "fewer chairs than are taken": lambda m: m.request.settings.seats < m.taken,
    "no guest sits there": lambda m: not _guest(m.chair),
    "there is no such chair": lambda m: m.chair is None,
    "a person sits there": lambda m: m.chair is not None and m.chair.occupant == "person",
    "neither a bot nor who is away": _neither_bot_nor_away,
    "fewer than two are seated": lambda m: m.taken < 2,
    "neither a reaction nor anything printable": (
        lambda m: m.request.reaction is None and m.request.text in UNPRINTABLE
    ),
    "nothing printable": lambda m: _text(m.request) in UNPRINTABLE,
    "nobody leaves it": lambda m: m.chair is None or not _leaves(m.chair, m.news),
}
"""What the hurdles mean."""
