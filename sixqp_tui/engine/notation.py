"""A game as text that people can read and write, one line for each turn (`SPEC.md`, Notation)."""

import re
from collections import deque
from collections.abc import Iterable
from typing import NamedTuple, NoReturn, cast

from sixqp_protocol import facts
from sixqp_protocol.facts import AnyFact, Fact, Rules
from sixqp_protocol.text import clean_name, clean_reason
from sixqp_tui.engine import cards
from sixqp_tui.engine.reducer import ImpossibleFact, apply_fact
from sixqp_tui.engine.rules import Effect, end_reason, landing, playable
from sixqp_tui.engine.table import Table
from sixqp_tui.engine.view import readable

FIRST_LINE = "sixqp notation 1"
_LETTERS = "abcdefghij"
_RULES = re.compile(r"rules (classic|tactic|draft) (over|reach) ([1-9][0-9]{0,2}|none)(?: rounds ([1-9][0-9]?))?")
_CARD = re.compile(r"([1-9][0-9]{0,2})(\*?)")
_CHOICE = re.compile(r"([a-j])([1-9][0-9]{0,2})?(\*?)(?:(x[1-4])|(<[1-4])(\*?))?")


class NotationError(ValueError):
    """Text that is not the notation of a game; `line` counts from 1."""

    def __init__(self, line: int, expected: str, got: str) -> None:
        super().__init__(f"line {line}: expected {expected}, got {clean_reason(got)}")
        self.line = line


def write(happened: Iterable[Fact]) -> str:
    """Up to the end of any batch, without choices that were taken back.

    Raises ValueError if the facts don't begin with GameStarted.
    """
    public = readable(happened, None)
    if not public or not isinstance(public[0], facts.GameStarted):
        raise ValueError("expected the facts of a game from GameStarted on")
    writer = _Writer()
    for fact in public:
        writer.add(fact)
    writer.finish_line()
    return "\n".join(writer.lines) + "\n"


def parse(text: str) -> tuple[AnyFact, ...]:
    """The public facts of the game, checked by the rules; `open_hands` adds the hands. Raises NotationError."""
    return tuple(_Parser(text).read())


def _header(rules: Rules, names: Iterable[str]) -> list[str]:
    rounds = f" rounds {rules.rounds}" if rules.rounds else ""
    rules_line = f"rules {rules.variant} {rules.limit_rule} {rules.limit or 'none'}{rounds}"
    players = (f"player {letter} {clean_name(name, '?')}" for letter, name in zip(_LETTERS, names, strict=False))
    return [FIRST_LINE, rules_line, *players]


def _heads_line(heads: Iterable[int], totals: Iterable[int]) -> str:
    return f"heads {_spaced(heads)} total {_spaced(totals)}"


def _spaced(numbers: Iterable[int]) -> str:
    return " ".join(map(str, numbers))


class _Writer:
    def __init__(self) -> None:
        self.lines: list[str] = []
        self._seats = 0
        self._turn = 0
        self._mark = ""
        self._choices: dict[int, str] = {}
        self._to_place = 0
        self._picks: dict[int, list[str]] = {}

    def add(self, fact: AnyFact) -> None:
        match fact:
            case facts.GameStarted(rules, names):
                self.lines = _header(rules, names)
                self._seats = len(names)
            case facts.RoundBegan(number):
                self.lines += ["", f"round {number}"]
            case facts.DraftOpened(first):
                self._picks = {(first + place) % self._seats: [] for place in range(self._seats)}
            case facts.RowsStarted(started):
                self.finish_line()
                self.lines.append(f"rows {_spaced(started)}")
                self._turn = 1
            case facts.RoundEnded(heads, totals):
                self.lines.append(_heads_line(heads, totals))
            case facts.GameEnded(reason):
                self.finish_line()
                self.lines += ["", f"end {reason}"]
            case _:
                self._add_decision(fact)
        self._mark = "*" if isinstance(fact, facts.StoodIn) else ""

    def _add_decision(self, fact: AnyFact) -> None:
        match fact:
            case facts.CardDrafted(seat, card):
                self._picks[seat].append(f"{card}{self._mark}")
            case facts.CardChosen(seat):
                self._choices[seat] = self._mark
            case facts.ChoiceTakenBack(seat):
                del self._choices[seat]
            case facts.CardsRevealed(revealed):
                self._choices = {seat: f"{revealed[seat]}{mark}" for seat, mark in self._choices.items()}
                self._to_place = self._seats
            case facts.CardPlaced():
                self._placed()
            case facts.RowTaken(seat, _, row):
                self._choices[seat] += f"{'<' if fact.too_low else 'x'}{row + 1}{self._mark}"
                self._placed()

    def _placed(self) -> None:
        self._to_place -= 1
        if self._to_place == 0:
            self.finish_line()

    def finish_line(self) -> None:
        self.lines += [" ".join(["picks", _LETTERS[seat], *picked]) for seat, picked in self._picks.items()]
        if self._choices:
            choices = " ".join(f"{_LETTERS[seat]}{choice}" for seat, choice in self._choices.items())
            self.lines.append(f"{self._turn:2} {choices}")
            self._turn += 1
        self._picks, self._choices = {}, {}


class _Line(NamedTuple):
    number: int
    words: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join(self.words) or "the end of the text"


class _Choice(NamedTuple):
    """What a player did in a turn; `take` is "", or such as "x1" or "<2"."""

    word: str
    seat: int
    card: int | None
    stood_in: bool
    take: str
    row_stood_in: bool


class _Parser:
    def __init__(self, text: str) -> None:
        lines = [_Line(number, tuple(line.split())) for number, line in enumerate(text.split("\n"), 1)]
        self._lines = deque(line for line in lines if line.words and not line.words[0].startswith("#"))
        self._lines.append(_Line(len(lines), ()))
        self._table = Table()
        self._facts: list[AnyFact] = []

    def read(self) -> list[AnyFact]:
        self._read_header()
        while self._line.words:
            self._read_next()
        return self._facts

    def _read_next(self) -> None:
        if self._table.ended is not None:
            self._fail("the end of the text")
        expected = self._expected()
        keyword = expected.split()[0]
        if self._line.words == ("end", "abandoned"):
            self._add(self._next_line(), facts.GameEnded("abandoned"))
        elif self._line.words[0] != keyword:
            self._fail(expected)
        elif keyword == "picks":
            self._read_picks()
        elif keyword == "rows":
            self._read_rows(expected)
        elif keyword in ("round", "heads", "end"):
            self._read_boundary(expected)
        else:
            self._read_turn()

    def _expected(self) -> str:
        table = self._table
        if table.round == len(table.scores):
            reason = end_reason(table.rules, table.totals, table.round)
            return f"end {reason}" if reason else f"round {table.round + 1}"
        if not table.rows and table.rules.variant == "draft" and table.first is None:
            return f"picks of a player from a to {_LETTERS[table.seats - 1]}"
        if not table.rows:
            return f"rows {_spaced(table.deck) or 'and four cards that start them'}"
        if table.turn > cards.HAND:
            return _heads_line(*table.round_result)
        return f"{table.turn} and a card of every player"

    def _read_header(self) -> None:
        if str(self._line) != FIRST_LINE:
            self._fail(FIRST_LINE)
        self._next_line()
        rules = self._read_rules()
        names: list[str] = []
        while self._line.words[:1] == ("player",) or len(names) < 2:
            letter = _LETTERS[len(names) : len(names) + 1]
            name = clean_name(" ".join(self._line.words[2:]), "")
            if self._line.words[:2] != ("player", letter) or not name:
                self._fail(f"player {letter} and a name" if letter else "at most 10 players")
            names.append(name)
            line = self._next_line()
        self._add(line, facts.GameStarted(rules, tuple(names)))

    def _read_rules(self) -> Rules:
        found = _RULES.fullmatch(str(self._line))
        if found is None:
            self._fail('rules, as in "rules classic over 66" or "rules draft over none rounds 3"')
        variant, limit_rule, limit, rounds = found.groups()
        rules = Rules(
            cast("facts.Variant", variant),
            None if limit == "none" else int(limit),
            cast("facts.LimitRule", limit_rule),
            int(rounds) if rounds else None,
        )
        if not playable(rules):
            self._fail("a limit, a number of rounds, or both (article 4.3)")
        self._next_line()
        return rules

    def _read_boundary(self, expected: str) -> None:
        """Read a line that follows from those before it: the start or end of a round, or the end of the game."""
        if str(self._line) != expected:
            self._fail(expected)
        table, line = self._table, self._next_line()
        match line.words[0]:
            case "round":
                self._add(line, facts.RoundBegan(table.round + 1))
            case "heads":
                self._add(line, facts.RoundEnded(*table.round_result))
            case "end":
                self._add(line, facts.GameEnded(cast("facts.EndReason", line.words[1])))

    def _read_rows(self, expected: str) -> None:
        line = self._next_line()
        started = [_CARD.fullmatch(word) for word in line.words[1:]]
        numbers = tuple(int(found[1]) for found in started if found and not found[2])
        if len(numbers) != len(started):
            self._fail(expected, line)
        self._add(line, facts.RowsStarted(numbers), expected=expected)

    def _read_picks(self) -> None:
        letters = [*_LETTERS[: self._table.seats]]
        letter = "".join(self._line.words[1:2])
        if letter not in letters:
            self._fail(f"picks of a player from a to {letters[-1]}")
        first = letters.index(letter)
        lines: list[_Line] = []
        for letter in letters[first:] + letters[:first]:
            if self._line.words[:2] != ("picks", letter):
                self._fail(f"picks {letter}")
            lines.append(self._next_line())
        self._add(lines[0], facts.DraftOpened(first))
        picked = self._add_picks(lines)
        for place, line in enumerate(lines):
            expected = (picked - place + len(lines) - 1) // len(lines) if self._stops_here else cards.HAND
            if len(line.words) - 2 != expected:
                self._fail(f"{expected} picks", line, str(len(line.words) - 2))

    def _add_picks(self, lines: list[_Line]) -> int:
        picked = 0
        while (seat := self._table.picker) is not None:
            line = lines[picked % len(lines)]
            place = 2 + picked // len(lines)
            if place == len(line.words):
                break
            word = line.words[place]
            found = _CARD.fullmatch(word)
            if found is None:
                self._fail("a card, as in 14", line, word)
            stood_in = (facts.StoodIn(seat),) if found[2] else ()
            drafted = facts.CardDrafted(seat, int(found[1]))
            self._add(line, *stood_in, drafted, expected="a card that is still in the deck", got=word)
            picked += 1
        return picked

    def _read_turn(self) -> None:
        line = self._next_line()
        choices = {choice.seat: choice for choice in [self._choice(line, word) for word in line.words[1:]]}
        if len(choices) < len(line.words) - 1:
            self._fail("every player once", line)
        for choice in choices.values():
            stood_in = (facts.StoodIn(choice.seat),) if choice.stood_in else ()
            self._add(line, *stood_in, facts.CardChosen(choice.seat))
        shown = {choice.seat: choice.card for choice in choices.values() if choice.card is not None}
        if choices and not shown and self._stops_here:
            return
        for seat, letter in enumerate(_LETTERS[: self._table.seats]):
            if seat not in shown:
                self._fail(f"a card of {letter}, as in {letter}14", line)
        self._check_cards(line, choices)
        self._add(line, facts.CardsRevealed(tuple(shown[seat] for seat in range(self._table.seats))))
        self._place_cards(line, choices)

    def _choice(self, line: _Line, word: str) -> _Choice:
        found = _CHOICE.fullmatch(word)
        if found is None or (found[2] is None and (found[4] or found[5])):
            self._fail("a choice, as in a14, a30x1 or a3<2", line, word)
        letter, card, mark, sixth, too_low, row_mark = found.groups()
        seat = _LETTERS.index(letter)
        if seat >= self._table.seats:
            self._fail(f"a player from a to {_LETTERS[self._table.seats - 1]}", line, word)
        return _Choice(word, seat, int(card) if card else None, bool(mark), sixth or too_low or "", bool(row_mark))

    def _check_cards(self, line: _Line, choices: dict[int, _Choice]) -> None:
        table = self._table
        deck = cards.deck(table.rules.variant, table.seats)
        free = set(deck) - table.seen
        for choice in choices.values():
            hand = table.hands[choice.seat]
            if hand is not None and choice.card not in hand:
                self._fail(f"a card of the hand {_spaced(hand)}", line, choice.word)
            if choice.card not in free:
                self._fail(f"a card from 1 to {deck[-1]} that is new in this round", line, choice.word)
            free.remove(choice.card)

    def _place_cards(self, line: _Line, choices: dict[int, _Choice]) -> None:
        while self._table.to_place:
            seat, card = self._table.to_place[0]
            choice, played = choices[seat], f"{_LETTERS[seat]}{card}"
            effect, row = landing(self._table.rows, card)
            take = f"x{row + 1}" if row is not None and effect is Effect.TAKES_FULL_ROW else ""
            if row is None:
                if not choice.take and self._stops_here:
                    break
                if not choice.take.startswith("<"):
                    self._fail(f"the row that the {card} takes, as in {played}<1", line, choice.word)
                take, row = choice.take, int(choice.take[1]) - 1
            if choice.take != take:
                self._fail(f"{played}{take}", line, choice.word)
            if effect is Effect.APPENDS:
                self._add(line, facts.CardPlaced(seat, card, row))
            else:
                stood_in = (facts.StoodIn(seat),) if choice.row_stood_in else ()
                self._add(line, *stood_in, facts.RowTaken(seat, card, row, self._table.rows[row]))
        for seat, card in self._table.to_place:
            if choices[seat].take:
                self._fail(f"{_LETTERS[seat]}{card}", line, choices[seat].word)

    @property
    def _line(self) -> _Line:
        return self._lines[0]

    def _next_line(self) -> _Line:
        return self._lines.popleft()

    @property
    def _stops_here(self) -> bool:
        return not self._line.words or self._line.words == ("end", "abandoned")

    def _add(self, line: _Line, *happened: AnyFact, expected: str = "", got: str = "") -> None:
        for fact in happened:
            try:
                self._table = apply_fact(self._table, fact)
            except ImpossibleFact:
                self._fail(expected or "what the rules allow", line, got)
            self._facts.append(fact)

    def _fail(self, expected: str, line: _Line | None = None, got: str = "") -> NoReturn:
        wrong = line or self._line
        raise NotationError(wrong.number, expected, got or str(wrong))
