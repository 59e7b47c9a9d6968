// The card table. Python decides everything; this file draws `table` and sends one message for each choice.

const PATIENCE = 4000; // milliseconds without an answer before the kernel is taken for dead
const GONE = "The kernel has been restarted: run this cell again to go on.";
const SILENT =
  "No answer from the kernel yet. If it is busy, the table goes on by itself; if it has stopped, run this cell again.";

class CardTable {
  constructor(model, host) {
    this.model = model;
    this.host = host;
    this.cards = model.get("faces");
    this.table = model.get("table");
    this.selected = null; // the code of the raised card
    this.note = ""; // said by the table itself, until the next message of the kernel
    this.waitingFor = null; // the version a choice was made on, while its answer is awaited
    this.acknowledged = -1;
    this.timer = null;
    this.silent = false;
    this.gone = false;
    this.wantsText = false; // this view asked for a text to copy
    this.build();
    this.draw();
  }

  // Building: every element that stays is made once.

  build() {
    const part = (name, attributes = {}, children = []) => {
      const { tag = "div", look = "", ...others } = attributes;
      return (this[name] = make(tag, { class: `s66-${name} ${look}`.trim(), ...others }, children));
    };
    const label = (text) => make("span", { class: "s66-label", text });

    part("opponentName", { tag: "strong" });
    part("opponentFacts", { tag: "span" });
    part("dealFacts");
    part("header", {}, [
      make("div", {}, [label("Opponent"), this.opponentName, this.opponentFacts]),
      this.dealFacts,
    ]);
    part("goal", { tag: "span" });
    part("step", { tag: "span" });
    part("task", {}, [this.goal, this.step]);
    part("opponentHand", { role: "img" });

    part("turnUp", { role: "img" });
    part("pile", { "aria-hidden": "true" });
    part("stockCards", {}, [this.turnUp, this.pile]);
    part("trumpSign", { tag: "span", "aria-hidden": "true" });
    part("trumpName", { tag: "strong" });
    part("stockCount");
    part("stockState");
    part("stock", { role: "group", "aria-label": "Stock and trump" }, [
      this.stockCards,
      make("div", { class: "s66-stockWords" }, [
        make("div", { class: "s66-trump" }, [label("trump"), this.trumpSign, this.trumpName]),
        this.stockCount,
        this.stockState,
      ]),
    ]);
    part("trick", { role: "group", "aria-label": "Trick" });
    part("points", { tag: "strong" });
    part("toGo");
    part("hide", { tag: "button", type: "button", look: "s66-quiet" });
    part("wonPile", { "aria-hidden": "true" });
    part("wonCount", { tag: "span" });
    part("score", { role: "group", "aria-label": "Your score" }, [
      label("your points"),
      this.points,
      this.toGo,
      this.hide,
      make("div", { class: "s66-won" }, [this.wonPile, this.wonCount]),
    ]);
    part("centre", {}, [this.stock, this.trick, this.score]);

    part("hand", { role: "group", "aria-label": "Your hand" });
    part("primary", { tag: "button", type: "button", look: "s66-button" });
    part("actionList");
    part("actions", { role: "group", "aria-label": "What you can do" }, [this.primary, this.actionList]);
    part("status", { role: "status", "aria-live": "polite" });
    part("controls", { role: "group", "aria-label": "The deal" });

    part("memory", { tag: "input", type: "checkbox" });
    part("flow", { tag: "input", type: "checkbox" });
    part("oneClick", { tag: "input", type: "checkbox" });
    const setting = (input, text) => make("label", { class: "s66-switch" }, [input, make("span", { text })]);
    part("copyView", { tag: "button", type: "button", look: "s66-button", text: "Copy view" });
    part("copyMatch", { tag: "button", type: "button", look: "s66-button", text: "Copy match" });
    part("openPaste", {
      tag: "button",
      type: "button",
      look: "s66-button",
      text: "Paste …",
      "aria-expanded": "false",
    });
    part("box", { tag: "textarea", rows: "3", spellcheck: "false", autocomplete: "off" });
    part("boxLabel", { tag: "span" });
    part("usePaste", { tag: "button", type: "button", look: "s66-button", text: "Use this text" });
    part("paste", {}, [make("label", { class: "s66-boxLine" }, [this.boxLabel, this.box]), this.usePaste]);
    this.paste.hidden = true;
    part("more", { tag: "details" }, [
      make("summary", { text: "Settings, copy and paste" }),
      make("div", { class: "s66-settings" }, [
        (this.memoryBox = setting(this.memory, "Hide my points: I count in my head")),
        (this.flowBox = setting(this.flow, "Go on after a trick without Next")),
        setting(this.oneClick, "One click plays a card"),
      ]),
      make("div", { class: "s66-row" }, [this.copyView, this.copyMatch, this.openPaste]),
      this.paste,
    ]);

    part("verdict");
    part("tricks", { tag: "ol", tabindex: "0", "aria-label": "The deal, trick by trick" });
    part("report", { role: "region", "aria-label": "How the deal went" }, [
      make("div", { class: "s66-reportTitle", text: "How the deal went" }),
      this.verdict,
      this.tricks,
    ]);

    this.root = make("div", { class: "s66 s66-table" }, [
      make("div", { class: "s66-felt", role: "group", tabindex: "-1" }, [
        this.header,
        this.task,
        this.opponentHand,
        this.centre,
        this.hand,
        this.actions,
        this.status,
        this.controls,
        this.more,
        this.report,
      ]),
    ]);
    this.felt = this.root.firstElementChild;
    this.host.append(this.root);
    this.listen();
  }

  listen() {
    guardKeys(this.root);
    this.root.addEventListener("keydown", (event) => this.onKey(event));
    this.primary.addEventListener("click", (event) => this.onPrimary(event));
    this.hide.addEventListener("click", () => this.choose({ do: "memory", on: !this.table.memory }));
    for (const [input, name] of [
      [this.memory, "memory"],
      [this.flow, "flow"],
      [this.oneClick, "one_click"],
    ]) {
      input.addEventListener("change", () => {
        const sent = this.choose({ do: name, on: input.checked });
        if (!sent) input.checked = Boolean(this.table[name]);
      });
    }
    this.copyView.addEventListener("click", () => this.askForText("view"));
    this.copyMatch.addEventListener("click", () => this.askForText("match"));
    this.openPaste.addEventListener("click", () => this.showBox(this.paste.hidden));
    this.usePaste.addEventListener("click", () => {
      if (!this.box.value.trim()) this.say("Paste the text of a view, a position or a match into the box first.");
      else this.choose({ do: "paste", text: this.box.value.trim() });
    });
  }

  // What the learner does

  /** Send a choice; false if none can be sent now. */
  choose(message) {
    if (this.gone || this.waitingFor !== null) return false;
    this.note = "";
    this.waitingFor = this.table.version;
    this.felt.classList.add("s66-busy");
    this.felt.setAttribute("aria-busy", "true");
    this.timer = setTimeout(() => this.onSilence(), PATIENCE);
    try {
      this.model.send({ ...message, version: this.table.version });
    } catch {
      this.onSilence(); // there is no kernel to send to
    }
    return true;
  }

  play(card) {
    this.choose({ do: "play", card });
  }

  onCard(code, event) {
    const held = this.table.hand.find((one) => one.card === code);
    if (!held || this.gone || this.waitingFor !== null) return;
    // The second click of a double click may confirm a card, but must never choose another one.
    const { one_click: oneClick, waiting, report } = this.table;
    if (event.detail > (oneClick ? 1 : 2)) return;
    if (oneClick || !held.legal || waiting || report || this.selected === code) {
      this.selected = null;
      this.play(code);
    } else if (event.detail <= 1) {
      this.select(code);
    }
  }

  select(code) {
    this.selected = code;
    this.note = "";
    this.draw();
  }

  onPrimary(event) {
    if (event.detail > 1) return; // it means something else after its first click
    if (this.table.waiting) this.choose({ do: "next" });
    else if (this.selected !== null) {
      const card = this.selected;
      this.selected = null;
      this.play(card);
    } else if (this.table.report) this.say("The deal is over.");
    else this.say("Choose a card of your hand first.");
  }

  onKey(event) {
    const { key, target } = event;
    const cards = [...this.hand.children];
    const at = cards.indexOf(target.closest("button"));
    const steps = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: cards.length - 1 };
    if (event.ctrlKey || event.metaKey || event.altKey || target === this.box) return;
    if (at >= 0 && key in steps) {
      cards[Math.min(Math.max(steps[key], 0), cards.length - 1)].focus();
    } else if (key === "Escape" && this.selected !== null) {
      this.select(null);
    } else if (key === "Enter" && this.table.waiting && (at >= 0 || !target.closest("button, summary, input"))) {
      if (!event.repeat) this.choose({ do: "next" });
    } else if (key === "Enter" && event.repeat) {
      // A key held down is one choice.
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  askForText(what) {
    if (this.choose({ do: "copy", what })) this.wantsText = true;
  }

  async giveText(text) {
    try {
      await navigator.clipboard.writeText(text);
      this.say("Copied. Paste it wherever you like.");
    } catch {
      this.showBox(true, "The text to copy:"); // no clipboard on this page
      this.box.value = text;
      this.box.focus({ preventScroll: true });
      this.box.select();
      this.say("Copy the marked text with your keyboard or menu.");
    }
  }

  showBox(open, label = "The text of a view, a position or a match:") {
    if (!open && this.paste.contains(document.activeElement)) this.openPaste.focus({ preventScroll: true });
    this.paste.hidden = !open;
    setAttribute(this.openPaste, "aria-expanded", open);
    setText(this.boxLabel, label);
    this.box.value = "";
    if (open) this.box.focus({ preventScroll: true });
  }

  say(note) {
    this.note = note;
    this.drawStatus();
  }

  // What the kernel says

  onData() {
    const before = this.table;
    this.table = this.model.get("table");
    // What is not an answer to this table leaves the card that is about to be played.
    const held = this.table.hand.some(({ card }) => card === this.selected);
    if (this.table.version !== before.version || !held) this.selected = null;
    this.note = "";
    if (!this.paste.hidden && !this.table.refused && !this.wantsText) this.showBox(false);
    this.settle();
    this.draw();
  }

  onMessage(message) {
    if (typeof message?.ack !== "number") return;
    this.acknowledged = message.ack;
    this.settle();
    if (typeof message.text === "string" && this.wantsText) {
      this.wantsText = false;
      this.giveText(message.text);
    }
  }

  /** A choice is done when it is acknowledged and the table that answers it is here; either may come first. */
  settle() {
    if (this.waitingFor === null) return;
    if (this.acknowledged < this.waitingFor || this.table.version < this.acknowledged) return;
    clearTimeout(this.timer);
    this.waitingFor = null;
    this.silent = false;
    this.felt.classList.remove("s66-busy");
    this.felt.removeAttribute("aria-busy");
    this.drawStatus();
  }

  onSilence() {
    this.silent = true;
    this.drawStatus();
  }

  /** A restarted kernel, by hand or after a crash, knows nothing of this table. */
  onConnection(alive) {
    this.gone = !alive;
    this.draw();
  }

  close() {
    clearTimeout(this.timer);
  }

  // Drawing: everything is patched in place.

  draw() {
    const { table } = this;
    const active = this.root.contains(document.activeElement) ? document.activeElement : null;
    const slot = [...this.hand.children].indexOf(active);
    setAttribute(
      this.felt,
      "aria-label",
      table.deal === null ? "Card table" : `Card table, deal ${table.deal}`,
    );
    this.felt.classList.toggle("s66-asleep", this.gone);
    this.drawHeader();
    this.drawTask();
    this.drawOpponent();
    this.drawStock();
    this.drawTrick();
    this.drawScore();
    this.drawHand();
    this.drawButtons();
    this.drawSettings();
    this.drawReport();
    this.drawStatus();
    if (active && !active.isConnected) {
      const cards = this.hand.children;
      const heir = slot >= 0 ? cards[Math.min(slot, cards.length - 1)] : null;
      (heir ?? this.primary).focus({ preventScroll: true });
    }
  }

  drawHeader() {
    const { opponent, you, match_to: goal, counts_down: down, task } = this.table;
    setText(this.opponentName, task && !task.title ? "" : opponent.name);
    const taken = tricks(opponent.tricks);
    const pends = opponent.pending ? `, ${opponent.pending} pending` : "";
    setText(this.opponentFacts, opponent.points === null ? taken : `${taken} · ${opponent.points} points${pends}`);
    const setUp = task ? (task.title ?? "Guided hand") : "Practice position";
    const facts = [this.table.deal === null ? setUp : `Deal ${this.table.deal}`];
    facts.push(`${this.table.rules} rules`);
    if (goal === null) {
      if (this.table.deal !== null) facts.push("practice");
    } else {
      const score = `you ${you.score}, opponent ${opponent.score}`;
      facts.push(down ? `match, still to win: ${score}` : `match to ${goal}: ${score}`);
    }
    setText(this.dealFacts, facts.join(" · "));
  }

  drawTask() {
    const { task } = this.table;
    this.task.hidden = !task;
    if (!task) return;
    const state = task.solved ? "solved" : task.stopped ? "stopped" : "open";
    setText(this.goal, `${task.title ?? "Goal"}: ${task.goal}`);
    const open = task.note ?? `Step ${task.step} of ${task.steps}`;
    setText(this.step, { solved: "✓ Solved", stopped: "✗ Not this way", open }[state]);
    setAttribute(this.task, "data-state", state);
  }

  drawOpponent() {
    const { cards, known } = this.table.opponent;
    const names = known.map((code) => this.cards.names[code]);
    const count = cards === 1 ? "1 card" : `${cards} cards`;
    setAttribute(
      this.opponentHand,
      "aria-label",
      `Your opponent's hand: ${count}${names.length ? `, known: ${names.join(", ")}` : ""}`,
    );
    const shown = [...known, ...Array(Math.max(0, cards - known.length)).fill(null)];
    setChildren(
      this.opponentHand,
      shown,
      (_, at) => at,
      () => make("div", { class: "s66-card s66-small" }),
      (node, code) => this.showCard(node, code, "small"),
    );
  }

  drawStock() {
    const { stock, turn_up: turnUp, closed_by: closer, trump } = this.table;
    const suit = this.cards.suits[trump];
    setPicture(this.trumpSign, trump, this.cards.signs[trump]);
    setText(this.trumpName, suit);
    setAttribute(this.turnUp, "aria-label", turnUp ? `turn-up, ${this.cards.names[turnUp]}` : "no turn-up");
    setAttribute(this.stockCards, "data-state", closer ? "closed" : turnUp ? "open" : "empty");
    this.showCard(this.turnUp, turnUp ?? "", "small");
    const thick = Math.min(4, Math.ceil(stock / 2));
    setChildren(
      this.pile,
      Array(thick).fill(null),
      (_, at) => at,
      () => make("div", { class: "s66-card s66-small" }),
      (node) => this.showCard(node, null, "small"),
    );
    const count = stock || turnUp ? `stock ${stock}` : "stock used up";
    setText(this.stockCount, turnUp && !closer ? `${count} · open` : count);
    setText(this.stockState, closer ? `closed by ${closer === "you" ? "you" : "opponent"}` : "");
  }

  drawTrick() {
    const { trick, last_trick: last, leads, taken_by: taker, to_move: turn, waiting, report, task, actions } = this.table;
    const shown = last ?? trick;
    const first = shown.length ? shown[0].who : report ? null : leads;
    // Asked to draw, or to exchange after a close, nobody is to play a card.
    const asked = actions.some((one) => one.do === "draw" || one.do === "pass");
    const places = ["opponent", "you"].map((who) => ({
      who,
      played: shown.find((one) => one.who === who),
      leads: first === who,
      due: !waiting && !asked && turn === who && !last && !(task && (task.solved || task.stopped) && !task.goes_on),
      takes: !last && taker === who,
    }));
    setAttribute(this.trick, "aria-label", last ? "Last trick" : "Trick");
    setAttribute(this.trick, "data-state", last ? "last" : "now");
    setChildren(
      this.trick,
      places,
      (place) => place.who,
      () =>
        make("div", { class: "s66-place" }, [
          make("div", { class: "s66-placeLabel" }),
          make("div", { class: "s66-slot" }),
          make("div", { class: "s66-taker" }),
        ]),
      (node, place) => {
        const [label, slot, foot] = node.children;
        const name = place.who === "you" ? "you" : "opponent";
        const role = place.leads ? (shown.length ? "led" : place.who === "you" ? "lead" : "leads") : "";
        setText(label, [name, role].filter(Boolean).join(" "));
        slot.classList.toggle("s66-card", Boolean(place.played));
        slot.classList.toggle("s66-due", place.due);
        slot.classList.toggle("s66-takes", place.takes);
        setAttribute(slot, "role", place.played ? "img" : null);
        setAttribute(slot, "aria-label", place.played ? place.played.name : null);
        this.showCard(slot, place.played?.card ?? "", "full");
        setText(foot, place.takes ? (place.who === "you" ? "★ yours" : "★ takes it") : "");
      },
    );
  }

  drawScore() {
    const { points, pending, tricks: won } = this.table.you;
    const { memory } = this.table;
    const left = this.cards.out - points;
    setText(this.points, memory ? "–" : String(points));
    const pends = pending ? ` · ${pending} pending` : "";
    setText(this.toGo, memory ? "count in your head" : (left > 0 ? `${left} to go` : "66 reached") + pends);
    setText(this.hide, memory ? "show" : "hide");
    setAttribute(this.hide, "aria-label", memory ? "Show my points" : "Hide my points");
    setText(this.wonCount, tricks(won));
    setChildren(
      this.wonPile,
      Array(Math.min(won, 6)).fill(null),
      (_, at) => at,
      () => make("div", { class: "s66-card s66-tiny" }),
      (node) => this.showCard(node, null, "small"),
    );
  }

  drawHand() {
    setChildren(
      this.hand,
      this.table.hand,
      (held) => held.card,
      (held) => {
        // Both faces are there; the style sheet shows the one with the large index where the card is small.
        const faces = ["full", "small"].map((size) => {
          const face = make("span", { class: `s66-${size}Face` });
          setPicture(face, held.card, this.cards[size][held.card]);
          return face;
        });
        const card = make("span", { class: "s66-card" }, faces);
        const cross = make("span", { class: "s66-cross", text: "✕", "aria-hidden": "true" });
        const node = make("button", { type: "button", class: "s66-handCard" }, [card, cross]);
        node.addEventListener("click", (event) => this.onCard(held.card, event));
        return node;
      },
      (node, held) => {
        const chosen = this.selected === held.card;
        setAttribute(node, "aria-label", held.legal ? held.name : `${held.name}, not playable now`);
        setAttribute(node, "aria-pressed", chosen);
        setAttribute(node, "aria-disabled", held.legal ? null : "true");
      },
    );
  }

  drawButtons() {
    const { waiting, actions, controls, report, task } = this.table;
    const ready = waiting || this.selected !== null;
    const label = waiting ? "Next" : this.selected ? `Play ${this.cards.labels[this.selected]}` : "Play";
    setText(this.primary, label);
    this.primary.classList.toggle("s66-gold", ready);
    setAttribute(this.primary, "aria-disabled", ready ? null : "true");
    this.drawRow(this.actionList, actions, []);
    const over = report || task?.solved ? ["next_deal", "new_match", "another"] : [];
    const ahead = task?.stopped && !waiting ? ["undo"] : over;
    // Next has its place beside the hand.
    this.drawRow(
      this.controls,
      controls.filter((one) => one.do !== "next"),
      ahead,
    );
  }

  drawRow(row, buttons, ahead) {
    setChildren(
      row,
      buttons,
      (one) => one.do,
      (one) => {
        const node = make("button", { type: "button", class: "s66-button" });
        node.addEventListener("click", (event) => {
          // A double click is one choice; only taking back is often wanted several times.
          if (event.detail <= 1 || one.do === "undo") this.choose({ do: one.do });
        });
        return node;
      },
      (node, one) => {
        setText(node, one.label);
        setAttribute(node, "aria-disabled", one.enabled ? null : "true");
        node.classList.toggle("s66-gold", ahead.includes(one.do));
      },
    );
  }

  drawSettings() {
    this.memory.checked = this.table.memory;
    this.flow.checked = this.table.flow;
    this.oneClick.checked = this.table.one_click;
    this.copyMatch.hidden = this.table.match_to === null;
    const fixed = new Set(this.table.fixed);
    this.memoryBox.hidden = this.hide.hidden = fixed.has("memory");
    this.flowBox.hidden = fixed.has("flow");
    this.openPaste.hidden = fixed.has("paste");
  }

  drawReport() {
    const { report } = this.table;
    this.report.hidden = !report;
    const line = (parent, lines, tag) =>
      setChildren(
        parent,
        lines,
        (_, at) => at,
        () => make(tag),
        (node, text) => setText(node, text),
      );
    line(this.verdict, report?.verdict ?? [], "p");
    line(this.tricks, report?.tricks ?? [], "li");
  }

  drawStatus() {
    const trouble = this.gone ? GONE : this.silent ? SILENT : "";
    const text = trouble || this.note || this.table.status;
    // A refusal said again is a new answer: the last character makes it one for a screen reader too.
    const again = this.table.refused && this.table.version % 2 ? "\u00a0" : "";
    setText(this.status, text + again);
    this.status.classList.toggle("s66-refused", Boolean(trouble) || (!this.note && this.table.refused));
  }

  /** Show a card in an element: a code, null for a back, "" for nothing. */
  showCard(node, code, size) {
    setPicture(node, code ?? "back", code === null ? this.cards.back : (this.cards[size][code] ?? ""));
  }
}

function tricks(number) {
  return number === 1 ? "1 trick" : `${number} tricks`;
}

export default {
  render({ model, el }) {
    return follow(model, "table", new CardTable(model, el));
  },
};
