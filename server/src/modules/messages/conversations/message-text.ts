import { EmptyMessage, InvalidTopicCharacter, NullBytes } from "./errors.ts";

/** Unicode code points. */
export const MAX_CONTENT_CHARACTERS = 10_000;
export const MAX_TOPIC_CHARACTERS = 60;

const TRUNCATION_MARK = "\n[message truncated]";
const ELLIPSIS = "...";

/** The most UTF-16 code units that are looked at: a longer text is longer than any bound in code points as well. */
function truncate(text: string, most: number, mark: string): string {
  if (text.length <= most) return text;
  const points = Array.from(text.slice(0, 2 * most + 2));
  return points.length <= most ? text : points.slice(0, most - mark.length).join("") + mark;
}

/** The text of a message as it is kept. */
export function normalizeContent(raw: string): string {
  const content = raw.trimEnd().replace(/^\n+/, "");
  if (content === "") throw new EmptyMessage();
  if (content.includes("\0")) throw new NullBytes();
  return truncate(content, MAX_CONTENT_CHARACTERS, TRUNCATION_MARK);
}

/** What a message says whose text was taken away without deleting it. */
const DELETED_CONTENT = "(deleted)";

/** The text of a message as it is kept after an edit: where nothing is left, that is said. */
export const normalizeEdit = (raw: string): string => (raw.trim() === "" ? DELETED_CONTENT : normalizeContent(raw));

/** Control characters, halves of surrogate pairs, and code points that Unicode promises never to assign. */
const FORBIDDEN_IN_TOPIC = /[\p{Cc}\p{Cs}]|\p{Noncharacter_Code_Point}/u;

/** A topic as it is kept. The empty one is a topic like any other. */
export function normalizeTopic(raw: string): string {
  const topic = raw.trim();
  const position = Array.from(topic.slice(0, 1000)).findIndex((character) => FORBIDDEN_IN_TOPIC.test(character));
  if (position >= 0) throw new InvalidTopicCharacter({ position: position + 1 });
  return truncateTopic(topic);
}

/** A topic that is not longer than one may be. */
export const truncateTopic = (topic: string): string => truncate(topic, MAX_TOPIC_CHARACTERS, ELLIPSIS);

/** Topics are the same where this is. */
export const topicKey = (topic: string): string => topic.toLowerCase();

export const EMPTY_TOPIC_NAME = "general chat";
/** A topic as it is shown to clients that do not know the empty one. */
export const displayTopic = (topic: string, knowsEmptyTopics: boolean): string =>
  topic === "" && !knowsEmptyTopics ? EMPTY_TOPIC_NAME : topic;

const NO_TOPIC = "(no topic)";

/** What a sender may write for the empty topic. */
export const parseSentTopic = (topic: string): string =>
  topic === NO_TOPIC || topic === EMPTY_TOPIC_NAME ? "" : topic;

const ME_PREFIX = "/me ";

/** Whether a message tells what its sender does. */
export const isMeMessage = (content: string): boolean => content.startsWith(ME_PREFIX);
