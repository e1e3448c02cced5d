import type pg from "pg";
import { inTransaction } from "../database.ts";
import { RealmOfOtherServer, TooManyRealms } from "../errors.ts";
import type { RemoteServer } from "../operations/operation.ts";
import { hashToken } from "../push-tokens.ts";

const MAX_REALMS_PER_SERVER = 20_000;

interface ReportedRealm {
  readonly uuid: string;
  /** A secret with which the organization can be transferred to another server. */
  readonly uuid_owner_secret: string;
  readonly deactivated: boolean;
}

/**
 * Stores the organizations of a server. Deletes the phones of deactivated organizations.
 * @throws RealmOfOtherServer, TooManyRealms; no organization is stored then
 */
export async function storeRealms(
  pool: pg.Pool,
  server: RemoteServer,
  realms: readonly ReportedRealm[],
): Promise<void> {
  // If an organization occurs several times, the last entry is used. The entries are sorted, so that two concurrent
  // requests cannot deadlock.
  const byName = new Map(realms.map((realm) => [realm.uuid.toLowerCase(), realm]));
  const ordered = [...byName].toSorted(([one], [other]) => (one < other ? -1 : 1));
  if (ordered.length === 0) return;
  await inTransaction(pool, async (sql) => {
    const { rowCount } = await sql.query(
      `insert into remote_realm (server_id, uuid, owner_secret_hash, deactivated)
       select $1, told.* from unnest($2::uuid[], $3::bytea[], $4::boolean[]) told
       on conflict (uuid) do update set (server_id, owner_secret_hash, deactivated) =
         (excluded.server_id, excluded.owner_secret_hash, excluded.deactivated)
       where remote_realm.server_id = excluded.server_id or remote_realm.owner_secret_hash = excluded.owner_secret_hash`,
      [
        server.id,
        ordered.map(([uuid]) => uuid),
        ordered.map(([, realm]) => hashToken(realm.uuid_owner_secret)),
        ordered.map(([, realm]) => realm.deactivated),
      ],
    );
    if (rowCount !== ordered.length) throw new RealmOfOtherServer();
    const gone = ordered.filter(([, { deactivated }]) => deactivated).map(([uuid]) => uuid);
    for (const table of ["device", "plain_device"]) {
      await sql.query(
        `delete from ${table} using remote_realm
         where remote_realm.id = realm_id and server_id = $1 and uuid = any($2::uuid[])`,
        [server.id, gone],
      );
    }
    const { rows } = await sql.query<{ many: boolean }>(
      "select count(*) > $2 as many from remote_realm where server_id = $1",
      [server.id, MAX_REALMS_PER_SERVER],
    );
    if (rows[0]?.many) throw new TooManyRealms();
  });
}
