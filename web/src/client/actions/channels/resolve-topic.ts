import type { Client, Outcome } from "../../connection/client.ts";
import { toggleResolvedMark } from "../../replica/selectors/channels/topics.ts";

/** Resolves a topic, or unresolves it. `messageId` is any message in it. */
export const resolveTopic = (
  { change }: Pick<Client, "change">,
  { topic, messageId }: { readonly topic: string; readonly messageId: number },
): Promise<Outcome> =>
  change({
    // Only the server knows which messages are affected. Its event follows soon.
    expects: [],
    request: (call) =>
      call("PATCH", `/messages/${messageId}`, { topic: toggleResolvedMark(topic), propagate_mode: "change_all" }),
  });
