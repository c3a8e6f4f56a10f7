"""Planted defects, which `python tools/defects.py` lets the suite find: here, that they still fit the code."""

import shutil

import pytest
from support.cases import for_each

from tools.defects import PROJECT, Defect, all_defects, apply

pytestmark = pytest.mark.skipif(not shutil.which("git"), reason="missing: git")


@for_each(all_defects(), lambda defect: defect.name)
def test_a_defect_can_be_planted(defect: Defect) -> None:
    """Where the code has changed, write the same mistake into the new code: `git diff -U1` is the patch."""
    assert apply(defect, PROJECT, "--check") == ""
    assert defect.sentence.endswith(".")
    assert all((PROJECT / room).exists() for room in defect.room)
