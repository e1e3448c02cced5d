import { sql, type RawBuilder } from "kysely";
import type { Reader } from "@parlance/kernel/db/types.ts";
import { findIds, type IdsQuery } from "./matching-ids.ts";
import type { IdRange } from "./id-range.ts";
import { restrictToUnread, type MessageSearch } from "./message-search.ts";
import { matchingIdsQuery } from "./text-matching-ids.ts";

/** Anchors before the first and after the last possible message id. */
export const MIN_MESSAGE_ID = 0;
export const MAX_MESSAGE_ID = 10_000_000_000_000_000;

/** A request for messages that match a search, up to `numBefore` before and `numAfter` after an anchor. */
export interface WindowRequest {
  /**
   * A message id; no message with this id needs to exist. `MIN_MESSAGE_ID` and `MAX_MESSAGE_ID` stand for the oldest
   * and newest end.
   */
  readonly anchor: number;
  readonly numBefore: number;
  readonly numAfter: number;
  /** True if the message at the anchor is requested too, if it matches. */
  readonly includeAnchor: boolean;
}

/**
 * A request for messages around an anchor whose id is not known yet. The function `load` must run a query named
 * `anchor` that finds the id.
 */
export type UnresolvedWindowRequest = Omit<WindowRequest, "anchor"> & { readonly anchor: "sought" };

export interface MessageWindow<M> {
  readonly anchor: number;
  /** Ascending by id. */
  readonly messages: M[];
  readonly foundAnchor: boolean;
  /** True if it is known that no older message matches the search. */
  readonly foundOldest: boolean;
  readonly foundNewest: boolean;
}

interface WithId {
  readonly id: number;
}

/** The loaded messages around an anchor. */
export interface LoadedWindow<M> {
  readonly messages: readonly M[];
  /** The anchor's id, if `load` has looked it up. */
  readonly anchor?: number | null;
  /**
   * True if messages before (`isCutAfter`: after) the anchor are omitted because the window would be too large. Those
   * farthest from the anchor are omitted first.
   */
  readonly isCutBefore?: boolean;
  readonly isCutAfter?: boolean;
}

/**
 * Finds the messages around an anchor that match a search. `load` receives the query for their ids, and loads their
 * data.
 */
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
  const ranges = idRangesAround({ ...request, numBefore, numAfter });
  const loaded: LoadedWindow<M> =
    ranges.length > 0 || isSought ? await load(await matchingIdsQuery(search, ranges)) : nothing;
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
 * Returns the ranges before and after the anchor, if messages are requested there. If the message at the anchor is
 * requested too, it is in one of the ranges, and counts toward its limit.
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
  // The boundary is only needed by text searches, which resolve the anchor beforehand.
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

/**
 * Returns a query for the id of the first unread message: the oldest one that matches. The query returns
 * `MAX_MESSAGE_ID` if no matching message is unread.
 */
export async function firstUnreadQuery(search: MessageSearch): Promise<IdsQuery> {
  const oldest: IdRange = { ids: () => sql`true`, from: "oldest", boundary: MIN_MESSAGE_ID, limit: 1 };
  const ids = await matchingIdsQuery(await restrictToUnread(search), [oldest]);
  return sql`select coalesce(min(id), ${sql.lit(MAX_MESSAGE_ID)}::bigint) as id from (${ids}) as unread`;
}

/** Finds the id of the first unread message that matches. Returns `MAX_MESSAGE_ID` if no matching message is unread. */
export async function findFirstUnread(db: Reader, search: MessageSearch): Promise<number> {
  const [first] = await findIds(db, await firstUnreadQuery(search));
  return first?.id ?? MAX_MESSAGE_ID;
}
