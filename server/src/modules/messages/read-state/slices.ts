import { messageFlagsNoun } from "@parlance/contract/nouns/message-flags.ts";
import { messagesNoun } from "@parlance/contract/nouns/messages.ts";
import { slice, type Slice } from "#kernel/http/module.ts";
import { membersOf, newestOwnMessage, recentConversations, starredMessages } from "./queries.ts";
import { unreadMessages } from "./unread/unread-summary.ts";

const newest = slice(messagesNoun, "message", async (db, { actor }) => ({
  max_message_id: (await newestOwnMessage(db, actor)) ?? -1,
}));

const unread = slice(messageFlagsNoun, "message+update_message_flags", async (db, { actor, capabilities }) => ({
  unread_msgs: await unreadMessages(db, actor.id, {
    emptyTopics: capabilities["empty_topic_name"] === true,
    archives: capabilities["archived_channels"] === true,
  }),
}));

const starred = slice(messageFlagsNoun, "starred_messages", async (db, { actor }) => ({
  starred_messages: await starredMessages(db, actor),
}));

const recent = slice(messagesNoun, "recent_private_conversations", async (db, { actor }) => {
  const conversations = await recentConversations(db, actor.id);
  const members = await membersOf(
    db,
    conversations.map(({ recipient_id }) => recipient_id),
  );
  return {
    recent_private_conversations: conversations.map(({ recipient_id, max_message_id }) => ({
      user_ids: (members.get(recipient_id) ?? []).filter((id) => id !== actor.id),
      max_message_id,
    })),
  };
});

export const slices: readonly Slice[] = [newest, unread, starred, recent];
