"""Outputs that lack signs, as what Windows redirects does, and outputs that nobody reads any more."""

import errno
import os
from io import BytesIO, TextIOWrapper

import pytest

from sixqp_tui.plain.output_stream import gone_readers_told, write_nearest

SAID = "“Zoé” (Žofie, Łukasz) takes row 3 → +5∀ … 2 × 3\N{NARROW NO-BREAK SPACE}!"


@pytest.mark.parametrize(
    ("encoding", "printed"),
    [
        ("utf-8", SAID),
        ("cp1252", "“Zoé” (Žofie, ?ukasz) takes row 3 to +5v … 2 × 3 !"),
        ("cp1251", "“Zoe” (Zofie, ?ukasz) takes row 3 to +5v … 2 x 3 !"),
        ("cp850", '"Zoé" (Zofie, ?ukasz) takes row 3 to +5v ... 2 × 3 !'),
        ("cp932", "“Zoe” (Zofie, ?ukasz) takes row 3 → +5∀ … 2 × 3 !"),
        ("ascii", '"Zoe" (Zofie, ?ukasz) takes row 3 to +5v ... 2 x 3 !'),
    ],
)
def test_a_sign_that_the_output_lacks_is_told_by_the_nearest_that_it_has(encoding: str, printed: str) -> None:
    written = BytesIO()
    output = TextIOWrapper(written, encoding=encoding)
    write_nearest(output)
    output.write(SAID)
    output.flush()
    assert written.getvalue().decode(encoding) == printed


@pytest.mark.parametrize(("system", "number"), [("nt", errno.EINVAL), ("posix", errno.EPIPE)])
def test_a_reader_that_is_gone_is_told_alike_on_every_system(
    monkeypatch: pytest.MonkeyPatch, system: str, number: int
) -> None:
    with pytest.raises(BrokenPipeError), monkeypatch.context() as here:
        here.setattr(os, "name", system)
        with gone_readers_told():
            raise OSError(number, "the system's says it")


def test_an_output_that_is_full_is_no_reader_that_is_gone() -> None:
    with pytest.raises(OSError, match="No space") as refused, gone_readers_told():
        raise OSError(errno.ENOSPC, "No space left on device")
    assert not isinstance(refused.value, BrokenPipeError)
