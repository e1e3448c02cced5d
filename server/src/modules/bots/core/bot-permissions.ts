import { highestRole, isAtLeast, isOwner, roles } from "@parlance/contract/entities/roles.ts";
import type { BotRecord } from "./queries.ts";

interface UserWithRole {
  readonly id: number;
  readonly role: number;
}

type Rights = Pick<BotRecord, "role" | "is_trusted">;
type Ownership = Pick<BotRecord, "bot_owner_id" | "owner_role">;

/** Returns the lowest role (as the greatest number) whose users administer a bot even if they do not own it. */
const administeringRole = ({ role, is_trusted: isTrusted }: Rights): number =>
  isTrusted ? roles.owner : highestRole(role, roles.administrator);

/**
 * Returns whether a user may change a bot: users with a sufficient role may, and so may its owner, unless it is
 * trusted.
 */
export const canAdministerBot = (person: UserWithRole, bot: Rights & Ownership): boolean =>
  isAtLeast(person.role, administeringRole(bot)) || isOwnerInControl(person, bot);

/**
 * Returns the lowest role whose users may access a bot's keys even if they do not own it. Keys must not give users
 * additional rights: a bot may post wherever its owner may, and rights that the server's operators have granted to a
 * bot are reserved for the organization's owners.
 */
export const lowestRoleWithKeys = (bot: Rights & Ownership): number =>
  bot.owner_role !== null && isOwner(bot.owner_role) ? roles.owner : administeringRole(bot);

/**
 * Returns whether a user may access a bot's keys and set the URL of its webhook. Such a user also administers the bot.
 */
export const canAccessKeys = (person: UserWithRole, bot: Rights & Ownership): boolean =>
  isAtLeast(person.role, lowestRoleWithKeys(bot)) || isOwnerInControl(person, bot);

/** Returns whether the user who owns a bot may access its keys. */
export const canOwnerAccessKeys = (bot: Rights & Ownership): boolean =>
  bot.bot_owner_id !== null &&
  bot.owner_role !== null &&
  canAccessKeys({ id: bot.bot_owner_id, role: bot.owner_role }, bot);

const isOwnerInControl = ({ id }: UserWithRole, bot: Rights & Ownership): boolean =>
  id === bot.bot_owner_id && !bot.is_trusted;
