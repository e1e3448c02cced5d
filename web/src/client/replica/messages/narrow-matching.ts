import type { Event, EventOf } from "@parlance/contract/events/index.ts";
import { isMove } from "./apply-event-to-message.ts";
import type { Narrow, NarrowTerm } from "../../routes/narrow.ts";
import type { KnownMessage } from "./messages.ts";

/**
 * Returns whether a message matches a narrow. Undefined if only the server can decide this, for example for a text
 * search.
 */
export function matches(narrow: Narrow, message: KnownMessage, me: number): boolean | undefined {
  let isCertain = true;
  for (const term of narrow) {
    const isMatch = matchesTerm(term, message, me);
    if (isMatch === undefined) isCertain = false;
    else if (isMatch === (term.negated ?? false)) return false;
  }
  return isCertain ? true : undefined;
}

/**
 * Returns true if a loaded message certainly matches a narrow, and false if only the server can decide this. Search
 * words are matched literally, but case is ignored.
 */
export function matchesLocally(narrow: Narrow, message: KnownMessage, me: number): boolean {
  return narrow.every((term) => {
    const isMatch =
      term.operator === "search" ? containsWords(message, String(term.operand)) : matchesTerm(term, message, me);
    return isMatch !== undefined && isMatch !== (term.negated ?? false);
  });
}

/** Returns true if a message contains all of the given words. Words in quotation marks are matched as one phrase. */
function containsWords({ content, subject }: KnownMessage, words: string): boolean {
  const text = `${subject} ${content.replaceAll(/<[^>]*>/g, " ")}`.replaceAll(/\s+/g, " ").toLowerCase();
  const wanted = [...words.toLowerCase().matchAll(/"([^"]+)"|[^\s"]+/g)].map(([word, quoted]) => quoted ?? word);
  return wanted.every((one) => text.includes(htmlOf(one)));
}

const htmlOf = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/**
 * Returns true if an event that changes messages may cause some of them to match a narrow that they did not match
 * before.
 */
export function canEnterNarrow(narrow: Narrow, event: Event): boolean {
  if (event.type === "update_message_flags") return canEnterByFlag(narrow, event);
  if (event.type !== "update_message" || !isMove(event)) return false;
  const { new_stream_id, stream_id, subject, orig_subject } = event;
  return canContainTopic(narrow, new_stream_id ?? stream_id ?? 0, subject ?? orig_subject ?? "");
}

/**
 * Returns true if messages of the topic can match the narrow. Only the terms about channels, topics and direct messages
 * are considered.
 */
function canContainTopic(narrow: Narrow, channelId: number, topic: string): boolean {
  return narrow.every(({ operator, operand }) => {
    if (operator === "dm") return false;
    if (operator === "channel") return operand === channelId;
    return operator !== "topic" || String(operand).toLowerCase() === topic.toLowerCase();
  });
}

function canEnterByFlag(narrow: Narrow, { flag, op }: EventOf<"update_message_flags">): boolean {
  const unless = flag === "read" ? "add" : "remove";
  const what = flag === "read" ? "unread" : flag;
  return narrow.some(
    ({ operator, operand, negated = false }) => operator === "is" && operand === what && (op === unless) === negated,
  );
}

function matchesTerm({ operator, operand }: NarrowTerm, message: KnownMessage, me: number): boolean | undefined {
  switch (operator) {
    case "channel":
      return typeof operand === "number" ? message.stream_id === operand : undefined;
    case "topic":
      return message.type === "stream" && message.subject.toLowerCase() === String(operand).toLowerCase();
    case "dm":
      return typeof operand === "object" ? isDirectWith(message, operand, me) : undefined;
    case "sender":
      return typeof operand === "number" ? message.sender_id === operand : undefined;
    case "id":
      return message.id === Number(operand);
    case "is":
      return matchesIsTerm(String(operand), message);
    case "has":
      return operand === "reaction" ? message.reactions.length > 0 : undefined;
    default:
      return undefined;
  }
}

function matchesIsTerm(what: string, { flags, type, subject }: KnownMessage): boolean | undefined {
  switch (what) {
    case "mentioned":
      return flags.includes("mentioned") || flags.some((flag) => flag.endsWith("wildcard_mentioned"));
    case "starred":
      return flags.includes("starred");
    case "unread":
      return !flags.includes("read");
    case "alerted":
      return flags.includes("has_alert_word");
    case "dm":
    case "private":
      return type === "private";
    case "resolved":
      return type === "stream" && subject.startsWith("✔ ");
    default:
      return undefined;
  }
}

/**
 * Returns true if a message belongs to the direct message conversation between the current user and exactly the given
 * users.
 */
function isDirectWith({ display_recipient }: KnownMessage, userIds: readonly number[], me: number): boolean {
  if (typeof display_recipient === "string") return false;
  const others = (ids: readonly number[]) => ids.filter((id) => id !== me).toSorted((a, b) => a - b);
  return others(display_recipient.map(({ id }) => id)).join() === others(userIds).join();
}
