import type { Write } from "@parlance/kernel/http/context.ts";
import { lockMessage } from "#modules/messages/core/actions/lock-message.ts";
import { updateHasReaction } from "#modules/messages/core/actions/update-has-reaction.ts";
import { findReactionToRemove, type PartialEmoji } from "../reaction-emoji.ts";
import { publishReaction } from "./publish-reaction.ts";

/**
 * Removes the actor's reaction from a message.
 * @throws InvalidMessages, EmojiNotNamed, NoSuchEmoji, ReactionDoesNotExist
 */
export async function removeReaction(ctx: Write, messageId: number, named: PartialEmoji): Promise<void> {
  const { tx, actor, realm } = ctx;
  const message = await lockMessage(tx, actor, messageId);
  const emoji = await findReactionToRemove(tx, { realmId: realm.id, userId: actor.id, messageId }, named);
  await tx
    .deleteFrom("reaction")
    .where("message_id", "=", messageId)
    .where("user_id", "=", actor.id)
    .where("reaction_type", "=", emoji.reaction_type)
    .where("emoji_code", "=", emoji.emoji_code)
    .execute();
  await updateHasReaction(tx, messageId);
  await publishReaction(ctx, message, "remove", emoji);
}
