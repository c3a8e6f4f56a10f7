"""A table's settings as they are typed: the keys and values are those of the options of `host`."""

from msgspec.structs import replace

from sixqp_protocol.messages import Settings
from sixqp_tui.i18n.errors import option_sentence
from sixqp_tui.store.options import OPTION_PARSERS, OptionError, Value

_OF_THE_TABLE = {
    "seats": "seats",
    "timer": "timer",
    "bank": "bank",
    "round-pause": "pause",
    "cards-seen": "cards_seen",
}
"""The keys that are no rules of the game, and the fields that they set."""


def change_setting(before: Settings, key: str, typed: str) -> Settings:
    """The settings with this one as it was typed. Raises OptionError."""
    value: Value | bool = OPTION_PARSERS[key](typed)
    if key == "cards-seen":
        value = value == "on"
    if field := _OF_THE_TABLE.get(key):
        return replace(before, **{field: value})
    return replace(before, rules=replace(before.rules, **{key.replace("-", "_"): value}))


def unfit(key: str, error: OptionError) -> str:
    return option_sentence(key, error.fault, error.got, error.expected, error.character)
