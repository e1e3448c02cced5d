import { sql } from "kysely";
import type { Tx } from "@parlance/kernel/db/types.ts";

/** Room that a file needs. */
export interface SpaceRequest {
  readonly realmId: number;
  /** In bytes. */
  readonly size: number;
  /** What the organization's files may come to, in bytes. */
  readonly quota: number;
}

/** Returns what the organization's files come to with this one, in bytes; undefined, and nothing is taken: too much. */
export async function reserveSpace(tx: Tx, { realmId, size, quota }: SpaceRequest): Promise<number | undefined> {
  const { rows } = await sql<{ used: number }>`
    insert into upload_space (realm_id, used) select ${realmId}::int, ${size}::bigint where ${size}::bigint <= ${quota}::bigint
    on conflict (realm_id) do update set used = upload_space.used + excluded.used
    where upload_space.used + excluded.used <= ${quota}::bigint
    returning used::float8 as used`.execute(tx);
  return rows[0]?.used;
}

/** Returns what the organization's files come to, in bytes. It stays so until the end of the transaction. */
export async function lockSpace(tx: Tx, realmId: number): Promise<number> {
  const { rows } = await sql<{ used: number }>`
    insert into upload_space (realm_id, used) values (${realmId}, 0)
    on conflict (realm_id) do update set used = upload_space.used
    returning used::float8 as used`.execute(tx);
  return rows[0]?.used ?? 0;
}

/** Returns what the organization's files come to without these, in bytes. */
export async function releaseSpace(tx: Tx, realmId: number, bytes: number): Promise<number> {
  const { rows } = await sql<{ used: number }>`
    update upload_space set used = used - ${bytes}::bigint where realm_id = ${realmId}
    returning used::float8 as used`.execute(tx);
  return rows[0]?.used ?? 0;
}
