import type { NotificationReason } from "@parlance/contract/notifications/notification-decision.ts";
import type { UserSettings } from "@parlance/contract/nouns/user-settings.ts";

export type SoundSettings = Pick<
  UserSettings,
  "enable_sounds" | "enable_followed_topic_audible_notifications" | "enable_stream_audible_notifications"
>;

/**
 * Returns true if a notification has a sound. `ofChannel` is the user's own setting for the channel, or null if there
 * is none.
 */
export function shouldPlaySound(settings: SoundSettings, why: NotificationReason, ofChannel: boolean | null): boolean {
  if (why === "followed_topic") return settings.enable_followed_topic_audible_notifications;
  return why === "channel" ? (ofChannel ?? settings.enable_stream_audible_notifications) : settings.enable_sounds;
}
