"""The messages of a client and a host (`SPEC.md`, 4 and 5)."""

from typing import Annotated, Literal, get_args

from msgspec import Meta, Struct

from sixqp_protocol.facts import AnyFact, Card, Count, Row, Rules, Seat
from sixqp_protocol.refusals import Farewell, Refusal

Text = Annotated[str, Meta(max_length=1400)]
Token = Annotated[bytes, Meta(min_length=16, max_length=16)]
Version = tuple[Count, Count]
Level = Literal["easy", "medium", "hard", "expert"]
LEVELS: tuple[Level, ...] = get_args(Level)
_EXPERT_SINCE = 5
OWN_WORDS_SINCE = 7
"""The first MINOR version that knows a stake, and reactions in a player's own words or meant for one player."""
QuickReaction = Literal["bravo", "ouch", "thanks", "sorry", "hurry", "haha"]
Seconds = Annotated[int, Meta(ge=5, le=3600)]
PauseSeconds = Annotated[int, Meta(ge=0, le=600)]
BankSeconds = Annotated[int, Meta(ge=0, le=3600)]
SeatCount = Annotated[int, Meta(ge=2, le=10)]
Code = Annotated[str, Meta(pattern=r"\A[0-9a-z]{4,16}\Z")]
Octets32 = Annotated[bytes, Meta(min_length=32, max_length=32)]
Octets64 = Annotated[bytes, Meta(min_length=64, max_length=64)]
PersonId = Annotated[bytes, Meta(min_length=16, max_length=16)]
Way = Literal["page", "ssh"]
Port = Annotated[int, Meta(ge=1, le=65535)]
MemberId = Annotated[bytes, Meta(min_length=8, max_length=8)]
People = Annotated[tuple[MemberId, ...], Meta(max_length=11)]
"""Members by their ids, in ascending order: the first 8 bytes of the SHA-256 of each one's token."""
Addresses = Annotated[tuple[Text, ...], Meta(max_length=4)]
Turn = Annotated[int, Meta(ge=1, le=10)]
Picks = Annotated[int, Meta(ge=0, le=10)]
MAX_HOLDERS = 32
Played = Annotated[
    tuple[Annotated[tuple[Annotated[int, Meta(ge=0, le=104)], ...], Meta(max_length=128)], ...],
    Meta(max_length=10),
]
"""The decisions of a game by seat, in the order in which the game asks for them: the cards, and rows from 0."""


class Message(Struct, frozen=True, tag=True, tag_field="kind"):
    """One MessagePack map, whose `kind` is the name of the class."""


class Settings(Struct, frozen=True):
    """What a table's owner decides.

    `timer` is in seconds for each decision (None: no clock). Since 1.4: `pause` is the longest pause between rounds
    in seconds (0: none, None: until everybody is ready), and `bank` the seconds that a seat has in a game beyond
    the clocks of its decisions. Since 1.7: `stake` is what the players have agreed on for the loser, or "".
    """

    rules: Rules = Rules()
    seats: SeatCount = 10
    timer: Seconds | None = 90
    cards_seen: bool = True
    pause: PauseSeconds | None = 0
    bank: BankSeconds = 0
    stake: Text = ""


class Deal(Struct, frozen=True):
    """Who takes part from here on, and whose confirmations that needs. Since 1.7.

    Numbers grow with every deal of a table. A deal deals `round` of `game`, or no round (0) and then ends at once;
    `rounds` rounds of this game were finished before it. `needs` are groups of people, and enough of each must
    confirm it.
    """

    term: Count
    number: Count
    game: Count
    rounds: Count
    round: Count
    people: People
    needs: Annotated[tuple[People, ...], Meta(max_length=8)]


class Successor(Struct, frozen=True):
    """A seat whose program could host (None: the standby): where, and its certificate's SHA-256. Since 1.7."""

    seat: Seat | None
    addresses: Addresses
    port: Port
    pin: Octets32


class TableSeat(Struct, frozen=True):
    """A seat of a table that a hall opens; `key` is the SHA-256 of its token, None for a bot. Since 1.7."""

    name: Text
    key: Octets32 | None = None


class InheritedSeat(Struct, frozen=True):
    """A chair that a successor takes over; `key` is the SHA-256 of its token, None for a bot. Since 1.7."""

    name: Text
    key: Octets32 | None
    person: PersonId | None = None
    level: Level | None = None
    owner: bool = False


class InheritedRemoval(Struct, frozen=True):
    """A person removed by the owner: the SHA-256 of token and client, and addresses. Since 1.7."""

    key: Octets32 | None
    client: Octets32 | None
    addresses: Annotated[tuple[Text, ...], Meta(max_length=8)] = ()


class Request(Message, frozen=True, kw_only=True):
    """What a client asks for; `id` grows with every request, and the answer repeats it.

    Its maker only gives what they decide: `session.request(ChooseCard(card=45))`. The conversation that sends it
    fills in `id`, and the `round` with the `turn` or `pick` of a decision, which are 0 until then. The codec
    accepts no request without these keys (`ADDRESS`).
    """

    id: Count = 0


class Hello(Message, frozen=True):
    """The first message of a connection: who comes, and how much of the game's stream they have.

    Each client draws a new `client` for each table; `attempt` counts its connections. It has `have` facts of the
    stream of `game`. `look_on`: a newcomer watches if there is no chair (since 1.4). `person` is the public key of
    a person, and `person_proof` proves that this client has the private key (since 1.5). `confirms`: this program
    keeps what it confirms and promises. `term` is the lowest term that it obeys from this host. `stands_by`: a
    watcher that wants to take over the table when its host is gone. `serves`: it comes to a hall to open tables for
    it (since 1.7).
    """

    version: Version
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
    serves: bool = False


class CodeGiven(Message, frozen=True):
    """The answer to CodeWanted: the client's share of the key exchange, and its proof of the code. Since 1.2."""

    share: Octets32
    proof: Octets32


class ChooseCard(Request, frozen=True, kw_only=True):
    """Lay this card of the hand face down (3.1)."""

    round: Count = 0
    turn: Count = 0
    card: Card


class TakeBack(Request, frozen=True, kw_only=True):
    """Take the face-down card back (3.1)."""

    round: Count = 0
    turn: Count = 0


class DraftCard(Request, frozen=True, kw_only=True):
    """Take this card of the open deck; `pick` counts the picks of the round from 1 (5.2)."""

    round: Count = 0
    pick: Count = 0
    card: Card


class ChooseRow(Request, frozen=True, kw_only=True):
    """Take all cards of this row (3.7)."""

    round: Count = 0
    turn: Count = 0
    row: Row


class SetRules(Request, frozen=True, kw_only=True):
    """Change the settings of the table (owner, lobby; during a game only the clock)."""

    settings: Settings


class SetSeat(Request, frozen=True, kw_only=True):
    """Put a bot on a chair, in a game on an absent person's; free a bot's chair; or remove a person (owner).

    Since 1.3: opening an open chair lets all removed persons in again.
    """

    seat: Seat
    to: Literal["bot", "open", "kick"]
    level: Level = "medium"


class Start(Request, frozen=True, kw_only=True):
    """Begin the game with everybody who is seated (owner, lobby)."""


class Pause(Request, frozen=True, kw_only=True):
    """Stop the clock, and accept no decisions until Resume (owner)."""


class Resume(Request, frozen=True, kw_only=True):
    """End a pause (owner)."""


class Ready(Request, frozen=True, kw_only=True):
    """Be ready for this round in the pause before it, or with round 0, while no game is played, for a game.

    Since 1.4. The conversation fills in the round.
    """

    round: Count = 0


class NextRound(Request, frozen=True, kw_only=True):
    """End the pause before this round now (owner). Since 1.4."""

    round: Count = 0


class Rename(Request, frozen=True, kw_only=True):
    """Take this name (lobby)."""

    name: Text


class TakeSeat(Request, frozen=True, kw_only=True):
    """Let a watcher take over a bot's seat (8.2); since 1.4, in the lobby, also a free chair."""

    seat: Seat


class Say(Request, frozen=True, kw_only=True):
    """Say this to everybody at the table."""

    text: Text


class React(Request, frozen=True, kw_only=True):
    """Show this reaction to everybody for a moment. Since 1.4.

    Since 1.7: `text` is shown instead of the `reaction`, and `to` is the seat that it is meant for.
    """

    reaction: QuickReaction
    text: Text = ""
    to: Seat | None = None


class Leave(Request, frozen=True, kw_only=True):
    """Leave the table; during a game the seat stays this player's own (8.2)."""


class CloseTable(Request, frozen=True, kw_only=True):
    """Close the table for everybody (owner); a game can be resumed another time."""


class SetSuccessors(Request, frozen=True, kw_only=True):
    """Let these seats take over the table in this order, and the others after them (owner). Since 1.7."""

    seats: Annotated[tuple[Seat, ...], Meta(max_length=10)]


class HandOver(Request, frozen=True, kw_only=True):
    """Let the program of this seat host the table: now, or at the end of the round (owner, host). Since 1.7."""

    seat: Seat


class NewTable(Request, frozen=True, kw_only=True):
    """Go on as a new table, without those whom it waits for (owner; a player while none is here). Since 1.7."""


class GiveSeat(Request, frozen=True, kw_only=True):
    """Give a bot's seat to the person with this name, whose token has this SHA-256 (a hall). Since 1.7."""

    seat: Seat
    name: Text
    key: Octets32


class CanHost(Message, frozen=True):
    """Where this program would listen if it took over the table, and its certificate's SHA-256. Since 1.7.

    Without addresses, it can't host any more.
    """

    addresses: Addresses
    port: Port
    pin: Octets32


class Confirmed(Message, frozen=True):
    """This program has on its disk the deal with this number, and with `ended` also its end. Since 1.7."""

    term: Count
    number: Count
    ended: bool


class HeldRound(Message, frozen=True):
    """A finished round that a successor lacks, in the notation; round 0 has the rules and players. Since 1.7."""

    game: Count
    round: Count
    text: Text


class Promise(Message, frozen=True):
    """The answer to PromiseWanted: given if `promised` is the successor's term, and otherwise refused. Since 1.7.

    `deal` is the last one that this program has confirmed, with `rounds` finished rounds of `game` on its disk.
    Unless `firm`, nothing is promised yet.
    """

    term: Count
    firm: bool
    promised: Count
    deal: Deal | None
    game: Count
    rounds: Count


class OfferTables(Message, frozen=True):
    """This program can open this many tables for a hall, at these addresses, with this certificate. Since 1.7."""

    addresses: Annotated[tuple[Text, ...], Meta(min_length=1, max_length=4)]
    pin: Octets32
    tables: Annotated[int, Meta(ge=0, le=200)]


class TableReady(Message, frozen=True):
    """The answer to OpenTable: the table has this id and listens on this port; None if it can't open. Since 1.7."""

    order: Count
    table: Text
    port: Port | None


class Ping(Message, frozen=True):
    """Ask for a Pong with the same mark."""

    mark: Count


class Holder(Struct, frozen=True):
    """A person or bot who decides for a seat from this turn of this round on.

    `person` is the person id of a person, and `level` that of a bot. Where it begins with turn 1 of a round with a
    draft, `picks` is how many cards the seat had picked before; otherwise 0.
    """

    name: Text
    round: Count
    turn: Turn
    person: PersonId | None = None
    level: Level | None = None
    picks: Picks = 0


class SeatNews(Struct, frozen=True, omit_defaults=True):
    """One chair, and whether its person is connected.

    `person` is the person id of the person who owns the chair, also while a bot plays for them. Since 1.5. `way` is
    the way in by which the person came, None for a program. Since 1.6. `holders` are those who have decided for the
    seat in the current or last game, in order; empty if nobody but the first did. Since 1.7.
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
    """A way in for guests without a program, at this port of the host's machine. `tls`: it is a page over HTTPS."""

    way: Way
    port: Port
    tls: bool = False


class TallyLine(Struct, frozen=True):
    """What somebody has played at the table since it opened, over all its games.

    `seat` is where they sit now, None if they have left. `games` and `won` count finished games, including shared
    wins; `rounds` counts finished rounds, and `heads` adds up theirs. `last` and `best` are the heads of the last
    round and of the one with the fewest.
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
    """A request for the room code; `share` is the host's share of the key exchange. Since 1.2."""

    share: Octets32


class CodeProved(Message, frozen=True):
    """The host's own proof of the code; Welcome or Goodbye follows. Since 1.2."""

    proof: Octets32


class Welcome(Message, frozen=True):
    """The host lets a client in. `token` proves the seat on return; `last_id` is the highest request accepted.

    `stream` is the number of facts in the reader's stream of this game so far: later facts are news, not history.
    `term` is the host's, and `continues` the id of the table that this one has replaced. Since 1.7.
    """

    version: Version
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
    """The room as its reader may know it now; only the newest counts. Not `kept`: nothing can be accepted.

    `you` is the reader's own seat. `milliseconds_left` is the clock of the decisions `waiting_for`, or in the lobby
    the time until the game begins by itself. `seeded`: a person has chosen the seeds, so somebody may know every
    card in advance. Only the owner gets `code`, the room code, and `removed`, the number of persons removed and not
    let in again. `watcher_names` are connected watchers in order of arrival.

    In a pause between rounds `ready` are the seats that nobody waits for, `waiting_for` the others, and
    `milliseconds_left` the rest of the pause. While no game is played, `ready` are those who want another. `banks`
    are the milliseconds that each seat has beyond its clocks; empty without time banks or a game.

    `ways` are the ways in that are open now, at most one of each kind. Since 1.6.
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
    banks: Annotated[tuple[Count, ...], Meta(max_length=10)] = ()
    ways: Annotated[tuple[OpenWay, ...], Meta(max_length=2)] = ()


class Tally(Message, frozen=True):
    """A line for everybody who has finished a round here; only the newest counts. Since 1.4."""

    lines: Annotated[tuple[TallyLine, ...], Meta(max_length=32)]


class Happened(Message, frozen=True):
    """The next facts of the reader's own stream of this game; `first` is the index of the first one."""

    game: Count
    first: Count
    facts: tuple[AnyFact, ...]


class Hosting(Message, frozen=True):
    """Who hosts the table, and who would take it over, in this order; only the newest counts. Since 1.7.

    `host` is the seat whose program hosts, None where the table was opened and on the standby. `unconfirmed` are
    the seats (None: the standby) that have kept the table waiting for their confirmations for two seconds.
    `standby` is the name of the machine that stands by.
    """

    term: Count
    host: Seat | None
    successors: Annotated[tuple[Successor, ...], Meta(max_length=11)]
    unconfirmed: Annotated[tuple[Seat | None, ...], Meta(max_length=11)] = ()
    standby: Text | None = None
    on_standby: bool = False


class Inheritance(Message, frozen=True):
    """What a successor needs besides what it has seen; only the newest counts. Since 1.7.

    `games` counts the games that were played to the end, and `tally` is that of the games up to number `counted`,
    which is the last one once its end is final. `locked`: the table has a room code.
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
    """A deal, which this program is asked to confirm. Since 1.7."""

    deal: Deal


class PromiseWanted(Message, frozen=True):
    """A successor asks, instead of Welcome, for the promise to obey nobody below this term. Since 1.7.

    It holds `rounds` finished rounds of `game`. Unless `firm`, it only asks what this program would promise.
    """

    table: Text
    term: Count
    game: Count
    rounds: Count
    firm: bool


class TakeOver(Message, frozen=True):
    """The owner asks this program to open the table; it answers with CanHost when it listens. Since 1.7."""


class Moved(Message, frozen=True):
    """The table goes on there; without addresses it goes on here under this id. Since 1.7."""

    table: Text
    term: Count
    addresses: Addresses = ()
    port: Port | None = None
    pin: Octets32 | None = None


class Seated(Message, frozen=True):
    """A hall asks this program to go to this table, and to prove the seat there with this token. Since 1.7.

    `number` counts the tables of a round from 1, and `names` are the other people at this one.
    """

    table: Text
    number: Annotated[int, Meta(ge=1, le=200)]
    seat: Seat
    names: Annotated[tuple[Text, ...], Meta(max_length=9)]
    addresses: Annotated[tuple[Text, ...], Meta(min_length=1, max_length=4)]
    port: Port
    pin: Octets32
    token: Token


class OpenTable(Message, frozen=True):
    """A hall asks this program to open a table, for one game with this seed. Since 1.7.

    `code` is its room code, and `owner` the SHA-256 of the token that proves the hall there. The table goes on as
    the one with the id `resume`, if this program has it. Otherwise it begins with what each seat has `played`: its
    decisions, in the order in which the game asks for them, as cards or rows.
    """

    order: Count
    title: Text
    settings: Settings
    seed: Text
    seats: Annotated[tuple[TableSeat, ...], Meta(min_length=2, max_length=10)]
    code: Code
    owner: Octets32
    resume: Text = ""
    played: Played = ()


class HallLine(Struct, frozen=True):
    """A line of a ranking. `points` and `within` are in hundredths, and more points are better. Since 1.7."""

    name: Text
    place: Count
    points: Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]
    within: Count
    heads: Count
    hands: Count
    here: bool = True


class HallTable(Struct, frozen=True):
    """A table of the current round as everybody may see it. Since 1.7.

    `names` and `heads` are by seat; nil is a bot, and `heads` is empty before the first deal. `deal` and `turn` are
    the current ones, 0 before the first.
    """

    names: Annotated[tuple[Text | None, ...], Meta(min_length=2, max_length=10)]
    heads: Annotated[tuple[Count, ...], Meta(max_length=10)] = ()
    deal: Count = 0
    turn: Count = 0
    over: bool = False


class HallNews(Message, frozen=True):
    """A hall as it is now; only the newest counts. Since 1.7.

    `round` is the one that is played or was played last (0: none yet) of `rounds`, and `playing` the number of its
    tables that still play. `lines` is the ranking, in which `you` is the reader's place in this array. `tables` are
    those of this round, for readers who only look on, and `left` is how many seconds it may still take. `paused`:
    the organiser has stopped the clocks of all tables.
    """

    round: Count
    rounds: Count
    playing: Count
    over: bool
    you: Count | None
    lines: Annotated[tuple[HallLine, ...], Meta(max_length=200)]
    tables: Annotated[tuple[HallTable, ...], Meta(max_length=200)] = ()
    left: Count | None = None
    paused: bool = False


class Accepted(Message, frozen=True):
    """The request took effect, now or when it first came."""

    id: Count


class Refused(Message, frozen=True):
    """The request changed nothing; `article` is the rule that forbids it, if any."""

    id: Count
    code: Refusal
    article: Text | None = None


class Said(Message, frozen=True):
    """Somebody said something; `seat` is None for a watcher."""

    seat: Seat | None
    name: Text
    text: Text


class Reacted(Message, frozen=True):
    """Somebody shows a reaction for a moment; `seat` is None for a watcher. Since 1.4.

    `text` and `to` are those of React. Since 1.7.
    """

    seat: Seat | None
    name: Text
    reaction: QuickReaction
    text: Text = ""
    to: Seat | None = None


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
    | React
    | Leave
    | CloseTable
    | SetSuccessors
    | HandOver
    | NewTable
    | GiveSeat
)
Decision = ChooseCard | TakeBack | DraftCard | ChooseRow
"""The decisions of a game; each names its round and turn (or pick)."""
OwnerRequest = (
    SetRules
    | SetSeat
    | Start
    | Pause
    | Resume
    | NextRound
    | CloseTable
    | SetSuccessors
    | HandOver
    | NewTable
    | GiveSeat
)
OUTLIVES_SINCE = 7
"""The first MINOR version whose table can outlive its host."""
SINCE: dict[type[Request], int] = {
    Ready: 4, NextRound: 4, React: 4,
    SetSuccessors: OUTLIVES_SINCE, HandOver: OUTLIVES_SINCE, NewTable: OUTLIVES_SINCE,
    GiveSeat: 7,
}  # fmt: skip
"""The first MINOR version whose host knows these requests; older hosts never get them."""
ADDRESS = frozenset({"id", "round", "turn", "pick"})
"""The keys of a request that the conversation fills in, and that no request on the wire may lack."""
Vote = CanHost | Confirmed | HeldRound | Promise
"""What a program says for itself about who hosts; unlike a request, it has no id and no answer."""
Offer = OfferTables | TableReady
"""The offer of a program to open tables for a hall; it has no answer."""
ClientMessage = Hello | CodeGiven | AnyRequest | Vote | Offer | Ping
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
    | Seated
    | OpenTable
    | HallNews
    | Happened
    | Accepted
    | Refused
    | Said
    | Reacted
    | Pong
    | Goodbye
)


def levels_known(minor: int) -> tuple[Level, ...]:
    return LEVELS if minor >= _EXPERT_SINCE else LEVELS[:-1]
