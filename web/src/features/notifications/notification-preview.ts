import { visibilityPolicies } from "@parlance/contract/entities/topic-visibility.ts";
import {
  type NotificationDecision,
  decideNotification,
  type DecisionInput,
  type NotificationSettings,
} from "@parlance/contract/notifications/notification-decision.ts";

/** The kinds of messages in the preview. */
export type PreviewedMessage = "direct" | "mention" | "everybody" | "followed" | "channel" | "muted" | "word";

/** Whether the user is active in a client. */
export type UserActivity = "here" | "away";

const noChoices = {
  desktop_notifications: null,
  push_notifications: null,
  email_notifications: null,
  wildcard_mentions_notify: null,
};

/** Returns the notifications that a message would cause. Uses the same decision as for real messages. */
export function previewDecision(
  coming: PreviewedMessage,
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
      coming === "direct"
        ? null
        : {
            isMuted: coming === "muted",
            topic: coming === "followed" ? visibilityPolicies.followed : null,
            settings: noChoices,
          },
    isMentioned: coming === "mention",
    isWildcardMentioned: coming === "everybody",
    hasAlertWord: coming === "word",
    settings,
  };
  const away = decideNotification(facts);
  if (being === "away") return away;
  // An open page shows notifications itself. Only push and email are withheld from an active user.
  return { ...decideNotification({ ...facts, isOnline: true }), browser: away.browser };
}
