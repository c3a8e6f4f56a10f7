"""Whose seat is whose: by the guest's ssh key, else by the word that their screen has shown. Never by a name."""

from collections.abc import Callable, Container
from hmac import compare_digest

from sixqp_protocol.room_code import code_of, draw_code
from sixqp_tui.gateways.ssh.guest_seats import GuestSeat, GuestSeats


class SeatBook:
    """The seats of a table's guests by ssh. `draw` gives random bytes."""

    def __init__(self, kept: GuestSeats, draw: Callable[[int], bytes]) -> None:
        self._kept, self._draw = kept, draw

    def of_key(self, key: str, name: str, busy: Container[bytes]) -> GuestSeat | None:
        """The seat of whoever has this key: the one under this name, else one whose guest is not here.

        `busy` are the tokens of the seats whose guests are here: a second name with one key is a second person.
        """
        own = [seat for seat in self._kept.seats if key and seat.key == key]
        named = (seat for seat in own if _same(seat.name, name))
        free = (seat for seat in reversed(own) if seat.token not in busy)
        return next(named, None) or next(free, None)

    def asks_word(self, name: str) -> bool:
        return any(not seat.key and _same(seat.name, name) for seat in self._kept.seats)

    def of_word(self, typed: str) -> GuestSeat | None:
        """The seat to which this word leads, whatever name its guest logs in with."""
        word = code_of(typed) or ""
        found = None
        for seat in self._kept.seats:
            if not seat.key and seat.word and compare_digest(seat.word, word):
                found = seat
        return found

    def new_word(self) -> str:
        return draw_code(self._draw)

    def remember(self, seat: GuestSeat) -> None:
        """Keep this seat for its guest. Raises OSError; then it counts until the gateway ends."""
        if seat not in self._kept.seats:
            self._kept.remember(seat)


def _same(one: str, other: str) -> bool:
    return one.casefold() == other.casefold()
