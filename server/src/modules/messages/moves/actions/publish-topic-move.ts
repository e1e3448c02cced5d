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
 * Tells those who have messages of a channel that they are in another topic now. The move must be stored, and the
 * organization's position locked.
 */
export async function publishTopicMove(
  ctx: Write,
  relocation: PlannedMove,
  move: MoveRequest,
  ties: UserConnections,
): Promise<void> {
  const { tx, realm } = ctx;
  const { recipient_id, id: channel_id } = relocation.from.channel;
  const having = await loadMessageAudiences(tx, realm.id, { recipient_id, channel_id }, { ids: relocation.ids, ties });
  await publishMoveEvents(ctx, relocation, move, having);
}

/**
 * Tells each of the audiences that the messages that they have are elsewhere; who may not know of the old channel hears
 * neither its name nor what the topic was called there. The move must be stored.
 */
export async function publishMoveEvents(
  { tx, actor, realm, now }: Write,
  { messageId, from, to, changesTopic, changesChannel }: PlannedMove,
  { mode, contentEdit }: MoveRequest,
  having: readonly VisibleMessages[],
  { isOriginKnown = true }: { readonly isOriginKnown?: boolean } = {},
): Promise<void> {
  // Who does not have the message that was named hears of the newest of theirs.
  const named = (ids: readonly number[]) => (ids.includes(messageId) ? messageId : (ids.at(-1) ?? 0));
  const told = having.map((one) => ({ ...one, id: named(one.ids) }));
  const flags = await loadFlagsOfMessages(tx, [...new Set(told.map(({ id }) => id))]);
  const topic_links = changesTopic ? await loadTopicLinks(tx, realm.id, to.topic) : [];
  for (const { audience, ids, id } of told) {
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
