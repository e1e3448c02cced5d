import type pg from "pg";
import { inTransaction } from "../database.ts";
import { HostnameInUse, InvalidServiceOrg } from "../errors.ts";
import { isKey } from "../servers.ts";
import { hashOf } from "../tokens.ts";

interface ServerRegistration {
  readonly orgId: string;
  readonly key: string;
  /** From now on its key. */
  readonly newKey: string | undefined;
  readonly hostname: string;
  readonly contact: string;
}

const HOSTNAME_INDEX = "remote_server_hostname";

/**
 * Writes down a server, or what has changed about it. Returns whether it is new.
 * @throws InvalidServiceOrg, HostnameInUse
 */
export async function registerServer(
  pool: pg.Pool,
  { orgId, key, newKey, hostname, contact }: ServerRegistration,
): Promise<boolean> {
  const keyHash = hashOf(newKey ?? key);
  try {
    return await inTransaction(pool, async (sql) => {
      const inserted = await sql.query(
        `insert into remote_server (org_id, key_hash, hostname, contact_email) values ($1, $2, $3, $4)
         on conflict (org_id) do nothing`,
        [orgId, keyHash, hostname, contact],
      );
      if (inserted.rowCount === 1) return true;
      const { rows } = await sql.query<{ id: number; key_hash: Buffer }>(
        "select id, key_hash from remote_server where org_id = $1 for update",
        [orgId],
      );
      if (!rows[0] || !isKey(key, rows[0].key_hash)) throw new InvalidServiceOrg();
      await sql.query(
        "update remote_server set key_hash = $2, hostname = $3, contact_email = $4, deactivated_at = null, heard_on = current_date where id = $1",
        [rows[0].id, keyHash, hostname, contact],
      );
      return false;
    });
  } catch (error) {
    if ((error as Partial<pg.DatabaseError>).constraint === HOSTNAME_INDEX) throw new HostnameInUse({ hostname });
    throw error;
  }
}
