"""Persons: who has proved which key holds which seat, and everybody may know it."""

from base64 import b64encode
from typing import Any

import pytest
from host.party import OWNER, Open, Party
from host.test_resume import resumed
from host.test_room_code import Locked
from support.persons import CERTIFICATE, key_of, proof

from sixqp_protocol.messages import CodeWanted, Goodbye, Leave, SetSeat, Settings, Start, TakeSeat, Welcome
from sixqp_protocol.refusals import Farewell
from sixqp_tui.host.admission import handshake
from sixqp_tui.host.commands import Sitter
from sixqp_tui.host.durability.journal_codec import CannotRead, Opening, decoded, encoded

OLGA, ANN, BOB = (key_of(name).id for name in ("Olga", "Ann", "Bob"))


@pytest.fixture
def party() -> Party:
    return Party(certificate=CERTIFICATE)


def owner(party: Party) -> int:
    return party.known("Olga", token=OWNER)


def playing(party: Party) -> tuple[int, int]:
    """Olga and Ann, who are known, have begun a game."""
    olga, ann = owner(party), party.known("Ann")
    party.ask(olga, Start)
    return olga, ann


def test_everybody_is_told_whose_chair_it_is(party: Party) -> None:
    olga, ann = owner(party), party.known("Ann")
    party.ask(olga, SetSeat, 2, "bot")
    namesake, wim = party.known("Ann", as_="Bob"), party.known("Wim", role="watcher")
    for reader in (olga, ann, namesake, wim):
        assert party.persons(reader) == [OLGA, ANN, None, BOB]


def test_a_wrong_proof_or_one_for_another_table_is_ignored(party: Party) -> None:
    """A relay shows a certificate of its own, so what it passes on was made for that."""
    client = b"a client of Eve."
    shown: list[dict[str, Any]] = [
        proof("Ann", client, certificate=bytes(32)),
        proof("Ann", b"a client of Ann."),
        {**proof("Eve", client), "person": key_of("Ann").public},
        {"person": key_of("Ann").public},
        {"person_proof": proof("Ann", client)["person_proof"]},
        {},
    ]
    for hello in shown:
        eve = party.join("Ann", client=client, **hello)
        assert party.has(eve, Welcome) and set(party.persons(eve)) == {None}
        party.ask(eve, Leave)


def test_the_id_stays_while_its_holder_is_away_or_replaced_by_a_bot(party: Party) -> None:
    olga, ann = playing(party)
    party.lose(ann)
    assert party.persons(olga) == [OLGA, ANN]
    back = party.known("Ann", token=party.token(ann))
    party.ask(back, Leave)
    assert party.persons(olga) == [OLGA, ANN] and party.news(olga).seats[1].level


def test_the_id_is_dropped_when_its_holder_loses_the_seat(party: Party) -> None:
    olga, _ann = playing(party)
    party.ask(olga, SetSeat, 1, "kick")
    assert party.persons(olga) == [OLGA, None]
    wim = party.known("Wim", as_="Bob", role="watcher")
    party.ask(wim, TakeSeat, 1)
    assert party.persons(olga) == party.persons(wim) == [OLGA, BOB]


def test_the_newest_hello_counts_and_is_written_only_if_it_differs(party: Party) -> None:
    olga, ann = playing(party)
    written = len(party.journal)
    again = party.known("Ann", token=party.token(ann))
    assert len(party.journal) == written
    unknown = party.back(again)
    assert party.persons(olga) == [OLGA, None] and len(party.journal) == written + 1
    party.known("Ann", as_="Bob", token=party.token(unknown))
    assert party.persons(olga) == [OLGA, BOB]


def test_ids_survive_a_restart_and_the_journal_holds_no_proof(party: Party) -> None:
    olga, _ann = owner(party), party.known("Ann")
    party.ask(olga, SetSeat, 2, "bot")
    party.ask(olga, Start)
    party.ask(party.known("Wim", as_="Bob", role="watcher"), TakeSeat, 2)
    again = resumed(party)
    wim = again.join("Wim", role="watcher", client=b"w" * 16)
    assert again.persons(wim) == [OLGA, ANN, BOB]
    text = b"".join(map(encoded, party.journal))
    assert b64encode(ANN) in text
    assert b64encode(key_of("Ann").public) not in text and b'"person_proof":"' not in text


def test_a_journal_with_an_id_of_wrong_length_is_rejected(party: Party) -> None:
    owner(party)
    kept = encoded(party.journal[-1])
    assert decoded(kept) == party.journal[-1]
    with pytest.raises(CannotRead):
        decoded(kept.replace(b64encode(OLGA), b64encode(OLGA + b"x")))


@pytest.mark.slow
def test_a_strangers_proof_is_verified_only_after_all_cheaper_checks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[bytes] = []
    monkeypatch.setattr(handshake, "proved_id", lambda *words: asked.append(words[-1]))
    locked = Locked()
    eve = locked.known("Eve")
    assert locked.has(eve, CodeWanted) and not asked
    locked.give(eve)
    assert locked.has(eve, Welcome) and len(asked) == 1
    party = Party(certificate=CERTIFICATE, settings=Settings(seats=10))
    for hello in ({"version": 2}, {"table": "another"}, {"token": b"x" * 16, "version": 3}):
        assert party.has(party.known("Eve", **hello), Goodbye)
    assert len(asked) == 1
    watchers = [party.known("Eve", role="watcher", address="192.0.2.7") for _ in range(50)]
    turned_away = [peer for peer in watchers if party.has(peer, Goodbye)]
    busy = [peer for peer in turned_away if party.last(peer, Goodbye).code is Farewell.RESTART]
    assert busy and len(asked) <= 1 + len(watchers) - len(busy)


def test_in_one_process_the_setup_says_who_sits_where(table: Open) -> None:
    party = table(owner_person=OLGA, sitters=(Sitter("Ann", token=b"a" * 16, person=ANN), Sitter("Hal")))
    olga = party.owner()
    party.join("Ann", token=b"a" * 16)
    assert party.persons(olga) == [OLGA, ANN, None]
    kept = Opening(party.setup.bare(), at=0)
    assert (
        decoded(encoded(kept)) == kept and kept.setup.owner_person == OLGA and kept.setup.sitters[0].person == ANN
    )
