"""What a dedicated host says of its table."""

from types import SimpleNamespace
from typing import Any, cast

import pytest
from support.tables import a_room, settings

from sixqp_tui.cli.serve import _EventPrinter
from sixqp_tui.i18n import table as table_words


def test_a_full_disk_is_told_once_and_so_is_its_end(capsys: pytest.CaptureFixture[str]) -> None:
    room = a_room(settings())
    tell = _EventPrinter(cast("Any", SimpleNamespace(room=room)), 2)
    tell()
    capsys.readouterr()
    for saved in (False, False, True, True):
        room.state.saved = saved
        tell()
    assert capsys.readouterr().out.splitlines() == [table_words.saving(False), table_words.saving(True)]
