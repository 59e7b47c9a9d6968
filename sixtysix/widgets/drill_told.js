// How a drill's answers are drawn: the cards to choose from, the answer beside the truth, and the count line by line.

const SIGNS = { right: "✓", wrong: "✗", missed: "+", none: "" };

/** Draw the cards to choose from, suit by suit; once answered, each with its verdict. */
function drawSuits(own) {
  const { ask, told } = own.data;
  const choices = ask?.kind === "cards" ? ask.choices : [];
  if (!choices.some(({ card }) => card === own.pick)) own.pick = choices[0]?.card;
  const suits = new Map();
  for (const choice of choices) {
    const suit = choice.card.slice(-1);
    suits.set(suit, [...(suits.get(suit) ?? []), choice]);
  }
  setAttribute(own.suits, "aria-label", ask?.question ?? "Cards");
  own.suits.style.setProperty("--columns", Math.max(1, ...[...suits.values()].map((cards) => cards.length)));
  setChildren(
    own.suits,
    [...suits],
    ([suit]) => suit,
    ([suit]) => make("div", { class: "s66-drillSuit", role: "group", "aria-label": own.cards.suits[suit] }),
    (node, [, cards]) => drawPicks(own, node, cards, told),
  );
  setText(own.tally, own.chosen.size === 1 ? "1 card chosen" : `${own.chosen.size} cards chosen`);
}

function drawPicks(own, suit, choices, told) {
  const given = told ? new Set(list(told.given)) : own.chosen;
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
      const belongs = told?.truth.includes(card);
      const mark = !told ? "none" : chosen ? (belongs ? "right" : "wrong") : belongs ? "missed" : "none";
      setAttribute(node, "data-mark", told ? mark : "open");
      setAttribute(node, "aria-pressed", chosen);
      setAttribute(node, "aria-label", mark === "none" ? name : `${name}, ${mark}`);
      setAttribute(node, "aria-disabled", told ? "true" : null);
      setAttribute(node, "tabindex", card === own.pick ? "0" : "-1");
      setText(node.children[1], told ? SIGNS[mark] : chosen ? "✓" : "");
      setText(node.lastElementChild, mark === "none" ? "" : mark);
    },
  );
}

/** Draw what was said beside what is true, and at the end of a round how it went. */
function drawFigures(own) {
  const { phase, ask, told, round } = own.data;
  const percent = ask?.kind === "percent";
  let figures = [];
  if (phase === "done") {
    const each = round.asked ? Math.round(round.seconds / round.asked) : 0;
    figures = [{ lines: [["right", `${round.right} of ${round.asked}`], ["an answer", `${each} s`]] }];
  } else if (told && ask.kind !== "cards") {
    const unit = percent ? " %" : "";
    const given = list(told.given);
    figures = list(told.truth).map((value, at) => {
      const right = percent ? told.right : Number(given[at]) === value;
      const said = [right ? "✓ you said" : "✗ you said", `${grouped(given[at])}${unit}`];
      return { label: ask.labels[at], right, lines: [said, ["it is", `${grouped(value)}${unit}`]] };
    });
  }
  own.line.hidden = !(told && percent);
  if (told && percent) {
    const place = (node, text, value) => {
      setText(node, `${text} ${value} %`);
      node.style.setProperty("--at", `${value}%`);
    };
    place(own.line.firstElementChild, "it is", told.truth);
    place(own.line.lastElementChild, "you said", told.given);
  }
  own.figures.hidden = !figures.length;
  setChildren(
    own.figures,
    figures,
    (_, at) => at,
    () => make("li", {}, [make("span", { class: "s66-drillLabel" }), make("div", { class: "s66-drillPair" })]),
    (node, { label, right, lines }) => {
      setText(node.firstElementChild, label ?? "");
      setAttribute(node, "data-state", right === undefined ? "plain" : right ? "right" : "wrong");
      setChildren(
        node.lastElementChild,
        lines,
        (_, at) => at,
        () => make("div", {}, [make("div", { class: "s66-drillWhat" }), make("strong")]),
        (line, words) => words.forEach((word, at) => setText(line.children[at], word)),
      );
    },
  );
}

/** Draw the count line by line: what each adds, and the total so far; several numbers are several columns. */
function drawCount(own) {
  const { told, ask } = own.data;
  const rows = told?.count ?? [];
  own.sheet.hidden = !rows.length;
  if (!rows.length) return;
  const many = rows[0].adds.length;
  own.count.dataset.many = many;
  const heads = many === 1 ? ["adds", "total"] : rows[0].adds.map((_, at) => ask.labels[at] ?? "");
  setText(own.caption, "How it is counted: what each line adds, and the total so far");
  const cells = (row, texts, kind) =>
    setChildren(
      row,
      texts,
      (_, at) => at,
      (_, at) => (kind === "col" || at === 0 ? make("th", { scope: kind }) : make("td")),
      setText,
    );
  cells(own.columns, ["", ...heads], "col");
  setChildren(
    own.rows,
    rows,
    (_, at) => at,
    () => make("tr"),
    (row, { text, adds, totals }) => {
      const both = adds.map((add, at) => (add ? `${signed(add)} → ${totals[at]}` : `${totals[at]}`));
      cells(row, many === 1 ? [text, signed(adds[0]), `${totals[0]}`] : [text, ...both], "row");
    },
  );
}

function signed(value) {
  return value > 0 ? `+${value}` : value < 0 ? `−${-value}` : "";
}

function grouped(value) {
  return Number(value).toLocaleString("en");
}

function list(value) {
  return Array.isArray(value) ? value : [value];
}

/** Read a typed per cent, 40 or 2/5, as a number; null for what is none. */
function number(text) {
  const plain = text.replace("%", "").trim();
  const [, part, whole] = /^(\d{1,6})\s*(?:\/|in)\s*(\d{1,6})$/.exec(plain) ?? [];
  if (Number(whole)) return (100 * part) / whole;
  return /^\d{1,3}([.,]\d*)?$/.test(plain) ? Number(plain.replace(",", ".")) : null;
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
