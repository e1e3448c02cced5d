import pg from "pg";
import { CONNECTION_OPTIONS, type ConnectionSettings } from "./pool.ts";

/**
 * Runs `act` unless another process is running something under the same lock, on a connection of its own. Returns false
 * if another process is. The signal of `act` is aborted if the connection is lost, because the lock is lost then, too.
 */
export async function runExclusively(
  connection: ConnectionSettings,
  lock: number,
  act: (signal: AbortSignal) => Promise<void>,
): Promise<boolean> {
  const client = new pg.Client({ ...connection, ...CONNECTION_OPTIONS, application_name: "parlance lock" });
  const lost = new AbortController();
  client.on("error", (error) => lost.abort(error));
  await client.connect();
  try {
    await client.query("set idle_session_timeout = 0");
    const { rows } = await client.query<{ acquired: boolean }>("select pg_try_advisory_lock($1) as acquired", [lock]);
    if (rows[0]?.acquired !== true) return false;
    await act(lost.signal);
    return true;
  } finally {
    // The lock is released with the connection.
    await client.end().catch(() => undefined);
  }
}
