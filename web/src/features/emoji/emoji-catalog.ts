// The emoji of the picker and their order.
import { codesByGroup, type EmojiGroup, extraEmoji, namesByCode } from "@parlance/emoji/index.ts";
import type { EmojiReference } from "@parlance/contract/entities/emoji.ts";
import type { State } from "@parlance/contract/state/index.ts";
import { bestMatches } from "../../base/text/rank-matches.ts";
import { words } from "../../base/words/index.ts";

/** A titled section of emoji. */
export interface EmojiSection {
  readonly title: string;
  readonly emoji: readonly EmojiReference[];
}

/** Maximum number of search results. */
const MAX_RESULTS = 90;

/** Returns the Unicode emoji of a code, under its primary name. */
export const unicodeEmoji = (code: string): EmojiReference => ({
  emoji_name: namesByCode.get(code)?.[0] ?? code,
  emoji_code: code,
  reaction_type: "unicode_emoji",
});

const byGroup: readonly (readonly [EmojiGroup, readonly EmojiReference[]])[] = [...codesByGroup()].map(
  ([group, codes]) => [group, codes.map(unicodeEmoji)],
);

/** The organization's custom emoji, and those that the server adds to Unicode's. */
function customEmoji({ realm_emoji: custom = {} }: State): EmojiReference[] {
  const ours = Object.values(custom)
    .filter(({ deactivated }) => !deactivated)
    .map(({ id, name }) => ({ emoji_name: name, emoji_code: id, reaction_type: "realm_emoji" as const }));
  const extra = [...extraEmoji].map((name) => ({
    emoji_name: name,
    emoji_code: name,
    reaction_type: "service_extra_emoji" as const,
  }));
  return [...ours, ...extra];
}

/** All sections of the picker: frequently used emoji first, then the organization's, then Unicode's. */
export const emojiSections = (state: State, often: readonly EmojiReference[]): EmojiSection[] =>
  [
    { title: words.emoji.often, emoji: often },
    { title: words.emoji.ours, emoji: customEmoji(state) },
    ...byGroup.map(([group, emoji]) => ({ title: words.emoji.groups[group], emoji })),
  ].filter(({ emoji }) => emoji.length > 0);

/** Finds emoji by name, best matches first. Each is returned under its primary name. */
export function searchEmoji(state: State, text: string): EmojiReference[] {
  const wanted = text.trim().toLowerCase().replaceAll(" ", "_");
  const named = [...customEmoji(state).map((one) => ({ one, names: [one.emoji_name] })), ...unicodeNames];
  return bestMatches(named, ({ names }) => names, wanted, MAX_RESULTS).map(({ one }) => one);
}

const unicodeNames = [...namesByCode].map(([code, names]) => ({ one: unicodeEmoji(code), names }));
