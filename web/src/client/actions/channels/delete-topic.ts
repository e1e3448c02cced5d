import type { Client, Outcome } from "../../connection/client.ts";

/**
 * Deletes all messages of a topic for all users. The server deletes many messages in several batches, so the request is
 * repeated until the response says that the deletion is complete, or reports an error.
 */
export const deleteTopic = ({ change }: Pick<Client, "change">, channelId: number, topic: string): Promise<Outcome> =>
  change({
    expects: [],
    request: async (call) => {
      for (;;) {
        const answer = await call("POST", `/streams/${channelId}/delete_topic`, { topic_name: topic });
        if (answer.result === "error" || answer.complete) return answer;
      }
    },
  });
