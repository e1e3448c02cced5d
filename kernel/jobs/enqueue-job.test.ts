import assert from "node:assert/strict";
import { test } from "node:test";
import { PgBoss } from "pg-boss";
import { z } from "zod";
import { clock, countStatements, createTestDatabase } from "@parlance/testkit";
import { PostgresDatabase } from "../unit-of-work/postgres-database.ts";
import { createLogger } from "../base/log.ts";
import type { JobDeclaration } from "./job.ts";
import { JobQueue } from "./job-queue.ts";
import { enqueueJob } from "./enqueue-job.ts";
import { prepareQueues, queueConnection } from "./queue-setup.ts";
import { findQueuedJobs, hasLostJobs } from "./queued-jobs.ts";
import { RecurringJobs } from "./recurring-jobs.ts";

let queue: JobQueue | undefined;
const { db, connection } = await createTestDatabase({
  onJobsRequested: (requests) => queue?.onJobsRequested(requests),
});
const log = createLogger({ level: "silent" });

/** Returns a kind of job that records its payloads and the number of its runs. */
function newKind(name: string, act: (nth: number) => void | Promise<void> = () => undefined) {
  const runs: number[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  const kind: JobDeclaration = {
    name,
    payload: z.object({ number: z.int() }),
    async run(_ctx, payload) {
      runs.push(payload["number"] as number);
      for (const { count, resolve } of waiting) if (runs.length >= count) resolve();
      await act(runs.length);
    },
  };
  const ran = (count: number) =>
    new Promise<void>((resolve) => {
      if (runs.length >= count) resolve();
      else waiting.push({ count, resolve });
    });
  return { kind, runs, ran };
}

async function working(jobs: readonly JobDeclaration[], pollSeconds?: number) {
  const started = new JobQueue({ connection, db, clock, log, jobs, pollSeconds });
  await started.start();
  queue = started;
  return { [Symbol.asyncDispose]: () => started.stop() };
}

const enqueue = (kind: JobDeclaration, number: number, on = db) =>
  on.write(async (tx) => enqueueJob(tx, kind, { number }));

test("a job runs as soon as the transaction that enqueued it has committed, and never if the transaction was rolled back", async () => {
  const { kind, runs, ran } = newKind("either-way");
  // The long interval shows that the queue is notified: the test ends before the queue would poll again.
  await using _queue = await working([kind], 3600);
  await assert.rejects(
    db.write(async (tx) => {
      enqueueJob(tx, kind, { number: 1 });
      throw new Error("never mind");
    }),
  );
  await enqueue(kind, 2);
  await ran(1);
  assert.deepEqual(runs, [2]);
});

test("a process that runs no jobs can enqueue jobs, which another process finds and runs", async () => {
  const { kind, runs, ran } = newKind("from-elsewhere");
  const elsewhere = new PostgresDatabase({ connection, poolSize: 2, onError: () => undefined });
  try {
    // Enqueued before any process has created the queue of this kind.
    await enqueue(kind, 1, elsewhere);
    await using _queue = await working([kind]);
    await ran(1);
    await enqueue(kind, 2, elsewhere);
    await ran(2);
    assert.deepEqual(runs, [1, 2]);
  } finally {
    await elsewhere.close();
  }
});

test("if the first jobs of a process are enqueued by concurrent transactions, all of these jobs run", async () => {
  const kinds = ["first", "second", "third"].map((name) => newKind(`at-once-${name}`));
  const fresh = new PostgresDatabase({ connection, poolSize: 4, onError: () => undefined });
  try {
    await using _queue = await working(kinds.map(({ kind }) => kind));
    const enqueued = kinds.flatMap(({ kind }) => [1, 2, 3, 4].map((number) => enqueue(kind, number, fresh)));
    await Promise.all(enqueued);
    await Promise.all(kinds.map(({ ran }) => ran(4)));
    for (const { runs } of kinds)
      assert.deepEqual(
        runs.toSorted((a, b) => a - b),
        [1, 2, 3, 4],
      );
  } finally {
    await fresh.close();
  }
});

test("a failed job runs again", async () => {
  const { kind, runs, ran } = newKind("fails-once", (nth) => {
    if (nth === 1) throw new Error("not yet");
  });
  await using _queue = await working([kind]);
  await enqueue(kind, 1);
  await ran(2);
  assert.deepEqual(runs, [1, 1]);
});

test("a job does not start before its time", async () => {
  const { kind, runs, ran } = newKind("later");
  await using _queue = await working([kind]);
  const began = performance.now();
  await db.write(async (tx) => enqueueJob(tx, kind, { number: 1 }, { afterSeconds: 1 }));
  await enqueue(kind, 2);
  await ran(2);
  assert.deepEqual(runs, [2, 1]);
  assert.ok(performance.now() - began >= 1000);
});

test("a delayed job starts when it is due, without waiting for the queue's next poll", async () => {
  const { kind, runs, ran } = newKind("delayed");
  await using _queue = await working([kind], 3600);
  await db.write(async (tx) => enqueueJob(tx, kind, { number: 1 }, { afterSeconds: 1 }));
  await ran(1);
  assert.deepEqual(runs, [1]);
});

test("a job that was running in a process that ended is found, and one that is still running is not", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { kind, ran } = newKind("lost", () => promise);
  await using _queue = await working([kind]);
  await enqueue(kind, 1);
  await ran(1);
  assert.equal(await hasLostJobs(db.reader), false);
  const heartbeat = (sent: string) =>
    db.pool.query(`update jobs.job set heartbeat_on = now() - $1::interval where name = 'lost'`, [sent]);
  await heartbeat("31 seconds");
  assert.equal(await hasLostJobs(db.reader), true);
  await heartbeat("0 seconds");
  resolve();
});

test("a recurring job is enqueued once for its time, however many processes run, and not at other times", async () => {
  const kind = { ...newKind("recurring").kind, schedule: "*/5 * * * *" };
  const boss = new PgBoss({ ...queueConnection(connection), supervise: false, schedule: false });
  await boss.start();
  try {
    await prepareQueues(boss, [kind]);
    const [one, other] = [new RecurringJobs([kind]), new RecurringJobs([kind])];
    const enqueueAt = (process: RecurringJobs, time: string) => process.enqueue(boss, new Date(`2026-11-27T${time}Z`));
    assert.deepEqual(await enqueueAt(one, "08:04:59"), []);
    assert.deepEqual((await findQueuedJobs(db.reader)).delays.get("recurring"), undefined);
    assert.deepEqual(await enqueueAt(one, "08:05:01"), ["recurring"]);
    assert.deepEqual(await enqueueAt(one, "08:05:04"), []);
    assert.deepEqual(await enqueueAt(other, "08:05:02"), ["recurring"]);
    assert.deepEqual(await enqueueAt(one, "08:06:00"), []);
    // A process that was busy for more than a minute does not miss a time.
    assert.deepEqual(await enqueueAt(one, "08:09:59"), []);
    assert.deepEqual(await enqueueAt(one, "08:11:00"), ["recurring"]);
    const { rows } = await db.pool.query("select count(*)::int as count from jobs.job where name = 'recurring'");
    assert.deepEqual(rows, [{ count: 1 }]);
  } finally {
    await boss.stop({ graceful: false });
  }
});

test("a recurring job that has run is not enqueued again by a process that considers its minute late", async () => {
  const kind = { ...newKind("once-a-minute").kind, schedule: "*/5 * * * *" };
  const boss = new PgBoss({ ...queueConnection(connection), supervise: false, schedule: false });
  await boss.start();
  try {
    await prepareQueues(boss, [kind]);
    const [prompt, late] = [new RecurringJobs([kind]), new RecurringJobs([kind])];
    await late.enqueue(boss, new Date("2026-11-27T08:04:59Z"));
    await prompt.enqueue(boss, new Date("2026-11-27T08:05:01Z"));
    // The prompt process did this a minute ago by the queue's clock, and the job has been completed.
    await db.pool.query(
      `update jobs.job set state = 'completed', singleton_on = singleton_on - interval '1 minute'
       where name = 'once-a-minute'`,
    );
    await late.enqueue(boss, new Date("2026-11-27T08:06:01Z"));
    await new RecurringJobs([kind]).enqueue(boss, new Date("2026-11-27T08:05:59Z"));
    const { rows } = await db.pool.query("select count(*)::int as count from jobs.job where name = 'once-a-minute'");
    assert.deepEqual(rows, [{ count: 1 }]);
  } finally {
    await boss.stop({ graceful: false });
  }
});

test("a transaction needs a single statement to enqueue many jobs", async () => {
  const { kind } = newKind("many");
  await enqueue(kind, 0);
  const act = (count: number) =>
    db.write(async (tx) => {
      for (let number = 1; number <= count; number += 1) enqueueJob(tx, kind, { number });
    });
  const nothing = await countStatements(db.pool, () => act(0));
  const many = await countStatements(db.pool, () => act(200));
  assert.equal(many.statements, nothing.statements + 1);
});

test("an invalid payload, and a job enqueued outside of a write transaction, are rejected", async () => {
  const { kind } = newKind("refused");
  await assert.rejects(
    db.write(async (tx) => enqueueJob(tx, kind, { number: "one" })),
    z.ZodError,
  );
  await assert.rejects(
    db.snapshot(async (_at, tx) => enqueueJob(tx, kind, { number: 1 })),
    /in a transaction of Database.write/,
  );
});
