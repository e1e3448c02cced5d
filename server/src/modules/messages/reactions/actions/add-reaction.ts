import type { Tx } from "@parlance/kernel/db/types.ts";
import type { EmojiReference } from "@parlance/contract/entities/emoji.ts";
import type { Write } from "@parlance/kernel/http/context.ts";
import type { NamedEmoji } from "#modules/organizations/emoji/emoji-references.ts";
import { lockMessage } from "#modules/messages/core/actions/lock-message.ts";
import { updateHasReaction } from "#modules/messages/core/actions/update-has-reaction.ts";
import { addPersonalFlag } from "#modules/messages/read-state/actions/flags/change-personal-flags.ts";
import { ReactionAlreadyExists } from "../errors.ts";
import { resolveEmojiToAdd } from "../reaction-emoji.ts";
import { publishReaction } from "./publish-reaction.ts";

/**
 * Adds a reaction to a message. If the actor did not receive the message, the reaction makes the actor receive events
 * about it from now on.
 * @throws InvalidMessages, ReactionAlreadyExists, and the errors in `emojiErrors`
 */
export async function addReaction(
  ctx: Pick<Write, "tx" | "actor" | "realm">,
  messageId: number,
  named: NamedEmoji,
): Promise<void> {
  const { tx, actor, realm } = ctx;
  const message = await lockMessage(tx, actor, messageId);
  const emoji = await resolveEmojiToAdd(tx, realm.id, messageId, named);
  if (!(await insertReaction(tx, messageId, actor.id, emoji))) throw new ReactionAlreadyExists();
  await updateHasReaction(tx, messageId);
  const isOwn = message.is_received || message.flags !== 0;
  if (!isOwn) await addPersonalFlag(tx, actor.id, "historical", [message]);
  await publishReaction(ctx, message, "add", emoji);
}

async function insertReaction(tx: Tx, messageId: number, userId: number, emoji: EmojiReference): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("reaction")
    .values({ message_id: messageId, user_id: userId, ...emoji })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}
