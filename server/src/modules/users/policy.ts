import type { Reader } from "#kernel/db/types.ts";
import type { Actor, RealmContext } from "#kernel/http/context.ts";
import { ownerOfPlaceholder } from "./addresses.ts";
import { MayNotCreateUsers, NoSuchUser } from "./errors.ts";
import { seesEmail } from "./presentation.ts";
import { findUser, findUserByRealEmail, type UserFacts } from "./queries.ts";

/** An account of the actor's organization. Throws NoSuchUser. */
export async function accessUser(db: Reader, { realmId }: Pick<Actor, "realmId">, id: number): Promise<UserFacts> {
  const user = await findUser(db, realmId, id);
  if (!user) throw new NoSuchUser();
  return user;
}

/** The same by address: made up, or real where the actor sees it. Throws NoSuchUser. */
export async function accessUserByEmail(
  db: Reader,
  actor: Actor,
  realm: RealmContext,
  email: string,
): Promise<UserFacts> {
  const owner = ownerOfPlaceholder(email, realm);
  if (owner !== null) return accessUser(db, actor, owner);
  const user = await findUserByRealEmail(db, actor.realmId, email);
  if (!user || !seesEmail(actor, user)) throw new NoSuchUser();
  return user;
}

/** Creating accounts takes a right that only the server's operators give. Throws MayNotCreateUsers. */
export async function mustCreateUsers(db: Reader, { id }: Actor): Promise<void> {
  const actor = await db.selectFrom("account").select("can_create_users").where("id", "=", id).executeTakeFirst();
  if (!actor?.can_create_users) throw new MayNotCreateUsers();
}
