"""The table's process: the real room, ledger and journal, step by step, so that it can die between any two."""

from collections.abc import Callable, Iterable
from itertools import count
from random import Random

from simulation.disk import FaultyDisk, HostDied
from simulation.judge import Judge
from simulation.lines import Line
from simulation.plan import Plan
from simulation.timeline import Timeline
from support.disks import file_of

from sixqp_protocol.codec import decode_client, encode
from sixqp_protocol.messages import ClientMessage, Happened
from sixqp_protocol.refusals import Farewell
from sixqp_tui.host.commands import Command
from sixqp_tui.host.durability.commit_queue import CommitQueue
from sixqp_tui.host.durability.journal_codec import VERSION, Opening, Stood, decoded, encoded
from sixqp_tui.host.durability.journal_writer import RETRY
from sixqp_tui.host.effects import Effect, Send
from sixqp_tui.host.room import Room
from sixqp_tui.store.journal import Journal

ROOM = 4096
SLOW = 6.0
"""Seconds after which a line that takes nothing is closed."""


class House:
    """What stands between the lines and the room; `up` while its process lives, `peers` its lines by number."""

    def __init__(self, time: Timeline, lots: Random, plan: Plan, judge: Judge) -> None:
        self._time, self._lots, self._plan, self._judge = time, lots, plan, judge
        self._numbers = count(1)
        self._life = 0
        self.lives = 0
        self.up = False
        self.crash = plan.crash
        self.seat_bots: Callable[[], None] = lambda: None
        self.peers: dict[int, Line] = {}
        self.disk = FaultyDisk(file_of(encoded(Opening(plan.setup.bare(), at=0)), version=VERSION), lots)
        self.open()

    def open(self) -> None:
        """Start the process; it finds what the disk holds."""
        self.peers = {}
        self.journal = Journal(self.disk, VERSION)
        entries = list(map(decoded, self.journal.records))
        opening = entries[0]
        assert isinstance(opening, Opening)
        self.opening, self.lives = opening, self.lives + 1
        self.ledger = CommitQueue()
        self.room = Room(opening.setup, self._token, self._seed, self._append)
        self._writing = self._mending = False
        self._armed: float | None = None
        inputs = [entry for entry in entries if isinstance(entry, Command)]
        if inputs:
            self.room.resume(inputs, self._time.now)
        self.disk.failing = 0.0
        self.up = True
        self._judge.opened(self.room, self.disk)
        self._settle()

    def _token(self) -> bytes:
        return self._lots.randbytes(16)

    def _seed(self, _number: int) -> str:
        return self._lots.randbytes(4).hex()

    def _append(self, accepted: Command) -> None:
        self._judge.accepted(accepted)
        self.ledger.append(accepted)

    # -- how it ends --------------------------------------------------------------------------------

    def die(self) -> None:
        """End at once; what was not safe is lost, or not."""
        self._judge.note("the host dies")
        self._end()
        for line in self.peers.values():
            line.leave(self)
            (line.reset if self._lots.random() < 0.8 else line.hang)()
        self.disk = self.disk.after_crash()

    def _close(self) -> None:
        """End in order: the owner has closed the table."""
        self._judge.note("the table is closed")
        self._end()
        for line in self.peers.values():
            line.close(self, Farewell.CLOSED)

    def _end(self) -> None:
        self.up = False
        self._life += 1
        self._judge.ended()
        self._time.after(self._lots.uniform(0.1, 3), self.open)

    def _may_die(self) -> None:
        if self._lots.random() < self.crash:
            raise HostDied

    # -- what comes ---------------------------------------------------------------------------------

    def attend(self, line: Line) -> None:
        """A connection stands."""
        self.peers[line.peer] = line

    def number(self) -> int:
        """The number of the next connection."""
        return next(self._numbers)

    def hear(self, line: Line, data: bytes) -> None:
        """Something was said."""
        if not self.up or line.peer not in self.peers:
            return
        message = decode_client(data)
        self._judge.note("hears", line.peer, message)
        if (due := self.room.deadline) is not None and due <= self._time.now:
            self._step(self.room.wake)
        self._step(lambda now: self._handled(line.peer, message, now))

    def _handled(self, peer: int, message: ClientMessage, now: float) -> list[Effect]:
        before = self._judge.picture_for_refusal()
        effects = self.room.handle(peer, message, now)
        self._judge.answered(peer, message, effects, before)
        return effects

    def lost(self, line: Line, farewell: Farewell | None = None) -> None:
        """A line is over."""
        if self.peers.pop(line.peer, None) is not None and self.up:
            self._judge.note("loses", line.peer)
            self._step(lambda now: self.room.gone(line.peer, now))

    def _drained(self, life: int, peer: int) -> None:
        if life == self._life and peer in self.peers:
            self._step(lambda now: self.room.drained(peer, now))

    def _wake(self, life: int, moment: float) -> None:
        if life == self._life and moment == self._armed:
            self._armed = None
            self._step(self.room.wake)

    # -- append, apply, write, send -----------------------------------------------------------------

    def _step(self, act: Callable[[float], list[Effect]]) -> None:
        if self.up:
            self._survive(lambda: self._do(act))

    def _do(self, act: Callable[[float], list[Effect]]) -> None:
        effects = act(self._time.now)
        self._judge.look()
        self._may_die()
        self._hold(effects)

    def _survive(self, act: Callable[[], None]) -> None:
        """Do this; the host may die in it."""
        try:
            act()
        except HostDied:
            self.die()

    def _hold(self, effects: Iterable[Effect]) -> None:
        held = list(effects)
        self._judge.held(held)
        self.ledger.hold(held)
        self._may_die()
        if self._writing:
            return
        if self._mending or self.ledger.unwritten == 0:
            self.ledger.begin()
            self._send(self.ledger.done())
        else:
            self._write(self._life)

    def _write(self, life: int) -> None:
        if life != self._life:
            return
        self._writing = True
        inputs = self.ledger.begin()
        self._time.after(self._lots.uniform(0, 0.02), self._written, life, inputs)

    def _written(self, life: int, inputs: tuple[Command, ...]) -> None:
        if life == self._life:
            self._survive(lambda: self._write_down(inputs))

    def _write_down(self, inputs: tuple[Command, ...]) -> None:
        self._may_die()
        try:
            self._append_records([encoded(accepted) for accepted in inputs])
        except OSError:
            self._refused()
            return
        self._may_die()
        self._writing = False
        self._send(self.ledger.done())
        if not self.ledger.idle:
            self._write(self._life)

    def _append_records(self, records: list[bytes]) -> None:
        self.disk.dying = self.crash
        if records:
            self.journal.append(records)
        self._judge.safe(self.disk.safe)

    def _refused(self) -> None:
        """The disk took nothing: everybody is cut, and the room is what the journal says."""
        self._judge.note("the disk refuses")
        entries = map(decoded, self.journal.reread())
        self.ledger.forget()
        self._writing, self._mending = False, True
        for line in self.peers.values():
            line.close(self)
        lost, self.peers = tuple(self.peers), {}
        self.room.resume([entry for entry in entries if isinstance(entry, Command)], self._time.now)
        self._judge.opened(self.room, self.disk)
        self._hold(self.room.stall(self._time.now))
        for peer in lost:
            self._hold(self.room.gone(peer, self._time.now))
        self._settle()
        self._time.after(RETRY, self._mend, self._life)
        if self.crash and self._lots.random() < 0.3:
            self._time.after(self._lots.uniform(0, RETRY), self._give_way, self._life)

    def _give_way(self, life: int) -> None:
        """The host dies while its disk takes nothing."""
        if life == self._life:
            self.die()

    def _mend(self, life: int) -> None:
        if life == self._life:
            self._survive(self._try_again)

    def _try_again(self) -> None:
        try:
            self.disk.dying = self.crash
            self.journal.demand_room(ROOM)
            self._append_records([encoded(Stood(0, 0))])
        except OSError:
            self._time.after(RETRY, self._mend, self._life)
        else:
            self._judge.note("the disk takes again")
            self._mending = False
            self._step(self.room.unstall)

    def _send(self, effects: list[Effect]) -> None:
        fed = {}
        for effect in effects:
            self._may_die()
            self._judge.released(effect)
            line = self.peers.get(effect.peer)
            if line is None:
                continue
            if isinstance(effect, Send):
                line.put(self, encode(effect.message))
                if isinstance(effect.message, Happened):
                    fed[effect.peer] = line
            else:
                line.close(self, effect.farewell)
                self._time.after(0.0, self._forget, self._life, line)
        for line in fed.values():
            self._take(line)
        self._settle()

    def _take(self, line: Line) -> None:
        """The line takes what was sent, sooner or later; one that takes nothing is closed as too slow."""
        if self.crash and self._lots.random() < 0.002:
            self._time.after(SLOW, self._too_slow, self._life, line)
        else:
            self._time.after(self._lots.uniform(0, 0.1), self._drained, self._life, line.peer)

    def _too_slow(self, life: int, line: Line) -> None:
        if life == self._life and line.peer in self.peers:
            line.close(self, Farewell.TOO_SLOW)
            self.lost(line)

    def _forget(self, life: int, line: Line) -> None:
        if life == self._life:
            self.lost(line)

    def _settle(self) -> None:
        if not self.up:
            return
        if self.room.closed and self.ledger.idle:
            self._close()
            return
        moment = self.room.deadline
        if moment is not None and moment != self._armed:
            self._time.at(moment, self._wake, self._life, moment)
        self._armed = moment
        self.seat_bots()
