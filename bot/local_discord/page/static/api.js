// @ts-check
// The table's HTTP and WebSocket interface: actions by request, events by socket.

import { emit, state } from "./state.js";
import { say } from "./words.js";

export class Refused extends Error {}

export async function act(action, body = {}, files = {}) {
  const request = { do: action, as: state.me, ...body };
  /** @type {RequestInit} */
  let options = {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(request),
  };
  if (Object.keys(files).length) {
    const form = new FormData();
    form.append("body", new Blob([JSON.stringify(request)], { type: "application/json" }));
    for (const [name, listed] of Object.entries(files)) {
      for (const file of listed) form.append(name, file, file.name);
    }
    options = { method: "POST", body: form };
  }
  const response = await fetch("/table/do", options);
  if (!response.ok) throw new Refused(say("refused.lost"));
  const answer = await response.json();
  if (answer.refused) throw new Refused(say(`refused.${answer.refused.key}`, answer.refused.facts));
  return answer;
}

export async function look(what, query = {}) {
  const search = new URLSearchParams({ as: state.me, ...query });
  const response = await fetch(`/table/${what}?${search}`);
  if (!response.ok) throw new Refused(say("refused.lost"));
  return response.json();
}

// Interactions: the request says which one began, the socket says how it ended, in either order.

const ended = new Map();
const awaited = new Map();

export async function interact(action, body, files) {
  const { interaction } = await act(action, body, files);
  if (ended.has(interaction)) {
    const outcome = ended.get(interaction);
    ended.delete(interaction);
    return outcome;
  }
  return new Promise((resolve) => awaited.set(interaction, resolve));
}

function finish(outcome) {
  const resolve = awaited.get(outcome.id);
  awaited.delete(outcome.id);
  if (resolve) resolve(outcome);
  else ended.set(outcome.id, outcome);
}

let socket = null;
let patience = 250;

export function connect() {
  const mine = new WebSocket(`ws://${location.host}/table/live?as=${state.me}`);
  socket?.close();
  socket = mine;
  mine.addEventListener("message", (event) => {
    if (socket !== mine) return;
    patience = 250;
    const { t: name, d: data } = JSON.parse(event.data);
    if (name === "OUTCOME") finish(data);
    else emit(name, data);
  });
  mine.addEventListener("close", () => {
    if (socket !== mine) return;
    emit("LINE", { open: false });
    setTimeout(() => socket === mine && connect(), patience);
    patience = Math.min(patience * 2, 4000);
  });
  mine.addEventListener("open", () => socket === mine && emit("LINE", { open: true }));
}
