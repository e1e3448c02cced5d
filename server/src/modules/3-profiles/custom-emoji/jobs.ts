import { sql } from "kysely";
import { z } from "zod";
import type { Database } from "#kernel/db/types.ts";
import type { FileStore } from "#kernel/files/store.ts";
import type { JobDeclaration } from "#kernel/jobs/job.ts";
import { STORED } from "./files.ts";

/** How old a picture has to be to count as left behind: until then, it may still get its row. */
const LEFT_BEHIND_AFTER_MS = 2 * 24 * 3600 * 1000;

/** So many are looked at together. */
const AT_ONCE = 500;

/** Deletes pictures that were stored for emoji that were not added in the end, as where a server was killed. */
export const sweepImages = (files: FileStore): JobDeclaration => ({
  name: "sweep-emoji",
  payload: z.object({}),
  schedule: "13 5 * * 0",
  async run({ db, clock, signal }) {
    const before = clock.now().getTime() - LEFT_BEHIND_AFTER_MS;
    let old: string[] = [];
    for await (const { name, storedAt } of files.list(STORED)) {
      if (signal.aborted) return;
      if (storedAt.getTime() < before) old.push(name);
      if (old.length < AT_ONCE) continue;
      await files.delete(await withoutRow(db, old));
      old = [];
    }
    await files.delete(await withoutRow(db, old));
  },
});

/** The still picture of an emoji belongs to the one that moves. */
async function withoutRow({ reader }: Database, names: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select stored.name from unnest(${names}::text[]) as stored (name)
    where not exists (
      select from custom_emoji
      where realm_id = split_part(stored.name, '/', 2)::int
        and file_name = replace(split_part(stored.name, '/', 3), '-still.png', '.gif')
    )`.execute(reader);
  return rows.map(({ name }) => name);
}
