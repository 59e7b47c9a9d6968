// The puzzle trainer below its table. Python decides everything; this file draws `trainer` and sends each choice.

const LEVEL_NAMES = ["any level", "level 1", "level 2", "level 3", "level 4", "level 5"];

class TrainerView extends Asker {
  constructor(model, host) {
    super(model, "trainer");
    buildTrainer(this, host);
    this.listen();
    this.draw();
  }

  listen() {
    guardKeys(this.root);
    this.onTab = ({ key }) => key === "Tab" && this.passHand();
    document.addEventListener("keydown", this.onTab, true);
    this.root.addEventListener("keydown", (event) => this.onKey(event));
    once(this.answer, () => this.giveAnswer());
    once(this.yes, () => this.choose({ do: "answer", answer: true }));
    once(this.no, () => this.choose({ do: "answer", answer: false }));
    for (const name of ["hint", "show", "retry", "next"]) once(this[name], () => this.choose({ do: name }));
    once(this.playOn, () => this.choose({ do: "play_on" }));
    for (const [button, what] of [[this.copy, "puzzle"], [this.copyCode, "progress"]]) {
      once(button, () => {
        if (this.choose({ do: "copy", what })) this.wantsText = true;
      });
    }
    this.themes.addEventListener("change", () => this.set({ do: "theme", theme: this.themes.value }));
    this.levels.addEventListener("change", () => this.set({ do: "level", level: Number(this.levels.value) }));
    this.streak.addEventListener("change", () => this.set({ do: "streak", on: this.streak.checked }));
  }

  // What the learner does

  giveAnswer() {
    const { phase, puzzle } = this.data;
    if (phase !== "ask") return;
    const answers = { number: this.count.value.trim(), odds: this.odds.value.trim(), cards: [...this.chosen] };
    if (puzzle.kind in answers) this.choose({ do: "answer", answer: answers[puzzle.kind] });
  }

  onKey(event) {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.isComposing) return;
    if (target === this.box) return;
    if (key === "Enter" && (target === this.count || target === this.odds)) {
      if (!event.repeat) this.giveAnswer();
    } else if (key === "Enter" && event.repeat) {
      // A key held down is one choice.
    } else if (!walkPicks(this, target.closest(".s66-drillPick"), key)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** While nothing can be played the hand is one stop of Tab; the arrow keys still go over it. */
  passHand() {
    const closed = this.felt.dataset.table === "closed";
    this.table()
      ?.querySelectorAll(".s66-handCard")
      .forEach((card, at) => setAttribute(card, "tabindex", closed && at ? "-1" : null));
  }

  close() {
    super.close();
    document.removeEventListener("keydown", this.onTab, true);
  }

  // What the kernel says

  onData() {
    const before = this.data;
    this.data = this.model.get("trainer");
    this.note = "";
    const next = this.data.puzzle.number !== before.puzzle.number;
    if (next) this.newPuzzle();
    const active = document.activeElement;
    const here = this.root.contains(active) ? active : null;
    this.draw();
    if (next || (this.data.phase === "ask" && before.phase !== "ask")) this.leadToAnswer(here);
    else if (here && !here.getClientRects().length) this.ahead()?.focus({ preventScroll: true });
    else if (this.stage.contains(here) && this.data.phase !== before.phase) this.ahead()?.focus({ preventScroll: true });
    this.settle();
  }

  newPuzzle() {
    this.chosen.clear();
    this.pick = this.data.puzzle.choices[0]?.card ?? "";
    this.count.value = this.odds.value = "";
    this.showBox(false);
  }

  /** The table above, which is another widget. */
  table() {
    return this.root.closest(".widget-vbox")?.querySelector(".s66-table");
  }

  /** A puzzle that waits for an answer takes the focus to where it is given: to the table, or to a field below it. */
  leadToAnswer(here) {
    const table = this.table();
    const active = document.activeElement;
    const free = !active || active === document.body || table?.contains(active);
    if (!here && !free) return; // somebody who is elsewhere is left alone
    const finger = matchMedia("(pointer: coarse)").matches;
    if (here && this.head.contains(here)) {
      if (finger) table?.scrollIntoView();
      return; // choosing a theme goes on there
    }
    if (this.data.puzzle.kind === "play") {
      const tall = table?.clientHeight > 0.8 * window.innerHeight;
      table?.scrollIntoView({ block: tall ? "start" : "nearest" });
      if (here || table?.contains(active)) table?.querySelector(".s66-handCard")?.focus({ preventScroll: true });
    } else if (finger) {
      // A field in focus would bring up the keyboard of a phone, over cards that nobody has seen yet.
      this.felt.focus({ preventScroll: true });
      table?.scrollIntoView();
    } else {
      this.field()?.focus({ preventScroll: true });
      this.stage.scrollIntoView({ block: "nearest" });
    }
  }

  /** The first element to answer with, below the table. */
  field() {
    const fields = { number: this.count, odds: this.odds, "yes or no": this.yes };
    return fields[this.data.puzzle.kind] ?? this.suits.querySelector("[tabindex='0']");
  }

  /** The button that goes on: Enter pressed once more neither skips a puzzle nor lays a solved one again. */
  ahead() {
    const { retry, next, hint, show } = this;
    const ways = { ask: [hint, show, next], wrong: [retry], solved: [next], shown: [next] };
    return ways[this.data.phase].find((button) => !button.hidden);
  }

  // Drawing: everything is patched in place.

  draw() {
    this.felt.classList.toggle("s66-drillAsleep", this.gone);
    this.felt.dataset.phase = this.data.phase;
    this.felt.dataset.table = this.data.closed ? "closed" : "open";
    this.felt.dataset.lead = this.data.lead;
    this.drawHead();
    this.drawQuestion();
    this.drawTold();
    this.drawButtons();
    this.drawSheet();
    this.drawStatus();
  }

  drawHead() {
    const { themes, theme, levels, level, streak } = this.data;
    options(this.themes, themes.map(({ name, title }) => [name, title]), theme);
    options(this.levels, levels.map((one) => [one, LEVEL_NAMES[one]]), level);
    this.streak.checked = streak.on;
    const best = streak.best ? ` · longest ${streak.best}` : "";
    setText(this.score, streak.on ? `${streak.over ? "ended at" : "in a row:"} ${streak.count}${best}` : "");
  }

  drawQuestion() {
    const { phase, puzzle } = this.data;
    const asks = puzzle.kind !== "play";
    const open = asks && phase === "ask";
    setText(this.number, `Puzzle ${puzzle.number} · level ${puzzle.level}`);
    setText(this.question, asks ? puzzle.question : "");
    this.question.hidden = !asks;
    this.tricks.hidden = !puzzle.tricks.length;
    lines(this.tricks, puzzle.tricks);
    this.either.hidden = !open || puzzle.kind !== "yes or no";
    this.countLine.hidden = !open || puzzle.kind !== "number";
    this.oddsLine.hidden = !open || puzzle.kind !== "odds";
    this.suits.hidden = puzzle.kind !== "cards";
    this.answer.hidden = !open || puzzle.kind === "yes or no";
    this.tally.hidden = !open || puzzle.kind !== "cards";
    this.stage.hidden = !open && puzzle.kind !== "cards";
    this.drawSuits();
  }

  drawSuits() {
    const { phase, puzzle, told, solution } = this.data;
    const given = told?.cards ?? [];
    const answered = phase === "ask" ? null : { given, truth: solution?.cards ?? null };
    drawPicks(this, { label: puzzle.question, choices: puzzle.choices, told: answered });
    setText(this.tally, this.chosen.size === 1 ? "1 card chosen" : `${this.chosen.size} cards chosen`);
  }

  drawTold() {
    const { phase, told, solution, steps, puzzle } = this.data;
    const shown = phase === "shown";
    this.told.hidden = !told && !shown;
    const loss = told?.loss ? `: ${told.loss}` : "";
    const verdict = told && !shown ? `${told.right ? "✓" : "✗"} ${told.name}${loss}` : "";
    setText(this.verdict, shown ? `The solution: ${solution.answers.join(" or ")}` : verdict);
    setAttribute(this.told, "data-state", shown ? "shown" : told?.right ? "right" : "wrong");
    const given = puzzle.kind === "play" || told?.why.startsWith(told.given) ? "" : `${told?.given}: `;
    setText(this.why, told?.why && !shown ? `${given}${told.why}` : "");
    this.scale.hidden = shown || !told?.step;
    setChildren(
      this.scale,
      steps,
      (_, at) => at,
      () => make("span"),
      (node, name, at) => setAttribute(node, "data-at", told?.step === at + 1 ? (at < 2 ? "right" : "wrong") : "none"),
    );
  }

  drawButtons() {
    const { phase, may, hints, streak, lead } = this.data;
    const answered = phase === "solved" || phase === "shown";
    this.hints.hidden = !hints.taken.length;
    lines(this.hints, hints.taken);
    this.hint.hidden = !may.hint;
    this.show.hidden = !may.show;
    this.retry.hidden = !may.retry;
    this.next.hidden = !may.next;
    this.playOn.hidden = !may.play_on;
    const ends = streak.on && !streak.over ? ", ends the streak" : "";
    setText(this.hint, `Hint ${Math.min(hints.taken.length + 1, hints.of)} of ${hints.of}${ends}`);
    setText(this.show, `Show solution${ends}`);
    setText(this.next, streak.on && streak.over ? "New streak" : phase === "ask" ? "Skip" : "Next puzzle");
    setText(this.retry, answered ? "Once more" : "Try again");
    this.retry.classList.toggle("s66-gold", phase === "wrong" && lead === "panel");
    this.next.classList.toggle("s66-gold", answered && lead === "panel");
  }

  drawSheet() {
    const { solution, puzzle, record } = this.data;
    this.sheet.hidden = !solution;
    setText(this.explanation, solution?.explanation ?? "");
    setText(this.caption, puzzle.kind === "play" ? "What every answer is worth" : "All answers");
    setText(this.about, solution ? `${solution.id} · level ${puzzle.level} · ${solution.themes.join(", ")}` : "");
    setChildren(
      this.rows,
      solution?.values ?? [],
      ({ answer }) => answer,
      () => make("tr", {}, [make("th", { scope: "row" }), make("td", {}, [make("strong"), make("div")])]),
      (row, { answer, right, chosen, worth, why }) => {
        const [head, cell] = row.children;
        setText(head, `${right ? "✓" : "✗"} ${answer}${chosen ? " (yours)" : ""}`);
        setAttribute(row, "data-right", right);
        setText(cell.firstElementChild, worth);
        setText(cell.lastElementChild, why);
      },
    );
    for (const [node, text] of [
      [this.record, record.line],
      [this.due, record.due],
      [this.rating, record.rating],
      [this.kept, record.kept],
    ])
      setText(node, text);
  }

  drawStatus() {
    const { refused, status, record, version } = this.data;
    const trouble = this.trouble();
    // A refusal said again is a new answer: the last character makes it one for a screen reader too.
    const again = refused && version % 2 ? "\u00a0" : "";
    setText(this.status, (trouble || this.note || status) + again);
    const wrong = trouble || (refused && !this.note);
    // What the verdict, the hints and the question show already is only spoken.
    this.status.classList.toggle("s66-drillSpoken", !(wrong || this.note || record.trouble));
    setAttribute(this.status, "data-state", wrong ? "refused" : "plain");
  }
}

/** Draw a list of texts. */
function lines(parent, texts) {
  setChildren(
    parent,
    texts,
    (_, at) => at,
    () => make("li"),
    setText,
  );
}

export default {
  render({ model, el }) {
    return follow(model, "trainer", new TrainerView(model, el));
  },
};
