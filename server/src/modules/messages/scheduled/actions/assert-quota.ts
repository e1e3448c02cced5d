import { sql } from "kysely";
import type { Tx } from "@parlance/kernel/db/types.ts";
import type { Actor } from "@parlance/kernel/http/context.ts";
import { TooManyScheduledMessages } from "../errors.ts";

/**
 * Maximum number and total size of a user's scheduled messages and reminders that have not been delivered. The size is
 * limited because they are all sent to clients in one response.
 */
const MAX_SCHEDULED_PER_USER = 1000;
const MAX_SCHEDULED_BYTES_PER_USER = 10_000_000;

/**
 * Throws if the user's undelivered scheduled messages and reminders are too many, or too large in total. Call it after
 * inserting or changing one, with the account locked.
 * @throws TooManyScheduledMessages
 */
export async function assertWithinQuota(tx: Tx, { id }: Actor): Promise<void> {
  const { count, bytes } = await tx
    .selectFrom("scheduled_message")
    .select([
      sql<number>`count(*)::int`.as("count"),
      sql<number>`coalesce(sum(octet_length(content) + octet_length(rendered_content)), 0)::int8`.as("bytes"),
    ])
    .where("sender_id", "=", id)
    .where("message_id", "is", null)
    .executeTakeFirstOrThrow();
  if (count > MAX_SCHEDULED_PER_USER || bytes > MAX_SCHEDULED_BYTES_PER_USER) throw new TooManyScheduledMessages();
}
