import { users } from "#modules/users/core/snapshot/users-snapshot.ts";
import { changeableSettings } from "#modules/users/core/settings/user-settings.ts";
import type { NotificationTransport, NotificationContext } from "../core/notification.ts";
import { scheduleEmails } from "./actions/schedule-emails.ts";

/** Returns the period for which a user wants messages to be batched into an email, in milliseconds. */
export function emailDelayMs({ snapshot }: Pick<NotificationContext, "snapshot">, userId: number): number {
  const account = snapshot.get(users).get(userId);
  return account ? changeableSettings(account).email_notifications_batching_period_seconds * 1000 : 0;
}

/**
 * Creates the transport that schedules emails. `planned` is called with the time until an email is due, in
 * milliseconds, shortly before that is committed.
 */
export const createEmailTransport = (planned: (afterMs: number) => void): NotificationTransport => ({
  name: "mail",
  async notify(tx, at, notices) {
    const userIds = [...new Set(notices.map(({ userId }) => userId))];
    const pauses = userIds.map((userId) => ({ userId, ms: emailDelayMs(at, userId) }));
    await scheduleEmails(
      tx,
      at.realm.id,
      pauses.map(({ userId, ms }) => ({ userId, dueAt: new Date(at.now.getTime() + ms) })),
    );
    planned(Math.min(...pauses.map(({ ms }) => ms)));
  },
  // Emails contain only what is still unread when they are created.
  retract: async () => undefined,
});
