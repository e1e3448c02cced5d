import type { Tx } from "#kernel/db/types.ts";
import { people } from "#modules/users/core/snapshot/users-snapshot.ts";
import { loadPlacedFacts } from "#modules/messages/read-state/user-message.ts";
import { isUnread } from "#modules/messages/read-state/unread/unread.ts";
import { type Gone, MAX_TAKEN_BACK, type Telling } from "../notification.ts";
import { noticesToReview } from "../queries.ts";
import type { Reading } from "../log/affected-notifications.ts";
import { endNotices, type NoticeKey } from "./end-notifications.ts";

/**
 * Ends the notices of messages that are gone, or that their user may not read any longer, or that count as read for another
 * reason. Calls `ended` for each of them. Returns the newest, see `MAX_TAKEN_BACK`.
 */
export async function endUnreadableNotices(
  tx: Tx,
  at: Telling,
  readings: readonly Reading[],
  ended: (key: NoticeKey) => void,
): Promise<Gone[]> {
  const newest = new Map<string, readonly Gone[]>();
  const review = {
    messageIds: readings.flatMap(({ messageIds }) => messageIds),
    userIds: readings.flatMap(({ userIds }) => userIds),
  };
  for await (const page of noticesToReview(tx, review)) {
    const keys = await unreadableAmong(tx, at, page);
    for (const key of keys) ended(key);
    const gone = await endNotices(tx, at.now, keys);
    for (const [key, own] of Map.groupBy(gone, ({ userId, by }) => `${userId} ${by.includes("phone")}`)) {
      const descending = own.toSorted((one, other) => other.messageId - one.messageId);
      newest.set(key, [...(newest.get(key) ?? []), ...descending].slice(0, MAX_TAKEN_BACK));
    }
  }
  return [...newest.values()].flat();
}

async function unreadableAmong(
  tx: Tx,
  { realm, directory }: Telling,
  notices: ReadonlyMap<number, readonly number[]>,
): Promise<NoticeKey[]> {
  const unreadable: NoticeKey[] = [];
  for (const [userId, messageIds] of notices) {
    const account = directory.of(people).get(userId);
    const person = account?.is_active ? { id: userId, realmId: realm.id, role: account.role } : null;
    const facts = person ? await loadPlacedFacts(tx, person, messageIds) : [];
    const visible = new Set(facts.filter((one) => one.is_readable && isUnread(one)).map(({ id }) => id));
    for (const messageId of messageIds) if (!visible.has(messageId)) unreadable.push({ userId, messageId });
  }
  return unreadable;
}
