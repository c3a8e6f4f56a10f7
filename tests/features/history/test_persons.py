"""Two keys of one person are joined by hand, and come apart again."""

from pathlib import Path

from sixqp_tui.features.history.persons import join_persons, joined_persons, persons_path, separate_person


def test_joined_persons_count_as_one_in_any_order() -> None:
    join_persons(("b",), "a")
    join_persons(("a", "c"), "d")
    assert joined_persons() == {"a": "d", "b": "d", "c": "d"}
    join_persons(("d",), "b")
    assert joined_persons() == {"a": "d", "b": "d", "c": "d"}


def test_separated_persons_count_individually_again() -> None:
    join_persons(("b", "c"), "a")
    join_persons(("y",), "x")
    assert sorted(separate_person("b")) == ["b", "c"]
    assert joined_persons() == {"y": "x"}
    assert separate_person("b") == ()


def test_a_cycle_in_an_edited_file_is_tolerated(home: Path) -> None:
    home.mkdir()
    persons_path().write_text('{"joined": {"a": "b", "b": "a"}, "version": 1}')
    joined_persons()
    join_persons(("a",), "c")
    assert joined_persons()["a"] == "c"


def test_a_damaged_file_is_set_aside(home: Path) -> None:
    home.mkdir()
    persons_path().write_text("{")
    assert joined_persons() == {}
    join_persons(("b",), "a")
    assert joined_persons() == {"b": "a"}
    assert (home / "persons.json.bad").exists()
