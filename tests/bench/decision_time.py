"""How long a decision of the hard level takes: `python tests/bench/decision_time.py [ROUNDS]`.

For the table of ten in the draft and in the classic game, and for four players: this many rounds in which a
hard bot sits beside quick ones, and the median, the 99th percentile and the maximum of its decisions, in
milliseconds.
Time is that of the process, for the bot's own limit too: what others do on this machine doesn't count.
"""

import sys
from collections.abc import Callable
from random import Random
from statistics import median, quantiles
from time import process_time

from sixqp_protocol.facts import Variant
from sixqp_tui.bots.bot import THINKING_SECONDS, Bot, create_bot
from sixqp_tui.bots.search.budget import seconds
from sixqp_tui.engine.view import View
from tools.arena import play_round

TABLES: tuple[tuple[Variant, int], ...] = (("draft", 10), ("classic", 10), ("classic", 4))


class Timed:
    """A bot whose decisions are timed, in milliseconds."""

    thinks = True

    def __init__(self, bot: Bot, taken: list[float]) -> None:
        self._bot, self._taken = bot, taken

    def card(self, view: View) -> int:
        return self._time(self._bot.card, view)

    def row(self, view: View) -> int:
        return self._time(self._bot.row, view)

    def draft(self, view: View) -> int:
        return self._time(self._bot.draft, view)

    def _time(self, choose: Callable[[View], int], view: View) -> int:
        began = process_time()
        chosen = choose(view)
        self._taken.append(1000 * (process_time() - began))
        return chosen


def decisions(variant: Variant, players: int, rounds: int) -> list[float]:
    """The milliseconds of each decision of the first seat."""
    taken: list[float] = []
    for number in range(rounds):
        bot = create_bot("hard", Random(number), seconds(THINKING_SECONDS, process_time))
        others = [create_bot("easy", Random(f"{number} {seat}")) for seat in range(1, players)]
        play_round([Timed(bot, taken), *others], variant, f"time {number}")
    return taken


def main() -> None:
    """Print the figures."""
    rounds = int(sys.argv[1]) if sys.argv[1:] else 10
    for variant, players in TABLES:
        taken = decisions(variant, players, rounds)
        print(
            f"{variant} of {players}: {len(taken)} decisions, median {median(taken):.0f} ms,"
            f" p99 {quantiles(taken, n=100, method='inclusive')[98]:.0f} ms, most {max(taken):.0f} ms",
            flush=True,
        )


if __name__ == "__main__":
    main()
