// The closing explorer. Python decides everything; this file draws `explorer` and sends what the learner changes.

const PATIENCE = 4000; // milliseconds without an answer before the kernel is taken for dead
const SEARCH = { plan: 2000, longer: 6000 }; // so much more where a search is asked for
const PAUSE = 150; // a slider is sent once it rests
const BEFORE_PLAN = 500; // the plan is searched once nothing more changes
const GONE = "The kernel has been restarted: run this cell again to go on.";
const SILENT = "No answer from the kernel yet. If it has stopped, run this cell again.";

class Explorer {
  constructor(model, host) {
    this.model = model;
    this.cards = model.get("faces");
    this.data = model.get("explorer");
    this.tool = "hand";
    this.wanted = {}; // changes not sent yet
    this.sending = {}; // changes sent and not answered yet
    this.waitingFor = null; // the version a message was sent on, while its answer is awaited
    this.asked = ""; // what was asked last
    this.acknowledged = -1;
    this.planAsked = false;
    this.silent = false;
    this.gone = false;
    buildExplorer(this, host);
    this.listen();
    this.draw();
    this.planLater();
  }

  listen() {
    guardKeys(this.root);
    this.grid.addEventListener("keydown", (event) => this.onKey(event));
    this.reset.addEventListener("click", () => {
      this.wanted = {};
      this.send({ do: "reset" });
    });
    this.longer.addEventListener("click", () => this.send({ do: "longer" }));
    this.rules.addEventListener("change", () => this.change({ rules: this.rules.value }));
    this.before.addEventListener("change", () => this.change({ before: this.before.value }));
    for (const input of [this.mine, this.his, this.taken]) {
      input.addEventListener("input", () => this.onSlider());
      input.addEventListener("change", () => this.onSlider(PAUSE));
    }
  }

  // What the learner changes

  /** What is shown: the kernel's state, and over it what has been changed since. */
  get shown() {
    const { cards, ...others } = { ...this.sending, ...this.wanted };
    const shown = { ...this.data, ...others, cards: { ...this.data.cards, ...this.sending.cards, ...cards } };
    if (!Array.isArray(shown.tricks)) {
      const all = this.data.tricks[0] + this.data.tricks[1];
      shown.tricks = [shown.tricks, all - shown.tricks];
    }
    return shown;
  }

  /** The results now, or the last ones while something is missing: so that the page keeps its height. */
  get lately() {
    if (this.data.result) this.kept = this.data;
    return this.data.result ? this.data : this.kept ?? this.data;
  }

  onCard(code) {
    const { cards } = this.shown;
    const place = cards[code] === this.tool ? "unseen" : this.tool;
    const changed = { [code]: place };
    const old = Object.keys(cards).find((card) => cards[card] === "turn_up");
    if (place === "turn_up" && old) Object.assign(changed, { [old]: "unseen", [code]: place });
    this.change({ cards: changed });
  }

  onSlider(pause) {
    const points = [Number(this.mine.value), Number(this.his.value)];
    const [mine, his] = this.shown.points;
    const changed = {};
    if (mine !== points[0] || his !== points[1]) changed.points = points;
    if (this.shown.tricks[0] !== Number(this.taken.value)) changed.tricks = Number(this.taken.value);
    this.want(changed);
    if (pause) this.sendSoon(pause);
  }

  want(changed) {
    if (this.gone) {
      this.draw(); // a slider goes back to where it was
      return;
    }
    const cards = { ...this.wanted.cards, ...changed.cards };
    this.wanted = { ...this.wanted, ...changed, ...(Object.keys(cards).length ? { cards } : {}) };
    this.draw();
  }

  change(changed) {
    this.want(changed);
    this.sendSoon(0);
  }

  sendSoon(pause) {
    clearTimeout(this.soon);
    clearTimeout(this.later);
    this.soon = setTimeout(() => this.flush(), pause);
  }

  /** Send the changes as one message; while an answer is awaited they gather. */
  flush() {
    if (this.waitingFor !== null || !Object.keys(this.wanted).length) return;
    this.sending = this.wanted;
    this.wanted = {};
    this.send({ do: "change", ...this.sending });
  }

  planLater() {
    clearTimeout(this.later);
    if (!this.data.result || this.data.plan || this.planAsked) return;
    this.later = setTimeout(() => {
      this.planAsked = this.send({ do: "plan" });
    }, BEFORE_PLAN);
  }

  /** Send a message; false if none can be sent now. */
  send(message) {
    if (this.gone || this.waitingFor !== null) return false;
    clearTimeout(this.later);
    if (!(message.do in SEARCH)) this.planAsked = false;
    this.asked = message.do;
    this.waitingFor = this.data.version;
    this.desk.setAttribute("aria-busy", "true");
    this.timer = setTimeout(() => this.onSilence(), PATIENCE + (SEARCH[message.do] ?? 0));
    try {
      this.model.send({ ...message, version: this.data.version });
    } catch {
      this.onSilence(); // there is no kernel to send to
    }
    this.draw();
    return true;
  }

  onKey(event) {
    const buttons = [...this.grid.children];
    const at = buttons.indexOf(event.target.closest("button"));
    const columns = this.columns();
    const row = at - (at % columns);
    const steps = {
      ArrowLeft: at - 1,
      ArrowRight: at + 1,
      ArrowUp: at - columns,
      ArrowDown: at + columns,
      Home: row,
      End: row + columns - 1,
    };
    if (at < 0 || !(event.key in steps) || event.ctrlKey || event.metaKey || event.altKey) return;
    buttons[steps[event.key]]?.focus();
    event.preventDefault();
    event.stopPropagation();
  }

  columns() {
    return Object.keys(this.data.cards).length / 4;
  }

  // What the kernel says

  onData() {
    this.data = this.model.get("explorer");
    this.settle();
    this.draw();
  }

  onMessage(message) {
    if (typeof message?.ack !== "number") return;
    this.acknowledged = message.ack;
    this.settle();
  }

  /** A message is done when it is acknowledged and the state that answers it is here; either may come first. */
  settle() {
    if (this.waitingFor === null) return;
    if (this.acknowledged <= this.waitingFor || this.data.version < this.acknowledged) return;
    clearTimeout(this.timer);
    this.waitingFor = null;
    this.asked = "";
    this.sending = {};
    this.silent = false;
    this.desk.removeAttribute("aria-busy");
    this.draw();
    if (Object.keys(this.wanted).length) this.sendSoon(PAUSE);
    else this.planLater();
  }

  onSilence() {
    this.silent = true;
    this.draw();
  }

  onConnection(alive) {
    this.gone = !alive;
    this.draw();
  }

  close() {
    for (const timer of [this.timer, this.soon, this.later]) clearTimeout(timer);
  }

  // Drawing: everything is patched in place.

  draw() {
    this.drawSetUp();
    this.drawStatus();
    this.drawFigures();
    const { result, plan } = this.lately;
    this.details.hidden = this.others.hidden = !result;
    if (result) this.drawDetails(result, plan);
  }

  drawSetUp() {
    const { cards, points, tricks, rules, before, counts, rule_names: names } = this.shown;
    this.options(this.rules, names.map((name) => [name, name]), rules);
    const { ways, chosen } = this.data.before;
    this.options(this.before, ways.map(({ tokens, label }) => [tokens, label]), typeof before === "string" ? before : chosen);
    this.beforeField.hidden = ways.length < 2;
    setChildren(
      this.tools,
      Object.entries(TOOLS),
      ([place]) => place,
      ([place, text]) => {
        const node = make("button", { type: "button", class: "s66-button", text });
        node.addEventListener("click", () => {
          this.tool = place;
          this.draw();
        });
        return node;
      },
      (node, [place]) => {
        setAttribute(node, "aria-pressed", place === this.tool);
        node.classList.toggle("s66-gold", place === this.tool);
      },
    );
    this.grid.style.setProperty("--columns", this.columns());
    setChildren(
      this.grid,
      Object.entries(cards),
      ([code]) => code,
      ([code]) => {
        const face = make("span", { class: "s66-card" });
        setPicture(face, code, this.cards.small[code]);
        const node = make("button", { type: "button", class: "s66-pick" }, [face, make("span", { class: "s66-tag", "aria-hidden": "true" })]);
        node.addEventListener("click", () => this.onCard(code));
        return node;
      },
      (node, [code, place]) => {
        setAttribute(node, "data-place", place);
        setAttribute(node, "aria-pressed", place === this.tool);
        setAttribute(node, "aria-label", `${this.cards.names[code]}, ${WORDS[place]}`);
        setText(node.lastElementChild, TAGS[place]);
      },
    );
    const { trump } = this.data;
    setText(this.counts, trump ? `${counts} · trump ${this.cards.suits[trump]}` : counts);
    const all = tricks[0] + tricks[1];
    this.taken.max = String(Math.max(1, all));
    const left = (number) => `${number}, ${this.data.out - number} to go`;
    for (const [side, slider] of [this.mine, this.his].entries()) {
      slider.max = String(Math.max(this.data.most_points[side], points[side]));
    }
    setText(this.together, this.data.together);
    const values = { mine: [points[0], left(points[0])], his: [points[1], left(points[1])] };
    values.taken = [tricks[0], `${tricks[0]} of ${all}`];
    for (const [name, [value, text]] of Object.entries(values)) {
      if (Number(this[name].value) !== value) this[name].value = String(value);
      setAttribute(this[name], "aria-valuetext", text);
      setText(this[`${name}Value`], text);
    }
  }

  options(select, pairs, value) {
    setChildren(
      select,
      pairs,
      ([key]) => key,
      ([key, text]) => make("option", { value: key, text }),
      (node, [, text]) => setText(node, text),
    );
    if (select.value !== value) select.value = value;
  }

  drawStatus() {
    const trouble = this.gone ? GONE : this.silent ? SILENT : "";
    const again = this.data.refused && this.data.version % 2 ? "\u00a0" : "";
    setText(this.status, (trouble || this.data.status) + again);
    const state = trouble || this.data.refused ? "refused" : this.data.missing ? "missing" : "right";
    setAttribute(this.status, "data-state", state);
    this.desk.classList.toggle("s66-asleep", this.gone);
  }

  drawFigures() {
    const { result, plan } = this.lately;
    const old = !this.data.result && Boolean(result);
    const searching = Boolean(this.data.result) && !plan && !this.gone && (!this.planAsked || this.asked === "plan");
    const behind = Object.keys({ ...this.sending, ...this.wanted }).length > 0;
    for (const leaf of [this.results, this.others]) leaf.classList.toggle("s66-behind", behind || old);
    const figure = (name, number, none) => {
      setText(this[`${name}Share`], number?.share ?? none);
      setText(this[`${name}Won`], number?.won ?? "");
      setText(this[`${name}Worth`], number?.value ?? "");
    };
    figure("seeing", result?.seeing, "–");
    figure("sure", plan?.guaranteed, searching ? "…" : "–");
    const mark = plan?.is_certain ? "✓ " : plan && !plan.longer ? "✗ " : "";
    const found = plan ? mark + plan.certain : searching ? "Searching for the best plan." : "";
    setText(this.certain, old ? "The numbers before this change." : found);
    setAttribute(this.certain, "data-state", plan?.is_certain && !old ? "right" : "open");
    setText(this.proof, plan?.proof ?? "");
  }

  drawDetails(result, plan) {
    const bars = (list, items, keyOf, label) =>
      setChildren(
        list,
        items,
        keyOf,
        () =>
          make("li", { class: "s66-barRow" }, [
            make("span", { class: "s66-barName" }),
            make("span", { class: "s66-bar", "aria-hidden": "true" }, [make("span", { class: "s66-fill" })]),
            make("span", { class: "s66-barText" }),
          ]),
        (node, item) => {
          const [name, text] = label(item);
          setText(node.children[0], name);
          node.children[1].firstElementChild.style.width = `${100 * item.width}%`;
          setText(node.children[2], text);
        },
      );
    bars(this.leads, result.leads, (lead) => lead.card, (lead) => [
      lead.label,
      `${lead.share}${lead.best ? " ★ best" : ""}`,
    ]);
    bars(this.trumps, result.trumps, (row) => row.trumps, (row) => [
      row.trumps,
      row.text,
    ]);
    const beaten = result.beaten.hands.length || !plan ? result.beaten : plan.beaten;
    setText(this.handsTitle, beaten.title);
    setChildren(
      this.hands,
      beaten.hands,
      (_, at) => at,
      () => make("li", { class: "s66-lostHand" }, [make("span", { class: "s66-cards", role: "img" })]),
      (node, hand) => {
        setAttribute(node.firstElementChild, "aria-label", hand.text);
        setChildren(
          node.firstElementChild,
          hand.cards,
          (_, at) => at,
          () => make("span", { class: "s66-card" }),
          (card, code) => setPicture(card, code, this.cards.small[code]),
        );
      },
    );
    if (this.mapShown !== result.map) {
      this.mapShown = result.map;
      setPicture(this.map, String(this.data.version), result.map);
    }
    setText(this.mapText, result.map_text);
    setText(this.stakes, result.stakes);
    setText(this.plan, plan ? plan.lines.join("\n") : "Searching for the best plan.");
    this.longer.hidden = !plan?.longer;
    const searching = this.asked === "longer";
    setText(this.longer, searching ? "Searching …" : "Search longer");
    setAttribute(this.longer, "aria-disabled", searching ? "true" : null);
  }
}

export default {
  render({ model, el }) {
    return follow(model, "explorer", new Explorer(model, el));
  },
};
