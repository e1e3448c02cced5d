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
  aloneTitle: "You're the first one here",
  alone: "Invite people to start a conversation.",
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
  recentFilters: { all: "All", unread: "Unread", direct: "Direct", followed: "Followed", participated: "Participated" },
  recentEmpty: {
    all: { title: "No conversations yet", more: "Conversations in your channels will appear here, newest first." },
    unread: { title: "No unread messages", more: "You're all caught up." },
    direct: { title: "No direct messages yet", more: "Your conversations with other people will appear here." },
    followed: { title: "No messages in followed topics", more: "Follow a topic to find its messages here." },
    participated: {
      title: "You haven't participated in any conversations yet",
      more: "Conversations in which you have sent a message will appear here.",
    },
  },
  recentNoneLoaded: {
    title: "No recent conversations match this filter",
    more: "Load older conversations to look further back.",
  },
  older: "Load older conversations",
};
