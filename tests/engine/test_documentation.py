"""What `docs/engine.md` shows is what the engine does."""

import re
from pathlib import Path

import pytest

from sixqp_tui.engine import notation
from sixqp_tui.engine.notation import NotationError

TEXT = (Path(__file__).parents[2] / "docs" / "engine.md").read_text(encoding="utf-8")
PROGRAM, *_BOTS = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
OUTPUT, ERROR = re.findall(r"```text\n(.*?)```", TEXT, re.DOTALL)


def test_the_program_prints_the_documented_output(capsys: pytest.CaptureFixture[str]) -> None:
    exec(PROGRAM, {})
    assert capsys.readouterr().out.rstrip("\n") == OUTPUT.rstrip("\n")


def test_the_error_matches_the_documented_one() -> None:
    game = OUTPUT.partition("\n")[2]
    changed = game.replace(" 2 a11<1 b41 c15\n", " 2 a11 b41 c15\n")
    assert changed != game
    with pytest.raises(NotationError) as caught:
        notation.parse(changed)
    assert str(caught.value) == ERROR.rstrip("\n")
