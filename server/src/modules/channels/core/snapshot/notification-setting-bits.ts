import type { ChannelNotificationSettings } from "@parlance/contract/notifications/notification-decision.ts";
import { sql } from "kysely";

const NOTIFICATION_SETTINGS = [
  "desktop_notifications",
  "push_notifications",
  "email_notifications",
  "wildcard_mentions_notify",
] as const;

/** The settings that notify of all messages. */
const ALL_MESSAGES_SETTINGS = NOTIFICATION_SETTINGS.slice(0, 3);

/** The three values use two bits each: 0 not set, 1 no, 2 yes. A single number per subscription saves memory. */
const BITS_PER_SETTING = 2;
const ENABLED = 2;

const settingValues = [null, false, true] as const;

/** Decodes the notification settings from a number. */
export const decodeNotificationSettings = (bits: number): ChannelNotificationSettings =>
  Object.fromEntries(
    NOTIFICATION_SETTINGS.map((name, index) => [name, settingValues[(bits >> (index * BITS_PER_SETTING)) & 3] ?? null]),
  ) as unknown as ChannelNotificationSettings;

/** True if one of the settings notifies of all messages in the channel. */
export const isNotifiedOfAllMessages = (bits: number): boolean =>
  ALL_MESSAGES_SETTINGS.some((_, index) => ((bits >> (index * BITS_PER_SETTING)) & 3) === ENABLED);

/** The encoded number for rows of `subscription`. */
export const notificationSettingBitsInSql = sql<number>`(${sql.join(
  NOTIFICATION_SETTINGS.map(
    (name, index) => sql`(coalesce(${sql.ref(name)}::int + 1, 0) << ${sql.lit(index * BITS_PER_SETTING)})`,
  ),
  sql` | `,
)})`;
