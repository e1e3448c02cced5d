import { type Role, isGuest } from "@parlance/contract/entities/roles.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { toServerProcesses, toUser } from "@parlance/kernel/events/audience.ts";
import { emit } from "@parlance/kernel/events/event-log.ts";
import { recordAct } from "#modules/platform/audit-log/actions/record-act.ts";
import { replaceKeysOfRestrictedBots } from "#modules/bots/core/actions/replace-bot-keys.ts";
import { announceBotChanges, announceBotVisibility } from "#modules/bots/core/actions/announce-bots.ts";
import { loadBotAndOwnedBots } from "#modules/bots/core/queries.ts";
import { loadRealmSettings } from "#modules/organizations/core/queries.ts";
import { addToSystemGroups } from "#modules/groups/core/actions/system-groups/add-to-system-groups.ts";
import { leaveSystemGroups } from "#modules/groups/core/actions/system-groups/leave-system-groups.ts";
import { isFullMember } from "#modules/groups/core/system-groups.ts";
import { storeAccount } from "#modules/users/core/actions/store-account.ts";
import { notifyViewers } from "#modules/users/core/actions/notify-viewers.ts";
import { LastOwner } from "#modules/users/core/errors.ts";
import { roleChanged, userChanged } from "#modules/users/core/events.ts";
import { type LockedUser, lockUser } from "../user-locks.ts";
import { announceVisibilityAfterRoleChange } from "#modules/users/core/actions/announce-visibility-changes.ts";
import type { ChannelViewer } from "#modules/channels/core/access/channel-access.ts";
import { announceVisibilityChange } from "#modules/channels/core/actions/announce-visibility-changes.ts";
import { defaultChannelsChanged } from "#modules/channels/core/events.ts";
import { loadDefaultChannelIds } from "#modules/channels/core/queries.ts";

/**
 * Changes a user's role, and emits events to the user about channels that become visible or hidden. If the user becomes
 * a guest or stops being one, also emits the list of default channels, which is empty for guests.
 */
async function announceChannelVisibility(
  tx: Tx,
  before: ChannelViewer,
  after: ChannelViewer,
  change: () => Promise<void>,
): Promise<void> {
  const { id, realmId } = before;
  await announceVisibilityChange(tx, { realmId, userIds: [id], channels: { all: true } }, change);
  if (isGuest(before.role) === isGuest(after.role)) return;
  emit(tx, toUser(after), async () =>
    defaultChannelsChanged(isGuest(after.role) ? [] : await loadDefaultChannelIds(tx, realmId)),
  );
}

interface RoleChange {
  readonly realmId: number;
  readonly userId: number;
  readonly role: Role;
  /**
   * The user who changes the role, or null for the server's operator. If absent, this function does not write to the
   * audit log; the caller does.
   */
  readonly actorId?: number | null;
  readonly now: Date;
}

/**
 * Changes the role of an account. With the role, its system groups change, and the channels, bots and users that it can
 * see. If fewer users may access the keys of a bot afterwards, the bot gets new keys. The caller must check the actor's
 * permission.
 * @throws NoSuchUser
 * @throws LastOwner if the organization would have no owner
 */
export async function setRole(tx: Tx, change: RoleChange): Promise<void> {
  const { realmId, userId, role } = change;
  const { account: before, isOnlyOwner } = await lockUser(tx, realmId, userId);
  if (before.role === role) return;
  if (isOnlyOwner) throw new LastOwner();

  const bots = await loadBotAndOwnedBots(tx, userId);
  const person = { id: userId, realmId, role: before.role as Role };
  const put = () => store(tx, change, before);
  // A deactivated account has no clients, so no events about visibility are needed.
  if (!before.is_active) await put();
  else {
    await announceChannelVisibility(tx, person, { ...person, role }, put);
    announceVisibilityAfterRoleChange(tx, person, { ...person, role });
  }
  await replaceKeysOfRestrictedBots(tx, bots);
  await announceBotChanges(tx, bots);
  if (before.bot_type === null) await announceBotVisibility(tx, person, { ...person, role });
  await record(tx, change, before);
}

async function store(tx: Tx, { realmId, userId, role, now }: RoleChange, before: LockedUser["account"]): Promise<void> {
  await storeAccount(tx, userId, { role });
  emit(tx, toServerProcesses(realmId), roleChanged(userId, before.role, role));
  notifyViewers(tx, { realmId, userId }, userChanged({ user_id: userId, role }));
  await leaveSystemGroups(tx, realmId, before);
  const { waiting_period_threshold: threshold } = await loadRealmSettings(tx, realmId);
  const isFull = isFullMember({ role, joinedAt: before.date_joined }, threshold, now);
  await addToSystemGroups(tx, realmId, userId, role, isFull);
}

async function record(tx: Tx, change: RoleChange, before: LockedUser["account"]): Promise<void> {
  const { realmId, userId, role, actorId, now } = change;
  if (actorId === undefined) return;
  const act = before.bot_type === null ? "user.role_changed" : "bot.role_changed";
  await recordAct(tx, { realmId, actorId, act, targetId: userId, before: { role: before.role }, after: { role }, now });
}
