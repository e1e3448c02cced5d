import { sql } from "kysely";
import { z } from "zod";
import { outageOf } from "#kernel/db/outage.ts";
import type { Database } from "#kernel/db/types.ts";
import type { FileStore } from "#kernel/files/file-store.ts";
import { sweep } from "#kernel/files/delete-orphaned-files.ts";
import type { JobContext, JobDeclaration } from "#kernel/jobs/job.ts";
import type { RealmSite } from "#modules/organizations/core/queries.ts";
import { beginExport } from "./actions/begin-export.ts";
import { failExport, finishExport } from "./actions/conclude-export.ts";
import { STORED, storedName } from "./export-file-url.ts";
import { exportJob } from "./export-job.ts";
import { pendingExport } from "./queries.ts";
import { writeExport } from "./file/write-export.ts";

/** An export that took the server with it so often is not begun again. */
const MOST_TRIES = 5;

/** Makes exports, from one moment of the database each. One that was interrupted is made anew. */
export const makeExports = (site: RealmSite, files: FileStore): JobDeclaration => ({
  ...exportJob,
  async run(ctx, payload) {
    const pending = await pendingExport(ctx.db.reader, exportJob.payload.parse(payload).export_id, site);
    if (!pending) return;
    const { id, realm } = pending;
    try {
      const tries = await ctx.db.write((tx) => beginExport(tx, id));
      if (tries > MOST_TRIES) throw new Error(`it was interrupted ${MOST_TRIES} times`);
      const made = await make(ctx, pending, files);
      await ctx.db.write((tx) => finishExport(tx, { realm, now: ctx.clock.now() }, { ...pending, ...made }));
    } catch (error) {
      if (ctx.signal.aborted || outageOf(error)) throw error;
      ctx.log.error({ err: error, export: id }, "an export failed");
      await ctx.db.write((tx) => failExport(tx, { realm, now: ctx.clock.now() }, pending));
    }
  },
});

type Pending = NonNullable<Awaited<ReturnType<typeof pendingExport>>>;

/** Makes the file. */
async function make({ db, clock, signal }: JobContext, pending: Pending, files: FileStore) {
  const { id: realmId, url } = pending.realm;
  const exporting = { realmId, url, name: pending.name, type: pending.type, files, now: clock.now(), signal };
  let size = 0;
  const tally = await db.snapshot((_, tx) =>
    writeExport(tx, exporting, async (bytes) => {
      size = await files.put(storedName(pending), bytes);
    }),
  );
  return { size, tally };
}

/** Deletes what is left of exports that came to nothing. */
export const sweepExports = (files: FileStore): JobDeclaration => ({
  name: "sweep-exports",
  payload: z.object({}),
  schedule: "33 5 * * 0",
  run: ({ db, clock, signal }) => sweep({ files, prefix: STORED, clock, signal }, (names) => withoutRow(db, names)),
});

async function withoutRow({ reader }: Database, names: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select stored.name from unnest(${names}::text[]) as stored (name)
    where not exists (
      select from realm_export
      where stored.name = ${STORED} || id || '-' || token || '.tar.gz' and deleted_at is null and failed_at is null
    )`.execute(reader);
  return rows.map(({ name }) => name);
}
