import { sql } from "kysely";
import { z } from "zod";
import { enqueueJob } from "@parlance/kernel/jobs/enqueue-job.ts";
import type { JobKind } from "@parlance/kernel/jobs/job.ts";
import { MAX_RETRACTED, type NotificationTransport } from "../core/notification.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";

/** `sealed`: phones whose apps decrypt notifications. `plain`: phones that were registered without encryption keys. */
const encryptionModes = ["sealed", "plain"] as const;
export type EncryptionMode = (typeof encryptionModes)[number];

const sendPayloadShape = {
  user_id: z.int(),
  way: z.enum(encryptionModes).default("sealed"),
  /**
   * The phones that have not received the notification yet, by their ids at the relay or, for `plain`, by their tokens;
   * null for all phones.
   */
  only: z.array(z.string()).nullable().default(null),
  tries: z.int().default(0),
};

/** Job that notifies a user's phones of one message. */
export const notifyPhonesJob = {
  name: "tell-phones",
  payload: z.object({ ...sendPayloadShape, message_id: z.int(), group_id: z.int().nullable() }),
  concurrency: 4,
} satisfies JobKind;

/** Job that removes messages from the notifications on a user's phones. */
export const clearPhonesJob = {
  name: "clear-phones",
  payload: z.object({ ...sendPayloadShape, message_ids: z.array(z.int()) }),
  concurrency: 4,
} satisfies JobKind;

/** The transport that notifies phones. */
export const phoneTransport: NotificationTransport = {
  name: "phone",
  async notify(tx, _at, notices) {
    const owners = await findUsersWithPhones(tx, notices);
    for (const { userId, messageId, groupId } of notices) {
      for (const way of owners.get(userId) ?? []) {
        enqueueJob(tx, notifyPhonesJob, { user_id: userId, way, message_id: messageId, group_id: groupId });
      }
    }
  },
  async retract(tx, _at, gone) {
    const owners = await findUsersWithPhones(tx, gone);
    for (const [userId, own] of Map.groupBy(gone, (one) => one.userId)) {
      const newest = own.map(({ messageId }) => messageId).toSorted((one, other) => other - one);
      const message_ids = newest.slice(0, MAX_RETRACTED);
      for (const way of owners.get(userId) ?? []) enqueueJob(tx, clearPhonesJob, { user_id: userId, way, message_ids });
    }
  },
};

/** Returns the users who have phones, each with the encryption modes of the phones. */
async function findUsersWithPhones(
  tx: Tx,
  all: readonly { readonly userId: number }[],
): Promise<ReadonlyMap<number, readonly EncryptionMode[]>> {
  const ids = [...new Set(all.map(({ userId }) => userId))];
  const { rows } = await sql<{ user_id: number; way: EncryptionMode }>`
    select distinct user_id, 'sealed' as way from push_device
    where user_id = any(${ids}::int[]) and relay_device_id is not null and error_code is null
    union all
    select distinct user_id, 'plain' from push_token where user_id = any(${ids}::int[])`.execute(tx);
  const byUser = Map.groupBy(rows, ({ user_id: userId }) => userId);
  return new Map([...byUser].map(([userId, own]) => [userId, own.map(({ way }) => way)]));
}
