import type { Client, Outcome } from "../connection/client.ts";

/** Marks messages as read. */
export const markRead = ({ change }: Pick<Client, "change">, ids: readonly number[]): Promise<Outcome> =>
  change({
    expects: [
      { type: "update_message_flags", op: "add", operation: "add", flag: "read", messages: [...ids], all: false },
    ],
    request: (call) => call("POST", "/messages/flags", { messages: ids, op: "add", flag: "read" }),
  });

/** Marks messages as unread. What is unread where, the server tells. */
export const markUnread = ({ change }: Pick<Client, "change">, ids: readonly number[]): Promise<Outcome> =>
  change({
    expects: [],
    request: (call) => call("POST", "/messages/flags", { messages: ids, op: "remove", flag: "read" }),
  });
