import { ascending, intersection } from "@parlance/contract/state/list-operations.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { toUser } from "@parlance/kernel/events/audience.ts";
import { emit, lockPosition } from "@parlance/kernel/events/event-log.ts";
import type { Actor, Write } from "@parlance/kernel/http/context.ts";
import { updateAfterMessagesDeleted } from "#modules/channels/core/actions/activity/update-after-deletion.ts";
import { loadUserConnections, loadMessageAudiences } from "#modules/messages/core/message-audience.ts";
import type { VisibleMessages } from "#modules/messages/core/subscriber-visibility.ts";
import type { StoredDeleteEvent } from "#modules/messages/core/change-events.ts";
import { prepareAttachmentRelease } from "#modules/messages/attachments/actions/release-attachments.ts";
import { lockUserMessageRows, deleteUserMessageRows } from "#modules/messages/read-state/actions/user-message-rows.ts";
import { flagsChanged } from "#modules/messages/read-state/events.ts";
import { loadStarredMessages, usersWithoutAccess, type StarredMessages } from "../starred-in-deleted.ts";

import { sql } from "kysely";
import { idList } from "@parlance/kernel/db/id-list.ts";
import { deleteMessageRows } from "#modules/messages/core/actions/delete-message-rows.ts";

/** The author and time of a deletion, as stored with the deleted messages. */
interface DeletionRecord {
  readonly realmId: number;
  /** `null` if the server deleted the messages because their retention period had expired. */
  readonly deleterId: number | null;
  readonly now: Date;
}

/**
 * Copies messages, with their flags, unread exceptions, reactions, submessages, edit history and attachment links, to
 * `deleted_message`, where operators can read them until they are purged. Then deletes the messages with all their
 * dependent rows.
 */
async function archiveAndDeleteRows(tx: Tx, removal: DeletionRecord, ids: readonly number[]): Promise<void> {
  const rowsOf = (table: string) => sql`(
    select coalesce(json_agg(row), '[]') from ${sql.table(table)} as row where row.message_id = message.id
  )`;
  await sql`
    insert into deleted_message (id, realm_id, deleted_at, deleter_id, content)
    select message.id, ${removal.realmId}, ${removal.now}, ${removal.deleterId}, json_build_object(
      'message', to_json(message), 'flags', ${rowsOf("message_flag")}, 'unread', ${rowsOf("unread_exception")},
      'reactions', ${rowsOf("reaction")}, 'submessages', ${rowsOf("submessage")}, 'edits', ${rowsOf("message_edit")},
      'attachments', ${rowsOf("attachment_message")}
    )
    from message where message.id = any(${idList(ids)})`.execute(tx);
  await deleteUserMessageRows(tx, ids);
  await deleteMessageRows(tx, ids);
}

/**
 * Maximum number of messages deleted in one transaction. It limits the time for which the organization's other writes
 * have to wait.
 */
export const MAX_DELETE_BATCH = 1000;

/** The recipient of messages: a channel, or the direct messages between the same users. */
export interface ConversationRef {
  readonly recipient_id: number;
  /** Null for direct messages. */
  readonly channel_id: number | null;
}

interface TopicMessages {
  readonly topic: string;
  /** Ascending. */
  readonly ids: readonly number[];
}

/**
 * Messages to be deleted, all in the same topic or the same direct message conversation. Their rows must be locked for
 * update.
 */
export interface MessagesToDelete extends ConversationRef, TopicMessages {}

/** The transaction, author and time of a deletion. */
interface DeleteContext {
  readonly tx: Tx;
  readonly realmId: number;
  /** `null` if the server deletes the messages because their retention period has expired. */
  readonly actor: Actor | null;
  readonly now: Date;
}

/**
 * Deletes messages, and sends an event to the users who have the messages and to the actor. Does not check the actor's
 * permission. Call it late in the transaction, because it locks the organization's log position.
 */
export const deleteMessages = (
  { tx, actor, realm, now }: Write,
  { topic, ids, ...place }: MessagesToDelete,
): Promise<void> => deleteFromConversation({ tx, actor, realmId: realm.id, now }, place, [{ topic, ids }]);

/**
 * Deletes messages of several topics of a channel, or of a direct message conversation, and sends an event to the users
 * who have the messages and to the actor. Every deletion of messages runs through this function.
 */
export async function deleteFromConversation(
  { tx, actor, realmId, now }: DeleteContext,
  place: ConversationRef,
  topics: readonly TopicMessages[],
): Promise<void> {
  const { channel_id: channelId } = place;
  const ids = topics.flatMap((topic) => topic.ids).sort(ascending);
  await lockUserMessageRows(tx, ids);
  const ties = await loadUserConnections(tx, place.recipient_id, ids);
  const stars = await loadStarredMessages(tx, ties.flagged);
  const releaseFiles = await prepareAttachmentRelease(tx, ids);
  await archiveAndDeleteRows(tx, { realmId, deleterId: actor?.id ?? null, now }, ids);

  await lockPosition(tx, realmId);
  await releaseFiles(realmId, now);
  const visible = includeActor(await loadMessageAudiences(tx, realmId, place, { ids, ties }), actor, ids);
  for (const one of visible) emitDeletions(tx, place, one, topics);
  if (channelId !== null) await emitUnstarred(tx, { realmId, actorId: actor?.id ?? null }, channelId, stars);
  // If the channel's first message has been deleted, every remaining message is newer than the oldest deleted message,
  // `ids[0]`.
  if (channelId !== null) await updateAfterMessagesDeleted(tx, channelId, ids, ids[0]);
}

function emitDeletions(
  tx: Tx,
  place: ConversationRef,
  { audience, ids }: VisibleMessages,
  topics: readonly TopicMessages[],
): void {
  for (const one of topics) {
    const own = intersection(one.ids, ids);
    if (own.length > 0) emit(tx, audience, deletionEvent(place, one.topic, own));
  }
}

const deletionEvent = ({ channel_id }: ConversationRef, topic: string, ids: readonly number[]): StoredDeleteEvent => ({
  type: "delete_message",
  message_ids: [...ids],
  ...(channel_id === null
    ? { message_type: "private" as const }
    : { message_type: "stream" as const, stream_id: channel_id, topic }),
});

/**
 * Adds the actor as an audience of all messages, and excludes the actor from the other audiences. The actor thus
 * receives exactly one event about each message.
 */
function includeActor(
  visible: readonly VisibleMessages[],
  actor: Actor | null,
  ids: readonly number[],
): readonly VisibleMessages[] {
  if (actor === null) return visible;
  const others = visible.map((one) => ({
    ...one,
    audience: { ...one.audience, except: [...(one.audience.except ?? []), actor.id] },
  }));
  return [...others, { audience: toUser(actor), ids }];
}

interface DeletionAuthor {
  readonly realmId: number;
  readonly actorId: number | null;
}

/**
 * Sends events that remove the stars of users who have starred a deleted message but no longer have access to its
 * channel. Such users receive no event about the deletion.
 */
async function emitUnstarred(
  tx: Tx,
  { realmId, actorId }: DeletionAuthor,
  channelId: number,
  stars: readonly StarredMessages[],
) {
  const absent = await usersWithoutAccess(
    tx,
    channelId,
    stars.map(({ user_id }) => user_id),
  );
  for (const { user_id: id, message_ids: messages } of stars) {
    if (id === actorId || !absent.has(id)) continue;
    emit(tx, toUser({ id, realmId }), flagsChanged({ op: "remove", flag: "starred", messages }));
  }
}
