// @ts-check
// The list of channels and DMs, and the choice of the user to play as.

import { ChannelType } from "./discord.js";
import { act } from "./api.js";
import { openChannel } from "./chat.js";
import { avatar, el, icon, morphChildren } from "./dom.js";
import { allChannels, channelName, emit, me, on, state } from "./state.js";
import { count, say } from "./words.js";

const place = document.getElementById("sidebar");
const shade = document.getElementById("shade");

export function paintSidebar() {
  morphChildren(place, [
    el("div", { class: "channels" }, state.guilds.map(guildView), conversations()),
    eyes(),
  ]);
  place.setAttribute("aria-label", say("sidebar.label"));
}

function guildView(guild) {
  const roots = guild.channels.filter((each) => !each.thread && each.kind !== ChannelType.CATEGORY);
  return el(
    "section",
    { "aria-label": guild.name },
    el("h2", { class: "guild-name" }, guild.name),
    el(
      "ul",
      {},
      roots.map((each) => {
        const threads = guild.channels.filter(
          (thread) => thread.thread && thread.parent === each.id,
        );
        return el(
          "li",
          {},
          channelView(each, "hash"),
          threads.length
            ? el(
                "ul",
                { class: "threads" },
                threads.map((thread) => el("li", {}, channelView(thread, "thread"))),
              )
            : null,
        );
      }),
    ),
  );
}

function conversations() {
  const [dm] = state.dms;
  const known = dm
    ? channelView(dm, null)
    : el(
        "button",
        {
          class: "channel",
          type: "button",
          data: { key: "conversation" },
          onclick: openConversation,
        },
        botFace(),
        el("span", { class: "channel-name" }, state.bot.name),
      );
  return el(
    "section",
    { "aria-label": say("sidebar.private") },
    el("h2", { class: "list-name" }, say("sidebar.private")),
    el("ul", {}, el("li", {}, known)),
  );
}

function botFace() {
  const face = avatar(state.bot, "small");
  face.classList.add(state.online ? "online" : "offline");
  return face;
}

async function openConversation() {
  const { channel } = await act("dm");
  if (allChannels().some((each) => each.id === channel)) openChannel(channel);
  else state.wanted = channel;
}

function channelView(entry, shape) {
  const current = entry.id === state.channel;
  const name = channelName(entry);
  return el(
    "button",
    {
      class: `channel ${entry.unread ? "unread" : ""} ${current ? "current" : ""}`,
      type: "button",
      "aria-current": current ? "page" : undefined,
      "aria-label": entry.pings
        ? count("sidebar.pings", entry.pings, { name })
        : entry.unread
          ? say("sidebar.unread", { name })
          : name,
      data: { channel: entry.id, key: `channel-${entry.id}` },
      onclick: () => {
        emit("SIDEBAR", false);
        openChannel(entry.id);
      },
    },
    shape ? icon(shape) : botFace(),
    el("span", { class: "channel-name" }, name),
    entry.pings ? el("span", { class: "badge" }, entry.pings) : null,
  );
}

function eyes() {
  return el(
    "section",
    { class: "eyes", "aria-label": say("eyes.label") },
    el("p", { class: "eyes-note" }, say("eyes.note")),
    el(
      "div",
      { class: "eyes-row", role: "radiogroup", "aria-label": say("eyes.label") },
      state.people.map((each, index) => {
        const mine = each.id === state.me;
        const waiting = state.waiting[each.id] ?? 0;
        return el(
          "button",
          {
            class: mine ? "eye mine" : "eye",
            type: "button",
            role: "radio",
            data: { key: `eye-${each.id}` },
            "aria-checked": String(mine),
            title: `${each.name} (Alt+${index + 1})`,
            "aria-label":
              waiting && !mine ? count("eyes.waiting", waiting, { name: each.name }) : each.name,
            onclick: () => emit("SWITCH", each.id),
          },
          avatar(each),
          waiting && !mine ? el("span", { class: "badge" }, waiting) : null,
          el("span", { class: "eye-name" }, each.name),
        );
      }),
    ),
  );
}

export function paintMembers() {
  const aside = document.getElementById("members");
  const guild = state.guilds.find((each) =>
    each.channels.some((entry) => entry.id === state.channel),
  );
  aside.hidden = !guild;
  if (!guild) return;
  aside.setAttribute("aria-label", say("members.label"));
  const row = (each) =>
    el(
      "li",
      { class: "member" },
      each.bot ? botFace() : avatar(each, "small"),
      el("span", { class: "member-name" }, each.name),
      each.bot ? el("span", { class: "app-tag" }, say("app")) : null,
    );
  const people = state.people.filter((each) => guild.members.includes(each.id));
  const apps = guild.has_bot
    ? [el("h2", { class: "list-name" }, say("members.apps")), el("ul", {}, row(state.bot))]
    : [];
  morphChildren(aside, [
    el("h2", { class: "list-name" }, say("members.people", { number: people.length })),
    el("ul", {}, people.map(row)),
    ...apps,
  ]);
}

on("SIDEBAR", (open) => {
  document.body.classList.toggle("sidebar-open", open);
  shade.hidden = !open;
  /** @type {HTMLButtonElement | null} */
  const first = place.querySelector("button.current, button");
  if (open) first?.focus();
});
shade.addEventListener("click", () => emit("SIDEBAR", false));
on("UNREAD", () => {
  paintSidebar();
  const mine = allChannels().reduce((sum, each) => sum + each.pings, 0);
  document.title = `${mine ? `(${mine}) ` : ""}${me()?.name ?? ""} · ${say("title")}`;
});
on("OPENED", () => {
  paintSidebar();
  paintMembers();
});
on("PRESENCE", ({ online }) => {
  state.online = online;
  paintSidebar();
  paintMembers();
});
document.addEventListener("keydown", (event) => {
  const chosen = /^[1-9]$/.test(event.key) ? state.people[Number(event.key) - 1] : null;
  if (event.altKey && chosen) {
    event.preventDefault();
    emit("SWITCH", chosen.id);
  }
  if (event.altKey && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
    event.preventDefault();
    /** @type {NodeListOf<HTMLElement>} */
    const buttons = place.querySelectorAll("button.channel[data-channel]");
    const listed = [...buttons].map((each) => each.dataset.channel);
    const at = listed.indexOf(state.channel);
    const to = listed[(at + (event.key === "ArrowDown" ? 1 : -1) + listed.length) % listed.length];
    if (to) openChannel(to);
  }
});
