import type { Call } from "@parlance/client";
import type { MessageSource } from "../replica/messages/message-source.ts";
import type { FetchTopics } from "../replica/topic-store.ts";
import type { SendMessage } from "../outbox/local-outbox.ts";
import type { Event } from "@parlance/contract/events/index.ts";
import { needsRegistration, QueueExpiredError } from "./events/event-stream.ts";
import type { QueuePosition } from "./events/event-follower.ts";
import type { createIdempotentCall } from "./idempotent-call.ts";
import { SignedOutError, ServerUnreachableError } from "./transport.ts";

/** Creates a source of messages that fetches them from the server, with the user's flags. */
export const createMessageSource = (call: Call): MessageSource => ({
  async page({ narrow, anchor, before, after }) {
    const answer = await call("GET", "/messages", {
      narrow,
      anchor,
      num_before: before,
      num_after: after,
      apply_markdown: true,
      client_gravatar: false,
      allow_empty_topic_name: true,
    });
    if (answer.result === "error") throw new Error(answer.msg);
    const { messages, anchor: at = 0, found_oldest: foundOldest, found_newest: foundNewest } = answer;
    return { messages, anchor: at, foundOldest, foundNewest };
  },
  async byIds(ids) {
    const answer = await call("GET", "/messages", {
      message_ids: ids,
      apply_markdown: true,
      client_gravatar: false,
      allow_empty_topic_name: true,
    });
    if (answer.result === "error") throw new Error(answer.msg);
    return { messages: answer.messages };
  },
});

export const createTopicFetcher =
  (call: Call): FetchTopics =>
  async (channelId) => {
    const answer = await call("GET", `/users/me/${channelId}/topics`, { allow_empty_topic_name: true });
    if (answer.result === "error") throw new Error(answer.msg);
    return answer.topics.map(({ name, max_id }) => ({ name, newestId: max_id }));
  };

/** Creates a function that fetches the events that a queue already contains, without waiting for new ones. */
export const createEventPoller =
  (call: Call) =>
  async ({ queueId, lastEventId }: QueuePosition): Promise<readonly Event[]> => {
    const answer = await call("GET", "/events", { queue_id: queueId, last_event_id: lastEventId, dont_block: true });
    if (answer.result === "success") return answer.events.filter(({ type }) => type !== "heartbeat");
    throw needsRegistration(answer.code) ? new QueueExpiredError(answer.msg) : new ServerUnreachableError(answer.msg);
  };

interface SendOptions {
  readonly callWithKey: ReturnType<typeof createIdempotentCall>;
  readonly queueId: () => string;
}

/**
 * Creates a function that sends messages, each with its idempotency key. If the response to a message was lost, the
 * message can be sent again without being posted twice.
 */
export const createMessageSender =
  ({ queueId, callWithKey }: SendOptions): SendMessage =>
  async ({ key, to, content }) => {
    const where =
      to.kind === "topic"
        ? ({ type: "channel", to: to.channelId, topic: to.topic } as const)
        : ({ type: "direct", to: to.userIds } as const);
    try {
      const answer = await callWithKey(key)("POST", "/messages", {
        ...where,
        content,
        queue_id: queueId(),
        local_id: key,
        read_by_sender: true,
      });
      return answer.result === "success" ? { id: answer.id } : { refused: answer.msg };
    } catch (error) {
      if (error instanceof SignedOutError) return { refused: error.message };
      return "later";
    }
  };
