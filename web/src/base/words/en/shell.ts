import { number, plural } from "./grammar.ts";

/** Views of the sidebar, and texts used in many places. */
export const shell = {
  conversations: "Conversations",
  inbox: "Inbox",
  recent: "Recent conversations",
  mentions: "Mentions",
  starred: "Starred",
  drafts: "Drafts",
  scheduled: "Scheduled messages",
  reminders: "Reminders",
  reactions: "Reactions",
  unknownPerson: "Unknown user",
  allMessages: "All messages",
  unreadIn: (messages: number, conversations: number) =>
    `${number(messages)} unread in ${plural(conversations, "1 conversation", `${number(conversations)} conversations`)}`,
};
