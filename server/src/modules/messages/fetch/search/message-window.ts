import { sql, type RawBuilder } from "kysely";
import type { Reader } from "#kernel/db/types.ts";
import { findIds, type IdsQuery } from "./matching-ids.ts";
import type { Stretch } from "./id-range.ts";
import { amongUnread, type Search } from "./message-search.ts";
import { idsFor } from "./text-matching-ids.ts";

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

/** The same, around an anchor that is still to be found: `load` looks for what the query named `anchor` finds. */
export type SoughtWindowRequest = Omit<WindowRequest, "anchor"> & { readonly anchor: "sought" };

export interface Window<M> {
  readonly anchor: number;
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
  /** The anchor, where it was sought. */
  readonly anchor?: number | null;
  /** Whether those that are farthest away from it on a side are left out, because all of them would be too much. */
  readonly isCutBefore?: boolean;
  readonly isCutAfter?: boolean;
}

/** The messages around an anchor that match a search; `load` fetches what is wanted of them, by their ids. */
export async function findWindow<M extends WithId>(
  search: Search,
  request: WindowRequest | SoughtWindowRequest,
  load: (ids: IdsQuery) => Promise<Loaded<M>>,
): Promise<Window<M>> {
  const isSought = request.anchor === "sought";
  const nothing = { messages: [], anchor: isSought ? NEWEST : request.anchor, foundAnchor: false };
  if (!search.conversations) return { ...nothing, foundOldest: true, foundNewest: true };
  const numBefore = request.anchor === OLDEST ? 0 : request.numBefore;
  const numAfter = request.anchor === NEWEST ? 0 : request.numAfter;
  const stretches = stretchesOf({ ...request, numBefore, numAfter });
  const loaded: Loaded<M> = stretches.length > 0 || isSought ? await load(await idsFor(search, stretches)) : nothing;
  const { messages, isCutBefore = false, isCutAfter = false } = loaded;
  const anchor = loaded.anchor ?? nothing.anchor;
  const before = messages.filter(({ id }) => id < anchor);
  const at = messages.filter(({ id }) => id === anchor);
  const after = messages.filter(({ id }) => id > anchor);
  return {
    messages: [...(numBefore > 0 ? before.slice(-numBefore) : []), ...at, ...after.slice(0, numAfter)],
    anchor,
    foundAnchor: at.length > 0,
    foundOldest: anchor === OLDEST || (before.length < numBefore && !isCutBefore),
    foundNewest: anchor === NEWEST || (after.length < numAfter && !isCutAfter),
  };
}

/** One stretch on each side that is asked for. The anchor belongs to one of them, which has room for it. */
function stretchesOf({ anchor, numBefore, numAfter, includeAnchor }: WindowRequest | SoughtWindowRequest): Stretch[] {
  const isAnEnd = anchor === OLDEST || anchor === NEWEST;
  const isWithAfter = includeAnchor && !isAnEnd && (numAfter > 0 || numBefore === 0);
  const isWithBefore = includeAnchor && !isAnEnd && !isWithAfter;
  const at: RawBuilder<number> = anchor === "sought" ? sql`(select id from anchor)` : sql`${anchor}::bigint`;
  // Only what searches for words asks for the edge, and it has to know the anchor before.
  const edge = anchor === "sought" ? NaN : anchor;
  const before: Stretch = {
    ids: (id) => (isWithBefore ? sql`${id} <= ${at}` : sql`${id} < ${at}`),
    from: "newest",
    edge: edge + Number(isWithBefore),
    limit: numBefore + Number(isWithBefore),
  };
  const after: Stretch = {
    ids: (id) => (isWithAfter ? sql`${id} >= ${at}` : sql`${id} > ${at}`),
    from: "oldest",
    edge: edge + Number(!isWithAfter),
    limit: numAfter + Number(isWithAfter),
  };
  return [before, after].filter(({ limit }) => limit > 0);
}

/** Where a reader should go on reading, as a query: the oldest unread message that matches, or `NEWEST`. */
export async function firstUnreadIn(search: Search): Promise<IdsQuery> {
  const oldest: Stretch = { ids: () => sql`true`, from: "oldest", edge: OLDEST, limit: 1 };
  const ids = await idsFor(await amongUnread(search), [oldest]);
  return sql`select coalesce(min(id), ${sql.lit(NEWEST)}::bigint) as id from (${ids}) as unread`;
}

/** The same, looked up. */
export async function firstUnread(db: Reader, search: Search): Promise<number> {
  const [first] = await findIds(db, await firstUnreadIn(search));
  return first?.id ?? NEWEST;
}
