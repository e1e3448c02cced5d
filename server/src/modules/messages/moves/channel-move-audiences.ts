import { ascending, difference, union } from "@parlance/contract/state/list-operations.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { toUsers } from "@parlance/kernel/events/audience.ts";
import type { Write } from "@parlance/kernel/http/context.ts";
import { isHistoryShared } from "@parlance/contract/rules/channel-access.ts";
import type { VisibleMessages } from "#modules/messages/core/subscriber-visibility.ts";
import { loadConnectedMessages, loadAudienceUsers, filterChannelReaders, loadSubscribers } from "./channel-readers.ts";
import type { PlannedMove } from "./planned-move.ts";

/**
 * The messages that users could see before the move, in the old channel, and those that users can see after it, in the
 * new one.
 */
interface MoveVisibility {
  readonly before: readonly VisibleMessages[];
  readonly after: readonly VisibleMessages[];
}

/** The audiences of the events about a move to another channel. */
interface MoveAudiences {
  readonly moved: readonly VisibleMessages[];
  /**
   * Users who receive an event about the move but could not read the messages in the old channel. The event must not
   * name this channel.
   */
  readonly movedFromHidden: readonly VisibleMessages[];
  readonly deleted: readonly VisibleMessages[];
}

/** Message ids by user id. Users with the same messages share one array, so that they can be grouped by it. */
type MessageIdsByUser = ReadonlyMap<number, readonly number[]>;

const NO_IDS: readonly number[] = [];

/**
 * Computes which users receive which events after messages were moved to another channel. Users who had a message and
 * can read it in the new channel receive a move event. Users who had it and can no longer read it receive a deletion
 * event. Users who have it only in the new channel receive a move event; the event contains the message's origin only
 * if they can see it.
 */
export async function loadMoveAudiences(
  { tx, realm }: Write,
  relocation: PlannedMove,
  havings: MoveVisibility,
): Promise<MoveAudiences> {
  const [before, after] = [await messageIdsByUser(tx, havings.before), await messageIdsByUser(tx, havings.after)];
  const readable = await loadReadableIds(tx, relocation, [...before.keys()]);
  const newcomers = difference([...after.keys()], [...before.keys()]);
  // If the old channel has protected history, users who did not have the messages could not read them there, even if
  // they can read the channel. They must not be shown the origin.
  const { channel: source } = relocation.from;
  const familiar = isHistoryShared(source) ? await filterChannelReaders(tx, source.id, newcomers) : new Set<number>();
  const outsiders = newcomers.filter((userId) => !familiar.has(userId));
  const others = difference([...new Set([...before.keys(), ...after.keys()])], outsiders);
  const groupByIds = (idsOf: (userId: number) => readonly number[]) => groupUsersByIds(realm.id, others, idsOf);
  const had = (userId: number) => before.get(userId) ?? NO_IDS;
  const combine = memoizePairs((visibleBefore: readonly number[], got: readonly number[]) =>
    visibleBefore === got || got.length === 0 ? visibleBefore : union(visibleBefore, got),
  );
  const both = memoizePairs(intersection);
  const rest = memoizePairs((a, b) => (a === b ? NO_IDS : difference(a, b)));
  return {
    moved: groupByIds((userId) => combine(both(had(userId), readable(userId)), after.get(userId) ?? NO_IDS)),
    movedFromHidden: groupUsersByIds(realm.id, outsiders, (userId) => after.get(userId) ?? NO_IDS),
    deleted: groupByIds((userId) => rest(rest(had(userId), readable(userId)), after.get(userId) ?? NO_IDS)),
  };
}

/** Returns a function that gives the messages that a user can read in the new channel. */
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

/** Groups users with the same messages into audiences. */
function groupUsersByIds(
  realmId: number,
  userIds: readonly number[],
  idsOf: (userId: number) => readonly number[],
): VisibleMessages[] {
  const byList = Map.groupBy(userIds, idsOf);
  byList.delete(NO_IDS);
  // Lists are compared by their contents only if there are several, because that blocks the event loop if they are long.
  const keyOf = (ids: readonly number[]) => (byList.size > 1 ? ids.join() : "");
  const groups = Map.groupBy(
    [...byList].filter(([ids]) => ids.length > 0),
    ([ids]) => keyOf(ids),
  );
  return [...groups.values()].map((lists) => ({
    ids: lists[0]?.[0] ?? NO_IDS,
    audience: toUsers(realmId, lists.flatMap(([, users]) => users).sort(ascending)),
  }));
}

function intersection(a: readonly number[], b: readonly number[]): readonly number[] {
  if (a === b) return a;
  const those = new Set(b);
  const common = a.filter((id) => those.has(id));
  return common.length === a.length ? a : common;
}

/** Caches the results of a computation on pairs of lists. Many users have the same pair. */
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
