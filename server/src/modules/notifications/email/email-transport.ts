import { users } from "#modules/users/core/snapshot/users-snapshot.ts";
import { changeableSettings } from "#modules/users/core/settings/user-settings.ts";
import type { NotificationTransport, NotificationContext } from "../core/notification.ts";
import { scheduleEmails } from "./actions/schedule-emails.ts";

/** Returns the time for which messages are collected before a user gets an email, in milliseconds. */
export function emailDelayMs({ snapshot }: Pick<NotificationContext, "snapshot">, userId: number): number {
  const account = snapshot.get(users).get(userId);
  return account ? changeableSettings(account).email_notifications_batching_period_seconds * 1000 : 0;
}

/**
 * Creates the transport that schedules emails. `planned` is called shortly before the commit, with the time until the
 * first of the emails is due, in milliseconds.
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
  // Nothing to retract: messages that were read meanwhile are left out when the email is created.
  retract: async () => undefined,
});
