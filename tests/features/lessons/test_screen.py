"""The lessons on the screen: by keys and by mouse, from the first card to the end, and where one left off."""

import re
from typing import Any

import pytest
from features.lessons.scenes import at_lessons, lessons_in_memory
from support.lanes import with_soaks
from support.pilots import at_home, keys, settled, shown, until
from support.screens import FakeWorld
from textual.pilot import Pilot

from sixqp_protocol.messages import DraftCard
from sixqp_tui import i18n
from sixqp_tui.features.lessons.course import course
from sixqp_tui.features.lessons.lesson import Decision
from sixqp_tui.features.lessons.lesson_course import LEARNED, LessonCourse, LessonSession
from sixqp_tui.features.lessons.screen import AimScreen, LessonScreen, LessonText, Refusal
from sixqp_tui.tui.home import HomeScreen
from sixqp_tui.tui.widgets.game.hand import HandRow

pytestmark = pytest.mark.slow


def screen(pilot: Pilot[Any]) -> LessonScreen:
    assert isinstance(pilot.app.screen, LessonScreen)
    return pilot.app.screen


def said(pilot: Pilot[Any]) -> str:
    return str(screen(pilot).query_one(LessonText).content)


def refused(pilot: Pilot[Any]) -> str:
    """What stands at the hand about a wrong answer."""
    shown_now = [each for each in screen(pilot).pane.query(Refusal) if each.display]
    return " ".join(str(each.content) for each in shown_now)


def right(session: LessonSession) -> Decision:
    return next(each for each in session.decisions if (answer := session.lesson.answer(each)) and answer.right)


async def test_all_lessons_are_learned_by_keys_and_then_the_app_exits() -> None:
    kept = list[str]()
    lessons = LessonCourse("Zoé", keep=kept.append)
    async with at_lessons(lessons) as pilot:
        for _lesson in course():
            while not lessons.done:
                decision = right(lessons.session)
                if isinstance(decision, DraftCard):
                    await pick(pilot, decision.card)
                    continue
                hand = lessons.session.state.view.hand
                card = getattr(decision, "card", None)
                place = getattr(decision, "row", 0) if card is None else hand.index(card)
                await pilot.press(str(place + 1), "enter")
                await settled(pilot)
            await pilot.press("enter")
            await settled(pilot)
        assert pilot.app.return_code == 0
    assert kept[-1] == LEARNED


async def pick(pilot: Pilot[Any], card: int) -> None:
    """Go to a card of the open deck, and take it."""
    while screen(pilot).draft.deck.cursor != card:
        await pilot.press("right")
        await settled(pilot)
    await pilot.press("enter")
    await settled(pilot)


@pytest.mark.soak
async def test_a_wrong_pick_stays_in_the_deck_and_a_right_one_opens_the_table() -> None:
    lessons = LessonCourse("Zoé", "draft")
    async with at_lessons(lessons) as pilot:
        await pick(pilot, 12)
        assert "There is a gap" in refused(pilot)
        assert lessons.session.state.view.table.deck == (3, 4, 12, 19, 31)
        await pick(pilot, 4)
        assert screen(pilot).pane is screen(pilot).table
        assert said(pilot) == lessons.lesson.learned
        await pilot.press("r")
        await settled(pilot)
        assert screen(pilot).pane is screen(pilot).draft
        assert screen(pilot).draft.deck.cursor is None
        await pilot.press("p")
        await settled(pilot)
        assert screen(pilot).pane is screen(pilot).table
        assert lessons.lesson == course()["tactic"]


@pytest.mark.soak
async def test_a_wrong_card_stays_lifted_and_its_reason_is_shown() -> None:
    lessons = LessonCourse("Zoé", "sixth")
    async with at_lessons(lessons) as pilot:
        await pilot.press("enter")
        assert said(pilot) == lessons.lesson.task, "nothing is lifted"
        await pilot.press("1", "enter")
        await settled(pilot)
        assert lessons.session.state.view.hand == (28, 34, 46)
        assert pilot.app.screen.query_one(HandRow).lifted == 28
        assert refused(pilot).startswith("Not this one. The 28 goes behind the 26")
        assert said(pilot) == lessons.lesson.task
        await pilot.press("3")
        await settled(pilot)
        assert not refused(pilot), "it speaks of another card"
        await pilot.press("enter")
        await settled(pilot)
        assert said(pilot) == lessons.lesson.learned
        assert "lesson 4" in shown(pilot)
        assert {"on", "next"} <= keys(pilot)


@pytest.mark.soak
async def test_a_lesson_is_learned_with_the_mouse() -> None:
    lessons = LessonCourse("Zoé")
    async with at_lessons(lessons) as pilot:
        hand = screen(pilot).query_one(HandRow)
        at = (hand.x_of(2) + 1, 2)
        await pilot.click(HandRow, offset=at)
        await settled(pilot)
        assert hand.lifted == 73
        await pilot.click(HandRow, offset=at)
        await settled(pilot)
        assert lessons.done
        await pilot.hover(HandRow, offset=(5, 2))
        await settled(pilot)
        await pilot.click(screen(pilot).pane.prompt)
        await settled(pilot)
        assert lessons.lesson == course()["nearest"]


@pytest.mark.soak
async def test_the_turn_is_animated_and_a_key_skips_only_the_animation() -> None:
    lessons = LessonCourse("Zoé")
    async with at_lessons(lessons, pace="slow") as pilot:
        await pilot.press("3", "enter")
        await pilot.pause()
        assert lessons.done
        assert not screen(pilot).over
        await pilot.press("enter")
        await settled(pilot)
        assert screen(pilot).over
        assert lessons.lesson == course()["rising"]


@pytest.mark.soak
async def test_lessons_can_be_skipped_revisited_and_restarted() -> None:
    kept = list[str]()
    lessons = LessonCourse("Zoé", keep=kept.append)
    async with at_lessons(lessons) as pilot:
        assert "previous" not in keys(pilot)
        await pilot.press("3", "enter", "r")
        await settled(pilot)
        assert not lessons.done
        assert screen(pilot).table.hand.lifted is None
        await pilot.press("n", "n", "p")
        await settled(pilot)
        assert lessons.lesson == course()["nearest"]
        assert said(pilot) == lessons.lesson.task
        for _ in range(9):
            await pilot.press("n")
        last = list(course())[-1]
        assert lessons.lesson == course()[last]
        assert kept[-1] == last


SIXTH = 38
"""The column of the sixth places; costs and scores are to the right of it."""
TERMS = {
    "en": r"heads?|rows?|turns?|rounds?|totals?|lift|play|sixth|6th|too low|last turn|limit|cost",
    "fr": r"têtes?|rangées?|tours?|manches?|total|lever|jouer|sixième|6e|trop petite|dernier tour|limite|coût",
}
"""Words of the game that a newcomer can't know, by language."""


@pytest.mark.parametrize("language", with_soaks(TERMS))
async def test_the_first_lesson_uses_no_word_before_it_is_explained(language: str) -> None:
    with i18n.speaking(language):
        async with at_lessons(LessonCourse("Zoé"), aim=True) as pilot:
            explained = {"6 qui prend"}
            for keys_pressed in ("", "enter", "1", "enter", "3", "enter"):
                await pilot.press(*keys_pressed.split())
                await settled(pilot)
                above = shown(pilot).casefold()
                used = set(re.findall(rf"\b(?:{TERMS[language]})\b", above))
                if isinstance(pilot.app.screen, AimScreen):
                    explained |= used
                    assert "∀" in above
                assert {each.rstrip("s") for each in used} <= {each.rstrip("s") for each in explained}
                table = above.split("\n")[3:15] if isinstance(pilot.app.screen, LessonScreen) else []
                beside = [line[SIXTH:] for line in table if re.search(r"\d", line[SIXTH:])]
                assert not beside, "no sixth places, no costs, no scores"
            assert screen(pilot).course.done


@pytest.mark.soak
async def test_a_newcomer_is_offered_the_lessons_and_can_resume_them() -> None:
    world = FakeWorld(newcomer=True, instead=lessons_in_memory())
    async with at_home(world) as pilot:
        assert "Press l" in shown(pilot)
        await pilot.press("l")
        await settled(pilot)
        await pilot.press("enter")
        await settled(pilot)
        await pilot.press("3", "enter")
        await settled(pilot)
        await pilot.press("q")
        await settled(pilot)
        assert isinstance(pilot.app.screen, HomeScreen)
        await until(pilot, lambda: "continue with lesson 2 of 6" in shown(pilot))
        assert "Press l to continue with lesson 2 of 6." in shown(pilot) and "New to the game?" not in shown(pilot)
        await pilot.press("l")
        await settled(pilot)
        assert screen(pilot).course.lesson == course()["nearest"]


async def test_home_offers_no_lesson_to_newcomers_who_learned_all_of_the_game_proper() -> None:
    instead = lessons_in_memory("tactic")
    async with at_home(FakeWorld(newcomer=True, instead=instead)) as pilot:
        await until(pilot, lambda: "Press l" not in shown(pilot))
        assert "No tables yet" in shown(pilot) and "learn the game in two minutes" in shown(pilot)


async def test_escape_before_the_first_lesson_returns_home() -> None:
    async with at_home(FakeWorld(instead=lessons_in_memory())) as pilot:
        await pilot.press("l")
        await settled(pilot)
        assert isinstance(pilot.app.screen, AimScreen)
        await pilot.press("escape")
        await settled(pilot)
        assert isinstance(pilot.app.screen, HomeScreen)
