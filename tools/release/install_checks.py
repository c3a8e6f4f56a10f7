"""Installs each artefact of a release into an empty environment, plays a game there, and prints a table.

`unshare --net --mount python -m tools.release.install_checks --python /path/to/python3.12 --chroot FOLDER`

Under `unshare` nothing can come from a network. Each method is tried with each Python; the Debian package is
installed into a copy of a chroot with python3, which needs root. A method whose program isn't here is left out, and
the table says so.
"""

import argparse
import os
import shlex
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from tools.release.bundle import FILE
from tools.release.wheels import BUILD

_FIRST_CARD = "Your hand:"
_SECONDS = 300
_GAME = ("--once", "--start-with", "2", "--bots", "1", "--rounds", "1", "--title", "check")

Command = Sequence[str]


class Release(NamedTuple):
    folder: Path
    wheels: Path

    @property
    def wheel(self) -> Path:
        return next(self.folder.glob("*.whl"))


class Result(NamedTuple):
    artefact: str
    method: str
    python: str
    first_card: float | None
    """Seconds; None if the method wasn't tried."""
    said: str


class Failed(Exception):
    """A step failed; the text is its output."""


def _run(command: Command, environment: Mapping[str, str]) -> str:
    done = subprocess.run(
        command,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=_SECONDS,
        check=False,
    )
    if done.returncode:
        raise Failed(f"{' '.join(command)} ended with code {done.returncode}:\n{done.stdout}")
    return done.stdout


def _clean_environment(home: Path) -> dict[str, str]:
    """Without the settings of this user, of pip or of uv."""
    return {
        "HOME": str(home),
        "PATH": os.pathsep.join(("/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin", "/sbin", "/bin")),
        "LC_ALL": "C.UTF-8",
        "PIP_CONFIG_FILE": os.devnull,
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        "UV_NO_CONFIG": "1",
        "UV_OFFLINE": "1",
    }


def _by_pip(release: Release, python: str, home: Path, environment: dict[str, str]) -> Command:
    _run([python, "-m", "venv", str(home / "venv")], environment)
    pip = [str(home / "venv/bin/python"), "-m", "pip", "install", "--quiet", "--no-index"]
    _run([*pip, "--find-links", str(release.wheels), str(release.wheel)], environment)
    return [str(home / "venv/bin/sixqp")]


def _by_pip_from_source(release: Release, python: str, home: Path, environment: dict[str, str]) -> Command:
    _run([python, "-m", "venv", str(home / "venv")], environment)
    pip = [str(home / "venv/bin/python"), "-m", "pip", "install", "--quiet", "--no-index"]
    found = ["--find-links", str(release.wheels), "--find-links", str(release.wheels / BUILD)]
    _run([*pip, *found, str(next(release.folder.glob("*.tar.gz")))], environment)
    return [str(home / "venv/bin/sixqp")]


def _by_uv(release: Release, python: str, home: Path, environment: dict[str, str]) -> Command:
    uv = [_program("uv"), "tool", "install", "--quiet", "--python", python, "--no-index"]
    _run([*uv, "--find-links", str(release.wheels), str(release.wheel)], environment)
    return [str(home / ".local/bin/sixqp")]


def _by_pipx(release: Release, python: str, home: Path, environment: dict[str, str]) -> Command:
    options = shlex.join(["--no-index", "--find-links", str(release.wheels)])
    _run(
        [_program("pipx"), "install", "--python", python, f"--pip-args={options}", str(release.wheel)], environment
    )
    return [str(home / ".local/bin/sixqp")]


def _by_file(release: Release, python: str, _home: Path, _environment: dict[str, str]) -> Command:
    return [python, str(release.folder / FILE)]


METHODS: Mapping[tuple[str, str], Callable[[Release, str, Path, dict[str, str]], Command]] = {
    ("wheel", "pip"): _by_pip,
    ("sdist", "pip"): _by_pip_from_source,
    ("wheel", "uv"): _by_uv,
    ("wheel", "pipx"): _by_pipx,
    ("pyz", "the file"): _by_file,
}


class Missing(Exception):
    """A program isn't here."""


def _program(name: str) -> str:
    """Beside this Python or on the path. Raises Missing."""
    found = shutil.which(name, path=os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"])))
    if not found:
        raise Missing(f"{name} isn't here")
    return found


def _in_chroot(release: Release, chroot: Path) -> Command:
    for name in ("proc", "dev"):
        subprocess.run(["mount", "--rbind", f"/{name}", str(chroot / name)], check=True)
    package = next(release.folder.glob("*.deb"))
    shutil.copy(package, chroot / "tmp" / package.name)
    into = ["chroot", str(chroot)]
    _run([*into, "dpkg", "-i", f"/tmp/{package.name}"], _clean_environment(Path("/root")))
    return [*into, "/usr/games/sixqp"]


def _time_first_card(sixqp: Command, environment: Mapping[str, str]) -> float:
    began = time.perf_counter()
    command = [*sixqp, "play", "--plain", "--name", "Ann", "--lang", "en"]
    with subprocess.Popen(
        command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as playing:
        assert playing.stdin and playing.stdout
        lines = []
        try:
            for line in playing.stdout:
                lines.append(line)
                if _FIRST_CARD in line:
                    return time.perf_counter() - began
        finally:
            playing.terminate()
    raise Failed(f"{' '.join(command)} showed no card:\n{''.join(lines)}")


def _play_game(sixqp: Command, environment: Mapping[str, str]) -> None:
    """A table, and a bot that joins it from a process of its own: both end with code 0 after the game."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    with subprocess.Popen(
        [*sixqp, "serve", *_GAME, "--port", port, "--lang", "en"],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as table:
        assert table.stdout
        try:
            said = table.stdout.readline()  # the table is open
            _run([*sixqp, "join", f"127.0.0.1:{port}", "--bot", "--lang", "en"], environment)
            said += table.communicate(timeout=_SECONDS)[0]
        finally:
            table.kill()
    if table.returncode:
        raise Failed(f"the table ended with code {table.returncode}:\n{said}")


def _version(python: str) -> str:
    return _run([python, "-c", "import platform; print(platform.python_version())"], os.environ).strip()


def checks(release: Release, pythons: Sequence[str], chroots: Sequence[Path]) -> Iterator[Result]:
    """The result of each installation, as it comes. Raises Failed."""
    for python in pythons:
        for (artefact, method), install in METHODS.items():
            with tempfile.TemporaryDirectory() as home:
                environment = _clean_environment(Path(home))
                try:
                    sixqp = install(release, python, Path(home), environment)
                except Missing as missing:
                    yield Result(artefact, method, _version(python), None, str(missing))
                    continue
                yield _check(artefact, method, _version(python), sixqp, environment)
    for chroot in chroots:
        sixqp = _in_chroot(release, chroot)
        python = _run(["chroot", str(chroot), "python3", "--version"], os.environ).split()[-1]
        yield _check("deb", "dpkg in a chroot", python, sixqp, _clean_environment(Path("/root")))


def _check(artefact: str, method: str, python: str, sixqp: Command, environment: Mapping[str, str]) -> Result:
    first = _time_first_card(sixqp, environment)
    _play_game(sixqp, environment)
    return Result(artefact, method, python, first, "played a game")


def main() -> int:
    """0, or 1 with the output of the step that failed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--release", type=Path, default=Path("dist"), metavar="FOLDER")
    parser.add_argument("--wheels", type=Path, default=Path("wheels"), metavar="FOLDER")
    parser.add_argument("--python", action="append", metavar="PATH", help="once for each Python; default: this one")
    parser.add_argument("--chroot", type=Path, action="append", default=[], metavar="FOLDER", help="once for each")
    parsed = parser.parse_args()
    release = Release(parsed.release.absolute(), parsed.wheels.absolute())
    if os.geteuid() == 0 and (ip := shutil.which("ip")):  # a user finds it up, or has no rights to do it
        subprocess.run([ip, "link", "set", "lo", "up"], check=True)
    print("| artefact | method | Python | seconds to the first card | |\n|---|---|---|---:|---|", flush=True)
    try:
        for each in checks(release, parsed.python or [sys.executable], parsed.chroot):
            seconds = "–" if each.first_card is None else f"{each.first_card:.1f}"
            print(f"| {each.artefact} | {each.method} | {each.python} | {seconds} | {each.said} |", flush=True)
    except Failed as failed:
        print(failed, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
