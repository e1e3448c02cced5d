import { text } from "#kernel/http/params.ts";
import { normalizeTopic, sentTopic } from "#modules/messages/conversations/text.ts";

export const topicInput = text({ allowUnstorable: true }).describe("Cut at 60 characters. It need not exist");

/** A topic as messages have it. Throws InvalidTopicCharacter. */
export const topicNamed = (name: string): string => sentTopic(normalizeTopic(name));
