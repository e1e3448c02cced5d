import type { Client, Outcome } from "../../connection/client.ts";
import { toggleResolvedMark } from "../../replica/selectors/channels/topics.ts";

/** Marks a topic as settled, or opens it again; `parseMessageId` is of any message in it. */
export const resolveTopic = (
  { change }: Pick<Client, "change">,
  { topic, messageId }: { readonly topic: string; readonly messageId: number },
): Promise<Outcome> =>
  change({
    // Which messages move with it, only the server knows: its own event comes soon enough.
    expects: [],
    request: (call) =>
      call("PATCH", `/messages/${messageId}`, { topic: toggleResolvedMark(topic), propagate_mode: "change_all" }),
  });
