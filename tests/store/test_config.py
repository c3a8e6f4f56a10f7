"""config.txt: what it says, and that whatever is wrong with it is said with its line, never as a crash."""

from contextlib import chdir
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, strategies as st

from sixqp_tui.i18n.errors import fault_sentence
from sixqp_tui.store.config import ConfigFile, read_config
from sixqp_tui.store.options import OPTIONS, BadSetting, Expected, Fault, PlayerName, parse_players

ROOT = Path(__file__).parents[2]


def people(*names: str) -> tuple[PlayerName, ...]:
    return tuple(PlayerName(name) for name in names)


def parsed(data: bytes) -> ConfigFile:
    with TemporaryDirectory() as folder, chdir(folder):
        Path("config.txt").write_bytes(data)
        return read_config(Path("config.txt"))


def fault(data: bytes) -> Fault:
    with pytest.raises(BadSetting) as caught:
        parsed(data)
    return caught.value.fault


def test_names_and_settings_may_come_in_any_order() -> None:
    text = "# us\nAlice\n\nlimit = none\nJean  Marie # my brother\nTeam #2\ntimer=45\nvariant = Pro\n#no\n"
    assert parsed(text.encode()) == ConfigFile(
        people("Alice", "Jean Marie", "Team #2"), {"limit": None, "timer": 45, "variant": "draft"}
    )


def test_a_file_saved_on_windows_is_parsed() -> None:
    read = parsed("\ufeffZoë\r\nLIMIT_RULE = reach\r\ntitle = Game #1\r\n".encode())
    assert read == ConfigFile(people("Zoë"), {"limit-rule": "reach", "title": "Game #1"})


def test_the_shipped_file_is_valid_also_with_every_setting_enabled() -> None:
    shipped = ROOT / "config.txt"
    assert read_config(shipped) == ConfigFile(people("Alice", "Bob", "Camille"), {})
    lines = shipped.read_text(encoding="utf-8").splitlines()
    switched_on = [line.removeprefix("# ") if " = " in line else line for line in lines]
    assert set(parsed("\n".join(switched_on).encode()).options) == set(OPTIONS)


def test_bots_may_be_listed_with_levels_among_the_people() -> None:
    read = parsed(b"bot Hal hard\nAlice\nbot Ada # anyhow\nBot 2\nbot Big Blue easy")
    assert read.company == (
        PlayerName("Hal", True, "hard"),
        PlayerName("Alice"),
        PlayerName("Ada", True),
        PlayerName("Bot 2"),
        PlayerName("Big Blue", True, "easy"),
    )
    assert read.names == ("Alice", "Bot 2")
    assert [bot.name for bot in read.bots] == ["Hal", "Ada", "Big Blue"]


@pytest.mark.parametrize(
    ("text", "fault", "key"),
    [
        ("Alice,,Bob", "value", ""),
        ("Alice, ALICE", "named_twice", ""),
        ("A,B,C,D,E,F,G,H,I,J,K", "many_names", ""),
        ("Alice,bot Hal perfect", "value", "level"),
        ("Alice,bot", "value", "bot"),
        ("Alice,Bob\x1b[2J", "unprintable", ""),
        ("Alice,a name of 17 cells", "long", ""),
    ],
)
def test_an_invalid_list_of_names_is_reported(text: str, fault: str, key: str) -> None:
    with pytest.raises(BadSetting) as caught:
        parse_players(text)
    assert caught.value.fault[:2] == (fault, key)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A\nlimmit = 5", (2, "unknown_key", "limmit", "", "limit", 0)),
        ("Alice=Bob", (1, "unknown_key", "alice", "", "", 0)),
        ("= 5", (1, "unknown_key", "", "", "", 0)),
        ("\n\nlimit = 0", (3, "value", "limit", "0", "", 0)),
        ("limit =", (1, "value", "limit", "", "", 0)),
        ("limit = ６６", (1, "value", "limit", "６６", "", 0)),
        ("limit = 99999999999999999999", (1, "value", "limit", "9" * 20, "", 0)),
        ("limit = +1_0", (1, "value", "limit", "+1_0", "", 0)),
        ("title = a\u202eb", (1, "unprintable", "title", "ab", "U+202E", 0)),
        ("seats = none", (1, "value", "seats", "none", "", 0)),
        ("variant = fast", (1, "value", "variant", "fast", "", 0)),
        ("bots = 1\r\nA\rbots = 1", (3, "key_twice", "bots", "", "", 1)),
        ("Alice\nBob\nALICE", (3, "name_twice", "", "ALICE", "", 1)),
        ("Hal\nbot hal", (2, "name_twice", "", "hal", "", 1)),
        ("bot Hal perfect", (1, "value", "level", "perfect", "", 0)),
        ("bot", (1, "value", "bot", "", "", 0)),
        ("bot A name of 17 cells hard", (1, "long", "bot", "A name of 17 cells", "", 0)),
        ("A name of 17 cells", (1, "long", "", "A name of 17 cells", "", 0)),
        ("漢字漢字漢字漢字漢", (1, "long", "", "漢字漢字漢字漢字漢", "", 0)),
        ("Bo\x1b[31mb", (1, "unprintable", "", "Bo[31mb", "U+001B", 0)),
        ("Bob\u200b", (1, "unprintable", "", "Bob", "U+200B", 0)),
        ("\n".join("ABCDEFGHIJK"), (11, "many_names", "", "K", "", 0)),
    ],
)
def test_an_error_is_reported_with_its_line(text: str, expected: tuple[object, ...]) -> None:
    found = fault(text.encode())
    assert (found.line, found.problem, found.key, found.got, found.near, found.first) == expected


@pytest.mark.parametrize(
    ("data", "line", "problem"),
    [
        (b"Alice\nZo\xeb\n", 2, "not_utf8"),
        (b"Alice\r\nB\0ob", 2, "nul"),
        ("Alice\n".encode("utf-16"), 1, "nul"),
        (b"#" * 70_000, 0, "large"),
    ],
)
def test_a_file_that_is_not_text_is_reported(data: bytes, line: int, problem: str) -> None:
    found = fault(data)
    assert (found.line, found.problem) == (line, problem)


def test_a_file_that_cannot_be_opened_is_reported(tmp_path: Path) -> None:
    for path, problem in ((tmp_path, "folder"), (tmp_path / "none.txt", "missing")):
        with pytest.raises(BadSetting) as caught:
            read_config(path)
        assert caught.value.fault.problem == problem


@given(
    st.binary()
    | st.text().map(str.encode)
    | st.lists(st.sampled_from([*OPTIONS, "=", "5", "\n", "#"])).map(lambda parts: " ".join(parts).encode())
)
def test_any_file_is_parsed_or_reported_in_one_line(data: bytes) -> None:
    try:
        parsed(data)
    except BadSetting as error:
        sentence = fault_sentence(*error.fault)
        assert sentence.startswith("config.txt") and sentence.isprintable()


def test_error_messages_name_the_place_and_what_was_expected() -> None:
    assert fault_sentence(*fault(b"A\nlimit = 1000")) == (
        "config.txt, line 2: limit: expected a number from 1 to 999 or none, got “1000”."
    )
    assert "Did you mean timer?" in fault_sentence(*fault(b"timr = 9"))
    assert "over or reach" in fault_sentence(*fault(b"limit-rule = x"))
    assert fault_sentence("large", expected=Expected(high=65536), path="c.txt").startswith(
        "c.txt: expected a text of"
    )
