// What a page knows, in the parts in which the browser keeps it: what has not changed is not written again.
import type { State } from "@parlance/contract/state/index.ts";
import type { KeptMessages } from "../../replica/messages/message-source.ts";
import type { KnownMessage } from "../../replica/messages/messages.ts";
import { keyOf } from "../../routes/narrow.ts";
import type { KeptTopics } from "../../replica/topic-store.ts";

/** What is kept under one name. It is another one as soon as something of what it is made of is another object. */
interface Part {
  readonly value: unknown;
  readonly madeOf: readonly unknown[];
}

export type Parts = ReadonlyMap<string, Part>;

/** The fields that grow with the organization, each a part of its own; the others make up one. */
const LARGE = [
  "realm_users",
  "realm_non_active_users",
  "realm_user_groups",
  "subscriptions",
  "unsubscribed",
  "never_subscribed",
  "streams",
  "user_topics",
  "unread_msgs",
  "presences",
  "user_status",
  "starred_messages",
  "realm_emoji",
] as const satisfies readonly (keyof State)[];

const fieldName = (field: string) => `state ${field}`;
const OTHERS = fieldName("others");
const TOPICS = "topics";
const windowName = (key: string) => `window ${key}`;

/** The names of the lists of messages, those opened last first. */
export const windowNames = ({ windows }: KeptMessages): string[] =>
  windows.map(({ narrow }) => windowName(keyOf(narrow)));

/** What is kept of what a page knows. */
export interface Known {
  readonly state: State;
  readonly messages: KeptMessages;
  readonly topics: KeptTopics;
}

export const partsOf = ({ state, messages, topics }: Known): Parts =>
  new Map([...partsOfState(state), ...partsOfMessages(messages), [TOPICS, { value: topics, madeOf: topics.flat() }]]);

function partsOfState(state: State): [string, Part][] {
  const others: Record<string, unknown> = { ...state };
  for (const field of LARGE) delete others[field];
  const large = LARGE.flatMap((field): [string, Part][] =>
    state[field] === undefined ? [] : [[fieldName(field), { value: state[field], madeOf: [state[field]] }]],
  );
  return [...large, [OTHERS, { value: others, madeOf: Object.values(others) }]];
}

function partsOfMessages({ messages, windows }: KeptMessages): [string, Part][] {
  const byId = new Map(messages.map((message) => [message.id, message]));
  return windows.map(({ narrow, window }) => {
    const own = window.ids.flatMap((id) => byId.get(id) ?? []);
    const value: WindowPart = { narrow, window, messages: own };
    return [windowName(keyOf(narrow)), { value, madeOf: [...Object.values(window), ...own] }];
  });
}

type WindowPart = KeptMessages["windows"][number] & { readonly messages: readonly KnownMessage[] };

/** The parts to write for what has changed, and the names of those to remove. */
export function changesBetween(before: Parts, after: Parts): { readonly put: Parts; readonly gone: readonly string[] } {
  const put = new Map([...after].filter(([name, part]) => !isSame(before.get(name), part)));
  return { put, gone: [...before.keys()].filter((name) => !after.has(name)) };
}

const isSame = (before: Part | undefined, { madeOf }: Part): boolean =>
  before?.madeOf.length === madeOf.length && before.madeOf.every((one, index) => Object.is(one, madeOf[index]));

/** What was kept, from what is found under each name. */
export function keptFrom(found: ReadonlyMap<string, unknown>, windowsInOrder: readonly string[]): Known {
  const large = LARGE.flatMap((field) => {
    const name = fieldName(field);
    return found.has(name) ? [[field, found.get(name)]] : [];
  });
  const state = { ...(found.get(OTHERS) as State), ...(Object.fromEntries(large) as Partial<State>) };
  const windows = windowsInOrder.flatMap((name) => (found.get(name) as WindowPart | undefined) ?? []);
  // A message that is in several lists is one.
  const messages = new Map(windows.flatMap((one) => one.messages.map((message) => [message.id, message])));
  return {
    state,
    topics: (found.get(TOPICS) as KeptTopics | undefined) ?? [],
    messages: { messages: [...messages.values()], windows: windows.map(({ narrow, window }) => ({ narrow, window })) },
  };
}
