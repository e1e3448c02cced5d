import type { Insertable } from "kysely";
import type { Row, Schema, Tx } from "@parlance/kernel/db/types.ts";
import type { Actor } from "@parlance/kernel/http/context.ts";
import { lockAccount } from "#modules/users/core/lock-account.ts";
import { assertWithinQuota } from "./assert-quota.ts";

/** The columns of a scheduled message or reminder, except those that identify its owner and organization. */
type NewScheduledRow = Omit<Insertable<Schema["scheduled_message"]>, "realm_id" | "sender_id">;

/**
 * Inserts a scheduled message or a reminder for the actor.
 * @throws TooManyScheduledMessages
 */
export async function insertScheduled(
  tx: Tx,
  actor: Actor,
  waiting: NewScheduledRow,
): Promise<Row<"scheduled_message">> {
  await lockAccount(tx, actor.id);
  const row = await tx
    .insertInto("scheduled_message")
    .values({ ...waiting, realm_id: actor.realmId, sender_id: actor.id })
    .returningAll()
    .executeTakeFirstOrThrow();
  await assertWithinQuota(tx, actor);
  return row;
}
