"""Room codes and seeds: on the command line they are overwritten, and on standard input nobody sees them."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from pathlib import Path

import pytest
from support.source import ROOT

from sixqp_protocol.room_code import code_of
from sixqp_tui.cli.options import table_options
from sixqp_tui.cli.parser import parse
from sixqp_tui.cli.secret_options import without_secrets
from sixqp_tui.hosting.process.table_process import launch_table
from sixqp_tui.hosting.table_options import TableOptions

SIXQP = [sys.executable, "-X", "utf8", "-m", "sixqp_tui"]
CODE, SEED = "k7w3qgzz", "correct horse"
needs_ps = pytest.mark.skipif(shutil.which("ps") is None, reason="missing: ps (Debian: procps)")
"""Windows has none, and shows a command line to its own user alone."""


def environment(home: Path) -> dict[str, str]:
    """Of a process of its own user."""
    paths = os.pathsep.join((str(ROOT), str(ROOT / "protocol")))
    return {**os.environ, "SIXQP_HOME": str(home), "PYTHONPATH": paths}


@contextmanager
def serving(home: Path, *options: str, typed: str = "") -> Iterator[tuple[int, int, str]]:
    """A table in a process: its number, its port, and the room code that it prints.

    Its bot needs no process unless the options say so: Windows ends the table at once, and where that happens while
    another process is being started, the latter never runs and never ends.
    """
    process = subprocess.Popen(
        [*SIXQP, "serve", "--port", "0", "--bots", "1", "--rounds", "1", "--start-with", "2",
         "--timer", "none", *options],
        env=environment(home), stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8",
    )  # fmt: skip
    assert process.stdin and process.stdout
    try:
        process.stdin.write(typed)
        process.stdin.close()
        lines = iter(process.stdout.readline, "")
        port = next(int(found[1]) for line in lines if (found := re.search(r"sixqp join \S+:(\d+)$", line)))
        code = next(found[1] for line in lines if (found := re.search(r"Room code: (.+)", line)))
        yield process.pid, port, code_of(code) or ""
    finally:
        process.terminate()
        process.stdout.close()
        process.wait()


def processes() -> str:
    return subprocess.run(["ps", "-A", "-ww", "-o", "args="], capture_output=True, text=True, check=True).stdout


def watched(home: Path, port: int, *options: str, typed: str = "") -> subprocess.Popen[str]:
    """Somebody who looks on, by lines of JSON."""
    process = subprocess.Popen(
        [*SIXQP, "join", f"127.0.0.1:{port}", "--watch", "--json", *options],
        env=environment(home), stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8",
    )  # fmt: skip
    assert process.stdin
    process.stdin.write(typed)
    process.stdin.close()
    return process


def first_fact(process: subprocess.Popen[str]) -> str:
    """What a watcher is told first; it ends with that."""
    assert process.stdout
    line = process.stdout.readline()
    process.terminate()
    process.stdout.close()
    process.wait()
    return line


@pytest.mark.soak
@needs_ps
def test_no_process_list_shows_a_code_or_seed_from_the_command_line(tmp_path: Path) -> None:
    with serving(tmp_path / "host", "--level", "hard", "--lock", CODE, f"--seed={SEED}") as (pid, port, code):
        assert code == CODE
        watcher = watched(tmp_path / "eve", port, "--code", CODE)
        player = subprocess.Popen(
            [*SIXQP, "join", f"127.0.0.1:{port}", "--bot", "--level", "hard", "--code", CODE],
            env=environment(tmp_path / "zoe"), stdout=subprocess.DEVNULL,
        )  # fmt: skip
        assert "GameStarted" in first_fact(watcher)
        shown = processes()
        assert CODE not in shown and SEED not in shown
        own = subprocess.run(
            ["ps", "-ww", "-o", "args=", "-p", str(pid)], capture_output=True, text=True, check=True
        ).stdout
        assert own.startswith("sixqp serve ") and "--lock *** --seed=***" in own
        player.terminate()
        player.wait()


@pytest.mark.slow
@needs_ps
async def test_the_table_process_started_by_host_hides_code_and_seed() -> None:
    code, seed = "m8x4rh22", "battery staple"  # what no other test types, whose processes are seen here too
    table = await launch_table(TableOptions("Salon", "Olga", port=0, lock=code, seed=seed))
    try:
        assert code not in processes() and seed not in processes()
    finally:
        table.process.terminate()
        table.process.wait()


@pytest.mark.soak
def test_a_code_can_be_passed_on_standard_input(tmp_path: Path) -> None:
    with serving(tmp_path / "host", "--lock", "-", typed=f"{CODE}\n") as (_pid, port, code):
        assert code == CODE
        player = subprocess.Popen(
            [*SIXQP, "join", f"127.0.0.1:{port}", "--bot", "--code", CODE],
            env=environment(tmp_path / "zoe"), stdout=subprocess.DEVNULL,
        )  # fmt: skip
        watcher = watched(tmp_path / "eve", port, "--code", "-", typed=f"{CODE}\n")
        assert "GameStarted" in first_fact(watcher)
        player.terminate()
        player.wait()


def test_the_command_line_overrides_the_file() -> None:
    Path("config.txt").write_text("seed = of the file\nlock = thefile\n")
    options = table_options(parse(["serve"]))
    assert (options.seed, options.lock) == ("of the file", "thefile")
    options = table_options(parse(["host", "--seed", "typed", "--lock", "off"]))
    assert (options.seed, options.lock) == ("typed", None)


def test_an_invalid_code_gets_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", StringIO("abc\n"))
    with pytest.raises(SystemExit) as ended:
        parse(["join", "Salon", "--code", "-"])
    said = capsys.readouterr().err
    assert ended.value.code == 2 and "--code: " in said and said.count("\n") == 1


def test_empty_standard_input_is_not_a_code(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", StringIO(""))
    with pytest.raises(SystemExit):
        parse(["join", "Salon", "--code", "-"])
    assert "--code: " in capsys.readouterr().err


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("join Salon --code k7w3qf --watch", "join Salon --code *** --watch"),
        ("host --lock --bots 3", "host --lock --bots 3"),
        ("host --lock=k7w3qf --seed -5", "host --lock=*** --seed ***"),
        ("join SIXQP://1/t:1a2b3c4d/k:x/c:k7w3qf", "join sixqp://***"),
        ("join Salon", "join Salon"),
    ],
)
def test_the_shown_command_line_has_no_secrets(typed: str, shown: str) -> None:
    assert " ".join(without_secrets(typed.split())) == shown
