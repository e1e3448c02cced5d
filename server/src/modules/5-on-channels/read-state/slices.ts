import { z } from "zod";
import { messageGates } from "@parlance/contract/register/messages.ts";
import type { Slice } from "#kernel/http/module.ts";
import { membersOf, newestOwnMessage, recentConversations, starredMessages } from "./queries.ts";
import { unreadMessages } from "./unread-messages.ts";

const newest: Slice = {
  types: ["message"],
  response: z.strictObject(messageGates.message),
  fetch: async (db, { actor }) => ({ max_message_id: (await newestOwnMessage(db, actor.id)) ?? -1 }),
};

const unread: Slice = {
  types: ["message", "update_message_flags"],
  response: z.strictObject(messageGates["message+update_message_flags"]),
  fetch: async (db, { actor, capabilities }) => ({
    unread_msgs: await unreadMessages(db, actor.id, {
      emptyTopics: capabilities["empty_topic_name"] === true,
      archives: capabilities["archived_channels"] === true,
    }),
  }),
};

const starred: Slice = {
  types: ["starred_messages"],
  response: z.strictObject(messageGates.starred_messages),
  fetch: async (db, { actor }) => ({ starred_messages: await starredMessages(db, actor) }),
};

const recent: Slice = {
  types: ["recent_private_conversations"],
  response: z.strictObject(messageGates.recent_private_conversations),
  async fetch(db, { actor }) {
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
  },
};

export const slices: readonly Slice[] = [newest, unread, starred, recent];
