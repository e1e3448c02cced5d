import { sql } from "kysely";
import type { Tx } from "@parlance/kernel/db/types.ts";
import type { Write } from "@parlance/kernel/http/context.ts";
import { recordAct } from "#modules/platform/audit-log/actions/record-act.ts";
import { InvalidChannelId } from "#modules/channels/core/errors.ts";
import { isHistoryShared, isPublic } from "@parlance/contract/rules/channel-access.ts";
import { accessChannel } from "#modules/channels/core/policy.ts";
import type { ChannelSnapshot } from "#modules/channels/core/snapshot/channels-snapshot.ts";
import { topicKey } from "#modules/messages/conversations/message-text.ts";
import { canReadMessageInSql } from "#modules/messages/read-state/received-messages.ts";
import { MAX_DELETE_BATCH, deleteMessages } from "./delete-messages.ts";

interface MessageInTopic {
  readonly id: number;
  readonly topic: string;
}

/**
 * Deletes up to `MAX_DELETE_BATCH` messages of a topic, newest first, and records the deletion in the audit log.
 * Messages that the actor cannot read are not deleted. Returns true if the topic has no more messages to delete. Does
 * not check whether the actor may delete messages.
 * @throws InvalidChannelId if the actor cannot read the channel, or if the channel is archived
 */
export async function deleteTopicBatch(ctx: Write, channelId: number, topic: string): Promise<boolean> {
  const { tx, actor } = ctx;
  const channel = accessChannel(await ctx.committedSnapshot(), actor, channelId, "content");
  if (channel.is_archived) throw new InvalidChannelId();
  const key = topicKey(topic);
  const newest = await loadNewestReadable(tx, actor.id, channel, key);
  const messages = await lockInTopic(tx, channel.recipient_id, key, newest);
  const last = messages.at(-1);
  if (last) {
    const ids = messages.map(({ id }) => id);
    await recordTopicDeletion(ctx, channel, last.topic, ids);
    await deleteMessages(ctx, { recipient_id: channel.recipient_id, channel_id: channelId, topic: last.topic, ids });
  }
  return newest.length < MAX_DELETE_BATCH;
}

async function loadNewestReadable(tx: Tx, userId: number, channel: ChannelSnapshot, key: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from message
    where recipient_id = ${channel.recipient_id} and topic_key = ${key} and
      ${canReadMessageInSql(isHistoryShared(channel), sql`${userId}::int`)}
    order by id desc limit ${MAX_DELETE_BATCH}`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Locks the messages. Returns those that are still in the topic once they are locked, ordered by id. */
async function lockInTopic(
  tx: Tx,
  recipientId: number,
  key: string,
  ids: readonly number[],
): Promise<MessageInTopic[]> {
  const { rows } = await sql<MessageInTopic>`
    select id, topic from message
    where id = any(${ids}::bigint[]) and recipient_id = ${recipientId} and topic_key = ${key}
    order by id for update`.execute(tx);
  return rows;
}

/**
 * Records the deletion in the audit log. The topic's name is recorded only for public channels, because administrators
 * who cannot read a private channel can read the audit log.
 */
function recordTopicDeletion(
  { tx, actor, now }: Write,
  channel: ChannelSnapshot,
  topic: string,
  ids: readonly number[],
): Promise<void> {
  const extent = { messages: ids.length, first_message_id: ids[0], last_message_id: ids.at(-1) };
  return recordAct(tx, {
    realmId: actor.realmId,
    actorId: actor.id,
    act: "channel.topic_deleted",
    targetId: channel.id,
    before: isPublic(channel) ? { topic, ...extent } : extent,
    now,
  });
}
