// The emoji in the emoji picker, their order, and the search.
import { codesByGroup, type EmojiGroup, extraEmoji, namesByCode } from "@parlance/emoji/index.ts";
import type { EmojiReference } from "@parlance/contract/entities/emoji.ts";
import type { State } from "@parlance/contract/state/index.ts";
import { bestMatches } from "../../base/text/rank-matches.ts";
import { words } from "../../base/words/index.ts";

/** A section of the emoji picker. */
export interface EmojiSection {
  readonly title: string;
  readonly emoji: readonly EmojiReference[];
}

/** Maximum number of search results. */
const MAX_RESULTS = 90;

/** Returns the Unicode emoji with a code. If the emoji has several names, uses the primary one. */
export const unicodeEmoji = (code: string): EmojiReference => ({
  emoji_name: namesByCode.get(code)?.[0] ?? code,
  emoji_code: code,
  reaction_type: "unicode_emoji",
});

const byGroup: readonly (readonly [EmojiGroup, readonly EmojiReference[]])[] = [...codesByGroup()].map(
  ([group, codes]) => [group, codes.map(unicodeEmoji)],
);

/** Returns the organization's custom emoji, and the emoji that every Parlance server has in addition to Unicode's. */
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

/** Returns all sections of the picker: frequently used emoji first, then custom emoji, then Unicode emoji. */
export const emojiSections = (state: State, often: readonly EmojiReference[]): EmojiSection[] =>
  [
    { title: words.emoji.often, emoji: often },
    { title: words.emoji.ours, emoji: customEmoji(state) },
    ...byGroup.map(([group, emoji]) => ({ title: words.emoji.groups[group], emoji })),
  ].filter(({ emoji }) => emoji.length > 0);

/**
 * Finds emoji by any of their names, best matches first. An emoji is returned under its primary name even if another
 * name matches.
 */
export function searchEmoji(state: State, text: string): EmojiReference[] {
  const wanted = text.trim().toLowerCase().replaceAll(" ", "_");
  const named = [...customEmoji(state).map((one) => ({ one, names: [one.emoji_name] })), ...unicodeNames];
  return bestMatches(named, ({ names }) => names, wanted, MAX_RESULTS).map(({ one }) => one);
}

const unicodeNames = [...namesByCode].map(([code, names]) => ({ one: unicodeEmoji(code), names }));
