import type { Tx } from "#kernel/db/types.ts";
import { deleteFiles } from "#kernel/files/deletion.ts";
import { requestJob } from "#kernel/jobs/requests.ts";
import { announceBotChanges } from "#modules/3-profiles/bots/actions/announce-bots.ts";
import { loadBots } from "#modules/3-profiles/bots/queries.ts";
import { storePicture } from "#modules/1-ground/users/actions/store-picture.ts";
import { tellThoseWhoSee } from "#modules/1-ground/users/actions/tell-those-who-see.ts";
import { avatarChanged } from "#modules/1-ground/users/events.ts";
import { factsOf, loadUsers, type UserFacts } from "#modules/1-ground/users/queries.ts";
import { lockAccount } from "#modules/1-ground/users/lock-account.ts";
import { storedNames } from "#modules/1-ground/users/stored-pictures.ts";
import { forgetImage } from "./forget-image.ts";

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
