import type { Parameters } from "./http.ts";
import { LARGE_WORD } from "./large-messages.ts";

/** What requests of the worst kind are about. */
export interface WorstCase {
  readonly channelId: number;
  readonly topic: string;
  /** Messages of the largest size, the oldest first. */
  readonly messages: readonly number[];
  /** A message that whoever asks has written, and may edit. */
  readonly ownMessage: number;
  /** Everybody in the organization. */
  readonly people: readonly number[];
}

export interface WorstRequest {
  readonly name: string;
  /** As the reference has it: `GET /messages/{message_id}`. */
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: Parameters;
}

const LONGEST_MESSAGE = 10_000;
const LONGEST_VALUE = 1024 * 1024;

const fill = (pattern: string, length: number): string =>
  pattern.repeat(Math.ceil(length / pattern.length)).slice(0, length);

/** Sources that are slow to render for their length, or become much HTML. */
const SOURCES: Readonly<Record<string, string>> = {
  emoji: ":+1: ",
  formulas: "$$x^2$$ ",
  mentions: "@**all** ",
  nests: "> * ",
  code: "```py\n(\n```\n",
  links: "https://a.b/(((( ",
};

/** The largest requests that operations let a member make: of the largest pages, the longest narrows and texts. */
export function worstRequests(about: WorstCase): WorstRequest[] {
  return [...pages(about), ...narrows(about), ...texts(about), ...lists(about)];
}

/** A GET goes as a POST that stands for one, because an address has less room than a body. */
function request(operation: string, name: string, parameters: Parameters, path?: string): WorstRequest {
  const [method = "", declared = ""] = operation.split(" ");
  const asked =
    method === "GET" ? { method: "POST" as const, parameters: { ...parameters, method } } : { method, parameters };
  return { name, operation, path: path ?? declared, ...asked };
}

const page = { anchor: "newest", num_before: 5000, num_after: 0 };

function pages({ channelId, messages, ownMessage }: WorstCase): WorstRequest[] {
  const search = [
    { operator: "channel", operand: channelId },
    { operator: "search", operand: LARGE_WORD },
  ];
  const letters = [{ operator: "search", operand: "a" }];
  const ids = messages.slice(-5000);
  return [
    request("GET /messages", "a page of large messages", page),
    request("GET /messages", "the sources of large messages", { ...page, apply_markdown: false }),
    request("GET /messages", "a search among large messages", { ...page, narrow: search }),
    request("GET /messages", "a search for a letter", { ...page, narrow: letters }),
    request("GET /messages", "large messages by id", { message_ids: ids }),
    request("GET /messages/matches_narrow", "large messages that match", { msg_ids: ids, narrow: search }),
    request("GET /messages/{message_id}/history", "a long history", {}, `/messages/${ownMessage}/history`),
    request("POST /register", "everything", { include_subscribers: "true", client_gravatar: false }),
    request("GET /users", "everybody", { include_custom_profile_fields: true }),
    request("GET /users/me/subscriptions", "all channels", { include_subscribers: "true" }),
  ];
}

function narrows({ people }: WorstCase): WorstRequest[] {
  const terms = (make: (nth: number) => object) => Array.from({ length: 500 }, (_, nth) => make(nth));
  const long: Readonly<Record<string, readonly object[]>> = {
    "many searches": terms((nth) => ({ operator: "search", operand: `${LARGE_WORD} ${nth}`, negated: nth % 2 === 1 })),
    "many people": terms(() => ({ operator: "dm", operand: people.slice(0, 100) })),
    "many topics": terms((nth) => ({ operator: "topic", operand: `topic ${nth}`, negated: true })),
    "a long phrase": [{ operator: "search", operand: `"${fill("a b ", 50_000)}"` }],
    "long words": [{ operator: "search", operand: fill("ab", 50_000) }],
  };
  return Object.entries(long).flatMap(([name, narrow]) => [
    request("GET /messages", `a narrow of ${name}`, { ...page, narrow }),
    request("POST /messages/flags/narrow", `flags in a narrow of ${name}`, {
      ...page,
      narrow,
      op: "add",
      flag: "starred",
    }),
    request("POST /register", `a queue with a narrow of ${name}`, { narrow, event_types: ["message"] }),
  ]);
}

function texts({ channelId, topic, ownMessage, people }: WorstCase): WorstRequest[] {
  const own = `/messages/${ownMessage}`;
  const written = Object.entries(SOURCES).flatMap(([name, pattern]) => {
    const content = fill(pattern, LONGEST_MESSAGE);
    return [
      request("POST /messages/render", `rendering ${name}`, { content }),
      request("POST /messages", `a message of ${name}`, { type: "channel", to: channelId, topic, content }),
      request("PATCH /messages/{message_id}", `an edit to ${name}`, { content }, own),
    ];
  });
  const huge = fill("a ", LONGEST_VALUE);
  return [
    ...written,
    request("POST /messages", "a message far too long", { type: "channel", to: channelId, topic: huge, content: huge }),
    request("POST /messages/render", "rendering what is far too long", { content: fill("*", LONGEST_VALUE) }),
    request("POST /users/me/alert_words", "many long words", {
      alert_words: Array.from({ length: 5000 }, (_, nth) => `${nth} ${fill("word ", 90)}`),
    }),
    request("POST /users/me/status", "a status far too long", { status_text: huge }),
    request("PATCH /settings", "settings far too long", { full_name: huge, default_language: huge }),
    request("POST /messages", "many recipients", { type: "direct", to: people.slice(0, 5000), content: "Hello" }),
  ];
}

function lists({ messages, people, channelId }: WorstCase): WorstRequest[] {
  const ids = Array.from({ length: 100_000 }, (_, nth) => messages[nth % messages.length] ?? nth);
  return [
    request("POST /messages/flags", "a hundred thousand messages", { messages: ids, op: "add", flag: "starred" }),
    request("POST /messages/flags/narrow", "the largest page", { ...page, narrow: [], op: "add", flag: "read" }),
    request("POST /users/me/subscriptions", "many channels", {
      subscriptions: Array.from({ length: 1000 }, (_, nth) => ({
        name: `many ${nth % 5}`,
        description: fill("a", 2000),
      })),
      principals: people.slice(0, 1000),
    }),
    request("DELETE /users/me/subscriptions", "many names", {
      subscriptions: Array.from({ length: 20_000 }, (_, nth) => `channel ${nth}`),
    }),
    request("POST /user_groups/create", "everybody", { name: "Everybody", description: "", members: people }),
    request("GET /users/me/{stream_id}/topics", "all topics", {}, `/users/me/${channelId}/topics`),
  ];
}
