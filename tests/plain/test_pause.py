"""The pause between two rounds, and the clock, told line by line."""

from support.conversations import BackToBack
from support.plain import Listener, first_choice
from support.tables import OWNER, a_room

from sixqp_protocol.facts import Rules
from sixqp_protocol.messages import Settings


def play_round(*people: Listener) -> None:
    """Everybody decides until nothing is asked of anybody but whether they are ready."""
    asked = True
    while asked:
        asked = False
        for each in people:
            if (answer := first_choice(each.prompt)) is not None:
                each.type(answer)
                asked = True


def a_table(**settings: int | None) -> tuple[BackToBack, Listener, Listener]:
    at = BackToBack(a_room(Settings(Rules(limit=None, rounds=2), **settings)))  # type: ignore[arg-type]
    return at, Listener(at, "Olga", OWNER), Listener(at)


def test_a_pause_asks_who_is_ready_and_says_who_is() -> None:
    _, olga, ann = a_table(timer=60, pause=60)
    olga.type("start")
    play_round(olga, ann)
    assert (
        "Round 2 is waiting for Olga." in ann.lines[-3:]
        and "The next round starts in 60 seconds at the latest." in ann.lines
    )
    assert ann.prompt == "Type ready for round 2: " and olga.prompt == ann.prompt
    ann.type("ready")
    assert ann.prompt == "" and olga.hear() == ["Ann is ready."]
    assert ann.type("who")[-2].startswith("Round 2 is waiting for Olga")
    olga.type("ready")
    assert "Round 2" in ann.hear() and ann.prompt.startswith("Your card")


def test_the_owner_can_continue_by_command() -> None:
    _, olga, ann = a_table(timer=None, pause=None)
    olga.type("start")
    play_round(olga, ann)
    assert ann.type("next") == ["Only the host can do that."]
    assert any(line.startswith("next: ") for line in olga.type("help"))
    olga.type("next")
    assert olga.prompt.startswith("Your card")
    assert olga.type("next") == ["It isn't your turn to do that."]


def test_a_pipe_is_ready_at_once_in_a_pause() -> None:
    at = BackToBack(a_room(Settings(Rules(limit=None, rounds=2), pause=None), bots=0))
    olga, pipe = Listener(at, "Olga", OWNER), Listener(at, piped=True)
    olga.type("start")
    play_round(olga, pipe)
    request = pipe.player.say_ready()
    assert request is not None and pipe.player.say_ready() is None and olga.player.say_ready() is None


def test_the_last_seconds_of_the_clock_are_announced_once() -> None:
    _, olga, ann = a_table(timer=60)
    olga.type("start")
    ann.hear()
    due = ann.player.reminds_at
    assert due is not None and ann.player.tell_when_quiet(due - 1) == ()
    assert ann.player.tell_when_quiet(due) == ("15 seconds left.",)
    assert ann.player.reminds_at is None
