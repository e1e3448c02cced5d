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
  alone: "You are the first one here.",
  emptyFilter: "Nothing unread here",
  emptyFilterMore: "There is more unread in the other conversations.",
  showAll: "Show all",
  markRead: "Mark as read",
  markAllRead: "Mark everything as read",
  keys: [
    ["Mark all as read", "Shift Esc"],
    ["Open the next", "n"],
    ["Mute a topic", "m"],
  ],
  mute: "Mute this topic",
  unmute: "Unmute this topic",
  follow: "Follow this topic",
  followed: "You follow this topic",
  more: "What to do with it",
  showMuted: (count: number) =>
    plural(count, "1 unread message in a muted topic", `${number(count)} unread in muted topics`),
  hideMuted: "Hide what is muted",
  incomplete: "There is more unread that is older than what is listed here.",
  me: "You",
  conversation: "Conversation",
  people: "People",
  newest: "Newest",
  recentFilters: { all: "All", unread: "Unread", direct: "Direct", followed: "Followed", participated: "Participated" },
  recentEmpty: {
    all: "No conversations yet",
    unread: "Nothing is unread",
    direct: "No direct messages yet",
    followed: "You follow no topic yet",
    participated: "You have not written anywhere yet",
  },
  recentEmptyMore: "What is written in your channels shows up here, the newest first.",
  recentNone: "Nothing of this kind is among the conversations here.",
  older: "Show older conversations",
};
