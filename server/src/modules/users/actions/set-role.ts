import { sql } from "kysely";
import type { Tx } from "#kernel/db/types.ts";
import { toEveryone } from "#kernel/events/audience.ts";
import { emit } from "#kernel/events/log.ts";
import type { Role } from "#kernel/http/context.ts";
import { tellOfBotChanges, tellOfBotsInView } from "#modules/bots/actions/tell-of-bots.ts";
import { loadBots } from "#modules/bots/queries.ts";
import { realmSettings } from "#modules/realms/queries.ts";
import { addToSystemGroups } from "#modules/user-groups/actions/add-to-system-groups.ts";
import { groupMembersRemoved } from "#modules/user-groups/events.ts";
import { lockGroups } from "#modules/user-groups/group-locks.ts";
import { isFullMember, systemGroups } from "#modules/user-groups/system-groups.ts";
import { LastOwner, NoSuchUser } from "../errors.ts";
import { userChanged } from "../events.ts";
import { tellingOfChannels } from "./tell-of-channels.ts";

const OWNER = 100;

interface RoleChange {
  readonly realmId: number;
  readonly userId: number;
  readonly role: Role;
  readonly now: Date;
}

/**
 * Gives an account another role, and with it other system groups and other channels to see. Whether anybody may is for the caller to ask.
 * @throws NoSuchUser
 * @throws LastOwner when nobody would be left to own the organization
 */
export async function setRole(tx: Tx, { realmId, userId, role, now }: RoleChange): Promise<void> {
  await lockGroups(tx, realmId);
  // All owners are locked, so that two of them cannot be demoted at once, each because the other one is left.
  const locked = await tx
    .selectFrom("account")
    .select(["id", "role", "bot_type", "is_active", "date_joined"])
    .where("realm_id", "=", realmId)
    .where((where) => where.or([where("id", "=", userId), where("role", "=", OWNER)]))
    .orderBy("id")
    // Enough to keep roles as they are, and no hindrance to messages, which refer to their senders.
    .forNoKeyUpdate()
    .execute();
  const before = locked.find(({ id }) => id === userId);
  if (!before) throw new NoSuchUser();
  if (before.role === role) return;
  const others = locked.filter((other) => other.id !== userId && other.is_active && other.bot_type === null);
  if (before.role === OWNER && others.length === 0) throw new LastOwner();

  const person = { id: userId, realmId, role: before.role as Role };
  const bots = await loadBots(tx, [userId]);
  await tellingOfChannels(tx, person, { ...person, role }, now, async () => {
    await tx.updateTable("account").set({ role }).where("id", "=", userId).execute();
    emit(tx, toEveryone(realmId), userChanged({ user_id: userId, role }));
    await leaveSystemGroups(tx, realmId, userId);
    await joinSystemGroups(tx, { realmId, userId, role, now }, before.date_joined);
  });
  await tellOfBotChanges(tx, bots);
  if (before.bot_type === null) await tellOfBotsInView(tx, person, { ...person, role });
}

async function joinSystemGroups(tx: Tx, { realmId, userId, role, now }: RoleChange, joinedAt: Date): Promise<void> {
  const { waiting_period_threshold: threshold } = await realmSettings(tx, realmId);
  await addToSystemGroups(tx, realmId, userId, role, isFullMember({ role, joinedAt }, threshold, now));
}

async function leaveSystemGroups(tx: Tx, realmId: number, userId: number): Promise<void> {
  const groups = Object.values(await systemGroups(tx, realmId));
  const left = await tx
    .deleteFrom("user_group_member")
    .where("user_id", "=", userId)
    .where("group_id", "=", sql<number>`any(${groups}::int[])`)
    .returning("group_id")
    .execute();
  for (const { group_id } of left) emit(tx, toEveryone(realmId), groupMembersRemoved(group_id, [userId]));
}
