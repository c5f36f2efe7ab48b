// @ts-check
// Where one writes: messages, and slash commands.

import { act, Refused } from "./api.js";
import { Listbox } from "./choosing.js";
import { CommandForm, flattened } from "./command_form.js";
import { el, fill, icon } from "./dom.js";
import { notify } from "./menus.js";
import { channel, channelName, on, person, state } from "./state.js";
import { say } from "./words.js";

const place = document.getElementById("composer");
let commands = [];
let reply = null;
let files = [];
let form = null;

const input = el("textarea", {
  id: "text",
  rows: 1,
  maxLength: 2000,
  role: "combobox",
  "aria-autocomplete": "list",
  "aria-expanded": "false",
});
const picker = el("input", {
  type: "file",
  multiple: true,
  hidden: true,
  onchange: () => attach(picker.files),
});
const list = new Listbox({ label: "", onpick: (option) => option.run() });
const panel = el("div", { class: "suggestions", hidden: true }, list.node);
list.owner = input;
input.setAttribute("aria-controls", list.id);

export function paintComposer() {
  const entry = channel();
  if (form) return;
  const focused = document.activeElement === input;
  if (!entry) return void fill(place);
  list.node.setAttribute("aria-label", say("commands_label"));
  const locked = !entry.can_speak;
  input.disabled = locked;
  input.placeholder = locked
    ? say("composer.locked")
    : say(entry.guild ? "composer.channel" : "composer.dm", { name: channelName(entry) });
  input.setAttribute("aria-label", input.placeholder);
  fill(
    place,
    panel,
    replyBar(),
    fileBar(),
    el(
      "div",
      { class: "compose" },
      el(
        "button",
        {
          class: "icon-button",
          type: "button",
          disabled: locked,
          "aria-label": say("composer.attach"),
          title: say("composer.attach"),
          onclick: () => picker.click(),
        },
        icon("plus"),
      ),
      picker,
      input,
      el(
        "button",
        {
          class: "icon-button",
          type: "button",
          disabled: locked,
          "aria-label": say("composer.commands"),
          title: say("composer.commands"),
          onclick: begin,
        },
        el("span", { class: "slash" }, "/"),
      ),
      el(
        "button",
        {
          class: "icon-button send",
          type: "button",
          disabled: locked,
          "aria-label": say("composer.send"),
          title: say("composer.send"),
          onclick: submit,
        },
        icon("send"),
      ),
    ),
  );
  grow();
  if (focused) input.focus();
}

function begin() {
  input.value = "/";
  input.focus();
  suggest();
}

function replyBar() {
  if (!reply) return null;
  return el(
    "div",
    { class: "reply-bar" },
    say("composer.replying", { name: person(reply.author.id)?.name ?? "" }),
    el(
      "button",
      {
        class: "icon-button",
        type: "button",
        "aria-label": say("composer.no_reply"),
        onclick: () => {
          reply = null;
          paintComposer();
          input.focus();
        },
      },
      icon("close"),
    ),
  );
}

function fileBar() {
  if (!files.length) return null;
  return el(
    "div",
    { class: "file-bar" },
    files.map((file, index) =>
      el(
        "span",
        { class: "file" },
        icon("file"),
        el("span", { class: "file-name" }, file.name),
        el(
          "button",
          {
            class: "icon-button",
            type: "button",
            "aria-label": say("composer.remove_file", { name: file.name }),
            onclick: () => {
              files.splice(index, 1);
              paintComposer();
            },
          },
          icon("close"),
        ),
      ),
    ),
  );
}

function attach(listed) {
  files = [...files, ...listed].slice(0, 10);
  picker.value = "";
  paintComposer();
  input.focus();
}

function grow() {
  input.style.height = "auto";
  input.style.height = `${Math.min(input.scrollHeight, innerHeight * 0.4)}px`;
}

// Suggestions of commands, while a line begins with a slash.

function suggest() {
  const typed = /^\/([^\n]*)$/.exec(input.value);
  if (!typed) return hide();
  const words = typed[1].toLowerCase();
  const found = flattened(commands).filter((each) => matches(each.line, words));
  list.show(
    found.map((each) => ({
      label: `/${each.line}`,
      description: each.description,
      aside: each.options
        .map((option) => (option.required ? option.name : `${option.name}?`))
        .join(" "),
      run: () => openForm(each),
    })),
  );
  if (!found.length)
    list.node.replaceChildren(
      el(
        "div",
        { class: "nothing" },
        commands.length ? say("composer.no_command") : say("composer.no_commands"),
      ),
    );
  panel.hidden = false;
  input.setAttribute("aria-expanded", "true");
}

function matches(line, typed) {
  return (
    line.startsWith(typed.trimEnd()) || typed.split(/\s+/).every((word) => line.includes(word))
  );
}

function hide() {
  panel.hidden = true;
  input.setAttribute("aria-expanded", "false");
  input.removeAttribute("aria-activedescendant");
}

function openForm(command) {
  hide();
  input.value = "";
  form = new CommandForm(command, (outcome) => {
    form = null;
    paintComposer();
    input.focus();
    if (outcome === "failed") notify(say("interaction_failed"));
  });
  fill(place, form.node);
  form.begin();
}

async function submit() {
  const text = input.value.trim();
  if (!text && !files.length) return;
  if (text.startsWith("/") && !commands.length) return suggest();
  // The name of a command is one, also where its suggestion is not shown just now.
  const named = flattened(commands).find((each) => `/${each.line}` === text.toLowerCase());
  if (named) return openForm(named);
  const body = { channel: state.channel, text };
  if (reply) body.reply_to = reply.id;
  const sent = files;
  input.value = "";
  files = [];
  reply = null;
  paintComposer();
  try {
    await act("say", body, sent.length ? { files: sent } : {});
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    notify(error.message);
    if (!input.value) input.value = text;
    files = sent;
    paintComposer();
  }
}

input.addEventListener("input", () => {
  grow();
  suggest();
});
input.addEventListener("keydown", (event) => {
  if (event.isComposing) return;
  if (!panel.hidden) {
    if (list.key(event)) return;
    if ((event.key === "Enter" || event.key === "Tab") && list.options.length) {
      event.preventDefault();
      list.pick();
      return;
    }
    if (event.key === "Escape") {
      event.preventDefault();
      hide();
      return;
    }
  }
  if (event.key === "Enter" && !event.shiftKey) {
    event.preventDefault();
    submit();
  } else if (event.key === "Escape" && reply) {
    reply = null;
    paintComposer();
    input.focus();
  }
});
input.addEventListener("blur", () =>
  setTimeout(() => document.activeElement !== input && hide(), 150),
);
input.addEventListener(
  "paste",
  (event) => event.clipboardData.files.length && attach(event.clipboardData.files),
);

// Typing goes to the composer, wherever the focus rests.
document.addEventListener("keydown", (event) => {
  const typed =
    event.key.length === 1 &&
    event.key !== " " &&
    !event.ctrlKey &&
    !event.metaKey &&
    !event.altKey;
  if (!typed || form || input.disabled || document.querySelector("dialog[open], .menu")) return;
  if (!document.activeElement?.closest("input, textarea, select, [role=combobox]")) input.focus();
});

on("COMMANDS", (found) => {
  commands = found;
  if (!form && document.activeElement === input) suggest();
});
on("OPENED", () => {
  form = null;
  reply = null;
  files = [];
  input.value = "";
  paintComposer();
  if (matchMedia("(hover: hover)").matches) input.focus();
});
on("REPLY", (message) => {
  reply = message;
  paintComposer();
  input.focus();
});
