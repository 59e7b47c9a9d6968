// The quiz. All of it is in the trait `quiz`, so it needs no kernel once it is drawn; a kernel that is there is told of
// each answer, for the record.

class QuizCard {
  constructor(quiz, host, tell) {
    this.quiz = quiz;
    this.tell = tell;
    this.at = 0;
    this.tried = quiz.questions.map(() => []); // the options chosen so far, question by question
    this.build(host);
    this.draw();
  }

  build(host) {
    const part = (name, tag = "div", attributes = {}, children = []) =>
      (this[name] = make(tag, { class: `s66-${name}`, ...attributes }, children));
    part("quizTitle", "strong", { text: this.quiz.title });
    part("progress", "span");
    part("ask", "div", { tabindex: "-1" });
    part("askNote");
    part("askCards");
    part("answers", "div", { role: "group", "aria-label": "Answers" });
    part("feedback", "div", { role: "status", "aria-live": "polite" });
    part("onward", "button", { type: "button", class: "s66-button s66-onward" });
    this.root = make("div", { class: "s66 s66-quiz" }, [
      make("div", { class: "s66-sheet", role: "group", "aria-label": this.quiz.title || "Quiz" }, [
        make("div", { class: "s66-quizHead" }, [this.quizTitle, this.progress]),
        this.ask,
        this.askCards,
        this.askNote,
        this.answers,
        this.feedback,
        ...(this.single ? [] : [make("div", { class: "s66-row" }, [this.onward])]),
      ]),
    ]);
    this.onward.addEventListener("click", (event) => {
      if (event.detail <= 1) this.go(); // a double click asks for one question, not two
    });
    guardKeys(this.root);
    host.append(this.root);
  }

  get question() {
    return this.quiz.questions[this.at];
  }

  /** Whether there is one question only: then nothing is counted, and there is nowhere to go on to. */
  get single() {
    return this.quiz.questions.length === 1;
  }

  /** Whether this question has been answered rightly. */
  get done() {
    return this.tried[this.at]?.some((index) => this.question.options[index].right) ?? true;
  }

  choose(index) {
    if (!this.done && !this.tried[this.at].includes(index)) {
      this.tried[this.at].push(index);
      this.tell({ do: "answered", question: this.at, option: index });
    }
    this.draw(index);
  }

  go() {
    if (!this.done) {
      setText(this.feedback, "Answer the question first; a wrong answer may be tried again.");
      setAttribute(this.feedback, "data-state", "near");
      return;
    }
    if (this.question) this.at += 1;
    else {
      this.at = 0;
      this.tried = this.tried.map(() => []);
    }
    this.draw();
    this.ask.focus({ preventScroll: true });
  }

  draw(chosen) {
    const { questions } = this.quiz;
    const { question } = this;
    const shown = question ?? { ask: this.summary(), note: "", cards: [], trump: null, options: [] };
    setText(this.progress, this.single ? "" : question ? `${this.at + 1} of ${questions.length}` : "finished");
    setText(this.ask, shown.ask);
    setText(this.askNote, shown.note);
    this.drawCards(shown);
    const tried = this.tried[this.at] ?? [];
    setChildren(
      this.answers,
      shown.options,
      (_, index) => `${this.at}.${index}`,
      (option, index) => {
        const node = make("button", { type: "button", class: "s66-answer" }, [
          make("span", { class: "s66-mark", "aria-hidden": "true" }),
          make("span", { text: option.text }),
        ]);
        node.addEventListener("click", () => this.choose(index));
        return node;
      },
      (node, option, index) => {
        const state = !tried.includes(index) ? "open" : option.right ? "right" : "wrong";
        setAttribute(node, "data-state", state);
        setAttribute(node, "aria-pressed", tried.includes(index));
        setAttribute(node, "aria-label", { open: null, right: `${option.text}, right`, wrong: `${option.text}, wrong` }[state]);
        setText(node.firstElementChild, { open: "", right: "✓", wrong: "✗" }[state]);
      },
    );
    const said = chosen === undefined ? null : shown.options[chosen];
    setText(this.feedback, said ? said.said : "");
    setAttribute(this.feedback, "data-state", said ? (said.right ? "right" : "wrong") : "open");
    const last = this.at === questions.length - 1;
    setText(this.onward, !question ? "Once more" : last ? "Finish" : "Next question");
    this.onward.classList.toggle("s66-ready", this.done);
    setAttribute(this.onward, "aria-disabled", this.done ? null : "true");
  }

  drawCards({ cards, trump }) {
    this.askCards.hidden = !cards.length && trump === null;
    const items = [...cards.map((code) => ({ code })), ...(trump === null ? [] : [{ trump }])];
    setChildren(
      this.askCards,
      items,
      (item, index) => `${this.at}.${index}`,
      (item) => {
        if (item.trump) {
          const sign = make("span", { class: "s66-quizSign" });
          setPicture(sign, item.trump, this.quiz.signs[item.trump]);
          const words = make("span", { text: `trump: ${this.quiz.suits[item.trump]}` });
          return make("div", { class: "s66-quizTrump" }, [sign, words]);
        }
        const node = make("div", { class: "s66-card", role: "img", "aria-label": this.quiz.names[item.code] });
        setPicture(node, item.code, this.quiz.faces[item.code]);
        return node;
      },
      () => {},
    );
  }

  summary() {
    const first = this.quiz.questions.filter((question, at) => question.options[this.tried[at][0]].right).length;
    return `${first} of ${this.quiz.questions.length} at the first try.`;
  }
}

export default {
  render({ model, el }) {
    new QuizCard(model.get("quiz"), el, (message) => {
      try {
        model.send(message);
      } catch {
        // Without a kernel nobody keeps the record.
      }
    });
  },
};
