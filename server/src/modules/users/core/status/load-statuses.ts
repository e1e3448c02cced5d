import { sql } from "kysely";
import type { ReactionType } from "@parlance/contract/entities/emoji.ts";
import type { UserStatus } from "@parlance/contract/nouns/user-statuses.ts";
import type { Reader } from "#kernel/db/types.ts";
import type { Directory } from "#kernel/organization-snapshot/organization-snapshot.ts";
import { people } from "../snapshot/users-snapshot.ts";
import { noEmoji, presentStatus, type Status } from "./user-status.ts";

/** Of an `account` row in a query. */
const isAway = sql<boolean>`(account.settings->>'presence_enabled' = 'false')`;

/** The statuses of these users; of those that do not exist there is none. */
export async function loadStatuses(db: Reader, userIds: readonly number[]): Promise<ReadonlyMap<number, Status>> {
  const rows = await db
    .selectFrom("account")
    .leftJoin("user_status as status", "status.user_id", "account.id")
    .where("account.id", "=", sql<number>`any(${userIds}::int[])`)
    .select(["account.id", ...columns, isAway.as("is_away")])
    .execute();
  return new Map(rows.map((row) => [row.id, statusOf(row, row.is_away ?? false)]));
}

const columns = ["status_text", "emoji_name", "emoji_code", "reaction_type"] as const;

type KeptStatus = { readonly [Column in (typeof columns)[number]]: string | null };

const nothingSaid: KeptStatus = { status_text: null, emoji_name: null, emoji_code: null, reaction_type: null };

const statusOf = (kept: KeptStatus, away: boolean): Status => ({
  status_text: kept.status_text ?? "",
  emoji_name: kept.emoji_name ?? noEmoji.emoji_name,
  emoji_code: kept.emoji_code ?? noEmoji.emoji_code,
  reaction_type: (kept.reaction_type ?? noEmoji.reaction_type) as ReactionType,
  away,
});

/** What these users do, of those who say so, by user id. */
export const statusesOf = async (db: Reader, userIds: readonly number[]): Promise<ReadonlyMap<number, UserStatus>> =>
  said(await loadStatuses(db, userIds));

/** The same of everybody in an organization. */
export async function allStatuses(db: Reader, directory: Directory): Promise<ReadonlyMap<number, UserStatus>> {
  const away = new Set(directory.of(people).away);
  const rows = await db
    .selectFrom("user_status as status")
    .innerJoin("account", "account.id", "status.user_id")
    .select(["account.id", ...columns])
    .where("account.realm_id", "=", directory.realmId)
    .execute();
  const statuses = new Map(rows.map((row) => [row.id, statusOf(row, away.has(row.id))]));
  for (const id of away) if (!statuses.has(id)) statuses.set(id, statusOf(nothingSaid, true));
  return said(statuses);
}

const said = (statuses: ReadonlyMap<number, Status>): ReadonlyMap<number, UserStatus> => {
  const presented = [...statuses].map(([id, status]) => [id, presentStatus(status)] as const);
  return new Map(presented.filter(([, status]) => Object.keys(status).length > 0));
};
