import { text } from "@parlance/kernel/http/params.ts";
import { normalizeTopic, parseSentTopic } from "#modules/messages/conversations/message-text.ts";

export const topicInput = text({ allowUnstorable: true }).describe(
  "Topic name, truncated to 60 characters. The topic need not exist.",
);

/**
 * Normalizes a topic in the same way as when a message is sent.
 * @throws InvalidTopicCharacter
 */
export const parseTopic = (name: string): string => parseSentTopic(normalizeTopic(name));
