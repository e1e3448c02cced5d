import type { EmojiGroup } from "@parlance/emoji/index.ts";

const groups: Readonly<Record<EmojiGroup, string>> = {
  "Smileys & Emotion": "Smileys",
  "People & Body": "People",
  "Animals & Nature": "Animals and nature",
  "Food & Drink": "Food and drink",
  "Travel & Places": "Travel and places",
  Activities: "Activities",
  Objects: "Objects",
  Symbols: "Symbols",
  Flags: "Flags",
};

/** Texts of the emoji picker. */
export const emoji = {
  choose: "Choose an emoji",
  find: "Search emoji",
  often: "Frequently used",
  ours: "Custom",
  groups,
  none: "No matching emoji.",
};
