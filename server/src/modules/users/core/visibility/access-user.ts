import type { Reader } from "@parlance/kernel/db/types.ts";
import type { Actor, RealmContext } from "@parlance/kernel/http/context.ts";
import { userIdOfPlaceholderEmail } from "../email-addresses.ts";
import { NoSuchUser } from "../errors.ts";
import { canSeeEmail } from "../presentation.ts";
import { findUser, findUserByRealEmail, type UserRecord } from "../queries.ts";
import { canSeeUser } from "./user-visibility.ts";

const NO_USER_ID = 0;

/** An account of the actor's organization. Throws NoSuchUser, also for somebody of whom the actor, a guest, may not know. */
export async function accessUser(
  db: Reader,
  actor: Pick<Actor, "id" | "realmId" | "role">,
  id: number,
): Promise<UserRecord> {
  const user = await findUser(db, actor.realmId, id);
  // Asked also of nobody, so that it takes the same statements.
  const isSeen = await canSeeUser(db, actor, id);
  if (!user || !isSeen) throw new NoSuchUser();
  return user;
}

/**
 * The same by address: made up, or real where the actor sees it. Whether anybody has a real address that the actor does
 * not see is not told. Throws NoSuchUser.
 */
export async function accessUserByEmail(
  db: Reader,
  actor: Actor,
  realm: RealmContext,
  email: string,
): Promise<UserRecord> {
  const owner = userIdOfPlaceholderEmail(email, realm);
  if (owner !== null) return accessUser(db, actor, owner);
  const user = await findUserByVisibleEmail(db, actor, email);
  if (!user) throw new NoSuchUser();
  return user;
}

/** The account with a real address that the viewer may know to be somebody's. */
export async function findUserByVisibleEmail(
  db: Reader,
  viewer: Pick<Actor, "id" | "realmId" | "role">,
  email: string,
): Promise<UserRecord | undefined> {
  const user = await findUserByRealEmail(db, viewer.realmId, email);
  const isSeen = await canSeeUser(db, viewer, user?.id ?? NO_USER_ID);
  return user && isSeen && canSeeEmail(viewer, user) ? user : undefined;
}
