"""`sixqp replay`: the game that is meant, whose seat, where it begins; and one sentence where that cannot be."""

import io
from pathlib import Path

import pytest
from msgspec.structs import replace
from support.games import recorded

from sixqp_tui.cli import main
from sixqp_tui.features.history.record import Player, encode_record
from sixqp_tui.features.history.store import save_game
from sixqp_tui.features.replay import command as replay_command
from sixqp_tui.features.replay.command import open_session
from sixqp_tui.joining.failure import Failure

WHO = (Player("Camille"), Player("Zoé"), Player("Hal", level="hard"))


def replay(*arguments: str) -> int:
    return main(["replay", *arguments, "--plain", "--lang", "en"])


def test_the_newest_game_is_replayed_into_a_pipe_in_full(capsys: pytest.CaptureFixture[str]) -> None:
    save_game(recorded(who=WHO, seed="older", number=1, ended=1_700_000_000))
    save_game(recorded(who=WHO, seed="newer", number=2, ended=1_700_009_000))
    assert replay() == replay("1") == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[: len(lines) // 2] == lines[len(lines) // 2 :]
    assert sum(line.startswith("Turn ") and line.endswith("of 10.") for line in lines) == 2 * 20
    assert sum(line.startswith("Zoé: ") for line in lines) == 2 * 2, "all hands of each round"
    assert any(line.startswith("3rd: ") for line in lines[-6:])
    assert lines[0].startswith("Ada's · ")
    assert replay("2") == 0
    assert capsys.readouterr().out.splitlines() != lines[: len(lines) // 2]


def test_a_player_sees_only_their_own_hand_from_the_given_turn(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "game.json").write_bytes(encode_record(recorded(who=WHO)))
    assert replay(str(tmp_path / "game.json"), "--seat", "zoé", "--from", "2.9") == 0
    printed = capsys.readouterr().out
    assert "Your hand: " in printed
    assert "Turn 9 of 10." in printed
    assert "Turn 8 of 10." not in printed
    assert "Camille: " not in printed
    assert "You play the " in printed or "you take" in printed


@pytest.mark.parametrize(("seat", "number"), [("2", 1), ("none", None), ("HAL", 2), (None, None)], ids=str)
def test_the_seat_is_given_by_name_or_number(seat: str | None, number: int | None) -> None:
    session = open_session(recorded(who=WHO), seat, None)
    assert session.state.view.seat == number
    assert session.state.view.hands_open == (seat is None)


def test_a_replay_starts_from_the_users_own_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    own, record = "ab" * 32, recorded(who=WHO)
    monkeypatch.setattr(replay_command, "own_identities", lambda: (own,))
    record = replace(record, players=(WHO[0], replace(WHO[1], key=own), WHO[2]))
    assert open_session(record, None, None).state.view.seat == 1


@pytest.mark.parametrize(("seat", "start"), [("4", None), ("Ann", None), (None, "3"), (None, "1.12"), (None, "x")])
def test_an_unknown_seat_or_turn_is_rejected(seat: str | None, start: str | None) -> None:
    with pytest.raises(Failure, match=r"^Expected ") as refused:
        open_session(recorded(who=WHO), seat, start)
    assert refused.value.code == 2


def test_without_a_terminal_the_plain_command_is_suggested(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", "--lang", "en"]) == 2
    assert "sixqp replay --plain" in capsys.readouterr().err


def test_at_a_keyboard_enter_advances_a_turn_and_a_word_quits(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    save_game(recorded(who=WHO))
    typed = io.StringIO("\n\nquit\n")
    monkeypatch.setattr("sixqp_tui.features.replay.command.is_at_terminal", lambda: True)
    monkeypatch.setattr("sys.stdin", typed)
    assert replay() == 0
    printed = capsys.readouterr().out
    assert "Turn 3 of 10." in printed
    assert "Turn 4 of 10." not in printed
