import type { VisibilityPolicy } from "@parlance/contract/entities/topic-visibility.ts";
import type { Client, Outcome } from "../../connection/client.ts";

/** Mutes, unmutes or follows a topic, or resets it to the channel's default. */
export const setTopicVisibility = (
  { change, now }: Pick<Client, "change" | "now">,
  { channelId, topic }: { readonly channelId: number; readonly topic: string },
  policy: VisibilityPolicy,
): Promise<Outcome> =>
  change({
    expects: [
      {
        type: "user_topic",
        stream_id: channelId,
        topic_name: topic,
        last_updated: Math.floor(now() / 1000),
        visibility_policy: policy,
      },
    ],
    request: (call) => call("POST", "/user_topics", { stream_id: channelId, topic, visibility_policy: policy }),
  });
