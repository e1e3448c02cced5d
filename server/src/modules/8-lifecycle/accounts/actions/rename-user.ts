import type { Tx } from "#kernel/db/types.ts";
import { announceBotChanges } from "#modules/3-profiles/bots/actions/announce-bots.ts";
import { loadBots } from "#modules/3-profiles/bots/queries.ts";
import { storeAccount } from "#modules/1-ground/users/actions/store-account.ts";
import { tellThoseWhoSee } from "#modules/1-ground/users/actions/tell-those-who-see.ts";
import { NoSuchUser } from "#modules/1-ground/users/errors.ts";
import { userChanged } from "#modules/1-ground/users/events.ts";
import { checkedName } from "#modules/1-ground/users/names.ts";
import { refuseTakenName } from "../new-account.ts";

interface Renaming {
  readonly realmId: number;
  readonly userId: number;
  /** As somebody typed it. */
  readonly fullName: string;
}

/**
 * Renames a user, and announces it to those who know of them, and to those who run them if they are bots. Nothing happens
 * if the name is theirs already.
 * @throws NoSuchUser, UniqueNamesRequired, and what `checkedName` throws
 */
export async function renameUser(tx: Tx, { realmId, userId, fullName }: Renaming): Promise<void> {
  const name = checkedName(fullName);
  const account = await tx
    .selectFrom("account")
    .select("full_name")
    .where("id", "=", userId)
    .where("realm_id", "=", realmId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!account) throw new NoSuchUser();
  if (account.full_name === name) return;
  await refuseTakenName(tx, realmId, name, { except: userId });
  const bots = await loadBots(tx, [userId]);
  await storeAccount(tx, userId, { full_name: name });
  tellThoseWhoSee(tx, { realmId, userId }, userChanged({ user_id: userId, full_name: name }));
  await announceBotChanges(tx, bots);
}
