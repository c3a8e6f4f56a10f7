"""A host hears once that the program can be lent."""

from pathlib import Path

from sixqp_tui.hosting.lending import should_offer_lending

ROUTED = frozenset({"192.168.1.20"})


def test_lending_is_offered_once_and_only_with_an_internet_route(tmp_path: Path) -> None:
    def offered(sources: frozenset[str]) -> bool:
        return should_offer_lending(lambda: tmp_path, lambda: sources)

    assert [offered(each) for each in (frozenset(), frozenset(), ROUTED, ROUTED, ROUTED)] == [
        *(False, False, True, False, False)
    ]


def test_lending_is_not_offered_when_the_offer_cannot_be_saved(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert not should_offer_lending(lambda: tmp_path / "file", lambda: ROUTED)
