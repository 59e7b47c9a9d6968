"""The table and the quiz in a browser, on a plain page with the real Python behind it."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from sixtysix.guided import Hand, Step, Wrong
from sixtysix.progress_store import Store
from sixtysix.teach import Option, Question
from sixtysix.widgets import DealDrill, Quiz, Table
from tests.browser.conftest import SCREENSHOTS, status, table, watch
from tests.browser.harness import show

# Hearts are led and must be followed: the nine of diamonds may not be played.
FOLLOW = {
    "trump": "S",
    "hand": ["AH", "9H", "9D"],
    "opponent": ["TH", "KH", "JD"],
    "led": "TH",
    "to_move": 0,
    "points": [40, 31],
    "tricks": [5, 4],
}
HAND = Hand(
    "Win both tricks.",
    {"trump": "S", "hand": ["AH", "9H"], "opponent": ["TH", "KH"], "points": [50, 31], "tricks": [6, 4]},
    (
        Step(("AH",), "The ace is high.", {"9H": Wrong("The nine wins nothing.", ("KH",))}, replies=("TH",)),
        Step(("9H",), "Done."),
    ),
)
QUESTIONS = (
    Question(
        "Which card wins this trick? Hearts were led.",
        (
            Option("The ace of hearts", "It is the highest heart, but a trump beats it."),
            Option("The nine of spades", "Any trump beats every other suit.", right=True),
            Option("The king <b>of hearts</b>", "The ace is higher."),
        ),
        cards=("KH", "AH", "9S"),
        trump="S",
        note="The stock is used up.",
    ),
    Question("What is a ten worth?", (Option("10", "Ten points.", right=True), Option("0", "Only the nine is."))),
)

WIDTHS = [1000, 640, 360, 320, 250]
SCREENSHOTS.mkdir(parents=True, exist_ok=True)


def sent(page: Page) -> list[dict[str, Any]]:
    messages: list[dict[str, Any]] = page.evaluate("window.sent")
    return messages


def focused(page: Page) -> str:
    """What has the focus: a card's code, or the first class of another element."""
    name: str = page.evaluate(
        "(({dataset, classList, tagName}) => dataset.key ?? classList[0] ?? tagName)(document.activeElement)"
    )
    return name


def settled(page: Page) -> None:
    page.wait_for_function("window.busy === 0")


def play_one(page: Page) -> None:
    """Go on with the deal: Next if it waits, else the first playable card."""
    page.evaluate(
        """() => {
          const primary = document.querySelector(".s66-primary");
          if (primary.textContent !== "Next") document.querySelector(".s66-handCard:not([aria-disabled])").click();
          primary.click();
        }"""
    )
    settled(page)


def play_out(page: Page, each: Callable[[], None] = lambda: None) -> None:
    for _ in range(40):
        if table(page).locator(".s66-report").is_visible():
            return
        play_one(page)
        each()
    raise AssertionError("the deal does not end")


def small_targets(page: Page) -> list[Any]:
    """What can be chosen but is less than 44 pixels wide or high."""
    found: list[Any] = page.evaluate(
        """() => [...document.querySelectorAll(".s66 :is(button, summary, label, textarea)")]
          .filter((node) => node.offsetParent)
          .map((node) => [node.innerText || node.ariaLabel, node.getBoundingClientRect()])
          .filter(([, box]) => box.width < 43.99 || box.height < 43.99)
          .map(([name, box]) => [name, box.width, box.height])"""
    )
    return found


def overflow(page: Page) -> int:
    """How much wider than its box anything is: the page, and every part of the widget with words in it."""
    width: int = page.evaluate(
        """() => Math.max(document.documentElement.scrollWidth - innerWidth,
          ...[...document.querySelectorAll(".s66-felt, .s66-felt *, .s66-sheet, .s66-sheet *")]
            .filter((node) => node.offsetParent && !node.closest("svg"))
            .map((node) => node.getBoundingClientRect().right - node.closest(".s66").getBoundingClientRect().right))"""
    )
    return width


# Looks and layout


@pytest.mark.parametrize("width", WIDTHS)
def test_nothing_is_too_small_or_too_wide(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    show(page, Table(seed=67))

    def check() -> None:
        assert small_targets(page) == []
        assert overflow(page) <= 0

    check()
    play_one(page)
    page.screenshot(path=SCREENSHOTS / f"table-{width}-trick.png", full_page=True)
    page.locator("summary").click()
    page.get_by_role("button", name="Paste …").click()
    check()
    play_out(page, check)
    page.screenshot(path=SCREENSHOTS / f"table-{width}-end.png", full_page=True)


@pytest.mark.parametrize("width", [1000, 360])
def test_nothing_moves_while_a_deal_is_played(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    show(page, Table(seed=68))
    parts = [".s66-opponentHand", ".s66-trick", ".s66-stockCards", ".s66-points", ".s66-primary", ".s66-status"]

    def where() -> list[int]:
        places: list[int] = page.evaluate(
            "(parts) => parts.map((part) => Math.round(document.querySelector(part).getBoundingClientRect().y))", parts
        )
        return places

    first, primary = where(), page.locator(".s66-primary").bounding_box()

    def check() -> None:
        assert where() == first
        assert page.locator(".s66-primary").bounding_box() == primary

    play_out(page, check)


def test_a_zoomed_and_a_dark_and_a_high_contrast_page(browser: Browser) -> None:
    page = browser.new_page(viewport={"width": 640, "height": 480}, device_scale_factor=2, color_scheme="dark")
    problems = watch(page)
    show(page, Table(start=FOLLOW), ground="#111111")
    page.locator(".s66-handCard[aria-disabled]").first.click(force=True)
    settled(page)
    assert overflow(page) <= 0
    page.screenshot(path=SCREENSHOTS / "table-zoom-dark-refused.png", full_page=True)
    page.emulate_media(forced_colors="active")
    page.locator(".s66-handCard").first.focus()
    page.screenshot(path=SCREENSHOTS / "table-high-contrast.png", full_page=True)
    assert page.locator(".s66-felt").evaluate("node => getComputedStyle(node).borderTopWidth") != "0px"
    page.close()
    assert problems == []


def test_a_guided_hand_says_its_goal_and_how_it_stands(page: Page) -> None:
    show(page, Table(hand=HAND))
    at = table(page)
    assert at.locator(".s66-goal").inner_text() == "Goal: Win both tricks."
    assert at.locator(".s66-step").inner_text() == "Step 1 of 2"
    at.get_by_role("button", name="nine of hearts").dblclick()
    settled(page)
    assert at.locator(".s66-step").inner_text() == "✗ Not this way"
    page.screenshot(path=SCREENSHOTS / "guided-wrong.png", full_page=True)
    at.get_by_role("button", name="Try again").click()
    for card in ("ace of hearts", "nine of hearts"):
        at.get_by_role("button", name=card).dblclick()
        settled(page)
        if at.locator(".s66-primary").inner_text() == "Next":
            at.locator(".s66-primary").click()
            settled(page)
    assert at.locator(".s66-step").inner_text() == "✓ Solved"
    page.screenshot(path=SCREENSHOTS / "guided-solved.png", full_page=True)
    at.get_by_role("button", name="From the start").click()
    settled(page)
    assert at.locator(".s66-step").inner_text() == "Step 1 of 2"


def test_from_the_start_leads_out_of_a_wrong_line(page: Page) -> None:
    show(page, Table(hand=HAND))
    at = table(page)
    first = at.locator(".s66-status").inner_text()
    at.get_by_role("button", name="nine of hearts").dblclick()
    settled(page)
    at.get_by_role("button", name="From the start").click()
    settled(page)
    assert at.locator(".s66-step").inner_text() == "Step 1 of 2"
    assert at.locator(".s66-status").inner_text() == first


# Choosing


def test_a_card_is_chosen_first_and_played_second(page: Page) -> None:
    show(page, Table(seed=66))
    at = table(page)
    card, primary = at.get_by_role("button", name="ace of clubs"), at.locator(".s66-primary")
    assert primary.get_attribute("aria-disabled") == "true"
    primary.click(force=True)
    assert status(at) == "Choose a card of your hand first."
    card.click()
    assert card.get_attribute("aria-pressed") == "true"
    assert primary.inner_text() == "Play A♣"
    at.get_by_role("button", name="king of hearts").click()
    assert card.get_attribute("aria-pressed") == "false"
    page.keyboard.press("Escape")
    assert primary.inner_text() == "Play"
    assert sent(page) == []
    card.click()
    card.click()
    settled(page)
    assert sent(page) == [{"do": "play", "card": "AC", "version": 0}]
    assert primary.inner_text() == "Next"


def test_one_click_plays_at_once(page: Page) -> None:
    show(page, Table(seed=66, one_click=True, flow=True))
    table(page).get_by_role("button", name="ace of clubs").dblclick()
    settled(page)
    assert [message["card"] for message in sent(page)] == ["AC"]


def test_an_impossible_choice_says_why(page: Page) -> None:
    show(page, Table(start=FOLLOW))
    at = table(page)
    card = at.get_by_role("button", name="nine of diamonds, 0 points, not playable now")
    card.click(force=True)
    settled(page)
    assert "follow suit" in status(at)
    assert at.locator(".s66-status.s66-refused").count() == 1
    at.get_by_role("button", name="Marriage").click(force=True)
    settled(page)
    assert "marriage" in status(at).lower()
    assert at.locator(".s66-handCard").count() == 3


def test_keys_alone_play_a_deal_and_the_focus_stays_at_its_place(page: Page) -> None:
    page.set_viewport_size({"width": 1000, "height": 400})
    show(page, Table(seed=69))
    at = table(page)
    at.locator(".s66-handCard").first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    hand = [one["card"] for one in page.evaluate("window.model.get('table').hand")]
    assert focused(page) == hand[2]
    page.keyboard.press("End")
    assert focused(page) == hand[-1]
    page.keyboard.press("ArrowRight")
    assert focused(page) == hand[-1]
    page.keyboard.press("Home")
    assert focused(page) == hand[0]
    top = page.evaluate("scrollY")
    for _ in range(60):
        if at.locator(".s66-report").is_visible():
            break
        shown = page.evaluate("window.model.get('table')")
        legal = [held["legal"] for held in shown["hand"]]
        slot = [one["card"] for one in shown["hand"]].index(focused(page))
        if shown["waiting"]:
            page.keyboard.press("Enter")
        else:
            for _ in range(abs(legal.index(True) - slot)):
                page.keyboard.press("ArrowRight" if legal.index(True) > slot else "ArrowLeft")
            page.keyboard.press("Enter")
            page.keyboard.press("Enter")
        settled(page)
        assert focused(page) != "BODY"
    assert at.locator(".s66-report").is_visible()
    assert page.evaluate("scrollY") == top


def test_enter_on_the_felt_is_next_but_a_button_keeps_its_enter(page: Page) -> None:
    show(page, Table(seed=66))
    at = table(page)
    at.get_by_role("button", name="ace of clubs").dblclick()
    settled(page)
    at.locator(".s66-trick").click()
    assert focused(page) == "s66-felt"
    page.keyboard.press("Enter")
    settled(page)
    assert sent(page)[-1]["do"] == "next"
    at.get_by_role("button", name="ten of clubs").dblclick()
    settled(page)
    at.get_by_role("button", name="Undo").focus()
    page.keyboard.press("Enter")
    settled(page)
    assert sent(page)[-1]["do"] == "undo"


def test_wild_clicking_does_one_thing_at_a_time(page: Page) -> None:
    show(page, Table(seed=66))
    page.evaluate(
        """() => {
          for (let round = 0; round < 30; round += 1)
            for (const node of document.querySelectorAll(".s66 button")) node.click();
        }"""
    )
    settled(page)
    versions = [message["version"] for message in sent(page)]
    assert len(versions) == len(set(versions)), "two choices were made on one table"
    page.wait_for_timeout(100)
    play_one(page)
    assert "Something went wrong" not in status(table(page))


def test_the_second_click_of_a_double_click_is_not_next(page: Page) -> None:
    show(page, Table(seed=66))
    at = table(page)
    at.get_by_role("button", name="ace of clubs").click()
    at.locator(".s66-primary").dblclick(delay=50)
    settled(page)
    assert [message["do"] for message in sent(page)] == ["play"]
    assert at.locator(".s66-primary").inner_text() == "Next"
    at.get_by_role("button", name="Another deal").dblclick(delay=50)
    settled(page)
    assert [message["do"] for message in sent(page)] == ["play", "another"]


def test_the_status_line_says_each_thing_once(page: Page) -> None:
    show(page, Table(seed=66))
    page.evaluate(
        """() => {
          window.said = [];
          const line = document.querySelector("[role=status]");
          const listen = new MutationObserver(() => window.said.push(line.textContent));
          listen.observe(line, {childList: true, subtree: true});
        }"""
    )
    assert page.locator("[role=status]").count() == 1
    for _ in range(4):
        play_one(page)
    said = page.evaluate("window.said")
    assert len(said) == 4
    assert len(set(said)) == 4


# The kernel


def test_a_restarted_kernel_is_told_and_no_button_acts(page: Page) -> None:
    show(page, Table(seed=66))
    page.evaluate("window.disconnect()")
    at = table(page)
    assert status(at) == "The kernel has been restarted: run this cell again to go on."
    for button in at.get_by_role("button").all():
        button.click(force=True)
    assert sent(page) == []
    assert status(at) == "The kernel has been restarted: run this cell again to go on."
    page.screenshot(path=SCREENSHOTS / "table-restarted.png", full_page=True)


def test_a_silent_kernel_is_told_and_a_late_answer_goes_on(page: Page) -> None:
    page.clock.install()
    show(page, Table(seed=66))
    at = table(page)
    page.evaluate("window.kernel = 'dead'")
    at.get_by_role("button", name="Close").click()
    page.clock.run_for(3500)
    assert status(at) == "It is your lead: any card may be led."
    page.clock.run_for(1000)
    assert status(at).startswith("No answer from the kernel yet.")
    at.get_by_role("button", name="Undo").click(force=True)
    at.get_by_role("button", name="ace of clubs").click()
    assert len(sent(page)) == 1
    page.evaluate("window.kernel = 'alive'")
    page.evaluate("window.toPython(JSON.stringify(window.sent[0])).then(window.receive)")
    at.get_by_text("closed by you").wait_for()
    assert not status(at).startswith("No answer")
    at.get_by_role("button", name="ace of clubs").dblclick()
    page.wait_for_function("window.sent.length === 2")


# Settings, copying and pasting


def test_points_are_hidden_and_shown(page: Page) -> None:
    show(page, Table(seed=66))
    play_one(page)
    at = table(page)
    points = at.locator(".s66-points").inner_text()
    at.get_by_role("button", name="Hide my points").click()
    settled(page)
    assert at.locator(".s66-points").inner_text() == "–"
    assert page.evaluate("window.model.get('table').you.points") is None
    assert focused(page) == "s66-hide"
    page.screenshot(path=SCREENSHOTS / "table-memory.png", full_page=True)
    at.locator("summary").click()
    at.get_by_label("Hide my points: I count in my head").uncheck()
    settled(page)
    assert at.locator(".s66-points").inner_text() == points


def test_settings_that_stay_are_not_offered(page: Page, tmp_path: Path) -> None:
    show(page, DealDrill(store=Store(tmp_path / "progress.json")).table)
    at = table(page)
    at.locator("summary").click()
    for label in ("Hide my points: I count in my head", "Go on after a trick without Next"):
        assert not at.get_by_label(label).is_visible()
    assert at.get_by_label("One click plays a card").is_visible()
    for name in ("Show my points", "Paste …"):
        assert not at.get_by_role("button", name=name).is_visible()


def test_a_view_is_copied_and_pasted_without_a_clipboard(page: Page) -> None:
    made = Table(seed=66)
    show(page, made)
    play_one(page)
    play_one(page)
    at = table(page)
    at.locator("summary").click()
    page.evaluate("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    at.get_by_role("button", name="Copy view").click()
    page.wait_for_function("document.querySelector('.s66-box').value")
    text = at.locator(".s66-box").input_value()
    assert text == made.session.view.notation()
    assert page.evaluate("getSelection().toString()") == text
    at.get_by_role("button", name="Paste …").click()
    at.get_by_role("button", name="Paste …").click()
    at.get_by_role("button", name="Use this text").click()
    assert "into the box first" in status(at)
    at.locator(".s66-box").fill("66 rules=guide hand=<b>nonsense</b>")
    at.get_by_role("button", name="Use this text").click()
    settled(page)
    assert at.locator(".s66-refused").count() == 1
    assert at.locator("b").count() == 0
    at.locator(".s66-box").fill(text)
    at.get_by_role("button", name="Use this text").click()
    settled(page)
    assert not at.locator(".s66-box").is_visible()
    assert focused(page) == "s66-openPaste"
    assert made.session.deal_number is None
    assert made.session.view.notation() == text


# The quiz


@pytest.mark.parametrize("width", [900, 360])
def test_a_quiz_from_the_first_question_to_the_summary(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 700})
    show(page, Quiz(QUESTIONS, "Tricks"))
    said, onward = page.locator(".s66-feedback"), page.locator(".s66-onward")
    onward.click(force=True)
    assert said.inner_text().startswith("Answer the question first")
    page.get_by_role("button", name="The ace of hearts").click()
    assert said.inner_text() == "✗ Not this one. It is the highest heart, but a trump beats it."
    assert page.get_by_role("button", name="The ace of hearts, wrong").count() == 1
    page.get_by_role("button", name="The nine of spades").click()
    assert said.inner_text() == "✓ Right. Any trump beats every other suit."
    assert small_targets(page) == []
    assert overflow(page) <= 0
    assert page.locator(".s66-answers b").count() == 0
    page.screenshot(path=SCREENSHOTS / f"quiz-{width}.png", full_page=True)
    onward.dblclick()
    assert page.locator(".s66-progress").inner_text() == "2 of 2"
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    onward.click()
    assert page.locator(".s66-ask").inner_text() == "1 of 2 at the first try."
    told = [(message["do"], message["question"]) for message in sent(page)]
    assert told == [("answered", 0), ("answered", 0), ("answered", 1)], "for the record, if a kernel is there"
    onward.click()
    assert page.locator(".s66-progress").inner_text() == "1 of 2"
    assert said.inner_text() == ""


def test_a_quiz_of_one_question_counts_nothing_and_leads_nowhere(page: Page) -> None:
    show(page, Quiz(QUESTIONS[:1], "Problem 1"))
    page.get_by_role("button", name="The nine of spades").click()
    assert page.locator(".s66-feedback").inner_text().startswith("✓ Right.")
    assert page.locator(".s66-progress").inner_text() == ""
    assert page.locator(".s66-onward").count() == 0
    assert overflow(page) <= 0
