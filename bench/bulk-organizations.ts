import type { PostgresDatabase } from "@parlance/kernel/unit-of-work/postgres-database.ts";
import { createRealm } from "@parlance/server/modules/organizations/settings/actions/create-realm.ts";

/** Number of organizations that one transaction creates. */
const BATCH_SIZE = 100;

/** Creates organizations, each with `people` members in a channel. Returns their ids. */
export async function addOrganizations(
  db: PostgresDatabase,
  { organizations, people }: { readonly organizations: number; readonly people: number },
): Promise<number[]> {
  const now = new Date();
  const made: number[] = [];
  while (made.length < organizations) {
    const count = Math.min(BATCH_SIZE, organizations - made.length);
    const ids = await db.write(async (tx) => {
      const batch: number[] = [];
      for (let nth = 0; nth < count; nth += 1) {
        const name = `org-${made.length + nth}`;
        batch.push((await createRealm(tx, { subdomain: name, name, now })).id);
      }
      return batch;
    });
    for (const id of ids) await addUsers(db, id, { users: people, channels: 1, subscriptions: people });
    made.push(...ids);
  }
  return made;
}

/** Numbers of rows that `addUsers` creates. */
export interface UserCounts {
  readonly users: number;
  readonly channels: number;
  /** Number of subscriptions, which are distributed evenly among users and channels. */
  readonly subscriptions: number;
}

/**
 * Adds members and public channels to an organization with SQL. Must be called before a server has loaded the
 * organization.
 */
export async function addUsers(db: PostgresDatabase, realmId: number, size: UserCounts): Promise<void> {
  const { users, channels, subscriptions } = size;
  const values = [realmId, users, channels, Math.ceil(subscriptions / users)];
  await db.pool.query(
    `
    with new_recipient as (
      insert into recipient (realm_id) select $1::int from generate_series(1, $3::int) returning id
    ), new_channel as (
      insert into channel (realm_id, recipient_id, name, name_key, created_at)
      select $1::int, id, 'channel ' || id, 'channel ' || id, now() from new_recipient
      returning id, recipient_id
    ), new_person as (
      insert into account (realm_id, delivery_email, email_key, full_name, name_key, role, date_joined)
      select $1::int, email, email, name, lower(name), 400, now()
      from (select 'person-' || n || '@example.com' as email, 'Person ' || n as name
            from generate_series(1, $2::int) as n) as new
      returning id
    ), numbered_channel as (
      select id, recipient_id, row_number() over () - 1 as nth from new_channel
    ), numbered_person as (
      select id, row_number() over () - 1 as nth from new_person
    ), subscribed as (
      insert into subscription (user_id, channel_id, recipient_id, is_active, color)
      select person.id, channel.id, channel.recipient_id, true, '#76ce90'
      from numbered_person as person
      cross join generate_series(0, $4::int - 1) as step
      join numbered_channel as channel on channel.nth = (person.nth + step) % $3::int
      returning user_id, recipient_id
    ), period as (
      insert into subscription_period (user_id, recipient_id, from_message_id, from_event_id)
      select user_id, recipient_id, 0, 0 from subscribed
    )
    insert into user_group_member (group_id, user_id)
    select user_group.id, new_person.id from user_group, new_person
    where user_group.realm_id = $1 and user_group.name in ('role:members', 'role:fullmembers')`,
    values,
  );
}
