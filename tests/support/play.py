"""Games for the tests of the engine: dealt as a test wants them, or played by lot."""

from collections.abc import Iterable, Iterator
from random import Random

from support.decisions import choose_card, choose_row, draft_card, take_back

from sixqp_protocol import facts
from sixqp_protocol.facts import Fact, Rules, Variant
from sixqp_tui.engine import cards
from sixqp_tui.engine.game import Batch, Game
from sixqp_tui.engine.table import CardsWanted, DraftWanted
from sixqp_tui.engine.view import View

VARIANTS: tuple[Variant, ...] = ("classic", "tactic", "draft")
CLASSIC = Rules()
Hands = tuple[tuple[int, ...], ...]


def names(players: int) -> tuple[str, ...]:
    return tuple(f"Player {seat + 1}" for seat in range(players))


def dealt(rows: tuple[int, ...], wanted: Hands, rules: Rules = CLASSIC) -> Game:
    """A game in its first turn with these rows, each hand filled up from the highest cards that are free."""
    taken = {*rows, *(card for hand in wanted for card in hand)}
    free = iter(card for card in reversed(cards.deck(rules.variant, len(wanted))) if card not in taken)
    hands = [tuple(sorted((*hand, *(next(free) for _ in range(10 - len(hand)))))) for hand in wanted]
    deal = [facts.HandDealt(seat, hand) for seat, hand in enumerate(hands)]
    opening = (facts.GameStarted(rules, names(len(wanted))), facts.RoundBegan(1), *deal, facts.RowsStarted(rows))
    return Game("a test's seed").after(opening)


def laid(game: Game, played: tuple[int, ...]) -> tuple[Game, Batch]:
    """The game after every seat in order has laid its card, and the facts of the last one's batch."""
    batch: Batch = ()
    for seat, card in enumerate(played):
        batch, game = choose_card(game, seat, card)
    return game, batch


def decision(game: Game, rng: Random) -> tuple[Batch, Game]:
    """The batch of a decision by lot, and the game after it; now and then a card is taken back first."""
    wanted = game.pending
    assert wanted is not None
    seat = rng.choice(wanted.seats)
    if isinstance(wanted, DraftWanted):
        return draft_card(game, seat, rng.choice(game.table.deck))
    if not isinstance(wanted, CardsWanted):
        return choose_row(game, seat, rng.randrange(4))
    if game.table.chosen and rng.random() < 0.1:
        return take_back(game, rng.choice(sorted(game.table.chosen)))
    return choose_card(game, seat, rng.choice(game.table.hands[seat] or ()))


def batches(rules: Rules, players: int, seed: str, most: int = 10_000) -> Iterator[Batch]:
    """The batches of a game played by lot, the opening first, until it ends or this many have come."""
    rng = Random(seed)
    batch, game = Game.start(rules, names(players), seed)
    yield batch
    while game.pending and most > 1:
        batch, game = decision(game, rng)
        most -= 1
        yield batch


def played(rules: Rules, players: int, seed: str, most: int = 10_000) -> Batch:
    return tuple(fact for batch in batches(rules, players, seed, most) for fact in batch)


def stream(happened: Iterable[Fact], reader: int | None) -> Batch:
    return tuple(fact for fact in happened if fact.reader in (None, reader))


def secrets(view: View) -> list[str]:
    """The secrets that stand in this view: hands that were not picked in the open (5.2), and cards face down."""
    table = view.table
    others = [seat for seat in range(table.seats) if seat != view.seat]
    hands = [f"hand of {seat}" for seat in others if table.hands[seat] is not None]
    laid = [f"card laid by {seat}" for seat in others if table.laid[seat] is not None]
    return laid if table.rules.variant == "draft" else hands + laid


def without_taken_back(whole: Iterable[Fact]) -> Batch:
    """All facts of a game except the choices that were taken back."""
    kept: list[Fact] = []
    for fact in whole:
        if isinstance(fact, facts.ChoiceTakenBack):
            choice = max(at for at, each in enumerate(kept) if each == facts.CardChosen(fact.seat))
            begin = choice - 2 if kept[choice - 2 : choice - 1] == [facts.StoodIn(fact.seat)] else choice - 1
            del kept[begin : choice + 1]
        else:
            kept.append(fact)
    return tuple(kept)
