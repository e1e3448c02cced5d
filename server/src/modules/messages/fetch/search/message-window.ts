import { sql, type RawBuilder } from "kysely";
import type { Reader } from "@parlance/kernel/db/types.ts";
import { findIds, type IdsQuery } from "./matching-ids.ts";
import type { IdRange } from "./id-range.ts";
import { restrictToUnread, type MessageSearch } from "./message-search.ts";
import { matchingIdsQuery } from "./text-matching-ids.ts";

/** All message ids are between these two values. */
export const MIN_MESSAGE_ID = 0;
export const MAX_MESSAGE_ID = 10_000_000_000_000_000;

/** A request for some of the messages that match a search: some before and some after an anchor. */
export interface WindowRequest {
  /** An id, whether or not such a message exists. `MIN_MESSAGE_ID` and `MAX_MESSAGE_ID` represent the ends. */
  readonly anchor: number;
  readonly numBefore: number;
  readonly numAfter: number;
  /** True if the message at the anchor is requested too. */
  readonly includeAnchor: boolean;
}

/** The same around an anchor that is still to be resolved: `load` uses the id that the query named `anchor` finds. */
export type UnresolvedWindowRequest = Omit<WindowRequest, "anchor"> & { readonly anchor: "sought" };

export interface MessageWindow<M> {
  readonly anchor: number;
  /** Ascending by id. */
  readonly messages: M[];
  readonly foundAnchor: boolean;
  /** True if no older message matches. */
  readonly foundOldest: boolean;
  readonly foundNewest: boolean;
}

interface WithId {
  readonly id: number;
}

/** The loaded messages around an anchor. */
export interface LoadedWindow<M> {
  readonly messages: readonly M[];
  /** The anchor's id, if it had to be resolved. */
  readonly anchor?: number | null;
  /** True if the messages farthest from the anchor on this side are omitted because the window would be too large. */
  readonly isCutBefore?: boolean;
  readonly isCutAfter?: boolean;
}

/** Finds the messages around an anchor that match a search. `load` fetches their data by id. */
export async function findMessageWindow<M extends WithId>(
  search: MessageSearch,
  request: WindowRequest | UnresolvedWindowRequest,
  load: (ids: IdsQuery) => Promise<LoadedWindow<M>>,
): Promise<MessageWindow<M>> {
  const isSought = request.anchor === "sought";
  const nothing = { messages: [], anchor: isSought ? MAX_MESSAGE_ID : request.anchor, foundAnchor: false };
  if (!search.conversations) return { ...nothing, foundOldest: true, foundNewest: true };
  const numBefore = request.anchor === MIN_MESSAGE_ID ? 0 : request.numBefore;
  const numAfter = request.anchor === MAX_MESSAGE_ID ? 0 : request.numAfter;
  const stretches = idRangesAround({ ...request, numBefore, numAfter });
  const loaded: LoadedWindow<M> =
    stretches.length > 0 || isSought ? await load(await matchingIdsQuery(search, stretches)) : nothing;
  const { messages, isCutBefore = false, isCutAfter = false } = loaded;
  const anchor = loaded.anchor ?? nothing.anchor;
  const before = messages.filter(({ id }) => id < anchor);
  const at = messages.filter(({ id }) => id === anchor);
  const after = messages.filter(({ id }) => id > anchor);
  return {
    messages: [...(numBefore > 0 ? before.slice(-numBefore) : []), ...at, ...after.slice(0, numAfter)],
    anchor,
    foundAnchor: at.length > 0,
    foundOldest: anchor === MIN_MESSAGE_ID || (before.length < numBefore && !isCutBefore),
    foundNewest: anchor === MAX_MESSAGE_ID || (after.length < numAfter && !isCutAfter),
  };
}

/**
 * One range for each requested side. If the anchor is included, it belongs to one of them, whose limit allows for it.
 */
function idRangesAround({
  anchor,
  numBefore,
  numAfter,
  includeAnchor,
}: WindowRequest | UnresolvedWindowRequest): IdRange[] {
  const isAnEnd = anchor === MIN_MESSAGE_ID || anchor === MAX_MESSAGE_ID;
  const isWithAfter = includeAnchor && !isAnEnd && (numAfter > 0 || numBefore === 0);
  const isWithBefore = includeAnchor && !isAnEnd && !isWithAfter;
  const at: RawBuilder<number> = anchor === "sought" ? sql`(select id from anchor)` : sql`${anchor}::bigint`;
  // Only text searches need the boundary. They resolve the anchor first.
  const edge = anchor === "sought" ? NaN : anchor;
  const before: IdRange = {
    ids: (id) => (isWithBefore ? sql`${id} <= ${at}` : sql`${id} < ${at}`),
    from: "newest",
    boundary: edge + Number(isWithBefore),
    limit: numBefore + Number(isWithBefore),
  };
  const after: IdRange = {
    ids: (id) => (isWithAfter ? sql`${id} >= ${at}` : sql`${id} > ${at}`),
    from: "oldest",
    boundary: edge + Number(!isWithAfter),
    limit: numAfter + Number(isWithAfter),
  };
  return [before, after].filter(({ limit }) => limit > 0);
}

/** Query for the first unread message: the oldest unread message that matches, or `MAX_MESSAGE_ID` if there is none. */
export async function firstUnreadQuery(search: MessageSearch): Promise<IdsQuery> {
  const oldest: IdRange = { ids: () => sql`true`, from: "oldest", boundary: MIN_MESSAGE_ID, limit: 1 };
  const ids = await matchingIdsQuery(await restrictToUnread(search), [oldest]);
  return sql`select coalesce(min(id), ${sql.lit(MAX_MESSAGE_ID)}::bigint) as id from (${ids}) as unread`;
}

/** The same, executed. */
export async function findFirstUnread(db: Reader, search: MessageSearch): Promise<number> {
  const [first] = await findIds(db, await firstUnreadQuery(search));
  return first?.id ?? MAX_MESSAGE_ID;
}
