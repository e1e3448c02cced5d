import { sql } from "kysely";
import type { Tx } from "@parlance/kernel/db/types.ts";
import type { Actor } from "@parlance/kernel/http/context.ts";
import { TooManyScheduledMessages } from "../errors.ts";

/** The most that one account may have waiting, reminders included; and how long their texts may be together: lists are sent whole. */
const MAX_SCHEDULED_PER_USER = 1000;
const MAX_SCHEDULED_BYTES_PER_USER = 10_000_000;

/** To be called after a change, with the account locked. @throws TooManyScheduledMessages where an account has more waiting than it may. */
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
