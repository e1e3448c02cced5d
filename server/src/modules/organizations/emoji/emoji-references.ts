import type { EmojiReference } from "@parlance/contract/entities/emoji.ts";
import {
  extraEmoji,
  findUnicodeEmojiNames,
  normalizeUnicodeEmojiCode,
  findUnicodeEmoji,
} from "@parlance/emoji/index.ts";
import type { Reader } from "@parlance/kernel/db/types.ts";
import {
  CustomEmojiDeactivated,
  InvalidCustomEmoji,
  InvalidCustomEmojiName,
  InvalidEmojiCode,
  InvalidEmojiName,
  InvalidEmojiType,
  NoSuchEmoji,
} from "./errors.ts";

/** An emoji as a client names it. */
export interface NamedEmoji {
  readonly name: string;
  readonly code?: string | undefined;
  readonly type?: string | undefined;
}

/**
 * Returns the emoji that a client names, if it may be used. If the code or the type is missing, the emoji is found by
 * its name: first among the organization's custom emoji, then among the server's own, then in Unicode.
 * @throws one of `emojiErrors`
 */
export async function resolveEmoji(
  db: Reader,
  realmId: number,
  { name, code, type }: NamedEmoji,
): Promise<EmojiReference> {
  if (code !== undefined && type !== undefined) return assertConsistentEmoji(db, realmId, { name, code, type });
  const found = await findEmojiByName(db, realmId, name);
  if (!found) throw new NoSuchEmoji({ emoji_name: name });
  return assertConsistentEmoji(db, realmId, {
    name,
    code: code ?? found.emoji_code,
    type: type ?? found.reaction_type,
  });
}

/** Returns the emoji that currently has this name. The emoji may have other names too. */
export async function findEmojiByName(db: Reader, realmId: number, name: string): Promise<EmojiReference | null> {
  const custom = await db
    .selectFrom("custom_emoji")
    .select("id")
    .where("realm_id", "=", realmId)
    .where("name", "=", name)
    .where("is_deactivated", "=", false)
    .executeTakeFirst();
  if (custom) return { emoji_name: name, emoji_code: String(custom.id), reaction_type: "realm_emoji" };
  if (extraEmoji.has(name)) return { emoji_name: name, emoji_code: name, reaction_type: "service_extra_emoji" };
  const code = findUnicodeEmoji(name);
  if (code === undefined) return null;
  return { emoji_name: name, emoji_code: code, reaction_type: "unicode_emoji" };
}

/** Returns an emoji code as it is stored, which is the same for all spellings of the code. */
export const normalizeEmojiCode = (code: string): string => normalizeUnicodeEmojiCode(code) ?? code;

interface FullEmojiInput {
  readonly name: string;
  readonly code: string;
  readonly type: string;
}

async function assertConsistentEmoji(
  db: Reader,
  realmId: number,
  { name, code, type }: FullEmojiInput,
): Promise<EmojiReference> {
  switch (type) {
    case "realm_emoji":
      await assertCustomEmoji(db, realmId, name, code);
      break;
    case "service_extra_emoji":
      if (!extraEmoji.has(code)) throw new InvalidEmojiCode();
      if (name !== code) throw new InvalidEmojiName();
      break;
    case "unicode_emoji": {
      const known = normalizeUnicodeEmojiCode(code);
      if (known === undefined) throw new InvalidEmojiCode();
      if (!findUnicodeEmojiNames(known)?.includes(name)) throw new InvalidEmojiName();
      return { emoji_name: name, emoji_code: known, reaction_type: type };
    }
    default:
      throw new InvalidEmojiType();
  }
  return { emoji_name: name, emoji_code: code, reaction_type: type };
}

async function assertCustomEmoji(db: Reader, realmId: number, name: string, code: string): Promise<void> {
  // A text that is not a valid id matches no emoji. More than nine digits would exceed the column's range.
  const id = /^[1-9]\d{0,8}$/.test(code) ? Number(code) : 0;
  const emoji = await db
    .selectFrom("custom_emoji")
    .select(["name", "is_deactivated"])
    .where("realm_id", "=", realmId)
    .where("id", "=", id)
    .executeTakeFirst();
  if (!emoji) throw new InvalidCustomEmoji();
  if (emoji.name !== name) throw new InvalidCustomEmojiName();
  if (emoji.is_deactivated) throw new CustomEmojiDeactivated();
}
