import { sql } from "kysely";
import { z } from "zod";
import { requestJob } from "#kernel/jobs/enqueue-job.ts";
import type { JobKind } from "#kernel/jobs/job.ts";
import { MAX_TAKEN_BACK, type NoticeCarrier } from "../core/notification.ts";
import type { Tx } from "#kernel/db/types.ts";

/** Phones whose apps decrypt what they are sent, and those that registered without keys. */
const ways = ["sealed", "plain"] as const;
export type Way = (typeof ways)[number];

const sending = {
  user_id: z.int(),
  way: z.enum(ways).default("sealed"),
  /** Those that did not get it yet, by what the relay knows them; null: all. */
  only: z.array(z.string()).nullable().default(null),
  tries: z.int().default(0),
};

/** Tells somebody's phones of one message. */
export const tellPhones = {
  name: "tell-phones",
  payload: z.object({ ...sending, message_id: z.int(), group_id: z.int().nullable() }),
  concurrency: 4,
} satisfies JobKind;

/** Has somebody's phones show messages no longer. */
export const clearPhones = {
  name: "clear-phones",
  payload: z.object({ ...sending, message_ids: z.array(z.int()) }),
  concurrency: 4,
} satisfies JobKind;

/** Has phones told. */
export const phoneCarrier: NoticeCarrier = {
  name: "phone",
  async tell(tx, _at, notices) {
    const owners = await withPhones(tx, notices);
    for (const { userId, messageId, groupId } of notices) {
      for (const way of owners.get(userId) ?? []) {
        requestJob(tx, tellPhones, { user_id: userId, way, message_id: messageId, group_id: groupId });
      }
    }
  },
  async takeBack(tx, _at, gone) {
    const owners = await withPhones(tx, gone);
    for (const [userId, own] of Map.groupBy(gone, (one) => one.userId)) {
      const newest = own.map(({ messageId }) => messageId).toSorted((one, other) => other - one);
      const message_ids = newest.slice(0, MAX_TAKEN_BACK);
      for (const way of owners.get(userId) ?? []) requestJob(tx, clearPhones, { user_id: userId, way, message_ids });
    }
  },
};

/** Whose phones can be told, and in which ways. */
async function withPhones(
  tx: Tx,
  all: readonly { readonly userId: number }[],
): Promise<ReadonlyMap<number, readonly Way[]>> {
  const ids = [...new Set(all.map(({ userId }) => userId))];
  const { rows } = await sql<{ user_id: number; way: Way }>`
    select distinct user_id, 'sealed' as way from push_device
    where user_id = any(${ids}::int[]) and relay_device_id is not null and error_code is null
    union all
    select distinct user_id, 'plain' from push_token where user_id = any(${ids}::int[])`.execute(tx);
  const byUser = Map.groupBy(rows, ({ user_id: userId }) => userId);
  return new Map([...byUser].map(([userId, own]) => [userId, own.map(({ way }) => way)]));
}
