import type { EmojiReference } from "@parlance/contract/entities/emoji.ts";
import type { EmojiSection } from "./emoji-catalog.ts";

/** Number of emoji in a row. Touch devices have fewer columns. */
export const COLUMNS = 9;
export const TOUCH_COLUMNS = 7;

/** A row of the picker: a title, or some emoji. `first` is the index of the row's first emoji among all emoji. */
export type EmojiRow =
  | { readonly kind: "title"; readonly title: string }
  | { readonly kind: "emoji"; readonly first: number; readonly emoji: readonly EmojiReference[] };

/** Arranges the emoji of the sections in rows. */
export function emojiRows(sections: readonly EmojiSection[], columns = COLUMNS): EmojiRow[] {
  let first = 0;
  return sections.flatMap(({ title, emoji }) => {
    const rows: EmojiRow[] = title === "" ? [] : [{ kind: "title", title }];
    for (let at = 0; at < emoji.length; at += columns) {
      const side = emoji.slice(at, at + columns);
      rows.push({ kind: "emoji", first, emoji: side });
      first += side.length;
    }
    return rows;
  });
}

/** Returns the index of the emoji that is selected after an arrow key was pressed. */
export function indexAfterKey(rows: readonly EmojiRow[], at: number, key: string): number {
  const lines = rows.filter((row) => row.kind === "emoji");
  const count = lines.reduce((sum, { emoji }) => sum + emoji.length, 0);
  if (count === 0) return 0;
  if (key === "ArrowRight") return Math.min(count - 1, at + 1);
  if (key === "ArrowLeft") return Math.max(0, at - 1);
  const line = lines.findIndex(({ first, emoji }) => at >= first && at < first + emoji.length);
  const next = lines[line + (key === "ArrowDown" ? 1 : -1)];
  const here = lines[line];
  if (!next || !here) return at;
  return next.first + Math.min(at - here.first, next.emoji.length - 1);
}
