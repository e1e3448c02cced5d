import { number, plural } from "./grammar.ts";

/** What stands between messages. */
export const list = {
  messages: "Messages",
  /** Between a channel and its topic. */
  within: "›",
  unread: (count: number) => plural(count, "1 new message", `${number(count)} new messages`),
  newest: "Jump to the newest",
  below: (count: number) => plural(count, "1 new message below", `${number(count)} new messages below`),
  beginning: "This is where it begins.",
  partial: "Only what was here already. The server has not answered yet.",
  gone: "The message that was asked for is gone, or you cannot see it. This is what is around it.",
  moved: "That message has been moved. It is here now.",
  problem: "These messages could not be fetched.",
  emptyTopic: "Nothing here yet",
  emptyTopicMore: "Write the first message of this topic.",
  emptyDirect: "Nothing here yet",
  emptyDirectMore: "Say hello. Only the people in this conversation will see it.",
  emptySearch: "Nothing found",
  emptySearchMore: "Try fewer or other words.",
  searchEverywhere: "Search in all conversations",
  emptyStarred: "Nothing starred yet",
  emptyStarredMore: "Star a message to find it here again.",
  emptyMentions: "Nobody has mentioned you yet",
  emptyMentionsMore: "Messages that name you show up here.",
  emptyReactions: "No reactions yet",
  emptyReactionsMore: "Messages of yours that others reacted to show up here.",
  empty: "No messages yet",
  emptyMore: "What is written in your channels shows up here.",
  markedRead: (count: number) => plural(count, "1 message marked as read", `${number(count)} messages marked as read`),
  markedUnread: "Marked as unread from here",
  nothingUnread: "Nothing here is unread.",
};
