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

/** The choice of an emoji. */
export const emoji = {
  short: "Emoji",
  choose: "Choose an emoji",
  find: "Find an emoji",
  often: "Often used",
  ours: "Of this organization",
  groups,
  none: "No emoji is called that.",
};
