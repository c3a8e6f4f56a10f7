"""What a client and a host say to each other (`SPEC.md`, 4 and 5)."""

from typing import Annotated, Literal, get_args

from msgspec import Meta, Struct

from sixqp_protocol.facts import AnyFact, Card, Count, Row, Rules, Seat
from sixqp_protocol.refusals import Farewell, Refusal

Text = Annotated[str, Meta(max_length=1400)]
Token = Annotated[bytes, Meta(min_length=16, max_length=16)]
Version = tuple[Count, Count]
Level = Literal["easy", "medium", "hard", "expert"]
LEVELS: tuple[Level, ...] = get_args(Level)
"""How well bots can play, from the weakest to the strongest."""
_EXPERT_SINCE = 5
QuickReaction = Literal["bravo", "ouch", "thanks", "sorry", "hurry", "haha"]
Seconds = Annotated[int, Meta(ge=5, le=3600)]
PauseSeconds = Annotated[int, Meta(ge=0, le=600)]
BankSeconds = Annotated[int, Meta(ge=0, le=3600)]
SeatCount = Annotated[int, Meta(ge=2, le=10)]
Code = Annotated[str, Meta(pattern=r"\A[0-9a-z]{4,16}\Z")]
Octets32 = Annotated[bytes, Meta(min_length=32, max_length=32)]
Octets64 = Annotated[bytes, Meta(min_length=64, max_length=64)]
PersonId = Annotated[bytes, Meta(min_length=16, max_length=16)]


class Message(Struct, frozen=True, tag=True, tag_field="kind"):
    """Something one end says to the other: one MessagePack map, whose `kind` is the name of the class."""


class Settings(Struct, frozen=True):
    """What a table's owner decides: rules, chairs, seconds a decision (None: no clock), a list of cards seen.

    Since 1.4: `pause` is how many seconds a pause between two rounds lasts at most (0: there is none, None: until
    everybody is ready), `bank` the seconds that a seat has in a game beyond the clocks of its decisions.
    """

    rules: Rules = Rules()
    seats: SeatCount = 10
    timer: Seconds | None = 90
    cards_seen: bool = True
    pause: PauseSeconds | None = 0
    bank: BankSeconds = 0


class Request(Message, frozen=True, kw_only=True):
    """What a client asks for; `id` grows with every request, and the answer bears it.

    A request is a value of what its maker decides: `session.request(ChooseCard(card=45))`. What places it in the
    conversation is no decision: `id`, and the `round` with the `turn` or `pick` of a decision, are 0 until the
    conversation that sends it fills them in. So a request is one struct, for both ends. What travels without these
    keys (`ADDRESS`) is no message: the codec sees to that.
    """

    id: Count = 0


class Hello(Message, frozen=True):
    """The first message of a connection: who comes, and how much of the game's stream it holds.

    `client` is drawn anew by each client, for each table; `attempt` counts its connections; `game` and `have`
    say which game's stream it holds and how many facts of it. `look_on`: a newcomer for whom there is no chair
    watches (since 1.4). `person` is the public key by which a person is known at every table, and `person_proof`
    proves that this client holds its private key (since 1.5).
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


class CodeGiven(Message, frozen=True):
    """The answer to CodeWanted: the client's part of the key exchange, and its proof of the code. Since 1.2."""

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
    """Change the settings of the table (owner, lobby; the clock alone also while a game is played)."""

    settings: Settings


class SetSeat(Request, frozen=True, kw_only=True):
    """Put a bot on a chair, in a game for who is away; free a bot's chair; or remove a person (owner).

    Since 1.3: who opens a chair that is open already lets everybody in again who was removed.
    """

    seat: Seat
    to: Literal["bot", "open", "kick"]
    level: Level = "medium"


class Start(Request, frozen=True, kw_only=True):
    """Begin the game with everybody who is seated (owner, lobby)."""


class Pause(Request, frozen=True, kw_only=True):
    """Stop the clock and accept no decisions until it is resumed (owner)."""


class Resume(Request, frozen=True, kw_only=True):
    """Go on after a pause (owner)."""


class Ready(Request, frozen=True, kw_only=True):
    """Ready for this round, in the pause before it; with round 0, while no game is played, for one. Since 1.4.

    The round is filled in by the conversation, as that of a decision is.
    """

    round: Count = 0


class NextRound(Request, frozen=True, kw_only=True):
    """End the pause before this round now, whoever is ready (owner). Since 1.4."""

    round: Count = 0


class Rename(Request, frozen=True, kw_only=True):
    """Bear this name from now on (lobby)."""

    name: Text


class TakeSeat(Request, frozen=True, kw_only=True):
    """A watcher takes over the seat that a bot plays (8.2); since 1.4, in the lobby, also a chair that is free."""

    seat: Seat


class Say(Request, frozen=True, kw_only=True):
    """Say this to everybody at the table."""

    text: Text


class React(Request, frozen=True, kw_only=True):
    """Show this at one's name for a moment, to everybody at the table. Since 1.4."""

    reaction: QuickReaction


class Leave(Request, frozen=True, kw_only=True):
    """Leave the table; in mid-game the seat stays this player's own (8.2)."""


class CloseTable(Request, frozen=True, kw_only=True):
    """Close the table for everybody (owner); a game that is played can be resumed another time."""


class Ping(Message, frozen=True):
    """Ask for a Pong with the same mark."""

    mark: Count


class SeatNews(Struct, frozen=True):
    """One chair: who sits there, or is expected to, and whether its connection stands.

    `person` is the person id of whose chair it is, also while a bot plays for them; None where they have proved
    none. Since 1.5.
    """

    name: Text
    occupant: Literal["person", "bot", "expected", "open"]
    here: bool
    owner: bool = False
    level: Level | None = None
    person: PersonId | None = None


class CodeWanted(Message, frozen=True):
    """The host asks a newcomer for the room code; `share` is its part of the key exchange. Since 1.2."""

    share: Octets32


class CodeProved(Message, frozen=True):
    """The host knows the code too, and has taken the proof; Welcome or Goodbye follows. Since 1.2."""

    proof: Octets32


class Welcome(Message, frozen=True):
    """The host takes a client in. `token` proves the seat on return; `last_id` is the highest request accepted.

    `stream` is how many facts the reader's stream of this game holds now: what comes after is news, not history.
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


class RoomNews(Message, frozen=True):
    """The room as its reader may know it now; only the newest counts. Not `kept`: nothing can be accepted.

    `you` is the reader's own seat. `milliseconds_left` is the clock of the decisions `waiting_for`, or in the lobby
    what is left until the game begins by itself, or None. `code` is the room code, which the owner alone is told.
    `seeded`: a person has chosen the seed of this table's games, so that somebody may know every card beforehand.
    `removed`: so many persons were removed and not let in again, which the owner alone is told.
    `watcher_names` are those of the watchers whose lines stand, in the order in which they came.
    In a pause between rounds `ready` are the seats that are waited for no longer, `waiting_for` the others, and
    `milliseconds_left` is what is left of the pause; while no game is played `ready` are those who want another.
    `banks` is what each seat has left beyond its clocks, in milliseconds; empty where there is none, or no game.
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


class TallyLine(Struct, frozen=True):
    """What somebody has played at the table since it opened, over all its games.

    `seat` is where they sit now, None for who has left. `games` and `won` count games played to their end, shared
    wins too; `rounds` counts rounds played to their end, and `heads` are those of all of them. `last` and `best`
    are the heads of the last round and of the one with the fewest.
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


class Tally(Message, frozen=True):
    """What everybody has played here who has sat to the end of a round; only the newest counts. Since 1.4."""

    lines: Annotated[tuple[TallyLine, ...], Meta(max_length=32)]


class Happened(Message, frozen=True):
    """The next facts of the reader's own stream of this game; `first` is the index of the first of them."""

    game: Count
    first: Count
    facts: tuple[AnyFact, ...]


class Accepted(Message, frozen=True):
    """The request took effect, now or when it came first."""

    id: Count


class Refused(Message, frozen=True):
    """The request changed nothing; `article` of the rules where one forbids it."""

    id: Count
    code: Refusal
    article: Text | None = None


class Said(Message, frozen=True):
    """Somebody said something; `seat` is None for a watcher."""

    seat: Seat | None
    name: Text
    text: Text


class Reacted(Message, frozen=True):
    """Somebody shows this for a moment; `seat` is None for a watcher. Since 1.4."""

    seat: Seat | None
    name: Text
    reaction: QuickReaction


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
)
Decision = ChooseCard | TakeBack | DraftCard | ChooseRow
"""The requests that decide something in a game, each at the round and turn (or pick) that it names."""
OwnerRequest = SetRules | SetSeat | Start | Pause | Resume | NextRound | CloseTable
"""The requests that only the owner of the table may make."""
SINCE: dict[type[Request], int] = {Ready: 4, NextRound: 4, React: 4}
"""The MINOR from which a host knows these requests; to an older one they are never sent."""
ADDRESS = frozenset({"id", "round", "turn", "pick"})
"""The keys of a request that its conversation fills in, and that none may lack when it travels."""
ClientMessage = Hello | CodeGiven | AnyRequest | Ping
HostMessage = (
    CodeWanted
    | CodeProved
    | Welcome
    | RoomNews
    | Tally
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
