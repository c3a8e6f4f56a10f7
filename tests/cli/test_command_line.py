"""Bad command lines and config files: one sentence, exit code 2, and nothing starts."""

import argparse
import re
from pathlib import Path

import pytest

from sixqp_protocol.facts import Rules
from sixqp_tui.cli import main
from sixqp_tui.cli.options import table_options
from sixqp_tui.cli.parser import COMMANDS, EXPLAINED, complete_parser, create_parser, parse
from sixqp_tui.host.commands import Setup
from sixqp_tui.joining.player import login_name

HOST = ["host"]


def options(*arguments: str) -> Setup:
    return table_options(parse(["host", *arguments])).setup


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The sentence by which a command line is refused."""
    try:
        code = main(arguments)
    except SystemExit as ended:
        code = int(ended.code or 0)
    output, errors = capsys.readouterr()
    assert code == 2
    assert output == ""
    assert errors.count("\n") == 1
    assert errors.startswith("sixqp")
    return errors


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["host", "--limit", "0"], "a number from 1 to 999 or none, got “0”"),
        (["--name", "Cleo"], "unknown option or word: “--name”"),
        (["host", "--variant", "chess"], "classic, tactic, draft or pro, got “chess”"),
        (["join", "--name", "王" * 9], "fit (wide ones count twice)"),
        (["host", "--name", ""], "expected a text of 1 to 16 characters, got nothing"),
        (["host", "--nonsense"], "unknown option or word: “--nonsense”"),
        (["host", "--limit", "none"], "would never end"),
        (["host", "--seats", "3", "--bots", "3"], "at most 2 fit"),
        (["serve", "--seats", "3", "--start-with", "4"], "the table has 3 chairs"),
        (["join", "--json"], "--json needs a table"),
        (["join", "x", "--bot", "--watch"], "use only one of them"),
        (["join", "x", "--level", "hard"], "add --bot"),
        (["join", ""], "Expected a table's title or HOST[:PORT], got nothing"),
        (["join", "x", "--bot", "--plain"], "argument --plain: not allowed with argument --bot"),
        (["join", "x:99999", "--bot"], "a port from 1 to 65535, got “x:99999”"),
        (["join", "[fd00::2:4666", "--bot"], "from 1 to 65535, got “[fd00::2:4666”"),
        (["local"], "No config.txt here"),
        (["local", "--players", "Ann,,Bob"], "a player's name: expected a text of 1 to 16 characters, got nothing"),
        (["local", "--players", "A,B,C,D,E,F,G,H,I,J,K"], "“K” is one name too many"),
        (["local", "--players", "Ann"], "Ann is the only name"),
        (["local", "--players", "Ann,bot Hal perfect"], "level: expected easy, medium or hard, got “perfect”."),
        (["play", "--bots", "0"], "use --bots 1 or more"),
        (["play", "--level", "hard,perfect"], "--level: expected easy, medium or hard, got “perfect”."),
        (["--theme", "pink"], "--theme: expected felt, dark, contrast or light, got “pink”."),
        (["host", "--pace", "1"], "--pace: expected off, slow, normal or fast, got “1”."),
        (["join", "--bell", ""], "--bell: expected on or off, got nothing."),
        (["serve", "--theme", "dark"], "unknown option or word: “--theme dark”"),
        (["jion"], "There is no command “jion”. Did you mean join?"),
    ],
)
def test_an_invalid_command_line_gets_one_sentence(
    capsys: pytest.CaptureFixture[str], arguments: list[str], expected: str
) -> None:
    assert expected in refused(capsys, *arguments)


@pytest.mark.parametrize("arguments", [["host"], ["join"], []])
def test_a_screen_is_refused_without_a_terminal(capsys: pytest.CaptureFixture[str], arguments: list[str]) -> None:
    sentence = refused(capsys, *arguments)
    assert "needs a terminal" in sentence and "--plain" in sentence


def test_config_txt_sets_the_table_and_options_override_it() -> None:
    Path("config.txt").write_text(
        "expect = on\nAlice\nBob\nlimit = 40\nvariant = pro\nbots = 2\n", encoding="utf-8"
    )
    table = options("--limit", "50", "--name", "Bob")
    assert (table.owner_name, table.expected, table.bots) == ("Bob", ("Alice",), 2)
    assert (table.settings.rules.limit, table.settings.rules.variant) == (50, "draft")
    assert options("--name", "Bob").title == "Bob's table"


def test_a_seed_or_a_room_code_of_config_txt_can_be_overridden() -> None:
    Path("config.txt").write_text("seed = of the file\nlock = thefile\n", encoding="utf-8")
    kept, typed = (table_options(parse(["serve", *more])) for more in ((), ("--seed", "typed", "--lock", "off")))
    assert (kept.setup.seed, kept.code) == ("of the file", "thefile")
    assert (typed.setup.seed, typed.setup.locked) == ("typed", False)


def test_a_host_expects_the_listed_names_only_if_the_file_asks_for_it() -> None:
    Path("config.txt").write_text("Camille\nAlice\n", encoding="utf-8")
    assert (options().owner_name, options().expected) == (login_name(), ())
    Path("config.txt").write_text("expect = on\nCamille\nAlice\n", encoding="utf-8")
    assert (options().owner_name, options().expected) == (login_name(), ("Camille", "Alice"))
    Path("config.txt").write_text("expect = on\nname = Alice\nCamille\nAlice\n", encoding="utf-8")
    assert (options().owner_name, options().expected) == ("Alice", ("Camille",))


def test_5_3_a_number_of_rounds_replaces_the_default_limit() -> None:
    assert options("--rounds", "3").settings.rules.limit is None
    assert options("--rounds", "3", "--limit", "66").settings.rules.limit == 66
    assert options("--limit", "33", "--rounds", "3").settings.rules == Rules(limit=33, rounds=3)
    assert options().settings.rules.limit == 66


def help_of(parser: argparse.ArgumentParser, command: str, capsys: pytest.CaptureFixture[str]) -> str:
    with pytest.raises(SystemExit):
        parser.parse_args([command, "--help"])
    return capsys.readouterr().out


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_parsed_alone_is_the_same_as_among_all_commands(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    alone = help_of(create_parser([command]), command, capsys)
    assert alone == help_of(complete_parser(), command, capsys) and f"usage: sixqp {command}" in alone


def test_the_help_explains_what_players_need_and_names_the_rest_before_the_preferences_for_this_run() -> None:
    text = create_parser(["--help"]).format_help()
    explained = [line.split()[0] for line in text.splitlines() if re.match("    ?[a-z]+ ", line)]
    assert explained == list(EXPLAINED)
    named = text.partition("explains: ")[2].partition(".")[0]
    assert " ".join(named.split()).split(", ") == [name for name in COMMANDS if name not in EXPLAINED]
    assert text.index("join  ") < text.index("explains: ") < text.rindex("--theme")


@pytest.mark.parametrize(
    "arguments", [["--help"], ["host", "--help"], ["serve", "--help"], ["join", "--help"], ["review", "--help"]]
)
def test_help_and_version_exit_with_success(capsys: pytest.CaptureFixture[str], arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 0
    assert "usage: sixqp" in capsys.readouterr().out
