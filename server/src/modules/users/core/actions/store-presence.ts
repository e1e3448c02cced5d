import { sql } from "kysely";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { required } from "@parlance/kernel/base/required.ts";

/** Time by which a user's last connection or last activity must advance before it is stored again, in seconds. */
export const MIN_PRESENCE_INTERVAL_SECONDS = 55;

/** A report that a user's client is connected or active. */
export interface PresencePing {
  readonly userId: number;
  /** Time of the activity, or null if the client is connected but the user is not active. */
  readonly activeAt: Date | null;
  readonly connectedAt: Date;
}

/**
 * A user's presence after a ping was stored, with the time of the last activity before the ping. That time is null if
 * there was none.
 */
export interface StoredPresence extends PresencePing {
  readonly activeBefore: Date | null;
  readonly isNew: boolean;
}

/**
 * Starts an update of an organization's presence, and returns its id, which is greater than the ids of earlier updates.
 * No other transaction can start an update until this transaction ends.
 */
async function startPresenceUpdate(tx: Tx, realmId: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into presence_counter (realm_id, last_update_id) values (${realmId}, 1)
    on conflict (realm_id) do update set last_update_id = presence_counter.last_update_id + 1
    returning last_update_id as id`.execute(tx);
  return required(rows[0]).id;
}

/**
 * Stores pings of an organization's users, at most one per user, and returns the resulting changes. Ignores pings of
 * deactivated users and of users who hide their presence, and pings too soon after the last one (see
 * `MIN_PRESENCE_INTERVAL_SECONDS`).
 */
export async function storePings(tx: Tx, realmId: number, pings: readonly PresencePing[]): Promise<StoredPresence[]> {
  const updateId = await startPresenceUpdate(tx, realmId);
  const step = sql`${MIN_PRESENCE_INTERVAL_SECONDS} * interval '1 second'`;
  const { rows } = await sql<StoredPresence>`
    with ping as (
      select * from unnest(
        ${pings.map(({ userId }) => userId)}::int[], ${pings.map(({ activeAt }) => activeAt)}::timestamptz[],
        ${pings.map(({ connectedAt }) => connectedAt)}::timestamptz[]
      ) as ping (user_id, active_at, connected_at)
    ), before as (
      select user_id, user_presence.active_at from user_presence join ping using (user_id)
    ), stored as (
      insert into user_presence (user_id, realm_id, active_at, connected_at, update_id)
      select ping.user_id, ${realmId}, ping.active_at, ping.connected_at, ${updateId}
      from ping join account on account.id = ping.user_id
      where account.is_active and (account.settings->>'presence_enabled') is distinct from 'false'
      order by ping.user_id
      on conflict (user_id) do update set
        active_at = greatest(user_presence.active_at, excluded.active_at),
        connected_at = greatest(user_presence.connected_at, excluded.connected_at),
        update_id = excluded.update_id
      where excluded.connected_at >= user_presence.connected_at + ${step}
        or excluded.active_at >= coalesce(user_presence.active_at, '-infinity') + ${step}
      returning user_id, active_at, connected_at
    )
    select stored.user_id as "userId", stored.active_at as "activeAt", stored.connected_at as "connectedAt",
      before.active_at as "activeBefore", before.user_id is null as "isNew"
    from stored left join before using (user_id)`.execute(tx);
  return rows;
}

/** Replaces the whole stored presence of a user. */
export async function replacePresence(
  tx: Tx,
  realmId: number,
  { userId, activeAt, connectedAt }: PresencePing,
): Promise<void> {
  const update_id = await startPresenceUpdate(tx, realmId);
  const presence = { active_at: activeAt, connected_at: connectedAt, update_id };
  await tx
    .insertInto("user_presence")
    .values({ user_id: userId, realm_id: realmId, ...presence })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(presence))
    .execute();
}
