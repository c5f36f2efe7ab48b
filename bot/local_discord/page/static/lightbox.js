// @ts-check
// Pictures: in a message, and large.

import { el, icon, openDialog } from "./dom.js";
import { say } from "./words.js";

export function picture({ url, width, height, alt, spoiler, className = "" }) {
  const own = url.startsWith(`${location.origin}/`) || url.startsWith("data:");
  if (!own) {
    // Nothing on this page comes from elsewhere; a picture there is a link.
    return el(
      "a",
      { class: "elsewhere", href: url, target: "_blank", rel: "noreferrer noopener" },
      icon("link"),
      alt || url,
    );
  }
  const image = el("img", { src: url, alt: alt || "", loading: "lazy", decoding: "async" });
  if (width && height) {
    image.width = width;
    image.height = height;
  }
  const label = alt ? say("picture.open_named", { alt }) : say("picture.open");
  const open = el(
    "button",
    {
      class: "picture-open",
      type: "button",
      "aria-label": label,
      onclick: () => enlarge(url, alt),
    },
    image,
  );
  const made = el("figure", { class: `picture ${className}` }, open);
  if (alt) made.append(...altBadge(alt));
  if (spoiler) hide(made);
  return made;
}

function altBadge(alt) {
  const text = el("figcaption", { class: "alt-text", hidden: true }, alt);
  const badge = el(
    "button",
    {
      class: "alt-badge",
      type: "button",
      "aria-expanded": "false",
      title: say("picture.alt"),
      onclick: () => {
        text.hidden = !text.hidden;
        badge.setAttribute("aria-expanded", String(!text.hidden));
      },
    },
    "ALT",
  );
  return [badge, text];
}

function hide(figure) {
  figure.classList.add("veiled");
  const show = el(
    "button",
    {
      class: "veil",
      type: "button",
      onclick: () => {
        figure.classList.remove("veiled");
        show.remove();
      },
    },
    say("spoiler"),
  );
  figure.append(show);
}

export function enlarge(url, alt) {
  const image = el("img", { src: url, alt: alt || "" });
  image.addEventListener("click", () => dialog.classList.toggle("zoomed"));
  const dialog = el(
    "dialog",
    { class: "lightbox", "aria-label": alt || say("picture.large") },
    el(
      "form",
      { method: "dialog" },
      el("button", { class: "icon-button", "aria-label": say("close") }, icon("close")),
    ),
    el(
      "div",
      {
        class: "lightbox-picture",
        onclick: (event) => event.target === event.currentTarget && dialog.close(),
      },
      image,
    ),
    el(
      "div",
      { class: "lightbox-caption" },
      alt ? el("p", {}, alt) : null,
      el("a", { href: url, target: "_blank", rel: "noreferrer noopener" }, say("picture.original")),
    ),
  );
  openDialog(dialog);
}
