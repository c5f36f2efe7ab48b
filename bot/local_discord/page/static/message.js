// @ts-check
// One message.

import { MessageFlag, MessageType } from "./discord.js";
import { act, Refused } from "./api.js";
import { componentsView, fileView } from "./components.js";
import { classes, avatar, el, icon } from "./dom.js";
import { picture } from "./lightbox.js";
import { inline, markdown, plainText } from "./markdown.js";
import { menu, notify } from "./menus.js";
import { absolute, sentAt } from "./moments.js";
import { emit, person, state } from "./state.js";
import { say } from "./words.js";

const TOGETHER_MS = 7 * 60 * 1000;

export function continues(message, before) {
  return (
    Boolean(before) &&
    before.author.id === message.author.id &&
    [MessageType.DEFAULT, MessageType.CHAT_INPUT_COMMAND].includes(before.type) &&
    message.type === MessageType.DEFAULT &&
    !message.interaction &&
    !message.referenced_message &&
    before.ephemeral === message.ephemeral &&
    Date.parse(message.timestamp) - Date.parse(before.timestamp) < TOGETHER_MS
  );
}

export function messageView(message, before, context) {
  if (SYSTEM[message.type]) return systemView(message);
  const author = person(message.author.id) ?? { name: message.author.username, hue: 0 };
  const compact = continues(message, before);
  const sent = Date.parse(message.timestamp);
  const made = el("article", {
    class: classes({
      message: true,
      compact,
      first: !compact,
      pings: message.pings_me,
      ephemeral: message.ephemeral,
    }),
    data: { id: message.id },
    tabIndex: -1,
    "aria-label": say("message.by", { name: author.name, time: absolute(sent, "f") }),
  });
  if (!compact) {
    if (message.interaction) made.append(usedLine(message));
    else if (message.message_reference) made.append(replyLine(message));
    made.append(
      avatar(author),
      el(
        "header",
        { class: "message-head" },
        el("span", { class: "author" }, author.name),
        author.bot ? el("span", { class: "app-tag" }, say("app")) : null,
        el(
          "time",
          { class: "sent", title: absolute(sent, "F"), dateTime: message.timestamp },
          sentAt(sent),
        ),
      ),
    );
  } else {
    made.append(
      el(
        "time",
        { class: "sent hover", dateTime: message.timestamp, "aria-hidden": "true" },
        absolute(sent, "t"),
      ),
    );
  }
  const body = el("div", { class: "message-body" });
  if (message.flags & MessageFlag.LOADING)
    body.append(
      el(
        "div",
        { class: "thinking" },
        el("span", { class: "dots", "aria-hidden": "true" }),
        say("thinking", { name: author.name }),
      ),
    );
  if (message.content) {
    const text = markdown(message.content);
    if (message.edited_timestamp) editedMark(text, message);
    body.append(text);
  }
  if (!(message.flags & MessageFlag.IS_COMPONENTS_V2))
    body.append(...message.attachments.map(attachmentView));
  if (message.components.length) body.append(componentsView(message));
  if (message.thread) body.append(threadLine(message.thread));
  if (message.ephemeral) body.append(onlyYou(message));
  made.append(body);
  made.append(tools(message, context));
  return made;
}

function editedMark(text, message) {
  const at = Date.parse(message.edited_timestamp);
  (text.lastElementChild ?? text).append(
    el("span", { class: "edited", title: absolute(at, "F") }, ` ${say("edited")}`),
  );
}

function attachmentView(file) {
  if (file.content_type?.startsWith("image/") && file.width) {
    return picture({
      ...file,
      alt: file.description,
      spoiler: file.filename.startsWith("SPOILER_"),
      className: "attached",
    });
  }
  return fileView(file);
}

function usedLine(message) {
  const by = person(message.interaction.user.id);
  return el(
    "div",
    { class: "reply" },
    avatar(by ?? { name: "?", hue: 0 }, "tiny"),
    el("span", { class: "author" }, by?.name ?? ""),
    ` ${say("used")} `,
    el("span", { class: "mention" }, `/${message.interaction.name}`),
  );
}

function replyLine(message) {
  const to = message.referenced_message;
  if (!to) return el("div", { class: "reply" }, say("message.gone"));
  const by = person(to.author.id);
  return el(
    "a",
    {
      class: "reply",
      href: "#",
      onclick: (event) => {
        event.preventDefault();
        document.querySelector(`[data-id="${to.id}"]`)?.scrollIntoView({ block: "center" });
      },
    },
    avatar(by ?? { name: "?", hue: 0 }, "tiny"),
    el("span", { class: "author" }, by?.name ?? ""),
    " ",
    el(
      "span",
      { class: "reply-text" },
      plainText(to.content).slice(0, 120) || say("message.attachment"),
    ),
  );
}

function onlyYou(message) {
  const dismiss = el(
    "button",
    { class: "text-button", type: "button", onclick: () => attempt("delete", message) },
    say("dismiss"),
  );
  return el(
    "div",
    { class: "only-you" },
    icon("eye"),
    el("span", {}, say("only_you")),
    " • ",
    dismiss,
  );
}

function threadLine(thread) {
  return el(
    "a",
    { class: "thread-line", href: `#${thread.id}` },
    icon("thread"),
    el("strong", {}, thread.name),
    ` ${say("thread.open")}`,
  );
}

async function attempt(action, message, more = {}) {
  try {
    await act(action, { channel: message.channel_id, message: message.id, ...more });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    notify(error.message);
  }
}

function tools(message, context) {
  const open = (event) => menu(event.currentTarget, entries(message, context));
  return el(
    "div",
    { class: "tools" },
    message.ephemeral
      ? null
      : el(
          "button",
          {
            class: "icon-button",
            type: "button",
            "aria-label": say("message.reply"),
            title: say("message.reply"),
            onclick: () => emit("REPLY", message),
          },
          icon("reply"),
        ),
    el(
      "button",
      {
        class: "icon-button",
        type: "button",
        "aria-haspopup": "menu",
        "aria-label": say("message.more"),
        title: say("message.more"),
        onclick: open,
      },
      icon("more"),
    ),
  );
}

function entries(message, context) {
  const found = [];
  if (!message.ephemeral) {
    found.push({ label: say("message.reply"), run: () => emit("REPLY", message) });
  }
  found.push({
    label: say("message.copy"),
    run: () => navigator.clipboard?.writeText(message.content),
  });
  if (message.own || message.ephemeral || context.canManage()) {
    found.push({
      label: message.ephemeral ? say("dismiss") : say("message.delete"),
      danger: true,
      run: () => attempt("delete", message),
    });
  }
  return found;
}

const SYSTEM = {
  [MessageType.CHANNEL_PINNED_MESSAGE]: (message) => [
    icon("check"),
    strong(message),
    ` ${say("system.pinned")}`,
  ],
  [MessageType.USER_JOIN]: (message) => [icon("plus"), strong(message), ` ${say("system.joined")}`],
  [MessageType.THREAD_CREATED]: (message) => [
    icon("thread"),
    strong(message),
    ` ${say("system.thread")} `,
    el("a", { href: `#${message.message_reference.channel_id}` }, inline(message.content)),
  ],
  [MessageType.THREAD_STARTER_MESSAGE]: () => [icon("thread"), say("system.starter")],
};

function strong(message) {
  return el("strong", {}, person(message.author.id)?.name ?? message.author.username);
}

function systemView(message) {
  return el(
    "div",
    { class: "message system", data: { id: message.id } },
    SYSTEM[message.type](message),
    el(
      "time",
      { class: "sent", dateTime: message.timestamp },
      sentAt(Date.parse(message.timestamp)),
    ),
  );
}

export function isMine(message) {
  return message.author.id === state.me;
}
