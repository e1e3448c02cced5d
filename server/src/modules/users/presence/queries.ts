import { sql } from "kysely";
import { required } from "@parlance/kernel/base/required.ts";
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

const activeAt = sql<number | null>`floor(extract(epoch from active_at))::int8`;
const connectedAt = sql<number>`floor(extract(epoch from connected_at))::int8`;

const columns = (db: Reader) =>
  db
    .selectFrom("user_presence")
    .select(["user_id", "update_id"])
    .select([activeAt.as("active_at"), connectedAt.as("connected_at")]);

/** Returns the beginning of the last `days` days. */
export const historyStart = (now: Date, days: number): Date =>
  new Date(now.getTime() - Math.min(days, MAX_HISTORY_DAYS) * 86_400_000);

export function loadPresenceRows(
  db: Reader,
  realmId: number,
  { after, historyDays }: PresenceFilter,
  now: Date,
): Promise<PresenceRow[]> {
  const since = historyStart(now, historyDays);
  return columns(db)
    .where("realm_id", "=", realmId)
    .where("update_id", ">", after)
    .$if(after <= 0, (query) => query.where("connected_at", ">=", since))
    .execute();
}

/** Changes of presence, and the id of the organization's last update. */
interface PresenceChanges {
  readonly lastUpdateId: number;
  readonly rows: readonly PresenceRow[];
}

/** Loads all changes of an organization's presence after an update, in one row, because each row takes time. */
export async function loadPresenceChanges(db: Reader, realmId: number, after: number): Promise<PresenceChanges> {
  const { rows } = await sql<PresenceChanges>`
    select
      coalesce((select last_update_id from presence_counter where realm_id = ${realmId}), 0) as "lastUpdateId",
      coalesce((
        select json_agg(changed) from (
          select user_id, update_id, ${activeAt} as active_at, ${connectedAt} as connected_at
          from user_presence where realm_id = ${realmId} and update_id > ${after}
        ) as changed
      ), '[]') as rows`.execute(db);
  return required(rows[0]);
}

/** Finds the stored presence of one account. */
export const findPresenceRow = (db: Reader, userId: number): Promise<PresenceRow | undefined> =>
  columns(db).where("user_id", "=", userId).executeTakeFirst();
