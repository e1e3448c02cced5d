import { visibilityPolicies } from "@parlance/contract/entities/topic-visibility.ts";
import {
  type Decision,
  decide,
  type NoticeFacts,
  type NoticeSettings,
} from "@parlance/contract/notifications/notification-decision.ts";

/** What could come. */
export type Coming = "direct" | "mention" | "everybody" | "followed" | "channel" | "muted" | "word";

/** Where somebody could be: at one of their clients, or at none. */
export type Being = "here" | "away";

const noChoices = {
  desktop_notifications: null,
  push_notifications: null,
  email_notifications: null,
  wildcard_mentions_notify: null,
};

/** What would tell somebody of a message, by the decision that tells them of real ones. */
export function tryOut(coming: Coming, being: Being, settings: NoticeSettings, isQuiet: boolean): Decision {
  const facts: NoticeFacts = {
    isReader: true,
    isSender: false,
    isBot: false,
    isActive: true,
    isSenderMuted: false,
    isRead: false,
    isOnline: false,
    isQuiet,
    channel:
      coming === "direct"
        ? null
        : {
            isMuted: coming === "muted",
            topic: coming === "followed" ? visibilityPolicies.followed : null,
            choices: noChoices,
          },
    isMentioned: coming === "mention",
    isWildcardMentioned: coming === "everybody",
    hasAlertWord: coming === "word",
    settings,
  };
  const away = decide(facts);
  if (being === "away") return away;
  // A page that is open tells by itself; it is the other carriers that keep back for who is here.
  return { ...decide({ ...facts, isOnline: true }), browser: away.browser };
}
