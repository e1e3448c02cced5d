import { sql, type RawBuilder } from "kysely";
import { isGuest, roles } from "@parlance/contract/entities/roles.ts";
import type { Reader } from "@parlance/kernel/db/types.ts";
import type { Actor } from "@parlance/kernel/http/context.ts";

/* Rules for which users can see each other. By default, all users can. If `can_access_all_users_group` limits guests, a
   guest can see only the guest's own account, bots, the active users in the guest's channels, and all participants of
   the guest's direct conversations. */

/** SQL condition that an organization's guests have limited visibility. A setting with its default value has no row. */
const areGuestsLimitedInSql = (realmId: RawBuilder<number>): RawBuilder<boolean> => sql`exists (
  select from group_setting
  join user_group on user_group.id = group_setting.group_id
  where scope = 'realm' and scope_id = ${realmId} and setting = 'can_access_all_users_group'
    and user_group.name_key is distinct from 'role:everyone'
)`;

const activeNow = sql.ref<boolean>("account.is_active");

/**
 * SQL condition that a guest with limited visibility can see an account. Both must be rows of `account`, with the names
 * `guest` and `account`. `counts`: condition that the account counts as active.
 */
const isVisibleToGuestInSql = (guest: "guest", account: "account", counts = activeNow): RawBuilder<boolean> => {
  const [own, other] = [sql.ref(`${guest}.id`), sql.ref(`${account}.id`)];
  return sql`(
    ${own} = ${other} or ${sql.ref(`${account}.bot_type`)} is not null
    or ${counts} and exists (
      select from subscription mine
      join subscription theirs on theirs.channel_id = mine.channel_id and theirs.user_id = ${other} and theirs.is_active
      where mine.user_id = ${own} and mine.is_active
    )
    or exists (
      select from direct_member mine
      join direct_member theirs on theirs.recipient_id = mine.recipient_id and theirs.user_id = ${other}
      where mine.user_id = ${own}
    )
  )`;
};

/** An account whose viewers are looked up. */
export interface ViewedUser {
  readonly realmId: number;
  readonly userId: number;
  /** If set, the viewers are determined as if the account were active (true) or deactivated (false). */
  readonly isActive?: boolean;
}

/**
 * Finds the active guests who can see an account of their organization, in ascending order, with one query. Returns
 * null if all users can see the account, because guests are not limited or the account is a bot, and if no such account
 * exists.
 */
export async function guestsWhoCanSee(db: Reader, { realmId, userId, isActive }: ViewedUser): Promise<number[] | null> {
  const counts = isActive === undefined ? activeNow : sql<boolean>`${isActive}::bool`;
  const { rows } = await sql<{ guests: number[] | null }>`
    select case when account.bot_type is null and ${areGuestsLimitedInSql(sql`account.realm_id`)} then (
      select coalesce(json_agg(guest.id order by guest.id), '[]') from account guest
      where guest.realm_id = ${realmId} and guest.role = ${roles.guest} and guest.is_active
        and ${isVisibleToGuestInSql("guest", "account", counts)}
    ) end as guests
    from account where account.id = ${userId} and account.realm_id = ${realmId}`.execute(db);
  return rows[0]?.guests ?? null;
}

/**
 * Finds, for each of these accounts, the active guests who cannot see it. Accounts that all guests can see are omitted.
 */
export async function guestsWhoCannotSee(
  db: Reader,
  realmId: number,
  userIds: readonly number[],
): Promise<Map<number, number[]>> {
  if (userIds.length === 0) return new Map();
  const { rows } = await sql<{ id: number; guests: number[] }>`
    select account.id, json_agg(guest.id order by guest.id) as guests from account, account guest
    where account.id = any(${userIds}::int[]) and guest.realm_id = ${realmId} and guest.role = ${roles.guest}
      and guest.is_active and ${areGuestsLimitedInSql(sql`${realmId}`)} and not ${isVisibleToGuestInSql("guest", "account")}
    group by account.id`.execute(db);
  return new Map(rows.map(({ id, guests }) => [id, guests]));
}

/** Returns whether the viewer can see an account of the same organization. A query is needed only for guests. */
export async function canSeeUser(db: Reader, viewer: Pick<Actor, "id" | "role">, userId: number): Promise<boolean> {
  if (!isGuest(viewer.role) || viewer.id === userId) return true;
  const { rows } = await sql<{ is_seen: boolean }>`
    select not ${areGuestsLimitedInSql(sql`guest.realm_id`)} or ${isVisibleToGuestInSql("guest", "account")} as is_seen
    from account guest, account where guest.id = ${viewer.id} and account.id = ${userId}`.execute(db);
  return rows[0]?.is_seen === true;
}

/**
 * Finds the accounts that the viewer can see, including bots, system bots and deactivated users. Returns null if the
 * viewer can see all accounts of the organization. A query is needed only for guests.
 */
export async function visibleUserIds(
  db: Reader,
  viewer: Pick<Actor, "id" | "realmId" | "role">,
): Promise<ReadonlySet<number> | null> {
  if (!isGuest(viewer.role)) return null;
  const { rows } = await sql<{ ids: number[] | null }>`
    select case when ${areGuestsLimitedInSql(sql`${viewer.realmId}`)} then (
      select json_agg(id) from (
        select id from account where realm_id = ${viewer.realmId} and (bot_type is not null or id = ${viewer.id})
        union
        select account.id from account join realm on realm.id = account.realm_id and realm.subdomain is null
        union
        select user_id from (${visibleUserPairs(sql`guest.id = ${viewer.id}`)}) as seen
      ) as known
    ) end as ids`.execute(db);
  const ids = rows[0]?.ids;
  return ids ? new Set(ids) : null;
}

/**
 * Finds those of the given accounts that the viewer can see. Returns null if the viewer can see all accounts of the
 * organization. A query is needed only for guests, and it reads only these accounts.
 */
export async function visibleUserIdsAmong(
  db: Reader,
  viewer: Pick<Actor, "id" | "realmId" | "role">,
  userIds: readonly number[],
): Promise<ReadonlySet<number> | null> {
  if (!isGuest(viewer.role)) return null;
  const { rows } = await sql<{ ids: number[] | null }>`
    select case when ${areGuestsLimitedInSql(sql`${viewer.realmId}`)} then array(
      select account.id from account guest, account
      where guest.id = ${viewer.id} and account.id = any(${userIds}::int[]) and ${isVisibleToGuestInSql("guest", "account")}
    ) end as ids`.execute(db);
  const ids = rows[0]?.ids;
  return ids ? new Set(ids) : null;
}

/**
 * SQL query for pairs of a guest (`guest_id`) and a user (`user_id`, no bot) who share a direct conversation or, if the
 * user is active, a channel.
 */
const visibleUserPairs = (which: RawBuilder<boolean>): RawBuilder<unknown> => sql`
  select guest.id as guest_id, theirs.user_id
  from account guest
  join subscription mine on mine.user_id = guest.id and mine.is_active
  join subscription theirs on theirs.channel_id = mine.channel_id and theirs.is_active
  join account on account.id = theirs.user_id and account.is_active and account.bot_type is null
  where ${which}
  union
  select guest.id, theirs.user_id
  from account guest
  join direct_member mine on mine.user_id = guest.id
  join direct_member theirs on theirs.recipient_id = mine.recipient_id
  join account on account.id = theirs.user_id and account.bot_type is null
  where ${which}`;

/**
 * Finds the users whom a person could not see as a guest with limited visibility, in ascending order. The person's
 * present role does not matter.
 */
export async function userIdsHiddenFrom(db: Reader, person: Pick<Actor, "id" | "realmId">): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from account
    where realm_id = ${person.realmId} and bot_type is null and id <> ${person.id}
      and id not in (select user_id from (${visibleUserPairs(sql`guest.id = ${person.id}`)}) as seen)
    order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/** The fields of an organization from which its host is determined. */
export interface RealmHost {
  readonly subdomain: string | null;
  readonly host: string | null;
}

/** Finds the organization if its guests have limited visibility. Returns null otherwise. */
export async function findRealmWithLimitedGuests(db: Reader, realmId: number): Promise<RealmHost | null> {
  const { rows } = await sql<RealmHost>`
    select subdomain, host from realm where id = ${realmId} and ${areGuestsLimitedInSql(sql`realm.id`)}`.execute(db);
  return rows[0] ?? null;
}

/** For each guest, the other users whom the guest can see. */
export type GuestVisibility = ReadonlyMap<number, ReadonlySet<number>>;

/**
 * Loads which users the active guests can see, in an organization with limited guests. Only pairs are loaded in which
 * the guest or the user is among `userIds`. Bots are omitted, because all users can see them.
 */
export async function loadGuestVisibility(
  db: Reader,
  realmId: number,
  userIds: readonly number[],
): Promise<GuestVisibility> {
  const here = sql<boolean>`guest.realm_id = ${realmId} and guest.role = ${roles.guest} and guest.is_active`;
  const concerned = sql`any(${userIds}::int[])`;
  const { rows } = await sql<{ guest_id: number; user_ids: number[] }>`
    select guest_id, json_agg(user_id) as user_ids from (
      ${visibleUserPairs(sql`${here} and guest.id = ${concerned}`)}
      union
      ${visibleUserPairs(sql`${here} and theirs.user_id = ${concerned}`)}
    ) as pair where guest_id <> user_id group by guest_id`.execute(db);
  return new Map(rows.map(({ guest_id, user_ids }) => [guest_id, new Set(user_ids)]));
}
