// A counting drill. Python decides everything; this file draws `drill` and sends one message for each choice.

class DrillView extends Asker {
  constructor(model, host) {
    super(model, "drill");
    buildDrill(this, host);
    this.listen();
    if (this.data.ask) this.newQuestion();
    this.draw();
    this.runClock();
  }

  listen() {
    guardKeys(this.root);
    this.root.addEventListener("keydown", (event) => this.onKey(event));
    once(this.onward, () => this.goOn());
    once(this.answer, () => this.giveAnswer());
    once(this.lower, () => this.set({ do: "level", level: this.data.level - 1 }));
    once(this.higher, () => this.set({ do: "level", level: this.data.level + 1 }));
    once(this.pause, () => this.choose({ do: "pause" }));
    once(this.copy, () => {
      if (this.choose({ do: "copy" })) this.wantsText = true;
    });
    once(this.openPaste, () => this.showBox(this.paste.hidden));
    once(this.usePaste, () => {
      if (!this.box.value.trim()) this.say("Paste a progress code into the box first.");
      else this.choose({ do: "paste", text: this.box.value.trim() });
    });
    this.titles.addEventListener("change", () => this.set({ do: "drill", drill: this.titles.value }));
    this.paces.addEventListener("change", () => this.set({ do: "pace", pace: Number(this.paces.value) }));
    this.slider.addEventListener("input", () => {
      this.percentBox.value = this.slider.value;
    });
    this.percentBox.addEventListener("input", () => {
      const value = number(this.percentBox.value);
      if (value !== null) this.slider.value = String(value);
    });
    this.onVisible = () => this.runClock();
    document.addEventListener("visibilitychange", this.onVisible);
  }

  // What the learner does

  goOn() {
    if (this.data.phase === "ask") this.field()?.focus({ preventScroll: true });
    else this.choose({ do: "go" });
  }

  giveAnswer() {
    const { phase, ask } = this.data;
    if (phase !== "ask") return;
    let answer = [...this.chosen];
    if (ask.kind === "numbers") answer = this.inputs().map((input) => input.value.trim());
    if (ask.kind === "percent") answer = number(this.percentBox.value) ?? this.percentBox.value;
    this.choose({ do: "answer", answer });
  }

  /** Enter in a field: on to the next empty one, or answer. */
  onEnter(field) {
    const inputs = this.inputs();
    const at = inputs.indexOf(field);
    const empty = [...inputs.slice(at + 1), ...inputs.slice(0, Math.max(at, 0))].find((one) => !one.value.trim());
    if (field.value.trim() && empty) empty.focus();
    else this.giveAnswer();
  }

  onKey(event) {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.isComposing) return;
    if (target === this.box) return;
    if (target === this.slider && /^\d$/.test(key)) {
      // Numbers are typed: the digit goes into the box.
      this.percentBox.value = "";
      this.percentBox.focus();
      event.stopPropagation();
      return;
    }
    const onward = key === "Enter" || (key === " " && !target.closest("input"));
    if (key === "Enter" && this.stage.contains(target) && target.closest("input")) {
      if (!event.repeat) this.onEnter(target);
    } else if (onward && !target.closest("button, select, summary")) {
      if (!event.repeat) this.goOn();
    } else if (key === "Enter" && event.repeat) {
      // A key held down is one choice.
    } else if (!walkPicks(this, target.closest(".s66-drillPick"), key)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  // The pace

  onSent() {
    clearTimeout(this.clock);
  }

  onSettled() {
    this.runClock();
  }

  onConnection(alive) {
    clearTimeout(this.clock);
    super.onConnection(alive);
  }

  /** Let the trick on screen go by itself, if a pace is chosen; what nobody can see waits. */
  runClock() {
    clearTimeout(this.clock);
    const { phase, pace, paused } = this.data;
    if (phase !== "watch" || !pace || paused || document.hidden || this.gone || this.waitingFor !== null) return;
    this.clock = setTimeout(() => {
      if (this.root.getClientRects().length) this.choose({ do: "go" });
      else this.runClock();
    }, 1000 * pace);
  }

  // What the kernel says

  onData() {
    const before = this.data;
    this.data = this.model.get("drill");
    this.note = "";
    if (this.data.notice) this.showBox(false);
    if (this.data.phase === "ask" && before.phase !== "ask") this.newQuestion();
    const here = this.root.contains(document.activeElement);
    this.draw(before.phase);
    if (this.data.summons) this.summon(before.phase, here);
    this.settle();
  }

  /** A question about a deal at a table takes the focus from there, and gives it back once it is done. */
  summon(before, here) {
    const { phase } = this.data;
    const table = this.root.closest(".widget-vbox")?.querySelector(".s66-table");
    if (phase === "ask" && before !== "ask") {
      const active = document.activeElement;
      // Somebody who writes elsewhere is left alone; the focus of a card just played may be with the page.
      if (active?.closest("input, textarea, select, [contenteditable='true']") && !table?.contains(active)) return;
      this.root.scrollIntoView({ block: "nearest" });
      this.field()?.focus({ preventScroll: true });
    } else if (here && before === "told" && phase !== "told") {
      table?.querySelector(".s66-primary")?.focus();
    }
  }

  close() {
    super.close();
    clearTimeout(this.clock);
    document.removeEventListener("visibilitychange", this.onVisible);
  }

  // Drawing: everything is patched in place.

  newQuestion() {
    this.chosen.clear();
    this.pick = this.data.ask.choices[0]?.card ?? "";
    for (const input of this.inputs()) input.value = "";
    this.slider.value = this.percentBox.value = "50";
  }

  draw(before = this.data.phase) {
    const { phase, ask, step } = this.data;
    const active = this.root.contains(document.activeElement) ? document.activeElement : null;
    this.felt.classList.toggle("s66-drillAsleep", this.gone);
    this.felt.dataset.phase = phase;
    this.about.hidden = phase !== "ready" && (phase !== "watch" || Boolean(step));
    this.watch.hidden = !step && !ask?.cards.length;
    this.numbers.hidden = phase !== "ask" || ask.kind !== "numbers";
    this.suits.hidden = ask?.kind !== "cards";
    this.percent.hidden = phase !== "ask" || ask.kind !== "percent";
    this.drawHead();
    this.drawWords();
    this.drawTrick();
    this.drawNumbers();
    this.drawSuits();
    drawFigures(this);
    this.drawBoard();
    this.drawButtons();
    drawCount(this);
    this.drawStatus();
    if (active && !this.progress.contains(active)) this.leadFocus(active, before);
  }

  /** A question takes the focus; what has gone hands it on to the button that goes on. */
  leadFocus(active, before) {
    const { phase } = this.data;
    if (phase === "ask" && before !== "ask") this.field()?.focus({ preventScroll: true });
    else if (!active.getClientRects().length || (phase === "told" && this.stage.contains(active)))
      this.onward.focus({ preventScroll: true });
  }

  /** The first element to answer with. */
  field() {
    const { ask } = this.data;
    if (ask.kind === "percent") return this.slider;
    return ask.kind === "cards" ? this.suits.querySelector("[tabindex='0']") : this.inputs()[0];
  }

  inputs() {
    return [...this.numbers.querySelectorAll("input")];
  }

  drawHead() {
    const { drills, drill, level, levels, round, paces, pace, paused } = this.data;
    options(this.titles, drills.map(({ name, title }) => [name, title]), drill);
    this.titles.disabled = drills.length < 2;
    setText(this.levelNumber, `Level ${level} of ${levels.length}`);
    setText(this.levelWords, levels[level - 1]);
    setAttribute(this.lower, "aria-disabled", level > 1 ? null : "true");
    setAttribute(this.higher, "aria-disabled", level < levels.length ? null : "true");
    const whole = round.of ? `${round.of} question${round.of > 1 ? "s" : ""}` : "";
    setText(this.score, round.asked ? `${round.right} of ${round.asked} right` : whole);
    options(this.paces, paces.map((seconds) => [seconds, seconds ? `${seconds} s a trick` : "step by step"]), pace);
    this.paces.hidden = paces.length < 2;
    this.pause.hidden = !pace;
    setText(this.pause, paused ? "Go on" : "Pause");
    setAttribute(this.pause, "aria-label", paused ? "Let the tricks go on" : "Pause the tricks");
  }

  drawWords() {
    const { phase, title, step, ask } = this.data;
    const question = ask?.question ?? "";
    const at = question.lastIndexOf(". ") + 1; // how things stand, and then the question itself
    setText(this.standing, question.slice(0, at));
    setText(this.headline, step?.title ?? (question.slice(at).trim() || (phase === "done" ? "The round is over." : title)));
    setChildren(
      this.said,
      step?.said ?? [],
      (_, at) => at,
      () => make("li"),
      setText,
    );
    setText(this.aboutText, this.data.about);
  }

  drawTrick() {
    const { step, ask } = this.data;
    setAttribute(this.trick, "aria-label", step?.title ?? "Cards");
    const all = step?.cards ?? ask?.cards ?? [];
    const cards = all.map((card, at) => ({ ...card, leads: at === 0 && all.length > 1 }));
    cards.sort((one, other) => (one.who === "you") - (other.who === "you")); // you sit on the right, as at the table
    this.trick.classList.toggle("s66-drillLoose", !cards.some(({ who }) => who));
    setChildren(
      this.trick,
      cards,
      (_, at) => at,
      () => {
        const parts = ["drillLabel", "card", "drillTakes"].map((name) => make("div", { class: `s66-${name}` }));
        parts[1].setAttribute("role", "img");
        return make("div", { class: "s66-drillPlace" }, parts);
      },
      (node, { who, card, name, leads }) => {
        const [label, face, foot] = node.children;
        const words = { you: "you", opponent: "your opponent" }[who] ?? "";
        const takes = Boolean(who) && step.taker === who;
        setText(label, leads && words ? `${words} led` : words);
        setAttribute(face, "aria-label", words ? `${words}: ${name}` : name);
        setPicture(face, card, this.cards.full[card]);
        setText(foot, takes ? "★ takes it" : "");
        node.classList.toggle("s66-drillWinner", takes);
      },
    );
    setText(this.taken, step && !step.taker ? step.taken : "");
  }

  drawNumbers() {
    const { ask } = this.data;
    const labels = ask?.labels.length ? ask.labels : ["Your answer"];
    setAttribute(this.numbers, "aria-label", ask?.question ?? "Answer");
    setChildren(
      this.numbers,
      ask?.kind === "numbers" ? labels.slice(0, ask.many) : [],
      (_, at) => at,
      () => {
        const input = make("input", { type: "text", inputmode: "numeric", maxlength: "7", autocomplete: "off" });
        return make("label", { class: "s66-drillNumber" }, [make("span", { class: "s66-drillLabel" }), input]);
      },
      (node, label) => setText(node.firstElementChild, label),
    );
    setAttribute(this.percent, "aria-label", ask?.question ?? "Answer");
    setAttribute(this.slider, "aria-label", "Percent");
    setAttribute(this.percentBox, "aria-label", "Percent, typed");
  }

  drawSuits() {
    const { ask, told } = this.data;
    drawPicks(this, { label: ask?.question ?? "Cards", choices: ask?.kind === "cards" ? ask.choices : [], told });
    setText(this.tally, this.chosen.size === 1 ? "1 card chosen" : `${this.chosen.size} cards chosen`);
  }

  drawBoard() {
    const { board, phase } = this.data;
    if (phase === "ready") this.hadHand = false;
    this.board.hidden = !board;
    if (!board) return;
    const { hand, trump, turn_up: turnUp, stock } = board;
    this.hadHand ||= hand.length > 0;
    this.handBox.hidden = !this.hadHand; // an empty hand keeps its place to the end of the round
    this.turnUp.hidden = !turnUp;
    if (turnUp) {
      setPicture(this.turnUp, turnUp, this.cards.small[turnUp]);
      setAttribute(this.turnUp, "aria-label", `turn-up, ${this.cards.names[turnUp]}`);
    }
    setPicture(this.sign, trump, this.cards.signs[trump]);
    setText(this.trump, `trump ${this.cards.suits[trump]}`);
    setText(this.stock, stock === null ? "" : stock || turnUp ? `stock ${stock}` : "stock used up");
    setAttribute(this.hand, "aria-label", `Your hand: ${hand.map(({ name }) => name).join(", ") || "no card"}`);
    setChildren(
      this.hand,
      hand,
      ({ card }) => card,
      () => make("div", { class: "s66-card" }),
      (node, { card }) => setPicture(node, card, this.cards.small[card]),
    );
  }

  drawButtons() {
    const { phase, go, ask, progress } = this.data;
    this.onward.hidden = !go;
    this.answer.hidden = phase !== "ask";
    this.tally.hidden = phase !== "ask" || ask.kind !== "cards";
    setText(this.onward, go);
    setText(this.record, progress.record);
    setText(this.kept, progress.kept);
  }

  drawStatus() {
    const { phase, refused, notice, status, told, progress, version } = this.data;
    const trouble = this.trouble();
    // A refusal said again is a new answer: the last character makes it one for a screen reader too.
    const again = refused && version % 2 ? "\u00a0" : "";
    setText(this.status, (trouble || this.note || status) + again);
    const wrong = trouble || (refused && !this.note);
    const extra = wrong || notice || this.note || (progress.trouble && phase === "ready");
    // What the cards, the question and the text on the stage show already is only spoken.
    this.status.classList.toggle("s66-drillSpoken", !extra && ["ready", "watch", "ask"].includes(phase));
    const state = wrong ? "refused" : told && !extra ? (told.right ? "right" : "wrong") : "plain";
    setAttribute(this.status, "data-state", state);
  }
}

export default {
  render({ model, el }) {
    return follow(model, "drill", new DrillView(model, el));
  },
};
