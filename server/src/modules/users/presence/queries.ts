import { sql } from "kysely";
import type { Reader } from "@parlance/kernel/db/types.ts";

/** When somebody was last there. */
export interface PresenceRow {
  readonly user_id: number;
  /** Whole UNIX seconds; null: never active. */
  readonly active_at: number | null;
  readonly connected_at: number;
  readonly update_id: number;
}

/** What somebody wants to know of an organization's presence. */
export interface PresenceFilter {
  /** What changed after this update; -1: everything. */
  readonly after: number;
  /** How far back to look where everything is asked for, in days. */
  readonly historyDays: number;
}

/** Two weeks, unless somebody asks for more or less. */
export const DEFAULT_HISTORY_DAYS = 14;
/** Longer than anybody's presence is known. */
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

/** The same of one account. */
export const findPresenceRow = (db: Reader, userId: number): Promise<PresenceRow | undefined> =>
  columns(db).where("user_id", "=", userId).executeTakeFirst();
