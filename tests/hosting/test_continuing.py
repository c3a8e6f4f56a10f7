"""A table that goes on at a player's machine: what stays, what is dealt again, and what the others check."""

from collections.abc import AsyncIterator, Iterable
from random import Random

import pytest
from msgspec.structs import replace
from support.conversations import conversation
from support.keys import key_of
from support.machines import Machine, announced, begun, continued, first_table, go, go_all, pin_of

from sixqp_protocol.facts import DraftOpened, HandDealt, Variant
from sixqp_protocol.keys import continue_text
from sixqp_protocol.messages import Leave, SeatNews, SetSeat, Start
from sixqp_protocol.refusals import Farewell
from sixqp_tui.client.continuing import differences, evening_of, may_continue, moved
from sixqp_tui.client.conversation import Conversation
from sixqp_tui.client.events import Moved
from sixqp_tui.discovery.table_list import FoundTable
from sixqp_tui.engine.open_hands import finished_rounds
from sixqp_tui.host.commands import Setup, decoded, encoded
from sixqp_tui.hosting import continuing
from sixqp_tui.hosting.journal import ContinuedElsewhere
from sixqp_tui.store.journal_store import TableHeader


def in_round(number: int, **table: object) -> tuple[Machine, list[Conversation]]:
    """The first table with some turns of this round played."""
    first, ends = begun(**table)
    first.play(*ends, turns=10 * (number - 1) + 4)
    return first, ends


def differs(end: Conversation, there: Conversation, at: str = "Bob") -> tuple[str, ...]:
    return differences(end.state, there.state, pin_of(at))


@pytest.mark.parametrize("variant", ["classic", "tactic", "draft"])
@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_game_goes_on_from_its_last_finished_round(number: int, variant: Variant) -> None:
    _, (ann, bob, cleo, *_bots) = in_round(number, variant=variant, bots=1 if number == 2 else 0)
    before = bob.state
    table = continued(bob)
    here = go_all(table, [bob, cleo, ann])
    for end, visitor in zip((bob, cleo, ann), here, strict=True):
        assert differs(end, visitor) == ()
        assert visitor.state.welcome and visitor.state.welcome.title == "Friday"
        assert visitor.state.news and before.news and visitor.state.news.you == end.state.news.you  # type: ignore[union-attr]
        assert visitor.state.news.settings == before.news.settings
        assert finished_rounds(visitor.state.history) == finished_rounds(end.state.history)
        assert visitor.state.view.table.totals == before.view.table.totals
    assert [seat.name for seat in seats_at(here[0]) if seat.owner] == ["Bob"]
    assert moved(before, here[0].state) == Moved("Bob", number, ())
    assert here[0].state.view.table.round == number  # all are back, so it is dealt at once
    table.play(*here, *table.connect_bots())
    ended = here[1].state
    assert ended.view.table.ended == "rounds" and len(ended.view.table.scores) == 3
    assert [line.rounds for line in ended.tally] == [3] * len(ended.tally)
    assert sum(line.heads for line in ended.tally) == sum(ended.view.table.totals)
    assert [line.games for line in ended.tally] == [1] * len(ended.tally)


def test_another_round_is_dealt_from_another_seed_and_the_draft_goes_round() -> None:
    _, (_, bob, _) = in_round(2, variant="draft")
    table = continued(bob)
    here = go_all(table, [bob, *in_round(2, variant="draft")[1][2:]])
    table.wait(10)
    openings = [fact.first for fact in here[0].state.history if isinstance(fact, DraftOpened)]
    assert openings[1] == (openings[0] + 1) % 3
    _, (_, bob, cleo) = in_round(2)
    dealt = [fact.cards for fact in bob.state.history if isinstance(fact, HandDealt)]
    table = continued(bob)
    here = go_all(table, [bob, cleo])
    table.wait(10)
    again = [fact.cards for fact in here[0].state.history if isinstance(fact, HandDealt)]
    assert again[0] == dealt[0] and again[1] != dealt[1]


def test_a_table_where_a_bot_has_the_own_seat_differs() -> None:
    _, (_ann, bob, cleo) = in_round(2)
    (here,) = go_all(continued(bob), [cleo])
    news = here.state.news
    assert news and news.you is not None and differs(cleo, here) == ()
    bot = SeatNews("Cleo", "bot", True, level="easy")
    seats = tuple(bot if at == news.you else seat for at, seat in enumerate(news.seats))
    given_away = replace(here.state, news=replace(news, you=None, seats=seats))
    assert differences(cleo.state, given_away, pin_of("Bob")) == ("seats",)


def test_between_games_the_lobby_goes_on_with_the_last_result() -> None:
    first, ends = begun(rounds=1)
    first.play(*ends)
    _ann, bob, cleo = ends
    table = continued(bob)
    here = go_all(table, [bob, cleo])
    assert [differs(end, visitor) for end, visitor in zip((bob, cleo), here, strict=True)] == [(), ()]
    assert table.room.state.phase == "lobby" and here[1].state.tally == ends[2].state.tally
    table.ask(here[0], Start())
    assert here[1].state.game == 2
    before, ends = first_table()
    table = continued(ends[1])
    here = go_all(table, ends[1:])
    assert table.room.state.phase == "lobby" and differs(ends[2], here[1]) == () and before.room.state.play is None


def test_the_next_round_waits_ten_seconds_for_programs_that_were_here_and_not_for_the_old_host() -> None:
    _, (_, bob, cleo) = in_round(2)
    table = continued(bob)
    here = go_all(table, [bob])
    assert here[0].state.news and here[0].state.news.waiting_for == (2,) and not here[0].state.news.still
    assert here[0].state.news.milliseconds_left == 10_000
    table.wait(9.9)
    assert here[0].state.view.table.round == 1
    here += go_all(table, [cleo])
    assert here[1].state.view.table.round == 2


def test_alone_nothing_is_dealt_after_ten_seconds_until_somebody_comes() -> None:
    _, (ann, bob, _cleo) = in_round(2)
    table = continued(bob)
    (here,) = go_all(table, [bob])
    table.wait(60)
    assert here.state.news and here.state.news.still and here.state.view.table.round == 1
    go(table, ann)
    table.wait(0.1)
    assert here.state.view.table.round == 2


def test_a_chair_to_which_nobody_has_come_back_counts_as_long_away() -> None:
    _, (_ann, bob, cleo) = in_round(2, timer=90)
    table = continued(bob)
    here = go_all(table, [bob, cleo])
    table.play(*here, turns=19)
    assert len(here[0].state.view.table.scores) == 1 and here[0].state.view.table.turn == 10
    assert table.now < 10  # Ann's stand-in decides as soon as the others have


def test_whoever_left_is_played_by_a_bot_at_the_next_table_too() -> None:
    first, (_ann, bob, cleo) = in_round(2)
    first.ask(cleo, Leave())
    table = continued(bob)
    (here,) = go_all(table, [bob])
    assert here.state.news and (here.state.news.seats[2].level, here.state.news.seats[2].here) == ("medium", False)
    assert differs(bob, here) == ()
    back = go(table, cleo)
    assert back.state.welcome and back.state.welcome.seat == 2


def test_a_table_can_be_continued_again_and_stays_one_evening() -> None:
    _, (ann, bob, cleo) = in_round(2)
    second = continued(bob)
    here = go_all(second, [bob, cleo])
    second.play(*here, turns=23)
    third = continued(here[1])
    (last, again) = go_all(third, [here[1], here[0]])
    assert evening_of(last.state) == "1a2b3c4d" and differs(here[0], again, "Cleo") == ()
    assert len(last.state.view.table.scores) == 2 and third.setup.table not in ("1a2b3c4d", second.setup.table)
    lost = go(third, ann)
    assert differs(ann, lost, "Cleo") == ("round",)  # she has seen another second round begin


def test_the_journal_of_a_continued_table_opens_it_again() -> None:
    _, (_ann, bob, cleo) = in_round(2)
    table = continued(bob)
    here = go_all(table, [bob, cleo])
    table.play(*here, turns=14)
    again = decoded(encoded(table.setup))
    assert isinstance(again, Setup) and again == table.setup
    machine = Machine("Bob", again)
    machine.room.resume(tuple(table.journal), 0.0)
    assert machine.room.view(None) == table.room.view(None)


# -- what a program may continue, and what it follows ----------------------------------------------


def test_only_a_program_with_a_seat_and_the_whole_game_may_continue() -> None:
    first, (ann, bob, _) = in_round(2)
    assert may_continue(ann.state) and may_continue(bob.state)
    watcher = Conversation(replace(conversation("Wim").identity, role="watcher"), "test")
    first.connect(watcher)
    assert watcher.state.caught_up and not may_continue(watcher.state)
    assert not may_continue(conversation("Eve").state)
    news = bob.state.news
    assert news and news.you is not None
    seats = list(news.seats)
    seats[news.you] = replace(seats[news.you], way="page")
    assert not may_continue(replace(bob.state, news=replace(news, seats=tuple(seats))))
    assert not may_continue(replace(bob.state, caught_up=False))


def played(seed: int, turns: int) -> tuple[Machine, list[Conversation]]:
    """A table whose players choose by this seed, up to this turn."""
    table, ends = begun()
    table.play(*ends, turns=turns, rng=Random(seed))
    return table, ends


@pytest.mark.parametrize(
    ("lied", "known", "found"),
    [
        (24, 14, ("rounds",)),  # another round than the first one
        (4, 14, ("rounds",)),  # the first round is missing
        (24, 4, ("round",)),  # the first round ended otherwise than it began
        (3, 4, ()),  # nothing was finished
    ],
)
def test_a_liar_about_rounds_is_caught_by_those_who_saw_them(lied: int, known: int, found: tuple[str, ...]) -> None:
    _, (_, _, cleo) = played(1, known)
    _, (_, liar, _) = played(2, lied)
    assert differs(cleo, go(continued(liar), cleo)) == found


def test_who_saw_less_of_a_round_than_the_new_host_believes_how_it_ended() -> None:
    first, ends = played(1, 14)
    _ann, bob, cleo = ends
    before = cleo.state
    first.play(*ends, turns=24, rng=Random(1))
    assert differences(before, go(continued(bob), cleo).state, pin_of("Bob")) == ()
    assert moved(before, go(continued(bob), cleo).state).void == 0


def test_who_saw_more_rounds_is_told_which_are_missing() -> None:
    first, (ann, bob, cleo) = played(1, 14)
    before = bob.state
    first.play(ann, bob, cleo, turns=24, rng=Random(1))
    bob.state = before
    there = go(continued(bob), cleo)
    assert differs(cleo, there) == ("rounds",) and moved(cleo.state, there.state) == Moved("Bob", 0, (2,))


def test_seats_that_have_changed_hands_are_noticed() -> None:
    _, (_, bob, cleo, dan) = in_round(2, people=4)
    news = bob.state.news
    assert news
    ann, own, cleos, dans = news.seats
    bob.state = replace(bob.state, news=replace(news, seats=(cleos, own, ann, dans)))
    there = continued(bob)
    for witness in (cleo, dan):
        assert "seats" in differs(witness, go(there, witness))


def test_bots_may_come_and_go() -> None:
    first, (ann, bob, cleo) = first_table()
    first.ask(ann, SetSeat(seat=3, to="bot"))
    known = cleo.state
    first.ask(ann, SetSeat(seat=3, to="open"))
    dan = conversation("Dan")
    first.connect(dan)
    assert differences(known, go(continued(bob), cleo).state, pin_of("Bob")) == ()


@pytest.mark.parametrize("forged", ["stranger", "signature", "table", "evening", "certificate", "none"])
def test_what_isnt_signed_by_a_players_key_for_this_table_proves_nothing(forged: str) -> None:
    _, (_, bob, cleo) = in_round(2)
    there = go(continued(bob), cleo)
    welcome = there.state.welcome
    assert welcome and welcome.continues
    proof, pin = welcome.continues, pin_of("Bob")
    if forged == "stranger":
        text = continue_text(proof.evening, welcome.table, pin)
        proof = replace(proof, key=key_of("Zoe").public, signature=key_of("Zoe").sign(text))
    elif forged == "signature":
        proof = replace(proof, signature=bytes(64))
    elif forged == "table":
        proof = replace(proof, signature=key_of("Bob").sign(continue_text(proof.evening, "0ld0ld", pin)))
    elif forged == "evening":
        proof = replace(proof, evening="another")
    elif forged == "certificate":
        pin = pin_of("Zoe")
    there.state = replace(there.state, welcome=replace(welcome, continues=None if forged == "none" else proof))
    assert differences(cleo.state, there.state, pin) == ("proof",)


# -- guests of gateways ------------------------------------------------------------------------------


def test_a_guest_of_a_gateway_takes_the_chair_that_is_reserved_under_their_name() -> None:
    first, ends = first_table()
    pia = conversation("Pia")
    first.connect(pia, way="page")
    first.ask(ends[0], Start())
    first.play(*ends, pia, turns=13)
    table = continued(ends[1])
    here = go_all(table, ends[1:])
    assert [seat.reserved for seat in seats_at(here[0])] == [False, False, False, True]
    stranger = renamed("a program called Pia")
    table.connect(stranger)
    assert stranger.state.welcome is None
    guest, impostor = renamed("Pia at Bob's gateway"), renamed("an impostor")
    table.connect(guest, way="page")
    assert guest.state.welcome and guest.state.welcome.seat == 3 and not seats_at(here[0])[3].reserved
    table.connect(impostor, way="page")
    assert impostor.state.welcome is None
    table.ask(here[0], SetSeat(seat=3, to="kick"))
    assert (seats_at(here[0])[3].name, seats_at(here[0])[3].reserved) == ("Pia", True)
    assert guest.state.news and table.over[4].over is Farewell.KICKED
    table.play(*here, turns=15)
    again = renamed("Pia's other phone")
    table.connect(again, "192.0.2.8", way="page")
    assert again.state.welcome and again.state.welcome.seat == 3


def renamed(key: str) -> Conversation:
    """Somebody who says that they are Pia."""
    return Conversation(replace(conversation("Pia").identity, key=key_of(key)), "test")


def seats_at(end: Conversation) -> tuple[SeatNews, ...]:
    assert end.state.news
    return end.state.news.seats


# -- before a table is resumed -----------------------------------------------------------------------

PROGRAMS = frozenset(key_of(name).public for name in ("Ann", "Bob", "Cleo"))


class FakeBrowser:
    def __init__(self, *tables: FoundTable) -> None:
        self.tables = tables

    async def __aenter__(self) -> "FakeBrowser":
        return self

    async def __aexit__(self, *_error: object) -> None: ...

    async def changes(self) -> AsyncIterator[Iterable[FoundTable]]:
        yield self.tables


def continuation() -> FoundTable:
    """Bob's table, which continues Ann's."""
    return announced(continued(begun()[1][1]), ("192.168.1.9", 4667))


def kept(evening: str = "1a2b3c4d", programs: frozenset[bytes] = PROGRAMS) -> TableHeader:
    return TableHeader("1a2b3c4d", "Friday", "Ann", 1, evening=evening, programs=programs)


async def test_a_table_that_a_player_continues_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(continuing, "create_browser", lambda: FakeBrowser(continuation()))
    with pytest.raises(ContinuedElsewhere, match=r'goes on at a player.*sixqp join "Friday"') as found:
        await continuing.demand_alone(kept())
    assert (found.value.table, found.value.target) == ("1a2b3c4d", "192.168.1.9:4667")


@pytest.mark.parametrize("table", [kept(evening="another"), kept(programs=frozenset({key_of("Zoe").public}))])
async def test_nobody_elses_table_keeps_one_from_being_resumed(
    monkeypatch: pytest.MonkeyPatch, table: TableHeader
) -> None:
    monkeypatch.setattr(continuing, "create_browser", lambda: FakeBrowser(continuation()))
    await continuing.demand_alone(table)
