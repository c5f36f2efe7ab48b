// @ts-check
// The page's sentences. They come from the catalog on the server; code names them by key.

let catalog = {};

export async function loadWords() {
  catalog = await (await fetch("/table/words")).json();
}

export function say(key, facts = {}) {
  let found = catalog;
  for (const part of key.split(".")) found = found?.[part];
  if (typeof found !== "string") return key;
  return found.replace(/\{(\w+)\}/g, (_, name) => String(facts[name] ?? ""));
}

export function count(key, number, facts = {}) {
  return say(`${key}.${number === 1 ? "one" : "many"}`, { number, ...facts });
}
