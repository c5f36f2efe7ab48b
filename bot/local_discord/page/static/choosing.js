// @ts-check
// Lists to choose from: selects of messages and modals, and suggestions while typing.

import { ComponentType } from "./discord.js";
import { avatar, el, icon } from "./dom.js";
import { emoji } from "./markdown.js";
import { channel, channelName, guildOf, person, state } from "./state.js";
import { say } from "./words.js";

export function emojiView(given) {
  if (!given) return null;
  return given.id
    ? emoji(given.id, given.name)
    : el("span", { class: "emoji-letter", "aria-hidden": "true" }, given.name);
}

// What a select offers, whatever its kind: value, label, description, something to show.
export function optionsOf(select, entry = channel()) {
  if (select.type === ComponentType.STRING_SELECT) {
    return select.options.map((each) => ({
      ...each,
      mark: () => emojiView(each.emoji),
      chosen: Boolean(each.default),
    }));
  }
  const guild = guildOf(entry);
  const defaults = new Set((select.default_values ?? []).map((each) => each.id));
  const members = guild
    ? guild.members.map(person)
    : [...state.people.filter((each) => each.id === state.me), state.bot];
  const people = members.filter(Boolean).map((each) => ({
    value: each.id,
    label: each.name,
    description: `@${each.username}`,
    mark: () => avatar(each, "small"),
  }));
  const roles = Object.entries(guild?.roles ?? {}).map(([id, name]) => ({
    value: id,
    label: name,
  }));
  const kinds = select.channel_types ?? [];
  const channels = (guild?.channels ?? [])
    .filter((each) => !kinds.length || kinds.includes(each.kind))
    .map((each) => ({ value: each.id, label: `#${channelName(each)}` }));
  const found =
    {
      [ComponentType.USER_SELECT]: people,
      [ComponentType.ROLE_SELECT]: roles,
      [ComponentType.CHANNEL_SELECT]: channels,
    }[select.type] ?? [];
  return found.map((each) => ({ ...each, chosen: defaults.has(each.value) }));
}

let counter = 0;

// A list that is driven by the keyboard of something else: arrows move, Enter picks.
export class Listbox {
  constructor({ label, onpick, multiple = false }) {
    counter += 1;
    this.id = `list-${counter}`;
    this.onpick = onpick;
    this.multiple = multiple;
    this.options = [];
    this.at = -1;
    /** The element that has the focus while the list is open. @type {HTMLElement | null} */
    this.owner = null;
    this.node = el("div", {
      class: "listbox",
      role: "listbox",
      id: this.id,
      "aria-label": label,
      "aria-multiselectable": multiple ? "true" : undefined,
    });
    this.node.addEventListener("mousedown", (event) => event.preventDefault());
  }

  show(options, at = 0) {
    this.options = options;
    this.node.replaceChildren(...options.map((option, index) => this.row(option, index)));
    this.move(options.length ? Math.min(at, options.length - 1) : -1, false);
  }

  row(option, index) {
    const made = el(
      "div",
      {
        class: "option",
        role: "option",
        id: `${this.id}-${index}`,
        "aria-selected": String(Boolean(option.chosen)),
        "aria-disabled": option.disabled ? "true" : undefined,
        onclick: () => this.pick(index),
        onmousemove: () => this.at !== index && this.move(index, false),
      },
      this.multiple ? el("span", { class: "tick", "aria-hidden": "true" }, icon("check")) : null,
      option.mark?.() ?? null,
      el(
        "span",
        { class: "option-text" },
        el("span", { class: "option-label" }, option.label),
        option.description ? el("span", { class: "option-note" }, option.description) : null,
      ),
      option.aside ? el("span", { class: "option-aside" }, option.aside) : null,
    );
    return made;
  }

  move(index, scroll = true) {
    this.node.children[this.at]?.classList.remove("active");
    this.at = index;
    const row = this.node.children[index];
    row?.classList.add("active");
    if (scroll) row?.scrollIntoView({ block: "nearest" });
    this.owner?.setAttribute("aria-activedescendant", row?.id ?? "");
  }

  pick(index = this.at) {
    const option = this.options[index];
    if (!option || option.disabled) return;
    this.onpick(option, index);
  }

  mark(index, chosen) {
    this.options[index].chosen = chosen;
    this.node.children[index]?.setAttribute("aria-selected", String(chosen));
  }

  key(event) {
    const last = this.options.length - 1;
    if (last < 0) return false;
    const to = {
      ArrowDown: this.at >= last ? 0 : this.at + 1,
      ArrowUp: this.at <= 0 ? last : this.at - 1,
      Home: 0,
      End: last,
    }[event.key];
    if (to === undefined) return false;
    event.preventDefault();
    this.move(to);
    return true;
  }
}

// A select as a button that opens its list. Single: picking is choosing. Several: closing is.
export function selectView(
  select,
  { onchoose = undefined, disabled = false, inForm = false, label = undefined },
) {
  const options = optionsOf(select);
  const several = select.max_values > 1;
  const chosen = () => options.filter((each) => each.chosen);
  let before = "";
  const face = el("span", { class: "select-face" });
  const button = el(
    "button",
    {
      class: "select",
      type: "button",
      role: "combobox",
      "aria-haspopup": "listbox",
      "aria-expanded": "false",
      disabled,
      "aria-label": label ?? select.placeholder ?? say("select.choose"),
      data: { customId: select.custom_id },
    },
    face,
    icon("down"),
  );
  const list = new Listbox({
    label: label ?? select.placeholder ?? say("select.choose"),
    multiple: several,
    onpick: (_, index) => pick(index),
  });
  const holder = el("div", { class: "select-holder" }, button);
  const filter =
    options.length > 10
      ? el("input", {
          class: "select-filter",
          type: "text",
          placeholder: say("select.filter"),
          "aria-label": say("select.filter"),
        })
      : null;
  const panel = el("div", { class: "select-panel", hidden: true }, filter, list.node);
  holder.append(panel);
  list.owner = filter ?? button;

  const shown = () =>
    options.filter(
      (each) => !filter?.value || each.label.toLowerCase().includes(filter.value.toLowerCase()),
    );
  const paint = () => {
    const picked = chosen();
    const more = picked.length - 1;
    face.replaceChildren(
      ...(picked.length
        ? [
            ...picked.map((each) =>
              el("span", { class: "select-value" }, each.mark?.() ?? "", each.label),
            ),
            ...(more > 0 ? [el("span", { class: "select-more" }, `+ ${more}`)] : []),
          ]
        : [
            el("span", { class: "select-placeholder" }, select.placeholder ?? say("select.choose")),
          ]),
    );
  };
  const open = () => {
    before = JSON.stringify(chosen().map((each) => each.value));
    if (filter) filter.value = "";
    list.show(
      shown(),
      Math.max(
        0,
        options.findIndex((each) => each.chosen),
      ),
    );
    panel.hidden = false;
    button.setAttribute("aria-expanded", "true");
    const around = holder.closest("#log")?.getBoundingClientRect() ?? {
      top: 0,
      bottom: innerHeight,
    };
    const own = button.getBoundingClientRect();
    const height = panel.getBoundingClientRect().height + 8;
    panel.classList.toggle(
      "above",
      own.bottom + height > around.bottom && own.top - height > around.top,
    );
    (filter ?? button).focus();
    document.addEventListener("pointerdown", outside, true);
  };
  const close = (commit = true) => {
    if (panel.hidden) return;
    panel.hidden = true;
    button.setAttribute("aria-expanded", "false");
    document.removeEventListener("pointerdown", outside, true);
    const values = chosen().map((each) => each.value);
    if (
      several &&
      commit &&
      JSON.stringify(values) !== before &&
      values.length >= select.min_values
    )
      onchoose?.(values);
  };
  const outside = (event) => !holder.contains(event.target) && close();
  const pick = (index) => {
    const option = list.options[index];
    if (!several) {
      const again = option.chosen && select.min_values === 0 && inForm;
      for (const each of options) each.chosen = each === option && !again;
      paint();
      close(false);
      button.focus();
      onchoose?.(chosen().map((each) => each.value));
      return;
    }
    if (!option.chosen && chosen().length >= select.max_values) return;
    list.mark(index, !option.chosen);
    paint();
  };
  const key = (event) => {
    if (panel.hidden) {
      if (["ArrowDown", "ArrowUp"].includes(event.key)) {
        event.preventDefault();
        open();
      }
      return;
    }
    if (list.key(event)) return;
    if (event.key === "Enter" || (event.key === " " && event.target !== filter)) {
      event.preventDefault();
      list.pick();
    } else if (event.key === "Escape" || event.key === "Tab") {
      if (event.key === "Escape") {
        event.preventDefault();
        event.stopPropagation();
        button.focus();
      }
      close();
    }
  };
  button.addEventListener("click", () => (panel.hidden ? open() : close()));
  holder.addEventListener("keydown", key);
  filter?.addEventListener("input", () => list.show(shown()));
  paint();
  holder.values = () => chosen().map((each) => each.value);
  return holder;
}
