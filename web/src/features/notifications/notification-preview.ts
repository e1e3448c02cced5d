import { visibilityPolicies } from "@parlance/contract/entities/topic-visibility.ts";
import {
  type NotificationDecision,
  decideNotification,
  type DecisionInput,
  type NotificationSettings,
} from "@parlance/contract/notifications/notification-decision.ts";

/** The kinds of messages for which the settings page shows a preview. */
export type PreviewedMessage = "direct" | "mention" | "everybody" | "followed" | "channel" | "muted" | "word";

/** Whether the user is active when the message is received. */
export type UserActivity = "here" | "away";

const noChoices = {
  desktop_notifications: null,
  push_notifications: null,
  email_notifications: null,
  wildcard_mentions_notify: null,
};

/**
 * Returns which notifications a message of this kind would cause. Uses the same code as the decision about real
 * messages.
 */
export function previewDecision(
  message: PreviewedMessage,
  being: UserActivity,
  settings: NotificationSettings,
  isInQuietHours: boolean,
): NotificationDecision {
  const facts: DecisionInput = {
    isRecipient: true,
    isSender: false,
    isBot: false,
    isActive: true,
    isSenderMuted: false,
    isRead: false,
    isOnline: false,
    isInQuietHours,
    channel:
      message === "direct"
        ? null
        : {
            isMuted: message === "muted",
            topic: message === "followed" ? visibilityPolicies.followed : null,
            settings: noChoices,
          },
    isMentioned: message === "mention",
    isWildcardMentioned: message === "everybody",
    hasAlertWord: message === "word",
    settings,
  };
  const away = decideNotification(facts);
  if (being === "away") return away;
  // An open page itself shows browser notifications, even to an active user, so their decision is the one for a user
  // who is away. Of the others, being active suppresses only push notifications, unless
  // `enable_online_push_notifications` is on.
  return { ...decideNotification({ ...facts, isOnline: true }), browser: away.browser };
}
