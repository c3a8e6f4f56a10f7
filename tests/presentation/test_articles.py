"""The rules are found by words, as somebody types them."""

import pytest

from sixqp_tui import i18n
from sixqp_tui.presentation.articles import find_articles, places, read_articles, split_words


def named(typed: str) -> list[str]:
    return [found.article.name for found in find_articles(typed) if found.named]


@pytest.mark.parametrize(
    ("language", "typed", "article"),
    [
        ("en", "6th card", "sixth"),
        ("en", "TOO low", "too low"),
        ("en", "scoring", "scoring"),
        ("fr", "6e carte", "sixth"),
        ("fr", "sixieme", "sixth"),
        ("fr", "trop petite", "too low"),
        ("fr", "MANCHE", "round"),
        ("fr", "ecoule", "away"),
    ],
)
def test_words_of_the_log_and_the_headings_find_their_article(language: str, typed: str, article: str) -> None:
    i18n.use(language)
    assert named(typed) == [article]


def test_a_match_in_a_heading_comes_before_a_match_in_a_text() -> None:
    found = find_articles("sixth")
    assert [each.article.name for each in found] == ["sixth", "aim"]
    assert [each.named for each in found] == [True, False]


def test_words_of_the_example_are_found_only_if_all_of_them_match() -> None:
    assert [each.article.name for each in find_articles("68 83")] == ["too low"]
    assert find_articles("68 quux") == ()


@pytest.mark.parametrize("typed", ["", "  ", "!?", "xyz"])
def test_an_empty_search_finds_nothing(typed: str) -> None:
    assert find_articles(typed) == ()


def test_a_word_is_found_by_its_beginning_and_marked_in_place() -> None:
    text = "Têtes de bœuf, bœufs"
    assert [text[start:end] for start, end in places(text, split_words("BOEU tete"))] == ["Tête", "bœu", "bœu"]
    assert list(places("follows", split_words("low"))) == []


@pytest.mark.slow
@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_every_article_is_found_by_its_heading(language: str) -> None:
    i18n.use(language)
    assert all(article.name in named(article.heading) for article in read_articles())
