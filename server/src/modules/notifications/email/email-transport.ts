import { people } from "#modules/users/core/snapshot/users-snapshot.ts";
import { changeableSettings } from "#modules/users/core/settings/user-settings.ts";
import type { NoticeCarrier, Telling } from "../core/notification.ts";
import { planLetters } from "./actions/schedule-emails.ts";

/** How long somebody wants messages to be gathered before a letter tells of them, in milliseconds. */
export function gatheringMs({ directory }: Pick<Telling, "directory">, userId: number): number {
  const account = directory.of(people).get(userId);
  return account ? changeableSettings(account).email_notifications_batching_period_seconds * 1000 : 0;
}

/** Plans letters. `planned` hears how soon one of them is due, in milliseconds, shortly before that is committed. */
export const mailCarrier = (planned: (afterMs: number) => void): NoticeCarrier => ({
  name: "mail",
  async tell(tx, at, notices) {
    const userIds = [...new Set(notices.map(({ userId }) => userId))];
    const pauses = userIds.map((userId) => ({ userId, ms: gatheringMs(at, userId) }));
    await planLetters(
      tx,
      at.realm.id,
      pauses.map(({ userId, ms }) => ({ userId, dueAt: new Date(at.now.getTime() + ms) })),
    );
    planned(Math.min(...pauses.map(({ ms }) => ms)));
  },
  // Letters are written of what is still unread then.
  takeBack: async () => undefined,
});
