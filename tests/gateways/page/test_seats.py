"""The file in which the page keeps who has a seat."""

from pathlib import Path

from sixqp_tui.gateways.page.seats import GuestRecord, SeatFile


def opened(folder: Path) -> SeatFile:
    return SeatFile(folder, "1a2b3c4d", max_records=3)


async def test_the_oldest_is_forgotten_unless_it_is_needed(tmp_path: Path) -> None:
    seats = opened(tmp_path)
    for key in "abc":
        seats.put(key, GuestRecord(key))
    seats.put("d", GuestRecord("d"), needed=("a", "d"))
    await seats.finish()
    assert [*seats.records] == ["a", "c", "d"] == [*opened(tmp_path).records]
    seats = opened(tmp_path)
    seats.put("e", GuestRecord("e"), needed=("a", "c", "d"))
    assert [*seats.records] == ["a", "c", "d"]


async def test_a_guest_is_removed_from_the_disk_too(tmp_path: Path) -> None:
    seats = opened(tmp_path)
    seats.put("a", GuestRecord("a"))
    seats.remove("a")
    seats.remove("b")
    await seats.finish()
    assert opened(tmp_path).records == {}
