import { visibilityPolicies } from "@parlance/contract/entities/topic-visibility.ts";
import {
  type NotificationDecision,
  decideNotification,
  type DecisionInput,
  type NotificationSettings,
} from "@parlance/contract/notifications/notification-decision.ts";

/** What could come. */
export type PreviewedMessage = "direct" | "mention" | "everybody" | "followed" | "channel" | "muted" | "word";

/** Where somebody could be: at one of their clients, or at none. */
export type UserActivity = "here" | "away";

const noChoices = {
  desktop_notifications: null,
  push_notifications: null,
  email_notifications: null,
  wildcard_mentions_notify: null,
};

/** What would tell somebody of a message, by the decision that tells them of real ones. */
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
  // A page that is open tells by itself; it is the other carriers that keep back for who is here.
  return { ...decideNotification({ ...facts, isOnline: true }), browser: away.browser };
}
