// @ts-check
// Small menus and short notices.

import { el } from "./dom.js";

export function menu(anchor, entries) {
  document.querySelector(".menu")?.remove();
  const items = [];
  const item = (entry) => {
    const made = el(
      "button",
      {
        class: `menu-item ${entry.danger ? "danger" : ""}`,
        type: "button",
        role: "menuitem",
        onclick: () => {
          close();
          entry.run();
        },
      },
      entry.label,
    );
    items.push(made);
    return made;
  };
  const made = el(
    "div",
    { class: "menu", role: "menu" },
    entries.map(item),
  );
  const close = () => {
    made.remove();
    document.removeEventListener("pointerdown", outside, true);
    anchor.focus();
  };
  const outside = (event) => !made.contains(event.target) && close();
  made.addEventListener("keydown", (event) => {
    const at = items.indexOf(document.activeElement);
    const to = { ArrowDown: at + 1, ArrowRight: at + 1, ArrowUp: at - 1, ArrowLeft: at - 1 }[
      event.key
    ];
    if (event.key === "Escape" || event.key === "Tab") close();
    else if (to !== undefined) items[(to + items.length) % items.length].focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  document.body.append(made);
  const place = anchor.getBoundingClientRect();
  const own = made.getBoundingClientRect();
  const left = Math.min(place.right - own.width, innerWidth - own.width - 8);
  const fits = place.bottom + own.height + 8 <= innerHeight;
  made.style.left = `${Math.max(8, left)}px`;
  made.style.top = `${fits ? place.bottom + 4 : Math.max(8, place.top - own.height - 4)}px`;
  document.addEventListener("pointerdown", outside, true);
  items[0]?.focus();
}

export function notify(text) {
  const made = el("div", { class: "toast" }, text);
  document.getElementById("toasts").append(made);
  setTimeout(() => made.remove(), 6000);
}
