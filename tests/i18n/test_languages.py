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
    _,
    commands as commands_words,
    facts as facts_words,
    phrases,
    settings as settings_words,
    table as table_words,
)
from sixqp_tui.i18n.local_time import format_day, format_when, local_moment
from sixqp_tui.i18n.system import system_language
from sixqp_tui.i18n.typed_words import ANSWERS, COMMANDS, LESSONS, TABLES, VALUES, Words, english, local


@pytest.mark.parametrize(
    ("variables", "language"),
    [
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "fr"}, "fr"),
        ({"LANG": "fr_CA@euro"}, "fr"),
        ({"LANG": "fr_FR.UTF-8", "LC_MESSAGES": "en_GB.UTF-8"}, "en"),
        ({"LANG": "de_DE", "LC_MESSAGES": "en_GB", "LC_ALL": "fr_BE.UTF-8"}, "fr"),
        ({"LANG": "fr_FR", "LC_ALL": ""}, "fr"),
        ({"LANG": "fr_FR", "LC_ALL": "C"}, ""),
        ({"LANG": "C.UTF-8"}, ""),
        ({"LANG": "POSIX"}, ""),
        ({"LANG": "french"}, ""),
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


def test_an_untranslated_language_falls_back_to_english() -> None:
    i18n.use("fr")
    i18n.use("tlh")
    assert i18n.language() == "en"
    assert _("PLAYERS") == "PLAYERS"


def test_the_language_changes_while_the_program_runs() -> None:
    assert _("PLAYERS") == "PLAYERS"
    i18n.use(i18n.next_language())
    assert (i18n.language(), _("PLAYERS")) == ("fr", "JOUEURS")
    i18n.use(i18n.next_language())
    assert (i18n.language(), _("PLAYERS")) == ("en", "PLAYERS")


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
    won = [table_words.winners(["Bo"], 1), table_words.winners(["A", "B"], 5)]
    assert played + won == sentences
    ends = settings_words.describe_ends(Rules(limit=66, rounds=1))
    assert ends == (("plus de 66 têtes", "ou 1 manche") if language == "fr" else ("over 66 heads", "or 1 round"))


def test_french_ordinals() -> None:
    i18n.use("fr")
    assert [phrases.ordinal(number) for number in (1, 2, 3, 4)] == ["1er", "2e", "3e", "4e"]


def test_french_table_texts_use_the_words_of_the_game() -> None:
    i18n.use("fr")
    assert table_words.would_append(45, 2, 4) == "À vous : en l'état, 45 irait en rangée 3, 4e sur 5"
    assert table_words.choose_a_row(3) == "Votre 3 est trop petit. Choisissez une rangée."
    before = Table(names=("Alice", "Bob", "Dana", "Emile"), rows=((12, 14, 15, 21, 26), (37,), (43, 44), (58, 61)))
    sentence = facts_words.tell(facts.RowTaken(2, 30, 0, (12, 14, 15, 21, 26)), before)
    assert sentence is not None
    assert sentence.sentence == "Dana joue le 30, sixième carte de la rangée 1, et ramasse 5 cartes, 6 têtes"


def test_a_day_is_described_in_everyday_words() -> None:
    now = local_moment(1_700_000_000)
    dates = [format_day(1_700_000_000 - days * 86_400, now) for days in (0, 1, 6, 7, 320, -1)]
    assert dates == ["today", "yesterday", "Wednesday", "7 November", "29 December 2022", "15 November"]
    i18n.use("fr")
    assert format_when(1_700_000_000 - 7 * 86_400, now) == f"le 7 novembre à {now:%H:%M}"


@pytest.mark.parametrize("typed", ["règles", "REGLES", "rules"])
def test_french_commands_work_without_accents_and_in_english(typed: str) -> None:
    i18n.use("fr")
    assert english(typed, COMMANDS) == "rules"


@pytest.mark.parametrize("words", [COMMANDS, VALUES, ANSWERS, LESSONS, TABLES])
def test_every_french_command_word_is_unambiguous(words: Words) -> None:
    i18n.use("fr")
    assert [english(local(word, words), words) for word in words] == list(words)
    assert not any(" " in local(word, words) for word in words)


def test_a_name_with_braces_is_shown_unchanged() -> None:
    for language in i18n.LANGUAGES:
        i18n.use(language)
        assert phrases.spoken(Said(None, "{0}", "{text}")).replace(" ", "") == "{0}:{text}"


@pytest.mark.parametrize(
    ("count", "seen", "seated"), [(0, "ramassée", "place prise"), (2, "ramassées", "places prises")]
)
def test_words_agree_with_their_number_in_french(count: int, seen: str, seated: str) -> None:
    i18n.use("fr")
    assert table_words.seen_count("gone", count) == f"{count} {seen}"
    assert commands_words.table_seats(count, 10, 0, "draft") == f"{count} {seated} sur 10, draft"
