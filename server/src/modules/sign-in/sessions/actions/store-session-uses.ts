import { sql } from "kysely";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { noteSessionChanges } from "../sessions-snapshot.ts";
import type { Usage } from "#modules/sign-in/core/usage-recorder.ts";
import { MAX_SESSION_SECONDS, SESSION_IDLE_TIMEOUT_SECONDS } from "../sessions.ts";

/**
 * Minimum interval between two extensions of a session's expiration, in seconds. It is a day, because all processes are
 * notified of each extension.
 */
const RENEWAL_SECONDS = 24 * 60 * 60;

/** Stores when sessions were last used, and extends their expiration. */
export async function storeSessionUses(tx: Tx, uses: readonly Usage[]): Promise<void> {
  const used = sql`unnest(
    ${uses.map(({ id }) => id)}::int[],
    ${uses.map(({ at }) => at)}::timestamptz[],
    ${uses.map(({ network }) => network)}::text[]
  ) as used(id, at, network)`;
  await sql`
    update web_session set
      last_used_at = greatest(web_session.last_used_at, used.at), network = used.network
    from ${used} where web_session.id = used.id`.execute(tx);
  const { rows } = await sql<{ id: number; realm_id: number }>`
    update web_session set expires_at = renewed.expires_at
    from (
      select web_session.id, account.realm_id, least(
        used.at + ${SESSION_IDLE_TIMEOUT_SECONDS} * interval '1 second',
        web_session.created_at + ${MAX_SESSION_SECONDS} * interval '1 second'
      ) as expires_at
      from ${used} join web_session on web_session.id = used.id join account on account.id = web_session.user_id
    ) as renewed
    where web_session.id = renewed.id
      and renewed.expires_at > web_session.expires_at + ${RENEWAL_SECONDS} * interval '1 second'
    returning web_session.id, renewed.realm_id`.execute(tx);
  for (const [realmId, renewed] of Map.groupBy(rows, ({ realm_id }) => realm_id)) {
    noteSessionChanges(
      tx,
      realmId,
      renewed.map(({ id }) => id),
    );
  }
}
