// @ts-check
// A slash command being filled in: one field for each option, with what fits suggested below.

import { ComponentType, OptionType } from "./discord.js";
import { interact, Refused } from "./api.js";
import { Listbox, optionsOf } from "./choosing.js";
import { el, icon } from "./dom.js";
import { openModal } from "./modal.js";
import { state } from "./state.js";
import { say } from "./words.js";

// Every command that can be run: groups become lines such as "game new".
export function flattened(commands) {
  const found = [];
  const walk = (line, entry) => {
    const inner = (entry.options ?? []).filter(
      (option) => option.type <= OptionType.SUB_COMMAND_GROUP,
    );
    if (inner.length) inner.forEach((each) => walk(`${line} ${each.name}`, each));
    else found.push({ line, description: entry.description, options: entry.options ?? [] });
  };
  for (const command of commands) walk(command.name, command);
  return found;
}

const SELECT_OF = { [OptionType.USER]: ComponentType.USER_SELECT };
const PAUSE_MS = 120;

export class CommandForm {
  constructor(command, ondone) {
    this.command = command;
    this.ondone = ondone;
    this.fields = command.options.map((option) => this.field(option));
    this.list = new Listbox({ label: "", onpick: (option) => this.pick(option) });
    this.note = el("div", { class: "option-hint", "aria-live": "polite" });
    this.panel = el("div", { class: "suggestions" }, this.note, this.list.node);
    this.shown = el("div", { class: "command-fields" });
    this.more = el("div", { class: "command-more" });
    this.run = el(
      "button",
      {
        class: "icon-button send",
        type: "submit",
        "aria-label": say("command.run"),
        title: say("command.run"),
      },
      icon("send"),
    );
    this.node = el(
      "form",
      {
        class: "command-form",
        autocomplete: "off",
        onsubmit: (event) => {
          event.preventDefault();
          this.submit();
        },
      },
      this.panel,
      el(
        "div",
        { class: "compose command" },
        el(
          "button",
          {
            class: "icon-button",
            type: "button",
            "aria-label": say("command.cancel"),
            onclick: () => this.ondone("cancelled"),
          },
          icon("close"),
        ),
        el(
          "div",
          { class: "command-line" },
          el("span", { class: "command-name" }, `/${command.line}`),
          this.shown,
          this.more,
        ),
        this.run,
      ),
    );
    this.node.addEventListener("keydown", (event) => this.key(event));
    this.paint();
  }

  field(option) {
    const field = { option, open: Boolean(option.required), value: null };
    field.input = el("input", {
      type: "text",
      spellcheck: false,
      autocomplete: "off",
      role: "combobox",
      "aria-expanded": "true",
      "aria-required": String(Boolean(option.required)),
      data: { option: option.name },
    });
    field.node = el(
      "label",
      { class: "command-field" },
      el("span", { class: "command-field-name" }, option.name),
      field.input,
    );
    field.input.addEventListener("focus", () => this.focused(field));
    field.input.addEventListener("input", () => {
      field.value = null;
      field.node.classList.remove("wrong");
      this.suggest(field);
    });
    return field;
  }

  paint() {
    this.shown.replaceChildren(...this.fields.filter((each) => each.open).map((each) => each.node));
    const closed = this.fields.filter((each) => !each.open);
    this.more.replaceChildren(
      ...closed.map((each) =>
        el(
          "button",
          {
            class: "add-option",
            type: "button",
            title: each.option.description,
            onclick: () => this.open(each),
          },
          icon("plus"),
          each.option.name,
        ),
      ),
    );
  }

  open(field) {
    field.open = true;
    this.paint();
    field.input.focus();
  }

  begin() {
    const first = this.fields.find((each) => each.open);
    if (first) first.input.focus();
    else {
      this.note.textContent = this.command.description;
      this.run.focus();
    }
  }

  focused(field) {
    this.current = field;
    this.list.owner = field.input;
    this.note.replaceChildren(el("strong", {}, field.option.name), ` ${field.option.description}`);
    this.list.node.setAttribute("aria-label", field.option.name);
    field.input.setAttribute("aria-controls", this.list.id);
    this.suggest(field);
  }

  // What fits an option: fixed choices, people and places, or what the bot suggests.
  async suggest(field) {
    const { option, input } = field;
    const typed = input.value.toLowerCase();
    const containing = (options) =>
      options
        .filter((each) => field.value !== null || each.label.toLowerCase().includes(typed))
        .slice(0, 25);
    clearTimeout(this.timer);
    if (option.choices)
      return this.offer(
        containing(option.choices.map((each) => ({ label: each.name, value: each.value }))),
      );
    if (option.type === OptionType.BOOLEAN)
      return this.offer(
        containing(
          ["true", "false"].map((each) => ({ label: say(`command.${each}`), value: each })),
        ),
      );
    if (SELECT_OF[option.type]) {
      const fake = { type: SELECT_OF[option.type], channel_types: option.channel_types };
      return this.offer(containing(optionsOf(fake)));
    }
    this.offer([]);
    if (!option.autocomplete) return undefined;
    this.timer = setTimeout(() => this.ask(field), PAUSE_MS);
    return undefined;
  }

  async ask(field) {
    const asked = field.input.value;
    try {
      const outcome = await interact("type", {
        channel: state.channel,
        line: this.command.line,
        focused: field.option.name,
        values: { ...this.values(), [field.option.name]: asked },
      });
      if (this.current !== field || field.input.value !== asked || field.value !== null) return;
      if (outcome.failed)
        this.list.node.replaceChildren(
          el("div", { class: "nothing" }, say("command.no_suggestions")),
        );
      else {
        this.offer(outcome.choices.map((each) => ({ label: each.name, value: each.value })));
        if (!outcome.choices.length)
          this.list.node.replaceChildren(el("div", { class: "nothing" }, say("command.none_fit")));
      }
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.list.node.replaceChildren(el("div", { class: "nothing" }, error.message));
    }
  }

  offer(options) {
    this.list.show(options);
  }

  pick(option) {
    const field = this.current;
    field.input.value = option.label;
    field.value = option.value;
    field.node.classList.remove("wrong");
    this.list.show([]);
    const next = this.fields.find((each) => each.open && each !== field && !each.input.value);
    if (next) next.input.focus();
    else this.run.focus();
  }

  key(event) {
    if (event.key === "Escape") {
      event.preventDefault();
      this.ondone("cancelled");
    } else if (event.target.tagName === "INPUT") {
      if (this.list.key(event)) return;
      const open = this.list.options.length && this.list.at >= 0 && this.current.value === null;
      if (
        open &&
        (event.key === "Enter" || (event.key === "Tab" && !event.shiftKey && event.target.value))
      ) {
        event.preventDefault();
        this.list.pick();
      }
    }
  }

  values() {
    const found = {};
    for (const { option, input, value, open } of this.fields) {
      if (open && input.value)
        found[option.name] = value ?? input.value;
    }
    return found;
  }

  async submit() {
    const missing = this.fields.find((each) => each.option.required && !each.input.value);
    if (missing) {
      missing.node.classList.add("wrong");
      missing.input.focus();
      return;
    }
    this.run.disabled = true;
    try {
      const outcome = await interact("run", {
        channel: state.channel,
        line: this.command.line,
        values: this.values(),
      });
      this.ondone(outcome.failed ? "failed" : "done");
      if (outcome.modal) openModal(outcome);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.note.replaceChildren(el("span", { class: "failed", role: "alert" }, error.message));
      this.run.disabled = false;
    }
  }
}
