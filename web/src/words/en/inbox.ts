import { number, plural } from "./grammar.ts";

/** The lists of conversations: what is unread, and what was written lately. */
export const inbox = {
  direct: "Direct messages",
  filters: { all: "All", mentions: "Mentions", followed: "Followed" },
  filter: "Which conversations",
  summary: (messages: number, conversations: number) =>
    `${number(messages)} unread in ${plural(conversations, "1 conversation", `${number(conversations)} conversations`)}`,
  empty: "All read",
  emptyMore: "Nothing waits for you. New messages will show up here.",
  emptyFilter: "Nothing unread here",
  emptyFilterMore: "There is more unread in the other conversations.",
  showAll: "Show all",
  markRead: "Mark as read",
  mute: "Mute this topic",
  follow: "Follow this topic",
  followed: "You follow this topic",
  readUndone: "Marked as read",
  showMuted: (count: number) =>
    plural(count, "1 unread message in a muted topic", `${number(count)} unread in muted topics`),
  incomplete: "There is more unread that is older than what is listed here.",
  me: "You",
  conversation: "Conversation",
  people: "People",
  newest: "Newest",
  recentFilters: { all: "All", unread: "Unread", direct: "Direct", followed: "Followed", participated: "Participated" },
  recentEmpty: "No conversations yet",
  recentEmptyMore: "What is written in your channels shows up here, the newest first.",
  older: "Show older conversations",
};
