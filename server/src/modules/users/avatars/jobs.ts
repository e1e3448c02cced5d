import { sql } from "kysely";
import { z } from "zod";
import type { Database } from "@parlance/kernel/db/types.ts";
import type { FileStore } from "@parlance/kernel/files/file-store.ts";
import { deleteOrphanedFiles } from "@parlance/kernel/files/delete-orphaned-files.ts";
import type { JobDeclaration } from "@parlance/kernel/jobs/job.ts";
import { deleteDatabaseAvatar } from "./actions/delete-database-avatar.ts";
import { AVATARS_PREFIX, avatarFileNames } from "#modules/users/core/avatars/avatar-files.ts";
import { storeAvatarFiles } from "./store-avatar-files.ts";

/**
 * Job that deletes avatar files that belong to no account, for example because a server was killed during an upload.
 */
export const deleteOrphanedAvatars = (files: FileStore): JobDeclaration => ({
  name: "sweep-avatars",
  payload: z.object({}),
  schedule: "33 5 * * 0",
  run: ({ db, clock, signal }) =>
    deleteOrphanedFiles({ files, prefix: AVATARS_PREFIX, clock, signal }, (names) => namesWithoutRow(db, names)),
});

async function namesWithoutRow({ reader }: Database, names: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select stored.name from unnest(${names}::text[]) as stored (name)
    where not exists (
      select from account where avatar_name = substr(split_part(stored.name, '/', 3), 1, 40)
    )`.execute(reader);
  return rows.map(({ name }) => name);
}

/**
 * Job that moves avatars from the database, where older servers stored them, to the file store. Avatars that have not
 * been moved yet are served from the database.
 */
export const moveAvatarsToFileStore = (files: FileStore): JobDeclaration => ({
  name: "move-avatars",
  payload: z.object({}),
  schedule: "*/5 * * * *",
  async run({ db, signal }) {
    while (!signal.aborted) {
      const image = await nextImage(db);
      if (!image) return;
      await storeAvatarFiles(files, image, image);
      const isOfUse = await db.write((tx) => deleteDatabaseAvatar(tx, image.name));
      if (!isOfUse) await files.delete(avatarFileNames(image));
    }
  },
});

/** Loads the next avatar that is still in the database. */
async function nextImage({ reader }: Database) {
  return reader
    .selectFrom("avatar_image")
    .innerJoin("account", "account.id", "avatar_image.user_id")
    .select(["avatar_image.name", "avatar_image.small", "avatar_image.medium", "account.realm_id as realmId"])
    .limit(1)
    .executeTakeFirst();
}
