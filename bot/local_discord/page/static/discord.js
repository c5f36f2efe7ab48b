// @ts-check
// Discord's numbers by their names, as its API reference lists them.

export const ComponentType = Object.freeze({
  ACTION_ROW: 1,
  BUTTON: 2,
  STRING_SELECT: 3,
  TEXT_INPUT: 4,
  USER_SELECT: 5,
  ROLE_SELECT: 6,
  CHANNEL_SELECT: 8,
  SECTION: 9,
  TEXT_DISPLAY: 10,
  THUMBNAIL: 11,
  MEDIA_GALLERY: 12,
  FILE: 13,
  SEPARATOR: 14,
  CONTAINER: 17,
});

export const SELECTS = Object.freeze([
  ComponentType.STRING_SELECT,
  ComponentType.ROLE_SELECT,
  ComponentType.CHANNEL_SELECT,
]);

export const ButtonStyle = Object.freeze({
  PRIMARY: 1,
  SECONDARY: 2,
  SUCCESS: 3,
  DANGER: 4,
  LINK: 5,
});

export const TextInputStyle = Object.freeze({ SHORT: 1, PARAGRAPH: 2 });

export const SeparatorSpacing = Object.freeze({ SMALL: 1, LARGE: 2 });

export const ChannelType = Object.freeze({ CATEGORY: 4 });

export const OptionType = Object.freeze({
  SUB_COMMAND: 1,
  SUB_COMMAND_GROUP: 2,
  BOOLEAN: 5,
  USER: 6,
});

export const MessageType = Object.freeze({
  DEFAULT: 0,
  CHANNEL_PINNED_MESSAGE: 6,
  USER_JOIN: 7,
  THREAD_CREATED: 18,
  REPLY: 19,
  CHAT_INPUT_COMMAND: 20,
  THREAD_STARTER_MESSAGE: 21,
});

export const MessageFlag = Object.freeze({ LOADING: 1 << 7, IS_COMPONENTS_V2: 1 << 15 });
