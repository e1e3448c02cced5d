import type { Tx } from "#kernel/db/types.ts";
import { announceBotChanges } from "#modules/3-profiles/bots/actions/announce-bots.ts";
import { loadBots } from "#modules/3-profiles/bots/queries.ts";
import { storePicture } from "#modules/1-ground/users/actions/store-picture.ts";
import { tellThoseWhoSee } from "#modules/1-ground/users/actions/tell-those-who-see.ts";
import { avatarChanged } from "#modules/1-ground/users/events.ts";
import { factsOf, type UserFacts } from "#modules/1-ground/users/queries.ts";
import type { AvatarPictures } from "../pictures.ts";

interface NewAvatar {
  readonly realmId: number;
  /** A person, or a bot. */
  readonly userId: number;
  /** Null: none of one's own any more. */
  readonly pictures: AvatarPictures | null;
}

/**
 * Gives an account another picture. The one before is gone with that, under its old address too.
 * @throws NoSuchUser
 */
export async function setAvatar(tx: Tx, { realmId, userId, pictures }: NewAvatar): Promise<UserFacts> {
  const bots = await loadBots(tx, [userId]);
  const user = factsOf(await storePicture(tx, userId, pictures?.name ?? null));
  await tx.deleteFrom("avatar_image").where("user_id", "=", userId).execute();
  if (pictures) {
    await tx
      .insertInto("avatar_image")
      .values({ ...pictures, user_id: userId })
      .execute();
  }
  tellThoseWhoSee(tx, { realmId, userId }, avatarChanged(user));
  await announceBotChanges(tx, bots);
  return user;
}
