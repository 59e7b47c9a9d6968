// What drills and the puzzle trainer share: choices sent and answered, a text to copy, selects, and cards to choose from.

const PATIENCE = 4000; // milliseconds without an answer before the kernel is taken for dead
const GONE = "The kernel has been restarted: run this cell again to go on.";
const SIGNS = { right: "✓", wrong: "✗", missed: "+", none: "" };

/** Call what a button does; a double click is one choice. */
function once(button, act) {
  button.addEventListener("click", (event) => {
    if (event.detail <= 1) act();
  });
}

/** The talk with the kernel: one choice at a time, each made on the state that is shown. A view draws the rest. */
class Asker {
  constructor(model, name) {
    this.model = model;
    this.name = name; // of the trait, and of the thing in sentences
    this.cards = model.get("faces");
    this.data = model.get(name);
    this.note = ""; // said by the view itself, until the next message of the kernel
    this.waitingFor = null; // the version a choice was made on, while its answer is awaited
    this.acknowledged = -1;
    this.chosen = new Set(); // the cards among the answers that are chosen so far
    this.pick = ""; // the card that Tab leads to
    this.later = null; // a setting chosen while an answer was awaited
    this.silent = false;
    this.gone = false;
    this.wantsText = false; // this view asked for a text to copy
  }

  /** Send a choice; false if none can be sent now. */
  choose(message) {
    if (this.gone || this.waitingFor !== null) return false;
    this.onSent();
    this.note = "";
    this.acknowledged = -1;
    this.waitingFor = this.data.version;
    this.felt.setAttribute("aria-busy", "true");
    this.timer = setTimeout(() => this.onSilence(), PATIENCE);
    try {
      this.model.send({ ...message, version: this.data.version });
    } catch {
      this.onSilence(); // there is no kernel to send to
    }
    return true;
  }

  /** Change a setting, after the answer that is awaited. */
  set(message) {
    if (this.choose(message)) return;
    if (this.gone) this.draw();
    else this.later = message;
  }

  onSent() {}

  onSettled() {}

  onMessage(message) {
    if (typeof message?.ack !== "number") return;
    this.acknowledged = message.ack;
    this.settle();
    if (typeof message.text === "string" && this.wantsText) {
      this.wantsText = false;
      this.giveText(message.text, message.note ?? "");
    }
  }

  /** A choice is done when it is acknowledged and the state that answers it is here; either may come first. */
  settle() {
    if (this.waitingFor !== null) {
      if (this.acknowledged < this.waitingFor || this.data.version < this.acknowledged) return;
      clearTimeout(this.timer);
      this.waitingFor = null;
      this.silent = false;
      this.felt.removeAttribute("aria-busy");
      this.drawStatus();
      const { later } = this;
      this.later = null;
      if (later && this.choose(later)) return;
    }
    this.onSettled();
  }

  onSilence() {
    this.silent = true;
    this.drawStatus();
  }

  /** A restarted kernel, by hand or after a crash, knows nothing of what is shown. */
  onConnection(alive) {
    this.gone = !alive;
    this.draw();
  }

  /** What keeps the kernel from answering, in a sentence. */
  trouble() {
    if (this.gone) return GONE;
    const goes = `If it is busy, the ${this.name} goes on by itself; if it has stopped, run this cell again.`;
    return this.silent ? `No answer from the kernel yet. ${goes}` : "";
  }

  close() {
    clearTimeout(this.timer);
  }

  /** Take a card among the answers, or take it back. */
  onPick(code) {
    if (this.data.phase !== "ask" || this.gone) return;
    if (!this.chosen.delete(code)) this.chosen.add(code);
    this.pick = code;
    this.drawSuits();
  }

  async giveText(text, more) {
    try {
      await navigator.clipboard.writeText(text);
      this.say(`Copied. Paste it in another place, or keep it. ${more}`.trim());
    } catch {
      this.showBox(true, "The text to copy:"); // no clipboard on this page
      this.box.value = text;
      this.box.select();
      this.say(`Copy the marked text with your keyboard or menu. ${more}`.trim());
    }
  }

  showBox(open, label = "A progress code:") {
    if (!open && this.paste.contains(document.activeElement)) this.openPaste?.focus({ preventScroll: true });
    this.paste.hidden = !open;
    if (this.openPaste) setAttribute(this.openPaste, "aria-expanded", open);
    setText(this.boxLabel, label);
    this.box.value = "";
    if (open) this.box.focus({ preventScroll: true });
  }

  say(note) {
    this.note = note;
    this.drawStatus();
  }
}

/**
 * Draw the cards to choose from, suit by suit. Once answered, `told` holds the cards given and, if they are told, the
 * true ones: then each card has its verdict.
 */
function drawPicks(own, { label, choices, told }) {
  if (!choices.some(({ card }) => card === own.pick)) own.pick = choices[0]?.card;
  const suits = new Map();
  for (const choice of choices) {
    const suit = choice.card.slice(-1);
    suits.set(suit, [...(suits.get(suit) ?? []), choice]);
  }
  setAttribute(own.suits, "aria-label", label);
  own.suits.style.setProperty("--columns", Math.max(1, ...[...suits.values()].map((cards) => cards.length)));
  setChildren(
    own.suits,
    [...suits],
    ([suit]) => suit,
    ([suit]) => make("div", { class: "s66-drillSuit", role: "group", "aria-label": own.cards.suits[suit] }),
    (node, [, cards]) => drawSuit(own, node, cards, told),
  );
}

function drawSuit(own, suit, choices, told) {
  const given = told ? new Set(list(told.given)) : own.chosen;
  const truth = told?.truth;
  setChildren(
    suit,
    choices,
    ({ card }) => card,
    ({ card }) => {
      const face = make("span", { class: "s66-card" });
      setPicture(face, card, own.cards.small[card]);
      const [sign, word] = ["Sign", "Word"].map((part) =>
        make("span", { class: `s66-drillPick${part}`, "aria-hidden": "true" }),
      );
      const node = make("button", { type: "button", class: "s66-drillPick" }, [face, sign, word]);
      node.addEventListener("click", () => own.onPick(card));
      return node;
    },
    (node, { card, name }) => {
      const chosen = given.has(card);
      const belongs = truth?.includes(card);
      const mark = !truth ? "none" : chosen ? (belongs ? "right" : "wrong") : belongs ? "missed" : "none";
      setAttribute(node, "data-mark", truth ? mark : "open");
      setAttribute(node, "aria-pressed", chosen);
      setAttribute(node, "aria-label", mark === "none" ? name : `${name}, ${mark}`);
      setAttribute(node, "aria-disabled", told ? "true" : null);
      setAttribute(node, "tabindex", card === own.pick ? "0" : "-1");
      setText(node.children[1], truth ? SIGNS[mark] : chosen ? "✓" : "");
      setText(node.lastElementChild, mark === "none" ? "" : mark);
    },
  );
}

/** Go over the cards with the arrow keys: along a suit, and from suit to suit. */
function walkPicks(own, from, key) {
  const moves = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0], Home: [0, -99], End: [0, 99] };
  if (!from || !(key in moves)) return false;
  const suits = [...own.suits.children].map((suit) => [...suit.children]);
  const row = suits.findIndex((suit) => suit.includes(from));
  const clamp = (place, many) => Math.min(Math.max(place, 0), many - 1);
  const suit = suits[clamp(row + moves[key][0], suits.length)];
  const to = suit[clamp(suits[row].indexOf(from) + moves[key][1], suit.length)];
  own.pick = to.dataset.key;
  own.drawSuits();
  to.focus();
  return true;
}

function list(value) {
  return Array.isArray(value) ? value : [value];
}

/** Fill a select with pairs of value and text. */
function options(select, pairs, value) {
  setChildren(
    select,
    pairs,
    ([key]) => key,
    ([key, text]) => make("option", { value: key, text }),
    (node, [, text]) => setText(node, text),
  );
  if (select.value !== String(value)) select.value = String(value);
}
