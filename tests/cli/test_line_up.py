"""Who plays in one process: from the names of config.txt and the command line, or one sentence why not."""

from pathlib import Path

import pytest
from cli.test_command_line import refused

from sixqp_tui.cli import local as local_command, play as play_command
from sixqp_tui.cli.options import table_options
from sixqp_tui.cli.parser import parse
from sixqp_tui.host.commands import Setup, Sitter
from sixqp_tui.store.options import PlayerName


def local(*arguments: str) -> Setup:
    return local_command.read_line_up(parse(["local", *arguments]))


def play(*arguments: str) -> Setup:
    return play_command.read_line_up(parse(["play", *arguments]))


def company(setup: Setup) -> tuple[PlayerName, ...]:
    """Who sits there, in order."""
    sitters = [PlayerName(each.name, each.key is None, None if each.key else each.level) for each in setup.sitters]
    sitters.insert(setup.owner_seat, PlayerName(setup.owner_name))
    return tuple(sitters)


def config(text: str) -> None:
    Path("config.txt").write_text(text, encoding="utf-8")


def test_a_file_with_only_names_is_enough() -> None:
    config("Alice\nBob\nCamille\n")
    setup = local()
    assert company(setup) == (PlayerName("Alice"), PlayerName("Bob"), PlayerName("Camille"))
    assert setup.settings.timer is None
    assert (setup.settings.seats, setup.settings.rules.limit) == (10, 66)


def test_comma_separated_names_override_the_file() -> None:
    config("Alice\nBob\nlimit = 20\ntimer = 30\n")
    setup = local("--players", "Zoë,bot Hal hard, Dana", "--variant", "tactic")
    assert company(setup) == (PlayerName("Zoë"), PlayerName("Hal", True, "hard"), PlayerName("Dana"))
    assert (setup.settings.rules.variant, setup.settings.rules.limit) == ("tactic", 20)
    assert setup.settings.timer is None
    assert local("--timer", "45").settings.timer == 45


def test_named_bots_keep_their_place_and_unnamed_ones_come_last() -> None:
    config("bot Hal\nAlice\nbot Ada hard\n")
    assert company(local()) == (
        PlayerName("Hal", True, "medium"),
        PlayerName("Alice"),
        PlayerName("Ada", True, "hard"),
    )
    assert [each.name for each in company(local("--bots", "1"))] == ["Hal", "Alice"]
    assert company(local("--bots", "4", "--level", "easy,hard")) == (
        PlayerName("Hal", True, "easy"),
        PlayerName("Alice"),
        PlayerName("Ada", True, "hard"),
        PlayerName("", True, "easy"),
        PlayerName("", True, "hard"),
    )


def test_a_host_seats_the_named_bots_and_waits_for_the_people() -> None:
    config("name = Alice\nexpect = on\nAlice\nbot Hal hard\nBob\nbot Ada\n")
    host = table_options(parse(["host"])).setup
    assert (host.owner_name, host.expected, host.bots) == ("Alice", ("Bob",), 0)
    assert host.sitters == (Sitter("Hal", "hard"), Sitter("Ada", "medium"))
    assert table_options(parse(["host", "--bots", "3"])).setup.bots == 1
    assert table_options(parse(["host", "--bots", "1"])).setup.sitters == (Sitter("Hal", "hard"),)


def test_playing_alone_takes_the_bots_of_the_file_but_not_its_people() -> None:
    config("name = Alice\nCamille\nBob\nbot Hal easy\ntimer = 60\n")
    setup = play()
    assert company(setup) == (PlayerName("Alice"), PlayerName("Hal", True, "easy"))
    assert setup.settings.timer == 60
    assert [each.level for each in company(play("--bots", "3", "--level", "hard,medium"))[1:]] == [
        "easy",
        "medium",
        "hard",
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Alice\nBob\nalice\n", "config.txt, line 3: the name “alice” is already on line 1."),
        ("Alice\n", "Alice is the only name, and a game needs two players"),
        ("bot Hal\nbot Ada\n", "config.txt doesn't name any player"),
        ("A\nB\nC\nD\nE\nF\nbots = 5\n", "together are 11: a table seats at most 10."),
    ],
)
def test_an_invalid_list_of_names_gets_a_one_sentence_error(
    capsys: pytest.CaptureFixture[str], text: str, expected: str
) -> None:
    config(text)
    assert expected in refused(capsys, "local")
