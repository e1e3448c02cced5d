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
 * Resolves the emoji to react with. If the message already has a reaction with this emoji, the same name is used, and
 * the emoji is accepted even if it has been deactivated.
 * @throws the errors in `emojiErrors`
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

/** The properties with which a client identifies the emoji of a reaction to be removed. */
export type PartialEmoji = { readonly [Part in keyof NamedEmoji]?: NamedEmoji[Part] | undefined };

/** Identifies the reactions of one user to one message. */
export interface UserReactionKey {
  readonly realmId: number;
  readonly userId: number;
  readonly messageId: number;
}

/**
 * Finds the user's reaction to be removed. The emoji is identified by its code, by its current name, or by its name at
 * the time of the reaction.
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
