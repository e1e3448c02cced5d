import { visibilityPolicies } from "@parlance/contract/entities/topic-visibility.ts";
import type { InChannel, NoticeFacts } from "@parlance/contract/notifications/notification-decision.ts";
import type { State } from "@parlance/contract/state/index.ts";
import type { KnownMessage } from "../../client/replica/messages/messages.ts";
import { subscriptionsById } from "../../client/replica/selectors/entities-by-id.ts";
import { isLeftInPeace } from "../../client/replica/selectors/users/do-not-disturb.ts";
import { visibilityOf } from "../../client/replica/selectors/channels/topics.ts";

/** All that decides whether this page tells of a message that has come; null where the person's settings are not known. */
export function noticeFacts(state: State, message: KnownMessage, nowMs: number): NoticeFacts | null {
  const { user_settings: settings, user_id: me } = state;
  const { stream_id: channelId, subject, flags, sender_id } = message;
  if (!settings) return null;
  return {
    isReader: true,
    isSender: sender_id === me,
    isBot: false,
    isActive: true,
    isSenderMuted: (state.muted_users ?? []).some(({ id }) => id === sender_id),
    isRead: flags.includes("read"),
    // This page is how they are told who are here.
    isOnline: false,
    isQuiet: isLeftInPeace(state, nowMs),
    channel: channelId === undefined ? null : inChannel(state, channelId, subject),
    isMentioned: flags.includes("mentioned"),
    isWildcardMentioned: flags.some((flag) => flag.endsWith("wildcard_mentioned")),
    hasAlertWord: flags.includes("has_alert_word"),
    settings,
  };
}

function inChannel(state: State, channelId: number, topic: string): InChannel {
  const own = subscriptionsById(state).get(channelId);
  const policy = visibilityOf(state, channelId, topic);
  return {
    isMuted: own?.is_muted ?? false,
    topic: policy === visibilityPolicies.inherited ? null : policy,
    choices: {
      desktop_notifications: own?.desktop_notifications ?? null,
      push_notifications: own?.push_notifications ?? null,
      email_notifications: own?.email_notifications ?? null,
      wildcard_mentions_notify: own?.wildcard_mentions_notify ?? null,
    },
  };
}
