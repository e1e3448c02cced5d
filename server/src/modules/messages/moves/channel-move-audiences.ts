import { ascending, minus, union } from "@parlance/contract/state/list-operations.ts";
import type { Tx } from "#kernel/db/types.ts";
import { toUsers } from "#kernel/events/audience.ts";
import type { Write } from "#kernel/http/context.ts";
import { isHistoryShared } from "#modules/channels/core/access/visibility-rules.ts";
import type { Having } from "#modules/messages/core/subscriber-visibility.ts";
import { connectedMessages, peopleIn, readersAmong, subscribersOf } from "./channel-readers.ts";
import type { Relocation } from "./planned-move.ts";

/** Who had which of the messages in the old channel, and who has which in the new one. */
interface Havings {
  readonly before: readonly Having[];
  readonly after: readonly Having[];
}

/** What whom is to be told: of messages that are in another channel now, and of messages that are out of their sight. */
interface News {
  readonly moved: readonly Having[];
  /** The same for those who may not know where they were before. */
  readonly arrived: readonly Having[];
  readonly gone: readonly Having[];
}

/** The same ids are the same array, so that people can be told together. */
type Own = ReadonlyMap<number, readonly number[]>;

const NONE: readonly number[] = [];

/**
 * Who gets which event when messages went to another channel. Readers who had a message and may read it in the new channel
 * hear of the move, and so do those who have it only there, but not necessarily from where. Readers who had it and may not
 * read it any more hear that it is deleted.
 */
export async function newsOfRelocation({ tx, realm }: Write, relocation: Relocation, havings: Havings): Promise<News> {
  const [before, after] = [await byUser(tx, havings.before), await byUser(tx, havings.after)];
  const readable = await readableTo(tx, relocation, [...before.keys()]);
  const newcomers = minus([...after.keys()], [...before.keys()]);
  // Where history is protected, newcomers could not read the messages, even if they can read the channel.
  const { channel: source } = relocation.from;
  const familiar = isHistoryShared(source) ? await readersAmong(tx, source.id, newcomers) : new Set<number>();
  const strangers = newcomers.filter((userId) => !familiar.has(userId));
  const others = minus([...new Set([...before.keys(), ...after.keys()])], strangers);
  const told = (idsOf: (userId: number) => readonly number[]) => grouped(realm.id, others, idsOf);
  const had = (userId: number) => before.get(userId) ?? NONE;
  const combine = once((kept: readonly number[], got: readonly number[]) =>
    kept === got || got.length === 0 ? kept : union(kept, got),
  );
  const both = once(intersection);
  const rest = once(minus);
  return {
    moved: told((userId) => combine(both(had(userId), readable(userId)), after.get(userId) ?? NONE)),
    arrived: grouped(realm.id, strangers, (userId) => after.get(userId) ?? NONE),
    gone: told((userId) => rest(rest(had(userId), readable(userId)), after.get(userId) ?? NONE)),
  };
}

/** Which of the messages each of the users may read in the new channel. */
async function readableTo(tx: Tx, { ids, to }: Relocation, userIds: readonly number[]) {
  const readers = await readersAmong(tx, to.channel.id, userIds);
  if (isHistoryShared(to.channel)) return (userId: number) => (readers.has(userId) ? ids : NONE);
  const inChannel = await subscribersOf(tx, to.channel.id);
  const subscribers = new Set(inChannel);
  const own = await connectedMessages(tx, minus([...readers], inChannel), ids);
  return (userId: number) => (subscribers.has(userId) ? ids : (own.get(userId) ?? NONE));
}

async function byUser(tx: Tx, havings: readonly Having[]): Promise<Own> {
  const own = new Map<number, readonly number[]>();
  for (const { audience, ids } of havings) {
    const people = audience.channel === undefined ? new Set(audience.users) : await peopleIn(tx, audience);
    for (const userId of people) own.set(userId, ids);
  }
  return own;
}

/** People who are told of the same messages, together. */
function grouped(realmId: number, userIds: readonly number[], idsOf: (userId: number) => readonly number[]): Having[] {
  const groups = new Map<string, { ids: readonly number[]; users: number[] }>();
  const keys = new Map<readonly number[], string>();
  for (const userId of userIds) {
    const ids = idsOf(userId);
    if (ids.length === 0) continue;
    const key = keys.get(ids) ?? ids.join();
    keys.set(ids, key);
    const group = groups.get(key);
    if (group) group.users.push(userId);
    else groups.set(key, { ids, users: [userId] });
  }
  return [...groups.values()].map(({ ids, users }) => ({ ids, audience: toUsers(realmId, users.sort(ascending)) }));
}

function intersection(a: readonly number[], b: readonly number[]): readonly number[] {
  if (a === b) return a;
  const those = new Set(b);
  const common = a.filter((id) => those.has(id));
  return common.length === a.length ? a : common;
}

/** Computes once what is asked for the same two lists again and again. */
function once(compute: (a: readonly number[], b: readonly number[]) => readonly number[]) {
  const known = new Map<readonly number[], Map<readonly number[], readonly number[]>>();
  return (a: readonly number[], b: readonly number[]) => {
    const ofA = known.get(a) ?? new Map<readonly number[], readonly number[]>();
    known.set(a, ofA);
    const result = ofA.get(b) ?? compute(a, b);
    ofA.set(b, result);
    return result;
  };
}
