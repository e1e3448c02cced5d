import { highestRole, isAtLeast, isOwner, roles } from "@parlance/contract/entities/roles.ts";
import type { BotRecord } from "./queries.ts";

interface UserWithRole {
  readonly id: number;
  readonly role: number;
}

type Rights = Pick<BotRecord, "role" | "is_trusted">;
type Ownership = Pick<BotRecord, "bot_owner_id" | "owner_role">;

/** The lowest role (the greatest number) that administers a bot regardless of its owner. */
const administeringRole = ({ role, is_trusted: isTrusted }: Rights): number =>
  isTrusted ? roles.owner : highestRole(role, roles.administrator);

/** Whether somebody may change a bot: its owner, and those whose role allows it. */
export const canAdministerBot = (person: UserWithRole, bot: Rights & Ownership): boolean =>
  isAtLeast(person.role, administeringRole(bot)) || isOwnerInControl(person, bot);

/**
 * The lowest role that has a bot's keys regardless of its owner: keys must not give anybody more rights than their own. A
 * bot writes where its owner may, and a right that the server's operators gave is a matter for the organization's owners.
 */
export const lowestRoleWithKeys = (bot: Rights & Ownership): number =>
  bot.owner_role !== null && isOwner(bot.owner_role) ? roles.owner : administeringRole(bot);

/** Whether somebody has a bot's keys, and says where it is called. Whoever does administers it, too. */
export const canAccessKeys = (person: UserWithRole, bot: Rights & Ownership): boolean =>
  isAtLeast(person.role, lowestRoleWithKeys(bot)) || isOwnerInControl(person, bot);

const isOwnerInControl = ({ id }: UserWithRole, bot: Rights & Ownership): boolean =>
  id === bot.bot_owner_id && !bot.is_trusted;
