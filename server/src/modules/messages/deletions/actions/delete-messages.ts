import { ascending, overlap } from "@parlance/contract/state/list-operations.ts";
import type { Tx } from "#kernel/db/types.ts";
import { toUser } from "#kernel/events/audience.ts";
import { emit, lockPosition } from "#kernel/events/event-log.ts";
import type { Actor, Write } from "#kernel/http/context.ts";
import { noteDeletedMessages } from "#modules/channels/core/actions/activity/update-after-deletion.ts";
import { loadTies, thoseWhoHaveAny } from "#modules/messages/core/message-audience.ts";
import type { Having } from "#modules/messages/core/subscriber-visibility.ts";
import type { StoredDeleteEvent } from "#modules/messages/core/change-events.ts";
import { attachmentsToRelease } from "#modules/messages/attachments/actions/release-attachments.ts";
import { lockMarks } from "#modules/messages/read-state/actions/user-message-rows.ts";
import { flagsChanged } from "#modules/messages/read-state/events.ts";
import { loadStars, thoseLeftBehind, type Stars } from "../starred-in-deleted.ts";
import { removeMessages } from "./remove-messages.ts";

/** So many are gone at once, where there are many: what else happens in the organization waits for no more than these. */
export const AT_ONCE = 1000;

/** Where messages are: in a channel or in a direct conversation. */
export interface Place {
  readonly recipient_id: number;
  /** Null for direct messages. */
  readonly channel_id: number | null;
}

interface InTopic {
  readonly topic: string;
  /** Ascending. */
  readonly ids: readonly number[];
}

/** Messages that are about to go, all of one place, their rows locked for update. */
export interface Doomed extends Place, InTopic {}

/** By whom messages are deleted, and when. */
interface Deleting {
  readonly tx: Tx;
  readonly realmId: number;
  /** Null where nobody does it: their time is over. */
  readonly actor: Actor | null;
  readonly now: Date;
}

/**
 * Deletes messages for good, and tells those who have them, the actor always. It does not ask whether the actor may. Call
 * it late: it takes the organization's position.
 */
export const deleteMessages = ({ tx, actor, realm, now }: Write, { topic, ids, ...place }: Doomed): Promise<void> =>
  deleteFromPlace({ tx, actor, realmId: realm.id, now }, place, [{ topic, ids }]);

/** The same for messages of several topics. All that is deleted, by whomever, is deleted here. */
export async function deleteFromPlace(
  { tx, actor, realmId, now }: Deleting,
  place: Place,
  topics: readonly InTopic[],
): Promise<void> {
  const { channel_id: channelId } = place;
  const ids = topics.flatMap((topic) => topic.ids).sort(ascending);
  await lockMarks(tx, ids);
  const ties = await loadTies(tx, place.recipient_id, ids);
  const stars = await loadStars(tx, ties.flagged);
  const releaseFiles = await attachmentsToRelease(tx, ids);
  await removeMessages(tx, { realmId, deleterId: actor?.id ?? null, now }, ids);

  await lockPosition(tx, realmId);
  await releaseFiles(realmId, now);
  const having = withActor(await thoseWhoHaveAny(tx, realmId, place, { ids, ties }), actor, ids);
  for (const one of having) tell(tx, place, one, topics);
  if (channelId !== null) await unstar(tx, { realmId, actorId: actor?.id ?? null }, channelId, stars);
  // If the channel's first message is among them, none that is left is older than the oldest of them.
  if (channelId !== null) await noteDeletedMessages(tx, channelId, ids, ids[0]);
}

function tell(tx: Tx, place: Place, { audience, ids }: Having, topics: readonly InTopic[]): void {
  for (const one of topics) {
    const own = overlap(one.ids, ids);
    if (own.length > 0) emit(tx, audience, deletion(place, one.topic, own));
  }
}

const deletion = ({ channel_id }: Place, topic: string, ids: readonly number[]): StoredDeleteEvent => ({
  type: "delete_message",
  message_ids: [...ids],
  ...(channel_id === null
    ? { message_type: "private" as const }
    : { message_type: "stream" as const, stream_id: channel_id, topic }),
});

/** The actor hears of all of them, and once. */
function withActor(having: readonly Having[], actor: Actor | null, ids: readonly number[]): readonly Having[] {
  if (actor === null) return having;
  const others = having.map((one) => ({
    ...one,
    audience: { ...one.audience, except: [...(one.audience.except ?? []), actor.id] },
  }));
  return [...others, { audience: toUser(actor), ids }];
}

interface Deleter {
  readonly realmId: number;
  readonly actorId: number | null;
}

/** Those who are no longer where the messages were keep their stars there: they hear that these are gone, and no more. */
async function unstar(tx: Tx, { realmId, actorId }: Deleter, channelId: number, stars: readonly Stars[]) {
  const absent = await thoseLeftBehind(
    tx,
    channelId,
    stars.map(({ user_id }) => user_id),
  );
  for (const { user_id: id, message_ids: messages } of stars) {
    if (id === actorId || !absent.has(id)) continue;
    emit(tx, toUser({ id, realmId }), flagsChanged({ op: "remove", flag: "starred", messages }));
  }
}
