// @ts-check
// Times on the page, by the table's clock.

import { el } from "./dom.js";
import { tableNow } from "./state.js";

const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
  s: { dateStyle: "short", timeStyle: "short" },
  S: { dateStyle: "short", timeStyle: "medium" },
};
/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [
  ["year", 31536000],
  ["month", 2592000],
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: "always" });
const nearly = new Intl.RelativeTimeFormat(undefined, { numeric: "auto" });

export function relativeTo(ms, now = tableNow()) {
  const seconds = Math.round((ms - now) / 1000);
  if (seconds === 0) return nearly.format(0, "second");
  for (const [unit, size] of UNITS) {
    if (Math.abs(seconds) >= size || unit === "second")
      return relative.format(Math.round(seconds / size), unit);
  }
  return "";
}

export function absolute(ms, style = "f") {
  return new Intl.DateTimeFormat(undefined, STYLES[style] ?? STYLES.f).format(new Date(ms));
}

export function timestamp(ms, style) {
  const text = style === "R" ? relativeTo(ms) : absolute(ms, style);
  const made = el(
    "time",
    { class: "timestamp", title: absolute(ms, "F"), dateTime: new Date(ms).toISOString() },
    text,
  );
  if (style === "R") made.dataset.relative = ms;
  return made;
}

export function sentAt(ms) {
  const day = (each) => new Date(each).toDateString();
  const now = tableNow();
  return absolute(ms, day(ms) === day(now) ? "t" : "s");
}

export function keepTime() {
  setInterval(refreshTimes, 1000);
}

export function refreshTimes() {
  /** @type {NodeListOf<HTMLElement>} */
  const times = document.querySelectorAll("time[data-relative]");
  for (const made of times) {
    const text = relativeTo(Number(made.dataset.relative));
    if (made.textContent !== text) made.textContent = text;
  }
}
