import type { StateInline } from "markdown-it";
import { renderContext } from "../render-context.ts";
import { canStartReference, parseChannelReference, type ChannelReference } from "../mention-syntax.ts";
import { channelHref, topicHref } from "../urls.ts";
import { pushElement, type InlineRule } from "./inline-rule.ts";

type Channel = { id: number; name: string };

/** Link to a channel, topic or message: `#**channel**`, `#**channel>topic**`, `#**channel>topic@message**`. */
export const channelLink: InlineRule = {
  name: "channel_link",
  triggers: "#",
  parse(state, silent) {
    if (state.src[state.pos] !== "#" || state.linkLevel > 0 || !canStartReference(state.src, state.pos)) return false;
    const reference = parseChannelReference(state.src, state.pos);
    if (!reference || reference.end > state.posMax) return false;
    const channel = renderContext(state.env).lookupIndex.findChannel(reference.channel);
    if (!channel) return false;
    if (!silent) pushLink(state, channel, reference);
    state.pos = reference.end;
    return true;
  },
};

function pushLink(state: StateInline, channel: Channel, { topic, messageId }: ChannelReference): void {
  const streamId: [string, string] = ["data-stream-id", String(channel.id)];
  if (topic === undefined) {
    pushElement(state, "a", [["class", "stream"], streamId, ["href", channelHref(channel)]], `#${channel.name}`);
  } else if (messageId === undefined) {
    const newest = renderContext(state.env).lookupIndex.findNewestMessage(channel.id, topic);
    const href = newest === undefined ? topicHref(channel, topic) : `${topicHref(channel, topic)}/with/${newest}`;
    pushTopicLink(state, [["class", "stream-topic"], streamId, ["href", href]], channel, topic, "");
  } else {
    const href = `${topicHref(channel, topic)}/near/${messageId}`;
    pushTopicLink(
      state,
      [
        ["class", "message-link"],
        ["href", href],
      ],
      channel,
      topic,
      " @ 💬",
    );
  }
}

function pushTopicLink(
  state: StateInline,
  attributes: [string, string][],
  channel: Channel,
  topic: string,
  suffix: string,
): void {
  if (topic !== "") {
    pushElement(state, "a", attributes, `#${channel.name} > ${topic}${suffix}`);
    return;
  }
  state.push("a_open", "a", 1).attrs = attributes;
  state.push("text", "", 0).content = `#${channel.name} > `;
  pushElement(state, "em", [], renderContext(state.env).lookupIndex.emptyTopicName);
  if (suffix) state.push("text", "", 0).content = suffix;
  state.push("a_close", "a", -1);
}
