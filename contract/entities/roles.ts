import type { z } from "zod";
import { integerChoice } from "./scalars.ts";

/** Role of a user or bot in its organization. Lower numbers have more permissions. */
export const roles = { owner: 100, administrator: 200, moderator: 300, member: 400, guest: 600 } as const;
export type RoleName = keyof typeof roles;

export const Role = integerChoice(Object.values(roles)).describe(
  "100 owner, 200 administrator, 300 moderator, 400 member, 600 guest.",
);
export type Role = z.infer<typeof Role>;

/**
 * Returns true if a role has at least the permissions of the role `least`. For example, an owner is at least a
 * moderator.
 */
export const isAtLeast = (role: number, least: RoleName | number): boolean =>
  role <= (typeof least === "number" ? least : roles[least]);

export const highestRole = <R extends number>(one: R, other: R): R => (one < other ? one : other);

export const isOwner = (role: number): boolean => role === roles.owner;
export const isGuest = (role: number): boolean => role === roles.guest;
