import type { Reader } from "#kernel/db/types.ts";
import type { Actor, RealmContext } from "#kernel/http/context.ts";
import { ownerOfPlaceholder } from "./addresses.ts";
import { InsufficientPermission, MayNotCreateUsers, NoSuchUser } from "./errors.ts";
import { seesEmail } from "./presentation.ts";
import { findUser, findUserByRealEmail, type UserFacts } from "./queries.ts";
import { seesUser } from "./sight.ts";

/** What `accessUser` throws. */
export const userAccessErrors = [NoSuchUser, InsufficientPermission] as const;

/**
 * An account of the actor's organization.
 * @throws NoSuchUser
 * @throws InsufficientPermission where it is somebody of whom the actor, a guest, may not know
 */
export async function accessUser(
  db: Reader,
  actor: Pick<Actor, "id" | "realmId" | "role">,
  id: number,
): Promise<UserFacts> {
  const user = await findUser(db, actor.realmId, id);
  if (!user) throw new NoSuchUser();
  if (!(await seesUser(db, actor, id))) throw new InsufficientPermission();
  return user;
}

/**
 * The same by address: made up, or real where the actor sees it. Whether anybody has a real address that the actor does
 * not see is not told. Throws one of `userAccessErrors`.
 */
export async function accessUserByEmail(
  db: Reader,
  actor: Actor,
  realm: RealmContext,
  email: string,
): Promise<UserFacts> {
  const owner = ownerOfPlaceholder(email, realm);
  if (owner !== null) return accessUser(db, actor, owner);
  const user = await findUserByRealEmail(db, actor.realmId, email);
  if (!user || !seesEmail(actor, user) || !(await seesUser(db, actor, user.id))) throw new NoSuchUser();
  return user;
}

/** Creating accounts takes a right that only the server's operators give. Throws MayNotCreateUsers. */
export async function mustCreateUsers(db: Reader, { id }: Actor): Promise<void> {
  const actor = await db.selectFrom("account").select("can_create_users").where("id", "=", id).executeTakeFirst();
  if (!actor?.can_create_users) throw new MayNotCreateUsers();
}
