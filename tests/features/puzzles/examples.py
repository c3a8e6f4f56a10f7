"""Five puzzles to try with, and progress that is kept nowhere."""

from collections.abc import Generator
from threading import Semaphore

import msgspec
from support.games import EVENING

from sixqp_tui.features.puzzles import words
from sixqp_tui.features.puzzles.own_puzzle_search import OwnPuzzleSearch, Searched
from sixqp_tui.features.puzzles.own_puzzles import Origin
from sixqp_tui.features.puzzles.progress import PuzzleProgress
from sixqp_tui.features.puzzles.puzzle import Puzzle, Strength, Theme
from sixqp_tui.features.puzzles.series import Change, Kept, OpenSeries, PuzzleSeries, Today
from sixqp_tui.joining.failure import Failure

TODAY = Today("2026-11-22", 739_942, ("2026-11-22", "2026-11-21"))
_TEXTS = (
    '{"theme":"sixth card","strength":2,"more":[44,40,37,0,42,40],"position":{"variant":"classic","players":6'
    ',"seat":2,"hand":[8,9,39,43,50,54,76,87,96,100],"rows":[23,45,88,19],"turns":[[89,30,100,21,93,24],[48,8'
    '3,8,31,101,77],[28,84,39,13,34,16],[66,49,54,53,37,40]],"taken":[3]}}',
    '{"theme":"draft","strength":1,"more":[0,45],"position":{"variant":"draft","players":6,"seat":4,"picks":['
    "17,11,64,20,22,63,50,30,62,13,52,61,27,16,60,43,56,59,8,21,58,39,14,57,29,4,55,7,23,54,53,45,51,19,42,49"
    ',41,28,48,15,25,47,12,18,46,36,40,44,5,10,38,6,1,37,34,35,33,31,32,26],"turns":[[12,18,33,13,40,26],[8,4'
    ",38,6,1,37],[17,11,64,7,22,44],[41,16,46,39,42,47],[5,21,48,15,14,49],[50,30,51,19,52,54],[29,45,55,20,2"
    '3,57],[34,28,58,31,25,59]],"taken":[2,1,3]}}',
    '{"theme":"tactic","strength":3,"more":[28,0],"position":{"variant":"tactic","players":6,"seat":4,"hand":'
    '[10,33,35,38,41,49,50,51,52,54],"rows":[32,58,34,2],"turns":[[9,4,60,37,50,12],[13,61,63,64,10,22],[11,2'
    "3,14,25,52,53],[28,26,31,16,49,62],[55,17,59,57,54,30],[42,36,45,44,33,40],[47,46,21,56,38,3],[27,39,6,2"
    '9,35,43]],"taken":[0,2,3]}}',
    '{"theme":"last three","strength":2,"more":[0,29,27],"position":{"variant":"classic","players":6,"seat":2'
    ',"hand":[1,16,25,29,61,68,78,82,96,100],"rows":[36,57,5,17],"turns":[[94,21,61,59,7,6],[12,95,25,22,39,4'
    '2],[60,26,16,44,18,48],[19,75,68,65,66,64],[9,87,78,91,84,88],[8,14,29,11,102,28],[27,51,82,15,67,63]],"'
    'taken":[0,0]}}',
    '{"theme":"tactic","strength":1,"more":[28,0],"position":{"variant":"tactic","players":4,"seat":1,"hand":'
    '[2,3,9,10,13,21,23,30,33,44],"rows":[35,24,37,22],"turns":[[43,2,25,26],[19,21,12,27],[18,30,8,29],[34,3'
    ',39,11],[32,33,20,40],[17,13,41,42],[7,9,36,4],[6,10,38,14]],"taken":[1,0,3,2,0]}}',
)
PUZZLES = tuple(msgspec.json.decode(text, type=Puzzle) for text in _TEXTS)
"""One about a sixth card, of six players, and four others: the first is the last that a day asks for."""


class Memory:
    """Progress that is kept nowhere."""

    def __init__(self, progress: PuzzleProgress | None = None) -> None:
        self.progress = progress or PuzzleProgress()

    def change(self, change: Change) -> None:
        self.progress = change(self.progress)

    @property
    def kept(self) -> Kept:
        return Kept(lambda: self.progress, self.change)


def series_of(
    memory: Memory | None = None, puzzles: tuple[Puzzle, ...] = PUZZLES, *, endless: bool = False
) -> PuzzleSeries:
    return PuzzleSeries(puzzles, TODAY, (memory or Memory()).kept, seed="a", endless=endless)


def own_series(memory: Memory | None = None, own: int = 2) -> PuzzleSeries:
    """The first puzzle, from a game of the player's own, who sat in this seat."""
    names = ("Hal", "Camille", "Zoé", "Émile", "Bob", "Jo")
    origins = {PUZZLES[0].id: Origin(EVENING, names, own, round=3, turn=5, laid=43)}
    return PuzzleSeries(PUZZLES[:1], TODAY, (memory or Memory()).kept, seed="a", endless=True, origins=origins)


class HeldSearch(OwnPuzzleSearch):
    """A search that comes on when a test lets it, and has found `series` in the end; None is nothing."""

    def __init__(self, series: PuzzleSeries | None, *steps: Searched) -> None:
        self._series, self._steps = series, steps
        self._may = Semaphore(0)

    def go_on(self, steps: int = 1) -> None:
        """Do this many steps more; behind the last comes the end."""
        self._may.release(steps)

    def examine(self) -> Generator[Searched, None, None]:
        for step in self._steps:
            yield step
            self._may.acquire()

    def open(self, theme: Theme | None = None, strength: Strength | None = None) -> OpenSeries:
        if self._series is None:
            raise Failure(words.none_of_own(7))
        return OpenSeries(self._series)


def best_of(puzzle: Puzzle) -> int:
    return puzzle.position.view().hand[puzzle.more.index(0)]


def worst_of(puzzle: Puzzle) -> int:
    return puzzle.position.view().hand[puzzle.more.index(max(puzzle.more))]
