"""How long a learner waits: from the click on a card until the table in JupyterLab shows the opponent's reply.

Run with ``python -m tests.bench.click [plays]``. The clock is the browser's; it starts with the click and stops when
the page has the new table. The budget is 100 ms at the 95th percentile.
"""

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser import chromium
from tests.browser.conftest import FLAGS, Lab, run_all, table

BUDGET = 100
PLAY = """() => new Promise((resolve) => {
  const root = document.querySelector(".s66-table");
  const card = root.querySelector(".s66-handCard:not([aria-disabled])");
  const seen = new MutationObserver(() => {
    if (card.isConnected) return;
    seen.disconnect();
    resolve(performance.now() - begun);
  });
  seen.observe(root, {childList: true, subtree: true});
  const begun = performance.now();
  card.click();
})"""


def click_times(plays: int) -> list[float]:
    """Play deal after deal in JupyterLab; return the milliseconds of each play, sorted."""
    times: list[float] = []
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        lab = Lab(Path(folder))
        browser = playwright.chromium.launch(executable_path=chromium.find(), headless=True, args=FLAGS)
        try:
            page = browser.new_page()
            cell = "from sixtysix.widgets import Table\nTable(seed=66, one_click=True, flow=True)"
            lab.open(page, lab.write("click.ipynb", cell))
            run_all(page)
            at = table(page)
            while len(times) < plays:
                times.append(page.evaluate(PLAY))
                page.wait_for_timeout(100)
                if at.locator(".s66-report").is_visible():
                    at.get_by_role("button", name="Another deal").click()
                    at.locator(".s66-report").wait_for(state="hidden")
        finally:
            browser.close()
            lab.stop()
    return sorted(times)


def main() -> None:
    plays = int(sys.argv[1]) if len(sys.argv) > 1 else 50
    times = click_times(plays)
    middle, late = (times[min(int(share * plays), plays - 1)] for share in (0.5, 0.95))
    verdict = "within" if late <= BUDGET else "over"
    print(f"{plays} plays: half under {middle:.0f} ms, 95% under {late:.0f} ms, the longest {times[-1]:.0f} ms")
    print(f"{verdict} the budget of {BUDGET} ms")


if __name__ == "__main__":
    main()
