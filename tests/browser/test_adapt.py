"""A table whose hidden cards adapt, in a browser: luck does not help, and the end says how the cards were chosen."""

from playwright.sync_api import Page

from sixtysix.widgets import Table
from tests.browser.conftest import SCREENSHOTS, status, table
from tests.browser.harness import show

# Two aces make 22 and what falls under them; 32 are needed, so K♠ with 9♦ beats them, and nothing else does.
LUCK = {
    "trump": "S",
    "hand": ["AS", "AH"],
    "stock": 1,
    "turn_up": "9S",
    "unseen": ["KS", "TH", "9D"],
    "closed_by": 0,
    "points": [34, 20],
    "tricks": [4, 4],
}


def play(page: Page, *cards: str) -> None:
    for card in cards:
        table(page).get_by_role("button", name=card).dblclick()
        page.wait_for_function("window.busy === 0")


def test_luck_does_not_help_and_the_end_says_so(page: Page) -> None:
    show(page, Table(start=LUCK, adapt=True, flow=True))
    at = table(page)
    assert at.locator(".s66-opponentName").inner_text() == "Adaptive"
    play(page, "ace of spades", "ace of hearts")
    verdict = at.locator(".s66-verdict").inner_text()
    assert "Your opponent's cards were chosen to beat you" in verdict
    assert "leading A♠ loses in 1 of 3 layouts" in verdict
    shown = page.evaluate("window.model.get('table').opponent.known")
    assert shown == []  # both of the opponent's cards are played
    page.screenshot(path=SCREENSHOTS / "adapt-beaten.png", full_page=True)
    at.get_by_role("button", name="Undo").click()
    page.wait_for_function("window.busy === 0")
    assert "chosen to beat you" not in status(at)


def test_a_certain_plan_wins_and_is_called_certain(page: Page) -> None:
    show(page, Table(start=LUCK | {"points": [55, 20]}, adapt=True, flow=True))
    play(page, "ace of spades")
    table(page).get_by_role("button", name="I am out").click()
    page.wait_for_function("window.busy === 0")
    assert "No layout could stop this: the plan is certain." in table(page).locator(".s66-verdict").inner_text()
