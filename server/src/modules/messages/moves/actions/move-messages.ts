import { sql } from "kysely";
import { minus, union } from "@parlance/contract/state/list-operations.ts";
import type { Row, Tx } from "#kernel/db/types.ts";
import { lockPosition } from "#kernel/events/event-log.ts";
import type { Write } from "#kernel/http/context.ts";
import { required } from "#kernel/required.ts";
import { deleteMessages } from "#modules/messages/deletions/actions/delete-messages.ts";
import { withholdFromPastSubscribers } from "#modules/channels/core/actions/subscriptions/hide-from-past-subscribers.ts";
import { isHistoryShared } from "#modules/channels/core/access/visibility-rules.ts";
import { loadTies, type Ties } from "#modules/messages/core/message-audience.ts";
import { connectSubscribers } from "#modules/messages/read-state/actions/connect-subscribers.ts";
import { carryUnread } from "#modules/messages/read-state/actions/carry-unread.ts";
import { lockMarks } from "#modules/messages/read-state/actions/user-message-rows.ts";
import type { Move } from "../move-request.ts";
import { findOthers, othersNow } from "../remaining-messages.ts";
import { changesOf, type Changes } from "../policy.ts";
import type { Relocation } from "../planned-move.ts";
import { resolutionOf } from "../resolution.ts";
import { carryVisibility } from "./transfer-topic-visibility.ts";
import type { Movable } from "./lock-for-move.ts";
import { postMoveNotices } from "./post-move-notices.ts";
import { lockUndoneNotice, postResolution } from "./post-resolution-notice.ts";
import { storeMove } from "./store-move.ts";
import { announceMove } from "./publish-topic-move.ts";
import { announceRelocation } from "./publish-channel-move.ts";

/**
 * Moves messages to another topic, to another channel or to both, with what people know and want of them, and tells
 * those who have them before or after. The messages must be locked by `lockForMove`, and the move authorized. Does
 * nothing where topic and channel are what they were. Takes the organization's position, after what takes long.
 */
export async function moveMessages(ctx: Write, movable: Movable, move: Move): Promise<void> {
  const { tx, realm } = ctx;
  const changes = changesOf(movable, move);
  if (changes.topic === undefined && changes.channelId === undefined) return;
  const asked = await loadRelocation(tx, movable, changes);
  const undone = await lockUndoneNotice(ctx, asked);
  const relocation = undone === null ? asked : { ...asked, ids: minus(asked.ids, undone.ids) };
  const { ids, from, to, changesChannel, resolution } = relocation;
  await lockMarks(tx, ids);
  if (changesChannel) await carryUnread(tx, from.channel.id, { ids, channel: to.channel });
  await storeMove(ctx, relocation, move.contentEdit);

  const { before, after } = await prepareTies(tx, relocation);
  const going = undone === null ? relocation : { ...relocation, ids: union(ids, undone.ids) };
  const earlier = await findOthers(tx, realm.id, going);
  if (undone !== null) await deleteMessages(ctx, undone);
  await lockPosition(tx, realm.id);
  const others = await othersNow(tx, realm.id, going, earlier);
  const isComplete = !others.inOld;
  // Told first: whether messages count as unread, and as mentions, follows from how their topic is shown.
  if (isComplete) await carryVisibility(ctx, relocation, { isMerged: others.inNew });
  const first = earlier.first ?? earlier.since.messageId;
  if (after) await announceRelocation(ctx, relocation, move, { before, after, first });
  else await announceMove(ctx, relocation, move, before);
  if (resolution === null) await postMoveNotices(ctx, relocation, { ...move, isComplete });
  else if (undone === null) await postResolution(ctx, relocation, movable.noticeReaders);
}

/**
 * What decides who hears of the move, as far as it holds still now that messages and marks are locked. Subscribers of a
 * channel with protected history see what comes to it: nobody joins or leaves while both channels are locked.
 */
async function prepareTies(
  tx: Tx,
  { ids, from, to, changesChannel }: Relocation,
): Promise<{ before: Ties; after: Ties | null }> {
  const before = await loadTies(tx, from.channel.recipient_id, ids);
  if (!changesChannel) return { before, after: null };
  if (!isHistoryShared(to.channel)) {
    await connectSubscribers(tx, { ids, channel: to.channel });
    await withholdFromPastSubscribers(tx, to.channel, ids);
  }
  return { before, after: await loadTies(tx, to.channel.recipient_id, ids) };
}

async function loadRelocation(tx: Tx, movable: Movable, changes: Changes): Promise<Relocation> {
  const { message, concerned } = movable;
  const { topic, channelId } = changes;
  const fromId = message.channel_id;
  if (fromId === null) throw new Error("a direct message does not move");
  const channels = await loadChannels(tx, channelId === undefined ? [fromId] : [fromId, channelId]);
  const channel = (id: number) => required(channels.find((one) => one.id === id));
  // A topic whose new name differs only in spelling may be stored so already.
  const moved = concerned.filter((one) => channelId !== undefined || one.topic !== topic);
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
