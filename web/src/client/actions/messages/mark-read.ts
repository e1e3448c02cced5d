import { narrowOf, conversationRoute } from "../../routes/route.ts";
import type { KnownMessage } from "../../replica/messages/messages.ts";
import { messageDestination } from "../../replica/selectors/message-destination.ts";
import type { Client, Outcome } from "../../connection/client.ts";

/** Marks messages as read. */
export const markRead = ({ change }: Pick<Client, "change">, ids: readonly number[]): Promise<Outcome> =>
  change({
    expects: [
      { type: "update_message_flags", op: "add", operation: "add", flag: "read", messages: [...ids], all: false },
    ],
    request: (call) => call("POST", "/messages/flags", { messages: ids, op: "add", flag: "read" }),
  });

/** Marks messages as unread. The change is shown when the server's event is received. */
export const markUnread = ({ change }: Pick<Client, "change">, ids: readonly number[]): Promise<Outcome> =>
  change({
    expects: [],
    request: (call) => call("POST", "/messages/flags", { messages: ids, op: "remove", flag: "read" }),
  });

/** Maximum number of messages after the given one that are marked as unread. */
const MAX_MESSAGES_PER_REQUEST = 5_000;

/** Marks a message and up to 5,000 messages after it in its conversation as unread. */
export const markUnreadFrom = ({ change, me }: Client, message: KnownMessage): Promise<Outcome> =>
  change({
    expects: [],
    request: (call) =>
      call("POST", "/messages/flags/narrow", {
        narrow: [...narrowOf(conversationRoute(messageDestination(message, me)))],
        anchor: String(message.id),
        include_anchor: true,
        num_before: 0,
        num_after: MAX_MESSAGES_PER_REQUEST,
        op: "remove",
        flag: "read",
      }),
  });
