import { sql } from "kysely";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { enqueueJob } from "@parlance/kernel/jobs/enqueue-job.ts";
import { deliverEmailJob } from "../delivery-job.ts";

/** Maximum number of emails that one transaction retries. */
const MAX_EMAILS_PER_RETRY = 500;

/**
 * Retries emails now: emails that failed, whose attempts are counted from zero again, and emails that wait for their
 * next attempt. Returns their ids in ascending order, at most 500. To continue, pass the last id as `after`.
 * @param ids ids of the emails; default: all unsent emails. Emails that are being sent right now are skipped
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
 * Retries emails whose delivery was interrupted when the server was killed. Must be called before this process
 * delivers emails, and only if no other server process runs: otherwise the job queue itself detects the process that
 * died.
 */
export async function resumeInterruptedDeliveries(tx: Tx): Promise<number[]> {
  const { rows } = await sql<{ id: number; ticket: number }>`
    update mail set ticket = ticket + 1, sending_since = null
    where sending_since is not null and state = 'waiting'
    returning id, ticket`.execute(tx);
  return requestDeliveries(tx, rows);
}

function requestDeliveries(tx: Tx, emails: readonly { id: number; ticket: number }[]): number[] {
  const inOrder = emails.toSorted((a, b) => a.id - b.id);
  for (const { id, ticket } of inOrder) enqueueJob(tx, deliverEmailJob, { mail_id: id, ticket });
  return inOrder.map(({ id }) => id);
}
