import { z } from "zod";
import { NavigationView } from "../entities/navigation-view.ts";
import { SavedSnippet } from "../entities/saved-snippet.ts";
import { ReminderInSnapshot, ScheduledMessage } from "../entities/scheduled-message.ts";
import { MutedTopic, MutedUser, UserTopic } from "../entities/topic-visibility.ts";
import { UnreadMessages } from "../entities/unread.ts";

/** A direct conversation by its newest message. */
export const RecentConversation = z.strictObject({
  user_ids: z.array(z.int()).describe("The others, ascending; empty for notes to oneself"),
  max_message_id: z.int(),
});
export type RecentConversation = z.infer<typeof RecentConversation>;

/** Fields about messages, by the event types that must be asked for. */
export const messageGates = {
  message: {
    max_message_id: z.int().meta({ deprecated: true }).describe("Newest message the user received; -1 if none"),
  },
  "message+update_message_flags": { unread_msgs: UnreadMessages },
  starred_messages: { starred_messages: z.array(z.int()).describe("Message ids, ascending") },
  recent_private_conversations: { recent_private_conversations: z.array(RecentConversation).describe("Newest first") },
  scheduled_messages: { scheduled_messages: z.array(ScheduledMessage).describe("By delivery time") },
  reminders: { reminders: z.array(ReminderInSnapshot).describe("By delivery time") },
  saved_snippets: { saved_snippets: z.array(SavedSnippet).describe("Oldest first") },
  navigation_views: { navigation_views: z.array(NavigationView).describe("Oldest first") },
  user_topic: {
    user_topics: z.array(UserTopic).describe("Topics with a policy of their own, by channel id, then name"),
  },
  muted_topics: {
    muted_topics: z.array(MutedTopic).meta({ deprecated: true }).describe("Absent if `user_topic` was asked for"),
  },
  muted_users: { muted_users: z.array(MutedUser) },
  alert_words: { alert_words: z.array(z.string()) },
  stop_words: { stop_words: z.array(z.string()).describe("Words that search ignores") },
};

export const MessageSnapshotFields = z.strictObject({
  ...messageGates.message,
  ...messageGates["message+update_message_flags"],
  ...messageGates.starred_messages,
  ...messageGates.recent_private_conversations,
  ...messageGates.scheduled_messages,
  ...messageGates.reminders,
  ...messageGates.saved_snippets,
  ...messageGates.navigation_views,
  ...messageGates.user_topic,
  ...messageGates.muted_topics,
  ...messageGates.muted_users,
  ...messageGates.alert_words,
  ...messageGates.stop_words,
});
