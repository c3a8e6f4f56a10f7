"""Which language is spoken, and what changes with it."""

import ctypes
import sys
from types import SimpleNamespace

import pytest

from sixqp_protocol import facts
from sixqp_protocol.facts import Rules
from sixqp_protocol.messages import Said
from sixqp_tui import i18n
from sixqp_tui.engine.table import Table
from sixqp_tui.i18n import (
    facts as facts_words,
    phrases,
    settings as settings_words,
    table as table_words,
)
from sixqp_tui.i18n.local_time import format_day, format_when, local_moment
from sixqp_tui.i18n.system import system_language
from sixqp_tui.presentation.prompts import landing


@pytest.mark.parametrize(
    ("variables", "language"),
    [
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "fr_FR.UTF-8", "LC_MESSAGES": "en_GB.UTF-8"}, "en"),
        ({"LANG": "de_DE", "LC_MESSAGES": "en_GB", "LC_ALL": "fr_BE.UTF-8"}, "fr"),
        ({"LANG": "fr_FR", "LC_ALL": ""}, "fr"),
        ({"LANG": "fr_FR", "LC_ALL": "C"}, ""),
        ({"LANG": "C.UTF-8"}, ""),
        ({}, ""),
    ],
)
def test_the_language_follows_the_locale_variables(variables: dict[str, str], language: str) -> None:
    assert system_language(variables, "linux") == language


def test_windows_uses_its_interface_language(monkeypatch: pytest.MonkeyPatch) -> None:
    kernel = SimpleNamespace(GetUserDefaultUILanguage=lambda: 0x040C)
    monkeypatch.setattr(ctypes, "windll", SimpleNamespace(kernel32=kernel), raising=False)
    assert system_language({}, "win32") == "fr"
    kernel.GetUserDefaultUILanguage = lambda: 0xFFFF
    assert system_language({}, "win32") == ""
    assert system_language({"LANG": "en_US.UTF-8"}, "win32") == "en"


def test_a_mac_uses_its_preferred_languages() -> None:
    answer = 'print(\'(\\n    "fr-FR",\\n    "en-FR"\\n)\')'
    assert system_language({}, "darwin", (sys.executable, "-c", answer)) == "fr"
    assert system_language({}, "darwin", ("no-such-program",)) == ""


@pytest.mark.parametrize(
    ("language", "sentences"),
    [("en", ["0 heads", "1 head", "2 heads", "66 heads"]), ("fr", ["0 tête", "1 tête", "2 têtes", "66 têtes"])],
)
def test_heads_are_pluralized_by_each_languages_rules(language: str, sentences: list[str]) -> None:
    i18n.use(language)
    assert [phrases.heads(count) for count in (0, 1, 2, 66)] == sentences


@pytest.mark.parametrize(
    ("language", "sentences"),
    [
        ("en", ["1 round played", "2 rounds played", "Bo wins with 1 head", "A and B win together with 5 heads"]),
        (
            "fr",
            ["1 manche jouée", "2 manches jouées", "Bo gagne avec 1 tête", "A et B gagnent ensemble avec 5 têtes"],
        ),
    ],
)
def test_words_agree_with_their_number(language: str, sentences: list[str]) -> None:
    i18n.use(language)
    played = [table_words.where_after(count, Rules()).split(" · ")[0] for count in (1, 2)]
    won = [
        facts_words.winners(Table(names=names, totals=totals))
        for names, totals in ((("Bo", "Cy"), (1, 5)), (("A", "B", "C"), (5, 5, 9)))
    ]
    assert played + won == sentences
    ends = settings_words.describe_ends(Rules(limit=66, rounds=1))
    assert ends == (
        "finit au-delà de 66 têtes ou après 1 manche" if language == "fr" else "ends over 66 heads or after 1 round"
    )


def test_french_ordinals() -> None:
    i18n.use("fr")
    assert [phrases.ordinal(number) for number in (1, 2, 3, 4)] == ["1er", "2e", "3e", "4e"]


def test_french_table_texts_use_the_words_of_the_game() -> None:
    i18n.use("fr")
    before = Table(names=("Alice", "Bob", "Dana", "Emile"), rows=((12, 14, 15, 21, 26), (37,), (43, 44), (58, 61)))
    assert landing(before.rows, 45) == "le 45 irait rangée 3, 3e sur 5"
    sentence = facts_words.tell(facts.RowTaken(2, 30, 0, (12, 14, 15, 21, 26)), before)
    assert sentence is not None
    assert sentence.sentence == "Dana joue le 30, sixième carte de la rangée 1, et ramasse 5 cartes, 6 têtes"


def test_a_day_is_described_in_everyday_words() -> None:
    now = local_moment(1_700_000_000)
    dates = [format_day(1_700_000_000 - days * 86_400, now) for days in (0, 1, 6, 7, 320, -1)]
    assert dates == ["today", "yesterday", "Wednesday", "7 November", "29 December 2022", "15 November"]
    i18n.use("fr")
    assert format_when(1_700_000_000 - 7 * 86_400, now) == f"le 7 novembre à {now:%H:%M}"


def test_a_name_with_braces_is_shown_unchanged() -> None:
    for language in i18n.LANGUAGES:
        i18n.use(language)
        assert phrases.spoken(Said(None, "{0}", "{text}")).replace(" ", "") == "{0}:{text}"
