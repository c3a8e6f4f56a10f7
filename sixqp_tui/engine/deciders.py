"""Who decided the turns of a game: a seat counts for its person only after at least half of them."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from sixqp_protocol.facts import CardChosen, CardLaid, CardsRevealed, ChoiceTakenBack, Fact, GameStarted, StoodIn
from sixqp_protocol.messages import SeatNews


class Deciders:
    """Counts the turns of a game that each seat's person decided, without stand-ins and bots."""

    def __init__(self) -> None:
        self._turns, self._decided = 0, Counter[int]()
        self._for_others = set[int]()
        self._stood_in: int | None = None

    def see(self, facts: Iterable[Fact], is_played: Callable[[int], bool]) -> None:
        """`is_played` tells for which seats a bot decides now."""
        for fact in facts:
            stood_in = self._stood_in
            if not isinstance(fact, CardLaid):
                self._stood_in = fact.seat if isinstance(fact, StoodIn) else None
            match fact:
                case GameStarted():
                    self._turns, self._decided = 0, Counter()
                case CardChosen(seat) if seat == stood_in or is_played(seat):
                    self._for_others.add(seat)
                case ChoiceTakenBack(seat):
                    self._for_others.discard(seat)
                case CardsRevealed(cards):
                    self._turns += 1
                    self._decided.update(seat for seat in range(len(cards)) if seat not in self._for_others)
                    self._for_others.clear()

    def counts(self, seat: int) -> bool:
        return 2 * self._decided[seat] >= self._turns

    def who_counts(self, seats: Sequence[SeatNews]) -> tuple[SeatNews, ...]:
        """The seats, with a bot where a person decided less than half of the turns."""
        return tuple(
            each
            if each.occupant == "bot" or self.counts(seat)
            else SeatNews(each.name, "bot", True, level=each.level or "medium")
            for seat, each in enumerate(seats)
        )
