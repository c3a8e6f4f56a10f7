"""Who has a place at a port, and who makes room."""

from sixqp_tui.host.network.places_by_address import PlacesByAddress

MALLORY, ANN = "10.0.0.66", "10.0.0.1"


def test_the_oldest_of_the_busiest_address_makes_room_unless_it_is_needed() -> None:
    places: PlacesByAddress[int] = PlacesByAddress(per_address=9)
    for member, address in enumerate((ANN, MALLORY, MALLORY, MALLORY)):
        assert places.add(member, address)
    assert places.surplus(4) is None
    assert places.surplus(3) == 1 and places.surplus(3, needed={1}) == 2
    assert places.surplus(3, needed={1, 2, 3}) == 0


def test_one_address_never_gets_all_places() -> None:
    places: PlacesByAddress[int] = PlacesByAddress(per_address=2)
    assert [places.add(member, MALLORY) for member in range(3)] == [True, True, False]
    assert places.add(3, ANN) and list(places) == [0, 1, 3]
    assert places.remove(0) and places.add(4, MALLORY)
