import type pg from "pg";
import { inTransaction } from "../database.ts";
import type { RemoteServer } from "../operations/operation.ts";

/**
 * Deletes a server's organizations and their phones, its host name and its contact address. The server's id stays
 * registered, so that only the holder of its key can use it again.
 */
export const deactivateServer = (pool: pg.Pool, server: RemoteServer): Promise<void> =>
  inTransaction(pool, async (sql) => {
    await sql.query(
      `update remote_server
       set deactivated_at = now(), hostname = '', contact_email = '', hostname_proven_at = null where id = $1`,
      [server.id],
    );
    await sql.query("delete from remote_realm where server_id = $1", [server.id]);
  });
