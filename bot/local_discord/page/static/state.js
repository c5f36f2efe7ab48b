// @ts-check
// What the page knows, and listeners for its changes.

export const state = {
  me: null,
  bot: null,
  online: false,
  people: [],
  guilds: [],
  dms: [],
  waiting: {},
  unmodelled: [],
  clock: { now: Date.now(), ahead: 0 },
  clockTaken: Date.now(),
  channel: null,
};

const listeners = new Map();

export function on(name, listener) {
  if (!listeners.has(name)) listeners.set(name, []);
  listeners.get(name).push(listener);
}

export function emit(name, data) {
  for (const listener of listeners.get(name) ?? []) listener(data);
}

export function tableNow() {
  return state.clock.now + (Date.now() - state.clockTaken);
}

export function person(id) {
  if (state.bot && state.bot.id === id) return state.bot;
  return state.people.find((each) => each.id === id);
}

export function me() {
  return person(state.me);
}

export function allChannels() {
  return [...state.guilds.flatMap((guild) => guild.channels), ...state.dms];
}

export function channel(id = state.channel) {
  return allChannels().find((each) => each.id === id);
}

export function guildOf(entry) {
  return state.guilds.find((guild) => guild.id === entry?.guild);
}

export function channelName(entry) {
  if (!entry) return "";
  return entry.guild ? entry.name : state.bot.name;
}
