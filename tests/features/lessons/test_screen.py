"""The lessons on the screen: by keys and by mouse, from the first card to the end, and where one left off."""

from typing import Any

from features.lessons.scenes import at_lessons
from support.pilots import at_home, keys, press, settled, shown, until
from support.screens import NEWCOMER, FakeWorld
from textual.pilot import Pilot
from textual.widgets import Static

from sixqp_tui.features.lessons.course import course
from sixqp_tui.features.lessons.lesson_course import KEY, LessonCourse, next_lesson
from sixqp_tui.features.lessons.screen import AimScreen, LessonScreen
from sixqp_tui.terminal.preferences import save_words
from sixqp_tui.tui.home import HomeScreen
from sixqp_tui.tui.widgets.game.hand import HandRow


def screen(pilot: Pilot[Any]) -> LessonScreen:
    assert isinstance(pilot.app.screen, LessonScreen)
    return pilot.app.screen


def said(pilot: Pilot[Any]) -> str:
    return str(screen(pilot).text.content)


def refused(pilot: Pilot[Any]) -> str:
    """What stands at the hand about a wrong answer."""
    shown_now = [each for each in screen(pilot).pane.query(".refusal").results(Static) if each.display]
    return " ".join(str(each.content) for each in shown_now)


async def pick(pilot: Pilot[Any], card: int) -> None:
    """Go to a card of the open deck, and take it."""
    while screen(pilot).draft.deck.chosen != card:
        await press(pilot, "right")
    await press(pilot, "enter")


async def test_a_wrong_pick_stays_in_the_deck_a_right_one_opens_the_table_and_the_last_ends_the_course() -> None:
    lessons = LessonCourse("Zoé", "draft")
    async with at_lessons(lessons) as pilot:
        await pick(pilot, 12)
        assert "There is a gap" in refused(pilot)
        assert lessons.state.view.table.deck == (3, 4, 12, 19, 31)
        await pick(pilot, 4)
        assert screen(pilot).pane is screen(pilot).table
        assert said(pilot) == lessons.lesson.learned
        await press(pilot, "r")
        assert screen(pilot).pane is screen(pilot).draft
        assert screen(pilot).draft.deck.chosen is None
        await press(pilot, "p")
        assert screen(pilot).pane is screen(pilot).table
        assert lessons.lesson == course()["tactic"]
        await press(pilot, "n")
        await pick(pilot, 4)
        await press(pilot, "enter")
    assert pilot.app.return_code == 0 and next_lesson() == (0, 6)


async def test_a_wrong_card_stays_lifted_and_its_reason_is_shown() -> None:
    lessons = LessonCourse("Zoé", "sixth")
    async with at_lessons(lessons) as pilot:
        await pilot.press("enter")
        assert said(pilot) == lessons.lesson.task, "nothing is lifted"
        await press(pilot, "1", "enter")
        assert lessons.state.view.hand == (28, 34, 46)
        assert pilot.app.screen.query_one(HandRow).chosen == 28
        assert refused(pilot).startswith("Not this one. The 28 goes behind the 26")
        assert said(pilot) == lessons.lesson.task
        await press(pilot, "3")
        assert not refused(pilot), "it speaks of another card"
        await press(pilot, "enter")
        assert said(pilot) == lessons.lesson.learned
        assert "Right!" in shown(pilot)
        assert {"on", "next"} <= keys(pilot)


async def test_a_click_on_the_prompt_goes_on_when_a_lesson_is_done() -> None:
    lessons = LessonCourse("Zoé")
    async with at_lessons(lessons) as pilot:
        await pilot.click(screen(pilot).pane.prompt)
        assert lessons.lesson == course()["rising"]
        await press(pilot, "3", "enter")
        await pilot.click(screen(pilot).pane.prompt)
        await settled(pilot)
        assert lessons.lesson == course()["nearest"]


async def test_the_turn_is_animated_and_a_key_skips_only_the_animation() -> None:
    lessons = LessonCourse("Zoé")
    async with at_lessons(lessons, pace="slow") as pilot:
        await pilot.press("3", "enter")
        await pilot.pause()
        assert lessons.done
        assert not screen(pilot).over
        await press(pilot, "enter")
        assert screen(pilot).over
        assert lessons.lesson == course()["rising"]


async def test_lessons_can_be_skipped_revisited_and_restarted() -> None:
    lessons = LessonCourse("Zoé")
    async with at_lessons(lessons) as pilot:
        assert "previous" not in keys(pilot)
        await press(pilot, "3", "enter", "r")
        assert not lessons.done
        assert screen(pilot).table.hand.chosen is None
        await press(pilot, "n", "n", "p")
        assert lessons.lesson == course()["nearest"]
        assert said(pilot) == lessons.lesson.task
        for _ in range(9):
            await pilot.press("n")
        last = list(course())[-1]
        assert lessons.lesson == course()[last]
        assert LessonCourse("Zoé").lesson == course()[last], "where they left off"


def newcomer() -> FakeWorld:
    """Somebody at the first screen who has no games, and perhaps lessons."""
    return FakeWorld(player=NEWCOMER, lesson=next_lesson)


async def test_a_newcomer_is_offered_the_lessons_and_can_resume_them() -> None:
    async with at_home(newcomer()) as pilot:
        assert "New to the game?" in shown(pilot)
        await press(pilot, "l")
        assert isinstance(pilot.app.screen, AimScreen)
        await press(pilot, "escape")
        assert isinstance(pilot.app.screen, HomeScreen)
        await press(pilot, "l", "enter", "3", "enter", "q")
        assert isinstance(pilot.app.screen, HomeScreen)
        await until(pilot, lambda: "Continue with lesson 2 of 6" in shown(pilot))
        assert "New to the game?" not in shown(pilot)
        await press(pilot, "l")
        assert screen(pilot).course.lesson == course()["nearest"]


async def test_home_offers_no_lesson_to_newcomers_who_learned_all_of_the_game_proper() -> None:
    save_words({KEY: "tactic"})
    async with at_home(newcomer()) as pilot:
        await until(pilot, lambda: "New to the game?" not in shown(pilot))
        assert "Learn the game in two minutes" in shown(pilot)
