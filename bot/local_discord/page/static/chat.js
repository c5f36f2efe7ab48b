// @ts-check
// The channel that is open: its head, its messages, its unread line.

import { act, look } from "./api.js";
import { el, fill, icon } from "./dom.js";
import { continues, messageView } from "./message.js";
import { emit, channel, channelName, on, person, state } from "./state.js";
import { say } from "./words.js";

const log = document.getElementById("log");
const MOST_SHOWN = 150;
let messages = [];
let more = false;
let loading = false;
let newFrom = null;
let commands = [];

export const context = {
  commands: () => commands,
  canManage: () => Boolean(channel()?.can_manage),
};

// A reader of the newest message stays there, but nothing moves under an open list.
const follows = () =>
  log.scrollHeight - log.scrollTop - log.clientHeight < 80 &&
  !log.querySelector(".select-panel:not([hidden])");
const toBottom = () => (log.scrollTop = log.scrollHeight);
const answersMe = (message) =>
  message.own || message.ephemeral || message.interaction_metadata?.user.id === state.me;

// Bring a message into sight; of one that is taller than the window, its beginning.
function reveal(node) {
  if (node.offsetHeight > log.clientHeight - 24) node.scrollIntoView({ block: "start" });
  else if (node === log.lastElementChild) toBottom();
  else node.scrollIntoView({ block: "nearest" });
}

const jump = el("button", { class: "jump", type: "button", hidden: true, onclick: toBottom });
log.after(jump);
const paintJump = () => (jump.hidden = log.scrollHeight - log.scrollTop - log.clientHeight < 400);

export async function openChannel(id) {
  const entry = channel(id);
  if (!entry) return;
  state.channel = id;
  localStorage.setItem(`channel-${state.me}`, id);
  history.replaceState(null, "", `#${id}`);
  newFrom = entry.unread ? entry.last_read : null;
  head();
  emit("OPENED", id);
  await load();
  await refreshCommands();
}

// Events that arrive while messages are loading are kept, and handled once they are there.
let arrived = null;

async function load() {
  const wanted = state.channel;
  const kept = [];
  arrived = kept;
  const page = await look("messages", { channel: wanted });
  if (wanted !== state.channel || arrived !== kept) return;
  arrived = null;
  messages = page.messages;
  more = page.more;
  paint();
  toBottom();
  for (const [name, facts] of kept) emit(name, facts);
  read();
}

function waits(name, facts) {
  if (arrived === null || facts.channel !== state.channel) return false;
  arrived.push([name, facts]);
  return true;
}

export async function refreshCommands() {
  const wanted = state.channel;
  const found = wanted ? await look("commands", { channel: wanted }) : [];
  if (wanted === state.channel) {
    commands = found;
    emit("COMMANDS", context.commands());
  }
}

export function head() {
  jump.replaceChildren(icon("down"), say("jump"));
  const entry = channel();
  const place = document.getElementById("chat-head");
  if (!entry) {
    fill(place);
    fill(log, el("p", { class: "nothing" }, say("no_channel")));
    return;
  }
  const shape = !entry.guild ? "at" : entry.thread ? "thread" : "hash";
  fill(
    place,
    el(
      "button",
      {
        class: "icon-button only-narrow",
        type: "button",
        id: "open-sidebar",
        "aria-label": say("sidebar.open"),
        onclick: () => emit("SIDEBAR", true),
      },
      icon("menu"),
    ),
    el("h1", {}, icon(shape), channelName(entry)),
    entry.topic ? el("span", { class: "topic", title: entry.topic }, entry.topic) : null,
    el("span", { class: "spring" }),
    el(
      "button",
      {
        class: "icon-button",
        type: "button",
        "aria-label": say("settings.open"),
        title: say("settings.open"),
        onclick: () => emit("SETTINGS"),
      },
      icon("gear"),
    ),
  );
  log.setAttribute("aria-label", say("log_label", { name: channelName(entry) }));
}

function paint() {
  const made = [];
  if (more) made.push(olderButton());
  else made.push(beginning());
  let before = null;
  let marked = false;
  for (const message of messages) {
    const day = new Date(message.timestamp).toDateString();
    const fresh =
      newFrom !== null && !marked && BigInt(message.id) > BigInt(newFrom) && !message.own;
    if (!before || new Date(before.timestamp).toDateString() !== day || fresh) {
      const label = new Intl.DateTimeFormat(undefined, { dateStyle: "long" }).format(
        new Date(message.timestamp),
      );
      const newDay = !before || new Date(before.timestamp).toDateString() !== day;
      made.push(
        el(
          "div",
          { class: fresh ? "divider new" : "divider", role: "separator" },
          newDay ? el("span", {}, label) : null,
          fresh ? el("span", { class: "new-mark" }, say("new")) : null,
        ),
      );
      marked ||= fresh;
      before = null;
    }
    made.push(messageView(message, before, context));
    before = message;
  }
  fill(log, made);
  log.dataset.channel = state.channel;
}

function olderButton() {
  return el("button", { class: "text-button older", type: "button", onclick: older }, say("older"));
}

function beginning() {
  const entry = channel();
  const name = channelName(entry);
  return el(
    "div",
    { class: "beginning" },
    el("h2", {}, entry.guild ? say("beginning.channel", { name }) : say("beginning.dm", { name })),
    el(
      "p",
      {},
      entry.guild ? say("beginning.channel_note", { name }) : say("beginning.dm_note", { name }),
    ),
  );
}

async function older() {
  if (loading || !messages.length) return;
  loading = true;
  const page = await look("messages", { channel: state.channel, before: messages[0].id });
  const height = log.scrollHeight;
  messages = [...page.messages, ...messages];
  more = page.more;
  paint();
  log.scrollTop += log.scrollHeight - height;
  loading = false;
}

export function read() {
  const entry = channel();
  const last = messages.at(-1);
  if (!entry || !last || !document.hasFocus()) return;
  if (BigInt(last.id) <= BigInt(entry.last_read || 0)) return;
  entry.last_read = last.id;
  entry.unread = false;
  entry.pings = 0;
  emit("UNREAD");
  act("read", { channel: entry.id, message: last.id }).then(({ waiting }) => {
    state.waiting = waiting;
    emit("UNREAD");
  });
}

// News. A message is put where it belongs without painting all others anew, so that a list that is
// open, or a place that is read, stays as it is.

function viewAt(index) {
  const before = messages[index - 1];
  const node = log.querySelector(`[data-id="${before?.id}"]`);
  return messageView(
    messages[index],
    node?.nextElementSibling?.classList.contains("divider") ? null : before,
    context,
  );
}

on("MESSAGE_CREATE", (facts) => {
  if (waits("MESSAGE_CREATE", facts)) return;
  const { channel: place, message } = facts;
  if (place !== state.channel) {
    markUnread(place, message);
    return;
  }
  if (messages.some((each) => each.id === message.id)) return;
  const stay = !follows();
  const before = messages.at(-1);
  messages.push(message);
  if (
    !before ||
    new Date(before.timestamp).toDateString() !== new Date(message.timestamp).toDateString()
  )
    paint();
  else {
    if (!document.hasFocus() && newFrom === null && !message.own) {
      newFrom = before.id;
      log.append(
        el(
          "div",
          { class: "divider new", role: "separator" },
          el("span", { class: "new-mark" }, say("new")),
        ),
      );
    }
    log.append(
      messageView(
        message,
        log.lastElementChild?.classList.contains("divider") ? null : before,
        context,
      ),
    );
  }
  if (!stay && messages.length > MOST_SHOWN) forgetOldest();
  if (answersMe(message)) reveal(log.lastElementChild);
  else if (!stay) toBottom();
  paintJump();
  read();
});

// A page that stays open for days shows the newest; older ones come back by scrolling up.
function forgetOldest() {
  messages = messages.slice(-MOST_SHOWN / 2);
  const first = log.querySelector(`[data-id="${messages[0].id}"]`);
  while (first.previousSibling) first.previousSibling.remove();
  log.prepend(olderButton());
  more = true;
}

on("MESSAGE_UPDATE", (facts) => {
  const { channel: place, message } = facts;
  if (place !== state.channel || waits("MESSAGE_UPDATE", facts)) return;
  const index = messages.findIndex((each) => each.id === message.id);
  if (index < 0) return;
  const stay = !follows();
  messages[index] = message;
  const old = log.querySelector(`[data-id="${message.id}"]`);
  const active = /** @type {HTMLElement | null} */ (document.activeElement);
  const focused = old?.contains(active) ? active.dataset.customId : null;
  const made = viewAt(index);
  old?.replaceWith(made);
  if (focused)
    made.querySelector(`[data-custom-id="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  if (!stay && index === messages.length - 1) answersMe(message) ? reveal(made) : toBottom();
  paintJump();
});

on("MESSAGE_DELETE", (facts) => {
  const { channel: place, id } = facts;
  if (place !== state.channel || waits("MESSAGE_DELETE", facts)) return;
  const index = messages.findIndex((each) => each.id === id);
  if (index < 0) return;
  messages.splice(index, 1);
  log.querySelector(`[data-id="${id}"]`)?.remove();
  const next = messages[index];
  if (next && !continues(next, messages[index - 1]))
    log.querySelector(`[data-id="${next.id}"]`)?.replaceWith(viewAt(index));
});

function markUnread(place, message) {
  const entry = channel(place);
  if (!entry || message.own) return;
  entry.unread = true;
  if (message.pings_me || !entry.guild) entry.pings += 1;
  emit("UNREAD");
}

on("COMMANDS_UPDATE", refreshCommands);
on("RELOAD", load);
window.addEventListener("focus", read);
log.addEventListener("scroll", () => {
  paintJump();
  if (log.scrollTop < 60 && more) older();
});
