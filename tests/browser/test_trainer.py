"""The puzzle trainer in a browser: table and panel on a plain page with the real Python behind, and in JupyterLab."""

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from sixtysix import Trainer
from sixtysix.progress_store import Store
from tests.browser.conftest import SCREENSHOTS, Lab, run_all, watch
from tests.browser.harness import show
from tests.browser.test_drill import overflow, pale

SCREENSHOTS.mkdir(parents=True, exist_ok=True)


def open_trainer(page: Page, folder: Path, first: str, **options: Any) -> Trainer:
    ground = options.pop("ground", "Canvas")
    widget = Trainer(first=first, store=Store(folder / "progress.json"), **options)
    show(page, widget.table, widget.panel, ground=ground)
    return widget


def settled(page: Page) -> None:
    page.wait_for_function("window.busy === 0 && !document.querySelector('[aria-busy]')")


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)
        settled(page)


def panel(page: Page) -> Locator:
    return page.locator(".s66-trainer")


def click(page: Page, name: str, **options: Any) -> None:
    """Click a button of the panel."""
    panel(page).get_by_role("button", name=name, exact=True).click(**options)
    settled(page)


def play(page: Page, card: str) -> None:
    """Play a card at the table by mouse."""
    page.locator(".s66-hand").get_by_role("button", name=card).click()
    page.locator(".s66-primary").click()
    settled(page)


def phase(page: Page) -> str:
    return str(page.evaluate("window.models[1].get('trainer').phase"))


def verdict(page: Page) -> str:
    return panel(page).locator(".s66-trainerVerdict").inner_text()


def status(page: Page) -> str:
    return panel(page).locator(".s66-status").text_content() or ""


def table_status(page: Page) -> str:
    return page.locator(".s66-table .s66-status").inner_text()


def focused(page: Page) -> str:
    name: str = page.evaluate(
        "(({dataset, classList, tagName}) => dataset.key ?? classList[0] ?? tagName)(document.activeElement)"
    )
    return name


def sent(page: Page) -> list[str]:
    names: list[str] = page.evaluate("window.sent.map((one) => one.do)")
    return names


def gold(page: Page) -> list[str]:
    """What looks like the button that goes on, at the table and below it."""
    found: list[str] = page.evaluate(
        """() => {
          const look = (node) => getComputedStyle(node).backgroundColor;
          const probe = document.querySelector(".s66-trainer").appendChild(document.createElement("button"));
          probe.className = "s66-button s66-gold";
          const wanted = look(probe);
          probe.remove();
          return [...document.querySelectorAll(".s66 button")]
            .filter((node) => node.getClientRects().length && look(node) === wanted)
            .map((node) => node.innerText);
        }"""
    )
    return found


def small_targets(page: Page) -> list[Any]:
    """What is smaller than a finger below the table; a tick box counts with its label."""
    found: list[Any] = page.evaluate(
        """() => [...document.querySelectorAll(".s66-trainer :is(button, select, input, summary, label)")]
          .filter((node) => node.getClientRects().length && node.type !== "checkbox")
          .map((node) => [node.ariaLabel || node.innerText || node.className, node.getBoundingClientRect()])
          .filter(([, box]) => box.width < 43.99 || box.height < 43.99)
          .map(([name, box]) => [name, box.width, box.height])"""
    )
    return found


# Answering on the table


def test_one_button_is_gold_at_a_time(page: Page, tmp_path: Path) -> None:
    open_trainer(page, tmp_path, "bring-down-the-nine")
    assert gold(page) == []
    play(page, "ten of spades")
    assert gold(page) == ["Next"]
    for _ in range(2):
        page.locator(".s66-primary").click()
        settled(page)
    assert gold(page) == ["Try again"]
    click(page, "Try again")
    play(page, "queen of hearts")
    assert gold(page) == ["Next puzzle"]
    click(page, "Play on against Club")
    assert gold(page) == ["Next"]
    page.locator(".s66-primary").click()
    settled(page)
    assert gold(page) == ["Next puzzle"]
    click(page, "Once more")
    click(page, "Show solution")
    assert gold(page) == ["Next puzzle"]


def test_a_wrong_card_is_refuted_and_the_right_one_solves_by_mouse(page: Page, tmp_path: Path) -> None:
    open_trainer(page, tmp_path, "bring-down-the-nine")
    task = page.locator(".s66-task")
    expect(task).to_contain_text("Puzzle: You need 18 more points. Which card do you lead?")
    assert "bring-down" not in page.content()  # nor anything else that tells
    assert "Pull trumps" not in panel(page).locator("*:not(option)").all_inner_texts()
    play(page, "ten of spades")
    expect(task).to_contain_text("Not this way")
    assert verdict(page) == "✗ A heavy loss: 3 game points"
    assert "✗ A♠ takes your ten." in table_status(page)
    assert status(page) == "✗ A heavy loss. It costs 3 game points."
    assert not panel(page).locator(".s66-drillSheet").is_visible()
    for _ in range(2):
        page.locator(".s66-primary").click()
        settled(page)
    assert "Nobody said out." in table_status(page)
    page.locator(".s66-controls").get_by_role("button", name="Try again").click()
    settled(page)
    assert phase(page) == "ask"
    play(page, "queen of hearts")
    assert verdict(page) == "✓ Best, with help"
    expect(task).to_contain_text("Solved")
    rows = panel(page).locator(".s66-trainerRows > tr > th").all_inner_texts()
    assert rows == ["✓ Lead Q♥ (yours)", "✗ Lead 10♠ (yours)", "✗ Lead A♦"]
    worths = panel(page).locator(".s66-trainerRows strong").all_inner_texts()
    assert worths == ["You win 2 game points.", "Your opponent wins 1 game point.", "Your opponent wins 1 game point."]
    assert panel(page).locator(".s66-trainerAbout").inner_text() == "bring-down-the-nine · level 1 · Pull trumps"
    page.locator(".s66-primary").click()  # and it may be played on
    settled(page)
    play(page, "ace of diamonds")
    assert phase(page) == "solved"
    page.locator(".s66-controls").get_by_role("button", name="Next puzzle").click()
    settled(page)
    assert panel(page).locator(".s66-trainerNumber").inner_text().startswith("Puzzle 2 · level")


def test_a_puzzle_is_solved_by_keyboard_alone(page: Page, tmp_path: Path) -> None:
    open_trainer(page, tmp_path, "bring-down-the-nine")
    page.locator(".s66-handCard").first.focus()
    press(page, "ArrowRight", "Enter", "Enter")
    assert phase(page) == "wrong"
    panel(page).get_by_role("button", name="Try again").focus()
    press(page, "Enter")
    assert phase(page) == "ask"
    assert focused(page) == "QH"  # the first card of the table
    press(page, "Enter", "Enter")
    assert phase(page) == "solved"
    panel(page).get_by_role("button", name="Next puzzle").focus()
    press(page, "Enter")
    assert (phase(page), sent(page)[-1]) == ("ask", "next")
    assert focused(page) not in ("BODY", "s66-trainerNext")


def test_several_actions_answer_and_the_solution_can_be_shown(page: Page, tmp_path: Path) -> None:
    open_trainer(page, tmp_path, "before-you-close")
    page.locator(".s66-actions").get_by_role("button", name="Close").click()
    settled(page)
    assert phase(page) == "wrong"
    click(page, "Try again")
    click(page, "Show solution")
    assert verdict(page) == "The solution: Exchange, then close the stock"
    assert "The solution: Exchange, then close the stock." in table_status(page)
    click(page, "Play on against Club")
    assert "you play against Club" in table_status(page)
    expect(page.locator(".s66-opponentName")).to_have_text("Club")
    click(page, "Once more")
    for name in ("Exchange 9♣", "Close"):
        assert phase(page) == "ask"
        page.locator(".s66-actions").get_by_role("button", name=name).click()
        settled(page)
    assert verdict(page) == "✓ Best, with help"


def test_hints_come_one_by_one_and_are_announced(page: Page, tmp_path: Path) -> None:
    widget = open_trainer(page, tmp_path, "bring-down-the-nine")
    hints = widget.controller.puzzle.hints
    for number, hint in enumerate(hints, start=1):
        click(page, f"Hint {number} of 3")
        assert panel(page).locator(".s66-trainerHints > li").all_inner_texts() == list(hints[:number])
        assert status(page) == f"Hint {number} of 3: {hint}"
    expect(panel(page).get_by_role("button", name="Hint")).to_have_count(0)
    assert focused(page) == "s66-trainerShow"  # and not Skip
    play(page, "queen of hearts")
    assert verdict(page) == "✓ Best, with help"


# Facts


def test_a_number_is_typed(page: Page, tmp_path: Path) -> None:
    open_trainer(page, tmp_path, "four-tricks")
    assert panel(page).locator(".s66-trainerTricks > li").count() == 5  # an exchange is told too
    for part in ("actions", "controls", "more"):  # what cannot be used does not stand between cards and answer
        expect(page.locator(f".s66-table .s66-{part}")).to_be_hidden()
    page.locator(".s66-handCard").first.focus()
    press(page, "Enter", "Enter")
    assert table_status(page).startswith("Answer the question below")
    press(page, "Tab")  # over the rest of the hand
    assert focused(page) == "s66-trainerCount"
    box = panel(page).get_by_label("Your answer")
    assert box.get_attribute("inputmode") == "numeric"
    box.fill("many")
    press(page, "Enter")
    assert "'many' is none" in panel(page).locator(".s66-status").inner_text()
    box.fill("26")
    press(page, "Enter")
    assert panel(page).locator(".s66-trainerWhy").inner_text() == "26 is too few."
    assert focused(page) == "s66-trainerRetry"
    press(page, "Enter")
    assert focused(page) == "s66-trainerCount"
    box.fill("27")
    press(page, "Enter")
    assert verdict(page) == "✓ Best, with help"
    assert focused(page) == "s66-trainerNext"
    assert page.locator(".s66-points").first.inner_text() == "27"
    expect(page.locator(".s66-primary")).to_be_hidden()  # nothing has moved
    click(page, "Play on against Club")
    page.locator(".s66-handCard").first.click()
    page.locator(".s66-primary").click()
    settled(page)
    expect(page.locator(".s66-trick .s66-place img, .s66-trick [role=img]").first).to_be_visible()


def test_yes_or_no(page: Page, tmp_path: Path) -> None:
    open_trainer(page, tmp_path, "forty-and-what-else")
    click(page, "Yes")
    assert verdict(page) == "✗ Not right"
    click(page, "Try again")
    assert focused(page) == "s66-trainerYes"
    click(page, "No")
    assert verdict(page) == "✓ Best, with help"


def test_cards_are_chosen_and_the_truth_is_told_only_at_the_end(page: Page, tmp_path: Path) -> None:
    open_trainer(page, tmp_path, "which-trumps")
    for name in ("ace of diamonds", "king of diamonds"):
        panel(page).get_by_role("button", name=name).click()
    assert panel(page).locator(".s66-drillTally").inner_text() == "2 cards chosen"
    click(page, "Answer")
    assert phase(page) == "wrong"
    assert panel(page).locator(".s66-drillPick:not([data-mark='open'])").count() == 0
    panel(page).get_by_role("button", name="nine of diamonds").click(force=True)
    assert panel(page).locator(".s66-drillPick[aria-pressed='true']").count() == 2
    click(page, "Try again")
    assert focused(page) == "KD"  # where it was left
    press(page, " ", "ArrowRight", " ", "End", "Enter")
    click(page, "Answer")
    assert phase(page) == "solved"
    assert panel(page).locator(".s66-drillPick[data-mark='right']").count() == 3


def test_odds_are_typed_in_several_ways(page: Page, tmp_path: Path) -> None:
    open_trainer(page, tmp_path, "hand-or-stock")
    box = panel(page).get_by_label("6 in 11, 6/11 or 54.5 %")
    for text, right in (("1/2", False), ("54 %", False), ("6 in 11", True)):
        box.fill(text)
        press(page, "Enter")
        assert verdict(page).startswith("✓" if right else "✗")
        click(page, "Once more" if right else "Try again")


# Themes, streaks, and the record


def test_theme_level_and_streak_are_chosen(page: Page, tmp_path: Path) -> None:
    widget = open_trainer(page, tmp_path, "bring-down-the-nine", puzzles="03-endgames")
    panel(page).get_by_label("Theme").select_option("squeeze")
    settled(page)
    assert widget.controller.puzzle.id == "two-guards-too-many"
    panel(page).get_by_label("Level").select_option("1")
    settled(page)
    assert "no puzzle of level 1 about squeeze" in panel(page).locator(".s66-status").inner_text()
    assert panel(page).get_by_label("Level").input_value() == "0"
    panel(page).get_by_label("Theme").select_option("mix")
    settled(page)
    panel(page).get_by_label("Streak").check()
    settled(page)
    assert panel(page).locator(".s66-trainerScore").inner_text() == "in a row: 0"
    assert not panel(page).get_by_role("button", name="Skip").is_visible()
    click(page, "Show solution, ends the streak")
    assert panel(page).locator(".s66-trainerScore").inner_text() == "ended at 0"
    click(page, "New streak")
    assert status(page).endswith("Streak: 0 in a row.")
    page.locator(".s66-trainer summary").click()
    text = panel(page).locator(".s66-trainerProgress").inner_text()
    assert "puzzles solved" in text
    assert "comes back after 1, 3, 7 and then every 21 days" in text
    assert str(tmp_path / "progress.json") in text


def test_texts_are_copied_without_a_clipboard(page: Page, tmp_path: Path) -> None:
    widget = open_trainer(page, tmp_path, "say-it-now")
    page.evaluate("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    click(page, "Show solution")
    click(page, "Copy as text")
    box = panel(page).locator(".s66-box")
    page.wait_for_function("document.querySelector('.s66-trainer .s66-box').value")
    assert box.input_value() == widget.controller.text()
    page.locator(".s66-trainer summary").click()
    click(page, "Copy progress code")
    page.wait_for_function("document.querySelector('.s66-trainer .s66-box').value.startsWith('66P')")
    assert box.input_value() == widget.controller.store.progress.code().text


# Whatever happens


def test_a_double_click_is_one_choice_and_wild_clicking_one_at_a_time(page: Page, tmp_path: Path) -> None:
    open_trainer(page, tmp_path, "bring-down-the-nine")
    click(page, "Hint 1 of 3", click_count=2, delay=30)
    click(page, "Skip", click_count=2, delay=30)
    assert sent(page) == ["hint", "next"]
    page.evaluate(
        """() => {
          for (let round = 0; round < 25; round += 1) {
            for (const node of document.querySelectorAll(".s66 button")) node.click();
            for (const node of document.querySelectorAll(".s66-trainer select")) {
              node.selectedIndex = round % node.options.length;
              node.dispatchEvent(new Event("change"));
            }
          }
        }"""
    )
    settled(page)
    page.wait_for_timeout(100)
    settled(page)
    assert page.locator(".s66-table").count() == page.locator(".s66-trainer").count() == 1
    assert "Something went wrong" not in status(page)
    panel(page).get_by_label("Theme").select_option("mix")
    settled(page)
    assert phase(page) == "ask"


def test_elements_are_kept_and_each_thing_is_said_once(page: Page, tmp_path: Path) -> None:
    open_trainer(page, tmp_path, "bring-down-the-nine")
    page.evaluate(
        """() => {
          window.said = [];
          window.both = [];
          for (const line of document.querySelectorAll(".s66 [role=status]")) {
            const here = line.closest(".s66-trainer") ? window.said : [];
            const listen = new MutationObserver(() => [here, window.both].forEach((all) => all.push(line.textContent)));
            listen.observe(line, {childList: true, subtree: true});
          }
          window.kept = [...document.querySelectorAll(".s66-trainer *:not(svg *)")];
        }"""
    )
    play(page, "ten of spades")
    page.locator(".s66-primary").click()
    settled(page)
    click(page, "Hint 1 of 3")
    click(page, "Show solution")
    assert page.evaluate("window.kept.every((node) => node.isConnected)")
    said = [text.split(".")[0] for text in page.evaluate("window.said")]
    assert said == [
        "✗ A heavy loss",
        "Hint 1 of 3: One card of your opponent's can spoil your ace",
        "The solution is played on the table",
    ]
    click(page, "Once more")
    play(page, "queen of hearts")
    click(page, "Next puzzle")
    texts: list[str] = page.evaluate("window.both")
    assert len(texts) >= 10
    for one, other in pairwise(texts):  # table and panel never say the same sentence
        assert not set(one.rstrip(".").split(". ")) & set(other.rstrip(".").split(". "))


def test_a_restarted_kernel_is_told_and_nothing_acts(page: Page, tmp_path: Path) -> None:
    open_trainer(page, tmp_path, "four-tricks")
    page.evaluate("window.disconnect()")
    told = "The kernel has been restarted: run this cell again to go on."
    assert panel(page).locator(".s66-status").inner_text() == told
    assert table_status(page) == told
    for button in panel(page).locator("button:visible").all():
        button.click(force=True)
    panel(page).get_by_label("Theme").select_option("duck")
    assert panel(page).get_by_label("Theme").input_value() == "mix"
    assert sent(page) == []


# Looks


@pytest.mark.parametrize(
    ("width", "first"),
    [(900, "hand-or-stock"), (390, "before-you-close"), (390, "the-last-four"), (320, "the-last-four")],
)
def test_nothing_is_too_small_too_wide_or_too_pale(page: Page, tmp_path: Path, width: int, first: str) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    widget = open_trainer(page, tmp_path, first)

    def check(name: str) -> None:
        assert small_targets(page) == []
        assert overflow(page) <= 0
        assert pale(page) == []
        page.screenshot(path=SCREENSHOTS / f"trainer-{width}-{first}-{name}.png", full_page=True)

    check("ask")
    wrong = next(one for one in widget.controller.puzzle.answers if not one.right)
    if wrong.fact:
        widget.controller.session.answer(wrong)
        widget.controller.look()
        widget.panel.refresh()
    click(page, "Hint 1 of 3")
    check("wrong")
    click(page, "Show solution")
    page.locator(".s66-trainer summary").click()
    check("shown")


def test_a_zoomed_and_a_dark_and_a_high_contrast_page(browser: Browser, tmp_path: Path) -> None:
    page = browser.new_page(viewport={"width": 640, "height": 480}, device_scale_factor=2, color_scheme="dark")
    problems = watch(page)
    open_trainer(page, tmp_path, "which-trumps", ground="#111111")
    panel(page).get_by_role("button", name="ace of diamonds").click()
    click(page, "Answer")
    assert overflow(page) <= 0
    assert pale(page) == []
    page.screenshot(path=SCREENSHOTS / "trainer-zoom-dark.png", full_page=True)
    page.emulate_media(forced_colors="active")
    click(page, "Show solution")
    page.screenshot(path=SCREENSHOTS / "trainer-high-contrast.png", full_page=True)
    edge = "node => getComputedStyle(node).borderTopWidth"
    assert panel(page).locator(".s66-trainerTold").evaluate(edge) == "1px"
    page.close()
    assert problems == []


# JupyterLab


def test_in_jupyterlab_a_puzzle_is_solved_and_kept(lab: Lab, page: Page) -> None:
    cell = "from sixtysix import Trainer\nTrainer('03-endgames', first='bring-down-the-nine')"
    lab.open(page, lab.write("trainer.ipynb", cell, "'a cell'"))
    run_all(page)
    expect(page.locator(".s66-task")).to_contain_text("You need 18 more points")
    page.locator(".s66-handCard").first.focus()
    for key in ("a", "b", "d", "d", "x"):  # JupyterLab's shortcuts
        page.keyboard.press(key)
    assert page.evaluate("window.jupyterapp.shell.currentWidget.content.widgets.length") == 2
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator(".s66-trainerVerdict")).to_have_text("✓ Best")
    assert "bring-down-the-nine" in lab.progress.read_text()
    page.screenshot(path=SCREENSHOTS / "lab-trainer.png")
    panel(page).get_by_role("button", name="Next puzzle").click()
    expect(page.locator(".s66-trainerNumber")).to_contain_text("Puzzle 2")
    assert page.locator("[data-mime-type='application/vnd.jupyter.stderr']").count() == 0
    page.evaluate("window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart().then(() => null)")
    expect(page.locator(".s66-trainer .s66-status")).to_contain_text("The kernel has been restarted")
    lab.wait(page)
