// What a drill is made of: every element that stays, made once. Joined to its script.

/** Make the elements of a drill, as its own properties, and put them on the page. */
function buildDrill(own, host) {
  const part = (name, attributes = {}, children = []) => {
    const { tag = "div", look = "", ...others } = attributes;
    const named = `s66-drill${name[0].toUpperCase()}${name.slice(1)}`;
    return (own[name] = make(tag, { class: `${named} ${look}`.trim(), ...others }, children));
  };
  const button = (name, text, attributes = {}) =>
    part(name, { tag: "button", type: "button", look: "s66-button", text, ...attributes });

  // Which drill, how hard, how fast.
  part("titles", { tag: "select", look: "s66-select", "aria-label": "Drill" });
  button("lower", "−", { "aria-label": "Lower level" });
  part("levelNumber", { tag: "strong" });
  part("levelWords", { tag: "span" });
  button("higher", "+", { "aria-label": "Higher level" });
  part("score");
  part("paces", { tag: "select", look: "s66-select", "aria-label": "Pace" });
  button("pause", "Pause");
  part("head", {}, [
    own.titles,
    part("level", { role: "group", "aria-label": "Level" }, [
      own.lower,
      make("div", { class: "s66-drillLevelText" }, [own.levelNumber, own.levelWords]),
      own.higher,
    ]),
    part("pace", {}, [own.paces, own.pause]),
    own.score,
  ]);

  // What is said.
  part("standing");
  part("headline");
  part("said", { tag: "ul" });
  part("status", { look: "s66-status", role: "status", "aria-live": "polite" });
  part("words", {}, [own.standing, own.headline, own.said]);

  // What is looked at or answered: one of these at a time.
  part("about", {}, [
    part("aboutText"),
    make("div", {
      class: "s66-drillHint",
      text: "Enter or Space goes on. Type a number, then press Enter to answer.",
    }),
  ]);
  part("trick", { role: "group" });
  part("taken", { "aria-hidden": "true" }); // the status says it
  part("watch", {}, [own.trick, own.taken]);
  part("numbers", { role: "group" });
  part("suits", { role: "group" });
  part("slider", { tag: "input", type: "range", min: "0", max: "100", step: "1" });
  part("percentBox", { tag: "input", type: "text", maxlength: "13", autocomplete: "off" });
  const scale = ["0 %", "50 %", "100 %"].map((text) => make("span", { text }));
  part("percent", { role: "group" }, [
    make("label", { class: "s66-drillPercentLine" }, [own.percentBox, make("span", { text: "%" })]),
    own.slider,
    make("div", { class: "s66-drillScale", "aria-hidden": "true" }, scale),
  ]);
  part("figures", { tag: "ul" });
  const mark = (name) => make("span", { class: `s66-drillMark s66-drill${name}` });
  part("line", { "aria-hidden": "true" }, [mark("Truth"), make("span", { class: "s66-drillRail" }), mark("Given")]);
  part("stage", {}, [own.about, own.watch, own.numbers, own.suits, own.percent, own.figures, own.line]);

  // What lies on the table beside the trick.
  part("turnUp", { role: "img" });
  part("sign", { tag: "span", "aria-hidden": "true" });
  part("trump", { tag: "span" });
  part("stock", { tag: "span" });
  part("hand", { role: "img" });
  part("board", { role: "group", "aria-label": "On the table" }, [
    make("div", { class: "s66-drillFacts" }, [
      own.turnUp,
      make("div", {}, [make("div", { class: "s66-drillTrumpLine" }, [own.sign, own.trump]), own.stock]),
    ]),
    part("handBox", {}, [make("div", { class: "s66-drillLabel", text: "your hand" }), own.hand]),
  ]);

  button("onward", "", { look: "s66-button s66-gold" });
  button("answer", "Answer", { look: "s66-button s66-gold" });
  part("tally", { tag: "span" });
  part("actions", {}, [own.onward, own.answer, own.tally]);

  // Where the count went.
  part("caption", { tag: "caption" });
  part("columns", { tag: "tr" });
  part("rows", { tag: "tbody" });
  part("count", { tag: "table" }, [own.caption, make("thead", {}, [own.columns]), own.rows]);
  part("sheet", {}, [own.count]);

  part("record");
  part("kept");
  button("copy", "Copy progress code");
  button("openPaste", "Paste a code …", { "aria-expanded": "false" });
  part("boxLabel", { tag: "span" });
  part("box", { tag: "textarea", look: "s66-box", rows: "3", spellcheck: "false", autocomplete: "off" });
  button("usePaste", "Use this code");
  part("paste", {}, [make("label", { class: "s66-boxLine" }, [own.boxLabel, own.box]), own.usePaste]);
  own.paste.hidden = true;
  part("progress", { tag: "details" }, [
    make("summary", { text: "Progress" }),
    own.record,
    own.kept,
    make("div", { class: "s66-row" }, [own.copy, own.openPaste]),
    own.paste,
  ]);

  part("felt", { role: "group", tabindex: "-1", "aria-label": "Counting drill" }, [
    own.head,
    own.words,
    own.stage,
    own.actions,
    own.status,
    own.board,
    own.sheet,
    own.progress,
  ]);
  own.root = make("div", { class: "s66 s66-drill" }, [own.felt]);
  host.append(own.root);
}
