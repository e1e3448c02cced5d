import type { Parameters } from "@parlance/client";
import { LARGE_WORD } from "../organization/large-messages.ts";

/** The channel, topic, messages and users that occur in the worst-case requests. */
export interface WorstCaseTargets {
  readonly channelId: number;
  readonly topic: string;
  /** Ids of messages of the maximum size, oldest first. */
  readonly messages: readonly number[];
  /** Id of a message that the requesting user sent and may edit. */
  readonly ownMessage: number;
  /** Ids of all users of the organization. */
  readonly userIds: readonly number[];
}

export interface WorstCaseRequest {
  readonly name: string;
  /** Operation as named in the API reference, such as `GET /messages/{message_id}`. */
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: Parameters;
  /** Whether the request exceeds the operation's limits, so that it is rejected. */
  readonly exceedsLimits?: boolean;
}

const MAX_MESSAGE_LENGTH = 10_000;
const MAX_SEARCH_LENGTH = 1000;
const MAX_VALUE_LENGTH = 1024 * 1024;

const repeatToLength = (pattern: string, length: number): string =>
  pattern.repeat(Math.ceil(length / pattern.length)).slice(0, length);

/** Sources of messages that take long to render for their length, or whose HTML is very long. */
const SOURCES: Readonly<Record<string, string>> = {
  emoji: ":+1: ",
  formulas: "$$x^2$$ ",
  mentions: "@**Crowd 7** ",
  nests: "> * ",
  code: "```py\n(\n```\n",
  links: "https://a.b/(((( ",
};

/**
 * Returns the largest requests that a member can send: for the largest pages, and with the longest narrows and texts.
 * Some of them exceed the limits.
 */
export function worstCaseRequests(about: WorstCaseTargets): WorstCaseRequest[] {
  return [...pages(about), ...narrows(about), ...texts(about), ...lists(about)];
}

/** Creates a request. A GET is sent as a POST with the field `method`, because a body can be longer than a URL. */
function request(operation: string, name: string, parameters: Parameters, path?: string): WorstCaseRequest {
  const [method = "", declared = ""] = operation.split(" ");
  const sent = method === "GET" ? { method: "POST", parameters: { ...parameters, method } } : { method, parameters };
  return { name, operation, path: path ?? declared, ...sent };
}

type RequestArguments = [operation: string, name: string, parameters: Parameters, path?: string];

const excessiveRequest = (...args: RequestArguments): WorstCaseRequest => ({
  ...request(...args),
  exceedsLimits: true,
});

/**
 * Number of messages of the maximum size that fit into one response, without highlighting and with every second word
 * highlighted.
 */
const MAX_MESSAGES_PER_RESPONSE = 9;
const MAX_HIGHLIGHTED_MESSAGES_PER_RESPONSE = 5;

const page = { anchor: "newest", num_before: 5000, num_after: 0 };

function pages({ channelId, messages, ownMessage }: WorstCaseTargets): WorstCaseRequest[] {
  const search = [
    { operator: "channel", operand: channelId },
    { operator: "search", operand: LARGE_WORD },
  ];
  const terms = [{ operator: "search", operand: "p" }];
  const ids = messages.slice(-5000);
  return [
    request("GET /messages", "a page of large messages", page),
    request("GET /messages", "the sources of large messages", { ...page, apply_markdown: false }),
    request("GET /messages", "a search among large messages", { ...page, narrow: search }),
    request("GET /messages", "a search for a letter", { ...page, narrow: terms }),
    request("GET /messages", "large messages by id", { message_ids: ids.slice(-MAX_MESSAGES_PER_RESPONSE) }),
    request("GET /messages/matches_narrow", "large messages that match", {
      msg_ids: ids.slice(-MAX_HIGHLIGHTED_MESSAGES_PER_RESPONSE),
      narrow: search,
    }),
    excessiveRequest("GET /messages", "too many large messages by id", { message_ids: ids }),
    excessiveRequest("GET /messages/matches_narrow", "too many large messages that match", {
      msg_ids: ids,
      narrow: search,
    }),
    request("GET /messages/{message_id}/history", "a long history", {}, `/messages/${ownMessage}/history`),
    request("POST /register", "everything", { include_subscribers: "true", client_gravatar: false }),
    request("GET /users", "all users", { include_custom_profile_fields: true }),
    request("GET /users/me/subscriptions", "all channels", { include_subscribers: "true" }),
  ];
}

const MAX_TERMS = 500;

function narrows({ userIds, channelId }: WorstCaseTargets): WorstCaseRequest[] {
  const terms = (make: (nth: number) => object) => Array.from({ length: MAX_TERMS }, (_, nth) => make(nth));
  const words = Array.from({ length: 15 }, (_, nth) => repeatToLength(`w${nth}`, 40)).join(" ");
  const long: Readonly<Record<string, readonly object[]>> = {
    "many words": [{ operator: "search", operand: `${LARGE_WORD} ${words}`.slice(0, MAX_SEARCH_LENGTH) }],
    "many people": terms((nth) => ({ operator: "sender", operand: userIds[nth], negated: true })),
    "many topics": terms((nth) => ({ operator: "topic", operand: `topic ${nth}`, negated: true })),
    "a long phrase": [
      { operator: "search", operand: `"${repeatToLength(`${LARGE_WORD} a `, MAX_SEARCH_LENGTH - 2)}"` },
    ],
    "a long word": [{ operator: "search", operand: repeatToLength(LARGE_WORD, MAX_SEARCH_LENGTH) }],
  };
  const flags = { ...page, op: "add", flag: "starred" };
  return [
    ...Object.entries(long).flatMap(([name, narrow]) => [
      request("GET /messages", `a narrow of ${name}`, { ...page, narrow }),
      request("POST /messages/flags/narrow", `flags in a narrow of ${name}`, { ...flags, narrow }),
    ]),
    excessiveRequest("GET /messages", "a narrow far above the size limit", {
      ...page,
      narrow: [{ operator: "search", operand: repeatToLength("ab", 50_000) }],
    }),
    request("POST /register", "a queue with a long narrow", {
      narrow: Array.from({ length: MAX_TERMS }, (_, nth) => ["topic", `${nth} ${repeatToLength("topic ", 900)}`]),
      event_types: ["message"],
      all_public_streams: true,
    }),
    request("GET /messages/matches_narrow", "a narrow of many terms", {
      msg_ids: [],
      narrow: terms(() => ({ operator: "channel", operand: channelId, negated: true })),
    }),
  ];
}

function texts({ channelId, topic, ownMessage, userIds }: WorstCaseTargets): WorstCaseRequest[] {
  const own = `/messages/${ownMessage}`;
  const written = Object.entries(SOURCES).flatMap(([name, pattern]) => {
    const content = repeatToLength(pattern, MAX_MESSAGE_LENGTH);
    return [
      request("POST /messages/render", `rendering ${name}`, { content }),
      request("POST /messages", `a message of ${name}`, { type: "channel", to: channelId, topic, content }),
      request("PATCH /messages/{message_id}", `an edit to ${name}`, { content }, own),
    ];
  });
  const huge = repeatToLength("a ", MAX_VALUE_LENGTH);
  return [
    ...written,
    request("POST /messages", "a message above the length limit", {
      type: "channel",
      to: channelId,
      topic: huge,
      content: huge,
    }),
    request("POST /messages/render", "a preview above the length limit", {
      content: repeatToLength("*", MAX_VALUE_LENGTH),
    }),
    request("POST /users/me/alert_words", "many long words", {
      alert_words: Array.from({ length: 1000 }, (_, nth) => `${nth} ${repeatToLength("word ", 90)}`),
    }),
    excessiveRequest("POST /users/me/status", "a status far above the length limit", { status_text: huge }),
    excessiveRequest("PATCH /settings", "settings far above the length limit", {
      full_name: huge,
      default_language: huge,
    }),
    request("POST /messages", "many recipients", { type: "direct", to: userIds.slice(0, 1000), content: "Hello" }),
  ];
}

function lists({ messages, userIds, channelId }: WorstCaseTargets): WorstCaseRequest[] {
  const ids = (count: number) => Array.from({ length: count }, (_, nth) => messages[nth % messages.length] ?? nth);
  return [
    request("POST /messages/flags", "ten thousand messages", { messages: ids(10_000), op: "add", flag: "starred" }),
    excessiveRequest("POST /messages/flags", "far more messages than allowed", {
      messages: ids(140_000),
      op: "add",
      flag: "starred",
    }),
    request("POST /messages/flags/narrow", "the largest page", { ...page, narrow: [], op: "add", flag: "read" }),
    request("POST /users/me/subscriptions", "many channels", {
      subscriptions: Array.from({ length: 100 }, (_, nth) => ({
        name: `many ${nth}`,
        description: repeatToLength("*a* ", 1000),
      })),
      principals: userIds.slice(0, 1000),
    }),
    excessiveRequest("DELETE /users/me/subscriptions", "many names", {
      subscriptions: Array.from({ length: 20_000 }, (_, nth) => `channel ${nth}`),
    }),
    request("POST /user_groups/create", "all users as members", {
      name: "Everybody",
      description: "",
      members: userIds,
    }),
    request("GET /users/me/{stream_id}/topics", "all topics", {}, `/users/me/${channelId}/topics`),
  ];
}
