import { sql } from "kysely";
import type { Tx } from "@parlance/kernel/db/types.ts";
import type { Write } from "@parlance/kernel/http/context.ts";
import { recordAct } from "#modules/platform/audit-log/actions/record-act.ts";
import type { ChannelViewer } from "#modules/channels/core/access/channel-access.ts";
import { InvalidMessages } from "#modules/messages/conversations/errors.ts";
import { loadUserMessages, type UserMessage } from "#modules/messages/read-state/user-message.ts";
import { MessageAlreadyDeleted } from "../errors.ts";
import { assertCanDelete } from "../policy.ts";
import { deleteMessages } from "./delete-messages.ts";

/**
 * Deletes a message for everybody, and writes down who deleted somebody else's.
 * @throws InvalidMessages, CannotDeleteMessage, DeleteTimeLimitExceeded, MessageAlreadyDeleted
 */
export async function deleteMessage(ctx: Write, id: number): Promise<void> {
  const { message, isOwn, senderId } = await lockMessageToDelete(ctx, id);
  if (!isOwn) await recordDeletion(ctx, message, senderId);
  await deleteMessages(ctx, { ...message, ids: [id] });
}

/** Locks a message that the actor may delete. Throws what `deleteMessage` does. */
async function lockMessageToDelete(ctx: Write, id: number) {
  const { tx, actor } = ctx;
  await loadDeletable(tx, actor, id);
  const { rows } = await sql`select from message where id = ${id} for update`.execute(tx);
  if (rows.length === 0) throw new MessageAlreadyDeleted();
  // It may have been moved while its row was waited for.
  const message = await loadDeletable(tx, actor, id);
  return { message, ...(await assertCanDelete(ctx, message)) };
}

/** A message that the actor may read, in a channel that is not archived. */
async function loadDeletable(tx: Tx, actor: ChannelViewer, id: number): Promise<UserMessage> {
  const [message] = await loadUserMessages(tx, actor, [id]);
  if (!message?.is_readable || message.is_archived) throw new InvalidMessages();
  return message;
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
