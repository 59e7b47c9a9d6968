// What the closing explorer is made of: every element that stays, made once. Joined to its script.

const WORDS = {
  hand: "in your hand",
  unseen: "unseen",
  played: "played",
  turn_up: "the turn-up",
  his: "known to be in your opponent's hand",
};
const TAGS = { hand: "hand", unseen: "", played: "played", turn_up: "turn-up", his: "theirs" };
const TOOLS = { hand: "Your hand", played: "Played", turn_up: "Turn-up", his: "Opponent's" };

/** Make the elements of an explorer, as its own properties, and put them on the page. */
function buildExplorer(own, host) {
  const part = (name, attributes = {}, children = []) => {
    const { tag = "div", look = "", ...others } = attributes;
    return (own[name] = make(tag, { class: `s66-${name} ${look}`.trim(), ...others }, children));
  };
  const button = (name, text, attributes = {}) =>
    part(name, { tag: "button", type: "button", look: "s66-button", text, ...attributes });
  const field = (name, text, control) => {
    part(`${name}Value`, { tag: "span", look: "s66-value", "aria-hidden": "true" });
    const label = make("span", { class: "s66-fieldName" }, [make("span", { text }), own[`${name}Value`]]);
    return make("label", { class: "s66-field" }, [label, control]);
  };
  const slider = (name, text, most) =>
    field(name, text, part(name, { tag: "input", type: "range", min: "0", max: String(most), step: "1" }));
  const section = (title, ...children) =>
    make("section", { class: "s66-section", "aria-label": title }, [
      make("div", { class: "s66-sectionTitle", text: title }),
      ...children,
    ]);

  part("rules", { tag: "select", look: "s66-select" });
  part("before", { tag: "select", look: "s66-select" });
  button("reset", "Reset");
  part("tools", { role: "group", "aria-label": "Where the cards lie that you click" });
  part("grid", { role: "group", "aria-label": "Cards" });
  part("counts");
  part("together", { look: "s66-help" });
  part("status", { role: "status", "aria-live": "polite" });
  own.beforeField = field("beforeWord", "Before closing", own.before);
  part("setUp", { role: "group", "aria-label": "The hand" }, [
    make("div", { class: "s66-head" }, [
      make("strong", { class: "s66-title", text: "Close now?" }),
      field("rulesWord", "Rules", own.rules),
      own.reset,
    ]),
    own.tools,
    make("div", { class: "s66-help", text: "Choose a place, then click the cards that lie there; click again to make a card unseen." }),
    own.grid,
    own.counts,
    slider("mine", "Your points", own.data.most_points[0]),
    slider("his", "Opponent's points", own.data.most_points[1]),
    own.together,
    slider("taken", "Your tricks", 1),
    own.beforeField,
    own.status,
  ]);

  const figure = (name, word, meaning) => {
    for (const detail of ["Share", "Won", "Worth"]) part(name + detail, { tag: detail === "Share" ? "strong" : "div" });
    return make("div", { class: "s66-figure", role: "group", "aria-label": word }, [
      make("div", { class: "s66-word", text: word }),
      own[`${name}Share`],
      own[`${name}Won`],
      own[`${name}Worth`],
      make("div", { class: "s66-meaning", text: meaning }),
    ]);
  };
  part("proof");
  part("certain");
  part("leads", { tag: "ul" });
  part("trumps", { tag: "ul" });
  part("handsTitle", { look: "s66-sectionTitle" });
  part("hands", { tag: "ul" });
  part("map");
  part("mapText");
  part("stakes");
  part("plan", { tag: "pre" });
  button("longer", "Search longer");
  part("details", {}, [
    section("Won by your first card, seeing", own.leads),
    make("section", { class: "s66-section", "aria-label": "Hands that beat you" }, [own.handsTitle, own.hands]),
    section("Won by the opponent's trumps, seeing", own.trumps),
    section("The plan, guaranteed", own.plan, make("div", { class: "s66-row" }, [own.longer])),
    section("Break-even", own.stakes),
  ]);
  part("results", { look: "s66-leaf", role: "region", "aria-label": "What closing is worth" }, [
    make("div", { class: "s66-figures" }, [
      figure("seeing", "seeing", "Both sides see all cards."),
      figure("sure", "guaranteed", "One plan; your opponent sees everything."),
    ]),
    own.certain,
    own.proof,
    own.details,
  ]);
  const points = "If the points were others, seeing";
  part("others", { role: "region", "aria-label": points, look: "s66-leaf" }, [
    make("div", { class: "s66-leafTitle", text: points }),
    own.map,
    own.mapText,
  ]);
  own.root = make("div", { class: "s66 s66-explorer" }, [
    make("div", { class: "s66-desk", role: "group", "aria-label": "Closing explorer" }, [
      own.setUp,
      own.results,
      own.others,
    ]),
  ]);
  own.desk = own.root.firstElementChild;
  host.append(own.root);
}
