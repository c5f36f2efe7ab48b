// @ts-check
// Modals: the forms that a bot opens.

import { ComponentType, SELECTS, TextInputStyle } from "./discord.js";
import { interact, Refused } from "./api.js";
import { selectView } from "./choosing.js";
import { el, icon, openDialog } from "./dom.js";
import { markdown } from "./markdown.js";
import { state } from "./state.js";
import { say } from "./words.js";

export function openModal(outcome) {
  const { modal } = outcome;
  const fields = [];
  const trouble = el("p", { class: "modal-trouble", role: "alert", hidden: true });
  const rows = modal.components.map((row) => rowView(row, fields));
  const submit = el("button", { class: "button primary", type: "submit" }, say("modal.submit"));
  const form = el(
    "form",
    { class: "modal-form", noValidate: true },
    el(
      "div",
      { class: "modal-head" },
      el("h2", {}, modal.title),
      el(
        "button",
        {
          class: "icon-button",
          type: "button",
          "aria-label": say("close"),
          onclick: () => dialog.close(),
        },
        icon("close"),
      ),
    ),
    el("p", { class: "modal-from" }, say("modal.from", { bot: state.bot.name })),
    el("div", { class: "modal-fields" }, rows),
    trouble,
    el(
      "div",
      { class: "modal-buttons" },
      el(
        "button",
        { class: "button plain", type: "button", onclick: () => dialog.close() },
        say("modal.cancel"),
      ),
      submit,
    ),
  );
  const dialog = el("dialog", { class: "modal", "aria-label": modal.title }, form);

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const wrong = fields.filter((field) => !check(field));
    if (wrong.length) {
      wrong[0].focus();
      return;
    }
    submit.disabled = true;
    trouble.hidden = true;
    try {
      const values = Object.fromEntries(
        fields.map((field) => [field.spec.custom_id, field.value()]),
      );
      const ended = await interact("submit", { interaction: outcome.id, values });
      if (!ended.failed) {
        dialog.close();
        return;
      }
      trouble.textContent = say("modal.failed");
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      trouble.textContent = error.message;
    }
    trouble.hidden = false;
    submit.disabled = false;
  });
  openDialog(dialog);
  fields[0]?.focus();
}

function rowView(row, fields) {
  if (row.type === ComponentType.TEXT_DISPLAY) return markdown(row.content);
  return fieldView(row.component, row.label, row.description, fields);
}

let counter = 0;

function fieldView(spec, label, note, fields) {
  counter += 1;
  const id = `field-${counter}`;
  const trouble = el("p", { class: "field-trouble", id: `${id}-trouble`, hidden: true });
  const made = MAKERS[spec.type]?.(spec, id, label ?? "") ?? {
    node: el("p", {}, say("unknown_component", { type: spec.type })),
    value: () => null,
    focus() {},
  };
  fields.push({ spec, trouble, ...made });
  const named = el("label", { class: "field-label", htmlFor: id }, label);
  if (spec.required)
    named.append(el("span", { class: "required", title: say("modal.required") }, " *"));
  return el(
    "div",
    { class: "field" },
    named,
    note ? el("p", { class: "field-note" }, note) : null,
    made.node,
    trouble,
  );
}

const MAKERS = {
  [ComponentType.TEXT_INPUT]: (spec, id) => {
    const long = spec.style === TextInputStyle.PARAGRAPH;
    const input = el(long ? "textarea" : "input", {
      id,
      placeholder: spec.placeholder ?? "",
      value: spec.value ?? "",
      maxLength: spec.max_length ?? 4000,
      rows: long ? 5 : undefined,
      autocomplete: "off",
      "aria-required": String(spec.required),
    });
    const left = el("span", { class: "field-count" }, "");
    const paint = () =>
      (left.textContent = spec.max_length ? `${input.value.length}/${spec.max_length}` : "");
    input.addEventListener("input", paint);
    paint();
    return {
      node: el("div", { class: "text-field" }, input, left),
      value: () => input.value,
      focus: () => input.focus(),
    };
  },
};
for (const type of SELECTS) {
  MAKERS[type] = (spec, id, label) => {
    const holder = selectView(
      { ...spec, min_values: spec.required ? spec.min_values : 0 },
      { inForm: true, label, disabled: spec.disabled },
    );
    const button = holder.querySelector("button");
    button.id = id;
    return { node: holder, value: () => holder.values(), focus: () => button.focus() };
  };
}

function check(field) {
  const { spec, trouble } = field;
  const value = field.value();
  const empty = value === null || value === "" || (Array.isArray(value) && !value.length);
  let wrong = "";
  if (empty) wrong = spec.required ? say("modal.missing") : "";
  else if (
    spec.type === ComponentType.TEXT_INPUT &&
    spec.min_length &&
    value.length < spec.min_length
  )
    wrong = say("modal.too_short", { least: spec.min_length });
  else if (Array.isArray(value) && value.length < (spec.min_values ?? 0))
    wrong = say("modal.too_few", { least: spec.min_values });
  trouble.textContent = wrong;
  trouble.hidden = !wrong;
  return !wrong;
}
