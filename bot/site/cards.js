"use strict";
// Shows the cards whose title or words hold everything that was typed.
const box = document.getElementById("query");
const cards = [...document.querySelectorAll("article")].map((card) => [
  card,
  card.textContent.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").toLowerCase(),
]);
box.addEventListener("input", () => {
  const typed = box.value.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").toLowerCase();
  const words = typed.match(/[a-z0-9]+/g) || [];
  for (const [card, text] of cards) {
    card.hidden = !words.every((word) => text.includes(word));
  }
});
box.form.addEventListener("submit", (event) => event.preventDefault());
