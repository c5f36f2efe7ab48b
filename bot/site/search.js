"use strict";
// The scoring: the weights of the words typed, added up for each section. An unknown word counts as
// the known words that it begins, or that begin it.
function leading(index, word) {
  if (Object.prototype.hasOwnProperty.call(index.words, word)) return index.words[word];
  if (word.length < 4) return [];
  const near = Object.keys(index.words).filter(
    (known) => known.length > 3 && (known.startsWith(word) || word.startsWith(known)),
  );
  near.sort((a, b) => Math.abs(a.length - word.length) - Math.abs(b.length - word.length));
  return near.length ? index.words[near[0]] : [];
}

function search(index, query, most) {
  const scores = new Map();
  const plain = query.normalize("NFKD").replace(/[\u0300-\u036f'\u2019]/g, "").toLowerCase();
  for (const word of new Set(plain.match(/[a-z0-9]+/g) || [])) {
    for (const [term, weight] of leading(index, word)) {
      const found = index.terms[term];
      for (let at = 0; at < found.length; at += 2) {
        scores.set(found[at], (scores.get(found[at]) || 0) + weight * found[at + 1]);
      }
    }
  }
  return [...scores]
    .sort((a, b) => b[1] - a[1] || a[0] - b[0])
    .slice(0, most)
    .map(([at]) => index.sections[at]);
}

if (typeof module !== "undefined") module.exports = { search };

if (typeof document !== "undefined") {
  const box = document.getElementById("query");
  const list = document.getElementById("hits");
  const show = () => {
    if (!window.heraldIndex) return;
    const hits = box.value.trim() ? search(window.heraldIndex, box.value, 6) : [];
    list.replaceChildren(
      ...hits.map(([number, title, anchor]) => {
        const item = document.createElement("li");
        const link = document.createElement("a");
        link.href = "#" + anchor;
        link.textContent = number + " " + title;
        item.append(link);
        return item;
      }),
    );
  };
  // A script instead of a request: it works from a folder too, and only those who search wait.
  box.addEventListener("focus", () => {
    const script = document.createElement("script");
    script.src = "search-index.js";
    script.onload = show;
    document.head.append(script);
  }, { once: true });
  box.addEventListener("input", show);
  // What was found is gone when the reader goes there: it would cover the section.
  list.addEventListener("click", () => setTimeout(() => list.replaceChildren()));
  box.form.addEventListener("submit", (event) => {
    event.preventDefault();
    const first = list.querySelector("a");
    if (first) first.click();
  });
}
