"""What happens in a run, drawn from its seed: the table, who comes, and how much goes wrong."""

from dataclasses import dataclass
from random import Random
from typing import get_args

from sixqp_protocol.facts import Rules, Variant
from sixqp_protocol.keys import Key
from sixqp_protocol.messages import Settings
from sixqp_tui.host.commands import Setup

OWNER = Key.unsigned(b"owner".ljust(32, b"."))
TABLE = "1a2b3c4d"
VARIANTS: tuple[Variant, ...] = get_args(Variant)


@dataclass(frozen=True, slots=True)
class Scenario:
    """One run.

    Rates are chances: `crash` a step of the table's process, `stop` a second that it is ended in order,
    `cut` a second of a connection, `whim` a second of a person; `full` is how often a second the disk begins to
    refuse. `chunk` facts travel in one message, `pace` seconds of thought take a person's decision, `delay` seconds
    a message. From second `calm` on nothing goes wrong any more.
    """

    setup: Setup
    people: int
    watchers: int
    games: int
    chunk: int
    pace: float
    delay: float
    crash: float
    stop: float
    cut: float
    full: float
    whim: float
    calm: float

    @property
    def owned(self) -> bool:
        return self.setup.autostart is None


def draw_scenario(rng: Random) -> Scenario:
    """The scenario that these lots make."""
    players = min(10, 2 + int(rng.expovariate(0.6)))
    people = rng.randint(1, players)
    owned = rng.random() < 0.85
    variant, seats = rng.choice(VARIANTS), min(10, players + rng.randint(0, 2))
    timer, more = rng.choice((None, None, 5, 10, 30)), Random(rng.getrandbits(32))
    rounds = more.choice((2, 2, 3)) if players <= 4 and more.random() < 0.4 else 1
    pause = more.choice((0, 8, 60, None)) if rounds > 1 else 0
    settings = Settings(Rules(variant, None, rounds=rounds), seats, timer, pause=pause)
    setup = Setup(
        TABLE,
        "Simulated",
        settings,
        bots=players - people,
        level="easy",
        expected=("Cid", "Ann") if rng.random() < 0.2 else (),
        owner=OWNER.public if owned else None,
        owner_name="Olga",
        autostart=None if owned else players,
    )
    pace = rng.choice((0.1, 0.5, 2.0))
    gentle = rng.random() < 0.1
    return Scenario(
        setup=setup,
        people=people,
        watchers=rng.choice((0, 0, 1, 2)),
        games=rng.choice((1, 1, 1, 2)),
        chunk=rng.choice((1, 7, 30, 400)),
        pace=pace,
        delay=rng.choice((0.001, 0.05, 0.5)),
        crash=0.0 if gentle else rng.choice((0.0, 0.0003, 0.0015)),
        stop=0.0 if gentle else rng.choice((0.0, 0.02, 0.05)),
        cut=0.0 if gentle else rng.choice((0.0, 0.02, 0.1)),
        full=0.0 if gentle else rng.choice((0.0, 0.0, 0.05, 0.1)),
        whim=rng.choice((0.02, 0.2, 0.5)),
        calm=3.0 + pace * rng.choice((10, 25, 40)),
    )
