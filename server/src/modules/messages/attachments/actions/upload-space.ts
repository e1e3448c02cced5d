import { sql } from "kysely";
import type { Tx } from "@parlance/kernel/db/types.ts";

/** A request to reserve space for a file within the organization's quota. */
export interface SpaceRequest {
  readonly realmId: number;
  /** In bytes. */
  readonly size: number;
  /** Maximum total size of the organization's files, in bytes. */
  readonly quota: number;
}

/**
 * Adds the file's size to the organization's used space, and returns the new used space in bytes. If it would exceed
 * the quota, reserves nothing and returns undefined.
 */
export async function reserveSpace(tx: Tx, { realmId, size, quota }: SpaceRequest): Promise<number | undefined> {
  const { rows } = await sql<{ used: number }>`
    insert into upload_space (realm_id, used) select ${realmId}::int, ${size}::bigint where ${size}::bigint <= ${quota}::bigint
    on conflict (realm_id) do update set used = upload_space.used + excluded.used
    where upload_space.used + excluded.used <= ${quota}::bigint
    returning used::float8 as used`.execute(tx);
  return rows[0]?.used;
}

/** Locks the organization's used space until the end of the transaction, and returns it in bytes. */
export async function lockSpace(tx: Tx, realmId: number): Promise<number> {
  const { rows } = await sql<{ used: number }>`
    insert into upload_space (realm_id, used) values (${realmId}, 0)
    on conflict (realm_id) do update set used = upload_space.used
    returning used::float8 as used`.execute(tx);
  return rows[0]?.used ?? 0;
}

/** Subtracts the bytes of removed files from the organization's used space. Returns the new used space, in bytes. */
export async function releaseSpace(tx: Tx, realmId: number, bytes: number): Promise<number> {
  const { rows } = await sql<{ used: number }>`
    update upload_space set used = used - ${bytes}::bigint where realm_id = ${realmId}
    returning used::float8 as used`.execute(tx);
  return rows[0]?.used ?? 0;
}
