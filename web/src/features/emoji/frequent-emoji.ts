// The emoji that somebody uses often, which this browser counts by itself.
import type { EmojiReference } from "@parlance/contract/entities/emoji.ts";
import type { State } from "@parlance/contract/state/index.ts";
import { unicodeEmoji } from "./emoji-catalog.ts";

const STORAGE_KEY = "parlance.emoji";
/** So many uses are remembered: the older ones say little of what one likes today. */
const MAX_REMEMBERED_USES = 200;

/** Those that everybody uses, by code. */
const defaultPopularCodes = ["1f44d", "1f389", "1f642", "2764", "1f602", "1f440", "2705", "1f64f", "1f525"];

/** Counts that an emoji was used. */
export function recordEmojiUse({ emoji_name, emoji_code, reaction_type }: EmojiReference): void {
  const uses = [{ emoji_name, emoji_code, reaction_type }, ...readUses()].slice(0, MAX_REMEMBERED_USES);
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(uses));
  } catch {
    // A browser that keeps nothing offers those that everybody uses.
  }
}

/** The emoji used most, the latest of equals first: two rows, or one that is filled up with those that everybody uses. */
export function frequentEmoji({ realm_emoji: custom = {} }: State, inRow: number): EmojiReference[] {
  const byEmoji = Map.groupBy(readUses(), ({ reaction_type, emoji_code }) => `${reaction_type} ${emoji_code}`);
  const own = [...byEmoji.values()]
    .toSorted((a, b) => b.length - a.length)
    .flatMap(([one]) => (one && isAvailable(one, custom) ? [one] : []));
  const others = defaultPopularCodes.filter((code) => !byEmoji.has(`unicode_emoji ${code}`)).map(unicodeEmoji);
  return own.length < inRow ? [...own, ...others].slice(0, inRow) : own.slice(0, 2 * inRow);
}

const isAvailable = (
  { reaction_type, emoji_code }: EmojiReference,
  custom: NonNullable<State["realm_emoji"]>,
): boolean => reaction_type !== "realm_emoji" || custom[emoji_code]?.deactivated === false;

function readUses(): EmojiReference[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "[]");
    return Array.isArray(kept) ? (kept as EmojiReference[]) : [];
  } catch {
    return [];
  }
}
