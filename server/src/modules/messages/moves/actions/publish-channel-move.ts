import { toUsers } from "@parlance/kernel/events/audience.ts";
import { emit } from "@parlance/kernel/events/event-log.ts";
import type { Write } from "@parlance/kernel/http/context.ts";
import { isHistoryShared } from "@parlance/contract/rules/channel-access.ts";
import { updateAfterMessagesMovedIn } from "#modules/channels/core/actions/activity/update-after-move.ts";
import { updateAfterMessagesDeleted } from "#modules/channels/core/actions/activity/update-after-deletion.ts";
import { loadMessageAudiences, type UserConnections } from "#modules/messages/core/message-audience.ts";
import type { VisibleMessages } from "#modules/messages/core/subscriber-visibility.ts";
import { loadFlagConnections } from "#modules/messages/core/flag-connections.ts";
import type { StoredDeleteEvent } from "#modules/messages/core/change-events.ts";
import { flagsChanged } from "#modules/messages/read-state/events.ts";
import type { MoveRequest } from "../move-request.ts";
import { loadMoveAudiences } from "../channel-move-audiences.ts";
import type { PlannedMove } from "../planned-move.ts";
import { type UserStars, transferFlags } from "#modules/messages/read-state/actions/transfer-read-state.ts";
import { publishMoveEvents } from "./publish-topic-move.ts";
import { sql } from "kysely";
import { isOneOf } from "@parlance/kernel/db/id-list.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { filterChannelReaders } from "../channel-readers.ts";

/**
 * Transfers users' flags on messages that move to another channel. Users who can read the new channel retain their
 * flags, and stay connected to the messages by them. The flags of other users are deleted. `flagged` contains the
 * messages that had flags before the move itself connected users to messages by flags. Returns the stars that were
 * deleted. The organization's log position must be locked.
 */
async function transferMovedFlags(
  tx: Tx,
  { to: { channel } }: Pick<PlannedMove, "to">,
  flagged: readonly number[],
): Promise<readonly UserStars[]> {
  if (flagged.length === 0) return [];
  const flagging = await loadFlaggingUsers(tx, flagged);
  return transferFlags(tx, { ids: flagged, channel }, await filterChannelReaders(tx, channel.id, flagging));
}

async function loadFlaggingUsers(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const rows = await tx
    .selectFrom("message_flag")
    .select("user_id")
    .distinct()
    .where(isOneOf(sql`message_id`, ids))
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** Data about messages moved to another channel, loaded before the organization's log position is locked. */
export interface MoveConnections {
  /** Users' connections to the messages before the move, in the old channel. */
  readonly before: UserConnections;
  /** Users' connections to the messages after the move, in the new channel. */
  readonly after: UserConnections;
  /** Lower bound for the ids of the messages that remain in the old channel. */
  readonly first: number;
}

/**
 * Transfers users' flags, and sends the events about messages that were moved to another channel. Users who can read
 * the messages in the new channel receive an event about the move. Users who could read them only before receive an
 * event about their deletion. Users who can see the channels receive an event if a channel's first message has changed.
 * The move must be stored, and the organization's log position must be locked.
 */
export async function publishChannelMove(
  ctx: Write,
  relocation: PlannedMove,
  move: MoveRequest,
  { before: tiesBefore, after: tiesAfter, first }: MoveConnections,
): Promise<void> {
  const { tx, realm } = ctx;
  const { from, to, ids } = relocation;
  const loadVisible = ({ channel }: PlannedMove["from"], ties: UserConnections) =>
    loadMessageAudiences(tx, realm.id, { recipient_id: channel.recipient_id, channel_id: channel.id }, { ids, ties });
  const before = await loadVisible(from, tiesBefore);
  const stars = await transferMovedFlags(tx, relocation, tiesBefore.flagged);
  const connected = isHistoryShared(to.channel)
    ? await loadFlagConnections(tx, tiesBefore.flagged)
    : tiesAfter.connected;
  const after = await loadVisible(to, { ...tiesAfter, connected });
  const { moved, movedFromHidden, deleted } = await loadMoveAudiences(ctx, relocation, { before, after });
  publishLostAccess(ctx, relocation, deleted, stars);
  await publishMoveEvents(ctx, relocation, move, moved);
  await publishMoveEvents(ctx, relocation, move, movedFromHidden, { isOriginKnown: false });
  await updateAfterMessagesDeleted(tx, from.channel.id, ids, first);
  await updateAfterMessagesMovedIn(ctx, to.channel, ids);
}

/**
 * Sends deletion events to users who can no longer see the messages. Users who could not see the messages before the
 * move, but had starred them, receive only an event that their stars are removed.
 */
function publishLostAccess(
  { tx, realm }: Write,
  { from }: PlannedMove,
  gone: readonly VisibleMessages[],
  stars: readonly UserStars[],
): void {
  for (const { audience, ids } of gone) {
    const event: StoredDeleteEvent = {
      type: "delete_message",
      message_type: "stream",
      message_ids: [...ids],
      stream_id: from.channel.id,
      topic: from.topic,
    };
    emit(tx, audience, event);
  }
  const notified = new Set(gone.flatMap(({ audience }) => audience.users ?? []));
  for (const { userId, ids: messages } of stars) {
    if (notified.has(userId)) continue;
    emit(tx, toUsers(realm.id, [userId]), flagsChanged({ op: "remove", flag: "starred", messages }));
  }
}
