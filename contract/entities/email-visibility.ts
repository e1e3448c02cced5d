import type { z } from "zod";
import { integerChoice } from "./scalars.ts";
import { isAtLeast, type RoleName } from "./roles.ts";

/** Values of the setting that determines who can see a user's real email address. */
export const emailVisibilities = { everyone: 1, members: 2, administrators: 3, nobody: 4, moderators: 5 } as const;

export const EmailVisibility = integerChoice(Object.values(emailVisibilities)).describe(
  "Who can see the real email address: 1 everyone, 2 members, 3 administrators, 4 nobody, 5 moderators.",
);
export type EmailVisibility = z.infer<typeof EmailVisibility>;

const minRole: Readonly<Record<number, RoleName>> = {
  [emailVisibilities.everyone]: "guest",
  [emailVisibilities.members]: "member",
  [emailVisibilities.moderators]: "moderator",
  [emailVisibilities.administrators]: "administrator",
};

/**
 * Returns true if users with a role can see a real email address that has this visibility. Returns false if the
 * visibility is unknown.
 */
export function canRoleSeeEmail(role: number, visibility: number): boolean {
  const least = minRole[visibility];
  return least !== undefined && isAtLeast(role, least);
}
