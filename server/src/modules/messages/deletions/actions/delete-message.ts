import { sql } from "kysely";
import type { Tx } from "@parlance/kernel/db/types.ts";
import type { Write } from "@parlance/kernel/http/context.ts";
import { recordAct } from "#modules/platform/audit-log/actions/record-act.ts";
import type { ChannelViewer } from "#modules/channels/core/access/channel-access.ts";
import { InvalidMessages } from "#modules/messages/conversations/errors.ts";
import { loadUserMessages, type UserMessage } from "#modules/messages/read-state/user-message.ts";
import { MessageAlreadyDeleted } from "../errors.ts";
import { assertCanDelete, type DeletableMessage } from "../policy.ts";
import { deleteMessages } from "./delete-messages.ts";
import { isOwnMessage } from "@parlance/contract/rules/deleting.ts";
import { isMessageChangeable } from "@parlance/contract/rules/editing.ts";

/**
 * Deletes a message for all users. The audit log records the deletion, unless the actor or one of the actor's bots sent
 * the message.
 * @throws InvalidMessages, CannotDeleteMessage, DeleteTimeLimitExceeded, MessageAlreadyDeleted
 */
export async function deleteMessage(ctx: Write, id: number): Promise<void> {
  const message = await lockMessageToDelete(ctx, id);
  const deletable = { channelId: message.channel_id, ...(await loadSender(ctx.tx, id)) };
  assertCanDelete(ctx, ctx.snapshot, deletable);
  const { sender } = deletable;
  if (!isOwnMessage(ctx.actor.id, sender)) await recordDeletion(ctx, message, sender.id);
  await deleteMessages(ctx, { ...message, ids: [id] });
  // The permission may have been revoked while this transaction waited for locks. From this lock on, it cannot change.
  assertCanDelete(ctx, await ctx.lockSnapshot(), deletable);
}

/**
 * Locks a message that the actor can read and whose channel is not archived.
 * @throws InvalidMessages, MessageAlreadyDeleted
 */
async function lockMessageToDelete({ tx, actor }: Write, id: number): Promise<UserMessage> {
  await loadDeletable(tx, actor, id);
  const { rows } = await sql`select from message where id = ${id} for update`.execute(tx);
  if (rows.length === 0) throw new MessageAlreadyDeleted();
  // The message may have been moved while this transaction waited for the lock, so it is loaded again.
  return loadDeletable(tx, actor, id);
}

/**
 * Loads a message that the actor can read and whose channel is not archived.
 * @throws InvalidMessages
 */
async function loadDeletable(tx: Tx, actor: ChannelViewer, id: number): Promise<UserMessage> {
  const [message] = await loadUserMessages(tx, actor, [id]);
  if (!message || !isMessageChangeable(message)) throw new InvalidMessages();
  return message;
}

async function loadSender(tx: Tx, messageId: number): Promise<Pick<DeletableMessage, "sender" | "sentAt">> {
  const { sender_id, bot_owner_id, sent_at } = await tx
    .selectFrom("message")
    .innerJoin("account", "account.id", "message.sender_id")
    .select(["message.sender_id", "account.bot_owner_id", "message.sent_at"])
    .where("message.id", "=", messageId)
    .executeTakeFirstOrThrow();
  return { sender: { id: sender_id, botOwnerId: bot_owner_id }, sentAt: sent_at };
}

function recordDeletion(
  { tx, actor, now }: Write,
  { id, channel_id, topic }: UserMessage,
  senderId: number,
): Promise<void> {
  const done = { realmId: actor.realmId, actorId: actor.id, now };
  if (channel_id === null) {
    return recordAct(tx, { ...done, act: "user.message_deleted", targetId: senderId, before: { message_id: id } });
  }
  const before = { message_id: id, sender_id: senderId, topic };
  return recordAct(tx, { ...done, act: "channel.message_deleted", targetId: channel_id, before });
}
