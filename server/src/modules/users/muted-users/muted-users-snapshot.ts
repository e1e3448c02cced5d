import { sql } from "kysely";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { recordSnapshotChanges } from "@parlance/kernel/organization-snapshot/snapshot-changes.ts";
import type { SnapshotSection } from "@parlance/kernel/organization-snapshot/snapshot-section.ts";

interface MutesRow {
  readonly user_id: number;
  /** Ids of the muted users, in ascending order. */
  readonly muted: readonly number[];
}

/** All muted users of an organization, by the users who have muted them. */
export class Mutes {
  readonly #byUser = new Map<number, readonly number[]>();
  readonly #byMuted = new Map<number, Set<number>>();

  /** Returns the users who have muted a user, in ascending order. */
  mutersOf(userId: number): number[] {
    return [...(this.#byMuted.get(userId) ?? [])].sort((a, b) => a - b);
  }

  rows(): MutesRow[] {
    return [...this.#byUser].map(([user_id, muted]) => ({ user_id, muted })).sort((a, b) => a.user_id - b.user_id);
  }

  put({ user_id: userId, muted }: MutesRow): void {
    this.#byUser.set(userId, muted);
    for (const id of muted) {
      const muters = this.#byMuted.get(id);
      if (muters) muters.add(userId);
      else this.#byMuted.set(id, new Set([userId]));
    }
  }

  remove(userId: number): boolean {
    for (const id of this.#byUser.get(userId) ?? []) this.#byMuted.get(id)?.delete(userId);
    return this.#byUser.delete(userId);
  }
}

/** Section of the organization snapshot. A row contains all users whom one user has muted. */
export const mutes: SnapshotSection<Mutes, MutesRow> = {
  name: "muted_users",
  tables: ["muted_user_period"],
  rows: (db, realmId, keys) =>
    db
      .selectFrom("muted_user_period as period")
      .innerJoin("account", "account.id", "period.user_id")
      .select(["period.user_id", sql<number[]>`array_agg(muted_user_id order by muted_user_id)`.as("muted")])
      .where("account.realm_id", "=", realmId)
      .where("period.to_message_id", "is", null)
      .$if(keys !== "all", (query) => query.where("period.user_id", "=", sql<number>`any(${keys}::int[])`))
      .groupBy("period.user_id")
      .execute(),
  keyOf: ({ user_id }) => user_id,
  empty: () => new Mutes(),
  put: (facts, row) => facts.put(row),
  remove: (facts, key) => facts.remove(Number(key)),
  allRows: (facts) => facts.rows(),
  bytesPerRow: 300,
};

/** Records that the list of users whom a user has muted changes, so that organization snapshots are updated. */
export const recordMuteChanges = (tx: Tx, realmId: number, userId: number): void =>
  recordSnapshotChanges(tx, realmId, mutes, [userId]);
