// How a drill's answers are drawn: the answer beside the truth, and the count line by line.

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

/** Read a typed per cent, 40 or 2/5, as a number; null for what is none. */
function number(text) {
  const plain = text.replace("%", "").trim();
  const [, part, whole] = /^(\d{1,6})\s*(?:\/|in)\s*(\d{1,6})$/.exec(plain) ?? [];
  if (Number(whole)) return (100 * part) / whole;
  return /^\d{1,3}([.,]\d*)?$/.test(plain) ? Number(plain.replace(",", ".")) : null;
}
