"""The TXT record of a table: there and back, and nothing hostile comes through."""

from dataclasses import replace

import pytest
from hypothesis import given, strategies as st

from sixqp_tui.discovery.advertisement import (
    Advertisement,
    decode,
    encode,
    instance_name,
    server_name,
    table_id,
)

PIN = "0f" * 32


def wire(record: dict[str, str]) -> dict[bytes, bytes | None]:
    return {key.encode(): value.encode() for key, value in record.items()}


ADVERTS = st.builds(
    Advertisement,
    id=st.from_regex("[0-9a-z]{1,32}", fullmatch=True),
    title=st.text(min_size=1),
    seats_taken=st.integers(0, 10),
    seats=st.just(10),
    state=st.sampled_from(["lobby", "playing"]),
    variant=st.sampled_from(["classic", "tactic", "draft"]),
    locked=st.booleans(),
    fingerprint=st.none() | st.just(PIN),
    version=st.integers(0, 9999),
    bots=st.integers(0, 10),
).map(lambda advert: replace(advert, bots=min(advert.bots, advert.seats_taken)))


@given(ADVERTS)
def test_a_table_is_decoded_as_it_was_announced(advert: Advertisement) -> None:
    record = encode(advert)
    again = decode(wire(record))
    assert again is not None and encode(again) == record
    assert all(len(f"{key}={value}".encode()) <= 255 for key, value in record.items())


@given(st.dictionaries(st.binary() | st.sampled_from([b"id", b"v", b"seats", b"title"]), st.none() | st.binary()))
def test_any_record_is_decoded_or_ignored(record: dict[bytes, bytes | None]) -> None:
    good = wire(encode(Advertisement("1a2b3c4d", "Friday")))
    for each in (record, good | record):
        found = decode(each)
        assert found is None or found.title.isprintable()


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("id", ""),
        ("id", "../../x"),
        ("id", "1A\n"),
        ("v", "1.0"),
        ("v", "1\n"),
        ("seats", "11/10"),
        ("seats", "3/99"),
        ("seats", "1/1"),
        ("seats", "٣/٩"),
        ("state", "burning"),
        ("variant", ""),
        ("fp", "ab"),
        ("fp", PIN.upper()),
    ],
)
def test_an_invalid_record_is_ignored(key: str, value: str) -> None:
    assert decode(wire(encode(Advertisement("1a2b3c4d", "Friday", fingerprint=PIN)) | {key: value})) is None


def test_a_hostile_title_is_sanitized() -> None:
    found = decode(wire(encode(Advertisement("1", "x")) | {"title": "[/b]\x1b]52;c;x\x07\u202e" + "w" * 50}))
    assert found is not None and found.title == "[/b]]52;c;xwwwwwwwwwwwww"


def test_the_service_names_contain_the_id() -> None:
    assert (instance_name("1a2b"), server_name("1a2b")) == ("sixqp-1a2b._sixqp._tcp.local.", "sixqp-1a2b.local.")
    assert table_id("SIXQP-1a2b._sixqp._tcp.local.") == "1a2b"
    with pytest.raises(ValueError, match="a table's id is"):
        Advertisement("Not an id", "Friday")


@pytest.mark.parametrize(("written", "read"), [("2", 2), ("9", 3), ("", 0), ("-1", 0), ("many", 0), ("100", 0)])
def test_bots_never_exceed_the_seats_taken(written: str, read: int) -> None:
    found = decode(wire(encode(Advertisement("1a2b3c4d", "Friday", seats_taken=3)) | {"bots": written}))
    assert found is not None and found.bots == read
