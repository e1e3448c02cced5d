import { emit } from "#kernel/events/event-log.ts";
import type { Write } from "#kernel/http/context.ts";
import { topicLinksIn } from "#modules/organizations/linkifiers/load-linkifiers.ts";
import { thoseWhoHaveAny, type Ties } from "#modules/messages/core/message-audience.ts";
import type { Having } from "#modules/messages/core/subscriber-visibility.ts";
import type { StoredUpdateEvent } from "#modules/messages/core/change-events.ts";
import { contentFields } from "#modules/messages/core/content-edit.ts";
import { loadReaderFlagsOf } from "#modules/messages/read-state/flags/flags-by-user.ts";
import type { Move } from "../move-request.ts";
import type { Relocation } from "../planned-move.ts";

/**
 * Tells those who have messages of a channel that they are in another topic now. The move must be stored, and the
 * organization's position locked.
 */
export async function announceMove(ctx: Write, relocation: Relocation, move: Move, ties: Ties): Promise<void> {
  const { tx, realm } = ctx;
  const { recipient_id, id: channel_id } = relocation.from.channel;
  const having = await thoseWhoHaveAny(tx, realm.id, { recipient_id, channel_id }, { ids: relocation.ids, ties });
  await announceUpdate(ctx, relocation, move, having);
}

/**
 * Tells each of the audiences that the messages that they have are elsewhere; who may not know of the old channel hears
 * neither its name nor what the topic was called there. The move must be stored.
 */
export async function announceUpdate(
  { tx, actor, realm, now }: Write,
  { messageId, from, to, changesTopic, changesChannel }: Relocation,
  { mode, contentEdit }: Move,
  having: readonly Having[],
  { isOriginKnown = true }: { readonly isOriginKnown?: boolean } = {},
): Promise<void> {
  // Who does not have the message that was named hears of the newest of theirs.
  const named = (ids: readonly number[]) => (ids.includes(messageId) ? messageId : (ids.at(-1) ?? 0));
  const told = having.map((one) => ({ ...one, id: named(one.ids) }));
  const flags = await loadReaderFlagsOf(tx, [...new Set(told.map(({ id }) => id))]);
  const topic_links = changesTopic ? await topicLinksIn(tx, realm.id, to.topic) : [];
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
      ...(contentEdit && id === messageId && contentFields(contentEdit)),
      readers,
    };
    emit(tx, audience, event);
  }
}
