import { number, plural } from "./grammar.ts";

/** The frame around everything: the sidebar, the lists of conversations, how the page stands with the server. */
export const shell = {
  conversations: "Conversations",
  inbox: "Inbox",
  recent: "Recent",
  mentions: "Mentions",
  starred: "Starred",
  drafts: "Drafts",
  scheduled: "Scheduled",
  reminders: "Reminders",
  reactions: "Reactions",
  unknownPerson: "somebody",
  allMessages: "All messages",
  unreadIn: (messages: number, conversations: number) =>
    `${number(messages)} unread in ${plural(conversations, "1 conversation", `${number(conversations)} conversations`)}`,
};
