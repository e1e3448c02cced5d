import { sql } from "kysely";
import type { ReactionType } from "@parlance/contract/entities/emoji.ts";
import type { UserStatus } from "@parlance/contract/nouns/user-statuses.ts";
import type { Reader } from "#kernel/db/types.ts";
import { noEmoji, presentStatus, type Status } from "./status.ts";

/** Of an `account` row in a query; as the index `account_away` has it. */
const isAway = sql<boolean>`(account.settings->>'presence_enabled' = 'false')`;

/** The statuses of these users; of those that do not exist there is none. */
export async function loadStatuses(db: Reader, userIds: readonly number[]): Promise<ReadonlyMap<number, Status>> {
  const rows = await db
    .selectFrom("account")
    .leftJoin("user_status as status", "status.user_id", "account.id")
    .where("account.id", "=", sql<number>`any(${userIds}::int[])`)
    .select(["account.id", "status_text", "emoji_name", "emoji_code", "reaction_type", isAway.as("is_away")])
    .execute();
  return new Map(
    rows.map(({ id, is_away, ...kept }) => [
      id,
      {
        status_text: kept.status_text ?? "",
        emoji_name: kept.emoji_name ?? noEmoji.emoji_name,
        emoji_code: kept.emoji_code ?? noEmoji.emoji_code,
        reaction_type: (kept.reaction_type ?? noEmoji.reaction_type) as ReactionType,
        away: is_away ?? false,
      },
    ]),
  );
}

/** What those of an organization do who say so, or those of `userIds` among them, by user id. */
export async function statusesOf(
  db: Reader,
  realmId: number,
  userIds?: readonly number[],
): Promise<ReadonlyMap<number, UserStatus>> {
  const statuses = await loadStatuses(db, userIds ?? (await havingStatus(db, realmId)));
  const presented = [...statuses].map(([id, status]) => [id, presentStatus(status)] as const);
  return new Map(presented.filter(([, status]) => Object.keys(status).length > 0));
}

/** Two queries, because either has an index, and few people have a status. */
async function havingStatus(db: Reader, realmId: number): Promise<number[]> {
  const people = db.selectFrom("account").select("account.id").where("account.realm_id", "=", realmId);
  const saying = await people.innerJoin("user_status as status", "status.user_id", "account.id").execute();
  const away = await people.where(isAway).execute();
  return [...new Set([...saying, ...away].map(({ id }) => id))];
}
