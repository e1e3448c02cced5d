import type { Tx } from "@parlance/kernel/db/types.ts";
import { announceBotChanges } from "#modules/bots/core/actions/announce-bots.ts";
import { loadBots } from "#modules/bots/core/queries.ts";
import { storeAccount } from "#modules/users/core/actions/store-account.ts";
import { notifyViewers } from "#modules/users/core/actions/notify-viewers.ts";
import { NoSuchUser } from "#modules/users/core/errors.ts";
import { userChanged } from "#modules/users/core/events.ts";
import { parseFullName } from "#modules/users/core/full-names.ts";
import { assertNameAvailable } from "../new-account-checks.ts";

interface UserRename {
  readonly realmId: number;
  readonly userId: number;
  /** The name as it was entered. */
  readonly fullName: string;
}

/**
 * Renames a user, and emits events to the users who can see the user and, for a bot, to the users who can see its
 * settings. Does nothing if the user already has the name.
 * @throws NoSuchUser, UniqueNamesRequired, and the errors of `parseFullName`
 */
export async function renameUser(tx: Tx, { realmId, userId, fullName }: UserRename): Promise<void> {
  const name = parseFullName(fullName);
  const account = await tx
    .selectFrom("account")
    .select("full_name")
    .where("id", "=", userId)
    .where("realm_id", "=", realmId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!account) throw new NoSuchUser();
  if (account.full_name === name) return;
  await assertNameAvailable(tx, realmId, name, { except: userId });
  const bots = await loadBots(tx, [userId]);
  await storeAccount(tx, userId, { full_name: name });
  notifyViewers(tx, { realmId, userId }, userChanged({ user_id: userId, full_name: name }));
  await announceBotChanges(tx, bots);
}
