"""The drills in a browser: on a plain page with the real Python behind them, and in JupyterLab."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from sixtysix import Drill
from sixtysix.drills import Ask, Line, Script, Step
from sixtysix.render.theme import COLOURS, contrast
from tests.browser.conftest import SCREENSHOTS, Lab, command, run_all, watch
from tests.browser.harness import show
from tests.drill_scripts import ALONE, CARDS, FIRST, PERCENT, POINTS, SECOND, SUITS, drill_of

SCREENSHOTS.mkdir(parents=True, exist_ok=True)
SCRIPTS = {"points": POINTS, "suits": SUITS, "cards": CARDS, "percent": PERCENT, "alone": ALONE}
WATCH: Script = (FIRST, SECOND, FIRST, Ask("How many card points have you now?", (20,)))


def open_drill(page: Page, script: Script, path: Path, **options: Any) -> Drill:
    widget = drill_of(script, path, **options)
    show(page, widget)
    return widget


def settled(page: Page) -> None:
    page.wait_for_function("window.busy === 0 && !document.querySelector('.s66-drillFelt[aria-busy]')")


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)
        settled(page)


def click(page: Page, name: str, **options: Any) -> None:
    page.get_by_role("button", name=name, exact=True).click(**options)
    settled(page)


def sent(page: Page) -> list[dict[str, Any]]:
    """What was sent, without versions."""
    return [{k: v for k, v in one.items() if k != "version"} for one in page.evaluate("window.sent")]


def phase(page: Page) -> str:
    return str(page.evaluate("window.model.get('drill').phase"))


def told(page: Page) -> dict[str, Any]:
    found: dict[str, Any] = page.evaluate("window.model.get('drill').told")
    return found


def status(page: Page) -> Locator:
    return page.locator(".s66-status")


def focused(page: Page) -> str:
    name: str = page.evaluate(
        "(({dataset, classList, tagName}) => dataset.key ?? classList[0] ?? tagName)(document.activeElement)"
    )
    return name


def figures(page: Page) -> list[list[str]]:
    return [one.inner_text().split() for one in page.locator(".s66-drillFigures > li").all()]


def rows(page: Page) -> list[list[str]]:
    return [row.locator("th, td").all_text_contents() for row in page.locator(".s66-drillRows > tr").all()]


def small_targets(page: Page) -> list[Any]:
    found: list[Any] = page.evaluate(
        """() => [...document.querySelectorAll(".s66 :is(button, select, input, summary, textarea, label)")]
          .filter((node) => node.getClientRects().length)
          .map((node) => [node.ariaLabel || node.innerText || node.className, node.getBoundingClientRect()])
          .filter(([, box]) => box.width < 43.99 || box.height < 43.99)
          .map(([name, box]) => [name, box.width, box.height])"""
    )
    return found


def overflow(page: Page) -> float:
    """How much wider than its box anything is; what is only spoken takes no room."""
    width: float = page.evaluate(
        """() => Math.max(document.documentElement.scrollWidth - innerWidth,
          ...[...document.querySelectorAll(".s66-drillFelt, .s66-drillFelt *")]
            .filter((node) => node.getClientRects().length && !node.closest("svg, .s66-drillSpoken"))
            .map((node) => node.getBoundingClientRect().right - node.closest(".s66").getBoundingClientRect().right))"""
    )
    return width


def pale(page: Page) -> list[Any]:
    """Texts with too little contrast to the ground they stand on; the felt counts with its lighter middle."""
    found = page.evaluate(
        """(felt) => {
          const two = (part) => Number(part).toString(16).padStart(2, "0");
          const hex = (colour) => "#" + colour.match(/[\\d.]+/g).slice(0, 3).map(two).join("");
          const ground = (node) => {
            if (node.matches(".s66-drillFelt")) return felt;
            const { backgroundColor: own } = getComputedStyle(node);
            return own === "rgba(0, 0, 0, 0)" || own === "transparent" ? ground(node.parentElement) : hex(own);
          };
          return [...document.querySelectorAll(".s66-drillFelt :is(*:not(option), svg *)")]
            .filter((node) => !node.closest("svg") && node.getClientRects().length)
            .filter((node) => [...node.childNodes].some((one) => one.nodeType === 3 && one.data.trim()))
            .map((node) => [node.textContent, hex(getComputedStyle(node).color), ground(node)]);
        }""",
        COLOURS.felt_light,
    )
    assert found
    return [(text, ink, ground) for text, ink, ground in found if contrast(ink.upper(), ground.upper()) < 4.5]


def answer_wrong(page: Page) -> None:
    """Give some answer to the question on screen."""
    for field in page.locator(".s66-drillNumber > input").all():
        field.fill("99")
    for card in page.locator(".s66-drillPick").all()[:3]:
        card.click()
    click(page, "Answer")


# Looks and layout


@pytest.mark.parametrize("width", [1000, 640, 360, 320, 250])
@pytest.mark.parametrize("name", SCRIPTS)
def test_nothing_is_too_small_too_wide_or_too_pale(page: Page, tmp_path: Path, name: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    open_drill(page, SCRIPTS[name], tmp_path)

    def check() -> None:
        assert small_targets(page) == []
        assert overflow(page) <= 0
        assert pale(page) == []

    check()
    page.locator(".s66-drillOnward").click()
    settled(page)
    for _ in range(12):
        check()
        shown = phase(page)
        page.screenshot(path=SCREENSHOTS / f"drill-{width}-{name}-{shown}.png", full_page=True)
        if shown == "done":
            break
        if shown == "ask":
            answer_wrong(page)
        else:
            page.locator(".s66-drillOnward").click()
            settled(page)
    assert phase(page) == "done"
    page.locator("summary").click()
    page.get_by_label("Pace").select_option("8")
    settled(page)
    page.get_by_role("button", name="Paste a code …").click()
    check()
    page.screenshot(path=SCREENSHOTS / f"drill-{width}-{name}-progress.png", full_page=True)


@pytest.mark.parametrize("width", [1000, 360])
def test_the_button_that_goes_on_stays_where_it_is(page: Page, tmp_path: Path, width: int) -> None:
    """So that who plays by mouse or thumb needs not look for it: from trick to question to answer."""
    page.set_viewport_size({"width": width, "height": 800})
    open_drill(page, POINTS, tmp_path)
    click(page, "Begin")
    places = set()
    for _ in range(4):
        button = page.locator(".s66-drillActions > .s66-button:visible")
        box = button.bounding_box()
        assert box is not None
        places.add(round(box["y"]))
        if phase(page) == "ask":
            answer_wrong(page)
        else:
            button.click()
            settled(page)
    assert len(places) == 1


def test_a_zoomed_and_a_dark_and_a_high_contrast_page(browser: Browser, tmp_path: Path) -> None:
    page = browser.new_page(viewport={"width": 640, "height": 480}, device_scale_factor=2, color_scheme="dark")
    problems = watch(page)
    show(page, drill_of((*CARDS, *PERCENT, *POINTS), tmp_path), ground="#111111")
    click(page, "Begin")
    assert overflow(page) <= 0
    assert pale(page) == []
    page.screenshot(path=SCREENSHOTS / "drill-zoom-dark.png", full_page=True)
    page.emulate_media(forced_colors="active")
    page.locator(".s66-drillPick").first.click()
    page.locator(".s66-drillPick").first.focus()
    page.screenshot(path=SCREENSHOTS / "drill-high-contrast.png", full_page=True)
    edge = "node => getComputedStyle(node).borderTopWidth"
    assert page.locator(".s66-drillPick[aria-pressed='true']").first.evaluate(edge) == "3px"
    assert page.locator(".s66-drillPick[aria-pressed='false']").first.evaluate(edge) == "1px"
    click(page, "Answer")
    page.screenshot(path=SCREENSHOTS / "drill-high-contrast-told.png", full_page=True)
    page.close()
    assert problems == []


# Looking on


def test_a_trick_is_shown_with_who_played_what_and_who_took_it(page: Page, tmp_path: Path) -> None:
    open_drill(page, POINTS, tmp_path)
    click(page, "Begin")
    trick = page.get_by_role("group", name="Trick 1")
    labels = [card.get_attribute("aria-label") for card in trick.get_by_role("img").all()]
    assert labels == ["your opponent: nine of hearts", "you: ten of hearts"]
    assert trick.locator(".s66-drillPlace").all_inner_texts() == ["your opponent", "you led\n★ takes it"]
    assert page.get_by_label("Your hand: ace of clubs, ten of clubs, jack of spades, king of hearts").is_visible()
    assert page.get_by_label("turn-up, nine of clubs").is_visible()
    assert page.locator(".s66-drillFacts").inner_text().split("\n") == ["trump clubs", "stock 9"]
    assert status(page).text_content() == "Trick 1. You 10♥, your opponent 9♥. You took the trick."
    press(page, "Enter")
    page.keyboard.type("10")
    press(page, "Enter", "Enter")
    assert page.locator(".s66-drillSaid").inner_text() == "Your opponent announced the marriage in ♠."
    assert page.locator(".s66-drillWinner").inner_text() == "your opponent\n★ takes it"


def test_enter_and_space_go_on_anywhere_and_a_key_held_down_goes_one_step(page: Page, tmp_path: Path) -> None:
    open_drill(page, WATCH, tmp_path)
    page.locator(".s66-drillAbout").click()
    assert focused(page) == "s66-drillFelt"
    press(page, "Space")
    assert phase(page) == "watch"
    press(page, "Enter")
    assert page.locator(".s66-drillHeadline").inner_text() == "Trick 2"
    page.keyboard.down("Enter")
    for _ in range(5):
        page.keyboard.down("Enter")
    settled(page)
    page.keyboard.up("Enter")
    assert [one["do"] for one in sent(page)] == ["go"] * 3
    page.locator(".s66-drillOnward").focus()
    page.keyboard.down("Enter")
    for _ in range(5):
        page.keyboard.down("Enter")
        settled(page)
    page.keyboard.up("Enter")
    assert [one["do"] for one in sent(page)] == ["go"] * 4
    assert phase(page) == "ask"
    assert focused(page) == "INPUT"


# Answering


def test_numbers_are_typed_and_enter_answers(page: Page, tmp_path: Path) -> None:
    open_drill(page, POINTS, tmp_path)
    page.keyboard.press("Tab")
    page.locator(".s66-drillOnward").focus()
    press(page, "Enter", "Enter")
    assert phase(page) == "ask"
    assert page.get_by_role("textbox", name="Your answer").get_attribute("inputmode") == "numeric"
    press(page, "Enter")
    expect(status(page)).to_have_attribute("data-state", "refused")
    assert (status(page).text_content() or "").startswith("Type a whole number, then press Enter.")
    assert focused(page) == "INPUT"
    page.keyboard.type("ten")
    press(page, "Enter")
    assert "'ten' is none" in (status(page).text_content() or "")
    page.get_by_role("textbox", name="Your answer").fill("10")
    press(page, "Enter")
    assert told(page)["right"]
    assert focused(page) == "s66-drillOnward"
    assert figures(page) == [["✓", "you", "said", "10", "it", "is", "10"]]
    assert page.locator(".s66-drillScore").inner_text() == "1 of 1 right"


def test_a_wrong_answer_shows_where_the_count_went(page: Page, tmp_path: Path) -> None:
    open_drill(page, POINTS, tmp_path)
    click(page, "Begin")
    press(page, "Enter")
    page.keyboard.type("7")
    press(page, "Enter", "Enter")
    assert page.locator(".s66-drillHeadline").inner_text() == "Trick 2"
    press(page, "Enter")
    fields = page.locator(".s66-drillNumber > input")
    assert [page.get_by_label(label, exact=True).count() for label in ("you", "your opponent")] == [1, 1]
    assert [field.input_value() for field in fields.all()] == ["", ""]
    page.keyboard.type("10")
    press(page, "Enter")
    assert fields.nth(1).evaluate("node => node === document.activeElement")
    assert phase(page) == "ask"
    page.keyboard.type("11")
    press(page, "Enter")
    assert sent(page)[-1] == {"do": "answer", "answer": ["10", "11"]}
    assert figures(page) == [
        ["you", "✓", "you", "said", "10", "it", "is", "10"],
        ["your", "opponent", "✗", "you", "said", "11", "it", "is", "31"],
    ]
    text = status(page).inner_text()
    assert text.startswith("✗ Your opponent: 11 is 20 too few, as if the marriage had been left out.")
    assert text.endswith("A marriage counts from the first trick on.")
    assert page.locator(".s66-drillCount").evaluate("node => node.caption.textContent").startswith("How it is counted")
    assert page.get_by_role("columnheader").all_text_contents() == ["", "you", "your opponent"]
    assert rows(page) == [
        ["So far", "+10 → 10", "0"],
        ["Trick 2: your opponent took 9♦ and A♦", "10", "+11 → 11"],
        ["The marriage: your opponent's 20 count now", "10", "+20 → 31"],
    ]
    press(page, "Enter")
    assert page.locator(".s66-drillHeadline").inner_text() == "The round is over."
    assert not page.locator(".s66-drillSheet").is_visible()


def test_one_number_is_counted_in_two_columns(page: Page, tmp_path: Path) -> None:
    lines = (Line("So far", (3,)), Line("Trick 4: J♦ and 9♦", (2,)), Line("Trick 5: A♠", (-1,)))
    open_drill(page, (Ask("How many?", (4,), count=lines),), tmp_path)
    click(page, "Begin")
    page.get_by_role("textbox", name="Your answer").fill("5")
    click(page, "Answer")
    assert page.get_by_role("columnheader").all_text_contents() == ["", "adds", "total"]
    assert rows(page) == [["So far", "+3", "3"], ["Trick 4: J♦ and 9♦", "+2", "5"], ["Trick 5: A♠", "−1", "4"]]


def test_cards_are_chosen_by_keys_and_each_gets_its_verdict(page: Page, tmp_path: Path) -> None:
    open_drill(page, CARDS, tmp_path)
    page.locator(".s66-drillOnward").focus()
    press(page, "Enter")
    assert focused(page) == "KS"
    walk = (
        ("ArrowRight", "QS"),
        ("ArrowDown", "TH"),
        ("Home", "AH"),
        ("End", "KH"),
        ("ArrowDown", "AD"),
        ("ArrowUp", "AH"),
    )
    for key, card in walk:
        page.keyboard.press(key)
        assert focused(page) == card
    press(page, "Space", "ArrowRight", "Enter")
    assert page.get_by_role("button", name="ten of hearts").get_attribute("aria-pressed") == "true"
    assert page.locator(".s66-drillTally").inner_text() == "2 cards chosen"
    page.keyboard.press("Tab")
    assert focused(page) == "s66-drillAnswer"
    press(page, "Enter")
    assert sent(page)[-1] == {"do": "answer", "answer": ["AH", "TH"]}
    names = [card.get_attribute("aria-label") for card in page.locator(".s66-drillPick").all()]
    assert names == [
        "king of spades",
        "queen of spades",
        "ace of hearts, right",
        "ten of hearts, wrong",
        "king of hearts, missed",
        "ace of diamonds",
        "queen of clubs",
        "jack of clubs, missed",
    ]
    marks = {
        card: text.split() for card, text in zip(names, page.locator(".s66-drillPick").all_inner_texts(), strict=True)
    }
    assert marks["ace of hearts, right"] == ["✓", "right"]
    assert marks["ten of hearts, wrong"] == ["✗", "wrong"]
    assert marks["king of hearts, missed"] == ["+", "missed"]
    assert marks["ace of diamonds"] == []
    assert focused(page) == "s66-drillOnward"
    page.get_by_role("button", name="ace of diamonds").click(force=True)
    assert page.get_by_role("button", name="ace of diamonds").get_attribute("aria-pressed") == "false"


def test_cards_are_chosen_by_mouse_and_taken_back(page: Page, tmp_path: Path) -> None:
    open_drill(page, CARDS, tmp_path)
    click(page, "Begin")
    for name in ("ace of hearts", "king of hearts", "ten of hearts", "jack of clubs", "ten of hearts"):
        page.get_by_role("button", name=name, exact=True).click()
    click(page, "Answer")
    assert told(page)["right"]
    assert page.locator(".s66-drillPick[data-mark='right']").count() == 3
    assert status(page).inner_text() == "✓ Right: A♥, K♥ and J♣. They are the ones you have not seen."


def test_percent_is_typed_or_slid(page: Page, tmp_path: Path) -> None:
    script = tuple(
        replace(ask, question=f"{ask.question} {n}") for n in "123" for ask in PERCENT if isinstance(ask, Ask)
    )
    open_drill(page, script, tmp_path)
    page.locator(".s66-drillOnward").focus()
    press(page, "Enter")
    assert focused(page) == "s66-drillSlider"
    for _ in range(15):
        page.keyboard.press("ArrowLeft")
    assert page.locator(".s66-drillPercentBox").input_value() == "35"
    press(page, "Enter")
    assert sent(page)[-1] == {"do": "answer", "answer": 35}
    assert status(page).inner_text().startswith("✓ 35 % is spot on. It is 35.3 %, or 6 in 17.")
    assert figures(page) == [["✓", "you", "said", "35", "%", "it", "is", "35.3", "%"]]
    press(page, "Enter")
    assert page.get_by_role("slider").input_value() == "50"
    page.keyboard.type("4/5")
    assert page.get_by_role("slider").input_value() == "80"
    press(page, "Enter")
    assert sent(page)[-1] == {"do": "answer", "answer": 80}
    assert status(page).inner_text().startswith("✗ 80 % is far off.")
    press(page, "Enter")
    page.get_by_role("textbox", name="Percent").fill("half")
    click(page, "Answer")
    expect(status(page)).to_have_attribute("data-state", "refused")
    slider = page.get_by_role("slider")
    box = slider.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] - 2, box["y"] + box["height"] / 2)
    assert page.get_by_role("textbox", name="Percent").input_value() == "100"
    click(page, "Answer")
    assert sent(page)[-1] == {"do": "answer", "answer": 100}


def test_a_double_click_is_one_choice(page: Page, tmp_path: Path) -> None:
    open_drill(page, POINTS, tmp_path)
    for name in ("Begin", "Next"):
        click(page, name)
    click(page, "Answer", click_count=2, delay=30)
    assert [one["do"] for one in sent(page)] == ["go", "go", "answer"]
    page.get_by_role("textbox", name="Your answer").fill("10")
    click(page, "Answer", click_count=2, delay=30)
    assert [one["do"] for one in sent(page)] == ["go", "go", "answer", "answer"]
    assert phase(page) == "told"
    click(page, "Higher level", click_count=2, delay=30)
    assert sent(page)[-1] == {"do": "level", "level": 2}
    assert len(sent(page)) == 5


def test_wild_clicking_and_typing_does_one_thing_at_a_time(page: Page, tmp_path: Path) -> None:
    open_drill(page, POINTS, tmp_path)
    page.evaluate(
        """() => {
          for (let round = 0; round < 30; round += 1) {
            for (const node of document.querySelectorAll(".s66 button")) node.click();
            for (const node of document.querySelectorAll(".s66 select")) {
              node.selectedIndex = round % node.options.length;
              node.dispatchEvent(new Event("change"));
            }
          }
        }"""
    )
    settled(page)
    page.wait_for_timeout(100)
    settled(page)
    versions = page.evaluate("window.sent.map((one) => one.version)")
    assert len(versions) == len(set(versions)), "two choices were made on one state"
    assert "Something went wrong" not in (status(page).text_content() or "")
    page.get_by_label("Pace").select_option("0")
    settled(page)
    page.get_by_label("Drill", exact=True).select_option("my-points")
    settled(page)
    assert phase(page) == "ready"


def test_elements_are_kept_and_the_status_line_says_each_thing_once(page: Page, tmp_path: Path) -> None:
    open_drill(page, WATCH, tmp_path)
    page.evaluate(
        """() => {
          window.said = [];
          const line = document.querySelector("[role=status]");
          const listen = new MutationObserver(() => window.said.push(line.textContent));
          listen.observe(line, {childList: true, subtree: true});
          window.kept = [...document.querySelectorAll(".s66-drillFelt *:not(svg *)")];
        }"""
    )
    assert page.locator("[role=status]").count() == 1
    page.locator(".s66-drillOnward").focus()
    press(page, "Enter", "Enter", "Enter", "Enter")
    page.keyboard.type("19")
    press(page, "Enter")
    assert page.evaluate("window.kept.every((node) => node.isConnected)")
    heads = [text.split(".")[0] for text in page.evaluate("window.said")]
    assert heads == ["Trick 1", "Trick 2", "Trick 1", "How many card points have you now?", "✗ 19 is 1 too few"]


# Drills, levels and the pace


def test_drill_and_level_are_chosen(page: Page, tmp_path: Path) -> None:
    open_drill(page, POINTS, tmp_path)
    lower = page.get_by_role("button", name="Lower level")
    assert lower.get_attribute("aria-disabled") == "true"
    lower.click(force=True)
    settled(page)
    expect(status(page)).to_have_attribute("data-state", "refused")
    assert status(page).is_visible()
    click(page, "Higher level")
    assert page.locator(".s66-drillLevelText").inner_text() == "Level 2 of 4\nafter every second trick"
    page.get_by_label("Drill", exact=True).select_option("both-points")
    settled(page)
    assert page.locator(".s66-drillHeadline").inner_text() == "Both players' points"
    assert page.locator(".s66-drillAboutText").inner_text().startswith("Count your card points and your opponent's")


def test_what_is_chosen_while_the_kernel_is_busy_is_not_lost(page: Page, tmp_path: Path) -> None:
    open_drill(page, POINTS, tmp_path)
    page.evaluate(
        """() => {
          document.querySelector(".s66-drillHigher").click();
          const select = document.querySelector(".s66-drillTitles");
          select.value = "both-points";
          select.dispatchEvent(new Event("change"));
        }"""
    )
    expect(page.locator(".s66-drillHeadline")).to_have_text("Both players' points")
    assert sent(page) == [{"do": "level", "level": 2}, {"do": "drill", "drill": "both-points"}]


def test_at_a_pace_tricks_go_by_themselves_until_a_question(page: Page, tmp_path: Path) -> None:
    page.clock.install()
    open_drill(page, WATCH, tmp_path)
    headline = page.locator(".s66-drillHeadline")
    pause = page.locator(".s66-drillPause")
    assert not pause.is_visible()
    page.get_by_label("Pace").select_option("3")
    expect(pause).to_be_visible()
    page.clock.run_for(20_000)
    assert phase(page) == "ready"
    click(page, "Begin")
    page.clock.run_for(2_800)
    expect(headline).to_have_text("Trick 1")
    page.clock.run_for(300)
    expect(headline).to_have_text("Trick 2")
    click(page, "Pause the tricks")
    assert pause.inner_text() == "Go on"
    page.clock.run_for(20_000)
    expect(headline).to_have_text("Trick 2")
    click(page, "Let the tricks go on")
    page.clock.run_for(3_100)
    expect(headline).to_have_text("Trick 1")
    page.evaluate(
        """() => {
          Object.defineProperty(document, "hidden", {value: true, configurable: true});
          document.dispatchEvent(new Event("visibilitychange"));
        }"""
    )
    page.clock.run_for(20_000)
    assert phase(page) == "watch"
    page.evaluate("() => { delete document.hidden; document.dispatchEvent(new Event('visibilitychange')); }")
    page.clock.run_for(3_100)
    expect(headline).to_have_text("How many card points have you now?")
    settled(page)
    count = len(sent(page))
    page.clock.run_for(30_000)
    assert len(sent(page)) == count
    assert focused(page) == "INPUT"


def test_what_nobody_can_see_waits(page: Page, tmp_path: Path) -> None:
    """In a notebook the cell may be scrolled away and taken off the page."""
    page.clock.install()
    open_drill(page, WATCH, tmp_path)
    page.get_by_label("Pace").select_option("2")
    settled(page)
    click(page, "Begin")
    page.evaluate("document.getElementById('widget').style.display = 'none'")
    page.clock.run_for(10_000)
    assert len(sent(page)) == 2
    page.evaluate("document.getElementById('widget').style.display = ''")
    page.clock.run_for(2_100)
    expect(page.locator(".s66-drillHeadline")).to_have_text("Trick 2")


# The kernel


def test_a_restarted_kernel_is_told_and_nothing_acts(page: Page, tmp_path: Path) -> None:
    open_drill(page, POINTS, tmp_path)
    click(page, "Begin")
    count = len(sent(page))
    page.evaluate("window.disconnect()")
    assert status(page).inner_text().endswith("The kernel has been restarted: run this cell again to go on.")
    for button in page.locator(".s66 button:visible").all():
        button.click(force=True)
    page.get_by_label("Drill", exact=True).select_option("both-points")
    assert page.get_by_label("Drill", exact=True).input_value() == "my-points"
    assert len(sent(page)) == count
    page.screenshot(path=SCREENSHOTS / "drill-restarted.png", full_page=True)


def test_a_silent_kernel_is_told_and_a_late_answer_goes_on(page: Page, tmp_path: Path) -> None:
    page.clock.install()
    open_drill(page, WATCH, tmp_path)
    page.get_by_label("Pace").select_option("2")
    settled(page)
    page.evaluate("window.kernel = 'dead'")
    page.get_by_role("button", name="Begin").click()
    page.clock.run_for(3_500)
    assert not (status(page).text_content() or "").startswith("No answer")
    page.clock.run_for(1_000)
    assert (status(page).text_content() or "").startswith("No answer from the kernel yet.")
    page.get_by_role("button", name="Begin").click()
    page.clock.run_for(10_000)
    assert len(sent(page)) == 2
    page.evaluate("window.kernel = 'alive'")
    page.evaluate("window.toPython(JSON.stringify(window.sent[1])).then(window.receive)")
    expect(page.locator(".s66-drillHeadline")).to_have_text("Trick 1")
    assert not (status(page).text_content() or "").startswith("No answer")
    page.clock.run_for(2_100)
    expect(page.locator(".s66-drillHeadline")).to_have_text("Trick 2")


# Progress


def test_the_progress_code_is_copied_and_pasted_without_a_clipboard(page: Page, tmp_path: Path) -> None:
    widget = open_drill(page, POINTS, tmp_path / "one")
    click(page, "Begin")
    press(page, "Enter")
    page.keyboard.type("10")
    press(page, "Enter")
    page.locator("summary").click()
    text = page.locator(".s66-drillProgress").inner_text()
    assert "Your points: 1 of 1 answers right" in text
    assert str(tmp_path / "one" / "progress.json") in text
    page.evaluate("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    page.get_by_role("button", name="Copy progress code").click()
    page.wait_for_function("document.querySelector('.s66-box').value")
    code = page.locator(".s66-box").input_value()
    assert code == widget.controller.store.progress.code().text
    assert page.evaluate("getSelection().toString()") == code
    other = page.context.new_page()
    problems = watch(other)
    made = open_drill(other, POINTS, tmp_path / "two")
    other.locator("summary").click()
    other.get_by_role("button", name="Paste a code …").click()
    other.get_by_role("button", name="Use this code").click()
    assert "into the box first" in status(other).inner_text()
    other.locator(".s66-box").fill("<b>no code</b>")
    click(other, "Use this code")
    expect(status(other)).to_have_attribute("data-state", "refused")
    assert other.locator(".s66 b").count() == 0
    other.locator(".s66-box").fill(code)
    click(other, "Use this code")
    assert status(other).inner_text() == "Added from the code: 1 round."
    assert not other.locator(".s66-box").is_visible()
    assert focused(other) == "s66-drillOpenPaste"
    assert made.controller.store.progress == widget.controller.store.progress
    other.close()
    assert problems == []


def test_all_texts_are_texts(page: Page, tmp_path: Path) -> None:
    nasty = "<img src=x onerror=alert(1)><b>bold</b>"
    ask = Ask(f"{nasty}. {nasty}?", (1, 2), (nasty, nasty), count=(Line(nasty, (1, 2)),), note=nasty)
    open_drill(page, (Step(nasty, FIRST.cards, (nasty,), nasty, FIRST.board), ask), tmp_path)
    click(page, "Begin")
    press(page, "Enter")
    answer_wrong(page)
    assert page.locator(".s66 b, .s66 img").count() == 0
    assert rows(page) == [[nasty, "+1 → 1", "+2 → 2"]]


# JupyterLab


def test_in_jupyterlab_a_round_by_keys(lab: Lab, page: Page) -> None:
    cell = "from sixtysix import Drill\nDrill('my-points', level=4)"
    lab.open(page, lab.write("drill.ipynb", cell, "'a cell'"))
    run_all(page)
    page.get_by_role("button", name="Begin").focus()
    headline = page.locator(".s66-drillHeadline")
    page.keyboard.press("Enter")
    expect(headline).to_have_text("Trick 1")
    for key in ("a", "b", "d", "d", "x"):  # JupyterLab's shortcuts
        page.keyboard.press(key)
    assert page.evaluate("window.jupyterapp.shell.currentWidget.content.widgets.length") == 2
    idle = ".s66-drillFelt:not([aria-busy])"  # a key pressed while an answer is awaited does nothing
    for number in range(2, 14):
        page.wait_for_selector(idle)
        page.keyboard.press("Enter")
        expect(headline).not_to_have_text(f"Trick {number - 1}")
        if "points" in headline.inner_text():
            break
    page.screenshot(path=SCREENSHOTS / "lab-drill-ask.png")
    page.keyboard.type("500")
    page.wait_for_selector(idle)
    page.keyboard.press("Enter")
    expect(page.locator(".s66-drillSheet")).to_be_visible()
    expect(page.locator(".s66-drillOnward")).to_be_focused()
    ring = page.locator(".s66-drillOnward").evaluate("node => getComputedStyle(node).outline")
    assert ring.endswith("3px")  # ours, not the thin one of JupyterLab
    page.screenshot(path=SCREENSHOTS / "lab-drill-told.png")
    command(page, "apputils:change-theme", theme="JupyterLab Dark")
    page.wait_for_selector("#jupyterlab-splash", state="detached")
    page.screenshot(path=SCREENSHOTS / "lab-drill-dark.png")
    command(page, "apputils:change-theme", theme="JupyterLab Light")
    assert lab.progress.exists()
    assert page.locator("[data-mime-type='application/vnd.jupyter.stderr']").count() == 0
    page.evaluate("window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart().then(() => null)")
    expect(page.locator(".s66-status")).to_contain_text("The kernel has been restarted")
    lab.wait(page)


SETTLED = """() => !document.querySelector(".s66-table [aria-busy], .s66-drillFelt[aria-busy]")"""
CLEARED = """() => document.querySelector(".s66-primary").textContent !== "Next"
  || document.querySelector(".s66-drillFelt").dataset.phase === "ask"
  || !document.querySelector(".s66-report").hidden"""


def test_a_whole_deal_is_played_and_asked_about_in_jupyterlab(lab: Lab, page: Page) -> None:
    lab.open(page, lab.write("deal.ipynb", "from sixtysix import DealDrill\nDealDrill(seed=69, level=1)"))
    run_all(page)
    table, questions = page.locator(".s66-table"), page.locator(".s66-drillFelt")
    primary, box = table.locator(".s66-primary"), questions.locator("input").first
    expect(questions.locator(".s66-drillAbout")).to_contain_text("A question comes now and then.")
    expect(questions.get_by_role("button", name="Next")).to_be_hidden()  # the learner plays
    expect(table.locator(".s66-points").first).to_have_text("–")
    asked = 0
    for _ in range(80):
        page.wait_for_function(SETTLED)
        if table.locator(".s66-report").is_visible():
            break
        if questions.get_attribute("data-phase") == "ask":
            asked += 1
            expect(box).to_be_focused()
            expect(box).to_be_in_viewport()
            if asked == 1:
                primary.click()
                expect(table.locator(".s66-status")).to_have_text("Answer the question below the table first.")
                page.screenshot(path=SCREENSHOTS / "lab-deal-drill.png")
                box.focus()
            page.keyboard.type("12")
            page.keyboard.press("Enter")
            page.wait_for_selector(".s66-drillFelt[data-phase='told']:not([aria-busy])")
            page.keyboard.press("Enter")
            page.wait_for_selector(".s66-drillFelt:not([data-phase='told']):not([aria-busy])")
            expect(primary).to_be_focused()
        elif primary.text_content() == "Next":
            primary.click()
            page.wait_for_function(CLEARED)
        else:
            table.locator(".s66-handCard:not([aria-disabled])").first.click()
            primary.click()
            page.wait_for_timeout(60)  # the question comes after the table
    assert asked >= 3
    expect(questions.get_by_role("button", name="Next deal")).to_be_visible()
    page.screenshot(path=SCREENSHOTS / "lab-deal-drill-end.png")
    questions.get_by_role("button", name="Next deal").click()
    expect(table.locator(".s66-report")).to_be_hidden()
