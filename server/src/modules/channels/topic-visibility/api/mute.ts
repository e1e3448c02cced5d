import { z } from "zod";
import { visibilityPolicies } from "@parlance/contract/entities/topic-visibility.ts";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { choice } from "@parlance/kernel/http/params.ts";
import { InvalidChannelId, InvalidChannelName } from "#modules/channels/core/errors.ts";
import { accessChannel, accessChannelByName } from "#modules/channels/core/policy.ts";
import { InvalidTopicCharacter } from "#modules/messages/conversations/errors.ts";
import { setVisibility } from "../actions/set-visibility.ts";
import { ChannelNamedTwice, ChannelNotNamed, TopicNotMuted } from "../errors.ts";
import { topicInput, parseTopic } from "../topic-input.ts";
import { channelId, channelName } from "#modules/platform/parameters/identifying-parameters.ts";

export const mute = endpoint.write({
  route: "PATCH /users/me/subscriptions/muted_topics",
  summary: "Mute or unmute a topic",
  description:
    "The older form of `POST /user_topics`. Muting a muted topic changes nothing. Unmuting a topic that is not " +
    "muted is an error.",
  access: "user",
  deprecated: true,
  input: z.object({
    stream_id: channelId().optional().describe("Channel id; required unless `stream` is given."),
    stream: channelName().optional().describe("Channel name."),
    topic: topicInput,
    op: choice("add", "remove").describe("`add` mutes the topic, `remove` unmutes it."),
  }),
  response: z.object({}),
  errors: [
    ChannelNotNamed,
    ChannelNamedTwice,
    InvalidChannelId,
    InvalidChannelName,
    InvalidTopicCharacter,
    TopicNotMuted,
  ],
  async handler({ tx, snapshot, actor, now }, { input: { stream_id, stream, topic, op } }) {
    if (stream_id !== undefined && stream !== undefined) throw new ChannelNamedTwice();
    if (stream_id === undefined && stream === undefined) throw new ChannelNotNamed();
    const name = parseTopic(topic);
    const channel =
      stream_id === undefined
        ? accessChannelByName(snapshot, actor, stream ?? "", "metadata")
        : accessChannel(snapshot, actor, stream_id, "metadata");
    const policy = op === "add" ? visibilityPolicies.muted : null;
    const before = await setVisibility(tx, { actor, channelId: channel.id, topic: name, policy, now });
    if (op === "remove" && before !== visibilityPolicies.muted) throw new TopicNotMuted();
    return {};
  },
});
