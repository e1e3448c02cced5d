// Which emoji there are to choose from, and in what order.
import { codesByGroup, type EmojiGroup, extraEmoji, namesByCode } from "@parlance/emoji/index.ts";
import type { EmojiReference } from "@parlance/contract/entities/emoji.ts";
import type { State } from "@parlance/contract/state/index.ts";
import { bestMatches } from "../../base/text/rank-matches.ts";
import { words } from "../../base/words/index.ts";

/** Some emoji under a title. */
export interface EmojiSection {
  readonly title: string;
  readonly emoji: readonly EmojiReference[];
}

/** So many fit what one writes. */
const MAX_RESULTS = 90;

/** The Unicode emoji of a code, by the name that it goes by. */
export const unicodeEmoji = (code: string): EmojiReference => ({
  emoji_name: namesByCode.get(code)?.[0] ?? code,
  emoji_code: code,
  reaction_type: "unicode_emoji",
});

const byGroup: readonly (readonly [EmojiGroup, readonly EmojiReference[]])[] = [...codesByGroup()].map(
  ([group, codes]) => [group, codes.map(unicodeEmoji)],
);

/** The organization's own, and those that the server adds to Unicode's. */
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

/** All there are: first those that one often uses, then the organization's, then Unicode's. */
export const emojiSections = (state: State, often: readonly EmojiReference[]): EmojiSection[] =>
  [
    { title: words.emoji.often, emoji: often },
    { title: words.emoji.ours, emoji: customEmoji(state) },
    ...byGroup.map(([group, emoji]) => ({ title: words.emoji.groups[group], emoji })),
  ].filter(({ emoji }) => emoji.length > 0);

/** Those whose names fit what somebody writes, the best first; an emoji goes by the name that fits. */
export function searchEmoji(state: State, text: string): EmojiReference[] {
  const wanted = text.trim().toLowerCase().replaceAll(" ", "_");
  const named = [...customEmoji(state).map((one) => ({ one, names: [one.emoji_name] })), ...unicodeNames];
  return bestMatches(named, ({ names }) => names, wanted, MAX_RESULTS).map(({ one }) => one);
}

const unicodeNames = [...namesByCode].map(([code, names]) => ({ one: unicodeEmoji(code), names }));
