// @ts-check
// The table's own controls: the banner, the clock, the demo, and ways to try trouble out.

import { act, Refused } from "./api.js";
import { el, fill, icon, openDialog } from "./dom.js";
import { menu, notify } from "./menus.js";
import { absolute, refreshTimes, relativeTo } from "./moments.js";
import { channel, channelName, guildOf, me, on, state, tableNow } from "./state.js";
import { say } from "./words.js";

const banner = document.getElementById("banner");
const face = el("span", { class: "clock-face" });

async function attempt(action, body = {}) {
  try {
    return await act(action, body);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    notify(error.message);
    return null;
  }
}

export function paintBanner() {
  fill(
    banner,
    el(
      "p",
      { class: "banner-text" },
      el("strong", {}, say("banner.title")),
      " ",
      el("span", {}, say("banner.note")),
    ),
    el("strong", { class: "lost", role: "status" }),
    el(
      "button",
      {
        class: "text-button",
        type: "button",
        id: "real-server",
        "aria-label": say("banner.real"),
        onclick: realServer,
      },
      el("span", { class: "only-wide" }, say("banner.real")),
      el("span", { class: "only-small" }, say("banner.real_short")),
    ),
    el("span", { class: "spring" }),
    el(
      "button",
      { class: "banner-button", type: "button", id: "demo", onclick: demo },
      icon("play"),
      el("span", {}, say("demo.start")),
    ),
    el(
      "div",
      { class: "clock", role: "group", "aria-label": say("clock.label") },
      icon("clock"),
      face,
      el(
        "button",
        {
          class: "banner-button",
          type: "button",
          id: "skip",
          title: say("clock.skip_note"),
          onclick: () => skip({}),
        },
        icon("skip"),
        el("span", {}, say("clock.skip")),
      ),
      el(
        "button",
        {
          class: "banner-button small",
          type: "button",
          "aria-label": say("clock.more"),
          "aria-haspopup": "menu",
          id: "skip-more",
          onclick: (event) =>
            menu(event.currentTarget, [
              { label: say("clock.minutes"), run: () => skip({ seconds: 600 }) },
              { label: say("clock.hour"), run: () => skip({ seconds: 3600 }) },
              { label: say("clock.day"), run: () => skip({ seconds: 86400 }) },
            ]),
        },
        icon("down"),
      ),
    ),
  );
  tick();
}

export function tick() {
  const now = tableNow();
  const ahead = state.clock.ahead;
  const text = new Intl.DateTimeFormat(undefined, {
    weekday: "short",
    hour: "2-digit",
    minute: "2-digit",
  }).format(new Date(now));
  if (face.textContent !== text) face.textContent = text;
  face.title =
    ahead > 1000
      ? say("clock.ahead", { time: relativeTo(ahead, 0), now: absolute(now, "F") })
      : absolute(now, "F");
}

async function skip(body) {
  const before = tableNow();
  const clock = await attempt("skip", body);
  if (clock)
    notify(say("clock.skipped", { time: relativeTo(clock.now, before).replace(/^\S+ /, "") }));
}

async function demo() {
  const entry = channel();
  await attempt("demo", { channel: entry?.guild ? entry.id : state.guilds[0]?.channels[0]?.id });
}

function realServer() {
  const steps = ["one", "two", "three", "four"].map((each) => el("li", {}, say(`real.${each}`)));
  dialogOf(
    say("real.title"),
    el("ol", { class: "steps" }, steps),
    el("pre", {}, el("code", {}, say("real.code"))),
    el("p", {}, say("real.note")),
  );
}

function dialogOf(title, ...children) {
  const dialog = el(
    "dialog",
    { class: "modal", "aria-label": title },
    el(
      "form",
      { class: "modal-form", method: "dialog" },
      el(
        "div",
        { class: "modal-head" },
        el("h2", {}, title),
        el("button", { class: "icon-button", "aria-label": say("close") }, icon("close")),
      ),
      el("div", { class: "modal-fields" }, children),
    ),
  );
  return openDialog(dialog);
}

function settings() {
  const entry = channel();
  const guild = guildOf(entry);
  const manages = Boolean(guild?.manager);
  // With `again`, the first press only changes the label: what cannot be undone takes two.
  const button = (label, run, { danger = false, again = "" } = {}) => {
    const made = el(
      "button",
      {
        class: danger ? "button danger" : "button secondary",
        type: "button",
        onclick: async () => {
          if (again && made.textContent !== again) {
            made.textContent = again;
            return;
          }
          await run();
          dialog.close();
        },
      },
      label,
    );
    return made;
  };
  const dms = el("input", {
    type: "checkbox",
    checked: me().dms_open,
    onchange: () => attempt("dms_open", { open: dms.checked }),
  });
  const theme = el(
    "select",
    { onchange: () => setTheme(theme.value) },
    ["system", "dark", "light"].map((each) =>
      el(
        "option",
        { value: each, selected: (localStorage.getItem("theme") ?? "system") === each },
        say(`settings.theme_${each}`),
      ),
    ),
  );
  const name = el("input", {
    type: "text",
    maxLength: 100,
    placeholder: say("settings.channel_name"),
    "aria-label": say("settings.channel_name"),
  });
  const dialog = dialogOf(
    say("settings.title"),
    el(
      "label",
      { class: "choice" },
      dms,
      el("span", {}, say("settings.dms", { name: me().name, bot: state.bot.name })),
    ),
    el("label", { class: "choice spread" }, el("span", {}, say("settings.theme")), theme),
    el("h3", {}, say("settings.server")),
    manages
      ? [
          el(
            "div",
            { class: "inline-form" },
            name,
            button(say("settings.new_channel"), () =>
              attempt("new_channel", { guild: guild.id, name: name.value }),
            ),
          ),
          el(
            "div",
            { class: "button-row" },
            guild.has_bot
              ? button(
                  say("settings.kick", { bot: state.bot.name }),
                  () => attempt("bot_in_server", { guild: guild.id, in: false }),
                  { danger: true },
                )
              : button(say("settings.invite", { bot: state.bot.name }), () =>
                  attempt("bot_in_server", { guild: guild.id, in: true }),
                ),
            button(
              say(entry.bot_speaks ? "settings.silence" : "settings.unsilence", {
                bot: state.bot.name,
              }),
              () => attempt("bot_may_speak", { channel: entry.id, may: !entry.bot_speaks }),
            ),
            button(
              say("settings.delete_channel"),
              () => attempt("delete_channel", { channel: entry.id }),
              {
                danger: true,
                again: say("settings.delete_again", { name: channelName(entry) }),
              },
            ),
          ),
        ]
      : el("p", { class: "field-note" }, say("settings.owner_only")),
    el("h3", {}, say("settings.trouble")),
    el("p", { class: "field-note" }, say("settings.trouble_note")),
    el(
      "div",
      { class: "button-row" },
      button(say("settings.drop"), () => attempt("gateway", { how: "drop" })),
      button(say("settings.fail"), () =>
        attempt("fault", {
          fault: { kind: "status", method: "POST", path: "/messages$", status: 503 },
        }),
      ),
      button(say("settings.slow"), () =>
        attempt("fault", { fault: { kind: "delay", seconds: 2, times: 5 } }),
      ),
      button(say("settings.limit"), () =>
        attempt("fault", { fault: { kind: "rate_limit", seconds: 3 } }),
      ),
    ),
  );
}

export function setTheme(theme) {
  localStorage.setItem("theme", theme);
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

on("SETTINGS", settings);
on("CLOCK", (clock) => {
  state.clock = clock;
  state.clockTaken = Date.now();
  tick();
  refreshTimes();
});
on("UNMODELLED", ({ what }) => notify(say("unmodelled", { what })));
on("NOTICE", ({ key, facts }) => notify(say(key, facts)));
on("LINE", ({ open }) => {
  document.body.classList.toggle("line-lost", !open);
  const lost = banner.querySelector(".lost");
  if (lost) lost.textContent = open ? "" : say("banner.lost");
});
