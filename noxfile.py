"""The project's commands: `nox --list` tells them, `nox` alone tries a change.

Each session has an environment of its own; `nox --no-venv --no-install` runs them in the one that is active. What
follows `--` goes to the command: `nox -s tests -- tests/engine -k row`. `-P 3.13` forces that Python.
"""

import sys
import tempfile
from pathlib import Path

import nox

nox.needs_version = ">=2025.2.9"
nox.options.sessions = ["lint", "imports", "types", "tests"]
nox.options.reuse_existing_virtualenvs = True

PROJECT = nox.project.load_toml("pyproject.toml")


def install(session: nox.Session, *groups: str, tests: bool = False) -> None:
    """Install the project, as it lies here, and these groups of what works on it."""
    needed = nox.project.dependency_groups(PROJECT, *groups) if groups else ()
    session.install("-e", ".[test]" if tests else ".", *needed)


@nox.session
def tests(session: nox.Session) -> None:
    """All tests."""
    install(session, tests=True)
    session.run("python", "-m", "pytest", "-q", *session.posargs)


@nox.session
def lint(session: nox.Session) -> None:
    """Ruff: its rules, and whether everything is formatted."""
    session.install(*nox.project.dependency_groups(PROJECT, "lint"))
    session.run("ruff", "check", ".")
    session.run("ruff", "format", "--check", ".")


@nox.session
def imports(session: nox.Session) -> None:
    """The import contracts: which room may know which."""
    install(session, "lint")
    session.run("lint-imports")


@nox.session
def types(session: nox.Session) -> None:
    """All types, as strictly as mypy can."""
    install(session, "dev", tests=True)
    session.run("mypy", "protocol", "sixqp_tui", "tests", "tools", "noxfile.py")


@nox.session
def coverage(session: nox.Session) -> None:
    """A coverage report of the tests, without a threshold."""
    install(session, "coverage", tests=True)
    report = ("--cov", "--cov-report=term:skip-covered", "--cov-report=html")
    session.run("python", "-m", "pytest", "-q", *report, *session.posargs)


@nox.session
def build(session: nox.Session) -> None:
    """The wheel, installed into an empty environment and started there."""
    session.install(*nox.project.dependency_groups(PROJECT, "build"))
    with tempfile.TemporaryDirectory() as folder:
        session.run("python", "-m", "build", "--wheel", "--outdir", folder, ".")
        session.run("python", "-m", "venv", f"{folder}/empty")
        empty = Path(folder, "empty", "Scripts" if sys.platform == "win32" else "bin")
        session.run(str(empty / "python"), "-m", "pip", "install", "--quiet", *map(str, Path(folder).glob("*.whl")))
        for question in ("--version", "--help"):
            session.run(str(empty / "sixqp"), question, external=True, silent=True)


@nox.session
def release(session: nox.Session) -> None:
    """A release in `dist/`, built twice and compared. `-- fetch` comes first, and needs the network."""
    session.install("--require-hashes", "--only-binary=:all:", "-r", "tools/release/wheels.lock")
    install(session, "release")
    session.run("python", "-m", "tools.release", *session.posargs)


@nox.session
def release_installs(session: nox.Session) -> None:
    """Install each file of the release without a network and play a game. On Linux, as root."""
    install(session, "release")
    session.install("uv", "pipx")
    command = ("python", "-m", "tools.release.install_checks", *session.posargs)
    session.run("unshare", "--net", "--mount", *command, external=True)


@nox.session
def bench(session: nox.Session) -> None:
    """The table of figures beside their peers; one of the benches by its name: `nox -s bench -- memory 20`."""
    install(session, tests=True)
    here = Path("tests", "bench")
    name, *arguments = session.posargs or ["comparison"]
    session.run("python", str(here / Path(name).with_suffix(".py").name), *arguments)


@nox.session
def snapshots(session: nox.Session) -> None:
    """The pictures that tests compare with, drawn again: read the difference before it is committed."""
    install(session, tests=True)
    session.run("python", "-m", "pytest", "-q", "-n0", "tests/tui/test_pictures.py", "--snapshot-update")


@nox.session
def pictures(session: nox.Session) -> None:
    """The pictures of the README, from games that are played for them. On a POSIX system, with Chromium."""
    install(session, tests=True)
    session.run("python", "tools/pictures.py")
    session.run("python", "tools/page_pictures.py")


@nox.session
def recording(session: nox.Session) -> None:
    """The recording, from an evening on a virtual LAN. On Linux, as root, with DejaVu Sans Mono and Chromium."""
    install(session, "recording", tests=True)
    session.run("python", "tools/recording.py")


@nox.session
def vectors(session: nox.Session) -> None:
    """What is made for other clients: whole games and conversations, and the schema."""
    install(session)
    for name in ("make_conversations", "make_schema", "make_vectors"):
        session.run("python", f"tools/{name}.py")


@nox.session
def translations(session: nox.Session) -> None:
    """`nox -s translations -- update`, and after translating `-- compile`."""
    session.install(*nox.project.dependency_groups(PROJECT, "translations"))
    session.run("python", "tools/translations.py", *session.posargs)
