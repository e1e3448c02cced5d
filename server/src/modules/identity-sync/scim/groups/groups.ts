import { sql } from "kysely";
import { z } from "zod";
import type { Reader } from "@parlance/kernel/db/types.ts";
import { parseRowId } from "@parlance/kernel/base/storable-values.ts";
import { invalidValue } from "../errors.ts";
import type { Columns } from "../protocol/scim-filter.ts";
import { isObject, type Json, storedText, toList, getMember, toKeyword } from "../protocol/json.ts";
import type { Attributes } from "../protocol/scim-patch.ts";
import { GROUP_SCHEMA } from "../protocol/schemas.ts";
import type { PageQuery } from "../users/users.ts";

/** A group as directories see it. */
export interface ScimGroup {
  readonly id: number;
  readonly name: string;
  readonly createdAt: Date | null;
  readonly externalId: string | null;
}

const table = sql`user_group left join scim_group on scim_group.group_id = user_group.id`;
const columns = sql`
  user_group.id, user_group.name, user_group.created_at as "createdAt", scim_group.external_id as "externalId"`;

/**
 * SQL condition for active groups that users or a directory created. System groups are excluded because their members
 * follow from roles.
 */
const isVisibleGroup = (realmId: number) =>
  sql<boolean>`user_group.realm_id = ${realmId} and user_group.name is not null and not user_group.is_system
    and not user_group.is_deactivated`;

export async function findGroup(db: Reader, realmId: number, id: number): Promise<ScimGroup | undefined> {
  const { rows } = await sql<ScimGroup>`
    select ${columns} from ${table} where ${isVisibleGroup(realmId)} and user_group.id = ${id}`.execute(db);
  return rows[0];
}

/** Loads a page of groups ordered by id, and the total number of matching groups. */
export async function listGroups(
  db: Reader,
  realmId: number,
  { condition, offset, limit }: PageQuery,
): Promise<{ readonly total: number; readonly groups: readonly ScimGroup[] }> {
  const where = sql`where ${isVisibleGroup(realmId)} ${condition ? sql`and ${condition}` : sql``}`;
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total from ${table} ${where}`.execute(db);
  const { rows } = await sql<ScimGroup>`
    select ${columns} from ${table} ${where} order by user_group.id limit ${limit} offset ${offset}`.execute(db);
  return { total: counted[0]?.total ?? 0, groups: rows };
}

/** Attributes by which groups can be filtered. */
export const groupColumns: Columns = {
  id: { kind: "text", value: sql<string>`user_group.id::text`, isCaseExact: true },
  externalid: { kind: "text", value: sql<string | null>`scim_group.external_id`, isCaseExact: true },
  displayname: { kind: "text", value: sql<string>`user_group.name` },
  members: memberColumn(),
  "members.value": memberColumn(),
  "meta.created": { kind: "date", value: sql<Date>`user_group.created_at` },
};

function memberColumn(): Columns[string] {
  return {
    kind: "any",
    value: { kind: "text", value: sql<string>`member.user_id::text`, isCaseExact: true },
    exists: (condition) => sql<boolean>`exists (
      select from user_group_member member join account on account.id = member.user_id
      where member.group_id = user_group.id and account.is_active and account.bot_type is null and ${condition})`,
  };
}

/** A user in a group. */
export interface Member {
  readonly groupId: number;
  readonly id: number;
  readonly name: string;
  readonly isActive: boolean;
}

/**
 * Loads the direct members of these groups except bots, but including deactivated users, who are members again when
 * they are reactivated.
 */
export async function loadMembers(db: Reader, groups: readonly Pick<ScimGroup, "id">[]): Promise<Member[]> {
  const { rows } = await sql<Member>`
    select member.group_id as "groupId", account.id, account.full_name as name, account.is_active as "isActive"
    from user_group_member member join account on account.id = member.user_id
    where member.group_id = any(${groups.map(({ id }) => id)}::int[]) and account.bot_type is null
    order by account.id`.execute(db);
  return rows;
}

/** Maximum number of members that a page of groups contains, unless the first group alone has more. */
const MAX_MEMBERS = 20_000;

/**
 * Returns as many of the first groups as fit into one response together with their members. So a page may be shorter
 * than requested.
 */
export async function limitByMembers(db: Reader, groups: readonly ScimGroup[]): Promise<readonly ScimGroup[]> {
  const { rows } = await sql<{ id: number; count: number }>`
    select group_id as id, count(*)::int as count from user_group_member
    where group_id = any(${groups.map(({ id }) => id)}::int[]) group by group_id`.execute(db);
  const counts = new Map(rows.map(({ id, count }) => [id, count]));
  let sum = 0;
  const end = groups.findIndex(({ id }, index) => (sum += counts.get(id) ?? 0) > MAX_MEMBERS && index > 0);
  return end === -1 ? groups : groups.slice(0, end);
}

/** Converts a group to a SCIM resource, without deactivated members. `members` is null if they were not requested. */
export function presentGroup(group: ScimGroup, members: readonly Member[] | null, base: string): Json {
  const { id, externalId, name, createdAt } = group;
  const own = members?.filter(({ groupId, isActive }) => groupId === id && isActive);
  return {
    schemas: [GROUP_SCHEMA],
    id: String(id),
    ...(externalId === null ? {} : { externalId }),
    displayName: name,
    ...(own
      ? {
          members: own.map((member) => ({
            value: String(member.id),
            display: member.name,
            type: "User",
            $ref: `${base}/Users/${member.id}`,
          })),
        }
      : {}),
    meta: {
      resourceType: "Group",
      ...(createdAt ? { created: createdAt.toISOString() } : {}),
      location: `${base}/Groups/${id}`,
    },
  };
}

/** Attributes of groups that a directory can change. */
export const groupAttributes: Attributes = { displayName: "simple", externalId: "simple", members: "list" };

/** Attributes that a directory sends for a group. */
export interface GroupDraft {
  readonly name: string;
  readonly externalId: string | null;
  /** Ids of users, without duplicates. */
  readonly members: readonly number[];
}

const GroupResource = z.object({
  displayName: storedText.min(1),
  externalId: storedText.nullish().transform((value) => value ?? null),
});

/**
 * Parses a group that a directory sends.
 * @throws ScimError
 */
export function parseGroupDraft(resource: unknown): GroupDraft {
  if (!isObject(resource)) throw invalidValue("A group must be an object");
  const sent = GroupResource.safeParse({
    displayName: getMember(resource, "displayName"),
    externalId: getMember(resource, "externalId"),
  });
  if (!sent.success) throw invalidValue(z.prettifyError(sent.error));
  const members = toList(getMember(resource, "members")).map((one) => memberId(isObject(one) ? one : { value: one }));
  return { name: sent.data.displayName, externalId: sent.data.externalId, members: [...new Set(members)] };
}

function memberId(member: Json): number {
  const [value, type] = [getMember(member, "value"), getMember(member, "type")];
  if (typeof type === "string" && type.toLowerCase() !== "user") throw invalidValue("Members must be users");
  const id = parseResourceId(value);
  if (id === null) throw invalidValue(`There is no user ${toKeyword(value)}`);
  return id;
}

/** Parses the id of a resource; null if no resource can have this id. */
export function parseResourceId(value: unknown): number | null {
  const isPlain = typeof value === "string" && !value.startsWith("0");
  return (isPlain ? parseRowId(value) : undefined) ?? null;
}
