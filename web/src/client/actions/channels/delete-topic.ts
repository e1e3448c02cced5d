import type { Client, Outcome } from "../../connection/client.ts";

/**
 * Deletes all messages of a topic for all users. If there are very many, repeats the request until all batches are
 * deleted.
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
