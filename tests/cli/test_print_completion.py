"""The completions know every command and option."""

import re
import subprocess
import sys

import pytest

from sixqp_tui.cli import main
from sixqp_tui.cli.parser import COMMANDS, SHELLS

COMPLETE = """
eval "$SCRIPT"
COMP_WORDS=(sixqp "$@") COMP_CWORD=$#
_shtab_sixqp
printf '%s\\n' "${COMPREPLY[@]}"
"""


def script(capsys: pytest.CaptureFixture[str], shell: str) -> str:
    with pytest.raises(SystemExit) as ended:
        main(["--print-completion", shell])
    assert ended.value.code == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("shell", SHELLS)
def test_no_command_is_missing(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = script(capsys, shell)
    assert [name for name in COMMANDS if not re.search(rf"\b{name}\b", text)] == []


@pytest.mark.skipif(sys.platform == "win32", reason="completes in bash, which Windows lacks")
@pytest.mark.parametrize(("typed", "completed"), [(["jo"], "join"), (["join", "--wa"], "--watch")])
def test_bash_completes_commands_and_options(
    typed: list[str], completed: str, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["bash", "--norc", "-c", COMPLETE, "bash", *typed]
    environment = {"SCRIPT": script(capsys, "bash")}
    found = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    assert found.stdout.split() == [completed]
