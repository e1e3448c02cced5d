import { toUsers } from "#kernel/events/audience.ts";
import { emit } from "#kernel/events/log.ts";
import type { Write } from "#kernel/http/context.ts";
import { topicLinksIn } from "#modules/linkifiers/realm-linkifiers.ts";
import { thoseWhoHaveAny, type Having } from "#modules/messages/audiences.ts";
import type { StoredDeleteEvent, StoredUpdateEvent } from "#modules/messages/change-events.ts";
import { contentFields } from "#modules/messages/content-edit.ts";
import { flagsChanged } from "#modules/read-state/events.ts";
import { loadReaderFlagsOf } from "#modules/read-state/reader-flags.ts";
import type { Move } from "../move.ts";
import type { Relocation } from "../relocation.ts";
import { newsOfRelocation } from "../news.ts";
import type { Stars } from "./carry-read-state.ts";

/** Tells those who have the messages that they are in another topic. The move must be stored. */
export const tellOfMove = (ctx: Write, relocation: Relocation, move: Move, having: readonly Having[]) =>
  tellOfUpdate(ctx, relocation, move, having);

/**
 * Tells those who have the messages in the new channel that they are there, and those who had them before and may not
 * read them now that they are gone. The move must be stored.
 */
export async function tellOfRelocation(
  ctx: Write,
  relocation: Relocation,
  move: Move,
  { before, lostStars }: { readonly before: readonly Having[]; readonly lostStars: readonly Stars[] },
): Promise<void> {
  const { tx, realm } = ctx;
  const { from, to, ids } = relocation;
  const { recipient_id, id: channel_id } = to.channel;
  const after = await thoseWhoHaveAny(tx, realm.id, { recipient_id, channel_id }, ids);
  const { moved, gone } = await newsOfRelocation(ctx, relocation, { before, after });
  for (const { audience, ids: own } of gone) {
    const event: StoredDeleteEvent = {
      type: "delete_message",
      message_type: "stream",
      message_ids: [...own],
      stream_id: from.channel.id,
      topic: from.topic,
    };
    emit(tx, audience, event);
  }
  // Who left the old channel before is told no more than that there is nothing to look up again.
  const told = new Set(gone.flatMap(({ audience }) => audience.users ?? []));
  for (const { userId, ids: messages } of lostStars) {
    if (!told.has(userId))
      emit(tx, toUsers(realm.id, [userId]), flagsChanged({ op: "remove", flag: "starred", messages }));
  }
  await tellOfUpdate(ctx, relocation, move, moved);
}

async function tellOfUpdate(
  { tx, actor, realm, now }: Write,
  { messageId, from, to, changesTopic, changesChannel }: Relocation,
  { mode, contentEdit }: Move,
  having: readonly Having[],
): Promise<void> {
  // Who does not have the message that was named hears of the newest of theirs.
  const told = having.map(({ audience, ids }) => ({
    audience,
    ids,
    id: ids.includes(messageId) ? messageId : last(ids),
  }));
  const readers = await loadReaderFlagsOf(
    tx,
    told.map(({ id }) => id),
  );
  const topic_links = changesTopic ? await topicLinksIn(tx, realm.id, to.topic) : [];
  for (const { audience, ids, id } of told) {
    const flags = readers.get(id);
    if (!flags) continue;
    const event: StoredUpdateEvent = {
      type: "update_message",
      user_id: actor.id,
      rendering_only: false,
      message_id: id,
      message_ids: [...ids],
      edit_timestamp: Math.floor(now.getTime() / 1000),
      stream_id: from.channel.id,
      stream_name: from.channel.name,
      propagate_mode: mode,
      orig_subject: from.topic,
      ...(changesTopic && { subject: to.topic, topic_links }),
      ...(changesChannel && { new_stream_id: to.channel.id }),
      ...(contentEdit && id === messageId && contentFields(contentEdit)),
      readers: flags,
    };
    emit(tx, audience, event);
  }
}

const last = (ids: readonly number[]): number => ids.at(-1) ?? 0;
