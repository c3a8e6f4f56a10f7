"""`--plain` with real processes and pipes: a whole game, and outputs that take nothing."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import pytest
from support.plain import first_choice

from sixqp_tui.cli import main

SIXQP = [sys.executable, "-X", "utf8", "-m", "sixqp_tui"]
QUICK = (
    "import sys; from sixqp_tui.hosting import journalled_room as room; room.draw_pause = float; "
    "from sixqp_tui.cli import main; sys.exit(main())"
)
"""The program, at whose tables bots take no time for a decision."""
ON_LINUX = pytest.mark.skipif(sys.platform != "linux", reason="Only Linux has such devices and folders.")
ALONE = "play --plain --bots 1 --rounds 1 --seed 1"


def answered(printed: IO[str], typed: IO[str]) -> Iterator[str]:
    """The lines of a player whose prompts are answered by the first choice; after the game the pipe ends."""
    for line in printed:
        yield line.rstrip("\n")
        if choice := first_choice(line.rstrip("\n")):
            typed.write(f"{choice}\n")
            typed.flush()
        if line.startswith("2nd: ") and not typed.closed:
            typed.close()


@pytest.mark.parametrize(("home", "unkept"), [("home", 0), pytest.param("/proc/sixqp", 1, marks=ON_LINUX)])
def test_a_game_is_played_through_pipes_prompt_by_prompt(home: str, unkept: int, tmp_path: Path) -> None:
    player = subprocess.Popen(
        [sys.executable, "-X", "utf8", "-c", QUICK, *ALONE.split()],
        env={**os.environ, "SIXQP_HOME": str(tmp_path / home)},
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8",
    )  # fmt: skip
    assert player.stdin and player.stdout
    with player.stdin, player.stdout:
        lines = list(answered(player.stdout, player.stdin))
    assert player.wait() == 0
    assert "The game is over: the only round was played." in "\n".join(lines)
    assert sum("choose a card (" in line for line in lines) == 10
    assert sum(line.startswith("Nothing will be saved") for line in lines) == unkept
    assert not {"\x1b", "\r"} & set("".join(lines))


def test_an_unknown_machine_is_one_sentence_and_exit_code_1(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert main(["join", "no-such-machine.invalid", "--plain"]) == 1
    assert "No machine called “no-such-machine.invalid”" in capsys.readouterr().err


def test_plain_mode_loads_no_screen() -> None:
    loads = "import sys, sixqp_tui.cli.plain, sixqp_tui.hosting.hosted_table; sys.exit('textual' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", loads], check=False).returncode == 0


@ON_LINUX
def test_a_full_output_device_is_one_sentence() -> None:
    with Path("/dev/full").open("wb") as full:
        ran = subprocess.run(
            [*SIXQP, "play", "--plain"],
            stdin=subprocess.DEVNULL, stdout=full, stderr=subprocess.PIPE,
            encoding="utf-8", check=False,
        )  # fmt: skip
    assert ran.returncode == 1 and ran.stderr.count("\n") == 1, ran.stderr
