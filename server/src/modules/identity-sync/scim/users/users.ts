import { sql, type RawBuilder } from "kysely";
import { roles, type Role } from "@parlance/contract/entities/roles.ts";
import type { Reader } from "@parlance/kernel/db/types.ts";
import type { Columns } from "../protocol/scim-filter.ts";
import type { Json } from "../protocol/json.ts";
import { USER_SCHEMA } from "../protocol/schemas.ts";

/** A user as directories see it. */
export interface ScimUser {
  readonly id: number;
  readonly email: string;
  readonly fullName: string;
  readonly role: Role;
  readonly isActive: boolean;
  readonly isDeactivatedByDirectory: boolean;
  readonly joinedAt: Date;
  readonly timezone: string;
  readonly externalId: string | null;
  readonly userName: string;
  readonly givenName: string | null;
  readonly familyName: string | null;
}

const table = sql`account left join scim_user on scim_user.user_id = account.id`;

/** SQL condition for the human users of an organization, except deactivated ones whom the directory has deleted. */
const isVisibleUser = (realmId: number) =>
  sql<boolean>`account.realm_id = ${realmId} and account.bot_type is null
    and (account.is_active or not coalesce(scim_user.is_deleted, false))`;

const columns = sql`
  account.id, account.delivery_email as email, account.full_name as "fullName", account.role,
  account.is_active as "isActive", account.is_deactivated_by_directory as "isDeactivatedByDirectory",
  account.date_joined as "joinedAt", account.timezone, scim_user.external_id as "externalId",
  coalesce(scim_user.user_name, account.delivery_email) as "userName",
  scim_user.given_name as "givenName", scim_user.family_name as "familyName"`;

/** Finds a user. With `deletedToo`, also finds a user whom the directory has deleted. */
export async function findScimUser(
  db: Reader,
  realmId: number,
  id: number,
  { deletedToo = false } = {},
): Promise<ScimUser | undefined> {
  const { rows } = await sql<ScimUser>`
    select ${columns} from ${table}
    where account.id = ${id} and account.realm_id = ${realmId} and account.bot_type is null
      and (${deletedToo} or ${isVisibleUser(realmId)})`.execute(db);
  return rows[0];
}

/**
 * Finds the user with this `userName`, even if the directory has deleted the user. If the directory sent no other
 * `userName`, it is the email address.
 */
export async function findByUserName(db: Reader, realmId: number, key: string): Promise<ScimUser | undefined> {
  const { rows } = await sql<ScimUser>`
    select ${columns} from ${table}
    where account.realm_id = ${realmId} and account.bot_type is null
      and coalesce(scim_user.user_name_key, account.email_key) = ${key}
    order by account.id limit 1`.execute(db);
  return rows[0];
}

/** Condition and page of a list. */
export interface PageQuery {
  readonly condition: RawBuilder<boolean> | null;
  /** Number of rows to skip. */
  readonly offset: number;
  readonly limit: number;
}

/** Loads a page of users ordered by id, and the total number of matching users. */
export async function listScimUsers(
  db: Reader,
  realmId: number,
  { condition, offset, limit }: PageQuery,
): Promise<{ readonly total: number; readonly people: readonly ScimUser[] }> {
  const where = sql`where ${isVisibleUser(realmId)} ${condition ? sql`and ${condition}` : sql``}`;
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total from ${table} ${where}`.execute(db);
  const { rows } = await sql<ScimUser>`
    select ${columns} from ${table} ${where} order by account.id limit ${limit} offset ${offset}`.execute(db);
  return { total: counted[0]?.total ?? 0, people: rows };
}

const text = (value: RawBuilder<string | null>, isCaseExact = false) => ({ kind: "text", value, isCaseExact }) as const;

const roleName = sql<string>`case account.role ${sql.join(
  Object.entries(roles).map(([name, role]) => sql`when ${sql.lit(role)} then ${sql.lit(name)}`),
  sql` `,
)} end`;
const email = sql<string>`account.delivery_email`;
const alwaysTrue = { kind: "boolean", value: sql<boolean>`true` } as const;

/** Attributes by which users can be filtered. */
export const userColumns: Columns = {
  id: text(sql<string>`account.id::text`, true),
  externalid: text(sql<string | null>`scim_user.external_id`, true),
  username: text(sql<string>`coalesce(scim_user.user_name, account.delivery_email)`),
  displayname: text(sql<string>`account.full_name`),
  "name.formatted": text(sql<string>`account.full_name`),
  "name.givenname": text(sql<string | null>`scim_user.given_name`),
  "name.familyname": text(sql<string | null>`scim_user.family_name`),
  emails: text(email),
  "emails.value": text(email),
  "emails.type": text(sql<string>`'work'`),
  "emails.primary": alwaysTrue,
  active: { kind: "boolean", value: sql<boolean>`account.is_active` },
  roles: text(roleName),
  "roles.value": text(roleName),
  "roles.primary": alwaysTrue,
  "meta.created": { kind: "date", value: sql<Date>`account.date_joined` },
};

/** Returns the name of a role as directories use it. */
const nameOfRole = (role: Role): string => Object.entries(roles).find(([, one]) => one === role)?.[0] ?? String(role);

/** A group that a user is in. */
export interface Membership {
  readonly userId: number;
  readonly id: number;
  readonly name: string;
}

/** Loads the groups of which these users are direct members, except system groups and deactivated ones. */
export async function loadMemberships(db: Reader, realmId: number, people: readonly ScimUser[]): Promise<Membership[]> {
  const { rows } = await sql<Membership>`
    select user_group_member.user_id as "userId", user_group.id, user_group.name
    from user_group_member join user_group on user_group.id = user_group_member.group_id
    where user_group_member.user_id = any(${people.map(({ id }) => id)}::int[]) and user_group.realm_id = ${realmId}
      and user_group.name is not null and not user_group.is_system and not user_group.is_deactivated
    order by user_group.id`.execute(db);
  return rows;
}

/** Converts a user to a SCIM resource. */
export function presentUser(person: ScimUser, memberships: readonly Membership[], base: string): Json {
  const { id, externalId, givenName, familyName, timezone } = person;
  return {
    schemas: [USER_SCHEMA],
    id: String(id),
    ...(externalId === null ? {} : { externalId }),
    userName: person.userName,
    name: {
      formatted: person.fullName,
      ...(givenName === null ? {} : { givenName }),
      ...(familyName === null ? {} : { familyName }),
    },
    displayName: person.fullName,
    active: person.isActive,
    emails: [{ value: person.email, type: "work", primary: true }],
    roles: [{ value: nameOfRole(person.role), primary: true }],
    ...(timezone === "" ? {} : { timezone }),
    groups: memberships
      .filter(({ userId }) => userId === id)
      .map((group) => ({ value: String(group.id), display: group.name, $ref: `${base}/Groups/${group.id}` })),
    meta: { resourceType: "User", created: person.joinedAt.toISOString(), location: `${base}/Users/${id}` },
  };
}
