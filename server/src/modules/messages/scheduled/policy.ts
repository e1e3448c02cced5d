import type { Reader, Row, Tx } from "@parlance/kernel/db/types.ts";
import type { Actor } from "@parlance/kernel/http/context.ts";
import { AlreadySent, ScheduledMessageDoesNotExist } from "./errors.ts";

const ownScheduledQuery = (db: Reader, actor: Actor, id: number) =>
  db
    .selectFrom("scheduled_message")
    .selectAll()
    .where("id", "=", id)
    .where("sender_id", "=", actor.id)
    .where("target_id", "is", null);

/**
 * Loads a scheduled message of the actor.
 * @throws ScheduledMessageDoesNotExist also for other users' messages
 * @throws AlreadySent
 */
export async function loadScheduled(db: Reader, actor: Actor, id: number): Promise<Row<"scheduled_message">> {
  return assertNotSent(await ownScheduledQuery(db, actor, id).executeTakeFirst());
}

/**
 * Loads a scheduled message of the actor, and locks its row.
 * @throws ScheduledMessageDoesNotExist also for other users' messages
 * @throws AlreadySent
 */
export async function lockScheduled(tx: Tx, actor: Actor, id: number): Promise<Row<"scheduled_message">> {
  return assertNotSent(await ownScheduledQuery(tx, actor, id).forUpdate().executeTakeFirst());
}

function assertNotSent(row: Row<"scheduled_message"> | undefined): Row<"scheduled_message"> {
  if (!row) throw new ScheduledMessageDoesNotExist();
  if (row.message_id !== null) throw new AlreadySent();
  return row;
}
