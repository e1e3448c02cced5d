import type { Attributes } from "../token.ts";
import { canStartReference, parseChannelReference, type ChannelReference } from "../mention-syntax.ts";
import { channelHref, topicHref } from "../urls.ts";
import type { InlineParser, InlineRule } from "./inline-parser.ts";

type Channel = { id: number; name: string };

/** Link to a channel, topic or message: `#**channel**`, `#**channel>topic**`, `#**channel>topic@message**`. */
export const channelLink: InlineRule = {
  trigger: "#",
  parse(parser) {
    const { text, position, end, context } = parser;
    if (parser.isInLink || !canStartReference(text, position)) return false;
    const reference = parseChannelReference(text, position);
    if (!reference || reference.end > end) return false;
    const channel = context.lookupIndex.findChannel(reference.channel);
    if (!channel) return false;
    pushLink(parser, channel, reference);
    parser.position = reference.end;
    return true;
  },
};

function pushLink(parser: InlineParser, channel: Channel, { topic, messageId }: ChannelReference): void {
  const streamId: [string, string] = ["data-stream-id", String(channel.id)];
  if (topic === undefined) {
    parser.pushElement("a", [["class", "stream"], streamId, ["href", channelHref(channel)]], `#${channel.name}`);
  } else if (messageId === undefined) {
    const newest = parser.context.lookupIndex.findNewestMessage(channel.id, topic);
    const href = newest === undefined ? topicHref(channel, topic) : `${topicHref(channel, topic)}/with/${newest}`;
    pushTopicLink(parser, [["class", "stream-topic"], streamId, ["href", href]], channel, topic, "");
  } else {
    const href = `${topicHref(channel, topic)}/near/${messageId}`;
    pushTopicLink(
      parser,
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
  parser: InlineParser,
  attributes: Attributes,
  channel: Channel,
  topic: string,
  suffix: string,
): void {
  if (topic !== "") {
    parser.pushElement("a", attributes, `#${channel.name} > ${topic}${suffix}`);
    return;
  }
  parser.push("a_open", "a", 1).attributes = attributes;
  parser.push("text", "", 0).content = `#${channel.name} > `;
  parser.pushElement("em", [], parser.context.lookupIndex.emptyTopicName);
  if (suffix) parser.push("text", "", 0).content = suffix;
  parser.push("a_close", "a", -1);
}
