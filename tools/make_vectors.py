"""Writes the whole games of `protocol/vectors/games/`: `python tools/make_vectors.py`.

The players decide by the numbers of `SPEC.md`, Shuffle, for the purpose `decisions`, so that the
same recipe gives the same file for ever. `protocol/vectors/README.md` says what stands in a file.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from sixqp_protocol.facts import Fact, Rules
from sixqp_protocol.messages import ChooseCard, ChooseRow, Decision, DraftCard, TakeBack
from sixqp_tui.engine.decisions import at_hand
from sixqp_tui.engine.game import Batch, Game
from sixqp_tui.engine.shuffle import SeededRandom
from sixqp_tui.engine.table import CardsWanted, DraftWanted

FOLDER = Path(__file__).parents[1] / "protocol" / "vectors" / "games"
NAMES = ("Zoé", "Łukasz", "Ana María", "小林", "Noor", "Åse", "Ιάσων", "Tomás", "Mia", "Ольга")


class Recipe(NamedTuple):
    """What a game is made of."""

    description: str
    rules: Rules
    players: int
    seed: str


RECIPES = {
    "classic-2": Recipe("Two players, two rounds.", Rules("classic", None, "over", 2), 2, "vector classic 2"),
    "classic-3": Recipe(
        "Three players, until 30 heads are reached, or for three rounds.",
        Rules("classic", 30, "reach", 3),
        3,
        "vector classic 3",
    ),
    "classic-4": Recipe("Four players to the usual limit.", Rules(), 4, "vector classic 4"),
    "classic-10": Recipe("Ten players, one round.", Rules("classic", None, "over", 1), 10, "a seed with é"),
    "tactic-2": Recipe("Two players, two rounds.", Rules("tactic", None, "over", 2), 2, "vector tactic 2"),
    "tactic-3": Recipe("Three players, two rounds.", Rules("tactic", None, "over", 2), 3, "vector tactic 3"),
    "tactic-10": Recipe("Ten players, one round.", Rules("tactic", None, "over", 1), 10, "vector tactic 10"),
    "draft-2": Recipe("Two players, two rounds.", Rules("draft", None, "over", 2), 2, "vector draft 2"),
    "draft-3": Recipe("Three players, three rounds.", Rules("draft", None, "over", 3), 3, "vector draft 3"),
    "draft-10": Recipe("Ten players, one round.", Rules("draft", None, "over", 1), 10, "vector draft 10"),
}


def render(recipe: Recipe) -> str:
    """The text of a game's file, one decision, fact and stream a line."""
    names = NAMES[: recipe.players]
    opening, game = Game.start(recipe.rules, names, recipe.seed)
    turns = list(_decisions(game, SeededRandom(recipe.seed, "decisions")))
    facts = [*opening, *(fact for _, batch in turns for fact in batch)]
    readers: tuple[int | None, ...] = (None, *range(recipe.players))
    fields = [
        _field("description", recipe.description),
        _field("rules", msgspec.to_builtins(recipe.rules)),
        _field("names", names),
        _field("seed", recipe.seed),
        _field("opening", len(opening)),
        _lines("decisions", "[]", (_json({**made, "facts": len(batch)}) for made, batch in turns)),
        _lines("facts", "[]", (_json(msgspec.to_builtins(fact)) for fact in facts)),
        _lines("streams", "{}", (_field(_reader(reader), _stream(facts, reader)) for reader in readers)),
    ]
    return "{\n" + ",\n".join(fields) + "\n}\n"


def _decisions(game: Game, rng: SeededRandom) -> Iterator[tuple[dict[str, Any], Batch]]:
    """What the players decide until the game ends, each with the facts that follow."""
    while game.pending:
        made, (batch, game) = _decision(game, rng)
        yield made, batch


def _decision(game: Game, rng: SeededRandom) -> tuple[dict[str, Any], tuple[Batch, Game]]:
    seat, decision = _drawn(game, rng)
    given = {name: getattr(decision, name) for name in ("card", "row") if hasattr(decision, name)}
    made = {"kind": type(decision).__name__, "seat": seat, **given}
    return made, game.decide(seat, at_hand(decision, game.table))


def _drawn(game: Game, rng: SeededRandom) -> tuple[int, Decision]:
    wanted, chosen = game.pending, sorted(game.table.chosen)
    assert wanted is not None
    if chosen and rng.below(12) == 0:
        return _one_of(chosen, rng), TakeBack()
    seat = _one_of(wanted.seats, rng)
    if isinstance(wanted, DraftWanted):
        return seat, DraftCard(card=_one_of(game.table.deck, rng))
    if isinstance(wanted, CardsWanted):
        return seat, ChooseCard(card=_one_of(game.table.hands[seat] or (), rng))
    return seat, ChooseRow(row=rng.below(len(game.table.rows)))


def _one_of(numbers: Sequence[int], rng: SeededRandom) -> int:
    return numbers[rng.below(len(numbers))]


def _stream(facts: Iterable[Fact], reader: int | None) -> list[int]:
    return [index for index, fact in enumerate(facts) if fact.reader in (None, reader)]


def _reader(reader: int | None) -> str:
    return "watcher" if reader is None else str(reader)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _field(key: str, value: object) -> str:
    return f"{_json(key)}: {_json(value)}"


def _lines(key: str, brackets: str, lines: Iterable[str]) -> str:
    return f"{_json(key)}: {brackets[0]}\n" + ",\n".join(lines) + f"\n{brackets[1]}"


def main() -> None:
    """Write every game."""
    FOLDER.mkdir(exist_ok=True)
    for name, recipe in RECIPES.items():
        (FOLDER / f"{name}.json").write_text(render(recipe), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
