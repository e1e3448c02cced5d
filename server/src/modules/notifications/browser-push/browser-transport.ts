import { sql } from "kysely";
import { z } from "zod";
import { enqueueJob } from "@parlance/kernel/jobs/enqueue-job.ts";
import type { JobKind } from "@parlance/kernel/jobs/job.ts";
import type { NotificationTransport } from "../core/notification.ts";

/** Job that sends one browser a notification about one message. */
export const notifyBrowserJob = {
  name: "tell-browser",
  payload: z.object({ browser_id: z.int(), user_id: z.int(), message_id: z.int(), tries: z.int().default(0) }),
  concurrency: 4,
} satisfies JobKind;

/**
 * Notifies browsers. A notification whose message was read is retracted only together with the next notification: see
 * `findRecentlyRead`.
 */
export const browserTransport: NotificationTransport = {
  name: "browser",
  async notify(tx, _at, notices) {
    const { rows } = await sql<{ id: number; user_id: number }>`
      select id, user_id from push_browser
      where user_id = any(${[...new Set(notices.map(({ userId }) => userId))]}::int[])`.execute(tx);
    const browsers = Map.groupBy(rows, ({ user_id }) => user_id);
    for (const { userId, messageId } of notices) {
      for (const { id } of browsers.get(userId) ?? []) {
        enqueueJob(tx, notifyBrowserJob, { browser_id: id, user_id: userId, message_id: messageId });
      }
    }
  },
  retract: async () => undefined,
};
