"""The messages of a client and a host (`SPEC.md`, 4 and 5)."""

from typing import Annotated, Literal, get_args

from msgspec import Meta, Struct

from sixqp_protocol.facts import AnyFact, Card, Count, Row, Rules, Seat
from sixqp_protocol.refusals import Farewell, Refusal

Text = Annotated[str, Meta(max_length=1400)]
Token = Annotated[bytes, Meta(min_length=16, max_length=16)]
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
PersonId = Annotated[bytes, Meta(min_length=16, max_length=16)]
Way = Literal["page", "ssh"]
Port = Annotated[int, Meta(ge=1, le=65535)]
MemberId = Annotated[bytes, Meta(min_length=8, max_length=8)]
People = Annotated[tuple[MemberId, ...], Meta(max_length=11)]
"""Members in ascending order. An id is the first 8 bytes of the SHA-256 of the member's token."""
Addresses = Annotated[tuple[Text, ...], Meta(max_length=4)]
Turn = Annotated[int, Meta(ge=1, le=10)]
Picks = Annotated[int, Meta(ge=0, le=10)]
MAX_HOLDERS = 32


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


class Deal(Struct, frozen=True):
    """The people who take part from here on, and the groups that must confirm it.

    It deals `round` of `game`, after `rounds` finished ones; round 0 deals none and ends at once.
    """

    term: Count
    number: Count
    game: Count
    rounds: Count
    round: Count
    people: People
    needs: Annotated[tuple[People, ...], Meta(max_length=8)]


class Successor(Struct, frozen=True):
    """A seat whose program could host, or None for the standby, with its certificate's SHA-256."""

    seat: Seat | None
    addresses: Addresses
    port: Port
    pin: Octets32


class InheritedSeat(Struct, frozen=True):
    """A chair that a successor takes over; `key` is the SHA-256 of its token, None for a bot."""

    name: Text
    key: Octets32 | None
    person: PersonId | None = None
    level: Level | None = None
    owner: bool = False


class InheritedRemoval(Struct, frozen=True):
    """A person removed by the owner: the SHA-256 of token and client, and addresses."""

    key: Octets32 | None
    client: Octets32 | None
    addresses: Annotated[tuple[Text, ...], Meta(max_length=8)] = ()


class Request(Message, frozen=True, kw_only=True):
    """A request; `id` grows with each one, and the answer repeats it.

    Callers only give their own values, as in `session.request(ChooseCard(card=45))`. The conversation fills in
    `id`, and a decision's `round` and its `turn` or `pick`. The codec refuses requests without these keys
    (`ADDRESS`).
    """

    id: Count = 0


class Hello(Message, frozen=True):
    """The first message of a connection.

    `client` is random and new for each table, and `attempt` counts its connections. The sender has `have` facts of
    the stream of `game`. `look_on`: watch if no chair is free. `person_proof` proves the private key of `person`.
    `term` is the lowest term that it obeys from this host. `resigned`: another connection has its seat, so it makes
    no more promises.
    """

    version: Count
    app: Text
    role: Literal["player", "watcher"]
    name: Text
    client: Token
    attempt: Count
    table: Text | None = None
    token: Token | None = None
    game: Count = 0
    have: Count = 0
    look_on: bool = False
    person: Octets32 | None = None
    person_proof: Octets64 | None = None
    confirms: bool = False
    term: Count = 0
    stands_by: bool = False
    resigned: bool = False


class CodeGiven(Message, frozen=True):
    """Answer CodeWanted with the client's share of the key exchange and its proof of the code."""

    share: Octets32
    proof: Octets32


class ChooseCard(Request, frozen=True, kw_only=True):
    """Play this card face down (3.1)."""

    round: Count = 0
    turn: Count = 0
    card: Card


class TakeBack(Request, frozen=True, kw_only=True):
    """Take the face-down card back (3.1)."""

    round: Count = 0
    turn: Count = 0


class DraftCard(Request, frozen=True, kw_only=True):
    """Take this card of the open deck; `pick` counts over all seats (5.2)."""

    round: Count = 0
    pick: Count = 0
    card: Card


class ChooseRow(Request, frozen=True, kw_only=True):
    """Take all cards of this row (3.7)."""

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


class NextRound(Request, frozen=True, kw_only=True):
    """End the pause before this round now (owner)."""

    round: Count = 0


class Rename(Request, frozen=True, kw_only=True):
    """Take this name (lobby)."""

    name: Text


class TakeSeat(Request, frozen=True, kw_only=True):
    """Let a watcher take over a bot's seat (8.2), or in the lobby also a free chair."""

    seat: Seat


class Say(Request, frozen=True, kw_only=True):
    """Say this text, or this reaction, to everybody at the table."""

    text: Text = ""
    reaction: QuickReaction | None = None


class Leave(Request, frozen=True, kw_only=True):
    """Leave the table; during a game the seat stays reserved (8.2)."""


class CloseTable(Request, frozen=True, kw_only=True):
    """Close the table for everybody (owner); an unfinished game can be resumed."""


class SetSuccessors(Request, frozen=True, kw_only=True):
    """Set the order in which seats may take over the table; the others follow (owner)."""

    seats: Annotated[tuple[Seat, ...], Meta(max_length=10)]


class HandOver(Request, frozen=True, kw_only=True):
    """Let this seat's program host, now or after the round (owner or current host)."""

    seat: Seat


class NewTable(Request, frozen=True, kw_only=True):
    """Continue as a new table without the people it waits for (owner, or any player while the owner is away)."""


class CanHost(Message, frozen=True):
    """Say where this program would listen if it took over; without addresses it can't host.

    `pin` is the SHA-256 of its certificate.
    """

    addresses: Addresses
    port: Port
    pin: Octets32


class Confirmed(Message, frozen=True):
    """This program has stored the deal with this number, and if `ended`, its end."""

    term: Count
    number: Count
    ended: bool


class HeldRound(Message, frozen=True):
    """A finished round that a successor lacks, in the notation; round 0 has the rules and players."""

    game: Count
    round: Count
    text: Text


class Promise(Message, frozen=True):
    """Answer PromiseWanted: granted if `promised` is the successor's term.

    `deal` is the last one confirmed; `rounds` finished rounds of `game` are stored. Not binding unless `firm`.
    """

    term: Count
    firm: bool
    promised: Count
    deal: Deal | None
    game: Count
    rounds: Count


class Ping(Message, frozen=True):
    """Ask for a Pong with the same mark."""

    mark: Count


class Holder(Struct, frozen=True):
    """Who decides for a seat from this turn on.

    If it follows a draft, `picks` is how many cards the seat had drafted before.
    """

    name: Text
    round: Count
    turn: Turn
    person: PersonId | None = None
    level: Level | None = None
    picks: Picks = 0


class SeatNews(Struct, frozen=True, omit_defaults=True):
    """One chair.

    `person` is the id of its owner, even while a bot plays for them; `way` is how they came, None for a program.
    `holders` decided for the seat in the current or last game; empty if only the first did.
    """

    name: Text
    occupant: Literal["person", "bot", "expected", "open"]
    here: bool
    owner: bool = False
    level: Level | None = None
    person: PersonId | None = None
    way: Way | None = None
    holders: Annotated[tuple[Holder, ...], Meta(max_length=MAX_HOLDERS)] = ()


class OpenWay(Struct, frozen=True):
    """A way in for guests without the program, at this port of the host."""

    way: Way
    port: Port


class TallyLine(Struct, frozen=True):
    """A participant's results since the table opened, in finished games and rounds.

    `seat` is None if they have left. `last` and `best` are the heads of the last round and of the best one.
    """

    name: Text
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

    `token` proves the seat on return; `last_id` is the highest accepted request. `stream` is the length of the
    reader's stream so far. `continues` is the id of the table that this one replaced.
    """

    version: Count
    table: Text
    title: Text
    seat: Seat | None
    token: Token | None
    owner: bool
    game: Count
    stream: Count
    last_id: Count
    term: Count = 1
    continues: Text | None = None


class RoomNews(Message, frozen=True, omit_defaults=True):
    """The room as its reader may know it; only the newest counts.

    Unless `kept`, the host accepts nothing. `milliseconds_left` is for the seats in `waiting_for`, the rest of a
    pause, or the time until the game begins by itself. `seeded`: a person chose the seeds. Only the owner gets
    `code` and `removed`. A pause doesn't wait for the `ready` seats; between games, these want another one.
    """

    phase: Literal["lobby", "playing"]
    seats: Annotated[tuple[SeatNews, ...], Meta(max_length=10)]
    you: Seat | None
    settings: Settings
    watchers: Count
    paused: bool
    waiting_for: Annotated[tuple[Seat, ...], Meta(max_length=10)]
    milliseconds_left: Count | None
    kept: bool = True
    code: Code | None = None
    seeded: bool = False
    removed: Count = 0
    watcher_names: Annotated[tuple[Text, ...], Meta(max_length=20)] = ()
    ready: Annotated[tuple[Seat, ...], Meta(max_length=10)] = ()
    ways: Annotated[tuple[OpenWay, ...], Meta(max_length=2)] = ()


class Tally(Message, frozen=True):
    """A line for each participant who has finished a round here; only the newest counts."""

    lines: Annotated[tuple[TallyLine, ...], Meta(max_length=32)]


class Happened(Message, frozen=True):
    """The next facts of the reader's stream; `first` is the index of the first one."""

    game: Count
    first: Count
    facts: tuple[AnyFact, ...]


class Hosting(Message, frozen=True):
    """Who hosts the table, and who would take over; only the newest counts.

    `host` is None on the machine where the table was opened and on the standby. The table waits for the
    confirmations of `unconfirmed` (None: the standby).
    """

    term: Count
    host: Seat | None
    successors: Annotated[tuple[Successor, ...], Meta(max_length=11)]
    unconfirmed: Annotated[tuple[Seat | None, ...], Meta(max_length=11)] = ()
    standby: Text | None = None
    on_standby: bool = False


class Inheritance(Message, frozen=True):
    """What a successor needs besides what it has seen; only the newest counts.

    `tally` includes the games up to number `counted`.
    """

    seats: Annotated[tuple[InheritedSeat, ...], Meta(max_length=10)]
    settings: Settings
    games: Count
    locked: bool = False
    seeded: bool = False
    autostart: SeatCount | None = None
    expected: Annotated[tuple[Text, ...], Meta(max_length=10)] = ()
    removed: Annotated[tuple[InheritedRemoval, ...], Meta(max_length=32)] = ()
    tally: Annotated[tuple[TallyLine, ...], Meta(max_length=32)] = ()
    counted: Count = 0
    standby: InheritedSeat | None = None


class Dealt(Message, frozen=True):
    """A deal that this program is asked to confirm."""

    deal: Deal


class PromiseWanted(Message, frozen=True):
    """Instead of Welcome, a successor asks for the promise to obey no lower term.

    It has `rounds` finished rounds of `game`. Unless `firm`, it only asks what the answer would be.
    """

    table: Text
    term: Count
    game: Count
    rounds: Count
    firm: bool


class TakeOver(Message, frozen=True):
    """Ask this program to take over the table; it answers CanHost once it listens (owner)."""


class Moved(Message, frozen=True):
    """The table has moved there; without addresses it stays here under this id."""

    table: Text
    term: Count
    addresses: Addresses = ()
    port: Port | None = None
    pin: Octets32 | None = None


class Accepted(Message, frozen=True):
    """The request took effect, now or when it first came."""

    id: Count


class Refused(Message, frozen=True):
    """The request changed nothing; `article` is the rule that forbids it, if any."""

    id: Count
    code: Refusal
    article: Text | None = None


class Said(Message, frozen=True):
    """A chat message: a text or a reaction. `seat` is None for a watcher."""

    seat: Seat | None
    name: Text
    text: Text = ""
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
    | Rename
    | TakeSeat
    | Say
    | Leave
    | CloseTable
    | SetSuccessors
    | HandOver
    | NewTable
)
Decision = ChooseCard | TakeBack | DraftCard | ChooseRow
"""The decisions of a game."""
OwnerRequest = (
    SetRules | SetSeat | Start | Pause | Resume | NextRound | CloseTable | SetSuccessors | HandOver | NewTable
)
ADDRESS = frozenset({"id", "round", "turn", "pick"})
"""The keys that the conversation fills in, which every such request on the wire has."""
Vote = CanHost | Confirmed | HeldRound | Promise
"""What a program says about who hosts; has no id, and gets no answer."""
ClientMessage = Hello | CodeGiven | AnyRequest | Vote | Ping
HostMessage = (
    CodeWanted
    | CodeProved
    | Welcome
    | RoomNews
    | Tally
    | Hosting
    | Inheritance
    | Dealt
    | PromiseWanted
    | TakeOver
    | Moved
    | Happened
    | Accepted
    | Refused
    | Said
    | Pong
    | Goodbye
)
