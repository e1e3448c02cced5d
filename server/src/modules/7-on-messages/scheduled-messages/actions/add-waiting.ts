import { sql } from "kysely";
import type { Insertable } from "kysely";
import type { Row, Schema, Tx } from "#kernel/db/types.ts";
import type { Actor } from "#kernel/http/context.ts";
import { lockAccount } from "#modules/1-ground/users/lock-account.ts";
import { TooManyWaiting } from "../errors.ts";

/** The most that one account may have waiting, reminders included; and how long their texts may be together. */
const MOST = 1000;
const MOST_BYTES = 10_000_000;

/** What is stored of something that waits, beside whose it is. */
export type Waiting = Omit<Insertable<Schema["scheduled_message"]>, "realm_id" | "sender_id">;

/** Stores something that waits for its time. @throws TooManyWaiting */
export async function addWaiting(tx: Tx, actor: Actor, waiting: Waiting): Promise<Row<"scheduled_message">> {
  await lockAccount(tx, actor.id);
  await mustHaveRoom(tx, actor);
  return tx
    .insertInto("scheduled_message")
    .values({ ...waiting, realm_id: actor.realmId, sender_id: actor.id })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Throws TooManyWaiting where an account has as much waiting as it may. */
async function mustHaveRoom(tx: Tx, { id }: Actor): Promise<void> {
  const { count, bytes } = await tx
    .selectFrom("scheduled_message")
    .select([
      sql<number>`count(*)::int`.as("count"),
      sql<number>`coalesce(sum(octet_length(content) + octet_length(rendered_content)), 0)::int8`.as("bytes"),
    ])
    .where("sender_id", "=", id)
    .where("message_id", "is", null)
    .executeTakeFirstOrThrow();
  if (count >= MOST || bytes >= MOST_BYTES) throw new TooManyWaiting();
}
