import { endSessions } from "#modules/sign-in/sessions/actions/end-sessions.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import type { RealmContext } from "@parlance/kernel/http/context.ts";
import { recordActs } from "#modules/platform/audit-log/actions/record-act.ts";
import { announceBotChanges } from "#modules/bots/core/actions/announce-bots.ts";
import { loadBots } from "#modules/bots/core/queries.ts";
import { deletePhonesOfUsers } from "#modules/notifications/push-devices/actions/delete-phones.ts";
import { suspendSubscriptions } from "#modules/channels/core/actions/subscriptions/suspend-subscriptions.ts";
import { UserIsDeactivated } from "#modules/channels/core/errors.ts";
import { revokeInvitationsOf } from "#modules/invitations/actions/revoke-invitations.ts";
import { storeAccounts } from "#modules/users/core/actions/store-account.ts";
import { notifyViewers } from "#modules/users/core/actions/notify-viewers.ts";
import { OnlyOwnerCannotLeave } from "#modules/users/core/errors.ts";
import { userChanged } from "#modules/users/core/events.ts";
import { lockUser, type LockedUser } from "../user-locks.ts";
import { closeEventQueues } from "@parlance/kernel/events/close-event-queues.ts";
import { announceMembershipsSuspended } from "./announce-memberships.ts";
import { announceActivationChange } from "#modules/users/core/actions/announce-visibility-changes.ts";

export interface UserDeactivation {
  readonly realm: Pick<RealmContext, "id">;
  /** The user who deactivates the account, or null if the server's operator does. */
  readonly actorId: number | null;
  /** A human user or a bot. */
  readonly userId: number;
  /**
   * Whether an external directory deactivated the account. Only then may the directory reactivate it. Default: false.
   */
  readonly isByDirectory?: boolean;
  readonly now: Date;
}

/** Locks and deactivates an account, as described at `deactivateLockedUser`. Also throws NoSuchUser. */
export async function deactivateUser(tx: Tx, deactivation: UserDeactivation): Promise<void> {
  await deactivateLockedUser(tx, await lockUser(tx, deactivation.realm.id, deactivation.userId), deactivation);
}

/**
 * Deactivates an account and the bots that it owns. These accounts can no longer authenticate, their sessions, event
 * queues and push registrations are deleted, and they no longer appear in channels and groups. Their subscriptions and
 * memberships remain stored, and are restored on reactivation. The invitations that the account has sent are revoked.
 * The caller must check the actor's permission.
 * @throws UserIsDeactivated
 * @throws OnlyOwnerCannotLeave if the organization would have no owner
 */
export async function deactivateLockedUser(
  tx: Tx,
  locked: LockedUser,
  { realm, actorId, userId, isByDirectory = false, now }: UserDeactivation,
): Promise<void> {
  if (!locked.account.is_active) throw new UserIsDeactivated();
  if (locked.isOnlyOwner && locked.account.bot_type === null) throw new OnlyOwnerCannotLeave();
  const leaving = [...locked.bots, locked.account];
  const ids = leaving.map(({ id }) => id);
  const bots = await loadBots(tx, ids);

  await closeAccounts(tx, realm.id, ids, isByDirectory);
  await revokeInvitationsOf(tx, { realmId: realm.id, referrerId: userId, now });
  await record(tx, { realm, actorId, userId, now }, locked);

  await suspendSubscriptions(tx, realm.id, ids);
  for (const id of ids)
    notifyViewers(tx, { realmId: realm.id, userId: id }, userChanged({ user_id: id, is_active: false }));
  await announceBotChanges(tx, bots);
  await announceMembershipsSuspended(tx, realm.id, userId);
  announceActivationChange(tx, { realmId: realm.id, userId, isActive: false });
}

async function closeAccounts(tx: Tx, realmId: number, ids: readonly number[], isByDirectory: boolean): Promise<void> {
  await storeAccounts(tx, ids, { is_active: false, is_deactivated_by_directory: isByDirectory });
  await closeEventQueues(tx, realmId, ids);
  await endSessions(tx, ids);
  await deletePhonesOfUsers(tx, realmId, ids);
}

const record = (tx: Tx, { realm, actorId, now }: UserDeactivation, { account, bots }: LockedUser): Promise<void> =>
  recordActs(
    tx,
    [...bots, account].map(({ id, bot_type: botType }) => ({
      realmId: realm.id,
      actorId,
      act: botType === null ? "user.deactivated" : "bot.deactivated",
      targetId: id,
      before: { is_active: true },
      after: { is_active: false },
      now,
    })),
  );
