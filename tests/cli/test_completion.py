"""The completions and the man pages say what the parser says, and suggest tables and games."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from support.past_games import games
from support.source import ROOT

from sixqp_tui.cli import main
from sixqp_tui.cli.parser import _parsers
from sixqp_tui.features.history.files import games_path, write_game
from sixqp_tui.i18n.local_time import format_when

GENERATED = [*ROOT.glob("sixqp_tui/cli/completions/*"), *ROOT.glob("docs/man/*")]
TABLES = """
source sixqp_tui/cli/completions/sixqp.bash
sixqp() { printf 'Friday night\\t192.168.1.20:4666\\nSalon\\t192.168.1.21:4666\\n'; }
COMP_WORDS=(sixqp join "$1") COMP_CWORD=2
_shtab_sixqp
printf '%s\\n' "${COMPREPLY[@]}"
"""


@pytest.mark.slow
@pytest.mark.parametrize("path", GENERATED, ids=lambda path: path.name)
def test_no_command_or_option_is_missing(path: Path) -> None:
    def options(text: str) -> set[str]:
        return set(re.findall(r"(?<![\w-])--?([a-z]+(?:-[a-z]+)*)", text))

    written = options(path.read_text(encoding="utf-8").replace("\\-", "-").replace(" -l ", " --"))
    _main, commands = _parsers(("--help",), complete=True)
    text = path.read_text(encoding="utf-8")
    assert {each for each in commands if not re.search(rf"\b{each}\b", text)} == set()
    wanted = {each for parser in commands.values() for each in options(parser.format_usage())}
    assert "bot-pause" in wanted
    assert {each for each in wanted - written if len(each) > 1} == set()


@pytest.mark.skipif(sys.platform == "win32", reason="completes in bash, which Windows lacks")
@pytest.mark.parametrize("typed", ["fri", "Friday\\ n", '"Friday n'])
def test_bash_quotes_a_title_with_a_space(typed: str) -> None:
    command = ["bash", "--norc", "-c", TABLES, "bash", typed]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, env=dict(os.environ))
    assert found.stdout.split("\n")[0] == "Friday\\ night"
    assert "Salon" not in found.stdout


def test_kept_games_are_completed_by_the_ids_replay_accepts(capsys: pytest.CaptureFixture[str]) -> None:
    kept = games(2)
    for each in kept:
        write_game(games_path(), each)
    assert main(["completion", "games"]) == 0
    lines = [line.split("\t") for line in capsys.readouterr().out.splitlines()]
    assert [name for name, _about in lines] == [each.id[:6] for each in reversed(kept)]
    assert [about for _name, about in lines] == [
        f"{format_when(each.ended)} · Friday night" for each in reversed(kept)
    ]
