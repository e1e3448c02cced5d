import { outageOf } from "#kernel/db/outage.ts";
import type { JobContext, JobDeclaration } from "#kernel/jobs/job.ts";
import type { RealmSite } from "#modules/1-ground/realms/queries.ts";
import { failExport, finishExport } from "./actions/conclude-export.ts";
import { dropParts, storePart } from "./actions/store-part.ts";
import { compressed } from "./compressed.ts";
import { exportJob } from "./job-kind.ts";
import { exportLines } from "./lines.ts";
import { pendingExport } from "./queries.ts";

/** Makes exports, from one moment of the database each. One that was interrupted is made anew. */
export const makeExports = (site: RealmSite): JobDeclaration => ({
  ...exportJob,
  async run(ctx, payload) {
    const pending = await pendingExport(ctx.db.reader, exportJob.payload.parse(payload).export_id, site);
    if (!pending) return;
    const { id, realm } = pending;
    try {
      await write(ctx, pending);
    } catch (error) {
      if (ctx.signal.aborted || outageOf(error)) throw error;
      ctx.log.error({ err: error, export: id }, "an export failed");
      await ctx.db.write((tx) => failExport(tx, { realm, now: ctx.clock.now() }, id));
      return;
    }
    await ctx.db.write((tx) => finishExport(tx, { realm, now: ctx.clock.now() }, pending));
  },
});

type Pending = NonNullable<Awaited<ReturnType<typeof pendingExport>>>;

const write = ({ db, clock, signal }: JobContext, { id, type, realm }: Pending): Promise<void> =>
  db.snapshot(async (_, tx) => {
    await db.write((own) => dropParts(own, id));
    const lines = exportLines(tx, { realmId: realm.id, type, now: clock.now(), signal });
    let nth = 0;
    for await (const bytes of compressed(lines)) {
      const place = nth;
      await db.write((own) => storePart(own, id, place, bytes));
      nth += 1;
    }
  });
