import { sql } from "kysely";
import { z } from "zod";
import { requestJob } from "#kernel/jobs/requests.ts";
import type { JobKind } from "#kernel/jobs/job.ts";
import type { NoticeCarrier } from "../notices/notice.ts";
import type { Tx } from "#kernel/db/types.ts";

/** Tells somebody's phones of one message. */
export const tellPhones = {
  name: "tell-phones",
  payload: z.object({
    user_id: z.int(),
    message_id: z.int(),
    group_id: z.int().nullable(),
    tries: z.int().default(0),
  }),
  concurrency: 4,
} satisfies JobKind;

/** Has somebody's phones show messages no longer. */
export const clearPhones = {
  name: "clear-phones",
  payload: z.object({ user_id: z.int(), message_ids: z.array(z.int()), tries: z.int().default(0) }),
  concurrency: 4,
} satisfies JobKind;

/** So many messages are taken back at once: phones show fewer. */
const MOST_TAKEN_BACK = 200;

/** Has phones told whose apps decrypt what they are sent. */
export const phoneCarrier: NoticeCarrier = {
  name: "phone",
  async tell(tx, _at, notices) {
    const owners = await withPhones(tx, notices);
    for (const { userId, messageId, groupId } of notices) {
      if (owners.has(userId)) requestJob(tx, tellPhones, { user_id: userId, message_id: messageId, group_id: groupId });
    }
  },
  async takeBack(tx, _at, gone) {
    const owners = await withPhones(tx, gone);
    for (const [userId, own] of Map.groupBy(gone, (one) => one.userId)) {
      if (!owners.has(userId)) continue;
      const newest = own.map(({ messageId }) => messageId).toSorted((one, other) => other - one);
      requestJob(tx, clearPhones, { user_id: userId, message_ids: newest.slice(0, MOST_TAKEN_BACK) });
    }
  },
};

async function withPhones(tx: Tx, all: readonly { readonly userId: number }[]): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ user_id: number }>`
    select distinct user_id from push_device
    where user_id = any(${[...new Set(all.map(({ userId }) => userId))]}::int[])
      and relay_device_id is not null and error_code is null`.execute(tx);
  return new Set(rows.map(({ user_id: userId }) => userId));
}
