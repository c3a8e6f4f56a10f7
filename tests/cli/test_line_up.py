"""Who plays in one process: from the names of config.txt and the command line, or one sentence why not."""

import sys
from pathlib import Path

import pytest

from sixqp_tui.cli import local as local_command, main, play as play_command
from sixqp_tui.cli.options import table_options
from sixqp_tui.cli.parser import parse
from sixqp_tui.host.commands import Sitter
from sixqp_tui.hosting.line_up import LineUp
from sixqp_tui.store.options import PlayerName


def local(*arguments: str) -> LineUp:
    return local_command.read_line_up(parse(["local", *arguments]))


def play(*arguments: str) -> LineUp:
    return play_command.read_line_up(parse(["play", *arguments]))


def config(text: str) -> None:
    Path("config.txt").write_text(text, encoding="utf-8")


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The one sentence by which a command line is refused."""
    try:
        code = main(arguments)
    except SystemExit as ended:
        code = int(ended.code or 0)
    output, errors = capsys.readouterr()
    assert (code, output, errors.count("\n")) == (2, "", 1)
    return errors


def test_a_file_with_only_names_is_enough() -> None:
    config("Alice\nBob\nCamille\n")
    company, options, _around = local()
    assert company == (PlayerName("Alice"), PlayerName("Bob"), PlayerName("Camille"))
    assert options.settings.timer is None
    assert (options.settings.seats, options.settings.rules.limit) == (10, 66)


def test_comma_separated_names_override_the_file() -> None:
    config("Alice\nBob\nlimit = 20\ntimer = 30\n")
    company, options, _around = local("--players", "Zoë,bot Hal hard, Dana", "--variant", "tactic")
    assert company == (PlayerName("Zoë"), PlayerName("Hal", True, "hard"), PlayerName("Dana"))
    assert (options.settings.rules.variant, options.settings.rules.limit) == ("tactic", 20)
    assert options.settings.timer is None
    assert local("--timer", "45").options.settings.timer == 45


def test_named_bots_keep_their_place_and_unnamed_ones_come_last() -> None:
    config("bot Hal\nAlice\nbot Ada hard\n")
    assert local().company == (
        PlayerName("Hal", True, "medium"),
        PlayerName("Alice"),
        PlayerName("Ada", True, "hard"),
    )
    assert [each.name for each in local("--bots", "1").company] == ["Hal", "Alice"]
    assert local("--bots", "4", "--level", "easy,hard").company == (
        PlayerName("Hal", True, "easy"),
        PlayerName("Alice"),
        PlayerName("Ada", True, "hard"),
        PlayerName("", True, "easy"),
        PlayerName("", True, "hard"),
    )


def test_a_host_seats_the_named_bots_and_waits_for_the_people() -> None:
    config("name = Alice\nexpect = on\nAlice\nbot Hal hard\nBob\nbot Ada\n")
    host = table_options(parse(["host"]))
    assert (host.name, host.expected, host.bots) == ("Alice", ("Bob",), 0)
    assert host.sitters == (Sitter("Hal", "hard"), Sitter("Ada", "medium"))
    assert table_options(parse(["host", "--bots", "3"])).bots == 1
    assert table_options(parse(["host", "--bots", "1"])).sitters == (Sitter("Hal", "hard"),)


def test_playing_alone_means_three_bots_and_no_timer() -> None:
    company, options, _around = play("--name", "Zoë")
    assert company == (PlayerName("Zoë"), *3 * (PlayerName("", True, "medium"),))
    assert options.settings.timer is None


def test_playing_alone_takes_the_bots_of_the_file_but_not_its_people() -> None:
    config("name = Alice\nCamille\nBob\nbot Hal easy\ntimer = 60\n")
    company, options, _around = play()
    assert company == (PlayerName("Alice"), PlayerName("Hal", True, "easy"))
    assert options.settings.timer == 60
    assert [each.level for each in play("--bots", "3", "--level", "hard,medium").company[1:]] == [
        "easy",
        "medium",
        "hard",
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Alice\nBob\nalice\n", "config.txt, line 3: the name “alice” is already on line 1."),
        ("Alice\nA name of 17 cells\n", "line 2: a player's name: “A name of 17 cells” is too long"),
        (
            "Alice\nBo\x1b[31mb\n",
            "line 2: a player's name: “Bo[31mb” contains a character that can't be shown",
        ),
        ("\n".join("ABCDEFGHIJK"), "line 11: “K” is one name too many: a table seats at most 10 players."),
        ("Alice\nbot Hal perfect\n", "line 2: level: expected easy, medium or hard, got “perfect”."),
        ("Alice\nbot\n", "line 2: bot: expected a text of 1 to 16 characters, got nothing."),
        ("Alice\n", "Alice is the only name, and a game needs two players"),
        ("# nobody\n", "config.txt doesn't name any player"),
        ("bot Hal\nbot Ada\n", "config.txt doesn't name any player"),
        ("A\nB\nC\nD\nE\nF\nbots = 5\n", "11 players and bots are too many: a table seats at most 10."),
    ],
)
def test_an_invalid_list_of_names_gets_a_one_sentence_error(
    capsys: pytest.CaptureFixture[str], text: str, expected: str
) -> None:
    config(text)
    assert expected in refused(capsys, "local")


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["local"], "No config.txt here"),
        (["local", "--config", "friday.txt"], "friday.txt: there is no such file."),
        (["local", "--players", "Ann,Bob,ANN"], "“ANN” is named twice."),
        (
            ["local", "--players", "Ann,,Bob"],
            "a player's name: expected a text of 1 to 16 characters, got nothing",
        ),
        (["local", "--players", "Ann,A name of 17 cells"], "is too long, at most 16 characters fit"),
        (["local", "--players", "Ann,Bo\x1b[2Jb"], "a character that can't be shown (U+001B)"),
        (["local", "--players", "A,B,C,D,E,F,G,H,I,J,K"], "“K” is one name too many"),
        (["local", "--players", "Ann"], "Ann is the only name"),
        (
            ["local", "--players", "Ann,bot Hal perfect"],
            "level: expected easy, medium or hard, got “perfect”.",
        ),
        (["local", "--players", "Ann,Bob", "--limit", "none"], "would never end"),
        (["play", "--bots", "0"], "use --bots 1 or more"),
        (["play", "--level", "hard,perfect"], "--level: expected easy, medium or hard, got “perfect”."),
        (["play", "--name", ""], "got nothing"),
        (["play", "--bots", "11"], "a number from 0 to 9"),
    ],
)
def test_an_invalid_command_line_gets_a_one_sentence_error(
    capsys: pytest.CaptureFixture[str], arguments: list[str], expected: str
) -> None:
    assert expected in refused(capsys, *arguments)


@pytest.mark.parametrize("arguments", [["play"], ["local", "--players", "A,B"]])
def test_a_screen_needs_a_terminal(
    capsys: pytest.CaptureFixture[str], arguments: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stdin, "isatty", lambda: False)
    assert "This needs a terminal" in refused(capsys, *arguments)
