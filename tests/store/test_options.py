"""The settings as people write them: one parser a key, for the file and the command line alike."""

import pytest

from sixqp_tui.store.options import OPTIONS, BadSetting, Value, parse_option


@pytest.mark.parametrize(
    ("key", "text", "value"),
    [
        ("limit", " 66 ", 66),
        ("limit", "NONE", None),
        ("limit", "007", 7),
        ("variant", "pro", "draft"),
        ("timer", "3600", 3600),
        ("port", "0", 0),
        ("title", "  Friday\tnight ", "Friday night"),
        ("seed", "e\u0301", "é"),
    ],
)
def test_an_options_text_is_parsed_to_its_value(key: str, text: str, value: Value) -> None:
    assert parse_option(key, text) == value


@pytest.mark.parametrize("key", [key for key, expected in OPTIONS.items() if expected.high])
def test_number_bounds_are_enforced(key: str) -> None:
    low, high = OPTIONS[key].low, OPTIONS[key].high
    assert [parse_option(key, str(each)) for each in (low, high)] == [low, high]
    for beyond in (low - 1, high + 1):
        with pytest.raises(BadSetting):
            parse_option(key, str(beyond))
