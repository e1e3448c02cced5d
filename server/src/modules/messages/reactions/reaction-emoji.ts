import type { EmojiReference } from "@parlance/contract/entities/emoji.ts";
import type { Reader } from "@parlance/kernel/db/types.ts";
import {
  findEmojiByName,
  resolveEmoji,
  normalizeEmojiCode,
  type NamedEmoji,
} from "#modules/organizations/emoji/emoji-references.ts";
import { NoSuchEmoji } from "#modules/organizations/emoji/errors.ts";
import { EmojiNotNamed, ReactionDoesNotExist } from "./errors.ts";
import { findFirstReaction, loadUserReactions } from "./queries.ts";

/**
 * Resolves the emoji to react with. If the message already has a reaction with it, the emoji gets the name of that
 * reaction, and is accepted even if it was deactivated since.
 * @throws those of `emojiErrors`
 */
export async function resolveEmojiToAdd(
  db: Reader,
  realmId: number,
  messageId: number,
  named: NamedEmoji,
): Promise<EmojiReference> {
  const { code, type } = await resolveCodeAndType(db, realmId, named);
  const known = await findFirstReaction(db, messageId, { code, type });
  return known ?? resolveEmoji(db, realmId, { name: named.name, code, type });
}

async function resolveCodeAndType(db: Reader, realmId: number, { name, code, type }: NamedEmoji) {
  if (code !== undefined && type !== undefined) return { code: normalizeEmojiCode(code), type };
  const found = await findEmojiByName(db, realmId, name);
  if (!found) throw new NoSuchEmoji({ emoji_name: name });
  return { code: code === undefined ? found.emoji_code : normalizeEmojiCode(code), type: type ?? found.reaction_type };
}

/** The properties by which a client identifies the emoji of one of the user's reactions. */
export type PartialEmoji = { readonly [Part in keyof NamedEmoji]?: NamedEmoji[Part] | undefined };

/** The user and the message of a reaction. */
export interface UserReactionKey {
  readonly realmId: number;
  readonly userId: number;
  readonly messageId: number;
}

/**
 * Finds the user's reaction to remove: by the emoji's code, by the emoji that has the name now, or else by the name
 * that it had when the user reacted.
 * @throws EmojiNotNamed, NoSuchEmoji, ReactionDoesNotExist
 */
export async function findReactionToRemove(
  db: Reader,
  { realmId, userId, messageId }: UserReactionKey,
  { name, code, type }: PartialEmoji,
): Promise<EmojiReference> {
  if (name === undefined && code === undefined) throw new EmojiNotNamed();
  const own = await loadUserReactions(db, messageId, userId);
  const matching = own.filter(
    ({ emoji_code, reaction_type }) =>
      (code === undefined || emoji_code === normalizeEmojiCode(code)) && (type === undefined || reaction_type === type),
  );
  const sameName = matching.find(({ emoji_name }) => emoji_name === name);
  if (code !== undefined || name === undefined) return assertReactionExists(sameName ?? matching[0]);
  const found = await findEmojiByName(db, realmId, name);
  const sameEmoji = matching.find(
    ({ emoji_code, reaction_type }) => emoji_code === found?.emoji_code && reaction_type === found.reaction_type,
  );
  if (!found && !sameName) throw new NoSuchEmoji({ emoji_name: name });
  return assertReactionExists(sameEmoji ?? sameName);
}

function assertReactionExists(reaction: EmojiReference | undefined): EmojiReference {
  if (!reaction) throw new ReactionDoesNotExist();
  return reaction;
}
