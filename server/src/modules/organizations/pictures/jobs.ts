import { sql } from "kysely";
import { z } from "zod";
import type { Database } from "@parlance/kernel/db/types.ts";
import type { FileStore } from "@parlance/kernel/files/file-store.ts";
import { deleteOrphanedFiles } from "@parlance/kernel/files/delete-orphaned-files.ts";
import type { JobDeclaration } from "@parlance/kernel/jobs/job.ts";
import { REALM_PICTURES_PREFIX } from "./picture-files.ts";

/**
 * Deletes pictures that were stored more than two days ago and that no organization has, for example because the server
 * was killed before they were set.
 */
export const deleteOrphanedPictures = (files: FileStore): JobDeclaration => ({
  name: "sweep-realm-pictures",
  payload: z.object({}),
  schedule: "17 5 * * 0",
  run: ({ db, clock, signal }) =>
    deleteOrphanedFiles({ files, prefix: REALM_PICTURES_PREFIX, clock, signal }, (names) => namesWithoutRow(db, names)),
});

async function namesWithoutRow({ reader }: Database, names: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select stored.name from unnest(${names}::text[]) as stored (name)
    where not exists (
      select from realm_picture
      where realm_id = split_part(stored.name, '/', 2)::int and file_name = split_part(stored.name, '/', 3)
    )`.execute(reader);
  return rows.map(({ name }) => name);
}
