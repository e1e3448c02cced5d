import { sql } from "kysely";
import type { Reader } from "#kernel/db/types.ts";
import { findIds, type IdsQuery, type Stretch } from "./candidates.ts";
import { amongUnread, type Search } from "./search.ts";
import { idsFor } from "./text-candidates.ts";

/** Ids of messages are between these two. */
export const OLDEST = 0;
export const NEWEST = 10_000_000_000_000_000;

/** Which of the messages that match a search are wanted: some before and some after an anchor. */
export interface WindowRequest {
  /** An id, whether or not there is such a message; `OLDEST` and `NEWEST` stand for the ends. */
  readonly anchor: number;
  readonly numBefore: number;
  readonly numAfter: number;
  /** Whether the message at the anchor is wanted too. */
  readonly includeAnchor: boolean;
}

export interface Window<M> {
  /** In ascending order of their ids. */
  readonly messages: M[];
  readonly foundAnchor: boolean;
  /** Whether nothing that matches is older. */
  readonly foundOldest: boolean;
  readonly foundNewest: boolean;
}

interface WithId {
  readonly id: number;
}

/** What was loaded of the messages around an anchor. */
export interface Loaded<M> {
  readonly messages: readonly M[];
  /** Whether those that are farthest away from it on a side are left out, because all of them would be too much. */
  readonly isCutBefore?: boolean;
  readonly isCutAfter?: boolean;
}

/** The messages around an anchor that match a search; `load` fetches what is wanted of them, by their ids. */
export async function findWindow<M extends WithId>(
  search: Search,
  request: WindowRequest,
  load: (ids: IdsQuery) => Promise<Loaded<M>>,
): Promise<Window<M>> {
  if (!search.conversations) return { messages: [], foundAnchor: false, foundOldest: true, foundNewest: true };
  const { anchor } = request;
  const numBefore = anchor === OLDEST ? 0 : request.numBefore;
  const numAfter = anchor === NEWEST ? 0 : request.numAfter;
  const stretches = stretchesOf({ ...request, numBefore, numAfter });
  const loaded = stretches.length > 0 ? await load(await idsFor(search, stretches)) : { messages: [] };
  const { messages, isCutBefore = false, isCutAfter = false } = loaded;
  const before = messages.filter(({ id }) => id < anchor);
  const at = messages.filter(({ id }) => id === anchor);
  const after = messages.filter(({ id }) => id > anchor);
  return {
    messages: [...(numBefore > 0 ? before.slice(-numBefore) : []), ...at, ...after.slice(0, numAfter)],
    foundAnchor: at.length > 0,
    foundOldest: anchor === OLDEST || (before.length < numBefore && !isCutBefore),
    foundNewest: anchor === NEWEST || (after.length < numAfter && !isCutAfter),
  };
}

/** One stretch on each side that is asked for. The anchor belongs to one of them, which has room for it. */
function stretchesOf({ anchor, numBefore, numAfter, includeAnchor }: WindowRequest): Stretch[] {
  const isAnEnd = anchor === OLDEST || anchor === NEWEST;
  const isWithAfter = includeAnchor && !isAnEnd && (numAfter > 0 || numBefore === 0);
  const isWithBefore = includeAnchor && !isAnEnd && !isWithAfter;
  const before: Stretch = {
    ids: (id) => (isWithBefore ? sql`${id} <= ${anchor}::bigint` : sql`${id} < ${anchor}::bigint`),
    from: "newest",
    edge: anchor + Number(isWithBefore),
    limit: numBefore + Number(isWithBefore),
  };
  const after: Stretch = {
    ids: (id) => (isWithAfter ? sql`${id} >= ${anchor}::bigint` : sql`${id} > ${anchor}::bigint`),
    from: "oldest",
    edge: anchor + Number(!isWithAfter),
    limit: numAfter + Number(isWithAfter),
  };
  return [before, after].filter(({ limit }) => limit > 0);
}

/** Where a reader should go on reading: the oldest unread message that matches, or `NEWEST`. */
export async function firstUnread(db: Reader, search: Search): Promise<number> {
  const oldest: Stretch = { ids: () => sql`true`, from: "oldest", edge: OLDEST, limit: 1 };
  const [first] = await findIds(db, await idsFor(await amongUnread(search), [oldest]));
  return first?.id ?? NEWEST;
}
