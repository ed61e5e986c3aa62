// SPDX-License-Identifier: GPL-3.0-or-later
// Elements without markup in strings: nothing that anybody types can become part of the page.

const SVG = "http://www.w3.org/2000/svg";

// make("button", {class: "first", onclick: f}, "Go on", child, …). Members that are null or
// false are left out; `style` takes custom properties.
export function make(tag, members = {}, ...children) {
  const vector = tag === "svg" || tag === "use" || tag === "path" || tag === "circle" || tag === "line";
  const element = vector ? document.createElementNS(SVG, tag) : document.createElement(tag);
  for (const [key, value] of Object.entries(members)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key === "style") for (const [name, one] of Object.entries(value)) element.style.setProperty(name, one);
    else if (key === "value" || key === "checked") element[key] = value;
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.flat(9).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

export const symbol = (name, label) =>
  make("svg", label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" }, make("use", { href: `#${name}` }));

export const button = (text, onclick, members = {}) => make("button", { type: "button", onclick, ...members }, text);

export const find = (id) => document.getElementById(id);

// Sets an attribute only where it changes: a screen reader speaks of what is touched.
export function set(element, name, value) {
  if (value === null || value === undefined || value === false) {
    if (element.hasAttribute(name)) element.removeAttribute(name);
  } else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value);
}

export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

// Said politely, all at once; the same sentence twice is said twice.
export function say(text) {
  if (!text) return;
  const live = find("live");
  live.textContent = live.textContent === text ? `${text}\u00a0` : text;
}

let alarm;
export function warn(text) {
  find("alert").textContent = text;
  clearTimeout(alarm);
  alarm = setTimeout(() => { find("alert").textContent = ""; }, 6000);
}

// A question in front of everything. Resolves with the value of the button, "" if it was closed.
export function ask(title, body, choices) {
  return new Promise((resolve) => {
    const dialog = make("dialog", { "aria-labelledby": "dialog-title" },
      make("h2", { id: "dialog-title" }, title), body,
      make("div", { class: "row" }, choices.map(([value, text], i) =>
        button(text, () => dialog.close(value), i === 0 ? { class: "first", autofocus: true } : {}))));
    dialog.addEventListener("close", () => { dialog.remove(); resolve(dialog.returnValue); });
    document.body.append(dialog);
    dialog.showModal();
    dialog.scrollTop = 0; // the focus is on a button, which may be far below
  });
}
