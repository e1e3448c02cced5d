import { number, plural } from "./grammar.ts";

/** Texts used in many places. */
export const shell = {
  conversations: "Conversations",
  unknownPerson: "Unknown user",
  unreadIn: (messages: number, conversations: number) =>
    `${number(messages)} unread in ${plural(conversations, "1 conversation", `${number(conversations)} conversations`)}`,
};
