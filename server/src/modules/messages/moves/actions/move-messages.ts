import { sql } from "kysely";
import { difference, union } from "@parlance/contract/state/list-operations.ts";
import type { Row, Tx } from "@parlance/kernel/db/types.ts";
import { lockPosition } from "@parlance/kernel/events/event-log.ts";
import type { Write } from "@parlance/kernel/http/context.ts";
import { required } from "@parlance/kernel/base/required.ts";
import { deleteMessages } from "#modules/messages/deletions/actions/delete-messages.ts";
import { hideFromPastSubscribers } from "#modules/channels/core/actions/subscriptions/hide-from-past-subscribers.ts";
import { isHistoryShared } from "@parlance/contract/rules/channel-access.ts";
import { loadUserConnections, type UserConnections } from "#modules/messages/core/message-audience.ts";
import { connectSubscribersToMoved, transferUnread } from "#modules/messages/read-state/actions/transfer-read-state.ts";
import { lockUserMessageRows } from "#modules/messages/read-state/actions/user-message-rows.ts";
import type { MoveRequest } from "../move-request.ts";
import { findRemainingMessages, recheckRemainingMessages } from "../remaining-messages.ts";
import { changesOf, type MoveChanges } from "../policy.ts";
import type { PlannedMove } from "../planned-move.ts";
import { resolutionOf } from "../resolution.ts";
import { transferTopicVisibility } from "./transfer-topic-visibility.ts";
import type { LockedMove } from "./lock-for-move.ts";
import { postMoveNotices } from "./post-move-notices.ts";
import { lockNoticeToUndo, postResolutionNotice } from "./post-resolution-notice.ts";
import { publishTopicMove } from "./publish-topic-move.ts";
import { publishChannelMove } from "./publish-channel-move.ts";
import { idList } from "@parlance/kernel/db/id-list.ts";
import { moveMessageRows } from "#modules/messages/core/actions/move-message-rows.ts";
import type { ContentEdit } from "#modules/messages/core/content-edit.ts";
import { reindexMessages } from "#search/actions/reindex-messages.ts";

/**
 * Stores the new topic and channel of messages, and records the previous ones in their edit histories. Messages that
 * move to another channel do not become unread for any user. If the same request edited the text of the named message,
 * which is already stored, the history entry records both changes.
 */
async function storeMove(
  { tx, actor, now }: Write,
  { messageId, ids, from, to, changesTopic, changesChannel, resolution }: PlannedMove,
  edit: ContentEdit | undefined,
): Promise<void> {
  await moveMessageRows(tx, {
    ids,
    userId: actor.id,
    now,
    topic: changesTopic ? to.topic : null,
    to: to.channel,
    from: changesChannel ? from.channel : null,
    isShown: resolution === null,
    edited: edit ? { messageId, edit } : null,
  });
  if (changesChannel) {
    await sql`
      insert into message_former_place (message_id, recipient_id)
      select id, ${from.channel.recipient_id} from unnest(${idList(ids)}) as id
      on conflict do nothing`.execute(tx);
  }
  await reindexMessages(tx, ids);
}

/**
 * Moves messages to another topic, another channel or both. Transfers users' flags and topic visibility, and sends
 * events to the users who could see the messages before the move or can see them after it. The messages must be locked
 * by `lockForMove`, and the actor's permission must be checked. Does nothing if neither topic nor channel changes.
 * Locks the organization's log position only after the slow queries.
 */
export async function moveMessages(ctx: Write, movable: LockedMove, move: MoveRequest): Promise<void> {
  const { tx, realm } = ctx;
  const changes = changesOf(movable, move);
  if (changes.topic === undefined && changes.channelId === undefined) return;
  const planned = await planMove(tx, movable, changes);
  const undone = await lockNoticeToUndo(ctx, planned);
  const relocation = undone === null ? planned : { ...planned, ids: difference(planned.ids, undone.ids) };
  const { ids, from, to, changesChannel, resolution } = relocation;
  await lockUserMessageRows(tx, ids);
  if (changesChannel) await transferUnread(tx, from.channel.id, { ids, channel: to.channel });
  await storeMove(ctx, relocation, move.contentEdit);

  const { before, after } = await loadMoveConnections(tx, relocation);
  const going = undone === null ? relocation : { ...relocation, ids: union(ids, undone.ids) };
  const earlier = await findRemainingMessages(tx, realm.id, going);
  if (undone !== null) await deleteMessages(ctx, undone);
  await lockPosition(tx, realm.id);
  const others = await recheckRemainingMessages(tx, realm.id, going, earlier);
  const isComplete = !others.isInOldTopic;
  // The events about topic visibility must come first, because clients count unread messages and mentions according to
  // a topic's visibility.
  if (isComplete) await transferTopicVisibility(ctx, relocation, { isMerged: others.isInNewTopic });
  const first = earlier.first ?? earlier.since.messageId;
  if (after) await publishChannelMove(ctx, relocation, move, { before, after, first });
  else await publishTopicMove(ctx, relocation, move, before);
  if (resolution === null) await postMoveNotices(ctx, relocation, { ...move, isComplete });
  else if (undone === null) await postResolutionNotice(ctx, relocation, movable.noticeRecipients);
}

/**
 * Loads the users' connections to the messages before and after the move, which determine who receives events about it.
 * They cannot change any more, because the messages and their flags are locked. If the new channel has protected
 * history, connects its subscribers to the messages, so that they can see them, and hides the messages from past
 * subscribers. The subscribers cannot change either, because both channels are locked.
 */
async function loadMoveConnections(
  tx: Tx,
  { ids, from, to, changesChannel }: PlannedMove,
): Promise<{ before: UserConnections; after: UserConnections | null }> {
  const before = await loadUserConnections(tx, from.channel.recipient_id, ids);
  if (!changesChannel) return { before, after: null };
  if (!isHistoryShared(to.channel)) {
    await connectSubscribersToMoved(tx, { ids, channel: to.channel });
    await hideFromPastSubscribers(tx, to.channel, ids);
  }
  return { before, after: await loadUserConnections(tx, to.channel.recipient_id, ids) };
}

async function planMove(tx: Tx, movable: LockedMove, changes: MoveChanges): Promise<PlannedMove> {
  const { message, messages } = movable;
  const { topic, channelId } = changes;
  const fromId = message.channel_id;
  if (fromId === null) throw new Error("a direct message does not move");
  const channels = await loadChannels(tx, channelId === undefined ? [fromId] : [fromId, channelId]);
  const channel = (id: number) => required(channels.find((one) => one.id === id));
  // If the new topic differs from the old one only in capitalization, some messages may already have it.
  const moved = messages.filter((one) => channelId !== undefined || one.topic !== topic);
  return {
    messageId: message.id,
    ids: moved.map(({ id }) => id),
    from: { channel: channel(fromId), topic: message.topic },
    to: { channel: channel(channelId ?? fromId), topic: topic ?? message.topic },
    changesTopic: topic !== undefined,
    changesChannel: channelId !== undefined,
    resolution: topic !== undefined && channelId === undefined ? resolutionOf(message.topic, topic) : null,
  };
}

const loadChannels = (tx: Tx, ids: readonly number[]): Promise<Row<"channel">[]> =>
  tx
    .selectFrom("channel")
    .selectAll()
    .where("id", "=", sql<number>`any(${ids}::int[])`)
    .execute();
