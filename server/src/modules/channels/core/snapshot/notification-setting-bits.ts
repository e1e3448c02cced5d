import type { ChannelChoices } from "@parlance/contract/notifications/notification-decision.ts";
import { sql } from "kysely";

const NAMES = [
  "desktop_notifications",
  "push_notifications",
  "email_notifications",
  "wildcard_mentions_notify",
] as const;

/** The names of what asks to be told of all messages. */
const OF_ALL_MESSAGES = NAMES.slice(0, 3);

/** Three answers take two bits each: 0 none, 1 no, 2 yes. A number is little to keep of very many subscriptions. */
const BITS = 2;
const YES = 2;

const answers = [null, false, true] as const;

/** The choices that one number stands for. */
export const choicesOf = (bits: number): ChannelChoices =>
  Object.fromEntries(
    NAMES.map((name, index) => [name, answers[(bits >> (index * BITS)) & 3] ?? null]),
  ) as unknown as ChannelChoices;

/** Whether one of them asks to be told of all messages of the channel. */
export const asksForAll = (bits: number): boolean =>
  OF_ALL_MESSAGES.some((_, index) => ((bits >> (index * BITS)) & 3) === YES);

/** The number of rows of `subscription`. */
export const choiceBitsInSql = sql<number>`(${sql.join(
  NAMES.map((name, index) => sql`(coalesce(${sql.ref(name)}::int + 1, 0) << ${sql.lit(index * BITS)})`),
  sql` | `,
)})`;
