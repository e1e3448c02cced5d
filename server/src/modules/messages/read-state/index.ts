import { type Module, defineSlice, type Slice } from "@parlance/kernel/http/module.ts";
import { markAll } from "./api/mark-all-read.ts";
import { markChannel } from "./api/mark-channel-read.ts";
import { markTopic } from "./api/mark-topic-read.ts";
import { updateFlags } from "./api/update-flags.ts";
import { flagsPresenter } from "./events.ts";
import { packUnreadExceptions } from "./jobs.ts";
import { messageFlagsNoun } from "@parlance/contract/nouns/message-flags.ts";
import { messagesNoun } from "@parlance/contract/nouns/messages.ts";
import {
  loadConversationMembersOf,
  loadNewestReceivedMessage,
  loadRecentConversations,
  loadStarredMessages,
} from "./queries.ts";
import { loadUnreadSummary } from "./unread/unread-summary.ts";

const newestMessageSlice = defineSlice(messagesNoun, "message", async (db, { actor }) => ({
  max_message_id: (await loadNewestReceivedMessage(db, actor)) ?? -1,
}));

const unreadSlice = defineSlice(
  messageFlagsNoun,
  "message+update_message_flags",
  async (db, { actor, capabilities }) => ({
    unread_msgs: await loadUnreadSummary(db, actor.id, {
      emptyTopics: capabilities["empty_topic_name"] === true,
      archives: capabilities["archived_channels"] === true,
    }),
  }),
);

const starredSlice = defineSlice(messageFlagsNoun, "starred_messages", async (db, { actor }) => ({
  starred_messages: await loadStarredMessages(db, actor),
}));

const recentConversationsSlice = defineSlice(messagesNoun, "recent_private_conversations", async (db, { actor }) => {
  const conversations = await loadRecentConversations(db, actor.id);
  const members = await loadConversationMembersOf(
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

const slices: readonly Slice[] = [newestMessageSlice, unreadSlice, starredSlice, recentConversationsSlice];

export const readStateModule: Module = {
  name: "read-state",
  floor: "channel-use",
  tables: ["message_flag", "read_chunk", "unread_exception", "unread_exception_chunk"],
  endpoints: [updateFlags, markAll, markChannel, markTopic],
  slices,
  jobs: [packUnreadExceptions],
  presenters: { update_message_flags: flagsPresenter },
};
