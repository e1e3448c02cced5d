import type { ChannelNotificationSettings } from "@parlance/contract/notifications/notification-decision.ts";
import { sql } from "kysely";

const NOTIFICATION_SETTINGS = [
  "desktop_notifications",
  "push_notifications",
  "email_notifications",
  "wildcard_mentions_notify",
] as const;

/** The settings that enable notifications for all messages in a channel. */
const ALL_MESSAGES_SETTINGS = NOTIFICATION_SETTINGS.slice(0, 3);

/**
 * Each setting is encoded in two bits: 0 is not set, 1 is false, 2 is true. Storing all settings of a subscription in
 * one number saves memory.
 */
const BITS_PER_SETTING = 2;
const ENABLED = 2;

const settingValues = [null, false, true] as const;

/** Decodes the notification settings for a channel from a number. */
export const decodeNotificationSettings = (bits: number): ChannelNotificationSettings =>
  Object.fromEntries(
    NOTIFICATION_SETTINGS.map((name, index) => [name, settingValues[(bits >> (index * BITS_PER_SETTING)) & 3] ?? null]),
  ) as unknown as ChannelNotificationSettings;

/** True if one of the encoded settings enables notifications for all messages in the channel. */
export const isNotifiedOfAllMessages = (bits: number): boolean =>
  ALL_MESSAGES_SETTINGS.some((_, index) => ((bits >> (index * BITS_PER_SETTING)) & 3) === ENABLED);

/** SQL expression that encodes the notification settings of a row of `subscription` as a number. */
export const notificationSettingBitsInSql = sql<number>`(${sql.join(
  NOTIFICATION_SETTINGS.map(
    (name, index) => sql`(coalesce(${sql.ref(name)}::int + 1, 0) << ${sql.lit(index * BITS_PER_SETTING)})`,
  ),
  sql` | `,
)})`;
