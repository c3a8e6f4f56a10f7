"""Decisions about the moment that a game is at, as a client makes them."""

from sixqp_protocol.messages import ChooseCard, ChooseRow, DraftCard, TakeBack
from sixqp_tui.engine.decisions import at_hand
from sixqp_tui.engine.game import Batch, Game


def choose_card(game: Game, seat: int, card: int) -> tuple[Batch, Game]:
    return game.decide(seat, at_hand(ChooseCard(card=card), game.table))


def take_back(game: Game, seat: int) -> tuple[Batch, Game]:
    return game.decide(seat, at_hand(TakeBack(), game.table))


def draft_card(game: Game, seat: int, card: int) -> tuple[Batch, Game]:
    return game.decide(seat, at_hand(DraftCard(card=card), game.table))


def choose_row(game: Game, seat: int, row: int) -> tuple[Batch, Game]:
    return game.decide(seat, at_hand(ChooseRow(row=row), game.table))
