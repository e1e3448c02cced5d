import type { Tx } from "@parlance/kernel/db/types.ts";
import { roles } from "@parlance/contract/entities/roles.ts";
import { emit } from "@parlance/kernel/events/event-log.ts";
import type { Write } from "@parlance/kernel/http/context.ts";
import { recordAct } from "#modules/platform/audit-log/actions/record-act.ts";
import { changeBotOwner, lockBotChannels } from "#modules/bots/accounts/actions/change-bot-owner.ts";
import { announceBotChanges } from "#modules/bots/core/actions/announce-bots.ts";
import { lockBotToReactivate } from "#modules/bots/accounts/policy.ts";
import { loadBots } from "#modules/bots/core/queries.ts";
import { resumeSubscriptions } from "#modules/channels/core/actions/subscriptions/suspend-subscriptions.ts";
import { exportConsentChanged } from "#modules/users/core/settings/user-setting-events.ts";
import { preserveUnread } from "#modules/messages/read-state/actions/preserve-unread.ts";
import { storeAccount } from "#modules/users/core/actions/store-account.ts";
import { notifyViewers } from "#modules/users/core/actions/notify-viewers.ts";
import { userChanged } from "#modules/users/core/events.ts";
import { type LockedUser, lockUser } from "#modules/users/accounts/user-locks.ts";
import { changeableSettings } from "#modules/users/core/settings/user-settings.ts";
import { closeEventQueues } from "@parlance/kernel/events/close-event-queues.ts";
import { announceMembershipsRestored } from "#modules/users/accounts/actions/announce-memberships.ts";
import { storeDirectoryDeactivation } from "#modules/sign-in/ldap/actions/change-directory-link.ts";
import { announceActivationChange } from "#modules/users/core/actions/announce-visibility-changes.ts";

interface UserReactivation {
  readonly realmId: number;
  /** The context of the request that reactivates the account, or null if the server's operator does. */
  readonly request: Pick<Write, "tx" | "actor" | "committedSnapshot"> | null;
  readonly userId: number;
  readonly now: Date;
}

/** Locks and reactivates an account, as described at `reactivateLockedUser`. Also throws NoSuchUser. */
export async function reactivateUser(tx: Tx, back: UserReactivation): Promise<void> {
  await reactivateLockedUser(tx, await lockUser(tx, back.realmId, back.userId), back);
}

/**
 * Reactivates an account with its channels and groups, but not its bots and event queues. If the account is a bot whose
 * owner is deactivated, the request's actor, if there is one, becomes its owner. Does nothing if the account is active.
 * For human users, the caller must check the actor's permission; for bots, this function checks that the actor, if there
 * is one, administers the bot and may create such bots.
 * @throws for bots the errors of `lockBotToReactivate`
 */
export async function reactivateLockedUser(
  tx: Tx,
  { account }: LockedUser,
  { realmId, request, userId, now }: UserReactivation,
): Promise<void> {
  if (account.is_active) return;
  const isBot = account.bot_type !== null;
  const owner = isBot && request ? await lockBotToReactivate(request, userId) : null;
  const [bot] = await loadBots(tx, [userId]);
  const newOwnerId = bot && owner && owner.ownerId !== bot.bot_owner_id ? owner.ownerId : null;

  const row = await storeAccount(tx, userId, { is_active: true });
  // Forgets that a directory had deactivated the account. Otherwise, the directory could reactivate it after an
  // administrator has deactivated it.
  await storeDirectoryDeactivation(tx, userId, null);
  // Queues that were registered while the account was being deactivated have missed the events since then.
  await closeEventQueues(tx, realmId, [userId]);
  await record(tx, { realmId, request, userId, now }, isBot);

  notifyViewers(tx, { realmId, userId, isActive: false }, userChanged({ user_id: userId, is_active: true }));
  if (bot && newOwnerId !== null) await lockBotChannels(tx, bot);
  await resumeSubscriptions(tx, realmId, [userId], preserveUnread);
  if (bot && request && newOwnerId !== null) {
    await changeBotOwner(tx, { bot, ownerId: newOwnerId, actorId: request.actor.id, now });
  }
  if (bot) await announceBotChanges(tx, [bot]);
  await announceMembershipsRestored(tx, realmId, [userId]);
  if (!isBot) {
    const { allow_private_data_export: consents } = changeableSettings(row);
    emit(tx, { realmId, roleAtLeast: roles.administrator, humans: true }, exportConsentChanged(userId, consents));
  }
  announceActivationChange(tx, { realmId, userId, isActive: true });
}

const record = (tx: Tx, { realmId, request, userId, now }: UserReactivation, isBot: boolean): Promise<void> =>
  recordAct(tx, {
    realmId,
    actorId: request?.actor.id ?? null,
    act: isBot ? "bot.reactivated" : "user.reactivated",
    targetId: userId,
    before: { is_active: false },
    after: { is_active: true },
    now,
  });
