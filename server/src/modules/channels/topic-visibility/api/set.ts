import { z } from "zod";
import { visibilityPolicies, VisibilityPolicy } from "@parlance/contract/entities/topic-visibility.ts";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { InvalidChannelId } from "#modules/channels/core/errors.ts";
import { accessChannel } from "#modules/channels/core/policy.ts";
import { InvalidTopicCharacter } from "#modules/messages/conversations/errors.ts";
import { setVisibility } from "../actions/set-visibility.ts";
import { topicInput, parseTopic } from "../topic-input.ts";
import { channelId } from "#modules/platform/parameters/identifying-parameters.ts";

export const set = endpoint.write({
  route: "POST /user_topics",
  summary: "Update your settings for a topic",
  description:
    "Applies to the caller only. Topic names are case-insensitive. Unmuted and followed topics count as not " +
    "muted even in a muted channel. Policy 0 removes the topic's own setting.",
  access: "user",
  input: z.object({
    stream_id: channelId().describe("Id of the channel."),
    topic: topicInput,
    visibility_policy: VisibilityPolicy,
  }),
  response: z.object({}),
  errors: [InvalidChannelId, InvalidTopicCharacter],
  async handler({ tx, snapshot, actor, now }, { input }) {
    const topic = parseTopic(input.topic);
    const channel = accessChannel(snapshot, actor, input.stream_id, "metadata");
    const policy = input.visibility_policy === visibilityPolicies.inherited ? null : input.visibility_policy;
    await setVisibility(tx, { actor, channelId: channel.id, topic, policy, now });
    return {};
  },
});
