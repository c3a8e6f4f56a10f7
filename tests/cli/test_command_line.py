"""Bad command lines and config files: one sentence, exit code 2, and nothing starts."""

from importlib import import_module  # noqa: TID251 (as the parser loads them)
from pathlib import Path

import pytest

from sixqp_protocol.facts import Rules
from sixqp_tui.cli import main
from sixqp_tui.cli.commands import COMMANDS
from sixqp_tui.cli.options import table_options
from sixqp_tui.cli.parser import _parsers, parse
from sixqp_tui.hosting.table_options import TableOptions
from sixqp_tui.joining.player import login_name

HOST = ["host"]


def options(*arguments: str) -> TableOptions:
    return table_options(parse(["host", *arguments]))


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
        (["host", "--limit", "0"], "a number from 1 to 999, or none, got “0”"),
        (["--name", "Cleo"], "--name goes after a command: sixqp join --name Cleo or sixqp host --name Cleo."),
        (["--bots=3", "play"], "--bots goes after a command: sixqp play --bots=3."),
        (["--code", "k7w3qf"], "--code goes after a command: sixqp join --code. (see"),
        (["host", "--variant", "chess"], "classic, tactic, draft or pro, got “chess”"),
        (["host", "--seats", "11"], "a number from 2 to 10, got “11”"),
        (["host", "--timer", "4"], "a number from 5 to 3600, or none, got “4”"),
        (["host", "--port", "66000"], "a number from 0 to 65535"),
        (["host", "--name", "x" * 200], "is too long, at most 16 characters fit"),
        (["host", "--name", "a\x1b[31mb"], "a character that can't be shown (U+001B)"),
        (["host", "--name", "王" * 9], "sixqp host: --name: “王王王王王王王王王” is too long, "),
        (["join", "--name", "王" * 9], "fit (wide ones count twice)"),
        (["host", "--name", ""], "expected a text of 1 to 16 characters, got nothing"),
        (["host", "--nonsense"], "unrecognized arguments: --nonsense"),
        (["host", "--limit", "none"], "would never end"),
        (["host", "--seats", "3", "--bots", "3"], "at most 2 fit"),
        (["serve", "--seats", "3", "--start-with", "4"], "the table has 3 chairs"),
        (["serve", "--start-with", "11"], "sixqp serve: --start-with: expected a number from 2 to 10"),
        (["join", "--json"], "add --watch"),
        (["join", "x", "--bot", "--watch"], "use only one of them"),
        (["join", "x", "--level", "hard"], "add --bot"),
        (["host", "--level", "perfect"], "easy, medium or hard, got “perfect”"),
        (["join", "--bot"], "needs a table"),
        (["join", ""], "Expected a table's title or HOST[:PORT], got nothing"),
        (["join", "x", "--bot", "--plain"], "--plain is for a person, --bot is not"),
        (["join", "x", "--watch", "--json", "--plain"], "--plain is for a person, --json is not"),
        (["join", "x:99999", "--bot"], "a port from 1 to 65535, got “x:99999”"),
        (["join", "[fd00::2:4666", "--bot"], "Expected [ADDRESS] or [ADDRESS]:PORT, got “[fd00::2:4666”"),
        (["jion"], "There is no command “jion”. Did you mean join?"),
        (["--theme", "dark", "hst"], "Did you mean host?"),
        (["xyzzy"], "sixqp: There is no command “xyzzy”. (see sixqp --help)"),
        (["host", "--config", "nowhere.txt"], "there is no such file"),
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


def test_an_invalid_line_of_config_txt_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    Path("config.txt").write_text("Alice\nlimit = soon\n", encoding="utf-8")
    assert "config.txt, line 2: limit: expected a number from 1 to 999" in refused(capsys, "host")


def test_config_txt_sets_the_table_and_options_override_it() -> None:
    Path("config.txt").write_text(
        "expect = on\nAlice\nBob\nlimit = 40\nvariant = pro\nbots = 2\n", encoding="utf-8"
    )
    table = options("--limit", "50", "--name", "Bob")
    assert (table.name, table.expected, table.bots) == ("Bob", ("Alice",), 2)
    assert (table.settings.rules.limit, table.settings.rules.variant) == (50, "draft")
    assert options("--name", "Bob").title == "Bob's table"


def test_a_host_expects_the_listed_names_only_if_the_file_asks_for_it() -> None:
    Path("config.txt").write_text("Camille\nAlice\n", encoding="utf-8")
    assert (options().name, options().expected) == (login_name(), ())
    Path("config.txt").write_text("expect = on\nCamille\nAlice\n", encoding="utf-8")
    assert (options().name, options().expected) == (login_name(), ("Camille", "Alice"))
    Path("config.txt").write_text("expect = on\nname = Alice\nCamille\nAlice\n", encoding="utf-8")
    assert (options().name, options().expected) == ("Alice", ("Camille",))


def test_bots_have_a_level() -> None:
    assert options().level == "medium"
    Path("config.txt").write_text("level = hard\n", encoding="utf-8")
    assert options().level == "hard"
    assert options("--level", "easy").level == "easy"


def test_5_3_a_number_of_rounds_replaces_the_default_limit() -> None:
    assert options("--rounds", "3").settings.rules.limit is None
    assert options("--rounds", "3", "--limit", "66").settings.rules.limit == 66
    assert options("--limit", "33", "--rounds", "3").settings.rules == Rules(limit=33, rounds=3)
    assert options().settings.rules.limit == 66


def test_another_config_file_can_be_given() -> None:
    Path("friday.txt").write_text("expect = on\nDana\n", encoding="utf-8")
    assert options("--config", "friday.txt").expected == ("Dana",)


def test_the_shipped_config_txt_is_valid(capsys: pytest.CaptureFixture[str]) -> None:
    shipped = Path(__file__).parents[2] / "config.txt"
    table = options("--config", str(shipped))
    assert table.settings.rules.limit == 66
    assert table.name


def test_a_command_parsed_alone_is_the_same_as_among_all_commands() -> None:
    everything, commands = _parsers(["--help"], complete=True)
    for name, command in commands.items():
        _, alone = _parsers([name])
        assert list(alone) == [name] and alone[name].format_help() == command.format_help()
    assert vars(parse([])).keys() == vars(everything.parse_args([])).keys()


def test_every_command_runs() -> None:
    assert all(callable(import_module(command.module).run) for command in COMMANDS)


@pytest.mark.parametrize(
    "arguments", [["--help"], ["host", "--help"], ["serve", "--help"], ["join", "--help"], ["review", "--help"]]
)
def test_help_and_version_exit_with_success(capsys: pytest.CaptureFixture[str], arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 0
    assert "usage: sixqp" in capsys.readouterr().out
