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

/** Whether a user may change a bot: its owner may, and users with a sufficient role. */
export const canAdministerBot = (person: UserWithRole, bot: Rights & Ownership): boolean =>
  isAtLeast(person.role, administeringRole(bot)) || isOwnerInControl(person, bot);

/**
 * The lowest role that may access a bot's keys regardless of its owner. Keys must not give users more rights than they
 * have: a bot can post where its owner may, and rights granted by the server's operators concern only the
 * organization's owners.
 */
export const lowestRoleWithKeys = (bot: Rights & Ownership): number =>
  bot.owner_role !== null && isOwner(bot.owner_role) ? roles.owner : administeringRole(bot);

/**
 * Whether a user may access a bot's keys and set the URL at which it is called. Such a user also administers the bot.
 */
export const canAccessKeys = (person: UserWithRole, bot: Rights & Ownership): boolean =>
  isAtLeast(person.role, lowestRoleWithKeys(bot)) || isOwnerInControl(person, bot);

const isOwnerInControl = ({ id }: UserWithRole, bot: Rights & Ownership): boolean =>
  id === bot.bot_owner_id && !bot.is_trusted;
