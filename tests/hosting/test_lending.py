"""A host hears once that the program can be lent."""

from pathlib import Path

from sixqp_tui.hosting.lending import should_offer_lending

ROUTED = frozenset({"192.168.1.20"})


def test_a_host_hears_once_that_the_program_can_be_lent_and_only_with_a_way_to_the_internet(tmp_path: Path) -> None:
    def offered(sources: frozenset[str]) -> bool:
        return should_offer_lending(lambda: tmp_path, lambda: sources)

    assert [offered(each) for each in (frozenset(), frozenset(), ROUTED, ROUTED, ROUTED)] == [
        *(False, False, True, False, False)
    ]


def test_whoever_cannot_be_reminded_is_not_asked_every_evening(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert not should_offer_lending(lambda: tmp_path / "file", lambda: ROUTED)
