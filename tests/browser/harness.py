"""Shows a widget on a plain page, the real Python behind it but no JupyterLab: quick, for looks and layout."""

import json
from typing import Any

from playwright.sync_api import Page

from tests.browser.conftest import LISTEN

_PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A widget</title><style>%s</style></head>
<body style="margin:0;padding:%s;background:%s"><div id="widget"></div><script type="module">
const script = %s, state = %s, heard = new Map(), main = %s;
const fire = (name, ...values) => (heard.get(name) ?? []).forEach((heard) => heard(...values));
window.sent = [];
window.busy = 0;
window.kernel = "alive";
window.model = {
  get: (name) => state[name],
  on: (name, hear) => heard.set(name, [...(heard.get(name) ?? []), hear]),
  off: (name, hear) => heard.set(name, (heard.get(name) ?? []).filter((one) => one !== hear)),
  send: async (message) => {
    window.sent.push(message);
    if (window.kernel === "dead") return;
    window.busy += 1;
    const answer = await window.toPython(JSON.stringify(message));
    window.receive(answer);
    window.busy -= 1;
  },
};
window.receive = (answer) => {
  if (JSON.stringify(answer.state) !== JSON.stringify(state[main])) {
    state[main] = answer.state;
    fire(`change:${main}`);
  }
  for (const message of answer.messages) fire("msg:custom", message, []);
};
window.disconnect = () => fire("comm_live_update");
const module = await import(URL.createObjectURL(new Blob([script], { type: "text/javascript" })));
module.default.render({ model: window.model, el: document.getElementById("widget") });
document.body.dataset.ready = "true";
</script></body></html>"""


def show(page: Page, widget: Any, *, ground: str = "Canvas", margin: str = "8px") -> None:
    """Put a widget on a page; what it sends goes to the Python object and the answer comes back."""
    messages: list[Any] = []
    widget.send = lambda content, buffers=None: messages.append(content)
    names = ("table", "faces", "quiz", "explorer", "drill")
    main = next(name for name in ("table", "explorer", "drill", "quiz") if widget.has_trait(name))

    def to_python(text: str) -> dict[str, Any]:
        messages.clear()
        widget._handle_custom_msg(json.loads(text), [])
        return {"state": getattr(widget, main), "messages": list(messages)}

    page.expose_function("toPython", to_python)
    state = {name: getattr(widget, name) for name in names if widget.has_trait(name)}
    parts = (json.dumps(part).replace("</", "<\\/") for part in (widget._esm, state, main))
    page.set_content(_PAGE % (widget._css, margin, ground, *parts))
    page.wait_for_selector("body[data-ready]")
    page.evaluate(f"() => {{ {LISTEN} }}")
