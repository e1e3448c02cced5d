import type { Tx } from "#kernel/db/types.ts";
import { toUser } from "#kernel/events/audience.ts";
import { emit, lockPosition } from "#kernel/events/log.ts";
import type { Write } from "#kernel/http/context.ts";
import { noteDeletedMessages } from "#modules/4-channels/channels/actions/note-deleted-messages.ts";
import { loadTies, thoseWhoHaveAny } from "#modules/6-messages/messages/audiences.ts";
import type { Having } from "#modules/6-messages/messages/had-by-subscribers.ts";
import type { StoredDeleteEvent } from "#modules/6-messages/messages/change-events.ts";
import { attachmentsToRelease } from "#modules/5-on-channels/attachments/actions/release-attachments.ts";
import { lockMarks } from "#modules/5-on-channels/read-state/actions/lock-marks.ts";
import { flagsChanged } from "#modules/5-on-channels/read-state/events.ts";
import { loadStars, thoseLeftBehind, type Stars } from "../stars-left-behind.ts";
import { removeMessages } from "./remove-messages.ts";

/** Messages that are about to go, all of one place, their rows locked for update. */
export interface Doomed {
  readonly recipient_id: number;
  /** Null for direct messages. */
  readonly channel_id: number | null;
  readonly topic: string;
  /** Ascending. */
  readonly ids: readonly number[];
}

/**
 * Deletes messages for good, and tells those who have them, the actor always. It does not ask whether the actor may. Call
 * it late: it takes the organization's position.
 */
export async function deleteMessages({ tx, actor, realm, now }: Write, doomed: Doomed): Promise<void> {
  const { channel_id: channelId, ids } = doomed;
  await lockMarks(tx, ids);
  const ties = await loadTies(tx, doomed.recipient_id, ids);
  const stars = await loadStars(tx, ties.flagged);
  const releaseFiles = await attachmentsToRelease(tx, ids);
  await removeMessages(tx, { realmId: realm.id, deleterId: actor.id, now }, ids);

  await lockPosition(tx, realm.id);
  await releaseFiles(realm.id, now);
  const having = await thoseWhoHaveAny(tx, realm.id, doomed, { ids, ties });
  for (const { audience, ids: own } of withActor(having, actor, ids)) emit(tx, audience, deletion(doomed, own));
  if (channelId !== null) await unstar(tx, actor, channelId, stars);
  if (channelId !== null) await noteDeletedMessages(tx, channelId, ids);
}

const deletion = ({ channel_id, topic }: Doomed, ids: readonly number[]): StoredDeleteEvent => ({
  type: "delete_message",
  message_ids: [...ids],
  ...(channel_id === null
    ? { message_type: "private" as const }
    : { message_type: "stream" as const, stream_id: channel_id, topic }),
});

/** The actor hears of all of them, and once. */
function withActor(having: readonly Having[], actor: Write["actor"], ids: readonly number[]): Having[] {
  const others = having.map((one) => ({
    ...one,
    audience: { ...one.audience, except: [...(one.audience.except ?? []), actor.id] },
  }));
  return [...others, { audience: toUser(actor), ids }];
}

/** Those who are no longer where the messages were keep their stars there: they hear that these are gone, and no more. */
async function unstar(tx: Tx, actor: Write["actor"], channelId: number, stars: readonly Stars[]): Promise<void> {
  const absent = await thoseLeftBehind(
    tx,
    channelId,
    stars.map(({ user_id }) => user_id),
  );
  for (const { user_id: id, message_ids } of stars) {
    if (id === actor.id || !absent.has(id)) continue;
    emit(
      tx,
      toUser({ id, realmId: actor.realmId }),
      flagsChanged({ op: "remove", flag: "starred", messages: message_ids }),
    );
  }
}
