"""The messages of a client and a host (`SPEC.md`)."""

from typing import Annotated, Literal, get_args

from msgspec import Meta, Struct

from sixqp_protocol.cleaning import Article, Chat, Id, Name, ShownName, Title
from sixqp_protocol.facts import AnyFact, Card, Count, Row, Rules, Seat
from sixqp_protocol.refusals import Farewell, Refusal

Level = Literal["easy", "medium", "hard"]
LEVELS: tuple[Level, ...] = get_args(Level)
QuickReaction = Literal["bravo", "ouch", "sorry", "hurry", "haha"]
REACTIONS: tuple[QuickReaction, ...] = get_args(QuickReaction)
Seconds = Annotated[int, Meta(ge=5, le=3600)]
PauseSeconds = Annotated[int, Meta(ge=0, le=600)]
SeatCount = Annotated[int, Meta(ge=2, le=10)]
Code = Annotated[str, Meta(pattern=r"\A[0-9a-z]{4,16}\Z")]
Octets32 = Annotated[bytes, Meta(min_length=32, max_length=32)]
Octets64 = Annotated[bytes, Meta(min_length=64, max_length=64)]
Fingerprint = Annotated[str, Meta(pattern=r"\A[0-9A-Za-z:+/]{0,64}\Z")]
Way = Literal["page", "ssh"]
Port = Annotated[int, Meta(ge=1, le=65535)]


class Message(Struct, frozen=True, tag=True, tag_field="kind"):
    """A MessagePack map whose `kind` is the name of the class."""


class Settings(Struct, frozen=True):
    """What a table's owner decides.

    `timer` is the seconds for each decision, None without a clock. `pause` is the longest pause between rounds in
    seconds (0: none, None: until everybody is ready).
    """

    rules: Rules = Rules()
    seats: SeatCount = 10
    timer: Seconds | None = 90
    pause: PauseSeconds | None = 0


class Continuation(Struct, frozen=True):
    """Who continues the evening that began with another table: the key of a seat there, and its signature.

    The table began with the first `rounds` rounds of `game` finished.
    """

    evening: Id
    key: Octets32
    signature: Octets64
    game: Count
    rounds: Count


class Request(Message, frozen=True, kw_only=True):
    """A request; `id` grows with each one, and the answer repeats it.

    Callers only give their own values, as in `session.request(ChooseCard(card=45))`. The conversation fills in
    `id`, and a decision's `game`, `round` and `turn` or `pick`.
    """

    id: Count = 0


class Hello(Message, frozen=True):
    """The first message of a connection.

    `key` is the sender's public key, and `signature` signs the host's certificate with it (`keys.hello_text`). The
    sender has `have` facts of the stream of `game`, and has `heard` so many chat messages since it has a seat.
    `look_on`: watch if no chair is free. `has_code`: ask for the room code, and prove it, even if the key is known.
    """

    version: Count
    app: Id
    role: Literal["player", "watcher"]
    name: Name
    key: Octets32
    signature: Octets64 | None = None
    table: Id | None = None
    game: Count = 0
    have: Count = 0
    heard: Count = 0
    look_on: bool = False
    has_code: bool = False


class CodeGiven(Message, frozen=True):
    """Answer CodeWanted with the client's share of the key exchange and its proof of the code."""

    share: Octets32
    proof: Octets32


class ChooseCard(Request, frozen=True, kw_only=True):
    """Play this card face down (3.1)."""

    game: Count = 0
    round: Count = 0
    turn: Count = 0
    card: Card


class TakeBack(Request, frozen=True, kw_only=True):
    """Take the face-down card back (3.1)."""

    game: Count = 0
    round: Count = 0
    turn: Count = 0


class DraftCard(Request, frozen=True, kw_only=True):
    """Take this card of the open deck; `pick` counts over all seats (5.2)."""

    game: Count = 0
    round: Count = 0
    pick: Count = 0
    card: Card


class ChooseRow(Request, frozen=True, kw_only=True):
    """Take all cards of this row (3.7)."""

    game: Count = 0
    round: Count = 0
    turn: Count = 0
    row: Row


class SetRules(Request, frozen=True, kw_only=True):
    """Change the settings (owner, in the lobby; during a game only the clock)."""

    settings: Settings


class SetSeat(Request, frozen=True, kw_only=True):
    """Seat a bot, free a bot's chair, or remove a person (owner).

    Opening an open chair lets all removed persons in again.
    """

    seat: Seat
    to: Literal["bot", "open", "kick"]
    level: Level = "medium"


class Start(Request, frozen=True, kw_only=True):
    """Begin the game with everybody at the table (owner, lobby)."""


class Pause(Request, frozen=True, kw_only=True):
    """Stop the clock and refuse decisions until Resume (owner)."""


class Resume(Request, frozen=True, kw_only=True):
    """End a pause (owner)."""


class Ready(Request, frozen=True, kw_only=True):
    """Be ready for this round in the pause before it; round 0 is another game."""

    round: Count = 0


class PlayOn(Request, frozen=True, kw_only=True):
    """Play on though everybody else is gone."""


class NextRound(Request, frozen=True, kw_only=True):
    """End the pause before this round now (owner)."""

    round: Count = 0


class Rename(Request, frozen=True, kw_only=True):
    """Take this name (lobby)."""

    name: Name


class TakeSeat(Request, frozen=True, kw_only=True):
    """Let a watcher take over a bot's seat (8.2), or in the lobby also a free chair."""

    seat: Seat


class Say(Request, frozen=True, kw_only=True):
    """Say this text, or this reaction, to everybody at the table."""

    text: Chat = ""
    reaction: QuickReaction | None = None


class SetWay(Request, frozen=True, kw_only=True):
    """Open a way in for guests without the program, or close it (owner)."""

    way: Way
    open: bool


class Leave(Request, frozen=True, kw_only=True):
    """Leave the table; during a game the seat stays reserved (8.2)."""


class CloseTable(Request, frozen=True, kw_only=True):
    """Close the table for everybody (owner); an unfinished game can be resumed."""


class Ping(Message, frozen=True):
    """Ask for a Pong with the same mark."""

    mark: Count


class SeatNews(Struct, frozen=True, omit_defaults=True):
    """One chair.

    `key` is the public key that it belongs to, even while a bot plays for its person; `way` is how they came, None
    for a program. A `reserved` chair waits for a guest of another host's gateway, by name.
    """

    name: ShownName
    occupant: Literal["person", "bot", "expected", "open"]
    here: bool
    owner: bool = False
    level: Level | None = None
    key: Octets32 | None = None
    way: Way | None = None
    reserved: bool = False


class WayNews(Struct, frozen=True, omit_defaults=True):
    """A way in for guests without the program, at this `port` of the host.

    Guests by ssh recognise it by its `fingerprint`. Only the owner gets one without a port: it is being opened,
    unless there was a `problem`.
    """

    way: Way
    port: Port | None = None
    fingerprint: Fingerprint = ""
    problem: Literal["taken", "failed", "stopped"] | None = None


class TallyLine(Struct, frozen=True):
    """A participant's results since the table opened, in finished games and rounds.

    `seat` is None if they have left. `last` and `best` are the heads of the last round and of the best one.
    """

    name: ShownName
    bot: bool
    seat: Seat | None
    games: Count
    won: Count
    rounds: Count
    heads: Count
    last: Count
    best: Count


class CodeWanted(Message, frozen=True):
    """Ask for the room code; `share` is the host's share of the key exchange."""

    share: Octets32


class CodeProved(Message, frozen=True):
    """The host's own proof of the code; Welcome or Goodbye follows."""

    proof: Octets32


class Welcome(Message, frozen=True):
    """Let a client in.

    `last_id` is the highest request that was accepted from this key. `stream` is the length of the reader's stream
    so far. It `continues` an evening, unless this is its first table.
    """

    version: Count
    table: Id
    title: Title
    seat: Seat | None
    owner: bool
    game: Count
    stream: Count
    last_id: Count
    continues: Continuation | None = None
    locked: bool = False


class RoomNews(Message, frozen=True, omit_defaults=True):
    """The room as its reader may know it; only the newest counts.

    Unless `saved`, the host's disk takes nothing. `milliseconds_left` is for the seats in `waiting_for`, the rest
    of a pause, or the time until the game begins by itself. `seeded`: a person chose the seeds. Only the owner gets
    `code`, `removed`, and `code_pauses`: how often wrong codes paused an address. A pause doesn't wait for the
    `ready` seats; between games, these want another one. A table stands `still` while at most one of several
    people is connected.
    """

    phase: Literal["lobby", "playing"]
    seats: Annotated[tuple[SeatNews, ...], Meta(max_length=10)]
    you: Seat | None
    settings: Settings
    paused: bool
    waiting_for: Annotated[tuple[Seat, ...], Meta(max_length=10)]
    milliseconds_left: Count | None
    saved: bool = True
    code: Code | None = None
    code_pauses: Count = 0
    seeded: bool = False
    removed: Count = 0
    watchers: Annotated[tuple[ShownName, ...], Meta(max_length=20)] = ()
    ready: Annotated[tuple[Seat, ...], Meta(max_length=10)] = ()
    ways: Annotated[tuple[WayNews, ...], Meta(max_length=2)] = ()
    still: bool = False


class Tally(Message, frozen=True):
    """A line for each participant who has finished a round here; only the newest counts.

    It includes the first `rounds` rounds of `game`, and all games before.
    """

    game: Count
    rounds: Count
    lines: Annotated[tuple[TallyLine, ...], Meta(max_length=32)]


class Happened(Message, frozen=True):
    """The next facts of the reader's stream; `first` is the index of the first one."""

    game: Count
    first: Count
    facts: Annotated[tuple[AnyFact, ...], Meta(max_length=512)]


class Accepted(Message, frozen=True):
    """The request took effect, now or when it first came."""

    id: Count


class Refused(Message, frozen=True):
    """The request changed nothing; `article` is the rule that forbids it, if any."""

    id: Count
    code: Refusal
    article: Article | None = None


class Said(Message, frozen=True):
    """A chat message: a text or a reaction. `seat` is None for a watcher."""

    seat: Seat | None
    name: ShownName
    text: Chat = ""
    reaction: QuickReaction | None = None


class Pong(Message, frozen=True):
    """The answer to a Ping."""

    mark: Count


class Goodbye(Message, frozen=True):
    """The last message of a connection; `retry_after` in milliseconds."""

    code: Farewell
    retry_after: Count | None = None


AnyRequest = (
    ChooseCard
    | TakeBack
    | DraftCard
    | ChooseRow
    | SetRules
    | SetSeat
    | Start
    | Pause
    | Resume
    | Ready
    | NextRound
    | PlayOn
    | Rename
    | TakeSeat
    | Say
    | SetWay
    | Leave
    | CloseTable
)
Decision = ChooseCard | TakeBack | DraftCard | ChooseRow
"""The decisions of a game."""
OwnerRequest = SetRules | SetSeat | Start | Pause | Resume | NextRound | SetWay | CloseTable
ClientMessage = Hello | CodeGiven | AnyRequest | Ping
HostMessage = (
    CodeWanted | CodeProved | Welcome | RoomNews | Tally | Happened | Accepted | Refused | Said | Pong | Goodbye
)
