"""The file in which gateways keep what proves their guests' seats."""

from pathlib import Path

import msgspec

from sixqp_tui.gateways.common.seats import SeatFile


class Kept(msgspec.Struct, frozen=True):
    name: str


def test_the_oldest_is_forgotten_unless_it_is_needed(tmp_path: Path) -> None:
    seats = SeatFile(tmp_path / "seats.json", 3, dict[str, Kept])
    for key in "abc":
        seats.put(key, Kept(key))
    seats.put("d", Kept("d"), needed=("a", "d"))
    assert [*seats.records] == ["a", "c", "d"] == [*SeatFile(tmp_path / "seats.json", 3, dict[str, Kept]).records]
    seats.put("e", Kept("e"), needed=("a", "c", "d"))
    assert [*seats.records] == ["a", "c", "d"]


def test_a_guest_is_removed_from_the_disk_too(tmp_path: Path) -> None:
    seats = SeatFile(tmp_path / "seats.json", 3, dict[str, Kept])
    seats.put("a", Kept("a"))
    seats.remove("a")
    seats.remove("b")
    assert SeatFile(tmp_path / "seats.json", 3, dict[str, Kept]).records == {}
