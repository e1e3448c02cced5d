import { EmptyMessage, InvalidTopicCharacter, NullBytes } from "./errors.ts";

/** Maximum lengths, in Unicode code points. */
export const MAX_CONTENT_CHARACTERS = 10_000;
export const MAX_TOPIC_CHARACTERS = 60;

const TRUNCATION_MARK = "\n[message truncated]";
const ELLIPSIS = "...";

/**
 * Truncates a text to `maxLength` code points. Only the first 2 * `maxLength` + 2 UTF-16 code units are examined, which is
 * enough: a code point has at most two code units, so a text of that length has more than `maxLength` code points.
 */
function truncate(text: string, maxLength: number, mark: string): string {
  if (text.length <= maxLength) return text;
  const points = Array.from(text.slice(0, 2 * maxLength + 2));
  return points.length <= maxLength ? text : points.slice(0, maxLength - mark.length).join("") + mark;
}

/**
 * Normalizes a message's content for storage, and truncates it to the maximum length.
 * @throws EmptyMessage, NullBytes
 */
export function normalizeContent(raw: string): string {
  const content = raw.trimEnd().replace(/^\n+/, "");
  if (content === "") throw new EmptyMessage();
  if (content.includes("\0")) throw new NullBytes();
  return truncate(content, MAX_CONTENT_CHARACTERS, TRUNCATION_MARK);
}

/** Content of a message whose text was removed by an edit without deleting the message. */
const DELETED_CONTENT = "(deleted)";

/** Normalizes the content of an edited message for storage. Empty content is replaced by "(deleted)". */
export const normalizeEdit = (raw: string): string => (raw.trim() === "" ? DELETED_CONTENT : normalizeContent(raw));

/** Control characters, unpaired surrogates, and code points that Unicode guarantees never to assign. */
const FORBIDDEN_IN_TOPIC = /[\p{Cc}\p{Cs}]|\p{Noncharacter_Code_Point}/u;

/**
 * Normalizes a topic for storage, and truncates it to the maximum length. An empty topic is allowed.
 * @throws InvalidTopicCharacter
 */
export function normalizeTopic(raw: string): string {
  const topic = raw.trim();
  const position = Array.from(topic.slice(0, 1000)).findIndex((character) => FORBIDDEN_IN_TOPIC.test(character));
  if (position >= 0) throw new InvalidTopicCharacter({ position: position + 1 });
  return truncateTopic(topic);
}

/** Truncates a topic to the maximum length. */
export const truncateTopic = (topic: string): string => truncate(topic, MAX_TOPIC_CHARACTERS, ELLIPSIS);

/** Returns the key for comparing topics: two topics are the same if their keys are equal. */
export const topicKey = (topic: string): string => topic.toLowerCase();

export const EMPTY_TOPIC_NAME = "general chat";
/** Returns the topic as a client displays it. Clients that do not support the empty topic receive a name for it. */
export const displayTopic = (topic: string, knowsEmptyTopics: boolean): string =>
  topic === "" && !knowsEmptyTopics ? EMPTY_TOPIC_NAME : topic;

const NO_TOPIC = "(no topic)";

/** Parses a topic that a client sends. Two names stand for the empty topic. */
export const parseSentTopic = (topic: string): string =>
  topic === NO_TOPIC || topic === EMPTY_TOPIC_NAME ? "" : topic;

const ME_PREFIX = "/me ";

/** True if the message is a `/me` message, which describes an action of its sender. */
export const isMeMessage = (content: string): boolean => content.startsWith(ME_PREFIX);
