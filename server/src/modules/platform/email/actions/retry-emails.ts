import { sql } from "kysely";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { enqueueJob } from "@parlance/kernel/jobs/enqueue-job.ts";
import { deliverEmailJob } from "../delivery-job.ts";

/** Maximum number of emails that one transaction retries. */
const MAX_EMAILS_PER_RETRY = 500;

/**
 * Retries emails now: failed ones with a new count of attempts, and those that wait for their next attempt. Returns
 * their ids, at most 500, in ascending order; `after` continues where the last call ended.
 * @param ids ids of the emails; default: all that are not sent
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
 * Retries emails whose delivery was interrupted when the server was killed. Must be called only by a server that knows
 * that no other runs. If several run, the job queue itself detects which one has died.
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
