import { number, plural } from "./grammar.ts";

/** Texts of the message list. */
export const messageList = {
  messages: "Messages",
  /** Separator between the name of a channel and the name of a topic. */
  within: "›",
  unread: (count: number) => plural(count, "1 new message", `${number(count)} new messages`),
  newest: "Jump to newest",
  below: (count: number) => plural(count, "1 new message below", `${number(count)} new messages below`),
  beginning: "This is the start of the conversation.",
  partial: "Only messages saved on this device are shown. The server hasn't responded yet.",
  gone: "The linked message was deleted, or you don't have permission to view it. These are the messages around it.",
  moved: "This message was moved here.",
  problem: "Couldn't load messages",
  emptyTopic: "No messages in this topic yet",
  emptyTopicMore: "Send a message to start the conversation.",
  emptyDirect: "No messages yet",
  emptyDirectMore: "Say hello. Only the people in this conversation can see your messages.",
  emptySearch: "No results",
  emptySearchMore: "Try fewer or different keywords.",
  searchEverywhere: "Search all conversations",
  emptyStarred: "No starred messages yet",
  emptyStarredMore: "Star a message to find it here later.",
  emptyMentions: "No mentions yet",
  emptyMentionsMore: "Messages that mention you will appear here.",
  emptyReactions: "No reactions yet",
  emptyReactionsMore: "Your messages that others react to will appear here.",
  empty: "No messages yet",
  emptyMore: "New messages will appear here.",
  markedRead: (count: number) => plural(count, "1 message marked as read", `${number(count)} messages marked as read`),
  markedUnread: "Marked as unread from here",
  nothingUnread: "No unread messages",
};
