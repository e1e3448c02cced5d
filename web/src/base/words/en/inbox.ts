import { number, plural } from "./grammar.ts";

/** Texts of the inbox and of the list of recent conversations. */
export const inbox = {
  direct: "Direct messages",
  filters: { all: "All", mentions: "Mentions", followed: "Followed" },
  filter: "Filter conversations",
  summary: (messages: number, conversations: number) =>
    `${number(messages)} unread in ${plural(conversations, "1 conversation", `${number(conversations)} conversations`)}`,
  empty: "You're all caught up.",
  emptyMore: "New messages will appear here.",
  alone: "You're the first one here. Invite people to start a conversation.",
  emptyFilter: "No unread messages match this filter",
  emptyFilterMore: "There may be unread messages in other conversations.",
  showAll: "Show all",
  markRead: "Mark as read",
  markAllRead: "Mark all messages as read",
  keys: [
    ["Mark all messages as read", "Shift Esc"],
    ["Next unread topic", "n"],
    ["Mute topic", "m"],
  ],
  mute: "Mute topic",
  unmute: "Unmute topic",
  follow: "Follow topic",
  followed: "Followed topic",
  more: "Conversation actions",
  showMuted: (count: number) =>
    plural(
      count,
      "Show 1 unread message in muted channels and topics",
      `Show ${number(count)} unread messages in muted channels and topics`,
    ),
  hideMuted: "Hide muted channels and topics",
  incomplete: "Older unread messages are not listed here.",
  me: "You",
  conversation: "Conversation",
  people: "People",
  newest: "Newest",
  recentFilters: { all: "All", unread: "Unread", direct: "Direct", followed: "Followed", participated: "Participated" },
  recentEmpty: {
    all: "No conversations yet",
    unread: "No unread messages",
    direct: "No direct messages yet",
    followed: "No followed topics yet",
    participated: "You haven't participated in any conversations yet",
  },
  recentEmptyMore: "Conversations in your channels will appear here, newest first.",
  recentNone: "None of the conversations loaded so far match this filter.",
  older: "Load older conversations",
};
