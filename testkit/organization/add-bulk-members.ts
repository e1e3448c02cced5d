import { sql } from "kysely";
import type { PostgresDatabase } from "@parlance/kernel/unit-of-work/postgres-database.ts";
import { recordSnapshotReload } from "@parlance/kernel/organization-snapshot/snapshot-changes.ts";

/**
 * Adds `size` members to an organization and subscribes them to a channel, in one transaction and without events for
 * clients. For tests and benchmarks with many inactive users.
 */
export async function addBulkMembers(
  db: PostgresDatabase,
  { realmId, channelId, size }: { realmId: number; channelId: number; size: number },
): Promise<void> {
  await db.write(async (tx) => {
    recordSnapshotReload(tx, realmId);
    await sql`
      with crowd as (
        insert into account (realm_id, delivery_email, email_key, full_name, name_key, role, date_joined)
        select ${realmId}::int, email, email, name, lower(name), 400, now()
        from (
          select 'crowd-' || ${channelId}::text || '-' || n || '@example.com' as email, 'Crowd ' || n as name
          from generate_series(1, ${size}::int) n
        ) new
        returning id
      ), target as (
        select channel.id as channel_id, channel.recipient_id, last_message_id, last_event_id
        from channel join realm_counter using (realm_id) where channel.id = ${channelId}
      ), subscribed as (
        insert into subscription (user_id, channel_id, recipient_id, is_active, color, read_up_to)
        select crowd.id, target.channel_id, target.recipient_id, true, '#76ce90', target.last_message_id from crowd, target
      ), periods as (
        insert into subscription_period (user_id, recipient_id, from_message_id, from_event_id)
        select crowd.id, target.recipient_id, target.last_message_id, target.last_event_id from crowd, target
      ), members as (
        insert into user_group_member (group_id, user_id)
        select user_group.id, crowd.id from user_group, crowd
        where user_group.realm_id = ${realmId} and user_group.name in ('role:members', 'role:fullmembers')
      )
      update channel set subscriber_count = subscriber_count + ${size} where id = ${channelId}`.execute(tx);
  });
}
