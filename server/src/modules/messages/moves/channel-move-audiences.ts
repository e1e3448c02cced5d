import { ascending, difference, union } from "@parlance/contract/state/list-operations.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { toUsers } from "@parlance/kernel/events/audience.ts";
import type { Write } from "@parlance/kernel/http/context.ts";
import { isHistoryShared } from "@parlance/contract/rules/channel-access.ts";
import type { VisibleMessages } from "#modules/messages/core/subscriber-visibility.ts";
import { loadConnectedMessages, loadAudienceUsers, filterChannelReaders, loadSubscribers } from "./channel-readers.ts";
import type { PlannedMove } from "./planned-move.ts";

/** Who had which of the messages in the old channel, and who has which in the new one. */
interface MoveVisibility {
  readonly before: readonly VisibleMessages[];
  readonly after: readonly VisibleMessages[];
}

/** What whom is to be told: of messages that are in another channel now, and of messages that are out of their sight. */
interface MoveAudiences {
  readonly moved: readonly VisibleMessages[];
  /** The same for those who may not know where they were before. */
  readonly movedFromHidden: readonly VisibleMessages[];
  readonly deleted: readonly VisibleMessages[];
}

/** The same ids are the same array, so that people can be told together. */
type MessageIdsByUser = ReadonlyMap<number, readonly number[]>;

const NO_IDS: readonly number[] = [];

/**
 * Who gets which event when messages went to another channel. Readers who had a message and may read it in the new channel
 * hear of the move, and so do those who have it only there, but not necessarily from where. Readers who had it and may not
 * read it any more hear that it is deleted.
 */
export async function loadMoveAudiences(
  { tx, realm }: Write,
  relocation: PlannedMove,
  havings: MoveVisibility,
): Promise<MoveAudiences> {
  const [before, after] = [await messageIdsByUser(tx, havings.before), await messageIdsByUser(tx, havings.after)];
  const readable = await loadReadableIds(tx, relocation, [...before.keys()]);
  const newcomers = difference([...after.keys()], [...before.keys()]);
  // Where history is protected, newcomers could not read the messages, even if they can read the channel.
  const { channel: source } = relocation.from;
  const familiar = isHistoryShared(source) ? await filterChannelReaders(tx, source.id, newcomers) : new Set<number>();
  const strangers = newcomers.filter((userId) => !familiar.has(userId));
  const others = difference([...new Set([...before.keys(), ...after.keys()])], strangers);
  const told = (idsOf: (userId: number) => readonly number[]) => groupUsersByIds(realm.id, others, idsOf);
  const had = (userId: number) => before.get(userId) ?? NO_IDS;
  const combine = memoizePairs((kept: readonly number[], got: readonly number[]) =>
    kept === got || got.length === 0 ? kept : union(kept, got),
  );
  const both = memoizePairs(intersection);
  const rest = memoizePairs(difference);
  return {
    moved: told((userId) => combine(both(had(userId), readable(userId)), after.get(userId) ?? NO_IDS)),
    movedFromHidden: groupUsersByIds(realm.id, strangers, (userId) => after.get(userId) ?? NO_IDS),
    deleted: told((userId) => rest(rest(had(userId), readable(userId)), after.get(userId) ?? NO_IDS)),
  };
}

/** Which of the messages each of the users may read in the new channel. */
async function loadReadableIds(tx: Tx, { ids, to }: PlannedMove, userIds: readonly number[]) {
  const readers = await filterChannelReaders(tx, to.channel.id, userIds);
  if (isHistoryShared(to.channel)) return (userId: number) => (readers.has(userId) ? ids : NO_IDS);
  const inChannel = await loadSubscribers(tx, to.channel.id);
  const subscribers = new Set(inChannel);
  const own = await loadConnectedMessages(tx, difference([...readers], inChannel), ids);
  return (userId: number) => (subscribers.has(userId) ? ids : (own.get(userId) ?? NO_IDS));
}

async function messageIdsByUser(tx: Tx, havings: readonly VisibleMessages[]): Promise<MessageIdsByUser> {
  const own = new Map<number, readonly number[]>();
  for (const { audience, ids } of havings) {
    const people = audience.channel === undefined ? new Set(audience.users) : await loadAudienceUsers(tx, audience);
    for (const userId of people) own.set(userId, ids);
  }
  return own;
}

/** People who are told of the same messages, together. */
function groupUsersByIds(
  realmId: number,
  userIds: readonly number[],
  idsOf: (userId: number) => readonly number[],
): VisibleMessages[] {
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
function memoizePairs(compute: (a: readonly number[], b: readonly number[]) => readonly number[]) {
  const known = new Map<readonly number[], Map<readonly number[], readonly number[]>>();
  return (a: readonly number[], b: readonly number[]) => {
    const ofA = known.get(a) ?? new Map<readonly number[], readonly number[]>();
    known.set(a, ofA);
    const result = ofA.get(b) ?? compute(a, b);
    ofA.set(b, result);
    return result;
  };
}
