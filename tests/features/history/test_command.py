"""The commands around games that are over: what they print, what they refuse, and what they never let through."""

import gzip
import json
import os
import sys
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest
from features.history.past_games import review_of
from msgspec.structs import replace
from support.games import EVENING, recorded

from sixqp_protocol.facts import CardLaid, GameEnded, GameStarted, RoundEnded, RowTaken
from sixqp_tui.cli import main
from sixqp_tui.engine import notation
from sixqp_tui.engine.open_hands import open_hands
from sixqp_tui.features.history.record import GameRecord, Player, encode_record
from sixqp_tui.features.history.store import load_game, read_games, save_game, write_review
from sixqp_tui.store import keys, paths

BEN, EVE = "bb" * 32, "ee" * 32


@pytest.fixture
def ada(home: Path) -> str:
    return keys.first_key(home / keys.FOLDER).hex()


def keep(number: int, *who: Player) -> GameRecord:
    ended = EVENING + number
    return save_game(recorded(players=len(who), rounds=1, seed=str(number), number=number, ended=ended, who=who))


def printed(capsys: pytest.CaptureFixture[str], *command: str) -> str:
    assert main(command) == 0
    return capsys.readouterr().out


def test_scores_and_history_show_who_played(capsys: pytest.CaptureFixture[str], ada: str) -> None:
    for number in range(1, 31):
        keep(number, Player("Ada", ada), Player("Ben", BEN), Player("Bo", level="hard"))
    keep(31, Player("Ben", EVE), Player("Ada", ada))
    everybody, evenings = printed(capsys, "scores").split("\n\n")
    assert [line.split()[:2] for line in everybody.splitlines()[2:]] == [
        ["Ada", "(you)"],
        ["Ben", "30"],
        ["Ben", "1"],
    ]
    assert evenings.startswith("LAST EVENINGS") and "14 November 2023     31  Ada's" in evenings
    assert "EVERYBODY · classic" in printed(capsys, "scores", "--variant", "classic")
    assert "No games match." in printed(capsys, "scores", "--variant", "draft")
    assert main(["history"]) == 0
    shown = capsys.readouterr()
    history = shown.out.splitlines()
    assert len(history) == 20 and history[0].lstrip().startswith("1  14 November 2023 ") and "Ada" in history[0]
    assert "11 older games" in shown.err
    assert len(printed(capsys, "history", "--all").splitlines()) == 31


def test_one_game_is_shown_with_the_heads_of_each_round(capsys: pytest.CaptureFixture[str], ada: str) -> None:
    record = keep(1, Player("Ada", ada), Player("Ben", BEN))
    heads = next(fact.heads for fact in record.facts if isinstance(fact, RoundEnded))
    title, names, *players, more = printed(capsys, "history", "1").splitlines()
    assert record.title in title and names.split() == ["round", "1", "total"] and "sixqp review 1" in more
    both = [["Ada", *[str(heads[0])] * 2], ["Ben", *[str(heads[1])] * 2]]
    assert sorted(line.split() for line in players) == both


def test_an_empty_history_is_not_an_error(capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("scores", "history"):
        assert "No games yet" in printed(capsys, command)


def test_scores_and_history_are_printed_as_json(capsys: pytest.CaptureFixture[str], ada: str) -> None:
    record = keep(1, Player("Ada", ada), Player("Ben", BEN))
    scores = json.loads(printed(capsys, "scores", "--json"))
    assert scores["games"] == 1 and {each["person"]: each["own"] for each in scores["people"]} == {
        ada: True,
        BEN: False,
    }
    (game,) = json.loads(printed(capsys, "history", "--json"))
    assert game["id"] == record.id and [seat["key"] for seat in game["seats"]] == [ada, BEN]


def test_a_game_is_exported_and_imported_elsewhere(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, ada: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = keep(1, Player("Ada", ada), Player("Ben", BEN))
    assert json.loads(printed(capsys, "export", "--json")) == json.loads(encode_record(record))
    review = review_of(record)
    write_review(record.id, review)
    accuracies = [seat.accuracy for seat in review.seats]
    (game,) = json.loads(printed(capsys, "history", "--json"))
    assert [seat["accuracy"] for seat in game["seats"]] == accuracies
    exported = json.loads(printed(capsys, "export", "--json"))
    assert [player.pop("accuracy") for player in exported["players"]] == accuracies
    assert exported == json.loads(encode_record(record))
    given = tmp_path / "given.json"
    assert main(["export", "1", "--json", "-o", str(given)]) == 0
    assert open_hands(notation.parse(printed(capsys, "export", record.id[:6], "--notation"))) == record.facts
    assert main(["export", "--notation", "-o", str(tmp_path)]) == 0
    assert (tmp_path / f"{record.id}.txt").read_text(encoding="utf-8") == notation.write(record.facts)
    assert f"{record.id} is already" in printed(capsys, "import", str(tmp_path / f"{record.id}.txt"))
    monkeypatch.setenv(paths.HOME_VARIABLE, str(tmp_path / "as-text"))
    assert "is now in your history" in printed(capsys, "import", str(tmp_path / f"{record.id}.txt"))
    (game,) = json.loads(printed(capsys, "history", "--json"))
    assert game["title"] == record.id and len(game["seats"]) == 2
    assert load_game(game["id"]).facts == record.facts
    monkeypatch.setenv(paths.HOME_VARIABLE, str(tmp_path / "elsewhere"))
    assert record.id in printed(capsys, "import", str(given))
    assert load_game(record.id) == record, "an accuracy that somebody else reports is not kept"
    assert "already" in printed(capsys, "import", str(given))
    assert json.loads(printed(capsys, "export", str(given), "--json"))["number"] == 1


def test_a_game_that_cannot_have_happened_is_refused_with_the_reason(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    record, file = recorded(), tmp_path / "forged.json"
    taken, row = next((at, fact) for at, fact in enumerate(record.facts) if isinstance(fact, RowTaken))
    other_row = (*record.facts[:taken], replace(row, row=(row.row + 1) % 4), *record.facts[taken + 1 :])
    for changed, sentence in (
        (replace(record, facts=other_row), f"fact {taken + 1} is impossible"),
        (replace(record, facts=record.facts[:-1]), "isn't over"),
        (replace(record, ended=253_402_300_799), "ended in the future"),
        (replace(record, began=record.ended + 1), "began after its end"),
        (replace(record, table="../x"), "other characters at table."),
    ):
        file.write_bytes(encode_record(changed))
        assert main(["import", str(file)]) == 1
        assert sentence in capsys.readouterr().err
    assert len(read_games().games) == 0


@pytest.mark.parametrize(("after", "kept"), [(2, False), (-1, False), (0, True)])
def test_a_game_given_up_in_its_first_round_is_not_said_to_be_imported(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, after: int, kept: bool
) -> None:
    """`after` is how many facts of the game had happened, or from 0 down how many before the end of round 1."""
    record = recorded(rounds=2)
    end = next(at for at, fact in enumerate(record.facts, 1) if isinstance(fact, RoundEnded))
    at = after if after > 0 else end + after
    given_up = replace(record, facts=(*record.facts[:at], GameEnded("abandoned")))
    file = tmp_path / "given up.json"
    file.write_bytes(encode_record(given_up))
    assert main(["import", str(file)]) == (0 if kept else 1)
    said = capsys.readouterr()
    assert (given_up.id in said.out) == kept == ("given up within a round" not in said.err)
    assert [game.id for game in read_games().games] == [given_up.id] * kept


def test_facts_in_another_order_are_the_same_game(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    record, file = keep(1, Player("Ada"), Player("Ben")), tmp_path / "variation.json"
    laid = next(at for at, fact in enumerate(record.facts) if isinstance(fact, CardLaid))
    lays, chosen, then, too = record.facts[laid : laid + 4]
    changed = replace(record, facts=(*record.facts[:laid], lays, then, chosen, too, *record.facts[laid + 4 :]))
    file.write_bytes(encode_record(changed))
    assert f"{record.id} is already" in printed(capsys, "import", str(file))


def test_other_facts_for_a_kept_game_are_not_imported_or_counted(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    record = keep(1, Player("Ada"), Player("Ben"))
    other = replace(recorded(players=2, rounds=1, seed="other"), ended=record.ended)
    assert (other.table, other.number) == (record.table, record.number)
    file = tmp_path / "other.json"
    file.write_bytes(encode_record(other))
    assert main(["import", str(file)]) == 1
    assert f"sixqp history --delete {record.id}" in capsys.readouterr().err
    save_game(other)
    (game,) = json.loads(printed(capsys, "history", "--json"))
    assert game["id"] == record.id and json.loads(printed(capsys, "scores", "--json"))["games"] == 1
    printed(capsys, "history", "--delete", record.id, "--yes")
    assert [game["id"] for game in json.loads(printed(capsys, "history", "--json"))] == [other.id]


def zeros(file: Path) -> None:
    with file.open("wb") as large:
        large.truncate(100_000_000)


NO_GAMES: dict[str, tuple[Callable[[Path], object], str]] = {
    "nothing": (lambda file: None, "There is no file"),
    "a folder": (lambda file: file.mkdir(), "is a folder"),
    "large": (zeros, "contains no game"),
    "large once unpacked": (
        lambda file: file.write_bytes(gzip.compress(bytes(100_000_000), 1)),
        "contains no game",
    ),
    "a page": (lambda file: file.write_bytes(b"<!DOCTYPE html>\n<html>"), "is a page for a browser"),
    "half a notation": (
        lambda file: file.write_bytes(b"sixqp notation 1\nrules classic over 66\n"),
        "contains no game",
    ),
    "odd bytes in a notation": (lambda file: file.write_bytes(b"sixqp notation 1\n\xff"), "contains no game"),
    "a pipe": (lambda file: os.mkfifo(file), "is a pipe"),  # noqa: PLW0108 (which Windows lacks)
    "a picture": (lambda file: file.write_bytes(b"\x89PNG"), "contains no game"),
}


@pytest.mark.parametrize("kind", NO_GAMES)
def test_a_file_that_is_no_game_is_one_sentence_and_never_fills_the_memory(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, kind: str
) -> None:
    if kind == "a pipe" and os.name != "posix":
        pytest.skip("only POSIX has pipes among its files")
    make, sentence = NO_GAMES[kind]
    file = tmp_path / "given.txt"
    make(file)
    tracemalloc.start()
    try:
        assert main(["import", str(file)]) == 1
        assert tracemalloc.get_traced_memory()[1] < 60_000_000
    finally:
        tracemalloc.stop()
    said = capsys.readouterr().err
    assert sentence in said and said.count("\n") == 1


def test_control_characters_in_a_file_reach_no_terminal(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    record = recorded(players=2)
    started = record.facts[0]
    assert isinstance(started, GameStarted)
    odd = "\x1b]0;own\x07\x1b[2Jeve\u202e"
    forged = replace(
        record,
        title=odd,
        players=(Player(odd), Player("Ben")),
        facts=(replace(started, names=(odd, "Ben")), *record.facts[1:]),
    )
    escape = "" if sys.platform == "win32" else "\x1b"  # which no name has there
    file = tmp_path / f"odd{escape}[2J.json"
    file.write_bytes(encode_record(forged))
    assert main(["import", str(file)]) == 0
    for command in (("history",), ("scores",), ("export", "--json"), ("export", "--notation")):
        assert main(command) == 0
    shown = capsys.readouterr()
    assert not {"\x1b", "\x07", "\u202e"} & set(shown.out + shown.err)


def test_one_game_is_deleted_only_after_confirmation(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    games = [keep(number, Player("Ada"), Player("Ben")) for number in (1, 2, 3)]
    assert main(["history", "--delete", "2"]) == 2, "nobody is there to be asked"
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    answers = iter(["no", "", "yes"])
    monkeypatch.setattr("builtins.input", lambda question: next(answers))
    for _answer in range(2):
        assert "Nothing was deleted" in printed(capsys, "history", "--delete", "2")
    assert len(read_games().games) == 3
    assert "for good?" in printed(capsys, "history", "--delete", "2")
    assert [game.id for game in read_games().games] == [games[2].id, games[0].id]
    printed(capsys, "history", "--delete", games[0].id, "--yes")
    assert [game.id for game in read_games().games] == [games[2].id]
