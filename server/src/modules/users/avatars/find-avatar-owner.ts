import type { Reader } from "#kernel/db/types.ts";
import type { Actor, RealmContext } from "#kernel/http/context.ts";
import { systemBotAccounts } from "#modules/organizations/core/system-realm.ts";
import { NoSuchUser } from "#modules/users/core/errors.ts";
import { accessUser, accessUserByEmail } from "#modules/users/core/visibility/access-user.ts";
import { factsOf, findUser, type UserFacts } from "#modules/users/core/queries.ts";

/**
 * The account of an id or an address, as far as the caller may know of it; system bots too, by id. Null if there is none,
 * or none that the caller may know of. Callers without an account find everybody by id.
 */
export async function findAvatarOwner(
  db: Reader,
  actor: Actor | null,
  realm: RealmContext,
  who: number | string,
): Promise<UserFacts | null> {
  if (actor === null) return typeof who === "number" ? ((await findUser(db, realm.id, who)) ?? null) : null;
  try {
    return await (typeof who === "number" ? accessUser(db, actor, who) : accessUserByEmail(db, actor, realm, who));
  } catch (error) {
    if (!(error instanceof NoSuchUser)) throw error;
  }
  const bot = (await systemBotAccounts(db)).find(({ id }) => id === who);
  return bot ? factsOf(bot) : null;
}
