import { sql } from "kysely";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { recordSnapshotChanges } from "@parlance/kernel/organization-snapshot/snapshot-changes.ts";
import type { SnapshotSection } from "@parlance/kernel/organization-snapshot/snapshot-section.ts";

/** An API key that has fewer permissions than its account, or that expires. */
export interface ScopedKey {
  readonly id: number;
  readonly user_id: number;
  /** Hash of the key, in base64url. */
  readonly key_hash: string;
  readonly is_read_only: boolean;
  readonly operations: readonly string[] | null;
  readonly channel_ids: readonly number[] | null;
  /** Time at which the key expires, in UNIX milliseconds; null if it does not expire. */
  readonly expires_at: number | null;
}

export class ScopedKeys {
  readonly #byId = new Map<number, ScopedKey>();
  readonly #byHash = new Map<string, ScopedKey>();

  get(id: number): ScopedKey | undefined {
    return this.#byId.get(id);
  }

  /** Finds a key by its hash, in base64url. */
  byHash(hash: string): ScopedKey | undefined {
    return this.#byHash.get(hash);
  }

  rows(): ScopedKey[] {
    return [...this.#byId.values()].sort((a, b) => a.id - b.id);
  }

  put(key: ScopedKey): void {
    this.#byId.set(key.id, key);
    this.#byHash.set(key.key_hash, key);
  }

  remove(id: number): boolean {
    const key = this.#byId.get(id);
    if (key) this.#byHash.delete(key.key_hash);
    return this.#byId.delete(id);
  }
}

/** Section of the organization snapshot with the scoped keys, including those that expired recently. */
export const scopedKeys: SnapshotSection<ScopedKeys, ScopedKey> = {
  name: "scoped_keys",
  tables: ["scoped_key"],
  rows: (db, realmId, keys) =>
    db
      .selectFrom("scoped_key")
      .innerJoin("account", "account.id", "scoped_key.user_id")
      .select(["scoped_key.id", "scoped_key.user_id", "scoped_key.is_read_only"])
      .select(["scoped_key.operations", "scoped_key.channel_ids"])
      .select(sql<string>`translate(encode(scoped_key.key_hash, 'base64'), '+/=', '-_')`.as("key_hash"))
      .select(sql<number | null>`floor(extract(epoch from scoped_key.expires_at) * 1000)::int8`.as("expires_at"))
      .where("account.realm_id", "=", realmId)
      .$if(keys !== "all", (query) => query.where("scoped_key.id", "=", sql<number>`any(${keys}::int[])`))
      .execute(),
  keyOf: ({ id }) => id,
  empty: () => new ScopedKeys(),
  put: (facts, row) => facts.put(row),
  remove: (facts, key) => facts.remove(Number(key)),
  allRows: (facts) => facts.rows(),
  bytesPerRow: 600,
};

/** Records that these keys changed, so that organization snapshots are updated. */
export const noteScopedKeyChanges = (tx: Tx, realmId: number, ids: readonly number[]): void =>
  recordSnapshotChanges(tx, realmId, scopedKeys, ids);
