"""Shows widgets on a plain page, the real Python behind them but no JupyterLab: quick, for looks and layout."""

import json
from typing import Any

from playwright.sync_api import Page

from tests.browser.conftest import LISTEN

_PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A widget</title><style>%s</style></head>
<body style="margin:0;padding:%s;background:%s"><div id="widget" class="widget-vbox"></div><script type="module">
const parts = %s;
window.sent = [];
window.busy = 0;
window.kernel = "alive";
window.models = parts.map(({ state }, at) => {
  const heard = new Map();
  return {
    state,
    get: (name) => state[name],
    on: (name, hear) => heard.set(name, [...(heard.get(name) ?? []), hear]),
    off: (name, hear) => heard.set(name, (heard.get(name) ?? []).filter((one) => one !== hear)),
    fire: (name, ...values) => (heard.get(name) ?? []).forEach((heard) => heard(...values)),
    send: async (message) => {
      window.sent.push(message);
      if (window.kernel === "dead") return;
      window.busy += 1;
      const answer = await window.toPython(JSON.stringify(message), at);
      window.receive(answer);
      window.busy -= 1;
    },
  };
});
window.model = window.models[0];
window.receive = (answer) => {
  answer.forEach(({ state, messages }, at) => {
    const { main } = parts[at], model = window.models[at];
    if (JSON.stringify(state) !== JSON.stringify(model.state[main])) {
      model.state[main] = state;
      model.fire(`change:${main}`);
    }
    for (const message of messages) model.fire("msg:custom", message, []);
  });
};
window.disconnect = () => window.models.forEach((model) => model.fire("comm_live_update"));
for (const [at, { script }] of parts.entries()) {
  const module = await import(URL.createObjectURL(new Blob([script], { type: "text/javascript" })));
  const el = document.createElement("div");
  document.getElementById("widget").append(el);
  module.default.render({ model: window.models[at], el });
}
document.body.dataset.ready = "true";
</script></body></html>"""
_STATES = ("table", "explorer", "drill", "trainer", "quiz")


def show(page: Page, *widgets: Any, ground: str = "Canvas", margin: str = "8px") -> None:
    """Put widgets on a page, one below the other; what one sends goes to its Python object, the answers come back."""
    mains = [next(name for name in _STATES if widget.has_trait(name)) for widget in widgets]
    messages: list[list[Any]] = [[] for _ in widgets]
    for widget, heard in zip(widgets, messages, strict=True):
        widget.send = lambda content, buffers=None, heard=heard: heard.append(content)

    def to_python(text: str, at: int = 0) -> list[dict[str, Any]]:
        for heard in messages:
            heard.clear()
        widgets[at]._handle_custom_msg(json.loads(text), [])
        shown = zip(widgets, mains, messages, strict=True)
        return [{"state": getattr(widget, main), "messages": list(heard)} for widget, main, heard in shown]

    page.expose_function("toPython", to_python)
    parts = [
        {
            "script": widget._esm,
            "main": main,
            "state": {name: getattr(widget, name) for name in (*_STATES, "faces") if widget.has_trait(name)},
        }
        for widget, main in zip(widgets, mains, strict=True)
    ]
    sheets = "\n".join(dict.fromkeys(widget._css for widget in widgets))
    page.set_content(_PAGE % (sheets, margin, ground, json.dumps(parts).replace("</", "<\\/")))
    page.wait_for_selector("body[data-ready]")
    page.evaluate(f"() => {{ {LISTEN} }}")
