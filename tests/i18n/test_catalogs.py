"""Every language says everything, and nothing is said past the catalogs."""

import argparse
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_file
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po
from support.source import ROOT

from sixqp_tui.i18n import argparse_messages
from sixqp_tui.i18n.catalog import DOMAIN, FOLDER, LANGUAGES, SOURCE

Key = tuple[str | None, str]
TRANSLATIONS = sorted(set(LANGUAGES) - {SOURCE})
SAME_IN_FRENCH = (
    "CODE Catastrophe Champion Menu Scores TABLE Table Total coach code draft multicast note ok page port scores "
    "ssh table tables total"
)
KEYWORDS = {**DEFAULT_KEYWORDS, "NC_": ((1, "c"), 2)}
CALLED = re.compile(rf"\b(?:{'|'.join(KEYWORDS)})\(")


@cache
def translated(language: str) -> Catalog:
    with (FOLDER / language / "LC_MESSAGES" / f"{DOMAIN}.po").open("rb") as file:
        return read_po(file, locale=language)


def messages(language: str) -> list[Message]:
    return [message for message in translated(language) if message.id]


def key(context: str | bytes | None, message: str | tuple[str, ...] | list[str]) -> Key:
    context = context.decode() if isinstance(context, bytes) else context
    return context, message if isinstance(message, str) else message[0]


def forms(text: str | tuple[str, ...] | list[str] | None) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text or ())


def said_in_code() -> Iterator[Key]:
    """What the extraction finds; a module that calls none of the lookups is not read by Babel, which is slow."""
    folder = ROOT / "sixqp_tui"
    speaking = (path for path in folder.rglob("*.py") if CALLED.search(path.read_text(encoding="utf-8")))
    pages = folder.rglob("report.html")
    for method, path in (
        *(("python", path) for path in speaking),
        *(("jinja2", path) for path in pages),
    ):
        for _line, message, _comments, context in extract_from_file(method, path, keywords=KEYWORDS):
            yield key(context, message)


def fields(text: str) -> set[str]:
    named = {name for _before, name, _spec, _conversion in Formatter().parse(text) if name is not None}
    return named | set(re.findall(r"%\(\w+\)\w|%[sr]", text))


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_each_catalog_has_exactly_the_messages_of_the_code(language: str) -> None:
    said, there = set(said_in_code()), {key(message.context, message.id) for message in messages(language)}
    assert {"missing": sorted(map(str, said - there)), "left over": sorted(map(str, there - said))} == {
        "missing": [],
        "left over": [],
    }
    assert not translated(language).obsolete


@pytest.mark.skipif(not Path(argparse.__file__).is_file(), reason="This Python brings no source of argparse.")
def test_the_messages_of_argparse_in_the_catalogs_are_its_own() -> None:
    found = extract_from_file("python", argparse.__file__)
    said = {key(context, message)[1] for _line, message, _comments, context in found}
    ours = extract_from_file("python", argparse_messages.__file__)
    assert {message for _line, message, _comments, _context in ours} <= said


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_every_message_is_translated_in_all_its_forms(language: str) -> None:
    expected = translated(language).num_plurals
    for message in messages(language):
        strings = forms(message.string)
        assert not message.fuzzy, message.id
        assert len(strings) == (expected if message.pluralizable else 1), message.id
        assert all(strings), message.id


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_a_translation_has_the_placeholders_of_its_message(language: str) -> None:
    for message in messages(language):
        wanted = fields(forms(message.id)[-1])
        *few, most = forms(message.string)
        assert fields(most) == wanted, message.id
        assert all(fields(form) <= wanted for form in few), message.id


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_the_compiled_catalog_matches_the_translation(language: str) -> None:
    with (FOLDER / language / "LC_MESSAGES" / f"{DOMAIN}.mo").open("rb") as file:
        compiled = read_mo(file)
    assert contents(compiled) == contents(translated(language)), "due: nox -s translations -- compile"
    assert compiled.plural_expr == translated(language).plural_expr


def contents(catalog: Catalog) -> dict[Key, tuple[str, ...]]:
    return {key(message.context, message.id): forms(message.string) for message in catalog if message.id}


def test_messages_left_unchanged_in_french_are_intended() -> None:
    same = {form for message in messages("fr") for form in forms(message.string) if form in forms(message.id)}
    assert {text for text in same if re.search(r"[A-Za-z]{2}", re.sub(r"\{\w+\}", "", text))} == set(
        SAME_IN_FRENCH.split()
    )


def test_french_punctuation_follows_french_rules() -> None:
    for message in messages("fr"):
        for form in forms(message.string):
            assert not re.search(r"[^\s][:;?](?:\s|$)|\w!(?:\s|$)|[“”]|«\S|\S»", form), form


# -- nothing past the catalogs --------------------------------------------------------------------------------


def test_no_lookup_stands_within_a_formatted_text() -> None:
    """Pybabel extracts no message from there."""
    lookup = re.compile(r"\{(?:_|[np]?gettext)\(")
    assert lookup.search("f'{name}: {_(\"Hi\")}'")
    assert [path for path in (ROOT / "sixqp_tui").rglob("*.py") if lookup.search(path.read_text("utf-8"))] == []
