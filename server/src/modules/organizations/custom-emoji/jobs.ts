import { sql } from "kysely";
import { z } from "zod";
import type { Database } from "@parlance/kernel/db/types.ts";
import type { FileStore } from "@parlance/kernel/files/file-store.ts";
import { deleteOrphanedFiles } from "@parlance/kernel/files/delete-orphaned-files.ts";
import type { JobDeclaration } from "@parlance/kernel/jobs/job.ts";
import { EMOJI_PREFIX } from "./emoji-files.ts";

/**
 * Deletes images that were stored more than two days ago and whose emoji was never added, for example because the
 * server was killed.
 */
export const deleteOrphanedEmojiImages = (files: FileStore): JobDeclaration => ({
  name: "sweep-emoji",
  payload: z.object({}),
  schedule: "13 5 * * 0",
  run: ({ db, clock, signal }) =>
    deleteOrphanedFiles({ files, prefix: EMOJI_PREFIX, clock, signal }, (names) => namesWithoutRow(db, names)),
});

/** Returns the names of images that belong to no emoji. A still image belongs to the emoji of its animated image. */
async function namesWithoutRow({ reader }: Database, names: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select stored.name from unnest(${names}::text[]) as stored (name)
    where not exists (
      select from custom_emoji
      where realm_id = split_part(stored.name, '/', 2)::int
        and file_name = replace(split_part(stored.name, '/', 3), '-still.png', '.gif')
    )`.execute(reader);
  return rows.map(({ name }) => name);
}
