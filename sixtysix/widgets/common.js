// Helpers of all widgets. A widget's own file is joined to this one, so there is nothing to import.

/** Make an element with attributes; `text` and `class` are taken as such. */
function make(tag, { text, ...attributes } = {}, children = []) {
  const node = document.createElement(tag);
  if (text !== undefined) node.textContent = text;
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

/** Set a text only if it differs: a live region speaks whatever is written, changed or not. */
function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** Set an attribute, or take it away where the value is null. */
function setAttribute(node, name, value) {
  if (value === null) node.removeAttribute(name);
  else if (node.getAttribute(name) !== String(value)) node.setAttribute(name, value);
}

/** Put one of our own drawings into an element; a drawing that is there already stays. */
function setPicture(node, key, svg) {
  if (node.dataset.picture === key) return;
  node.dataset.picture = key;
  const holder = document.createElement("template");
  holder.innerHTML = svg;
  node.replaceChildren(holder.content);
}

/**
 * Bring the children of an element into line with a list, in place: an element lives as long as its key, so the focus
 * is not lost when something beside it changes.
 */
function setChildren(parent, items, keyOf, create, update) {
  const old = new Map([...parent.children].map((node) => [node.dataset.key, node]));
  const wanted = new Set(items.map((item, at) => String(keyOf(item, at))));
  for (const [key, node] of old) if (!wanted.has(key)) node.remove();
  let next = parent.firstElementChild;
  items.forEach((item, at) => {
    const key = String(keyOf(item, at));
    let node = old.get(key);
    if (!node) {
      node = create(item, at);
      node.dataset.key = key;
    }
    if (node === next) next = next.nextElementSibling;
    else parent.insertBefore(node, next);
    update(node, item, at);
  });
}

/** Keep JupyterLab's shortcuts out of an element, where "a" would add a cell; saving still works. */
function guardKeys(root) {
  // JupyterLab looks for this mark on the element with the focus first, and only then further out.
  root.addEventListener("focusin", (event) => event.target.setAttribute("data-lm-suppress-shortcuts", "true"));
  root.addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "s" && root.parentElement) {
      event.preventDefault();
      event.stopPropagation();
      const { key, code, keyCode, ctrlKey, metaKey, shiftKey } = event;
      const copy = { key, code, keyCode, ctrlKey, metaKey, shiftKey, bubbles: true, cancelable: true };
      root.parentElement.dispatchEvent(new KeyboardEvent("keydown", copy));
    }
  });
}

/** Let a view follow its model: the trait `name`, messages, and the kernel's connection; return how to end that. */
function follow(model, name, view) {
  const onData = () => view.onData();
  const onMessage = (message) => view.onMessage(message);
  // JupyterLab says so when the kernel is restarted; the event comes without a word, the view has the model that knows.
  const onConnection = function () {
    view.onConnection(this?.model?.comm_live === true);
  };
  model.on(`change:${name}`, onData);
  model.on("msg:custom", onMessage);
  model.on("comm_live_update", onConnection);
  return () => {
    view.close();
    model.off(`change:${name}`, onData);
    model.off("msg:custom", onMessage);
    model.off("comm_live_update", onConnection);
  };
}
