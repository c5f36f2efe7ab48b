// @ts-check
// Embeds: the framed blocks of older messages.

import { el } from "./dom.js";
import { picture } from "./lightbox.js";
import { inline, markdown } from "./markdown.js";
import { absolute } from "./moments.js";

export function embedView(embed) {
  const made = el("article", { class: "embed" });
  if (embed.color !== undefined) made.style.setProperty("--accent", colour(embed.color));
  const text = el("div", { class: "embed-text" });
  if (embed.author?.name)
    text.append(
      el(
        "div",
        { class: "embed-author" },
        small(embed.author.icon_url),
        titled(embed.author.name, embed.author.url),
      ),
    );
  if (embed.title)
    text.append(el("div", { class: "embed-title" }, titled(inline(embed.title), embed.url)));
  if (embed.description) text.append(markdown(embed.description));
  if (embed.fields?.length) text.append(fields(embed.fields));
  made.append(
    el(
      "div",
      { class: "embed-body" },
      text,
      embed.thumbnail ? picture({ ...embed.thumbnail, className: "embed-thumbnail" }) : null,
    ),
  );
  if (embed.image) made.append(picture({ ...embed.image, className: "embed-image" }));
  const footer = [
    embed.footer?.text,
    embed.timestamp ? absolute(Date.parse(embed.timestamp), "s") : null,
  ].filter(Boolean);
  if (footer.length)
    made.append(
      el("div", { class: "embed-footer" }, small(embed.footer?.icon_url), footer.join(" • ")),
    );
  return made;
}

export function colour(number) {
  return `#${number.toString(16).padStart(6, "0")}`;
}

function small(url) {
  return url && url.startsWith(location.origin)
    ? el("img", { src: url, alt: "", class: "embed-icon" })
    : null;
}

function titled(children, url) {
  return url
    ? el("a", { href: url, target: "_blank", rel: "noreferrer noopener" }, children)
    : children;
}

function fields(listed) {
  const made = el("div", { class: "embed-fields" });
  for (const field of listed) {
    made.append(
      el(
        "div",
        { class: field.inline ? "embed-field inline" : "embed-field" },
        el("div", { class: "embed-field-name" }, inline(field.name)),
        markdown(field.value),
      ),
    );
  }
  return made;
}
