"""A table that goes on at a player's machine, as far as the others can check it (`SPEC.md`, Continuing). No I/O."""

from typing import Literal

from sixqp_protocol.facts import AnyFact, CardChosen, CardLaid, ChoiceTakenBack, StoodIn
from sixqp_protocol.keys import continue_text, is_signed
from sixqp_protocol.messages import Continuation, RoomNews, SeatNews
from sixqp_tui.client.events import Moved
from sixqp_tui.client.session_state import SessionState
from sixqp_tui.engine.open_hands import finished_rounds

Difference = Literal["proof", "seats", "rounds", "round"]
"""The table isn't proved to continue this one, seats have other keys, a finished round is missing or another one,
or the current round ended otherwise than its beginning was seen.
"""
_UNSETTLED = CardLaid | CardChosen | ChoiceTakenBack | StoodIn


def evening_of(state: SessionState) -> str:
    """The id of this evening's first table."""
    welcome = state.welcome
    return (welcome.continues.evening if welcome.continues else welcome.table) if welcome else ""


def is_program(seat: SeatNews) -> bool:
    """Whether somebody's own program has this seat, so that it may continue the table."""
    return seat.occupant == "person" and seat.key is not None and seat.way is None


def programs(news: RoomNews) -> set[bytes]:
    """The keys with which a table may be continued."""
    return {seat.key for seat in news.seats if seat.key and is_program(seat)}


def may_continue(state: SessionState) -> bool:
    """Whether this program has a seat, and all that a table goes on from."""
    news = state.news
    own = news.seats[news.you] if news and news.you is not None else None
    return own is not None and is_program(own) and state.caught_up and (state.game == 0 or bool(state.history))


def is_proved(continues: Continuation, table: str, certificate: bytes) -> bool:
    return is_signed(continue_text(continues.evening, table, certificate), continues.key, continues.signature)


def differences(before: SessionState, after: SessionState, certificate: bytes | None) -> tuple[Difference, ...]:
    """What a table differs in from what this program knows of the one before it."""
    welcome, found = after.welcome, list[Difference]()
    continues = welcome.continues if welcome else None
    if welcome is None or continues is None or before.news is None or after.news is None:
        return ("proof",)
    proved = certificate is None or is_proved(continues, welcome.table, certificate)
    if not proved or continues.key not in programs(before.news) or continues.evening != evening_of(before):
        found.append("proof")
    if not _has_same_seats(before.news, after.news):
        found.append("seats")
    ends = finished_rounds(before.history)
    over = before.view.table.ended is not None and not after.history
    if after.game != before.game or not (over or _begins(finished_rounds(after.history), ends)):
        found.append("rounds")
    elif continues.rounds > len(before.view.table.scores) and not _begins(after.history, before.history):
        found.append("round")
    return tuple(found)


def _has_same_seats(before: RoomNews, after: RoomNews) -> bool:
    """Bots may come and go, but no person has another's seat; this program's is exactly its own."""
    own = before.seats[before.you].key if before.you is not None else None
    pairs = zip((seat.key for seat in before.seats), (seat.key for seat in after.seats), strict=False)
    kept = all(was == now or (own not in (was, now) and None in (was, now)) for was, now in pairs)
    return kept and before.you == after.you


def _begins(whole: tuple[AnyFact, ...], beginning: tuple[AnyFact, ...]) -> bool:
    known = _settled(beginning)
    return _settled(whole)[: len(known)] == known


def _settled(facts: tuple[AnyFact, ...]) -> tuple[AnyFact, ...]:
    """Without what may be told in another order, or not at all, once a turn is over."""
    return tuple(fact for fact in facts if not isinstance(fact, _UNSETTLED))


def moved(before: SessionState, after: SessionState) -> Moved:
    """What a player is told who is at the table `after` now."""
    continues = after.welcome.continues if after.welcome else None
    rounds = continues.rounds if continues and continues.game == before.game else 0
    table, finished = before.view.table, len(before.view.table.scores)
    void = table.round if table.in_round and rounds == finished else 0
    return Moved(name_of(continues.key if continues else b"", before), void, tuple(range(rounds + 1, finished + 1)))


def name_of(key: bytes, state: SessionState) -> str:
    """The name of the seat with this key, as this program was last told; empty if there is none."""
    seats = state.news.seats if state.news else ()
    return next((seat.name for seat in seats if seat.key == key), "")
