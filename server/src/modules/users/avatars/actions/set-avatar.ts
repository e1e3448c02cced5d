import type { Tx } from "#kernel/db/types.ts";
import { deleteFiles } from "#kernel/files/delete-files-job.ts";
import { requestJob } from "#kernel/jobs/enqueue-job.ts";
import { announceBotChanges } from "#modules/bots/core/actions/announce-bots.ts";
import { loadBots } from "#modules/bots/core/queries.ts";
import { storePicture } from "#modules/users/core/actions/store-avatar.ts";
import { tellThoseWhoSee } from "#modules/users/core/actions/notify-viewers.ts";
import { avatarChanged } from "#modules/users/core/events.ts";
import { factsOf, loadUsers, type UserFacts } from "#modules/users/core/queries.ts";
import { lockAccount } from "#modules/users/core/lock-account.ts";
import { storedNames } from "#modules/users/core/avatars/avatar-files.ts";
import { forgetImage } from "./delete-database-avatar.ts";

interface NewAvatar {
  readonly realmId: number;
  /** A person, or a bot. */
  readonly userId: number;
  /** What the picture is called, in the file store already; null: none of one's own any more. */
  readonly name: string | null;
}

/**
 * Gives an account another picture. The one before is gone with that, under its old address too, and deleted after the
 * commit.
 * @throws NoSuchUser
 */
export async function setAvatar(tx: Tx, { realmId, userId, name }: NewAvatar): Promise<UserFacts> {
  await lockAccount(tx, userId);
  const [before] = await loadUsers(tx, [userId]);
  const bots = await loadBots(tx, [userId]);
  const user = factsOf(await storePicture(tx, userId, name));
  const old = before?.avatar_name ?? null;
  if (old !== null && !(await forgetImage(tx, old))) {
    requestJob(tx, deleteFiles, { names: storedNames({ realmId, name: old }) });
  }
  tellThoseWhoSee(tx, { realmId, userId }, avatarChanged(user));
  await announceBotChanges(tx, bots);
  return user;
}
