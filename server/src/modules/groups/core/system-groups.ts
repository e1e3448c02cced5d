import { isAtLeast, roles, type Role } from "@parlance/contract/entities/roles.ts";
import type { Reader } from "@parlance/kernel/db/types.ts";

/** Names of the system groups that every organization has, from the smallest to the largest. */
export const systemGroupNames = [
  "role:nobody",
  "role:owners",
  "role:administrators",
  "role:moderators",
  "role:fullmembers",
  "role:members",
  "role:everyone",
  "role:internet",
] as const;
export type SystemGroupName = (typeof systemGroupNames)[number];

interface SystemGroup {
  readonly description: string;
  readonly subgroup: SystemGroupName | null;
}

export const systemGroupDeclarations: Readonly<Record<SystemGroupName, SystemGroup>> = {
  "role:nobody": { description: "Nobody", subgroup: null },
  "role:owners": { description: "Owners of this organization", subgroup: null },
  "role:administrators": {
    description: "Administrators of this organization, including owners",
    subgroup: "role:owners",
  },
  "role:moderators": {
    description: "Moderators of this organization, including administrators",
    subgroup: "role:administrators",
  },
  // Members who have passed the waiting period are direct members of this group as well as of `role:members`.
  "role:fullmembers": {
    description: "Members of this organization, not including new accounts and guests",
    subgroup: "role:moderators",
  },
  "role:members": {
    description: "Members of this organization, not including guests",
    subgroup: "role:fullmembers",
  },
  "role:everyone": {
    description: "Everyone in this organization, including guests",
    subgroup: "role:members",
  },
  "role:internet": { description: "Everyone on the Internet", subgroup: "role:everyone" },
};

/** The ids of an organization's system groups, by name. */
export type SystemGroups = Readonly<Record<SystemGroupName, number>>;

/** Loads the ids of an organization's system groups, by name. The ids never change. */
export async function loadSystemGroups(db: Reader, realmId: number): Promise<SystemGroups> {
  const rows = await db
    .selectFrom("user_group")
    .select(["id", "name_key"])
    .where("realm_id", "=", realmId)
    .where("name_key", "in", [...systemGroupNames])
    .execute();
  if (rows.length !== systemGroupNames.length) throw new Error(`realm ${realmId} lacks system groups`);
  return Object.fromEntries(rows.map(({ id, name_key }) => [name_key, id])) as Record<SystemGroupName, number>;
}

const roleGroup: Readonly<Record<Role, SystemGroupName>> = {
  [roles.owner]: "role:owners",
  [roles.administrator]: "role:administrators",
  [roles.moderator]: "role:moderators",
  [roles.member]: "role:members",
  [roles.guest]: "role:everyone",
};

/**
 * Returns the system groups of which a user with this role is a direct member. `isFull` (full membership) matters only
 * for the role member.
 */
export const systemGroupsForRole = (role: Role, isFull: boolean): SystemGroupName[] =>
  role === roles.member && isFull ? ["role:members", "role:fullmembers"] : [roleGroup[role]];

const DAY_MS = 86_400_000;

/**
 * True if the user is a full member: a member who joined at least `thresholdDays` whole days ago (the waiting period),
 * or a user with a higher role. Guests never are full members.
 */
export function isFullMember(
  { role, joinedAt }: { role: Role; joinedAt: Date },
  thresholdDays: number,
  now: Date,
): boolean {
  if (role !== roles.member) return isAtLeast(role, "moderator");
  return Math.floor((now.getTime() - joinedAt.getTime()) / DAY_MS) >= thresholdDays;
}
