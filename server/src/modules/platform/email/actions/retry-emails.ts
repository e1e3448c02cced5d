import { sql } from "kysely";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { enqueueJob } from "@parlance/kernel/jobs/enqueue-job.ts";
import { deliverEmailJob } from "../delivery-job.ts";

/** Most letters that one transaction schedules again. */
const MAX_EMAILS_PER_RETRY = 500;

/**
 * Tries letters now: those that were given up, from the start, and those that wait for their next try. Returns their ids,
 * at most 500, in ascending order; `after` goes on where the last call ended.
 * @param ids which; all that are not sent if left out
 */
export async function retryEmails(
  tx: Tx,
  { ids, after = 0 }: { ids?: readonly number[]; after?: number } = {},
): Promise<number[]> {
  const { rows } = await sql<{ id: number; ticket: number }>`
    with chosen as (
      select id from mail
      where state in ('waiting', 'failed') and sending_since is null and id > ${after}
        ${ids ? sql`and id = any(${ids}::bigint[])` : sql``}
      order by id limit ${MAX_EMAILS_PER_RETRY} for update
    )
    update mail set
      ticket = ticket + 1,
      tries = case state when 'failed' then 0 else tries end,
      state = 'waiting'
    from chosen where mail.id = chosen.id
    returning mail.id, ticket`.execute(tx);
  return requestDeliveries(tx, rows);
}

/**
 * Tries letters again whose try was cut off when the server that made it was killed. To be called by a server that knows
 * that no other runs; where several do, the queue finds out by itself which has died.
 */
export async function resumeInterruptedDeliveries(tx: Tx): Promise<number[]> {
  const { rows } = await sql<{ id: number; ticket: number }>`
    update mail set ticket = ticket + 1, sending_since = null
    where sending_since is not null and state = 'waiting'
    returning id, ticket`.execute(tx);
  return requestDeliveries(tx, rows);
}

function requestDeliveries(tx: Tx, letters: readonly { id: number; ticket: number }[]): number[] {
  const inOrder = letters.toSorted((a, b) => a.id - b.id);
  for (const { id, ticket } of inOrder) enqueueJob(tx, deliverEmailJob, { mail_id: id, ticket });
  return inOrder.map(({ id }) => id);
}
