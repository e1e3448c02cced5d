import type { Role } from "@parlance/contract/entities/roles.ts";
import type { Tx } from "#kernel/db/types.ts";
import { toServers } from "#kernel/events/audience.ts";
import { emit } from "#kernel/events/event-log.ts";
import { recordAct } from "#modules/platform/audit-log/actions/record-act.ts";
import { replaceKnownBotKeys } from "#modules/bots/core/actions/replace-bot-keys.ts";
import { announceBotChanges, announceBotsInView } from "#modules/bots/core/actions/announce-bots.ts";
import { botsAround } from "#modules/bots/core/queries.ts";
import { realmSettings } from "#modules/organizations/core/queries.ts";
import { addToSystemGroups } from "#modules/groups/core/actions/system-groups/add-to-system-groups.ts";
import { leaveSystemGroups } from "#modules/groups/core/actions/system-groups/leave-system-groups.ts";
import { isFullMember } from "#modules/groups/core/system-groups.ts";
import { storeAccount } from "#modules/users/core/actions/store-account.ts";
import { tellThoseWhoSee } from "#modules/users/core/actions/notify-viewers.ts";
import { LastOwner } from "#modules/users/core/errors.ts";
import { roleChanged, userChanged } from "#modules/users/core/events.ts";
import { type LockedUser, lockUser } from "../user-locks.ts";
import { announceChannelsInView } from "./announce-channels.ts";
import { announceOwnSight } from "#modules/users/core/actions/announce-visibility-changes.ts";

interface RoleChange {
  readonly realmId: number;
  readonly userId: number;
  readonly role: Role;
  /** Who does it; null: the server's operator. Absent: the caller writes it down. */
  readonly actorId?: number | null;
  readonly now: Date;
}

/**
 * Changes the role of an account, and with it its system groups and the channels, bots and people it sees. Bots whose keys
 * fewer people may have then get new ones. The caller checks whether the actor may.
 * @throws NoSuchUser
 * @throws LastOwner when nobody would be left to own the organization
 */
export async function setRole(tx: Tx, change: RoleChange): Promise<void> {
  const { realmId, userId, role } = change;
  const { account: before, isOnlyOwner } = await lockUser(tx, realmId, userId);
  if (before.role === role) return;
  if (isOnlyOwner) throw new LastOwner();

  const bots = await botsAround(tx, userId);
  const person = { id: userId, realmId, role: before.role as Role };
  const put = () => store(tx, change, before);
  // Nobody is there to be told of what a deactivated account sees.
  if (!before.is_active) await put();
  else {
    await announceChannelsInView(tx, person, { ...person, role }, put);
    announceOwnSight(tx, person, { ...person, role });
  }
  await replaceKnownBotKeys(tx, bots);
  await announceBotChanges(tx, bots);
  if (before.bot_type === null) await announceBotsInView(tx, person, { ...person, role });
  await record(tx, change, before);
}

async function store(tx: Tx, { realmId, userId, role, now }: RoleChange, before: LockedUser["account"]): Promise<void> {
  await storeAccount(tx, userId, { role });
  emit(tx, toServers(realmId), roleChanged(userId, before.role, role));
  tellThoseWhoSee(tx, { realmId, userId }, userChanged({ user_id: userId, role }));
  await leaveSystemGroups(tx, realmId, before);
  const { waiting_period_threshold: threshold } = await realmSettings(tx, realmId);
  const isFull = isFullMember({ role, joinedAt: before.date_joined }, threshold, now);
  await addToSystemGroups(tx, realmId, userId, role, isFull);
}

async function record(tx: Tx, change: RoleChange, before: LockedUser["account"]): Promise<void> {
  const { realmId, userId, role, actorId, now } = change;
  if (actorId === undefined) return;
  const act = before.bot_type === null ? "user.role_changed" : "bot.role_changed";
  await recordAct(tx, { realmId, actorId, act, targetId: userId, before: { role: before.role }, after: { role }, now });
}
