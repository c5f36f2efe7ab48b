// @ts-check
// Components of messages: rows of buttons and selects, and whole layouts.

import { ButtonStyle, ComponentType, MessageFlag, SeparatorSpacing } from "./discord.js";
import { interact, Refused } from "./api.js";
import { emojiView, selectView } from "./choosing.js";
import { classes, el, icon } from "./dom.js";
import { picture } from "./lightbox.js";
import { markdown } from "./markdown.js";
import { notify } from "./menus.js";
import { openModal } from "./modal.js";
import { say } from "./words.js";

const STYLES = {
  [ButtonStyle.PRIMARY]: "primary",
  [ButtonStyle.SECONDARY]: "secondary",
  [ButtonStyle.SUCCESS]: "success",
  [ButtonStyle.DANGER]: "danger",
  [ButtonStyle.LINK]: "link",
};

export function componentsView(message) {
  const made = el("div", {
    class: message.flags & MessageFlag.IS_COMPONENTS_V2 ? "layout" : "components",
  });
  const around = { message, root: made };
  made.append(...message.components.map((each) => view(each, around)));
  return made;
}

function view(component, around) {
  switch (component.type) {
    case ComponentType.ACTION_ROW:
      return el(
        "div",
        { class: "row" },
        component.components.map((each) => view(each, around)),
      );
    case ComponentType.BUTTON:
      return button(component, around);
    case ComponentType.SECTION:
      return section(component, around);
    case ComponentType.TEXT_DISPLAY:
      return el("div", { class: "text-display" }, markdown(component.content));
    case ComponentType.THUMBNAIL:
      return medium(component, "thumbnail");
    case ComponentType.MEDIA_GALLERY:
      return gallery(component);
    case ComponentType.FILE:
      return fileView({ url: component.file.url, filename: component.name, size: component.size });
    case ComponentType.SEPARATOR:
      return el("div", {
        class: classes({
          separator: true,
          wide: component.spacing === SeparatorSpacing.LARGE,
          line: component.divider,
        }),
        role: component.divider ? "separator" : undefined,
      });
    case ComponentType.CONTAINER:
      return container(component, around);
    case ComponentType.STRING_SELECT:
    case ComponentType.USER_SELECT:
    case ComponentType.ROLE_SELECT:
    case ComponentType.CHANNEL_SELECT:
      return select(component, around);
    default:
      return el("div", { class: "unknown" }, say("unknown_component", { type: component.type }));
  }
}

function button(component, around) {
  const face = [
    emojiView(component.emoji),
    component.label ? el("span", {}, component.label) : null,
  ];
  if (component.style === ButtonStyle.LINK) {
    const own = /^https:\/\/discord\.com\/channels\/(?:\d+|@me)\/(\d+)/.exec(component.url);
    if (own) return el("a", { class: "button link", href: `#${own[1]}` }, face);
    return el(
      "a",
      { class: "button link", href: component.url, target: "_blank", rel: "noreferrer noopener" },
      face,
      icon("link"),
    );
  }
  const made = el(
    "button",
    {
      class: `button ${STYLES[component.style]}`,
      type: "button",
      disabled: component.disabled,
      data: { customId: component.custom_id },
      "aria-label": component.label ? undefined : component.emoji?.name,
      onclick: () => send(around, made, "press", { custom_id: component.custom_id }),
    },
    face,
  );
  return made;
}

function select(component, around) {
  const made = selectView(component, {
    disabled: component.disabled,
    onchoose: (values) => send(around, made, "choose", { custom_id: component.custom_id, values }),
  });
  return made;
}

function section(component, around) {
  return el(
    "div",
    { class: "section" },
    el(
      "div",
      { class: "section-text" },
      component.components.map((each) => view(each, around)),
    ),
    el("div", { class: "section-accessory" }, view(component.accessory, around)),
  );
}

function container(component, around) {
  const made = el(
    "div",
    { class: "container" },
    component.components.map((each) => view(each, around)),
  );
  if (component.accent_color !== null && component.accent_color !== undefined) {
    made.classList.add("accented");
    made.style.setProperty("--accent", colour(component.accent_color));
  }
  return made;
}

function medium(item, className) {
  return picture({ ...item.media, alt: item.description, spoiler: item.spoiler, className });
}

function gallery(component) {
  const made = el("div", { class: "gallery", data: { count: component.items.length } });
  made.append(...component.items.map((each) => medium(each, "gallery-item")));
  return made;
}

export function fileView({ url, filename, size }) {
  const kilobytes =
    size >= 1048576
      ? `${(size / 1048576).toFixed(1)} MB`
      : `${Math.max(1, Math.round(size / 1024))} KB`;
  return el(
    "a",
    { class: "file", href: url, download: filename },
    icon("file"),
    el("span", { class: "file-name" }, filename),
    el("span", { class: "file-size" }, size ? kilobytes : ""),
  );
}

// A press: its message waits for the answer, and says so when none came.
async function send(around, made, action, body) {
  const { message, root } = around;
  if (root.classList.contains("waiting")) return;
  root.classList.add("waiting");
  made.classList.add("pressed");
  root.parentElement?.querySelector(".failed")?.remove();
  let failure = null;
  try {
    const outcome = await interact(action, {
      channel: message.channel_id,
      message: message.id,
      ...body,
    });
    if (outcome.failed) failure = say("interaction_failed");
    else if (outcome.modal) openModal(outcome);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    failure = error.message;
  }
  root.classList.remove("waiting");
  made.classList.remove("pressed");
  if (!failure) return;
  // Meanwhile the message may have changed, and the button be gone.
  if (root.isConnected) root.after(el("div", { class: "failed", role: "alert" }, failure));
  else notify(failure);
}

function colour(number) {
  return `#${number.toString(16).padStart(6, "0")}`;
}
