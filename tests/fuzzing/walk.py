"""People who say anything at any moment at a table, driven by one seed, and a judge of every answer."""

from collections import Counter, deque
from collections.abc import Callable
from random import Random
from typing import Any, Self

from fuzzing.crowd import Crowd, Line, said
from fuzzing.oracle import UNPRINTABLE, expected, sent_away
from host.party import OWNER
from msgspec import Struct
from msgspec.structs import replace

from sixqp_protocol import messages
from sixqp_protocol.facts import Rules, Variant
from sixqp_protocol.messages import (
    Accepted,
    CodeGiven,
    Goodbye,
    Hello,
    Ping,
    Pong,
    Refused,
    Request,
    Settings,
    Welcome,
)
from sixqp_protocol.refusals import Farewell, Refusal
from sixqp_protocol.version import CURRENT
from sixqp_tui.engine import permissions
from sixqp_tui.engine.table import CardsWanted, DraftWanted, NextRoundWanted, Pending
from sixqp_tui.engine.view import View
from sixqp_tui.host.commands import Send
from sixqp_tui.host.room import Room

VARIANTS: tuple[Variant, ...] = ("classic", "tactic", "draft")
NAMES = ("Ann", "ann", "Bob", "Zoé", "Hal", "a name that is too long for a chair", *UNPRINTABLE)
RARE_AND_OFTEN: dict[Any, int] = {messages.CloseTable: 1, messages.Leave: 2, messages.ChooseCard: 30}
KINDS = tuple(kind for kind in messages.Request.__subclasses__())
WEIGHTS = tuple(RARE_AND_OFTEN.get(kind, 10) for kind in KINDS)
BREATH = 10
"""After this many steps as many seconds pass: nobody says more than the limits allow."""
UNASKED = CodeGiven(bytes(32), bytes(32))
PAUSES = (0, 60, 600, None)
SHARES = {"row": 0.4, "between rounds": 0.05}
"""At these moments so much less is decided: they would be over at once."""
MAX = 16
"""This many lines at once: beyond, nobody new comes."""
NOT_THE_TABLE = {"_views", "rate_limit", "address_limits"}
"""What is only kept so that it need not be reckoned twice, and how much everybody has said of late."""
PLAIN = (int, str, bytes, float, type(None), Struct)


class Wrong(AssertionError):
    """A message was answered as it must not be."""


class Walk:
    """One table. `asked` counts what was said by kind, moment and role.

    `deciding` is the share of steps in which somebody plays on; the others are for saying anything.
    """

    def __init__(
        self,
        seed: int,
        seats: int | None = None,
        deciding: float = 0.4,
        variant: Variant | None = None,
        rounds: int | None = None,
    ) -> None:
        self.seed, self.deciding = seed, deciding
        self.rng = rng = Random(seed)
        drawn: Variant = rng.choice(VARIANTS)
        rules = Rules(variant or drawn, None, "over", rounds or rng.choice((1, 1, 2, 3)))
        seats = seats or rng.choice((2, 3, 3, 4, 5, 6, 10))
        expecting = ("Zoe", "Bob")[: rng.choice((0, 0, 1, 2))]
        timer = rng.choice((None, 100, 900))
        pause = 600 if rounds else rng.choice(PAUSES)
        settings = Settings(rules, seats, timer, pause=pause)
        self.crowd = Crowd(f"walk {seed}", settings, bots=rng.choice((0, 0, 1, 2)), expected=expecting)
        self.asked: Counter[tuple[str, str, str]] = Counter()
        self._steps = 0
        self._looked: tuple[int, Any] = (-1, None)
        self.crowd.come("Olga", key=OWNER.public)
        for name in NAMES[: rng.randrange(1, seats + 2)]:
            self.crowd.come(name, role=rng.choice(("player", "player", "watcher")))
        self.crowd.bots_come()

    def step(self) -> None:
        """Something is said, or somebody comes or goes."""
        crowd, rng = self.crowd, self.rng
        self._steps += 1
        if self._steps % BREATH == 0:
            crowd.wait(float(BREATH))
        moment = self.moment()
        if rng.random() < self.deciding * SHARES.get(moment, 1) and self._decide():
            return
        if moment == "paused" and rng.random() < 0.1:
            self.go_on()
            return
        if rng.random() < 0.9 and crowd.here:
            self._say(rng.choice(crowd.here))
            return
        happening: tuple[tuple[int, Callable[[], Any]], ...] = (
            (8, crowd.bots_come), (3, self._newcomer), (3, self._return), (2, self._lose), (2, self._wait),
            (1, self._not_welcomed), (1, self._second_hello), (2, self._fill_disk),
            (3, self._owner_returns),
        )  # fmt: skip
        weights, acts = zip(*happening, strict=True)
        rng.choices(acts, weights)[0]()

    def go(self, steps: int) -> Self:
        """This many steps, or until the table is closed. Raises Wrong."""
        try:
            while steps and not (self.crowd.room.state.closed and self.rng.random() < 0.1):
                self.step()
                self._demand_whole()
                steps -= 1
        except Exception as error:
            raise Wrong(f"walk {self.seed}: {type(error).__name__}: {error}") from error
        return self

    def begin(self) -> None:
        """Bots take the chairs that are left, and the owner starts a game."""
        self.crowd.bots_come()
        owner = self.crowd.lines[1]
        while len(self.crowd.room.state.seats.taken) < self.crowd.room.state.seats.count:
            seated = len(self.crowd.room.state.seats.taken)
            level: messages.Level = self.rng.choice(("easy", "hard"))
            self.judged(1, messages.SetSeat(id=owner.accepted + 1, seat=seated, to="bot", level=level))
        self.crowd.bots_come()
        self.judged(1, messages.Start(id=owner.accepted + 1))

    def pause(self) -> Self:
        """A game begins, and everybody who is asked decides, until it pauses between two rounds."""
        self.begin()
        while self.moment() != "between rounds" and self._decide():
            pass
        return self

    def go_on(self) -> None:
        """The owner ends a pause, and comes for that where that is needed."""
        owner = self.crowd.owner_comes()
        if owner is not None:
            self.judged(owner, messages.Resume(id=self.crowd.lines[owner].accepted + 1))

    # -- what is said -------------------------------------------------------------------------------

    def _decide(self) -> bool:
        """Whoever is asked decides as the rules allow; False where nobody is, or none of them is here."""
        play = self.crowd.room.state.play
        pending = play.game.pending if play and self.crowd.room.state.phase == "playing" else None
        if isinstance(pending, NextRoundWanted):
            return self._be_ready()
        deciders = [peer for peer in self.crowd.here if pending and self.crowd.lines[peer].you in pending.seats]
        if pending is None or not deciders:
            return False
        peer = self.rng.choice(deciders)
        self.judged(peer, self._legal(self.crowd.lines[peer], pending))
        return True

    def _be_ready(self) -> bool:
        """Somebody who is waited for in a pause is ready; False where nobody is waited for."""
        lines = ((peer, self.crowd.lines[peer]) for peer in self.crowd.here)
        late = [peer for peer, line in lines if line.news and line.you in line.news.waiting_for and not line.bot]
        if not late:
            return False
        peer = self.rng.choice(late)
        line = self.crowd.lines[peer]
        self.judged(peer, messages.Ready(id=line.accepted + 1, round=self.known(line).table.round + 1))
        return True

    def _legal(self, line: Line, pending: Pending) -> Request:
        view, choice, number = self.known(line), self.rng.choice, line.accepted + 1
        table, of = view.table, {"id": number, "game": line.game, "round": view.table.round}
        if isinstance(pending, CardsWanted):
            return messages.ChooseCard(**of, turn=table.turn, card=choice(view.hand))
        if isinstance(pending, DraftWanted):
            return messages.DraftCard(**of, pick=table.pick, card=choice(table.deck))
        return messages.ChooseRow(**of, turn=table.turn, row=choice((0, 1, 2, 3)))

    def _say(self, peer: int) -> None:
        line, rng = self.crowd.lines[peer], self.rng
        if rng.random() < 0.03:
            self._ping(peer)
            return
        again = rng.random() < 0.05
        number = rng.randint(0, line.accepted) if again else line.accepted + rng.choice((1, 1, 2, 1000))
        kinds = rng.choices(KINDS, WEIGHTS, k=rng.choice((1, 2)))
        kind = min(kinds, key=lambda kind: self.asked[kind.__name__, self.moment(), self.role(line)])
        self.judged(peer, self._any(line, kind, min(number, 2**32 - 1)))

    def _any(self, line: Line, kind: type[Request], number: int) -> Request:
        words = {name: self._word(line, name) for name in kind.__struct_fields__ if name != "id"}
        if issubclass(kind, messages.Ready | messages.NextRound) and self.rng.random() < 0.85:
            lobby = line.news is None or line.news.phase == "lobby"
            words["round"] = 0 if lobby else self.known(line).table.round + 1
        return kind(id=number, **words)

    def _word(self, line: Line, name: str) -> Any:
        view, rng = self.known(line), self.rng
        table, near = view.table, rng.random() < 0.85
        match name:
            case "game":
                return line.game if near else rng.choice((0, line.game + 1, 2**32 - 1))
            case "round":
                return table.round if near else rng.choice((0, table.round + 1, 2**32 - 1))
            case "turn":
                return table.turn if near else rng.choice((0, table.turn + 1, 2**32 - 1))
            case "pick":
                return table.pick if near else rng.choice((0, table.pick + 1, table.seats * 10 + 1))
            case "card":
                return rng.choice(view.hand or table.deck or (7,)) if rng.random() < 0.6 else rng.randint(1, 104)
            case "settings":
                return self._settings(line)
            case "name" | "text":
                return rng.choice(NAMES)
            case "to":
                return rng.choice(("bot", "bot", "open", "kick"))
            case "reaction":
                return rng.choice((None, *messages.REACTIONS))
            case "level":
                return rng.choice(messages.LEVELS)
            case "way":
                return rng.choice(("page", "ssh"))
            case "open":
                return rng.random() < 0.5
        return rng.randrange(4 if name == "row" else rng.choice((3, 5, 10)))

    def _settings(self, line: Line) -> Settings:
        rng, news = self.rng, line.news
        assert news is not None
        timer, pause = rng.choice((None, 30, 900)), rng.choice(PAUSES)
        if rng.random() < 0.5:
            return replace(news.settings, timer=timer)
        limit, rounds = rng.choice(((None, 1), (None, 2), (5, None), (None, None)))
        rules = Rules(rng.choice(VARIANTS), limit, "over", rounds)
        return Settings(rules, rng.randint(2, 10), timer, pause=pause)

    def known(self, line: Line) -> View:
        return line.view

    # -- what must be answered ----------------------------------------------------------------------

    def judged(self, peer: int, request: Request) -> None:
        """Say it, and judge the answer, which whoever asks can foresee by the rule of permissions. Raises Wrong."""
        line, crowd = self.crowd.lines[peer], self.crowd
        again = request.id <= line.accepted
        refusal = expected(line, request)
        if not again and getattr(request, "game", line.game) == line.game and not line.bot:
            assert isinstance(request, messages.AnyRequest)
            foreseen = permissions.refusal(request, permissions.standing_of(line.news, line.view.table))
            self._demand(foreseen == refusal, request, "is foreseen as", foreseen)
        if again:
            refusal = None if request.id in line.accepted_ids else (Refusal.STALE, None)
        self.asked[type(request).__name__, self.moment(), self.role(line)] += 1
        unchanged = again or refusal is not None
        before, written = self._memory() if unchanged else None, len(crowd.journal)
        step = len(crowd.tape)
        crowd.say(peer, request)  # type: ignore[arg-type]
        sent = crowd.tape[step].sent
        answer = Accepted(request.id) if refusal is None else Refused(request.id, *refusal)
        if unchanged:
            self._demand(sent == [Send(peer, answer)], request, "must be answered", answer, "not", sent)
            self._demand(self._memory() == before, request, "changed the room, and", answer)
            self._demand(len(crowd.journal) == written, request, "was written, and", answer)
        else:
            told = said(sent, peer)
            self._demand(told.count(answer) == 1, request, "must be accepted, not", told)
            ids = [getattr(each.message, "id", None) for each in crowd.journal[written:]]
            self._demand(request.id in ids, request, "was not written")

    def _memory(self) -> Any:
        """All that the room remembers now; what was said last need not be looked at twice."""
        if self._looked[0] != len(self.crowd.tape):
            self._looked = len(self.crowd.tape), remembered(self.crowd.room)
        return self._looked[1]

    def _demand(self, holds: bool, *what: object) -> None:
        if not holds:
            raise Wrong(" ".join(map(str, what)))

    def _demand_whole(self) -> None:
        state = self.crowd.room.state
        taken, known = state.seats.taken, list(state.guests())
        self._demand(all(chair.person or chair.bot for chair in taken), "a chair is taken by nobody")
        self._demand(sum(chair.owner for chair in taken) == 1, "the table has not one owner")
        self._demand(len(taken) <= state.seats.count <= 10, "more are seated than there are chairs")
        self._demand(all(peer.guest in known for peer in state.peers.values()), "a line stands of somebody unknown")
        for line in (line for line in self.crowd.lines.values() if line.open and line.news and not line.bot):
            self._demand(
                line.news is not None and line.news.saved == self.crowd.saved, "whether it is saved is wrong"
            )
            if line.news and line.you is not None:
                self._demand(line.news.seats[line.you].key == line.key, "the key of a seat is another one")
        own = [number for number, peer in state.peers.items() if peer.guest.peer != number]
        self._demand(not own, "several lines of one stand")

    def moment(self) -> str:
        """What the table is at."""
        room = self.crowd.room
        play = room.state.play
        if play is None or room.state.phase == "lobby":
            return "over" if play else "lobby"
        wanted = play.game.table.decision_id
        return "paused" if room.state.paused else wanted.kind if wanted else "between rounds"

    def role(self, line: Line) -> str:
        """Who asks."""
        if line.bot or line.you is None or line.news is None:
            return "bot" if line.bot else "watcher"
        return "owner" if line.news.seats[line.you].owner else "player"

    # -- who comes and goes -------------------------------------------------------------------------

    def _newcomer(self) -> None:
        """Somebody whose key nobody knows, some of whom have no business here."""
        crowd, rng = self.crowd, self.rng
        room = crowd.room
        watching = sum(self.role(crowd.lines[peer]) == "watcher" for peer in crowd.here)
        if len(crowd.here) >= MAX:
            return
        version, table = rng.choice((*[CURRENT] * 4, CURRENT + 1)), rng.choice((None, None, "table", "other"))
        role: Any = rng.choice(("player", "player", "watcher"))
        state, seats = room.state, room.state.seats
        standing = {
            "another version": version != CURRENT, "the table is closed": state.closed,
            "twenty watch": watching >= 20, "another table is meant": table == "other",
            "a game is played": state.phase == "playing",
            "persons have all chairs": len(seats.taken) - len(seats.bots) >= seats.count,
        }  # fmt: skip
        peer = crowd.newcomer()
        hello = Hello(version, "", role, rng.choice(NAMES), crowd.lines[peer].key, table=table)
        before = len(crowd.journal)
        step = len(crowd.tape)
        crowd.say(peer, hello)
        told, farewell = said(crowd.tape[step].sent, peer), sent_away(hello, standing)
        first = told[0] if told else None
        right = first == Goodbye(farewell) if farewell else isinstance(first, Welcome)
        self._demand(right, hello, "must be told", farewell, "not", told)
        self._demand(len(crowd.journal) == before + (not farewell and role == "player"), hello, "was written")

    def _return(self) -> None:
        """Somebody comes back with their key, or with another one."""
        lines = [line for line in self.crowd.lines.values() if line.news and not (line.bot and line.open)]
        if not lines or len(self.crowd.here) >= MAX:
            return
        line = self.rng.choice(lines)
        key = line.key if self.rng.random() < 0.7 else None
        role = "watcher" if line.you is None else "player"
        self.crowd.come("Back", line.bot and key is not None, key, role=role)

    def _owner_returns(self) -> None:
        self.crowd.owner_comes()

    def _lose(self) -> None:
        if len(self.crowd.here) > 1:
            self.crowd.lose(self.rng.choice(self.crowd.here))

    def _wait(self) -> None:
        self.crowd.wait(self.rng.choice((0.1, 5, 40, 70, 300)))

    def _not_welcomed(self) -> None:
        """Anything but Hello from a line that has not said it, which is not heard any more then."""
        peer = self.crowd.newcomer()
        card = messages.ChooseCard(id=1, game=1, round=1, turn=1, card=7)
        self._bad(peer, self.rng.choice((Ping(1), messages.Start(id=1), card, UNASKED)))
        step = len(self.crowd.tape)
        self.crowd.say(peer, Hello(CURRENT, "", "player", "Late", bytes(32)))
        self._demand(not self.crowd.tape[step].sent, "somebody who was sent away is heard")

    def _second_hello(self) -> None:
        if self.crowd.here:
            hello = Hello(CURRENT, "", "player", "Twice", bytes(32))
            self._bad(self.rng.choice(self.crowd.here), self.rng.choice((hello, UNASKED)))

    def _bad(self, peer: int, message: Any) -> None:
        written, step = len(self.crowd.journal), len(self.crowd.tape)
        self.crowd.say(peer, message)
        told = said(self.crowd.tape[step].sent, peer)
        self._demand(told == [Goodbye(Farewell.BAD_MESSAGE)], message, "is a bad message here, not", told)
        self._demand(len(self.crowd.journal) == written, message, "was written")

    def _ping(self, peer: int) -> None:
        before, step = self._memory(), len(self.crowd.tape)
        self.crowd.say(peer, Ping(mark := self.rng.randrange(2**32)))
        self._demand(self.crowd.tape[step].sent == [Send(peer, Pong(mark))], "a Ping is not answered")
        self._demand(self._memory() == before, "a Ping changed the room")

    def _fill_disk(self) -> None:
        """The disk takes nothing, or takes something again."""
        self.crowd.disk_full = not self.crowd.disk_full


def remembered(room: Room) -> Any:
    """All that a room remembers, as a value that can be compared."""
    return _value(room.state)


def _value(value: Any) -> Any:
    if isinstance(value, PLAIN):
        return value
    if isinstance(value, list | tuple | deque):
        return tuple(value) if value and isinstance(value[0], PLAIN) else tuple(map(_value, value))
    if isinstance(value, dict):
        return {key: _value(inner) for key, inner in value.items()}
    if isinstance(value, set | frozenset):
        return frozenset(value)
    if callable(value):
        return None
    return type(value).__name__, id(value), {name: _value(getattr(value, name)) for name in _names(value)}


def _names(value: Any) -> list[str]:
    slots = getattr(type(value), "__slots__", None)
    return [name for name in (vars(value) if slots is None else slots) if name not in NOT_THE_TABLE]
