"""Real reviews of games that are over, kept as data: looking into a game takes seconds.

`python tests/features/review/kept_reviews.py` makes them again, which what they are shown as then follows.
"""

import gzip
import sys
from functools import lru_cache
from pathlib import Path
from threading import Event
from typing import Literal

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from support.games import recorded

from sixqp_protocol.facts import Variant
from sixqp_tui.analysis.result import Review, decode_review, encode_review
from sixqp_tui.features.history.record import GameRecord, Player
from sixqp_tui.features.review.review import review_game
from sixqp_tui.joining.background import OnProgress

FOLDER = Path(__file__).with_name("reviews")
NAMES = ("Camille", "Zoé", "Bob", "Hal", "Émile", "Frida", "Gus", "Ida", "Jo", "Maximilien le Be")
Kept = Literal["classic", "ten", "draft"]
GAMES: dict[Kept, tuple[Variant, int, int]] = {
    "classic": ("classic", 4, 4),
    "ten": ("classic", 10, 2),
    "draft": ("draft", 3, 2),
}
"""Variant, players and rounds of each."""


@lru_cache
def game(kept: Kept) -> GameRecord:
    """The game of this name."""
    variant, players, rounds = GAMES[kept]
    who = tuple(Player(name, level="hard" if name == "Hal" else None) for name in NAMES[:players])
    return recorded(variant, players, rounds=rounds, seed="felt", who=who)


@lru_cache
def review(kept: Kept) -> Review:
    return decode_review(gzip.decompress((FOLDER / f"{kept}.json.gz").read_bytes()))


class HeldReview:
    """Makes the review of the classic game: 54 of its 135 parts, and the others when a test lets it go on."""

    def __init__(self) -> None:
        self.may_go_on, self.ended = Event(), Event()
        """`ended`: all is done, or the work was stopped."""

    def __call__(self, _record: GameRecord, on_progress: OnProgress) -> Review:
        found = review("classic")
        try:
            for done in (54, found.tasks):
                on_progress(done, found.tasks)
                self.may_go_on.wait()
        finally:
            self.ended.set()
        return found


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for each in GAMES:
        found = encode_review(review_game(game(each).facts, 100))
        (FOLDER / f"{each}.json.gz").write_bytes(gzip.compress(found, mtime=0))
