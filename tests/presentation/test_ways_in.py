"""What people at a table read of its ways in."""

import pytest

from sixqp_protocol.messages import WayNews
from sixqp_tui.presentation.ways_in import WayIn, changed_ways, guest_ways, host_in, join_by_title

KEYED = WayNews("ssh", 4668, "SHA256:x")
PAGE, SSH = WayNews("page", 4670), WayNews("ssh", 4668)


@pytest.mark.parametrize(
    ("text", "host"),
    [
        ("sixqp join 192.0.2.7", "192.0.2.7"),
        ("sixqp join 192.0.2.7:4700", "192.0.2.7"),
        ("sixqp join [2001:db8::8]:4700", "2001:db8::8"),
        ("[2001:db8::8]", "2001:db8::8"),
        ("olgas-laptop.local:4669", "olgas-laptop.local"),
        ("", ""),
    ],
)
def test_an_address_is_read_from_a_join_line_or_a_browser(text: str, host: str) -> None:
    assert host_in(text) == host


@pytest.mark.parametrize("title", ["Vendredi !", "Ann's & Bo's; 100 % fun", "🐮 | <b>"])
def test_a_title_is_part_of_the_line_to_type(title: str) -> None:
    assert join_by_title(title) == f'sixqp join "{title}"'


@pytest.mark.parametrize("title", ['"; reboot; "', "$(reboot)", "`reboot`", "\\", "!reboot", "”; reboot; “"])
def test_a_line_to_type_never_has_a_title_that_a_shell_could_run(title: str) -> None:
    assert join_by_title(title) == "sixqp join"


def test_a_guest_sees_ways_in_at_the_address_they_use() -> None:
    page, ssh = guest_ways((PAGE, SSH), "192.0.2.7")
    assert page == WayIn("page", True, "http://192.0.2.7:4670", "http://192.0.2.7:4670")
    assert ssh == WayIn(
        "ssh", True, "ssh -p 4668 NAME@192.0.2.7", "ssh://192.0.2.7:4668", forget='ssh-keygen -R "[192.0.2.7]:4668"'
    )
    assert guest_ways((WayNews("page", 80),), "2001:db8::8")[0].link == "http://[2001:db8::8]:80"


def test_a_closed_or_unreachable_way_in_has_no_line() -> None:
    closed = (WayIn("page", False), WayIn("ssh", False))
    assert guest_ways((), "192.0.2.7") == closed
    for own in ("", "localhost", "127.0.0.1", "::1"):
        assert guest_ways((PAGE, SSH), own) == closed


def test_the_host_reads_of_ways_in_that_open_close_or_have_a_problem() -> None:
    def read(before: tuple[WayNews, ...], now: tuple[WayNews, ...]) -> list[str]:
        return changed_ways(before, now, "192.0.2.7")

    assert read((), (WayNews("page"),)) == []
    line, *_warning = read((WayNews("page"),), (PAGE, KEYED))
    assert line == "Friends with a phone open http://192.0.2.7:4670"
    assert read((PAGE,), (PAGE, KEYED)) == [
        "Friends with a terminal type ssh -p 4668 NAME@192.0.2.7", "The key is SHA256:x"
    ]  # fmt: skip
    assert read((PAGE, KEYED), (KEYED,)) == ["The page for phones was closed."]
    assert read((PAGE,), (WayNews("page", problem="stopped"),)) == [
        "The page for phones has stopped. Guests keep their seats."
    ]
    assert read((), (WayNews("ssh", problem="taken"),)) == ["There's no free port for it on this computer."]
