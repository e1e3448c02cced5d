import { sql, type SqlBool } from "kysely";
import type { Reader } from "@parlance/kernel/db/types.ts";

/** A filter for administrative actions. All given conditions must match. */
export interface ActFilter {
  readonly realmId: number;
  readonly act?: string | undefined;
  readonly actorId?: number | undefined;
  readonly targetType?: string | undefined;
  /** Only allowed together with `targetType`, because ids of different types are unrelated. */
  readonly targetId?: number | undefined;
  /** Only entries at this time or later. */
  readonly from?: Date | undefined;
  /** Only entries before this time. */
  readonly until?: Date | undefined;
  /** Only entries older than the one at this position. */
  readonly before?: ActPosition | undefined;
}

/** The position of an entry in the log, which is ordered by time, and by id among entries of the same time. */
export interface ActPosition {
  readonly at: Date;
  readonly id: number;
}

/** Selects the matching entries, newest first. Each kind of filter has an index with this order. */
export function selectActs(db: Reader, filter: ActFilter, limit: number) {
  const { realmId, act, actorId, targetType, targetId, from, until, before } = filter;
  let query = db.selectFrom("audit_log").where("realm_id", "=", realmId);
  if (act !== undefined) query = query.where("act", "=", act);
  if (actorId !== undefined) query = query.where("actor_id", "=", actorId);
  if (targetType !== undefined) query = query.where("target_type", "=", targetType);
  if (targetId !== undefined) query = query.where("target_id", "=", targetId);
  if (from) query = query.where("at", ">=", from);
  if (until) query = query.where("at", "<", until);
  if (before) query = query.where(sql<SqlBool>`(at, id) < (${before.at}, ${before.id})`);
  return query
    .select(["id", "at", "actor_id", "act", "target_type", "target_id", "before", "after"])
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .limit(limit);
}

/** Returns the position of an entry of this organization; undefined if the organization has no entry with this id. */
export const findActPosition = (db: Reader, realmId: number, id: number): Promise<ActPosition | undefined> =>
  db
    .selectFrom("audit_log")
    .select(["id", "at"])
    .where("id", "=", id)
    .where("realm_id", "=", realmId)
    .executeTakeFirst();
