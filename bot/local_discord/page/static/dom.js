// @ts-check
// Building the page out of elements. Nothing on it is ever made from markup in a string, so what
// people or bots write can never become part of the page.

export function el(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name === "class") made.className = value;
    else if (name === "data") Object.assign(made.dataset, value);
    else if (name in made && !name.startsWith("aria") && name !== "list") made[name] = value;
    else made.setAttribute(name, value === true ? "" : value);
  }
  made.append(
    ...children.flat(4).filter((child) => child !== null && child !== undefined && child !== false),
  );
  return made;
}

/** The names whose value is truthy, as a class attribute. */
export function classes(names) {
  return Object.keys(names)
    .filter((name) => names[name])
    .join(" ");
}

export function fill(parent, ...children) {
  parent.replaceChildren(
    ...children.flat(4).filter((child) => child !== null && child !== undefined && child !== false),
  );
  return parent;
}

// Make what is there look like what is wanted, and keep every element that stays: one that is
// pressed or has the focus must not be swapped under the finger. Elements with another data-key are
// other things; whatever reacts to a press needs one.
export function morph(old, wanted) {
  if (old.nodeType === 3 && wanted.nodeType === 3) {
    if (old.data !== wanted.data) old.data = wanted.data;
  } else if (
    old.nodeType !== 1 ||
    wanted.nodeType !== 1 ||
    old.tagName !== wanted.tagName ||
    old.dataset?.key !== wanted.dataset?.key
  ) {
    old.replaceWith(wanted);
  } else {
    for (const { name } of [...old.attributes])
      if (!wanted.hasAttribute(name)) old.removeAttribute(name);
    for (const { name, value } of [...wanted.attributes])
      if (old.getAttribute(name) !== value && name !== "style") old.setAttribute(name, value);
    if (old.style.cssText !== wanted.style.cssText) old.style.cssText = wanted.style.cssText;
    morphChildren(old, [...wanted.childNodes]);
  }
}

export function morphChildren(parent, wanted) {
  const there = [...parent.childNodes];
  wanted.forEach((each, index) => (there[index] ? morph(there[index], each) : parent.append(each)));
  for (const extra of there.slice(wanted.length)) extra.remove();
}

const SHAPES = {
  hash: "M9 3 7 21M17 3l-2 18M4 9h17M3 15h17",
  thread: "M4 5h16v10H10l-4 4v-4H4zM8 9h8M8 12h5",
  at: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zm4 4v2a3 3 0 0 0 5-2 9 9 0 1 0-4 7",
  menu: "M4 6h16M4 12h16M4 18h16",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  close: "M6 6l12 12M18 6 6 18",
  clock: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zm0 4v5l3 2",
  skip: "M5 5l8 7-8 7zM16 5v14",
  play: "M7 4l13 8-13 8z",
  plus: "M12 5v14M5 12h14",
  down: "M6 9l6 6 6-6",
  check: "M5 12l5 5 9-10",
  eye: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7-10-7-10-7zm10-3a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
  gear:
    "M4 7h9M17 7h3M4 17h3M11 17h9M15 5a2 2 0 1 0 0 4 2 2 0 0 0 0-" +
    "4zM9 15a2 2 0 1 0 0 4 2 2 0 0 0 0-4z",
  send: "M3 11l18-8-8 18-2-8z",
  link: "M10 6h8v8M18 6 7 17",
  people:
    "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2 20c0-4 3-6 7-6s" +
    "7 2 7 6M16 4a3.5 3.5 0 0 1 0 7M18 14c3 .5 4 3 4 6",
  moon: "M20 14A8 8 0 1 1 10 4a7 7 0 0 0 10 10z",
  file: "M6 3h8l4 4v14H6zM14 3v4h4",
  reply: "M10 6 4 12l6 6v-4c5 0 8 1 10 5 0-7-4-9-10-9z",
  bolt: "M13 3 5 14h6l-1 7 8-11h-6z",
};

export function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", SHAPES[name]);
  svg.append(path);
  return svg;
}

export function avatar(person, size = "") {
  const made = el("span", { class: `avatar ${size}`, "aria-hidden": "true" });
  if (person.bot) {
    made.classList.add("bot");
    made.append(icon("bolt"));
  } else {
    made.style.setProperty("--hue", person.hue ?? 0);
    made.textContent = [...person.name][0]?.toUpperCase() ?? "?";
  }
  return made;
}

export function openDialog(dialog, { onclose = undefined } = {}) {
  document.body.append(dialog);
  dialog.addEventListener("close", () => {
    dialog.remove();
    onclose?.();
  });
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  dialog.showModal();
  return dialog;
}
