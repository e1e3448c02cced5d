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

/** Throws NotAllowedToCreateUsers without the right to create accounts, which only the server's operators grant. */
export async function assertCanCreateUsers(db: Reader, actor: Actor): Promise<void> {
  if (!(await loadOperatorRights(db, actor))?.can_create_users) throw new NotAllowedToCreateUsers();
}

/**
 * Throws NotAllowedToChangeEmails without the right to change other users' addresses, which only the server's operators
 * grant and only administrators can use. Throws MustBeOwner if a non-owner changes the address of an owner, because the
 * recipient of emails to an address can set its account's password.
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

/** Errors that `lockUserToDeactivate` and `deactivateLockedUser` throw, except for the only owner. */
export const deactivationErrors = [NoSuchUser, InsufficientPermission, UserIsDeactivated, MustBeOwner] as const;

/** Transaction and actor of a change to an account. */
type ChangeContext = Pick<Write, "tx" | "actor">;

/**
 * Locks a user whom the actor may deactivate, see `lockUser`. Throws one of `deactivationErrors`: bots are not found
 * here, and only owners may deactivate owners.
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
 * Locks the actor's own account to deactivate it. Throws LastUserCannotLeave if the actor is the only owner of the
 * organization, which includes its last active user.
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
 * Locks an account that the actor administers, see `lockUser`: administrators administer all accounts, other users
 * their own bots. Throws one of `administrationErrors`.
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
 * Like `lockUserToAdminister`, for an account that is to be reactivated. Also throws MustBeOwner, because only owners
 * may reactivate owners.
 */
export async function lockUserToReactivate(change: ChangeContext, id: number): Promise<LockedUser> {
  const { user, locked } = await lockUserToAdminister(change, id);
  if (user.bot_type === null && isOwner(user.role) && !isOwner(change.actor.role)) throw new MustBeOwner();
  return locked;
}
