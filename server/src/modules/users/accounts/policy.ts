import { isAtLeast, isOwner } from "@parlance/contract/entities/roles.ts";
import type { Reader } from "@parlance/kernel/db/types.ts";
import type { Actor, Write } from "@parlance/kernel/http/context.ts";
import { MustBeOwner } from "@parlance/kernel/http/errors.ts";
import { UserIsDeactivated } from "#modules/channels/core/errors.ts";
import { accessUser } from "#modules/users/core/visibility/access-user.ts";
import {
  InsufficientPermission,
  LastUserCannotLeave,
  NotAllowedToChangeEmails,
  NotAllowedToCreateUsers,
  NoSuchUser,
} from "#modules/users/core/errors.ts";
import { type LockedUser, lockUser } from "./user-locks.ts";
import type { UserRecord } from "#modules/users/core/queries.ts";

const loadOperatorRights = (db: Reader, { id }: Actor) =>
  db
    .selectFrom("account")
    .select(["can_create_users", "can_change_user_emails"])
    .where("id", "=", id)
    .executeTakeFirst();

/**
 * Throws NotAllowedToCreateUsers if the actor lacks the right to create accounts, which only the server's operators can
 * grant.
 */
export async function assertCanCreateUsers(db: Reader, actor: Actor): Promise<void> {
  if (!(await loadOperatorRights(db, actor))?.can_create_users) throw new NotAllowedToCreateUsers();
}

/**
 * Throws NotAllowedToChangeEmails if the actor lacks the right to change other users' addresses, which only the
 * server's operators can grant and only administrators can use. Throws MustBeOwner if the account belongs to an owner
 * and the actor is not one, because the recipient of emails at an address can set the account's password.
 */
export async function assertCanReplaceEmail(
  db: Reader,
  actor: Actor,
  { role }: Pick<UserRecord, "role">,
): Promise<void> {
  const rights = isAtLeast(actor.role, "administrator") ? await loadOperatorRights(db, actor) : undefined;
  if (!rights?.can_change_user_emails) throw new NotAllowedToChangeEmails();
  if (isOwner(role) && !isOwner(actor.role)) throw new MustBeOwner();
}

/** Errors that `lockUserToDeactivate` and `deactivateLockedUser` throw, except OnlyOwnerCannotLeave. */
export const deactivationErrors = [NoSuchUser, InsufficientPermission, UserIsDeactivated, MustBeOwner] as const;

/** Transaction and actor of a change to an account. */
type ChangeContext = Pick<Write, "tx" | "actor">;

/**
 * Locks a user whom the actor may deactivate (see `lockUser`). Throws one of `deactivationErrors`. Only owners may
 * deactivate owners. Bots are rejected as unknown.
 */
export async function lockUserToDeactivate(
  { tx, actor }: ChangeContext,
  id: number,
): Promise<{ user: UserRecord; locked: LockedUser }> {
  const locked = await lockUser(tx, actor.realmId, id);
  const user = await accessUser(tx, actor, id);
  if (user.bot_type !== null) throw new NoSuchUser();
  if (!user.is_active) throw new UserIsDeactivated();
  if (!isAtLeast(actor.role, "administrator")) throw new InsufficientPermission();
  if (isOwner(user.role) && !isOwner(actor.role)) throw new MustBeOwner();
  return { user, locked };
}

/**
 * Locks the actor's own account, to deactivate it. Throws LastUserCannotLeave if the actor is the only owner. The last
 * active user is always the only owner.
 */
export async function lockOwnAccountToDeactivate({ tx, actor: { id, realmId } }: ChangeContext): Promise<LockedUser> {
  const locked = await lockUser(tx, realmId, id);
  if (!locked.isOnlyOwner) return locked;
  const other = await tx
    .selectFrom("account")
    .select("id")
    .where("realm_id", "=", realmId)
    .where("is_active", "=", true)
    .where("bot_type", "is", null)
    .where("id", "<>", id)
    .limit(1)
    .executeTakeFirst();
  throw new LastUserCannotLeave(
    other ? { entity: "organization owner", is_last_owner: true } : { entity: "user", is_last_owner: false },
  );
}

/** Errors that `lockUserToAdminister` throws. */
export const administrationErrors = [NoSuchUser, InsufficientPermission] as const;

/**
 * Locks an account that the actor administers (see `lockUser`). Administrators administer all accounts, and other users
 * administer their own bots. Throws one of `administrationErrors`.
 */
export async function lockUserToAdminister(
  { tx, actor }: ChangeContext,
  id: number,
): Promise<{ user: UserRecord; locked: LockedUser }> {
  const locked = await lockUser(tx, actor.realmId, id);
  const user = await accessUser(tx, actor, id);
  if (!isAtLeast(actor.role, "administrator") && user.bot_owner_id !== actor.id) throw new InsufficientPermission();
  return { user, locked };
}

/**
 * Locks an account that the actor administers and that is to be reactivated. Throws one of `administrationErrors`, or
 * MustBeOwner, because only owners may reactivate owners.
 */
export async function lockUserToReactivate(change: ChangeContext, id: number): Promise<LockedUser> {
  const { user, locked } = await lockUserToAdminister(change, id);
  if (user.bot_type === null && isOwner(user.role) && !isOwner(change.actor.role)) throw new MustBeOwner();
  return locked;
}
