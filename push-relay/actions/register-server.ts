import type pg from "pg";
import { inTransaction, type Sql } from "../database.ts";
import { HostnameInUse } from "../errors.ts";
import { assertOwnKey } from "../server-credentials.ts";
import { hashToken } from "../push-tokens.ts";

interface ServerRegistration {
  readonly orgId: string;
  readonly key: string;
  /** A new key, which replaces the server's key. */
  readonly newKey: string | undefined;
  readonly hostname: string;
  /** Whether the server has just proven that it can be reached at the host name. */
  readonly isProven: boolean;
  readonly contact: string;
}

/**
 * Stores a new server, or changes to a registered one. If another server has the host name, the name is transferred,
 * provided that this server has just proven that it can be reached there; the rest of the other server's registration
 * remains. Returns whether the server is new, and whether its host name is proven.
 * @throws InvalidServiceOrg, HostnameInUse
 */
export const registerServer = (
  pool: pg.Pool,
  { orgId, key, newKey, hostname, isProven, contact }: ServerRegistration,
): Promise<{ created: boolean; hostname_proven: boolean }> =>
  inTransaction(pool, async (sql) => {
    // The lock makes registrations run one after the other. Two servers that exchange their host names would otherwise
    // deadlock.
    await sql.query("lock table remote_server in share row exclusive mode");
    const known = await assertOwnKey(sql, { orgId, key });
    await claimHostname(sql, { orgId, hostname, isProven });
    const { rows } = await sql.query<{ is_proven: boolean }>(
      `insert into remote_server as known (org_id, key_hash, hostname, contact_email, hostname_proven_at)
       values ($1, $2, $3, $4, case when $5::boolean then now() end)
       on conflict (org_id) do update set
         (key_hash, hostname, contact_email, deactivated_at, heard_on, hostname_proven_at) =
         (excluded.key_hash, excluded.hostname, excluded.contact_email, null, current_date,
          coalesce(excluded.hostname_proven_at,
            case when lower(known.hostname) = lower(excluded.hostname) then known.hostname_proven_at end))
       returning hostname_proven_at is not null as is_proven`,
      [orgId, hashToken(newKey ?? key), hostname, contact, isProven],
    );
    return { created: known === undefined, hostname_proven: rows[0]?.is_proven === true };
  });

/**
 * Removes the host name from another server that has it, so that this server can use it.
 * @throws HostnameInUse if another server has the host name, and this one has not proven that it can be reached there
 */
async function claimHostname(
  sql: Sql,
  { orgId, hostname, isProven }: Pick<ServerRegistration, "orgId" | "hostname" | "isProven">,
): Promise<void> {
  const others = "lower(hostname) = lower($1) and deactivated_at is null and org_id <> $2";
  if (isProven) {
    await sql.query(`update remote_server set hostname = '', hostname_proven_at = null where ${others}`, [
      hostname,
      orgId,
    ]);
    return;
  }
  const { rows } = await sql.query(`select from remote_server where ${others}`, [hostname, orgId]);
  if (rows.length > 0) throw new HostnameInUse({ hostname });
}
