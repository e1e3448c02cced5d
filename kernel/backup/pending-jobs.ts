import type pg from "pg";
import { z } from "zod";
import { BackupError } from "./backup-format.ts";
import type { ConnectionSettings } from "../db/pool.ts";
import { prepareQueues, queueConnection } from "../jobs/queue-setup.ts";

const BATCH_SIZE = 500;

/** Maximum length of a job in a backup, as a line of JSON, in UTF-16 units. */
const MAX_JOB_LENGTH = 16 * 2 ** 20;

/** A pending job in a backup. The format does not depend on the version of the queue's tables. */
const pendingJob = z.object({ name: z.string(), data: z.record(z.string(), z.unknown()), start_after: z.string() });
type PendingJob = z.infer<typeof pendingJob>;

/**
 * Reads the pending jobs with COPY, one JSON object per line. Running jobs are included, and will run again as after a
 * crash. Not included are recurring jobs, because every server schedules them itself, and the internal jobs of the
 * queue, whose names start with `__`.
 */
const COPY_STATEMENT = `
  copy (
    select json_build_object('name', name, 'data', data, 'start_after', start_after) from jobs.job
    where state in ('created', 'retry', 'active') and name not like '\\_\\_%' and name not in (select name from jobs.schedule)
    order by created_on, id
  ) to stdout with (format csv, delimiter e'\\x01', quote e'\\x02')`;

/** Returns the statement that reads the pending jobs in the current transaction, or undefined if there is no queue. */
export async function findPendingJobs(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query("select to_regclass('jobs.job') is not null as found");
  if (!rows[0]?.found) return undefined;
  await client.query("lock table jobs.job, jobs.schedule in access share mode");
  return COPY_STATEMENT;
}

/** Enqueues jobs that were read with the statement of `findPendingJobs`, and returns their number. */
export async function restorePendingJobs(connection: ConnectionSettings, lines: AsyncIterable<Uint8Array>) {
  const { PgBoss } = await import("pg-boss");
  const boss = new PgBoss({ ...queueConnection(connection), max: 1, supervise: false, schedule: false });
  boss.on("error", () => undefined);
  await boss.start();
  try {
    let count = 0;
    for await (const batch of parseBatches(lines)) {
      for (const [name, jobs] of Map.groupBy(batch, (job) => job.name)) {
        await prepareQueues(boss, [{ name }]);
        const inserted = await boss.insert(name, jobs.map(toInsert), { returnId: true });
        if (inserted?.length !== jobs.length) throw new Error(`the queue ${name} did not accept every job`);
      }
      count += batch.length;
    }
    return count;
  } finally {
    await boss.stop({ graceful: false });
  }
}

const toInsert = ({ data, start_after }: PendingJob) => ({ data, startAfter: start_after });

async function* parseBatches(lines: AsyncIterable<Uint8Array>): AsyncGenerator<PendingJob[]> {
  let batch: PendingJob[] = [];
  for await (const line of splitLines(lines)) {
    batch.push(pendingJob.parse(JSON.parse(line)));
    if (batch.length < BATCH_SIZE) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

async function* splitLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    if (rest.length > MAX_JOB_LENGTH) throw new BackupError("the backup is damaged: a job in it is too long");
    yield* lines;
  }
}
