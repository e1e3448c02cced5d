import type { Tx } from "@parlance/kernel/db/types.ts";
import { users } from "#modules/users/core/snapshot/users-snapshot.ts";
import { loadUserMessages } from "#modules/messages/read-state/user-message.ts";
import { isUnread } from "#modules/messages/read-state/unread/unread.ts";
import { type EndedNotification, MAX_RETRACTED, type NotificationContext } from "../notification.ts";
import { loadNotificationsToReview } from "../queries.ts";
import type { AffectedNotifications } from "../log/affected-notifications.ts";
import { endNotifications, type NotificationKey } from "./end-notifications.ts";

/**
 * Ends the notifications of messages that were deleted, that their user may no longer read, or that count as read for
 * another reason. Calls `ended` for each. Returns the same as `endNotifications`.
 */
export async function endUnreadableNotifications(
  tx: Tx,
  at: NotificationContext,
  readings: readonly AffectedNotifications[],
  ended: (key: NotificationKey) => void,
): Promise<EndedNotification[]> {
  const newest = new Map<string, readonly EndedNotification[]>();
  const review = {
    messageIds: readings.flatMap(({ messageIds }) => messageIds),
    userIds: readings.flatMap(({ userIds }) => userIds),
  };
  for await (const page of loadNotificationsToReview(tx, review)) {
    const keys = await findUnreadable(tx, at, page);
    for (const key of keys) ended(key);
    const gone = await endNotifications(tx, at.now, keys);
    for (const [key, own] of Map.groupBy(gone, ({ userId, carriers }) => `${userId} ${carriers.includes("phone")}`)) {
      const descending = own.toSorted((one, other) => other.messageId - one.messageId);
      newest.set(key, [...(newest.get(key) ?? []), ...descending].slice(0, MAX_RETRACTED));
    }
  }
  return [...newest.values()].flat();
}

async function findUnreadable(
  tx: Tx,
  { realm, snapshot }: NotificationContext,
  notices: ReadonlyMap<number, readonly number[]>,
): Promise<NotificationKey[]> {
  const unreadable: NotificationKey[] = [];
  for (const [userId, messageIds] of notices) {
    const account = snapshot.get(users).get(userId);
    const person = account?.is_active ? { id: userId, realmId: realm.id, role: account.role } : null;
    const facts = person ? await loadUserMessages(tx, person, messageIds) : [];
    const visible = new Set(facts.filter((one) => one.is_readable && isUnread(one)).map(({ id }) => id));
    for (const messageId of messageIds) if (!visible.has(messageId)) unreadable.push({ userId, messageId });
  }
  return unreadable;
}
