"""The vocabulary itself: closed lists, frozen values, one reader for what is secret."""

from typing import get_args

import pytest

from sixqp_protocol import facts, messages
from sixqp_protocol.facts import AnyFact, Fact

SECRETS = {facts.HandDealt((3), (1,)), facts.CardLaid(3, 1)}


def test_the_unions_hold_every_kind() -> None:
    assert set(Fact.__subclasses__()) == set(get_args(AnyFact))
    assert set(messages.Request.__subclasses__()) == set(get_args(messages.AnyRequest))
    said = {*get_args(messages.ClientMessage), *get_args(messages.HostMessage)}
    assert {*messages.Message.__subclasses__(), *messages.Request.__subclasses__()} - {messages.Request} == said


def test_secret_facts_have_one_reader_and_others_none() -> None:
    assert {fact.reader for fact in SECRETS} == {3}
    secret = {type(fact) for fact in SECRETS}
    for kind in get_args(AnyFact):
        assert (kind in secret) == (kind.reader is not Fact.reader)
    assert facts.CardChosen(3).reader is None


@pytest.mark.parametrize(
    ("card", "row", "too_low"), [(3, (37,), True), (30, (12, 14, 15, 21, 26), False), (20, (5, 6, 7, 21), True)]
)
def test_a_taken_row_gives_its_reason(card: int, row: tuple[int, ...], too_low: bool) -> None:
    assert facts.RowTaken(0, card, 0, row).too_low is too_low
