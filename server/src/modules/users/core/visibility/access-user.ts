import type { Reader } from "@parlance/kernel/db/types.ts";
import type { Actor, RealmContext } from "@parlance/kernel/http/context.ts";
import { userIdOfPlaceholderEmail } from "../email-addresses.ts";
import { NoSuchUser } from "../errors.ts";
import { canSeeEmail } from "../presentation.ts";
import { findUser, findUserByRealEmail, type UserRecord } from "../queries.ts";
import { canSeeUser } from "./user-visibility.ts";

const NO_USER_ID = 0;

/**
 * Loads an account of the actor's organization. Throws NoSuchUser if the account does not exist, or if the actor is a
 * guest who cannot see it.
 */
export async function accessUser(
  db: Reader,
  actor: Pick<Actor, "id" | "realmId" | "role">,
  id: number,
): Promise<UserRecord> {
  const user = await findUser(db, actor.realmId, id);
  // Checked even if the account does not exist, so that the same statements run in both cases and the duration reveals
  // nothing.
  const isSeen = await canSeeUser(db, actor, id);
  if (!user || !isSeen) throw new NoSuchUser();
  return user;
}

/**
 * Loads an account by its placeholder address, or by its real address if the actor can see it. Does not reveal whether
 * an account has an address that the actor cannot see. Throws NoSuchUser.
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

/** Finds the account with a real address, if the viewer can see the account and its address. */
export async function findUserByVisibleEmail(
  db: Reader,
  viewer: Pick<Actor, "id" | "realmId" | "role">,
  email: string,
): Promise<UserRecord | undefined> {
  const user = await findUserByRealEmail(db, viewer.realmId, email);
  const isSeen = await canSeeUser(db, viewer, user?.id ?? NO_USER_ID);
  return user && isSeen && canSeeEmail(viewer, user) ? user : undefined;
}
