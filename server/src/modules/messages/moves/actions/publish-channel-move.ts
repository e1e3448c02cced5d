import { toUsers } from "#kernel/events/audience.ts";
import { emit } from "#kernel/events/event-log.ts";
import type { Write } from "#kernel/http/context.ts";
import { isHistoryShared } from "#modules/channels/core/access/visibility-rules.ts";
import { noteArrivals } from "#modules/channels/core/actions/activity/update-after-move.ts";
import { noteDeletedMessages } from "#modules/channels/core/actions/activity/update-after-deletion.ts";
import { thoseWhoHaveAny, type Ties } from "#modules/messages/core/message-audience.ts";
import type { Having } from "#modules/messages/core/subscriber-visibility.ts";
import { loadConnections } from "#modules/messages/core/flag-connections.ts";
import type { StoredDeleteEvent } from "#modules/messages/core/change-events.ts";
import { flagsChanged } from "#modules/messages/read-state/events.ts";
import type { Move } from "../move-request.ts";
import { newsOfRelocation } from "../channel-move-audiences.ts";
import type { Relocation } from "../planned-move.ts";
import type { Stars } from "#modules/messages/read-state/actions/transfer-read-state.ts";
import { carryFlags } from "./carry-flags.ts";
import { announceUpdate } from "./publish-topic-move.ts";

/** What is known of messages that go to another channel before the organization's position is locked. */
export interface Known {
  /** The ties to them where they were. */
  readonly before: Ties;
  /** The ties to them where they come. */
  readonly after: Ties;
  /** No message that is left in the old channel is older. */
  readonly first: number;
}

/**
 * Takes people's flags to another channel with the messages. Announces the messages to those who can read them there, their
 * deletion to those who had them before and may not read them now, and the changes of the channels to those who see these.
 * The move must be stored, and the organization's position locked.
 */
export async function announceRelocation(
  ctx: Write,
  relocation: Relocation,
  move: Move,
  { before: tiesBefore, after: tiesAfter, first }: Known,
): Promise<void> {
  const { tx, realm } = ctx;
  const { from, to, ids } = relocation;
  const havingIn = ({ channel }: Relocation["from"], ties: Ties) =>
    thoseWhoHaveAny(tx, realm.id, { recipient_id: channel.recipient_id, channel_id: channel.id }, { ids, ties });
  const before = await havingIn(from, tiesBefore);
  const stars = await carryFlags(tx, relocation, tiesBefore.flagged);
  const connected = isHistoryShared(to.channel) ? await loadConnections(tx, tiesBefore.flagged) : tiesAfter.connected;
  const after = await havingIn(to, { ...tiesAfter, connected });
  const { moved, arrived, gone } = await newsOfRelocation(ctx, relocation, { before, after });
  announceLoss(ctx, relocation, gone, stars);
  await announceUpdate(ctx, relocation, move, moved);
  await announceUpdate(ctx, relocation, move, arrived, { isOriginKnown: false });
  await noteDeletedMessages(tx, from.channel.id, ids, first);
  await noteArrivals(ctx, to.channel, ids);
}

/**
 * Users who cannot see the messages any more lose them. Those who could not see them before either only lose their stars.
 */
function announceLoss(
  { tx, realm }: Write,
  { from }: Relocation,
  gone: readonly Having[],
  stars: readonly Stars[],
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
  const told = new Set(gone.flatMap(({ audience }) => audience.users ?? []));
  for (const { userId, ids: messages } of stars) {
    if (told.has(userId)) continue;
    emit(tx, toUsers(realm.id, [userId]), flagsChanged({ op: "remove", flag: "starred", messages }));
  }
}
