"""A table at which everything that may happen does, by lots; and what of a table must outlive its process."""

from collections.abc import Callable
from random import Random
from typing import Any

from host.party import Party
from msgspec.structs import replace

from sixqp_protocol import messages
from sixqp_protocol.facts import Rules
from sixqp_protocol.messages import Settings, Welcome
from sixqp_tui.engine.table import CardsWanted
from sixqp_tui.host.room import Room


def portrait(room: Room) -> dict[str, Any]:
    """Everything of a room that outlives its process: what each reader has been let read, chairs, settings."""
    state = room.state
    readers: list[int | None] = [None, *range(state.play.game.table.seats)] if state.play else []
    streams = {reader: tuple(state.play.streams.of(reader)) for reader in readers} if state.play else {}
    chairs = [
        (chair.name, chair.person and (chair.person.key, chair.person.name),
         chair.bot and chair.bot.level,
         chair.owner, chair.expected_as, chair.played, chair.ready)
        for chair in state.seats.taken
    ]  # fmt: skip
    return {
        "streams": streams, "views": {reader: room.view(reader) for reader in readers},
        "game": state.play and (state.play.number, state.play.game), "chairs": chairs,
        "expected": state.seats.expected, "count": state.seats.count, "settings": state.settings,
        "phase": state.phase, "paused": state.paused, "finished": state.games_finished,
        "removed": [gone.key for gone in state.removed], "saw": [(each.key, at) for each, at in state.saw_hands],
        "tally": state.tally.lines(state.seats.taken),
    }  # fmt: skip


class RandomTable:
    """People who do this and that at a table; the owner is peer 1."""

    def __init__(self, party: Party, rng: Random) -> None:
        self.party, self.rng = party, rng
        self.owner = party.owner()
        self.here = [self.owner]
        self.away: list[int] = []

    def step(self) -> None:
        """Something happens."""
        happening: list[tuple[int, Callable[[], None]]] = [
            (40, self._decide), (12, self._bots), (3, self._take_back), (2, self._join), (2, self._watch),
            (2, self._lose), (3, self._return), (1, self._leave), (3, self._say), (1, self._rename),
            (1, self._pause), (2, self._resume), (3, self._start), (1, self._set_rules), (2, self._set_seat),
            (2, self._take_seat), (2, self._wait), (1, self._close_clock), (3, self._ready), (1, self._next_round),
        ]  # fmt: skip
        weights, acts = zip(*happening, strict=True)
        (act,) = self.rng.choices(acts, weights)
        act()
        self.here = [peer for peer in self.here if peer not in self.party.closed]

    def _decide(self) -> None:
        for peer in self._seated():
            if self.rng.random() < 0.8:
                self.party.decide(peer, self.rng)

    def _bots(self) -> None:
        for bot in self.party.bots():
            self.here.append(bot)

    def _take_back(self) -> None:
        for peer in self._seated():
            view = self.party.views[peer]
            if view.laid is not None and isinstance(view.table.pending, CardsWanted):
                self.party.ask(peer, messages.TakeBack, view.table.round, view.table.turn)
                return

    def _join(self) -> None:
        self.here.append(self.party.join(self.rng.choice(("Ann", "Bob", "ann", "Cid", ""))))

    def _watch(self) -> None:
        self.here.append(self.party.join(self.rng.choice(("Wim", "Hal", "Ann")), role="watcher"))

    def _lose(self) -> None:
        peer = self._any()
        if self.party.has(peer, Welcome):
            self.party.lose(peer)
            self.here.remove(peer)
            self.away.append(peer)

    def _return(self) -> None:
        if not self.away:
            return
        peer = self.away.pop(self.rng.randrange(len(self.away)))
        role = "watcher" if self.party.last(peer, Welcome).seat is None else "player"
        self.here.append(self.party.join("Back", self.party.keys[peer], role=role))

    def _leave(self) -> None:
        self.party.ask(self._any(), messages.Leave)

    def _say(self) -> None:
        self.party.ask(self._any(), messages.Say, *self.rng.choice((("hello",), ("", "haha"))))

    def _rename(self) -> None:
        self.party.ask(self._any(), messages.Rename, self.rng.choice(("Zed", "Ann", "Hal")))

    def _pause(self) -> None:
        self._own(messages.Pause)

    def _resume(self) -> None:
        self._own(messages.Resume)

    def _start(self) -> None:
        self._own(messages.Start)

    def _ready(self) -> None:
        peer = self._any()
        table = self.party.views[peer].table if peer in self.party.views else None
        self.party.ask(peer, messages.Ready, table.round + 1 if table and table.between_rounds else 0)

    def _next_round(self) -> None:
        play = self.party.room.state.play
        self._own(messages.NextRound, play.game.table.round + 1 if play else 1)

    def _set_rules(self) -> None:
        rules = Rules(self.rng.choice(("classic", "tactic", "draft")), None, "over", self.rng.choice((1, 2)))
        settings = Settings(rules, self.rng.randint(3, 6), self.rng.choice((None, 30)))
        pause = self.rng.choice((0, 20, None))
        self._own(messages.SetRules, replace(settings, pause=pause))

    def _close_clock(self) -> None:
        settings = self.party.room.state.settings
        self._own(messages.SetRules, replace(settings, timer=self.rng.choice((None, 10, 30))))

    def _set_seat(self) -> None:
        to = self.rng.choice(("bot", "bot", "bot", "open", "kick"))
        self._own(messages.SetSeat, self.rng.randrange(6), to, self.rng.choice(("easy", "medium")))

    def _take_seat(self) -> None:
        self.party.ask(self._any(), messages.TakeSeat, self.rng.randrange(4))

    def _wait(self) -> None:
        self.party.wait(self.rng.choice((1, 10, 35, 70)))

    def _own(self, request: Any, *words: Any) -> None:
        if self.owner in self.here:
            self.party.ask(self.owner, request, *words)
        else:
            self.owner = self.party.owner()
            self.here.append(self.owner)

    def _any(self) -> int:
        return self.rng.choice(self.here) if self.here else self._owners()

    def _owners(self) -> int:
        self.owner = self.party.owner()
        self.here.append(self.owner)
        return self.owner

    def _seated(self) -> list[int]:
        return [peer for peer in self.here if peer not in self.party.closed and peer in self.party.views]
