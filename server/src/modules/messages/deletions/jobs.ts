import { z } from "zod";
import type { JobContext, JobDeclaration } from "#kernel/jobs/job.ts";
import { deleteExpired } from "./actions/delete-expired.ts";
import type { Place } from "./actions/delete-messages.ts";
import { purgeDeletedMessages } from "./actions/purge-deleted-messages.ts";
import { placesWithExpired, realmsWithLimits } from "./retention.ts";

/** How long the server's operators can get deleted messages back. */
const KEPT_MS = 30 * 24 * 3600 * 1000;

export const purgeDeleted: JobDeclaration = {
  name: "purge-deleted-messages",
  payload: z.object({}),
  schedule: "41 3 * * *",
  async run({ db, clock, signal }) {
    const before = new Date(clock.now().getTime() - KEPT_MS);
    while (!signal.aborted && !(await db.write((tx) => purgeDeletedMessages(tx, before))));
  },
};

/** Deletes what has stayed for as long as its channel or its organization wants, in parts: each is whole, whatever happens. */
export const deleteOldMessages: JobDeclaration = {
  name: "delete-old-messages",
  payload: z.object({}),
  schedule: "17 * * * *",
  async run(ctx) {
    for (const realmId of await realmsWithLimits(ctx.db.reader)) await cleanRealm(ctx, realmId);
  },
};

async function cleanRealm(ctx: JobContext, realmId: number): Promise<void> {
  const { db, clock, signal, log } = ctx;
  let deleted = 0;
  for (let after: number | null = 0; after !== null && !signal.aborted;) {
    const { places, next }: Awaited<ReturnType<typeof placesWithExpired>> = await placesWithExpired(
      db.reader,
      realmId,
      after,
      clock.now(),
    );
    for (const place of places) deleted += await cleanPlace(ctx, realmId, place);
    after = next;
  }
  if (deleted > 0) log.info({ realm: realmId, messages: deleted }, "old messages were deleted");
}

async function cleanPlace({ db, clock, signal }: JobContext, realmId: number, place: Place): Promise<number> {
  let deleted = 0;
  for (let after: number | null = 0; after !== null && !signal.aborted;) {
    const from: number = after;
    const step = await db.write((tx) => deleteExpired(tx, { realmId, now: clock.now() }, place, from));
    deleted += step.deleted;
    after = step.next;
  }
  return deleted;
}
