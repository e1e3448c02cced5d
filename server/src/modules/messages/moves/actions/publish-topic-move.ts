import { emit } from "@parlance/kernel/events/event-log.ts";
import type { Write } from "@parlance/kernel/http/context.ts";
import { loadTopicLinks } from "#modules/organizations/linkifiers/load-linkifiers.ts";
import { loadMessageAudiences, type UserConnections } from "#modules/messages/core/message-audience.ts";
import type { VisibleMessages } from "#modules/messages/core/subscriber-visibility.ts";
import type { StoredUpdateEvent } from "#modules/messages/core/change-events.ts";
import { contentEditEventFields } from "#modules/messages/core/content-edit.ts";
import { loadFlagsOfMessages } from "#modules/messages/read-state/flags/flags-by-user.ts";
import type { MoveRequest } from "../move-request.ts";
import type { PlannedMove } from "../planned-move.ts";

/**
 * Sends an event to the users who have messages that were moved to another topic of the same channel. The move must be
 * stored, and the organization's log position must be locked.
 */
export async function publishTopicMove(
  ctx: Write,
  relocation: PlannedMove,
  move: MoveRequest,
  ties: UserConnections,
): Promise<void> {
  const { tx, realm } = ctx;
  const { recipient_id, id: channel_id } = relocation.from.channel;
  const visible = await loadMessageAudiences(tx, realm.id, { recipient_id, channel_id }, { ids: relocation.ids, ties });
  await publishMoveEvents(ctx, relocation, move, visible);
}

/**
 * Sends each audience an event that its messages were moved. With `isOriginKnown` false, for users who cannot see the
 * old channel, the event contains neither the old channel's name nor the old topic. The move must be stored.
 */
export async function publishMoveEvents(
  { tx, actor, realm, now }: Write,
  { messageId, from, to, changesTopic, changesChannel }: PlannedMove,
  { mode, contentEdit }: MoveRequest,
  visible: readonly VisibleMessages[],
  { isOriginKnown = true }: { readonly isOriginKnown?: boolean } = {},
): Promise<void> {
  // The event names one message, whose flags it contains. For users who cannot see the message that the request named,
  // it is the newest message that they can see.
  const named = (ids: readonly number[]) => (ids.includes(messageId) ? messageId : (ids.at(-1) ?? 0));
  const visibleWithId = visible.map((one) => ({ ...one, id: named(one.ids) }));
  const flags = await loadFlagsOfMessages(tx, [...new Set(visibleWithId.map(({ id }) => id))]);
  const topic_links = changesTopic ? await loadTopicLinks(tx, realm.id, to.topic) : [];
  for (const { audience, ids, id } of visibleWithId) {
    const readers = flags.get(id);
    if (!readers) throw new Error(`message ${id} is not there`);
    const event: StoredUpdateEvent = {
      type: "update_message",
      user_id: actor.id,
      rendering_only: false,
      message_id: id,
      message_ids: [...ids],
      edit_timestamp: Math.floor(now.getTime() / 1000),
      stream_id: from.channel.id,
      ...(isOriginKnown && { stream_name: from.channel.name }),
      propagate_mode: mode,
      orig_subject: isOriginKnown ? from.topic : to.topic,
      ...(changesTopic && { subject: to.topic, topic_links }),
      ...(changesChannel && { new_stream_id: to.channel.id }),
      ...(contentEdit && id === messageId && contentEditEventFields(contentEdit)),
      readers,
    };
    emit(tx, audience, event);
  }
}
