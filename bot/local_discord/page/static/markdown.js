// @ts-check
// Discord's kind of markdown, made into elements.

import { el } from "./dom.js";
import { timestamp } from "./moments.js";
import { allChannels, channelName, person, state } from "./state.js";
import { say } from "./words.js";

// Inline marks, tried in this order at every place. Each gives an element, or null to go on.
/** @type {[RegExp, (match: RegExpExecArray) => any][]} */
const INLINE = [
  [/^\\([^A-Za-z0-9\s])/, (m) => m[1]],
  [/^```(?:([a-z0-9_+-]+)\n)?\n?([^]*?)\n?```/i, (m) => el("pre", {}, el("code", {}, m[2]))],
  [
    /^(`+)([^]*?[^`])\1(?!`)/,
    (m) => el("code", { class: "inline" }, m[2].replace(/^ (.*) $/, "$1")),
  ],
  [/^<t:(-?\d{1,13})(?::([tTdDfFRsS]))?>/, (m) => timestamp(Number(m[1]) * 1000, m[2] ?? "f")],
  [
    /^<@!?(\d+)>/,
    (m) => mention(`@${person(m[1])?.name ?? say("unknown_person")}`, m[1] === state.me),
  ],
  [/^<@&(\d+)>/, (m) => mention(`@${roleName(m[1])}`, false)],
  [/^<#(\d+)>/, (m) => channelLink(m[1])],
  [/^<\/([^:>]+):\d+>/, (m) => mention(`/${m[1]}`, false)],
  [/^<(a?):(\w+):(\d+)>/, (m) => emoji(m[3], m[2])],
  [
    /^<?https:\/\/discord\.com\/channels\/(?:\d+|@me)\/(\d+)(?:\/(\d+))?>?/,
    (m) => channelLink(m[1]),
  ],
  [/^<(https?:\/\/[^\s>]+)>/, (m) => link(m[1], m[1])],
  [/^\[([^\]]+)\]\(<?(https?:\/\/[^\s)>]+)>?\)/, (m) => link(m[2], inline(m[1]))],
  [/^https?:\/\/[^\s<>]*[^\s<>.,:;"')\]]/, (m) => link(m[0], m[0])],
  [/^\*\*\*([^]+?)\*\*\*(?!\*)/, (m) => el("strong", {}, el("em", {}, inline(m[1])))],
  [/^\*\*([^]+?)\*\*(?!\*)/, (m) => el("strong", {}, inline(m[1]))],
  [/^__([^]+?)__(?!_)/, (m) => el("u", {}, inline(m[1]))],
  [/^~~([^]+?)~~(?!~)/, (m) => el("s", {}, inline(m[1]))],
  [/^\|\|([^]+?)\|\|/, (m) => spoiler(inline(m[1]))],
  [/^\*(?!\s)([^]*?[^\s*])\*(?!\*)/, (m) => el("em", {}, inline(m[1]))],
  [/^_((?:[^_]|__)+?)_(?![A-Za-z0-9_])/, (m) => el("em", {}, inline(m[1]))],
  [/^@(everyone|here)\b/, (m) => mention(m[0], true)],
];
const PLAIN = /^[^\\`<[h*_~|@\n]+/;

export function inline(text) {
  const parts = [];
  let rest = text;
  let before = "";
  while (rest) {
    const plain = PLAIN.exec(rest);
    if (plain) {
      parts.push(plain[0]);
      rest = rest.slice(plain[0].length);
      before = plain[0].at(-1);
      continue;
    }
    let found = null;
    for (const [pattern, make] of INLINE) {
      const match = pattern.exec(rest);
      if (!match || (match[0].startsWith("_") && /\w/.test(before))) continue;
      found = [match[0].length, make(match)];
      break;
    }
    const [length, made] = found ?? [1, rest[0] === "\n" ? el("br") : rest[0]];
    parts.push(made);
    before = rest[length - 1];
    rest = rest.slice(length);
  }
  return parts;
}

const SIGN = String.raw`\p{Extended_Pictographic}[\uFE0F\u200D\p{Emoji_Modifier}]*`;
const ONLY_EMOJI = new RegExp(String.raw`^(?:\s*(?:${SIGN}|<a?:\w+:\d+>))+\s*$`, "u");

export function markdown(text) {
  const made = el("div", { class: "markdown" });
  made.append(...blocks(text));
  if (text.length < 60 && ONLY_EMOJI.test(text)) {
    made.classList.add("jumbo");
  }
  return made;
}

function blocks(text) {
  const found = [];
  let rest = text;
  while (rest) {
    const [length, made] = block(rest);
    if (made) found.push(made);
    rest = rest.slice(length);
  }
  return found;
}

function block(text) {
  const code = /^```[^]*?```\n?/.exec(text);
  if (code) return [code[0].length, el("div", { class: "codeblock" }, inline(code[0].trimEnd()))];
  const whole = /^>>> ([^]*)/.exec(text);
  if (whole) return [whole[0].length, el("blockquote", {}, blocks(whole[1]))];
  const quote = /^(?:> ?[^\n]*(?:\n|$))+/.exec(text);
  if (quote)
    return [
      quote[0].length,
      el("blockquote", {}, blocks(quote[0].replace(/^> ?/gm, "").replace(/\n$/, ""))),
    ];
  const heading = /^(#{1,3}) +([^\n]+)(?:\n|$)/.exec(text);
  if (heading)
    return [
      heading[0].length,
      el(`h${heading[1].length + 2}`, { class: `h${heading[1].length}` }, inline(heading[2])),
    ];
  const small = /^-# +([^\n]+)(?:\n|$)/.exec(text);
  if (small) return [small[0].length, el("small", { class: "subtext" }, inline(small[1]))];
  const list = /^(?: *(?:[-*]|\d{1,9}\.) +[^\n]+(?:\n|$))+/.exec(text);
  if (list) return [list[0].length, listing(list[0].replace(/\n$/, "").split("\n"))];
  const lines = paragraph(text);
  return [
    lines.length,
    lines.replace(/\n$/, "")
      ? el("p", {}, inline(lines.replace(/\n$/, "")))
      : el("p", { class: "gap" }),
  ];
}

const STARTS = /^(?:```|>>> |> |#{1,3} |-# | *[-*] +\S| *\d{1,9}\. )/;

function paragraph(text) {
  let end = 0;
  let fence = false;
  for (const line of text.split(/(?<=\n)/)) {
    if (end && !fence && STARTS.test(line)) break;
    if (end && !fence && line === "\n") break;
    end += line.length;
    if ((line.match(/```/g) ?? []).length % 2) fence = !fence;
    if (!fence && line === "\n") break;
  }
  return text.slice(0, end);
}

function listing(lines) {
  const first = /^( *)(\d+\.|[-*]) +/.exec(lines[0]);
  const depth = first[1].length;
  const ordered = /\d/.test(first[2]);
  const made = el(ordered ? "ol" : "ul", ordered ? { start: parseInt(first[2], 10) } : {});
  let at = 0;
  while (at < lines.length) {
    const [, indent, , text] = /^( *)(\d+\.|[-*]) +(.*)$/.exec(lines[at]);
    at += 1;
    const item = el("li", {}, inline(text));
    const inner = [];
    while (at < lines.length && /^ */.exec(lines[at])[0].length > Math.max(depth, indent.length))
      inner.push(lines[at++]);
    if (inner.length) item.append(listing(inner));
    made.append(item);
  }
  return made;
}

function mention(text, mine) {
  return el("span", { class: mine ? "mention mine" : "mention" }, text);
}

function roleName(id) {
  for (const guild of state.guilds) if (guild.roles[id]) return guild.roles[id];
  return say("unknown_role");
}

function channelLink(id) {
  const found = allChannels().find((each) => each.id === id);
  if (!found) return mention(`#${say("unknown_channel")}`, false);
  return el("a", { class: "mention", href: `#${id}` }, `#${channelName(found)}`);
}

function link(address, text) {
  // An address on Discord means a channel of this table.
  const own = /^https:\/\/discord\.com\/channels\/(?:\d+|@me)\/(\d+)/.exec(address);
  if (own) return el("a", { href: `#${own[1]}` }, text);
  return el("a", { href: address, target: "_blank", rel: "noreferrer noopener" }, text);
}

export function emoji(id, name) {
  return el("img", {
    class: "emoji",
    src: `/cdn/emojis/${id}.png`,
    alt: `:${name}:`,
    title: `:${name}:`,
  });
}

function spoiler(children) {
  const reveal = (event) => {
    if (made.classList.contains("open")) return;
    event.preventDefault();
    event.stopPropagation();
    made.classList.add("open");
    made.removeAttribute("role");
    made.removeAttribute("aria-label");
  };
  const made = el(
    "span",
    {
      class: "spoiler",
      role: "button",
      tabIndex: 0,
      "aria-label": say("spoiler"),
      onclick: reveal,
    },
    el("span", {}, children),
  );
  made.addEventListener(
    "keydown",
    (event) => (event.key === "Enter" || event.key === " ") && reveal(event),
  );
  return made;
}

// Markdown as plain text, for places that show one line.
export function plainText(text) {
  return el("div", {}, inline(text)).textContent;
}
