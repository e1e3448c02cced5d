import { type RawBuilder, sql } from "kysely";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { closeQueuesOfCredentials } from "@parlance/kernel/events/close-event-queues.ts";
import { noteSessionChanges } from "../sessions-snapshot.ts";
import { hashSessionToken } from "../sessions.ts";

/** Ends the browser session with this token. Does nothing if the session has already ended. */
export const endSession = (tx: Tx, token: string): Promise<number> =>
  deleteSessions(tx, sql`token_hash = ${hashSessionToken(token)}`);

/**
 * Ends all browser sessions of some users, except the session with the id `except`. API keys stay valid. If an account
 * is deactivated or gets a new password, the caller must have locked its row.
 * @returns the number of ended sessions
 */
export const endSessions = (tx: Tx, userIds: readonly number[], { except = 0 } = {}): Promise<number> =>
  deleteSessions(tx, sql`user_id = any(${userIds}::int[]) and id <> ${except}`);

/** Ends one browser session of a user. Returns false if the user has no such session. */
export const endSessionOfUser = async (tx: Tx, userId: number, id: number): Promise<boolean> =>
  (await deleteSessions(tx, sql`user_id = ${userId} and id = ${id}`)) > 0;

/**
 * Ends all browser sessions of an organization that were created with one of these login methods. Called when the
 * methods are disabled.
 */
export const endSessionsOfMethods = (tx: Tx, realmId: number, methods: readonly string[]): Promise<number> =>
  deleteSessions(
    tx,
    sql`method = any(${methods}::text[]) and user_id in (select id from account where realm_id = ${realmId})`,
  );

/** Ends all browser sessions of an organization. The caller must have locked the organization's row. */
export const endAllSessions = (tx: Tx, realmId: number): Promise<number> =>
  deleteSessions(tx, sql`user_id in (select id from account where realm_id = ${realmId})`);

/** Maximum number of expired sessions that one transaction deletes. */
const BATCH_SIZE = 1000;

/** Deletes a batch of expired sessions. Returns true if there may be more. */
export async function endExpiredSessions(tx: Tx, now: Date): Promise<boolean> {
  const some = sql`select token_hash from web_session where expires_at <= ${now} order by expires_at limit ${BATCH_SIZE}`;
  return (await deleteSessions(tx, sql`token_hash in (${some})`)) === BATCH_SIZE;
}

/**
 * Deletes sessions, which end immediately in all processes. The event queues that were registered with them are closed,
 * which ends waiting polls and event streams.
 */
async function deleteSessions(tx: Tx, which: RawBuilder<boolean>): Promise<number> {
  const { rows } = await sql<{ id: number; realm_id: number }>`
    with ended as (delete from web_session where ${which} returning id, user_id)
    select ended.id, account.realm_id from ended join account on account.id = ended.user_id`.execute(tx);
  const byRealm = Map.groupBy(rows, ({ realm_id: realmId }) => realmId);
  for (const [realmId, ended] of byRealm) {
    const ids = ended.map(({ id }) => id);
    noteSessionChanges(tx, realmId, ids);
  }
  await closeQueuesOfCredentials(
    tx,
    rows.map(({ id }) => ({ kind: "session", id })),
  );
  return rows.length;
}
