"""One evening at tables that go on without their hosts, walked at random, with the program's own ends and rules.

Each person has a machine. Hosts die while they send, machines sleep, the network splits; people press keys, lie,
are removed and come back, look on and sit down, and a stranger forges what can be forged.
What a program does by itself must keep every promise; who moves by hand has been told what differs. At the end the
network is well, and all must be able to play.
"""

from collections import Counter
from collections.abc import Sequence
from random import Random
from types import SimpleNamespace
from unittest.mock import patch

from msgspec.structs import replace
from support.conversations import conversation
from support.keys import key_of
from support.machines import Machine, pin_of

from sixqp_protocol.facts import AnyFact, CardChosen, GameStarted, HandDealt, RoundBegan, Rules, StoodIn
from sixqp_protocol.keys import continue_text
from sixqp_protocol.messages import (
    ChooseCard,
    Continuation,
    NextRound,
    PlayOn,
    SetSeat,
    Settings,
    Start,
    TakeSeat,
)
from sixqp_tui.client import continuing
from sixqp_tui.client.conversation import Conversation
from sixqp_tui.client.finished_games import FinishedGame, GameRecorder
from sixqp_tui.client.session_state import SessionState
from sixqp_tui.client.status import Connected, Reconnecting
from sixqp_tui.discovery.advertisement import Advertisement, Continues
from sixqp_tui.discovery.table_list import FoundTable
from sixqp_tui.engine.open_hands import finished_rounds
from sixqp_tui.engine.table import CardsWanted
from sixqp_tui.host.commands import Send, Setup
from sixqp_tui.hosting import continuing as hosting
from sixqp_tui.joining import following

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve")
EVENING = "1a2b3c4d"
EVENTS = 60
STRANGER = "Zoe"
KINDS: dict[str, float] = {
    "decide": 30,
    "look": 15,
    "owner": 8,
    "fail": 7,
    "split": 10,
    "press": 8,
    "move": 3,
    "lie": 3,
    "forge": 7,
    "remove": 3,
    "choose": 5,
    "sit": 4,
    "resume": 6,
}
"""How often what happens, against all others."""
Deal = tuple[AnyFact, ...]
Hand = tuple[int, ...]


class Table(Machine):
    """A table on the machine of `host`; `true` if a player with a seat opened it.

    `lying` if they did so with a lie, or after one: everybody there has been told, and the tally has it, too.
    """

    def __init__(self, host: str, setup: Setup, now: float, *, true: bool = True, lying: bool = False) -> None:
        super().__init__(host, setup)
        self.host, self.true, self.lying, self.alive, self.now = host, true, lying, True, now
        self.peers: dict[str, int] = {}
        self.lots: Random | None = None
        self._deaf: set[int] = set()
        self.unheard: tuple[type, ...] = ()

    @property
    def plays(self) -> bool:
        return self.room.state.phase == "playing"

    @property
    def proof(self) -> Continuation | None:
        return self.setup.kept.proof if self.setup.kept else None

    def _carry(self, sent: Sequence[Send]) -> None:
        """While its host dies, with `lots`, nobody knows who still hears what of it."""
        for each in sent:
            if self.lots and self.lots.random() < 0.04:
                self._deaf.add(each.peer)
            if not isinstance(each.message, self.unheard) and each.peer not in self._deaf:
                super()._carry([each])


class Person:
    def __init__(self, name: str, end: Conversation, table: Table) -> None:
        self.name, self.key, self.table = name, key_of(name), table
        self.end: Conversation | None = end
        self.told = self.removed = False
        self.recorder, self.records, self.read = GameRecorder(), list[FinishedGame](), 0


class Evening:
    """Ann's table, at which a game has begun."""

    def __init__(self, seed: int) -> None:
        self.rng, self.now = Random(seed), 0.0
        names = NAMES[: self.rng.randint(3, 5)]
        watchers = {name for name in names[2:] if self.rng.random() < 0.1}
        self.group, self.up = dict.fromkeys((*names, STRANGER), 0), dict.fromkeys((*names, STRANGER), "up")
        self.rounds = self.rng.choice((1, 2, 2))
        settings = Settings(Rules(limit=None, rounds=self.rounds), timer=15, pause=self.rng.choice((0, 0, 20)))
        owner = key_of("Ann").public
        setup = Setup(EVENING, "Friday", settings, bots=1, owner=owner, owner_name="Ann")
        self.tables, self.people = list[Table](), list[Person]()
        first = self._open("Ann", setup)
        for name in names:
            identity = replace(conversation(name).identity, role="watcher" if name in watchers else "player")
            self.people.append(Person(name, Conversation(identity, "test"), first))
            self._connect(self.people[-1])
        self.bot = first.room.state.seats.taken[1].name
        first.connect_bots()
        first.ask(self._end(self.people[0]), Start())
        self.hands: dict[Hand, Table] = {}
        self.invented: set[Deal] = set()

    def _open(self, host: str, setup: Setup, *, true: bool = True, lying: bool = False) -> Table:
        self.tables.append(Table(host, setup, self.now, true=true, lying=lying))
        return self.tables[-1]

    # -- who is where -----------------------------------------------------------------------------------

    def _reach(self, machine: str, table: Table) -> bool:
        well = self.up[machine] == self.up[table.host] == "up"
        return table.alive and well and self.group[machine] == self.group[table.host]

    def _live(self, person: Person, table: Table | None = None) -> bool:
        at = person.table
        here = person.name in at.peers and person.end is not None and self._reach(person.name, at)
        return here and (table is None or table is at)

    def _players(self, table: Table) -> list[Person]:
        keys = {chair.person.key for chair in table.room.state.seats.taken if chair.person and not chair.bot}
        return [each for each in self.people if each.key.public in keys and self._live(each, table)]

    def _end(self, person: Person) -> Conversation:
        assert person.end
        return person.end

    def _address(self, person: Person) -> str:
        return f"192.0.2.{NAMES.index(person.name)}"

    def _connect(self, person: Person) -> None:
        end, table = self._end(person), person.table
        self._hear(person)
        peer = table.connect(end, self._address(person))
        person.read = 0
        if peer in table.over or not end.knows_table:
            person.removed |= peer in table.over
            table.cut(peer)
            return
        table.peers[person.name] = peer
        end.set_status(Connected())

    def _cut(self, person: Person) -> None:
        peer = person.table.peers.pop(person.name, None)
        if peer is None:
            return
        self._hear(person, peer)
        if person.table.alive:
            person.table.cut(peer)
        elif person.end:
            person.end.end_connection()
        if person.end:
            person.end.set_status(Reconnecting(0.0, following.SEARCH_FROM_ATTEMPT))

    def settle(self) -> None:
        """Whatever has changed, the lines that lead nowhere are cut, and everybody has read what came."""
        for person in self.people:
            peer = person.table.peers.get(person.name)
            if peer is not None and peer in person.table.over:
                person.removed = True
            if peer is not None and (person.removed or not self._live(person)):
                self._cut(person)
            self._hear(person)
            self._check(person)

    def _hear(self, person: Person, peer: int | None = None) -> None:
        peer = person.table.peers.get(person.name) if peer is None else peer
        events = person.table.events[peer][person.read :] if peer is not None else []
        person.read += len(events)
        self._record(person, *(person.recorder.note(event, 0) for event in events))

    def _record(self, person: Person, *games: FinishedGame | None) -> None:
        """A record replaces one that it begins with."""
        for game in filter(None, games):
            assert game.table == EVENING, "a game isn't known by its evening"
            deals = deals_of(game.facts)
            same = [each for each in person.records if each.number == game.number]
            if not any(deals_of(each.facts)[: len(deals)] == deals for each in same):
                begun = [each for each in same if deals[: len(deals_of(each.facts))] == deals_of(each.facts)]
                person.records = [each for each in person.records if each not in begun] + [game]

    def _check(self, person: Person) -> None:
        if not person.end or not self._live(person):
            return
        state, game = person.end.state, person.end.state.counted[0]
        for line in () if person.table.lying else state.tally:
            played = (game - 1) * self.rounds + state.counted[1] if game else 0
            assert line.rounds <= played, "a round counts twice in the tally"
            assert line.rounds == played or line.name != self.bot or line.seat is None, (
                "a round is missing in the tally"
            )
        table = state.view.table
        if state.view.seat is not None and table.in_round and (hand := hand_of(state.history)):
            assert self.hands.setdefault(hand, person.table) is person.table, "a hand was copied"

    # -- what programs do by themselves -----------------------------------------------------------------

    def _offers(self, person: Person) -> dict[following.Offer, Table]:
        """The tables that continue the evening, as the list of this person's program has them."""
        heard = list[tuple[FoundTable, Table]]()
        for table in self.tables:
            if (proof := table.proof) and self._reach(person.name, table):
                says = Continues(proof.evening, proof.key, proof.signature, proof.rounds)
                pin = pin_of(table.host).hex()
                advert = Advertisement(table.setup.table, "Friday", fingerprint=pin, continues=says)
                heard.append((FoundTable(advert, ((table.host, 1),)), table))
        offers = following.offers_among([found for found, _ in heard], self._end(person).state, person.key.public)
        return {offer: table for offer in offers for found, table in heard if found is offer.table}

    def look(self, person: Person) -> None:
        """The program of somebody whose table doesn't answer tries it, and then looks for another one."""
        if self.up[person.name] != "up" or person.removed or not person.end:
            return
        living = self._live(person)
        if not following.is_lost(person.end.state.status):
            return
        if not living and self._reach(person.name, person.table):
            self._connect(person)
            return
        offers = self._offers(person)
        if only := following.the_only(tuple(offers)):
            assert not living, "a program left a living table"
            self.visit(person, offers[only], told=False)

    def visit(self, person: Person, table: Table, told: bool) -> None:
        before, visitor = self._end(person), self._end(person).visiting(table.setup.table)
        peer = table.connect(visitor, self._address(person))
        if not visitor.knows_table or peer in table.over:
            table.cut(peer)
            return
        differs = continuing.differences(before.state, visitor.state, pin_of(table.host))
        if differs and not told:
            table.cut(peer)
            return
        if not told:
            self._demand_right(before, visitor, table, len(self._offers(person)))
        person.told |= bool(differs)
        self._cut(person)
        self._record(person, person.recorder.note(continuing.moved(before.state, visitor.state), 0))
        person.end, person.table, person.read = visitor, table, 0
        table.peers[person.name] = peer
        visitor.set_status(Connected())

    def _demand_right(self, before: Conversation, visitor: Conversation, table: Table, offers: int) -> None:
        """It is known here who is honest."""
        old, new = before.state, visitor.state
        assert table.true, "a program followed a stranger"
        assert offers <= 1, "a program chose between two"
        assert old.news and new.news
        seats = {seat.key for seat in old.news.seats}
        assert table.proof and table.proof.key in seats, "a removed player continues"
        known, told = deals_of(old.history), deals_of(new.history)
        over = old.view.table.ended is not None and not new.history
        assert new.game == old.game and (over or told[: len(known)] == known), "a program lost a round"
        believed = set(told[: len(known) + old.view.table.in_round]) - set(known)
        assert not self.invented & believed, "an invented round was believed"
        own = None if old.news.you is None else old.news.seats[old.news.you].key
        assert new.news.you == old.news.you, "a program got another seat"
        pairs = zip((seat.key for seat in old.news.seats), (seat.key for seat in new.news.seats), strict=False)
        assert all(was == now for was, now in pairs if own and own in (was, now)), (
            "somebody has this program's seat"
        )

    # -- what people do ---------------------------------------------------------------------------------

    def press(self, person: Person, lie: str = "") -> None:
        end = self._end(person)
        if not continuing.may_continue(end.state):
            return
        options = self._options(self._invent(person) if lie == "rounds" else end.state, person)
        if lie == "seats":
            options = shuffled(options)
        table = self._open(person.name, options, lying=bool(lie) or person.table.lying)
        if lie != "removed":
            self.visit(person, table, told=True)
        table.connect_bots()
        seats = end.state.news.seats if end.state.news else ()
        kept = [chair.person.key if chair.person else None for chair in table.room.state.seats.taken]
        assert lie or kept == [seat.key for seat in seats if seat.occupant in ("person", "bot")], "seats were moved"

    def _options(self, state: SessionState, person: Person) -> Setup:
        drawn = SimpleNamespace(
            token_bytes=self.rng.randbytes, token_hex=lambda size: self.rng.randbytes(size).hex()
        )
        with patch.object(hosting, "secrets", drawn):
            return hosting.continuing_setup(state, person.key, pin_of(person.name))

    def _invent(self, person: Person) -> SessionState:
        """What the person's program would know if another round had been played; everybody's is dealt anew."""
        end = self._end(person)
        game_facts = end.state.history
        if end.state.view.table.ended or not game_facts:
            return end.state
        begun = next((at for at, fact in enumerate(game_facts) if isinstance(fact, RoundBegan)), 1)
        shorter = replace(end.state, history=game_facts[:begun], view=end.state.view.after(()))
        options = self._options(shorter, person)
        assert options.kept
        kept = replace(options.kept, rounds=finished_rounds(game_facts[:1]))
        made_up = Table(person.name, replace(options, kept=kept), self.now)
        ends = []
        for other in self.people:
            visitor = conversation(other.name, table=made_up.setup.table)
            made_up.connect(visitor)
            if visitor.knows_table:
                ends.append(visitor)
        made_up.wait(20)
        made_up.play(*ends, *made_up.connect_bots(), turns=10, rng=self.rng)
        own = next((each for each in ends if each.identity.name == person.name), None)
        if own is None:
            return end.state
        self.invented |= set(deals_of(own.state.history)) - set(deals_of(end.state.history))
        return own.state

    def forge(self) -> None:
        """A stranger continues with their own key, with that of a player, or repeats a true announcement."""
        true = [table for table in self.tables if table.true and table.proof]
        knowing = [each for each in self.people if each.end and continuing.may_continue(each.end.state)]
        earlier = [table for table in self.tables if table.host == STRANGER]
        for table in earlier if self.rng.random() < 0.7 else ():
            table.alive = False
        if true and self.rng.random() < 0.5:
            self._open(STRANGER, self.rng.choice(true).setup, true=False)
        elif knowing:
            claimed, knows = key_of(STRANGER), self.rng.choice(knowing)
            options = self._options(self._end(knows).state, knows)
            assert options.kept
            text = continue_text(EVENING, options.table, pin_of(STRANGER))
            proof = replace(options.kept.proof, key=claimed.public, signature=claimed.sign(text))
            if self.rng.random() < 0.7:
                proof = replace(proof, key=self.rng.choice(self.people).key.public)
            self._open(STRANGER, replace(options, kept=replace(options.kept, proof=proof)), true=False)

    def decide(self, table: Table, turns: int = 1) -> None:
        """Everybody at the table decides, and the stand-ins of the others when their time is over."""
        for _ in range(turns):
            ends = [self._end(each) for each in self._players(table)]
            table.play(*ends, turns=table.turn + 1, rng=self.rng)
            self.wait(table, self.rng.choice((1.0, 16.0, 70.0)))

    def wait(self, table: Table, seconds: float) -> None:
        state, here = table.room.state, self._players(table)
        people = [chair for chair in state.seats.taken if chair.person and not chair.bot]
        alone = len(here) <= 1 < len(people) and not state.plays_on and state.phase == "playing"
        before = self._moves(table)
        table.wait(seconds)
        assert not alone or self._moves(table) == before, "stand-ins played on alone"

    def _moves(self, table: Table) -> int:
        """The rounds dealt and the decisions of stand-ins."""
        play = table.room.state.play
        return sum(isinstance(fact, RoundBegan | StoodIn) for fact in play.streams.of(None)) if play else 0

    def die(self, table: Table, while_sending: bool) -> None:
        if while_sending:
            table.lots = self.rng
            self.decide(table, self.rng.choice((1, 3)))
        table.alive = False

    # -- the evening ------------------------------------------------------------------------------------

    def play(self) -> None:
        for kind in self.rng.choices(tuple(KINDS), tuple(KINDS.values()), k=EVENTS):
            self.happens(kind, self.rng.choice(self.people), self.rng.choice(self.people))
            self.settle()
        self.mend()

    def happens(self, kind: str, person: Person, other: Person) -> None:
        self.now += 1
        any_table = self.rng.choice(self.tables)
        at = any_table if self.rng.random() < 0.3 else person.table
        match kind:
            case "decide" if at.alive and at.true and self.up[at.host] == "up":
                self.decide(at, self.rng.choice((1, 3, 8)))
            case "look":
                self.look(person)
            case "owner":
                self.ask_owner(person.table)
            case "fail":
                self.fail(person)
            case "split":
                self.split(person)
            case "forge":
                self.forge()
                for each in self.people:
                    self.look(each)
            case "resume" if at.host == person.name and not at.alive and self.up[person.name] == "up":
                self.resume(at)
            case _ if self.up[person.name] == "up" and person.end is not None:
                self.act(kind, person, other)

    def act(self, kind: str, person: Person, other: Person) -> None:
        """Somebody presses a key, or does what they shouldn't."""
        match kind:
            case "press" if following.is_lost(self._end(person).state.status) and not person.removed:
                self.press(person)
            case "move" if not person.removed:
                for offered in [each for each in self._offers(person).values() if each.true][:1]:
                    self.visit(person, offered, told=True)
            case "lie" if person.removed or person.name == "Bob":
                self.press(person, "removed" if person.removed else self.rng.choice(("rounds", "seats")))
            case "remove" if person.table.setup.owner == person.key.public and other is not person:
                self.remove(person, other)
            case "choose":
                self.choose(person)
            case "sit":
                self.sit(person)

    def choose(self, person: Person) -> None:
        """While the table doesn't answer; the choice is sent when it does."""
        end = self._end(person)
        view, waits = end.state.view, end.state.unanswered
        if not self._live(person) and view.wanted and not waits and isinstance(view.table.pending, CardsWanted):
            end.request(ChooseCard(card=self.rng.choice(view.hand)))

    def sit(self, person: Person) -> None:
        """A watcher takes a bot's seat, also in a round."""
        seats = news.seats if (news := self._end(person).state.news) else ()
        bots = [at for at, seat in enumerate(seats) if seat.occupant == "bot"]
        if bots and self._live(person):
            person.table.ask(self._end(person), TakeSeat(seat=bots[0]))

    def fail(self, person: Person) -> None:
        """Their machine's tables are gone, and perhaps the machine, too."""
        if self.up[person.name] != "up":
            return
        for each in [each for each in self.tables if each.host == person.name and each.alive]:
            self.die(each, self.rng.random() < 0.5)
        if self.rng.random() < 0.3 and sum(self.up[each.name] != "dead" for each in self.people) > 2:
            self.up[person.name] = "dead"
            self._cut(person)
            person.end = None

    def split(self, person: Person) -> None:
        """Their machine sleeps or wakes up, and the network has two parts, or one."""
        if self.up[person.name] != "dead":
            sleeps = self.rng.choice(("up", "asleep"))
            self.up[person.name] = sleeps if self.up[person.name] == "up" else "up"
        parted = self.rng.random() < 0.6
        self.group = {each: self.rng.choice((0, 0, 1)) * parted for each in self.group}

    def ask_owner(self, table: Table) -> None:
        """The owner begins what can begin; whoever is left alone may play on."""
        players, state = self._players(table), table.room.state
        for each in players:
            if each.key.public == table.setup.owner:
                table.ask(self._end(each), Start() if state.phase == "lobby" else NextRound())
        if len(players) == 1 and state.still and self.rng.random() < 0.3:
            table.ask(self._end(players[0]), PlayOn())

    def remove(self, owner: Person, other: Person) -> None:
        chairs = enumerate(owner.table.room.state.seats.taken)
        seat = next((at for at, c in chairs if c.person and c.person.key == other.key.public and not c.owner), None)
        if seat is not None and self._live(owner) and self._live(other, owner.table):
            owner.table.ask(self._end(owner), SetSeat(seat=seat, to="kick"))
            other.removed = True

    def resume(self, table: Table) -> None:
        """From the journal, in the middle of a round, unless somebody plays on elsewhere."""
        if any(self._players(each) for each in self.tables if each is not table):
            return
        journal = tuple(table.journal)
        again = Table(table.host, table.setup, self.now, true=table.true, lying=table.lying)
        again.room.resume(journal, again.now)
        again.journal[:] = journal
        self.tables[self.tables.index(table)] = again
        for each in self.people:
            if each.table is table:
                self._cut(each)
                each.table = again
        self.hands = {hand: again if at is table else at for hand, at in self.hands.items()}
        again.connect_bots()

    def mend(self) -> None:
        """The network is well, the dead stay dead, people talk: all who are left must play."""
        self.group = dict.fromkeys(self.group, 0)
        self.up = {name: "dead" if state == "dead" else "up" for name, state in self.up.items()}
        here = [each for each in self.people if self.up[each.name] == "up" and each.end and not each.removed]
        for each in here:
            self.look(each)
            self.settle()
        true = [table for table in self.tables if table.true and table.alive and self.up[table.host] == "up"]
        if here and not any(self._players(table) for table in true):
            for each in here:
                if not any(self._players(table) for table in self.tables if table.true):
                    self.press(each)
                    self.settle()
        true = [table for table in self.tables if table.true and table.alive and self.up[table.host] == "up"]
        best = max(true, key=lambda table: (len(self._players(table)), table.turn), default=None)
        if best is None or not self._players(best):
            return
        for each in here:
            if not self._live(each, best):
                self.join(each, best)
        self.go_on(best)
        for each in self.people:
            first = Counter((record.number, deals_of(record.facts)[:1]) for record in each.records)
            assert each.told or max(first.values(), default=1) == 1, "the history has one game twice"

    def join(self, person: Person, table: Table) -> None:
        if person.table is table:
            self._connect(person)
        elif table.proof and any(each is table for each in self._offers(person).values()):
            self.visit(person, table, told=True)

    def go_on(self, table: Table) -> None:
        state = table.room.state
        if not table.plays:
            self.ask_owner(table)
        if not (table.plays and self._players(table)):
            return
        before = (state.play.number if state.play else 0, table.turn)
        for _ in range(3):
            table.wait(70.0)
            if len(self._players(table)) == 1 and state.still:
                table.ask(self._end(self._players(table)[0]), PlayOn())
            table.play(*(self._end(each) for each in self._players(table)), turns=table.turn + 1, rng=self.rng)
        table.wait(70.0)
        now = (state.play.number if state.play else 0, table.turn)
        assert now > before or not table.plays, "an absent player holds up the table"


def shuffled(options: Setup) -> Setup:
    """The chairs of two others are swapped."""
    assert options.kept
    seats, sitters = list(options.kept.seats), list(options.sitters)
    others = [at for at, seat in enumerate(seats) if seat.occupant == "person" and at != options.owner_seat]
    if len(others) < 2:
        return options
    one, two = others[:2]
    seats[one], seats[two] = seats[two], seats[one]
    a, b = (at - (at > (options.owner_seat or 0)) for at in (one, two))
    sitters[a], sitters[b] = sitters[b], sitters[a]
    return replace(options, sitters=tuple(sitters), kept=replace(options.kept, seats=tuple(seats)))


def deals_of(history: Sequence[AnyFact]) -> tuple[Deal, ...]:
    """Each finished round, by what everybody saw of it."""
    rounds = list[list[AnyFact]]()
    for fact in finished_rounds(tuple(history)):
        if isinstance(fact, RoundBegan):
            rounds.append([])
        elif rounds and fact.reader is None and not isinstance(fact, GameStarted | CardChosen | StoodIn):
            rounds[-1].append(fact)
    return tuple(map(tuple, rounds))


def hand_of(history: Sequence[AnyFact]) -> tuple[int, ...]:
    """The hand as it was dealt in the newest round."""
    return next((fact.cards for fact in reversed(history) if isinstance(fact, HandDealt)), ())
