import { acquireLock } from "@parlance/kernel/db/advisory-locks.ts";
import { botNamesLock } from "./locks.ts";
import type { Reader, Tx } from "@parlance/kernel/db/types.ts";
import { isEmailAddress, placeholderEmailDomain } from "#modules/users/core/email-addresses.ts";
import { nameKey } from "#modules/users/core/full-names.ts";
import type { RealmContext } from "@parlance/kernel/http/context.ts";
import { BadNameOrUsername, NameInUse } from "./errors.ts";

/** Builds a bot's email address from the short name that its creator chose. Throws BadNameOrUsername. */
export function botEmail(shortName: string, realm: Pick<RealmContext, "url">): string {
  const address = `${shortName.trim()}-bot@${placeholderEmailDomain(realm)}`;
  if (shortName.trim() === "" || !isEmailAddress(address)) throw new BadNameOrUsername();
  return address;
}

/**
 * Acquires a lock that every transaction which names a bot acquires, so that no other bot can get an available name
 * until the transaction ends.
 */
export const lockBotNames = (tx: Tx, realmId: number): Promise<void> => acquireLock(tx, botNamesLock, realmId);

/** Throws NameInUse if an active user or bot other than `exceptId` has the name. */
export async function assertBotNameAvailable(
  db: Reader,
  realmId: number,
  name: string,
  exceptId?: number,
): Promise<void> {
  const namesakes = await loadActiveNamesakes(db, realmId, name, exceptId);
  if (namesakes.length > 0) throw new NameInUse();
}

/** Loads the active accounts, other than `exceptId`, that have the name. */
export const loadActiveNamesakes = (db: Reader, realmId: number, name: string, exceptId = 0) =>
  db
    .selectFrom("account")
    .select(["id", "bot_type"])
    .where("realm_id", "=", realmId)
    .where("name_key", "=", nameKey(name))
    .where("is_active", "=", true)
    .where("id", "<>", exceptId)
    .execute();
