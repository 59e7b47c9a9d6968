"""The table where learners meet it: in JupyterLab, with a kernel that can be busy, restarted or gone."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from sixtysix.exercise_pages import PAGES
from sixtysix.guided import Hand
from sixtysix.lessons.start_here import FIRST_HAND
from tests.browser.conftest import NOTEBOOKS, SCREENSHOTS, Lab, command, run_all, status, table, watch

FIRST_LESSON = "00-start-here.ipynb"
IMPORT = "from sixtysix.widgets import Table"
# Hearts are led and must be followed.
FOLLOW = {
    "trump": "S",
    "hand": ["AH", "9H", "9D"],
    "opponent": ["TH", "KH", "JD"],
    "led": "TH",
    "to_move": 0,
    "points": [40, 31],
    "tricks": [5, 4],
}
# 66 and more are in: saying out is right.
OUT = {"trump": "S", "hand": ["AH", "9H"], "opponent": ["TH", "KH"], "points": [70, 25], "tricks": [6, 4]}
SHORT = OUT | {"points": [50, 45]}
QUIZ = """from sixtysix.widgets import Quiz
from sixtysix.teach import Option, Question
Quiz([Question("An ace?", (Option("11", "So it is.", right=True), Option("1", "It is worth most.")), cards=("AS",))])"""

SCREENSHOTS.mkdir(parents=True, exist_ok=True)


def place(book: Path) -> str:
    """The folder and number of a notebook."""
    return f"{book.parent.name}-{book.name[:2]}"


def changed(at: Locator, before: str) -> None:
    expect(at.locator(".s66-status")).not_to_have_text(before)


def choose(at: Locator, name: str) -> None:
    """Click a button of the table and wait for what it does."""
    before = status(at)
    at.get_by_role("button", name=name, exact=True).click()
    changed(at, before)


def state(page: Page, at: int = 0) -> dict[str, Any]:
    """The synchronised state of a table, as the browser has it."""
    found: dict[str, Any] = page.evaluate(
        """async (at) => {
          const context = window.jupyterapp.shell.currentWidget.context;
          const cell = window.jupyterapp.shell.currentWidget.content.model.cells;
          const ids = [];
          for (const one of cell)
            for (const output of one.toJSON().outputs ?? [])
              ids.push(output.data?.["application/vnd.jupyter.widget-view+json"]?.model_id);
          const kernel = context.sessionContext.session.kernel;
          const id = ids.filter(Boolean)[at];
          return new Promise((resolve) => {
            const comm = kernel.createComm("jupyter.widget.control");
            comm.onMsg = (message) => {
              if (message.content.data.method !== "update_states") return;
              resolve(message.content.data.states[id].state.table);
              comm.close();
            };
            comm.open({}, {version: "1.0.0"});
            comm.send({method: "request_states"});
          });
        }""",
        at,
    )
    return found


def play_by_mouse(at: Locator) -> None:
    primary = at.locator(".s66-primary")
    for _ in range(60):
        if at.locator(".s66-report").is_visible():
            return
        before = status(at)
        if primary.text_content() != "Next":
            at.locator(".s66-handCard:not([aria-disabled])").first.click()
        primary.click()
        changed(at, before)
    raise AssertionError("the deal does not end")


def follow(at: Locator, hand: Hand) -> None:
    """Solve a guided hand by mouse, each step with its first right action."""
    words = {"x": "exchange", "c": "close", "d": "draw", "-": "pass", "!": "out"}
    for step in hand.steps:
        token = step.right[0]
        if at.locator(".s66-primary").text_content() == "Next":
            choose(at, "Next")
        before = status(at)
        key = words.get(token) or (f"announce:{token[1]}" if token.startswith("*") else token)
        if key == token:
            at.locator(f".s66-handCard[data-key='{key}']").click()
            at.locator(".s66-primary").click()
        else:
            at.locator(f".s66-actionList [data-key='{key}']").click()
        changed(at, before)


def test_the_first_lesson_runs_and_its_tables_are_played_by_mouse(lab: Lab, page: Page) -> None:
    lab.open(page, FIRST_LESSON)
    run_all(page)
    guided, deal = table(page), table(page, 1)
    picture(page, guided, "lab-light-guided")
    follow(guided, FIRST_HAND)
    expect(guided.locator(".s66-step")).to_have_text("✓ Solved")
    picture(page, deal, "lab-light")
    play_by_mouse(deal)
    assert deal.locator(".s66-report li").count() >= 1
    command(page, "apputils:change-theme", theme="JupyterLab Dark")
    picture(page, deal, "lab-dark")
    command(page, "apputils:change-theme", theme="JupyterLab Light")
    choose(deal, "Another deal")
    assert page.locator("[data-mime-type='application/vnd.jupyter.stderr']").count() == 0


ALIKE = [page.name for page in PAGES if page.shown is not None][1:]
"""Pages with some of a large set: one stands for all of them."""
BOOKS = [path for kind in NOTEBOOKS for path in kind if path.name != FIRST_LESSON and path.stem not in ALIKE]


@pytest.mark.parametrize("book", BOOKS, ids=place)
def test_a_notebook_runs_and_shows_its_tables_and_questions(book: Path, lab: Lab, page: Page) -> None:
    cells = json.loads(book.read_text("utf-8"))["cells"]
    lines = [line for cell in cells if cell["cell_type"] == "code" for line in cell["source"]]
    lab.open(page, book.name)
    run_all(page)
    assert page.locator("[data-mime-type='application/vnd.jupyter.stderr']").count() == 0
    for kind, mark in (("Table(", ".s66-status"), ("Quiz(", ".s66-quiz"), ("_chart(", ".js-plotly-plot")):
        found = sum(line.startswith(kind) or f" {kind}" in line or ("_" in kind and kind in line) for line in lines)
        for number in range(found):
            shown = page.locator(mark).nth(number)
            shown.scroll_into_view_if_needed()
            expect(shown).to_be_visible()
    page.screenshot(path=SCREENSHOTS / f"lab-{place(book)}.png")


def picture(page: Page, at: Locator, name: str) -> None:
    """Take a picture of the window with a table in it."""
    at.evaluate("node => node.scrollIntoView({block: 'center'})")
    page.wait_for_timeout(400)  # the notebook draws cells when they come into view
    page.screenshot(path=SCREENSHOTS / f"{name}.png")


def test_keys_play_a_deal_and_reach_no_shortcut_of_the_notebook(lab: Lab, page: Page) -> None:
    lab.open(page, lab.write("keys.ipynb", f"{IMPORT}\nTable(seed=69)", "'a cell'"))
    run_all(page)
    at = table(page)
    cells = "window.jupyterapp.shell.currentWidget.content.widgets.length"
    at.locator(".s66-handCard").first.focus()
    for key in ("a", "b", "d", "d", "x", "0", "0", "m", "ArrowDown", "ArrowUp", "Escape"):
        page.keyboard.press(key)
    assert page.evaluate(cells) == 2
    assert page.evaluate("document.activeElement.className") == "s66-handCard"
    for _ in range(60):
        if at.locator(".s66-report").is_visible():
            break
        before = status(at)
        if at.locator(".s66-primary").text_content() == "Next":
            page.keyboard.press("Enter")
        else:
            page.keyboard.press("Home")
            for card in at.locator(".s66-handCard").all():
                if card.get_attribute("aria-disabled") is None:
                    break
                page.keyboard.press("ArrowRight")
            page.keyboard.press("Enter")
            page.keyboard.press("Enter")
        changed(at, before)
    assert at.locator(".s66-report").is_visible()
    assert page.evaluate("window.jupyterapp.shell.currentWidget.content.mode") == "command"
    at.locator("summary").click()
    at.get_by_role("button", name="Paste …").click()
    page.keyboard.type("add a cell, delete: dd")
    page.keyboard.press("Enter")
    assert page.evaluate(cells) == 2
    assert at.locator(".s66-box").input_value().strip() == "add a cell, delete: dd"
    page.evaluate("window.jupyterapp.shell.currentWidget.context.model.dirty = true")
    page.keyboard.press("Control+s")
    page.wait_for_function("!window.jupyterapp.shell.currentWidget.context.model.dirty")


def test_refusals_closing_and_saying_out(lab: Lab, page: Page) -> None:
    cells = (f"Table(start={FOLLOW})", "Table(seed=66)", f"Table(start={OUT})", f"Table(start={SHORT})")
    lab.open(page, lab.write("choices.ipynb", IMPORT, *cells))
    run_all(page)
    follow, close, out, short = (table(page, at) for at in range(4))
    before = status(follow)
    follow.get_by_role("button", name="nine of diamonds").click(force=True)
    changed(follow, before)
    assert "follow suit" in status(follow)
    choose(close, "Close")
    assert close.get_by_text("closed by you").is_visible()
    assert status(close).startswith("You closed the stock")
    choose(short, "I am out")
    expect(short.locator(".s66-verdict")).to_contain_text("You said out with 50 card points, 16 short of 66.")
    choose(out, "I am out")
    expect(out.locator(".s66-verdict")).to_contain_text("You said out with 70 card points.")


def test_reload_restart_and_run_again(lab: Lab, page: Page) -> None:
    lab.open(page, lab.write("again.ipynb", f"{IMPORT}\nTable(seed=66)", QUIZ))
    run_all(page)
    at = table(page)
    at.get_by_role("button", name="ace of clubs").dblclick()
    expect(at.locator(".s66-primary")).to_have_text("Next")
    command(page, "docmanager:save")
    shown = at.text_content()
    page.reload()
    lab.wait(page)
    at = table(page)
    assert at.text_content() == shown
    choose(at, "Next")

    page.evaluate("window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart().then(() => null)")
    gone = "The kernel has been restarted: run this cell again to go on."
    expect(at.locator(".s66-status")).to_have_text(gone)
    shown = at.text_content()
    for place in (".s66-handCard", ".s66-primary", ".s66-actionList button", ".s66-controls button", ".s66-hide"):
        at.locator(place).first.click(force=True)
    page.wait_for_timeout(300)
    assert at.text_content() == shown
    page.get_by_role("button", name="11", exact=True).click()
    expect(page.locator(".s66-feedback")).to_have_text("✓ Right. So it is.")  # a quiz needs no kernel
    lab.wait(page)
    for _ in range(2):
        run_all(page)
        at = table(page)
        expect(at.locator(".s66-status")).to_have_text("It is your lead: any card may be led.")
        assert page.locator(".s66-table").count() == 1
        at.get_by_role("button", name="ace of clubs").dblclick()
        expect(at.locator(".s66-primary")).to_have_text("Next")


def test_a_busy_kernel_keeps_the_choice_and_goes_on(lab: Lab, page: Page) -> None:
    lab.open(page, lab.write("busy.ipynb", f"import time\n{IMPORT}\nTable(seed=66)", "time.sleep(5.5)"))
    command(page, "notebook:run-cell")
    at = table(page)
    page.evaluate(
        "window.jupyterapp.shell.currentWidget.sessionContext.session.kernel"
        ".requestExecute({code: 'time.sleep(5.5)'}) && null"
    )
    at.get_by_role("button", name="Close").click()
    expect(at.locator(".s66-status")).to_have_text(re.compile("^No answer from the kernel yet"), timeout=6000)
    expect(at.get_by_text("closed by you")).to_be_visible(timeout=8000)
    assert not status(at).startswith("No answer")


def test_two_views_storms_copying_and_the_memory_mode(lab: Lab, context: BrowserContext, page: Page) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"], origin=lab.url)
    lab.open(page, lab.write("views.ipynb", f"{IMPORT}\ntable = Table(seed=66)\ntable", "table", "Table(seed=3)"))
    run_all(page)
    one, two, other = (table(page, at) for at in range(3))
    one.get_by_role("button", name="ace of clubs").dblclick()
    expect(two.locator(".s66-primary")).to_have_text("Next")
    choose(two, "Next")
    assert one.text_content() == two.text_content()
    for at in (one, two):
        for place in (0, 1):
            at.locator(".s66-handCard").nth(place).click(click_count=3, force=True)
        at.locator(".s66-primary").click(click_count=3, force=True)
        at.locator(".s66-controls button").first.click(click_count=3, force=True)
    page.wait_for_timeout(500)
    assert one.locator(".s66-status").text_content() == two.locator(".s66-status").text_content()
    assert "wrong in the table" not in status(one)

    one.get_by_role("button", name="Same deal again").click()
    expect(two.locator(".s66-points")).to_have_text("0")
    one.locator("summary").click()
    one.get_by_role("button", name="Copy view").click()
    expect(one.locator(".s66-status")).to_have_text("Copied. Paste it wherever you like.")
    text = page.evaluate("navigator.clipboard.readText()")
    assert text.startswith("66 rules=guide seat=0")
    other.locator("summary").click()
    other.get_by_role("button", name="Paste …").click()
    other.locator(".s66-box").fill(text)
    other.get_by_role("button", name="Use this text").click()
    expect(other.locator(".s66-box")).to_be_hidden()
    hands = [[card.get_attribute("data-key") for card in at.locator(".s66-handCard").all()] for at in (one, other)]
    assert hands[0] == hands[1]

    one.get_by_role("button", name="Hide my points").click()
    expect(two.locator(".s66-points")).to_have_text("–")
    kept = state(page)
    assert kept["you"]["points"] is None
    assert kept["you"]["pending"] is None
    assert text not in json.dumps(kept)


@pytest.mark.parametrize(("width", "height", "scale"), [(360, 740, 2.0), (640, 512, 2.0)], ids=["phone", "zoom"])
def test_a_phone_and_a_zoomed_page(lab: Lab, page: Page, width: int, height: int, scale: float) -> None:
    narrow = page.context.browser
    assert narrow is not None
    phone = narrow.new_page(viewport={"width": width, "height": height}, device_scale_factor=scale, has_touch=True)
    problems = watch(phone)
    lab.open(phone, lab.write(f"narrow{width}.ipynb", f"{IMPORT}\nTable(seed=66)"))
    run_all(phone)
    at = table(phone)
    at.locator(".s66-handCard").first.tap()
    at.locator(".s66-primary").tap()
    expect(at.locator(".s66-primary")).to_have_text("Next")
    at.locator("summary").tap()
    box, output = at.bounding_box(), phone.locator(".jp-OutputArea-output").first.bounding_box()
    assert box is not None
    assert output is not None
    assert box["x"] + box["width"] <= output["x"] + output["width"] + 0.5
    assert box["x"] + box["width"] <= width
    assert at.evaluate("node => node.scrollWidth <= node.clientWidth")
    for button in at.locator("button, summary, label").all():
        if button.is_visible():
            size = button.bounding_box()
            assert size is not None
            assert min(size["width"], size["height"]) >= 43.99, button.text_content()
    at.locator("summary").tap()
    picture(phone, at, f"lab-{width}")
    phone.set_viewport_size({"width": width, "height": 1500})
    picture(phone, at, f"lab-{width}-long")
    phone.close()
    assert problems == []


@pytest.mark.parametrize("width", [390, 640, 1280])
def test_a_picture_shrinks_with_the_page_and_never_grows(lab: Lab, page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    book = lab.write(f"picture-{width}.ipynb", IMPORT, "table = Table(seed=66)\ntable.picture()", "table")
    lab.open(page, book)
    run_all(page)
    table(page)
    box = page.locator(".jp-RenderedSVG").evaluate(
        """node => [node.firstElementChild.getBoundingClientRect(), node.clientWidth, node.scrollWidth]"""
    )
    picture, inside, needed = box
    assert picture["width"] == pytest.approx(min(640, inside), abs=1)
    assert picture["height"] == pytest.approx(picture["width"] * 404.4 / 640, abs=8), "not squeezed"
    assert needed <= inside, "no scroll bar"
