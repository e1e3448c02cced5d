import type { Client, Outcome } from "../../connection/client.ts";
import { toggleResolvedMark } from "../../replica/selectors/channels/topics.ts";

/** Marks a topic as resolved, or as unresolved if it was resolved. `messageId` is any message of the topic. */
export const resolveTopic = (
  { change }: Pick<Client, "change">,
  { topic, messageId }: { readonly topic: string; readonly messageId: number },
): Promise<Outcome> =>
  change({
    // Nothing is shown before the server's event, because only the server knows which messages the change affects.
    expects: [],
    request: (call) =>
      call("PATCH", `/messages/${messageId}`, { topic: toggleResolvedMark(topic), propagate_mode: "change_all" }),
  });
