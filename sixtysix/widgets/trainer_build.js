// What the puzzle trainer is made of below its table: every element that stays, made once. Joined to its script.

/** Make the elements of a trainer, as its own properties, and put them on the page. */
function buildTrainer(own, host) {
  const part = (name, attributes = {}, children = []) => {
    const { tag = "div", look = "", ...others } = attributes;
    const named = `s66-trainer${name[0].toUpperCase()}${name.slice(1)}`;
    return (own[name] = make(tag, { class: `${named} ${look}`.trim(), ...others }, children));
  };
  const button = (name, text, attributes = {}) =>
    part(name, { tag: "button", type: "button", look: "s66-button", text, ...attributes });
  const typed = (name, label, attributes) => {
    part(name, { tag: "input", type: "text", autocomplete: "off", ...attributes });
    return part(`${name}Line`, { tag: "label" }, [make("span", { class: "s66-drillLabel", text: label }), own[name]]);
  };

  // What is trained.
  part("themes", { tag: "select", look: "s66-select", "aria-label": "Theme" });
  part("levels", { tag: "select", look: "s66-select", "aria-label": "Level" });
  part("streak", { tag: "input", type: "checkbox" });
  part("score", { look: "s66-drillScore" });
  part("head", { look: "s66-drillHead" }, [
    own.themes,
    own.levels,
    make("label", { class: "s66-trainerSwitch" }, [own.streak, make("span", { text: "Streak" })]),
  ]);

  // What is asked, and where it is answered.
  part("number", { look: "s66-drillLabel" });
  part("top", {}, [own.number, own.score]);
  part("question", { look: "s66-drillHeadline" });
  part("tricks", { tag: "ul" });
  part("told", {}, [
    part("verdict", { look: "s66-drillHeadline" }),
    part("scale", { "aria-hidden": "true" }),
    part("why"),
  ]);
  button("yes", "Yes");
  button("no", "No");
  part("either", { role: "group" }, [own.yes, own.no]);
  part("suits", { role: "group", look: "s66-drillSuits" });
  typed("count", "Your answer", { inputmode: "numeric", maxlength: "7" });
  typed("odds", "6 in 11, 6/11 or 54.5 %", { maxlength: "16" });
  button("answer", "Answer", { look: "s66-button s66-gold" });
  part("tally", { tag: "span", look: "s66-drillTally" });
  part("stage", {}, [own.either, own.suits, own.countLine, own.oddsLine, own.answer, own.tally]);
  part("status", { look: "s66-status", role: "status", "aria-live": "polite" });

  // What helps, and how it goes on.
  part("hints", { tag: "ol", "aria-label": "Hints" });
  button("retry", "Try again");
  button("next", "Next puzzle");
  button("hint", "Hint");
  button("show", "Show solution");
  button("playOn", "Play on against Club");
  part("actions", {}, [own.retry, own.hint, own.show, own.next, own.playOn]);

  // What is told afterwards.
  part("explanation");
  part("caption", { tag: "caption" });
  part("rows", { tag: "tbody" });
  part("values", { tag: "table", look: "s66-drillCount" }, [own.caption, own.rows]);
  part("about");
  button("copy", "Copy as text");
  part("sheet", { look: "s66-drillSheet" }, [own.explanation, own.values, own.about, own.copy]);

  part("record");
  part("due");
  part("rating");
  part("kept");
  button("copyCode", "Copy progress code");
  part("boxLabel", { tag: "span" });
  part("box", { tag: "textarea", look: "s66-box", rows: "4", spellcheck: "false", autocomplete: "off" });
  part("paste", {}, [make("label", { class: "s66-boxLine" }, [own.boxLabel, own.box])]);
  own.paste.hidden = true;
  part("progress", { tag: "details", look: "s66-drillProgress" }, [
    make("summary", { text: "Progress" }),
    own.record,
    own.due,
    own.rating,
    own.kept,
    own.copyCode,
  ]);

  part("felt", { role: "group", tabindex: "-1", look: "s66-drillFelt", "aria-label": "Puzzle trainer" }, [
    own.top,
    own.question,
    own.tricks,
    own.stage,
    own.told,
    own.status,
    own.hints,
    own.actions,
    own.sheet,
    own.head,
    own.paste,
    own.progress,
  ]);
  own.root = make("div", { class: "s66 s66-drill s66-trainer" }, [own.felt]);
  host.append(own.root);
}
