"""What Windows' firewall answers, and what the doctor makes of it: a block, a public network, an open port."""

import json
from typing import Any

import pytest
from support.recorded_systems import (
    ALLOWED_IN_PRIVATE,
    CANCELLED,
    EVERY_PROFILE,
    OPENED,
    OTHER_PYTHON,
    PYTHON,
    windows_answer,
    windows_rule,
)

from sixqp_tui.features.doctor import firewalls as windows_firewall
from sixqp_tui.features.doctor.finding import Finding
from sixqp_tui.features.doctor.firewalls import SCRIPT, judge_windows, read_answer, windows_commands

VENV_PYTHON = r"C:\game\.venv\Scripts\python.exe"


def judged(printed: str) -> Finding:
    answer = read_answer(printed)
    assert answer is not None
    return judge_windows(answer, {VENV_PYTHON, PYTHON})


@pytest.mark.parametrize(
    ("printed", "code", "verdict"),
    [
        (windows_answer([]), "windows_public", "note"),
        (windows_answer([], category=1, profile=2), "windows", "note"),
        (windows_answer([], on=False), "off", "ok"),
        (windows_answer(OPENED, shut=True), "windows_blocks_all", "bad"),
        (windows_answer(CANCELLED), "windows_blocked", "bad"),
        (windows_answer([*OPENED, *CANCELLED]), "windows_blocked", "bad"),
        (windows_answer(CANCELLED, category=1, profile=2), "windows", "note"),
        (windows_answer(OTHER_PYTHON), "windows_public", "note"),
        (windows_answer(ALLOWED_IN_PRIVATE), "windows_public", "note"),
        (windows_answer(ALLOWED_IN_PRIVATE, category=1, profile=2), "windows_lets_in", "ok"),
        (windows_answer(ALLOWED_IN_PRIVATE[:1], category=1, profile=2), "windows", "note"),
        (windows_answer(OPENED), "windows_lets_in", "ok"),
        (windows_answer([windows_rule("", 1, 256, "4000-5000", EVERY_PROFILE)]), "windows_lets_in", "ok"),
        (windows_answer([windows_rule("", 1, 256, "RPC, 80", EVERY_PROFILE)]), "windows_public", "note"),
    ],
)
def test_a_block_wins_and_a_rule_applies_only_to_its_networks(printed: str, code: str, verdict: str) -> None:
    found = judged(printed)
    assert (found.code, found.verdict) == (code, verdict)


def test_the_commands_name_the_exact_program_and_network() -> None:
    typed = windows_commands(judged(windows_answer(CANCELLED)))
    assert list(typed["unblock"]) == [
        f'netsh advfirewall firewall delete rule name=all dir=in program="{PYTHON.lower()}"'
    ]
    typed = windows_commands(judged(windows_answer([])))
    assert list(typed["make_private"]) == ["Set-NetConnectionProfile -InterfaceIndex 12 -NetworkCategory Private"]


def test_a_report_of_a_block_contains_no_path() -> None:
    assert "zo" not in json.dumps(judged(windows_answer(CANCELLED)).report).lower()


@pytest.mark.parametrize("printed", ["", "null", "[]", "{}", "New-Object : Zugriff verweigert", '{"profiles": 1}'])
def test_without_an_answer_the_registry_is_read(printed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []

    def output(*command: str, within: float) -> str:
        asked.append((command, within))
        return printed

    monkeypatch.setattr(windows_firewall, "output", output)
    monkeypatch.setattr(windows_firewall, "_on_by_registry", lambda: frozenset({2, 4}))
    found = windows_firewall.check_windows()
    assert (found.code, found.facts["on"]) == ("windows", ["private", "public"])
    assert asked[0][1] == windows_firewall.WINDOWS_WITHIN


def test_the_script_survives_the_command_line_and_any_code_page() -> None:
    """A quotation mark would have to be doubled; what it prints is ASCII, and JSON knows its escapes."""
    assert SCRIPT.isascii() and '"' not in SCRIPT and SCRIPT.count("{") == SCRIPT.count("}")
    assert json.loads(r'"D:\\Zo\u00e9"') == r"D:\Zoé"
