// Determines which emoji the user uses frequently. Uses are counted in this browser.
import type { EmojiReference } from "@parlance/contract/entities/emoji.ts";
import type { State } from "@parlance/contract/state/index.ts";
import { unicodeEmoji } from "./emoji-catalog.ts";

const STORAGE_KEY = "parlance.emoji";
/** Number of recent uses that are stored. Older uses say little about the user's current preferences. */
const MAX_REMEMBERED_USES = 200;

/** Codes of emoji that most users use often. */
const defaultPopularCodes = ["1f44d", "1f389", "1f642", "2764", "1f602", "1f440", "2705", "1f64f", "1f525"];

/** Records a use of an emoji. */
export function recordEmojiUse({ emoji_name, emoji_code, reaction_type }: EmojiReference): void {
  const uses = [{ emoji_name, emoji_code, reaction_type }, ...readUses()].slice(0, MAX_REMEMBERED_USES);
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(uses));
  } catch {
    // If the browser cannot store the uses, the picker shows the emoji that most users use often.
  }
}

/**
 * Returns the emoji that the user has used most often; of those with the same number of uses, the most recently used
 * first. Returns up to two rows. If there are not enough for one row, adds emoji that most users use often.
 */
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
    const parsed: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "[]");
    return Array.isArray(parsed) ? (parsed as EmojiReference[]) : [];
  } catch {
    return [];
  }
}
