"""One evening at tables that go on without their hosts, walked at random, with the program's own ends and rules.

Each person has a machine. Hosts die while they send, machines sleep, the network splits; people press keys, lie,
are removed and come back, and a stranger forges what can be forged. What a program does by itself must keep every
promise; who moves by hand has been told what differs. At the end the network is well, and all must be able to play.
"""

from collections import Counter
from collections.abc import Sequence
from random import Random

from msgspec.structs import replace
from support.evenings import Machine, pin_of, player
from support.keys import key_of

from sixqp_protocol.facts import AnyFact, CardChosen, GameStarted, HandDealt, RoundBegan, Rules, StoodIn
from sixqp_protocol.keys import continue_text
from sixqp_protocol.messages import Continuation, NextRound, PlayOn, SetSeat, Settings, Start
from sixqp_tui.client import continuing
from sixqp_tui.client.conversation import Conversation
from sixqp_tui.client.finished_games import FinishedGame, GameRecorder
from sixqp_tui.client.session_state import SessionState
from sixqp_tui.client.status import Connected, Reconnecting
from sixqp_tui.discovery.advertisement import Advertisement, Continues, decode, encode
from sixqp_tui.discovery.table_list import FoundTable
from sixqp_tui.engine.finished_rounds import finished_rounds
from sixqp_tui.host.commands import Effect, Setup
from sixqp_tui.hosting import continuing as hosting
from sixqp_tui.hosting.table_options import TableOptions, setup_of
from sixqp_tui.joining import following

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve")
EVENING = "1a2b3c4d"
ROUNDS, EVENTS = 2, 60
STRANGER = "Zoe"
Deal = tuple[AnyFact, ...]


class Table(Machine):
    """A table on the machine of `host`; `true` if a player with a seat opened it, `lying` if not honestly."""

    def __init__(self, host: str, setup: Setup, now: float, *, true: bool = True, lying: bool = False) -> None:
        super().__init__(host, setup)
        self.host, self.true, self.lying, self.alive, self.now = host, true, lying, True, now
        self.peers: dict[str, int] = {}
        self.lots: Random | None = None
        self._deaf: set[int] = set()

    @property
    def in_lobby(self) -> bool:
        return self.room.state.phase == "lobby"

    @property
    def proof(self) -> Continuation | None:
        return self.setup.kept.proof if self.setup.kept else None

    def _carry(self, effects: Sequence[Effect]) -> None:
        """While its host dies, with `lots`, nobody knows who still hears of it."""
        if self.lots:
            self._deaf |= {peer for peer in self.ends if self.lots.random() < 0.5}
        for effect in effects:
            if effect.peer not in self._deaf:
                super()._carry([effect])


class Person:
    def __init__(self, name: str, end: Conversation, table: Table) -> None:
        self.name, self.key, self.table = name, key_of(name), table
        self.end: Conversation | None = end
        self.told = self.removed = False
        self.recorder, self.records, self.read = GameRecorder(), list[FinishedGame](), 0


class Evening:
    def __init__(self, seed: int, seen: Counter[str] | None = None) -> None:
        self.rng, self.now = Random(seed), 0.0
        self.seen: Counter[str] = Counter() if seen is None else seen
        names = NAMES[: self.rng.randint(3, 5)]
        self.group, self.up = dict.fromkeys((*names, STRANGER), 0), dict.fromkeys((*names, STRANGER), "up")
        settings = Settings(Rules(limit=None, rounds=ROUNDS), timer=15, pause=self.rng.choice((0, 0, 20)))
        owner = key_of("Ann").public
        first = Table("Ann", Setup(EVENING, "Friday", settings, bots=1, owner=owner, owner_name="Ann"), 0.0)
        self.tables, self.people = [first], list[Person]()
        for name in names:
            person = Person(name, player(name), first)
            self.people.append(person)
            self._connect(person)
        self.bot = first.room.state.seats.taken[1].name
        first.connect_bots()
        first.ask(self._end(self.people[0]), Start())
        self.hands: dict[tuple[int, ...], Table] = {}
        self.invented: set[Deal] = set()

    # -- who is where -----------------------------------------------------------------------------------

    def _reach(self, name: str, table: Table) -> bool:
        well = self.up[name] == self.up[table.host] == "up"
        return table.alive and well and self.group[name] == self.group[table.host]

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

    def _connect(self, person: Person) -> None:
        end, table = self._end(person), person.table
        self._hear(person)
        peer = table.connect(end)
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

    def _settle(self) -> None:
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
        if not person.end or not self._live(person) or person.table.lying:
            return
        state, game = person.end.state, person.end.state.counted[0]
        for line in state.tally:
            played = (game - 1) * ROUNDS + state.counted[1] if game else 0
            assert line.rounds <= played, "a round counts twice in the tally"
            assert line.rounds == played or line.name != self.bot, "a round is missing in the tally"
        table = state.view.table
        if state.view.seat is not None and table.in_round and (hand := hand_of(state.history)):
            assert self.hands.setdefault(hand, person.table) is person.table, "a hand was copied"

    # -- what programs do by themselves -----------------------------------------------------------------

    def announced(self) -> dict[str, tuple[FoundTable, Table]]:
        """Each table that continues the evening, as lists read it; keyed by its certificate and id."""
        heard = {}
        for table in self.tables:
            if not (proof := table.proof):
                continue
            says = Continues(proof.evening, proof.key, proof.signature, proof.rounds)
            advert = Advertisement(
                table.setup.table, "Friday", fingerprint=pin_of(table.host).hex(), continues=says
            )
            read = decode({name.encode(): value.encode() for name, value in encode(advert).items()})
            assert read == advert
            heard[f"{table.host} {advert.id}"] = FoundTable(advert, ((table.host, 1),)), table
        return heard

    def _offers(self, person: Person) -> list[Table]:
        found = [each for each in self.announced().values() if self._reach(person.name, each[1])]
        offers = following.offers_among([each for each, _ in found], self._end(person).state, person.key.public)
        return [table for offer in offers for each, table in found if each is offer.table]

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
        found = [each for each in self.announced().values() if self._reach(person.name, each[1])]
        offers = following.offers_among([each for each, _ in found], person.end.state, person.key.public)
        if (only := following.the_only(offers)) is None:
            self.seen["asked: two continue" if offers else "found nothing"] += 1
            return
        assert not living, "a program left a living table"
        self.visit(person, next(table for each, table in found if each is only.table), told=False)

    def visit(self, person: Person, table: Table, told: bool) -> None:
        before, visitor = self._end(person), player(person.name, table.setup.table)
        peer = table.connect(visitor)
        if not visitor.knows_table or peer in table.over:
            table.cut(peer)
            return
        differs = continuing.differences(before.state, visitor.state, pin_of(table.host))
        if differs and not told:
            self.seen[f"asked: {differs[0]} differs"] += 1
            table.cut(peer)
            return
        if not told:
            self.seen["followed by itself"] += 1
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
        assert old.news and new.news and old.news.you is not None
        seats = {seat.key for seat in old.news.seats}
        assert table.proof and table.proof.key in seats, "a removed player continues"
        known, told = deals_of(old.history), deals_of(new.history)
        over = old.view.table.ended is not None and not new.history
        assert new.game == old.game and (over or told[: len(known)] == known), "a program lost a round"
        believed = set(told[: len(known) + old.view.table.in_round]) - set(known)
        assert not self.invented & believed, "an invented round was believed"
        own = old.news.seats[old.news.you].key
        assert new.news.you == old.news.you, "a program got another seat"
        pairs = zip((seat.key for seat in old.news.seats), (seat.key for seat in new.news.seats), strict=False)
        assert all(was == now for was, now in pairs if own in (was, now)), "somebody has this program's seat"

    # -- what people do ---------------------------------------------------------------------------------

    def press(self, person: Person, lie: str = "") -> None:
        end = self._end(person)
        if not continuing.may_continue(end.state):
            return
        state = self._invent(person) if lie == "rounds" else end.state
        options = hosting.continuing_options(state, person.key, None, pin_of(person.name))
        options = replace(options, id=f"{self.rng.getrandbits(32):08x}")
        options = self._resign(options, person)
        if lie == "seats" and (options := self._shuffled(options)).kept is None:
            return
        table = Table(person.name, setup_of(options), self.now, lying=bool(lie))
        self.tables.append(table)
        self.seen["a liar continues" if lie else f"continued, of {min(len(self.tables), 4)} tables"] += 1
        self.visit(person, table, told=True)
        table.connect_bots()

    def _resign(self, options: TableOptions, person: Person) -> TableOptions:
        assert options.kept
        text = continue_text(options.kept.proof.evening, options.id, pin_of(person.name))
        proof = replace(options.kept.proof, signature=person.key.sign(text))
        return replace(options, kept=replace(options.kept, proof=proof))

    def _invent(self, person: Person) -> SessionState:
        """What the person's program would know if another round had been played; everybody's is dealt anew."""
        end = self._end(person)
        game_facts = end.state.history
        if end.state.view.table.ended or not game_facts:
            return end.state
        begun = next((at for at, fact in enumerate(game_facts) if isinstance(fact, RoundBegan)), 1)
        shorter = replace(end.state, history=game_facts[:begun], view=end.state.view.after(()))
        options = hosting.continuing_options(shorter, person.key, None, pin_of(person.name))
        assert options.kept
        kept = replace(options.kept, rounds=finished_rounds(game_facts[:1]))
        made_up = Table(person.name, setup_of(replace(options, kept=kept)), self.now)
        ends = []
        for other in self.people:
            visitor = player(other.name, made_up.setup.table)
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

    def _shuffled(self, options: TableOptions) -> TableOptions:
        """The chairs of two others are swapped."""
        assert options.kept
        seats, sitters = list(options.kept.seats), list(options.sitters)
        others = [at for at, seat in enumerate(seats) if seat.occupant == "person" and at != options.owner_seat]
        if len(others) < 2:
            return replace(options, kept=None)
        one, two = others[:2]
        seats[one], seats[two] = seats[two], seats[one]
        place = {seat: at for at, seat in enumerate(at for at in range(len(seats)) if at != options.owner_seat)}
        a, b = place[one], place[two]
        sitters[a], sitters[b] = sitters[b], sitters[a]
        kept = replace(options.kept, seats=tuple(seats))
        return replace(options, sitters=tuple(sitters), kept=kept)

    def forge(self) -> None:
        """A stranger continues with their own key, with that of a player, or repeats an announcement."""
        true = [table for table in self.tables if table.true]
        of = self.rng.choice([table for table in true if table.proof] or true)
        knows = self._end(self.people[-1]) if self.people[-1].end else None
        if knows is None or not continuing.may_continue(knows.state):
            return
        options = hosting.continuing_options(knows.state, key_of(STRANGER), None, pin_of(STRANGER))
        kept = options.kept
        assert kept
        proof = kept.proof
        forgery = self.rng.choice(("own key", "key of a player", "repeated", "repeated"))
        if forgery == "repeated" and of.proof:
            proof, options = of.proof, replace(options, id=of.setup.table)
        elif forgery != "own key":
            proof = replace(proof, key=self.rng.choice(self.people).key.public)
        kept = replace(kept, proof=proof)
        options = replace(options, kept=kept)
        self.tables.append(Table(STRANGER, setup_of(options), self.now, true=False))

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
            self.decide(table)
        table.alive = False

    # -- the evening ------------------------------------------------------------------------------------

    def play(self) -> None:
        for _ in range(EVENTS):
            person, other = self.rng.choice(self.people), self.rng.choice(self.people)
            self.happens(person, self.rng.choice(self.tables), other, self.rng.random())
            self._settle()
        self.mend()

    def happens(self, person: Person, table: Table, other: Person, dice: float) -> None:
        self.now += 1
        up = self.up[person.name] == "up" and person.end is not None
        at = table if self.rng.random() < 0.3 else person.table
        if dice < 0.30 and at.alive and at.true and self.up[at.host] == "up":
            self.decide(at, self.rng.choice((1, 3, 8)))
        elif dice < 0.45:
            self.look(person)
        elif dice < 0.53:
            self.ask_owner(person.table)
        elif dice < 0.60:
            self.fail(person)
        elif dice < 0.70:
            self.split(person)
        elif dice < 0.94 and up:
            self.act(person, other, dice)
        elif table.host == person.name and not table.alive and self.up[person.name] == "up":
            self.resume(table)

    def act(self, person: Person, other: Person, dice: float) -> None:
        """Somebody presses a key, or does what they shouldn't."""
        lost = following.is_lost(self._end(person).state.status)
        if dice < 0.78 and lost:
            self.press(person)
        elif dice < 0.81 and not person.removed:
            for offered in [each for each in self._offers(person) if each.true][:1]:
                self.visit(person, offered, told=True)
        elif dice < 0.84 and person.name == "Bob" and not person.removed:
            self.press(person, self.rng.choice(("rounds", "seats")))
        elif dice < 0.91:
            self.forge()
            for each in self.people:
                self.look(each)
        elif person.table.setup.owner == person.key.public and other is not person:
            self.remove(person, other)

    def fail(self, person: Person) -> None:
        """Their machine's tables are gone, and perhaps the machine, too."""
        if self.up[person.name] != "up":
            return
        for each in [each for each in self.tables if each.host == person.name and each.alive]:
            self.die(each, self.rng.random() < 0.5)
        if self.rng.random() < 0.3 and sum(self.up[each.name] != "dead" for each in self.people) > 2:
            self._cut(person)
            self.up[person.name], person.end = "dead", None

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
        self.seen["resumed"] += 1

    def mend(self) -> None:
        """The network is well, the dead stay dead, people talk: all who are left must play."""
        self.group = dict.fromkeys(self.group, 0)
        self.up = {name: "dead" if state == "dead" else "up" for name, state in self.up.items()}
        here = [each for each in self.people if self.up[each.name] == "up" and each.end and not each.removed]
        for each in here:
            self.look(each)
            self._settle()
        true = [table for table in self.tables if table.true and table.alive and self.up[table.host] == "up"]
        if here and not any(self._players(table) for table in true):
            for each in here:
                if not any(self._players(table) for table in self.tables if table.true):
                    self.press(each)
                    self._settle()
        true = [table for table in self.tables if table.true and table.alive and self.up[table.host] == "up"]
        best = max(true, key=lambda table: (len(self._players(table)), table.turn), default=None)
        if best is None or not self._players(best):
            self.seen["the end: only --resume can help"] += 1
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
        elif table.proof and any(each is table for each in self._offers(person)):
            self.visit(person, table, told=True)
        self.seen["the end: came to the table" if self._live(person, table) else "the end: has no seat there"] += 1

    def go_on(self, table: Table) -> None:
        state = table.room.state
        if table.in_lobby:
            self.ask_owner(table)
        if table.in_lobby or not self._players(table):
            self.seen["the end: nobody can begin"] += 1
            return
        before = (state.play.number if state.play else 0, table.turn)
        for _ in range(3):
            table.wait(70.0)
            if len(self._players(table)) == 1 and state.still:
                table.ask(self._end(self._players(table)[0]), PlayOn())
            table.play(*(self._end(each) for each in self._players(table)), turns=table.turn + 1, rng=self.rng)
        table.wait(70.0)
        now = (state.play.number if state.play else 0, table.turn)
        assert now > before or table.in_lobby, "an absent player holds up the table"
        self.seen["the end: all play on"] += 1


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
