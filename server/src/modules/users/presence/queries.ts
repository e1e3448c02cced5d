import { sql } from "kysely";
import type { Reader } from "@parlance/kernel/db/types.ts";

/** The stored presence of a user. */
export interface PresenceRow {
  readonly user_id: number;
  /** Time of the last activity, in whole UNIX seconds. Null if the user was never active. */
  readonly active_at: number | null;
  readonly connected_at: number;
  readonly update_id: number;
}

/** Selects which presence of an organization is loaded. */
export interface PresenceFilter {
  /** Only changes after the update with this id are loaded; -1 or 0 loads everything. */
  readonly after: number;
  /** If everything is loaded, number of days to look back. */
  readonly historyDays: number;
}

/** Default number of days to look back. */
export const DEFAULT_HISTORY_DAYS = 14;
/** Maximum number of days to look back. Longer than any presence is stored. */
const MAX_HISTORY_DAYS = 36_500;

const columns = (db: Reader) =>
  db
    .selectFrom("user_presence")
    .select(["user_id", "update_id"])
    .select(sql<number | null>`floor(extract(epoch from active_at))::int8`.as("active_at"))
    .select(sql<number>`floor(extract(epoch from connected_at))::int8`.as("connected_at"));

export function loadPresenceRows(
  db: Reader,
  realmId: number,
  { after, historyDays }: PresenceFilter,
  now: Date,
): Promise<PresenceRow[]> {
  const since = new Date(now.getTime() - Math.min(historyDays, MAX_HISTORY_DAYS) * 86_400_000);
  return columns(db)
    .where("realm_id", "=", realmId)
    .where("update_id", ">", after)
    .$if(after <= 0, (query) => query.where("connected_at", ">=", since))
    .execute();
}

/** Finds the stored presence of one account. */
export const findPresenceRow = (db: Reader, userId: number): Promise<PresenceRow | undefined> =>
  columns(db).where("user_id", "=", userId).executeTakeFirst();
