"""`tools/arena.py --bot-command`: programs that answer lines of JSON, and the examples of `docs/engine.md`."""

import json
import re
import shlex
import shutil
import sys
from functools import partial
from pathlib import Path
from subprocess import list2cmdline

import pytest

from sixqp_protocol.facts import Variant
from tools import arena
from tools.arena import Entrant, Result, commanded, entrant, play_deal

TEXT = (Path(__file__).parents[2] / "docs" / "engine.md").read_text(encoding="utf-8")
ENDS = "import sys; sys.stdin.readline()"


def example(language: str, file: Path) -> Path:
    """The last program of this language in the document, as a file."""
    *_, program = re.findall(rf"```{language}\n(.*?)```", TEXT, re.DOTALL)
    file.write_text(program, encoding="utf-8")
    return file


def command(*arguments: str | Path) -> str:
    return (list2cmdline if sys.platform == "win32" else shlex.join)(list(map(str, arguments)))


def python(*arguments: str | Path) -> str:
    return command(sys.executable, *arguments)


def played(line: str, variant: Variant = "classic") -> Result:
    bot = Entrant("bot", partial(commanded, line, 60))
    return play_deal((bot, *(entrant("medium", 1),) * 2), variant, "a seed")["bot"]


@pytest.mark.parametrize("variant", ["classic", "draft"])
def test_the_documented_bots_play_alike(variant: Variant, tmp_path: Path) -> None:
    found = played(python(example("python", tmp_path / "bot.py")), variant)
    node = shutil.which("node")
    if not node:
        pytest.skip("missing: Node")
    assert played(command(node, example("javascript", tmp_path / "bot.cjs")), variant) == found


def test_a_question_has_what_its_seat_knows_and_nothing_else(tmp_path: Path) -> None:
    bot, notes = example("python", tmp_path / "bot.py"), tmp_path / "notes"
    noting = bot.read_text().replace("    asked =", f"    open({str(notes)!r}, 'a').write(line)\n    asked =")
    bot.write_text(noting)
    played(python(bot))
    asked = [json.loads(line) for line in notes.read_text().splitlines()]
    common = {"ask", "rows", "hand", "seat", "players", "variant", "heads", "turns"}
    assert {question["ask"] for question in asked} == {"card", "row"}
    for question in asked:
        assert question.keys() == common | ({"card", "to_place"} if question["ask"] == "row" else set())
        assert len(question["hand"]) + len(question["turns"]) == 10


@pytest.mark.parametrize(
    ("program", "said", "seconds"),
    [
        ("print('{}')", "answered {}, expected", 60),
        ("print('nonsense')", "answered nonsense, expected", 60),
        ("print('{\"card\": 105}')", "expected", 60),
        (ENDS, "ended without an answer", 60),
        ("import time; time.sleep(60)", "did not answer within 0.5 s", 0.5),
        (None, "can't be started", 60),
    ],
)
def test_a_bot_that_fails_is_told_in_one_line(
    program: str | None, said: str, seconds: float, capfd: pytest.CaptureFixture[str]
) -> None:
    started = python("-c", program) if program else "no-such-program"
    assert arena.main(["medium", "--bot-command", started, "--bot-seconds", str(seconds)]) == 1
    # A program whose answer comes too late may complain about that itself.
    (line,) = [line for line in capfd.readouterr().err.splitlines() if line.startswith(started)]
    assert said in line
