"""A client written from `SPEC.md` alone: sections 3 and 14, on plain JSON, with nothing of the program."""

from collections.abc import Sequence
from typing import Any

Json = dict[str, Any]
TURNS = 10


class SpecReader:
    """What a client holds of a stream, and what is asked of it."""

    def __init__(self) -> None:
        self.game = 0
        self.facts: list[Json] = []
        self._seat: int | None = None
        self._reader: int | None = None
        self._welcomed = False
        self._first_facts = False
        self._history = 0
        self._decided: Json | None = None
        self._decision_id = 0

    def connect(self) -> None:
        self._welcomed = False

    def decide(self, decision: Json) -> None:
        """The client sends this, for the current moment or again for an earlier one."""
        wanted = self._wanted
        if wanted is None or wanted.items() <= decision.items():
            self._decided, self._decision_id = wanted, decision["id"]

    def hear(self, message: Json) -> str | None:
        """Take a message of the host; `return` where the client has to drop the connection and come back."""
        then = None
        match message["kind"]:
            case "Welcome":
                self._welcome(message)
            case "RoomNews":
                self._seat = message["you"]
            case "Happened":
                then = self._happened(message)
            case "Refused":
                if message["id"] == self._decision_id:
                    self._decided = None
        if self._caught_up and self._wanted != self._decided:
            self._decided = None
        return then

    def _welcome(self, welcome: Json) -> None:
        goes_on = (
            not self._welcomed
            and welcome["game"] == self.game
            and welcome["seat"] == self._reader
            and len(self.facts) <= welcome["stream"]
        )
        if not goes_on:
            self.facts = []
        self.game, self._seat, self._reader = welcome["game"], welcome["seat"], welcome["seat"]
        self._history, self._welcomed, self._first_facts = welcome["stream"], True, True

    def _happened(self, message: Json) -> str | None:
        first, game = message["first"], message["game"]
        behind_welcome, self._first_facts = self._first_facts, False
        if first == 0 and game > self.game:
            self.game, self.facts, self._history, self._reader = game, [], 0, self._seat
        elif first == 0 and behind_welcome and game == self.game:
            self.facts = []
        elif (game, first) != (self.game, len(self.facts)):
            return "return"
        self.facts += message["facts"]
        return None

    @property
    def asked(self) -> Json | None:
        return self._wanted if self._caught_up and self._wanted != self._decided else None

    @property
    def _caught_up(self) -> bool:
        return len(self.facts) >= self._history

    @property
    def _wanted(self) -> Json | None:
        return None if self._reader is None else asked_of(self.facts, self._reader)


def asked_of(facts: Sequence[Json], seat: int) -> Json | None:
    """What these facts of a game ask of this seat (section 14)."""
    table = SpecTable()
    for fact in facts:
        table.take(fact)
    return table.asked(seat)


class SpecTable:
    """As much of a table as it takes to tell whose turn it is (section 14)."""

    def __init__(self) -> None:
        self.seats = self.round = self.turn = self.first = self.picks = 0
        self.open_deck = False
        self.chosen: set[int] = set()
        self.ends: list[int] = []
        self.to_place: list[tuple[int, int]] = []

    def take(self, fact: Json) -> None:
        """This is the next fact that happened."""
        self._take_deal(fact)
        self._take_turn(fact)

    def _take_deal(self, fact: Json) -> None:
        match fact:
            case {"kind": "GameStarted", "names": names}:
                self.seats = len(names)
            case {"kind": "RoundBegan", "round": number}:
                self.round, self.turn, self.picks, self.ends = number, 0, 0, []
            case {"kind": "DraftOpened", "first": seat}:
                self.first, self.open_deck = seat, True
            case {"kind": "CardDrafted"}:
                self.picks += 1
            case {"kind": "RowsStarted", "cards": cards}:
                self.ends, self.turn, self.open_deck = list(cards), 1, False

    def _take_turn(self, fact: Json) -> None:
        match fact:
            case {"kind": "CardLaid" | "CardChosen", "seat": seat}:
                self.chosen.add(seat)
            case {"kind": "ChoiceTakenBack", "seat": seat}:
                self.chosen.discard(seat)
            case {"kind": "CardsRevealed", "cards": cards}:
                self.to_place = sorted((card, seat) for seat, card in enumerate(cards))
            case {"kind": "CardPlaced" | "RowTaken", "card": card, "row": row}:
                self.ends[row] = card
                self.to_place.pop(0)
                if not self.to_place:
                    self.turn, self.chosen = self.turn + 1, set()
            case {"kind": "GameEnded"}:
                self.turn, self.open_deck, self.to_place = 0, False, []

    def asked(self, seat: int) -> Json | None:
        """What is asked of this seat now."""
        if self.open_deck:
            if self.picks < TURNS * self.seats and seat == (self.first + self.picks) % self.seats:
                return {"kind": "DraftCard", "round": self.round, "pick": self.picks + 1}
        elif self.to_place:
            card, owner = self.to_place[0]
            if seat == owner and card < min(self.ends):
                return {"kind": "ChooseRow", "round": self.round, "turn": self.turn}
        elif 1 <= self.turn <= TURNS and seat not in self.chosen:
            return {"kind": "ChooseCard", "round": self.round, "turn": self.turn}
        return None
