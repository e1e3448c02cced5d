import { sql } from "kysely";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { recordSnapshotChanges } from "@parlance/kernel/organization-snapshot/snapshot-changes.ts";
import type { SnapshotSection } from "@parlance/kernel/organization-snapshot/snapshot-section.ts";

/** A browser session in the organization snapshot. */
export interface SessionSnapshot {
  readonly id: number;
  readonly user_id: number;
  /** Login method, with its name in `authentication_methods`. */
  readonly method: string;
  /** Hash of the session token, in base64url. */
  readonly token_hash: string;
  /** Time at which the session expires, in UNIX milliseconds. */
  readonly expires_at: number;
}

/** The sessions of an organization, including those that expired recently. */
export class Sessions {
  readonly #byId = new Map<number, SessionSnapshot>();
  readonly #byHash = new Map<string, SessionSnapshot>();

  /** Finds a session by the hash of its token, in base64url. */
  byHash(hash: string): SessionSnapshot | undefined {
    return this.#byHash.get(hash);
  }

  rows(): SessionSnapshot[] {
    return [...this.#byId.values()].sort((a, b) => a.id - b.id);
  }

  put(session: SessionSnapshot): void {
    this.#byId.set(session.id, session);
    this.#byHash.set(session.token_hash, session);
  }

  remove(id: number): boolean {
    const session = this.#byId.get(id);
    if (session) this.#byHash.delete(session.token_hash);
    return this.#byId.delete(id);
  }
}

export const sessions: SnapshotSection<Sessions, SessionSnapshot> = {
  name: "sessions",
  tables: ["web_session"],
  rows: (db, realmId, keys) =>
    db
      .selectFrom("web_session")
      .innerJoin("account", "account.id", "web_session.user_id")
      .select(["web_session.id", "web_session.user_id", "web_session.method"])
      .select(sql<string>`translate(encode(web_session.token_hash, 'base64'), '+/=', '-_')`.as("token_hash"))
      .select(sql<number>`floor(extract(epoch from web_session.expires_at) * 1000)::int8`.as("expires_at"))
      .where("account.realm_id", "=", realmId)
      .$if(keys !== "all", (query) => query.where("web_session.id", "=", sql<number>`any(${keys}::int[])`))
      .execute(),
  keyOf: ({ id }) => id,
  empty: () => new Sessions(),
  put: (facts, row) => facts.put(row),
  remove: (facts, key) => facts.remove(Number(key)),
  allRows: (facts) => facts.rows(),
  bytesPerRow: 400,
};

/** Records that these sessions changed, so that organization snapshots are updated. */
export const noteSessionChanges = (tx: Tx, realmId: number, ids: readonly number[]): void =>
  recordSnapshotChanges(tx, realmId, sessions, ids);
