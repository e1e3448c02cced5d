import { sql } from "kysely";
import type { Role } from "@parlance/contract/entities/roles.ts";
import { acquireChannelLocks } from "../channel-locks.ts";
import type { Reader, Row, Tx } from "@parlance/kernel/db/types.ts";
import { required } from "@parlance/kernel/base/required.ts";
import type { StoredUserSettings } from "#modules/users/core/settings/user-settings.ts";
import type { SubscriptionSettings } from "../presentation.ts";

/** A user's subscription to a channel. */
export interface Membership {
  readonly userId: number;
  readonly channelId: number;
}

/**
 * A new or resumed subscription, with the user's settings for the channel. The settings from an earlier subscription
 * are retained.
 */
export interface NewMembership extends Membership {
  readonly recipientId: number;
  readonly choices: SubscriptionSettings;
}

export interface MemberRecord {
  readonly id: number;
  readonly role: Role;
  readonly is_active: boolean;
  readonly settings: StoredUserSettings;
}

/** Loads and locks channels of an organization, so that no other transaction can change their subscribers. */
export async function lockChannelRows(tx: Tx, realmId: number, ids: readonly number[]): Promise<Row<"channel">[]> {
  await acquireChannelLocks(tx, realmId, { ids });
  return tx
    .selectFrom("channel")
    .selectAll()
    .where("realm_id", "=", realmId)
    .where("id", "=", sql<number>`any(${ids})`)
    .orderBy("id")
    .execute();
}

/** Loads and locks users' subscriptions to channels, including ended ones. */
export const lockSubscriptions = (
  tx: Tx,
  userIds: readonly number[],
  channelIds: readonly number[],
): Promise<Row<"subscription">[]> =>
  tx
    .selectFrom("subscription")
    .selectAll()
    .where("user_id", "=", sql<number>`any(${userIds})`)
    .where("channel_id", "=", sql<number>`any(${channelIds})`)
    .orderBy("user_id")
    .orderBy("channel_id")
    .forUpdate()
    .execute();

export async function loadMembers(db: Reader, ids: readonly number[]): Promise<Map<number, MemberRecord>> {
  const rows = await db
    .selectFrom("account")
    .select(["id", "role", "is_active", "settings"])
    .where("id", "=", sql<number>`any(${ids})`)
    .execute();
  return new Map(rows.map((row) => [row.id, row as MemberRecord]));
}

/** Returns the ids of the users by channel id. Channel ids and user ids are ascending. */
export function userIdsByChannel(memberships: readonly Membership[]): Map<number, number[]> {
  const users = new Map<number, number[]>();
  for (const { userId, channelId } of memberships) {
    const own = users.get(channelId);
    if (own) own.push(userId);
    else users.set(channelId, [userId]);
  }
  for (const own of users.values()) own.sort((a, b) => a - b);
  return new Map([...users].sort(([a], [b]) => a - b));
}

/** Groups users who have the same set of channels. */
export function groupByChannelSet(memberships: readonly Membership[]): { channelIds: number[]; userIds: number[] }[] {
  const channels = new Map<number, number[]>();
  for (const [channelId, users] of userIdsByChannel(memberships)) {
    for (const user of users) channels.set(user, [...(channels.get(user) ?? []), channelId]);
  }
  const sets = Map.groupBy(channels, ([, ids]) => ids.join());
  return [...sets.values()].map((own) => ({ channelIds: required(own[0])[1], userIds: own.map(([user]) => user) }));
}

/** Returns the names of channels by user id, as responses of the API list them. */
export function channelNamesByUser(
  memberships: readonly Membership[],
  channels: readonly Pick<Row<"channel">, "id" | "name">[],
): Record<string, string[]> {
  const names = new Map(channels.map(({ id, name }) => [id, name]));
  const found: Record<string, string[]> = {};
  for (const { userId, channelId } of memberships) (found[userId] ??= []).push(names.get(channelId) ?? "");
  return found;
}
