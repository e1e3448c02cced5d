// Splits a page's state into the records that the browser stores, so that unchanged records are not written again.
import type { State } from "@parlance/contract/state/index.ts";
import type { PersistedMessages } from "../../replica/messages/message-source.ts";
import type { KnownMessage } from "../../replica/messages/messages.ts";
import { narrowKey } from "../../routes/narrow.ts";
import type { PersistedTopics } from "../../replica/topic-store.ts";

/**
 * A record to store. `sources` are the objects that its value is made of; the record has changed if one of these
 * objects was replaced.
 */
interface ReplicaRecord {
  readonly value: unknown;
  readonly sources: readonly unknown[];
}

export type ReplicaRecords = ReadonlyMap<string, ReplicaRecord>;

/**
 * Fields of the state that grow with the organization. Each of them has a separate record; all other fields share one
 * record.
 */
const LARGE_FIELDS = [
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
const OTHER_FIELDS = fieldName("others");
const TOPICS = "topics";
const windowName = (key: string) => `window ${key}`;

/** Returns the names of the message lists' records, with the most recently opened list first. */
export const windowNames = ({ windows }: PersistedMessages): string[] =>
  windows.map(({ narrow }) => windowName(narrowKey(narrow)));

/** The part of a page's state that is persisted. */
export interface ReplicaSnapshot {
  readonly state: State;
  readonly messages: PersistedMessages;
  readonly topics: PersistedTopics;
}

export const toRecords = ({ state, messages, topics }: ReplicaSnapshot): ReplicaRecords =>
  new Map([...stateRecords(state), ...windowRecords(messages), [TOPICS, { value: topics, sources: topics.flat() }]]);

function stateRecords(state: State): [string, ReplicaRecord][] {
  const others: Record<string, unknown> = { ...state };
  for (const field of LARGE_FIELDS) delete others[field];
  const large = LARGE_FIELDS.flatMap((field): [string, ReplicaRecord][] =>
    state[field] === undefined ? [] : [[fieldName(field), { value: state[field], sources: [state[field]] }]],
  );
  return [...large, [OTHER_FIELDS, { value: others, sources: Object.values(others) }]];
}

function windowRecords({ messages, windows }: PersistedMessages): [string, ReplicaRecord][] {
  const byId = new Map(messages.map((message) => [message.id, message]));
  return windows.map(({ narrow, window }) => {
    const own = window.ids.flatMap((id) => byId.get(id) ?? []);
    const value: WindowRecord = { narrow, window, messages: own };
    return [windowName(narrowKey(narrow)), { value, sources: [...Object.values(window), ...own] }];
  });
}

type WindowRecord = PersistedMessages["windows"][number] & { readonly messages: readonly KnownMessage[] };

/**
 * Compares the records of two snapshots. Returns the new or changed records, and the names of the records that no
 * longer exist.
 */
export function diffRecords(
  before: ReplicaRecords,
  after: ReplicaRecords,
): { readonly put: ReplicaRecords; readonly gone: readonly string[] } {
  const put = new Map([...after].filter(([name, part]) => !isSame(before.get(name), part)));
  return { put, gone: [...before.keys()].filter((name) => !after.has(name)) };
}

const isSame = (before: ReplicaRecord | undefined, { sources }: ReplicaRecord): boolean =>
  before?.sources.length === sources.length && before.sources.every((one, index) => Object.is(one, sources[index]));

/** Restores a snapshot from the stored records. */
export function restoreSnapshot(
  found: ReadonlyMap<string, unknown>,
  windowsInOrder: readonly string[],
): ReplicaSnapshot {
  const large = LARGE_FIELDS.flatMap((field) => {
    const name = fieldName(field);
    return found.has(name) ? [[field, found.get(name)]] : [];
  });
  const state = { ...(found.get(OTHER_FIELDS) as State), ...(Object.fromEntries(large) as Partial<State>) };
  const windows = windowsInOrder.flatMap((name) => (found.get(name) as WindowRecord | undefined) ?? []);
  // If several lists contain a message, all of them get the same object.
  const messages = new Map(windows.flatMap((one) => one.messages.map((message) => [message.id, message])));
  return {
    state,
    topics: (found.get(TOPICS) as PersistedTopics | undefined) ?? [],
    messages: { messages: [...messages.values()], windows: windows.map(({ narrow, window }) => ({ narrow, window })) },
  };
}
