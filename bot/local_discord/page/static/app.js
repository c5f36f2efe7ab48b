// @ts-check
// The page, put together.

import { ChannelType } from "./discord.js";
import { connect } from "./api.js";
import { head, openChannel, refreshCommands } from "./chat.js";
import { paintComposer } from "./composer.js";
import { paintBanner, setTheme, tick } from "./controls.js";
import { keepTime } from "./moments.js";
import { paintMembers, paintSidebar } from "./sidebar.js";
import { allChannels, channel, emit, on, state } from "./state.js";
import { loadWords, say } from "./words.js";

// The channel that is being opened; the page is not ready before its messages are there.
let opening = Promise.resolve();

on("SNAPSHOT", async (seen) => {
  const anew = seen.me !== state.shownFor;
  Object.assign(state, seen, { clockTaken: Date.now(), shownFor: seen.me });
  if (!document.getElementById("banner").firstChild) paintBanner();
  if (anew || !channel()) {
    const usual = localStorage.getItem(`channel-${state.me}`);
    const known = [location.hash.slice(1), usual].find((id) => channel(id));
    const first = known ?? allChannels().find((each) => each.kind !== ChannelType.CATEGORY)?.id;
    if (first) opening = openChannel(first);
    else state.channel = null;
  } else if (state.wanted && channel(state.wanted)) {
    const id = state.wanted;
    state.wanted = null;
    opening = openChannel(id);
  }
  await opening;
  // Somebody else's eyes were chosen while it loaded: their snapshot is on its way.
  if (seen.me !== state.me) return;
  if (!anew) refreshCommands();
  head();
  paintSidebar();
  paintMembers();
  paintComposer();
  emit("UNREAD");
  for (const what of seen.unmodelled.slice(-1)) emit("UNMODELLED", { what });
  document.body.classList.add("ready");
});

on("WAITING", (waiting) => {
  state.waiting = waiting;
  emit("UNREAD");
});

on("SWITCH", (id) => {
  if (id === state.me) return;
  state.me = id;
  state.channel = state.channel && channel()?.guild ? state.channel : null;
  localStorage.setItem("eyes", id);
  document.body.classList.remove("ready");
  connect();
});

on("LINE", ({ open }) => open && state.shownFor === state.me && state.channel && emit("RELOAD"));

window.addEventListener("hashchange", () => {
  const id = location.hash.slice(1);
  if (id && id !== state.channel && channel(id)) openChannel(id);
});

async function begin() {
  // The key has been traded for a cookie; it need not stay in the address, nor in the history.
  if (location.search) history.replaceState(null, "", `/${location.hash}`);
  setTheme(localStorage.getItem("theme") ?? "system");
  await loadWords();
  document.title = say("title");
  state.me = localStorage.getItem("eyes") ?? "first";
  keepTime();
  setInterval(tick, 1000);
  connect();
}

begin();
