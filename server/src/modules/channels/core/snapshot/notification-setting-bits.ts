import type { ChannelNotificationSettings } from "@parlance/contract/notifications/notification-decision.ts";
import { sql } from "kysely";

const NOTIFICATION_SETTINGS = [
  "desktop_notifications",
  "push_notifications",
  "email_notifications",
  "wildcard_mentions_notify",
] as const;

/** The names of what asks to be told of all messages. */
const ALL_MESSAGES_SETTINGS = NOTIFICATION_SETTINGS.slice(0, 3);

/** Three answers take two bits each: 0 none, 1 no, 2 yes. A number is little to keep of very many subscriptions. */
const BITS_PER_SETTING = 2;
const ENABLED = 2;

const settingValues = [null, false, true] as const;

/** The choices that one number stands for. */
export const decodeNotificationSettings = (bits: number): ChannelNotificationSettings =>
  Object.fromEntries(
    NOTIFICATION_SETTINGS.map((name, index) => [name, settingValues[(bits >> (index * BITS_PER_SETTING)) & 3] ?? null]),
  ) as unknown as ChannelNotificationSettings;

/** Whether one of them asks to be told of all messages of the channel. */
export const isNotifiedOfAllMessages = (bits: number): boolean =>
  ALL_MESSAGES_SETTINGS.some((_, index) => ((bits >> (index * BITS_PER_SETTING)) & 3) === ENABLED);

/** The number of rows of `subscription`. */
export const notificationSettingBitsInSql = sql<number>`(${sql.join(
  NOTIFICATION_SETTINGS.map(
    (name, index) => sql`(coalesce(${sql.ref(name)}::int + 1, 0) << ${sql.lit(index * BITS_PER_SETTING)})`,
  ),
  sql` | `,
)})`;
