import type { z } from "zod";
import { integerChoice } from "./scalars.ts";
import { isAtLeast, type RoleName } from "./roles.ts";

/** To whom people show their real addresses. */
export const emailVisibilities = { everyone: 1, members: 2, administrators: 3, nobody: 4, moderators: 5 } as const;

export const EmailVisibility = integerChoice(Object.values(emailVisibilities)).describe(
  "Seen by 1 everybody, 2 members, 3 administrators, 4 nobody, 5 moderators",
);
export type EmailVisibility = z.infer<typeof EmailVisibility>;

const leastRole: Readonly<Record<number, RoleName>> = {
  [emailVisibilities.everyone]: "guest",
  [emailVisibilities.members]: "member",
  [emailVisibilities.moderators]: "moderator",
  [emailVisibilities.administrators]: "administrator",
};

/** Whether somebody of this role sees others' real addresses of this visibility. Unknown means no. */
export function roleSeesEmail(role: number, visibility: number): boolean {
  const least = leastRole[visibility];
  return least !== undefined && isAtLeast(role, least);
}
