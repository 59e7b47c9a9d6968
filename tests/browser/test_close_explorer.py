"""The closing explorer in a browser: on a plain page with the real Python behind it, and in JupyterLab."""

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from sixtysix import CloseExplorer
from tests.browser.conftest import SCREENSHOTS, Lab, command, run_all, watch
from tests.browser.harness import show

SCREENSHOTS.mkdir(parents=True, exist_ok=True)

FEW = (
    "66 rules=guide trump=S turn_up=9S stock=1 hand=AS,KS,AH,TH,AD,QC points=10-20 tricks=3-2 to_move=0 "
    "unseen=TS,QS,KH,AC,TC,KC,JC"
)


def sent(page: Page) -> list[dict[str, Any]]:
    messages: list[dict[str, Any]] = page.evaluate("window.sent")
    return messages


def changes(page: Page) -> list[dict[str, Any]]:
    """The changes sent, without their versions."""
    return [{k: v for k, v in one.items() if k != "version"} for one in sent(page) if one["do"] == "change"]


def quiet(page: Page, plan: bool = True) -> None:
    """Wait until nothing more is asked or answered."""
    want = "window.model.get('explorer').plan" if plan else "window.model.get('explorer').missing"
    page.wait_for_function(f"window.busy === 0 && !document.querySelector('.s66-desk[aria-busy]') && Boolean({want})")


def open_explorer(page: Page, view: str | None = FEW, **options: Any) -> CloseExplorer:
    explorer = CloseExplorer(view)
    show(page, explorer, **options)
    quiet(page)
    return explorer


def pick(page: Page, name: str) -> None:
    page.get_by_role("button", name=name).click()


def status(page: Page) -> str:
    return page.locator(".s66-status").text_content() or ""


def small_targets(page: Page) -> list[Any]:
    """What is smaller than a finger: 44 pixels."""
    found: list[Any] = page.evaluate(
        """() => [...document.querySelectorAll(".s66 :is(button, select, input, label)")]
          .filter((node) => node.offsetParent)
          .map((node) => [node.ariaLabel || node.innerText || node.className, node.getBoundingClientRect()])
          .filter(([, box]) => box.width < 43.99 || box.height < 43.99)
          .map(([name, box]) => [name, box.width, box.height])"""
    )
    return found


def overflow(page: Page) -> float:
    width: float = page.evaluate(
        """() => Math.max(document.documentElement.scrollWidth - innerWidth,
          ...[...document.querySelectorAll(".s66-desk *")]
            .filter((node) => node.offsetParent && !node.closest("svg"))
            .map((node) => node.getBoundingClientRect().right - node.closest(".s66").getBoundingClientRect().right))"""
    )
    return width


@pytest.mark.parametrize("width", [1000, 640, 360, 320, 295, 250])
def test_nothing_is_too_small_or_too_wide(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    open_explorer(page)
    assert small_targets(page) == []
    assert overflow(page) <= 0
    page.screenshot(path=SCREENSHOTS / f"explorer-{width}.png", full_page=True)
    tops = page.locator(".s66-pick").evaluate_all("nodes => nodes.map((node) => node.getBoundingClientRect().top)")
    assert len(set(tops)) == (4 if width > 303 + 16 else 8), "a suit in each row, in two where fingers need the room"
    pick(page, "ace of hearts")
    quiet(page, plan=False)
    assert small_targets(page) == []
    assert overflow(page) <= 0


def test_cards_are_put_where_they_lie_and_the_numbers_follow(page: Page) -> None:
    open_explorer(page)
    shares = page.locator(".s66-seeingShare"), page.locator(".s66-sureShare")
    before = [share.inner_text() for share in shares]
    assert all(text.endswith(" %") for text in before)
    height = page.locator(".s66-results").evaluate("node => node.offsetHeight")
    pick(page, "queen of clubs, in your hand")
    quiet(page, plan=False)
    assert status(page) == "Your hand has 5 cards: choose one more."
    assert [share.inner_text() for share in shares] == before, "the last numbers stay, in grey"
    assert page.locator(".s66-results.s66-behind").count() == 1
    assert page.locator(".s66-certain").inner_text() == "The numbers before this change."
    assert page.locator(".s66-results").evaluate("node => node.offsetHeight") == height, "nothing jumps"
    pick(page, "ace of clubs, unseen")
    quiet(page)
    assert page.locator(".s66-behind").count() == 0
    assert page.get_by_role("button", name="ace of clubs, in your hand").get_attribute("aria-pressed") == "true"
    assert [share.inner_text() for share in shares] != before
    assert changes(page) == [
        {"do": "change", "cards": {"QC": "unseen"}},
        {"do": "change", "cards": {"AC": "hand"}},
    ]
    page.get_by_role("button", name="Turn-up", exact=True).click()
    pick(page, "ten of spades, unseen")
    quiet(page)
    assert page.get_by_role("button", name="nine of spades, unseen").count() == 1
    assert page.get_by_role("button", name="ten of spades, the turn-up").get_attribute("aria-pressed") == "true"


def test_a_change_shows_at_once_and_quick_ones_go_together(page: Page) -> None:
    """Three clicks before the kernel can answer: the first is sent, the others follow as one message."""
    open_explorer(page)
    count = len(sent(page))
    page.evaluate(
        """() => {
          for (const code of ["AS", "KS", "AH"]) document.querySelector(`[data-key="${code}"]`).click();
          window.placed = [...document.querySelectorAll('[data-place="hand"]')].map((node) => node.dataset.key);
        }"""
    )
    assert page.evaluate("window.placed") == ["TH", "AD", "QC"]
    quiet(page, plan=False)
    assert len(sent(page)) - count <= 2
    assert status(page) == "Your hand has 3 cards: choose 3 more."


def test_sliders_by_key_send_one_message_when_they_rest(page: Page) -> None:
    open_explorer(page)
    slider = page.get_by_role("slider", name="Your points")
    slider.focus()
    for _ in range(5):
        page.keyboard.press("ArrowLeft")
    assert page.locator(".s66-mineValue").inner_text() == "5, 61 to go"
    page.wait_for_function("window.model.get('explorer').points[0] === 5")
    quiet(page)
    assert changes(page) == [{"do": "change", "points": [5, 20]}]
    assert slider.evaluate("node => node === document.activeElement")
    tricks = page.get_by_role("slider", name="Your tricks")
    tricks.focus()
    page.keyboard.press("End")
    quiet(page, plan=False)
    assert status(page).startswith("Your opponent has 20 points but no trick")
    page.get_by_role("button", name="Reset").click()
    quiet(page)
    assert [page.locator(f".s66-{name}Value").inner_text() for name in ("mine", "taken")] == ["10, 56 to go", "3 of 5"]
    slider.focus()
    page.keyboard.press("End")
    page.wait_for_function("window.busy === 0 && window.model.get('explorer').points[0] === 46")
    quiet(page)
    assert page.locator(".s66-together").inner_text() == "Together at most 66, by the cards played."
    others = page.get_by_role("slider", name="Opponent's points")
    assert [slider.get_attribute("max"), others.get_attribute("max")] == ["46", "20"], "nothing that is refused"


def test_arrow_keys_walk_over_the_cards_and_the_focus_stays(page: Page) -> None:
    open_explorer(page)
    cards = list(page.evaluate("Object.keys(window.model.get('explorer').cards)"))
    page.locator(".s66-pick").first.focus()
    walk = [("ArrowRight", 1), ("ArrowDown", 7), ("End", 11), ("ArrowDown", 17), ("Home", 12), ("ArrowUp", 6)]
    for key, place in walk:
        page.keyboard.press(key)
        assert page.evaluate("document.activeElement.dataset.key") == cards[place]
    page.keyboard.press("Enter")
    quiet(page, plan=False)
    assert page.evaluate("document.activeElement.dataset.key") == cards[6]


def test_changes_keep_the_elements(page: Page) -> None:
    open_explorer(page)
    count = "document.querySelectorAll('.s66 *:not(svg *)').length"
    page.evaluate("window.kept = [...document.querySelectorAll('.s66-pick, .s66-field, .s66-status')]")
    before = page.evaluate(count)
    for points in ("30", "20"):
        page.get_by_role("slider", name="Your points").fill(points)
        page.wait_for_function(f"window.model.get('explorer').points[0] === {points}")
        quiet(page)
    page.get_by_role("button", name="Reset").click()
    quiet(page)
    assert page.evaluate(count) == before
    assert page.evaluate("window.kept.every((node) => node.isConnected)")


def test_the_status_line_says_the_tables_then_the_plan(page: Page) -> None:
    open_explorer(page)
    page.evaluate(
        """() => {
          window.said = [];
          const line = document.querySelector("[role=status]");
          const listen = new MutationObserver(() => window.said.push(line.textContent));
          listen.observe(line, {childList: true, subtree: true});
        }"""
    )
    assert page.locator("[role=status]").count() == 1
    page.get_by_role("slider", name="Your points").fill("30")
    page.wait_for_function("window.model.get('explorer').points[0] === 30")
    quiet(page)
    tables, plan = page.evaluate("window.said")
    assert tables.startswith("7 layouts. Seeing: ")
    assert "Guaranteed" not in tables
    assert "Guaranteed: " in plan


def test_what_beats_you_the_leads_and_the_map_are_told_in_words(page: Page) -> None:
    explorer = open_explorer(page, None)
    result = explorer.explorer["result"]
    assert page.locator(".s66-leads li").count() == 6
    assert "★ best" in page.locator(".s66-leads li").first.inner_text()
    hands = page.locator(".s66-cards")
    assert [hand.get_attribute("aria-label") for hand in hands.all()] == [
        hand["text"] for hand in result["beaten"]["hands"]
    ]
    picture = page.locator(".s66-map svg")
    assert picture.get_attribute("role") == "img"
    assert "You need 40" in (picture.locator("desc").text_content() or "")
    assert page.locator(".s66-plan").inner_text().startswith("Close the stock.\nLead ")
    assert page.locator(".s66-certain").inner_text().endswith("Not certain: every plan loses in some layout.")


def test_a_restarted_and_a_silent_kernel_are_told(page: Page) -> None:
    page.clock.install()
    show(page, CloseExplorer(FEW))
    page.evaluate("window.kernel = 'dead'")
    page.clock.run_for(600)
    assert sent(page)[-1]["do"] == "plan"
    page.clock.run_for(7000)
    assert status(page).startswith("No answer from the kernel yet.")
    page.evaluate("window.disconnect()")
    assert status(page) == "The kernel has been restarted: run this cell again to go on."
    count = len(sent(page))
    for button in page.get_by_role("button").all():
        button.click(force=True)
    page.clock.run_for(1000)
    assert len(sent(page)) == count


def test_a_zoomed_and_a_dark_and_a_high_contrast_page(browser: Browser) -> None:
    page = browser.new_page(viewport={"width": 640, "height": 480}, device_scale_factor=2, color_scheme="dark")
    problems = watch(page)
    open_explorer(page, None, ground="#111111")
    assert overflow(page) <= 0
    page.screenshot(path=SCREENSHOTS / "explorer-zoom-dark.png", full_page=True)
    page.emulate_media(forced_colors="active")
    page.locator(".s66-pick").first.focus()
    page.screenshot(path=SCREENSHOTS / "explorer-high-contrast.png", full_page=True)
    edge = "node => getComputedStyle(node).borderTopWidth"
    assert page.locator(".s66-pick[data-place='hand']").first.evaluate(edge) == "3px"
    assert page.locator(".s66-pick[data-place='unseen']").first.evaluate(edge) == "1px"
    page.close()
    assert problems == []


def test_in_jupyterlab_by_mouse_and_keys(lab: Lab, page: Page) -> None:
    lab.open(page, lab.write("explore.ipynb", "from sixtysix import CloseExplorer\nCloseExplorer()", "'a cell'"))
    run_all(page)
    share = page.locator(".s66-sureShare")
    expect(share).to_have_text(re.compile(r"^\d+(\.\d)? %$"))
    page.get_by_role("button", name="ace of hearts").click()
    expect(page.locator(".s66-status")).to_have_text("Your hand has 5 cards: choose one more.")
    for key in ("a", "b", "d", "d", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    assert page.evaluate("window.jupyterapp.shell.currentWidget.content.widgets.length") == 2
    page.get_by_role("button", name="Reset").click()
    expect(share).to_have_text(re.compile(r"^\d+(\.\d)? %$"))
    page.get_by_role("slider", name="Your points").focus()
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".s66-mineValue")).to_have_text("25, 41 to go")
    page.wait_for_function("!document.querySelector('.s66-desk[aria-busy]')")
    page.screenshot(path=SCREENSHOTS / "lab-explorer.png")
    command(page, "apputils:change-theme", theme="JupyterLab Dark")
    page.wait_for_selector("#jupyterlab-splash", state="detached")
    page.screenshot(path=SCREENSHOTS / "lab-explorer-dark.png")
    command(page, "apputils:change-theme", theme="JupyterLab Light")
    assert page.locator("[data-mime-type='application/vnd.jupyter.stderr']").count() == 0
