import { higherRole, isAtLeast, isOwner, roles } from "@parlance/contract/entities/roles.ts";
import type { BotFacts } from "./queries.ts";

interface Person {
  readonly id: number;
  readonly role: number;
}

type Rights = Pick<BotFacts, "role" | "is_trusted">;
type Ownership = Pick<BotFacts, "bot_owner_id" | "owner_role">;

/** The lowest role (the greatest number) that administers a bot regardless of its owner. */
const administeringRole = ({ role, is_trusted: isTrusted }: Rights): number =>
  isTrusted ? roles.owner : higherRole(role, roles.administrator);

/** Whether somebody may change a bot: its owner, and those whose role allows it. */
export const administers = (person: Person, bot: Rights & Ownership): boolean =>
  isAtLeast(person.role, administeringRole(bot)) || runs(person, bot);

/**
 * The lowest role that has a bot's keys regardless of its owner: keys must not give anybody more rights than their own. A
 * bot writes where its owner may, and a right that the server's operators gave is a matter for the organization's owners.
 */
export const keyHolderRole = (bot: Rights & Ownership): number =>
  bot.owner_role !== null && isOwner(bot.owner_role) ? roles.owner : administeringRole(bot);

/** Whether somebody has a bot's keys, and says where it is called. Whoever does administers it, too. */
export const holdsKeys = (person: Person, bot: Rights & Ownership): boolean =>
  isAtLeast(person.role, keyHolderRole(bot)) || runs(person, bot);

const runs = ({ id }: Person, bot: Rights & Ownership): boolean => id === bot.bot_owner_id && !bot.is_trusted;
