import { sql } from "kysely";
import type { ReactionType } from "@parlance/contract/entities/emoji.ts";
import type { UserStatus } from "@parlance/contract/nouns/user-statuses.ts";
import type { Reader } from "@parlance/kernel/db/types.ts";
import type { OrganizationSnapshot } from "@parlance/kernel/organization-snapshot/organization-snapshot.ts";
import { users } from "../snapshot/users-snapshot.ts";
import { noEmoji, presentStatus, type FullUserStatus } from "./user-status.ts";

/** SQL condition that the user in an `account` row hides presence. */
const isAway = sql<boolean>`(account.settings->>'presence_enabled' = 'false')`;

/** Loads the statuses of these users. Users who do not exist are skipped. */
export async function loadStatuses(
  db: Reader,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, FullUserStatus>> {
  const rows = await db
    .selectFrom("account")
    .leftJoin("user_status as status", "status.user_id", "account.id")
    .where("account.id", "=", sql<number>`any(${userIds}::int[])`)
    .select(["account.id", ...columns, isAway.as("is_away")])
    .execute();
  return new Map(rows.map((row) => [row.id, statusOf(row, row.is_away ?? false)]));
}

const columns = ["status_text", "emoji_name", "emoji_code", "reaction_type"] as const;

type StoredStatus = { readonly [Column in (typeof columns)[number]]: string | null };

const emptyStoredStatus: StoredStatus = { status_text: null, emoji_name: null, emoji_code: null, reaction_type: null };

const statusOf = (stored: StoredStatus, away: boolean): FullUserStatus => ({
  status_text: stored.status_text ?? "",
  emoji_name: stored.emoji_name ?? noEmoji.emoji_name,
  emoji_code: stored.emoji_code ?? noEmoji.emoji_code,
  reaction_type: (stored.reaction_type ?? noEmoji.reaction_type) as ReactionType,
  away,
});

/** Loads and serializes the statuses of these users, by user id. Users without a status are omitted. */
export const loadPresentedStatuses = async (
  db: Reader,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, UserStatus>> => presentStatuses(await loadStatuses(db, userIds));

/** Loads and serializes the statuses of all users of an organization, by user id. */
export async function loadRealmStatuses(
  db: Reader,
  snapshot: OrganizationSnapshot,
): Promise<ReadonlyMap<number, UserStatus>> {
  const away = new Set(snapshot.get(users).away);
  const rows = await db
    .selectFrom("user_status as status")
    .innerJoin("account", "account.id", "status.user_id")
    .select(["account.id", ...columns])
    .where("account.realm_id", "=", snapshot.realmId)
    .execute();
  const statuses = new Map(rows.map((row) => [row.id, statusOf(row, away.has(row.id))]));
  for (const id of away) if (!statuses.has(id)) statuses.set(id, statusOf(emptyStoredStatus, true));
  return presentStatuses(statuses);
}

const presentStatuses = (statuses: ReadonlyMap<number, FullUserStatus>): ReadonlyMap<number, UserStatus> => {
  const presented = [...statuses].map(([id, status]) => [id, presentStatus(status)] as const);
  return new Map(presented.filter(([, status]) => Object.keys(status).length > 0));
};
