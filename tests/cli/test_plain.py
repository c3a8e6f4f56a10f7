"""`--plain` with real processes and pipes: a whole game, a whole script, and outputs that know only ASCII."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import pytest
from support.plain import first_choice
from support.source import ROOT

from sixqp_tui.cli import main

pytestmark = pytest.mark.slow

SIXQP = [sys.executable, "-X", "utf8", "-m", "sixqp_tui"]
QUICK = (
    "import sys; from sixqp_tui.hosting import journalled_room as room; room.draw_pause = float; "
    "from sixqp_tui.cli import main; sys.exit(main())"
)
"""The program, at whose tables bots take no time for a decision."""
ASCII = "import sys; sys.stdout.reconfigure(encoding='ascii'); from sixqp_tui.cli import main; sys.exit(main())"
OPTIONS = "--once --bots 1 --start-with 2 --rounds 1 --port 0 --seed 1"
SERVE = [sys.executable, "-X", "utf8", "-c", QUICK, "serve", *OPTIONS.split()]


def surroundings(home: Path, **more: str) -> dict[str, str]:
    """The environment of a process of its own user."""
    paths = os.pathsep.join((str(ROOT), str(ROOT / "protocol")))
    return {**os.environ, "SIXQP_HOME": str(home), "PYTHONPATH": paths, **more}


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """Where a table with a bot waits for one player."""
    served = subprocess.Popen(
        SERVE, env=surroundings(tmp_path / "host"), stdout=subprocess.PIPE, text=True, encoding="utf-8"
    )
    assert served.stdout
    try:
        port = next(found[1] for line in served.stdout if (found := re.search(r"sixqp join \S+:(\d+)", line)))
        yield f"localhost:{port}"
    finally:
        served.stdout.close()
        served.terminate()
        served.wait()


def test_a_game_is_played_through_pipes_prompt_by_prompt(address: str, tmp_path: Path) -> None:
    player = subprocess.Popen(
        [*SIXQP, "join", address, "--plain", "--name", "Zoé"],
        env=surroundings(tmp_path / "player"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        text=True,
    )
    assert player.stdin and player.stdout and player.stderr
    lines = list(answered(player.stdout, player.stdin))
    assert player.wait() == 0, player.stderr.read()
    assert "The game is over: the only round was played." in "\n".join(lines)
    assert sum(line.startswith("Your card (") for line in lines) == 10
    assert not {"\x1b", "\r"} & set("".join(lines))
    for pipe in (player.stdin, player.stdout, player.stderr):
        pipe.close()


def test_a_solo_game_is_played_through_a_pipe(tmp_path: Path) -> None:
    script = "".join(f"{number}\n" for _ in range(14) for number in range(1, 105))
    ran = subprocess.run(
        [
            sys.executable,
            "-X",
            "utf8",
            "-c",
            QUICK,
            "play",
            "--plain",
            "--bots",
            "1",
            "--rounds",
            "1",
            "--seed",
            "1",
        ],
        env=surroundings(tmp_path),
        input=script.encode(),
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert b"The game is over: the only round was played." in ran.stdout


def answered(printed: IO[str], typed: IO[str]) -> Iterator[str]:
    """The lines of a player whose prompts are answered by the first choice; after the game the pipe ends."""
    for line in printed:
        yield line.rstrip("\n")
        if choice := first_choice(line.rstrip("\n")):
            typed.write(f"{choice}\n")
            typed.flush()
        if line.startswith("2nd: ") and not typed.closed:
            typed.close()


@pytest.mark.soak
def test_a_script_plays_a_whole_game_with_ascii_output(address: str, tmp_path: Path) -> None:
    script = "".join(f"{number}\n" for _ in range(14) for number in range(1, 105))
    ran = subprocess.run(
        [sys.executable, "-c", ASCII, "join", address, "--plain", "--name", "Zoé"],
        env=surroundings(tmp_path / "player", LC_ALL="C"),
        input=script.encode(),
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.isascii() and b"as Zoe." in ran.stdout
    assert b"The game is over" in ran.stdout and b"Traceback" not in ran.stderr


def test_an_unknown_machine_is_one_sentence_and_exit_code_1(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert main(["join", "no-such-machine.invalid", "--plain"]) == 1
    assert "No machine called “no-such-machine.invalid”" in capsys.readouterr().err


@pytest.mark.soak
def test_without_a_table_tables_are_searched_and_end_of_input_leaves(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert main(["join", "--plain"]) == 0
    assert capsys.readouterr().out.startswith("Looking for tables for 2 seconds.\n")


def test_plain_mode_loads_no_screen() -> None:
    command = [
        sys.executable,
        "-X",
        "importtime",
        "-c",
        "import sixqp_tui.cli.plain, sixqp_tui.hosting.hosted_table",
    ]
    ran = subprocess.run(
        command, env=surroundings(ROOT), capture_output=True, text=True, check=True, encoding="utf-8"
    )
    loaded = {line.rpartition("|")[2].strip().split(".")[0] for line in ran.stderr.splitlines()}
    assert "sixqp_tui" in loaded and "textual" not in loaded


@pytest.mark.skipif(sys.platform != "linux", reason="Only Linux has an output that is always full.")
def test_a_full_output_device_is_one_sentence(tmp_path: Path) -> None:
    with Path("/dev/full").open("wb") as full:
        ran = subprocess.run(
            [*SIXQP, "join", "--plain"],
            env=surroundings(tmp_path),
            stdin=subprocess.DEVNULL,
            stdout=full,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            timeout=60,
            check=False,
        )
    assert ran.returncode == 1 and ran.stderr.count("\n") == 1, ran.stderr
