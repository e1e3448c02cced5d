import type { Tx } from "@parlance/kernel/db/types.ts";
import { deleteStoredFilesJob } from "@parlance/kernel/jobs/delete-files-job.ts";
import { enqueueJob } from "@parlance/kernel/jobs/enqueue-job.ts";
import { announceBotChanges } from "#modules/bots/core/actions/announce-bots.ts";
import { loadBots } from "#modules/bots/core/queries.ts";
import { storeAvatar } from "#modules/users/core/actions/store-avatar.ts";
import { notifyViewers } from "#modules/users/core/actions/notify-viewers.ts";
import { avatarChanged } from "#modules/users/core/events.ts";
import { toUserRecord, loadUsers, type UserRecord } from "#modules/users/core/queries.ts";
import { lockAccount } from "#modules/users/core/lock-account.ts";
import { avatarFileNames } from "#modules/users/core/avatars/avatar-files.ts";
import { deleteDatabaseAvatar } from "./delete-database-avatar.ts";

interface NewAvatar {
  readonly realmId: number;
  /** A human user or a bot. */
  readonly userId: number;
  /** Name of the avatar, which must already be in the file store. Null removes the account's avatar. */
  readonly name: string | null;
}

/**
 * Changes an account's avatar. The former avatar is no longer served, even at its old URL, and its files are deleted
 * after the commit.
 * @throws NoSuchUser
 */
export async function setAvatar(tx: Tx, { realmId, userId, name }: NewAvatar): Promise<UserRecord> {
  await lockAccount(tx, userId);
  const [before] = await loadUsers(tx, [userId]);
  const bots = await loadBots(tx, [userId]);
  const user = toUserRecord(await storeAvatar(tx, userId, name));
  const old = before?.avatar_name ?? null;
  if (old !== null && !(await deleteDatabaseAvatar(tx, old))) {
    enqueueJob(tx, deleteStoredFilesJob, { names: avatarFileNames({ realmId, name: old }) });
  }
  notifyViewers(tx, { realmId, userId }, avatarChanged(user));
  await announceBotChanges(tx, bots);
  return user;
}
