import type { BotFacts } from "./queries.ts";

const OWNER = 100;
const ADMINISTRATOR = 200;

interface Person {
  readonly id: number;
  readonly role: number;
}

type Rights = Pick<BotFacts, "role" | "is_trusted">;

/**
 * The lowest role, that is the greatest number, that administers a bot whoever owns it: keys must not give anybody more
 * than they may do themselves, and a right that the server's operators gave is a matter of the organization's owners.
 */
export const administeringRole = ({ role, is_trusted: isTrusted }: Rights): number =>
  isTrusted ? OWNER : Math.min(role, ADMINISTRATOR);

/** Whether somebody may change a bot and have its keys: its owner, and those whose role allows it. */
export const administers = ({ id, role }: Person, bot: Rights & Pick<BotFacts, "bot_owner_id">): boolean =>
  role <= administeringRole(bot) || (id === bot.bot_owner_id && !bot.is_trusted);
