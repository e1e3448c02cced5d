import { sql, type RawBuilder } from "kysely";
import type { Reader } from "@parlance/kernel/db/types.ts";
import { findIds, type IdsQuery } from "./matching-ids.ts";
import type { IdRange } from "./id-range.ts";
import { restrictToUnread, type MessageSearch } from "./message-search.ts";
import { matchingIdsQuery } from "./text-matching-ids.ts";

/** Ids of messages are between these two. */
export const MIN_MESSAGE_ID = 0;
export const MAX_MESSAGE_ID = 10_000_000_000_000_000;

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
export type UnresolvedWindowRequest = Omit<WindowRequest, "anchor"> & { readonly anchor: "sought" };

export interface MessageWindow<M> {
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
export interface LoadedWindow<M> {
  readonly messages: readonly M[];
  /** The anchor, where it was sought. */
  readonly anchor?: number | null;
  /** Whether those that are farthest away from it on a side are left out, because all of them would be too much. */
  readonly isCutBefore?: boolean;
  readonly isCutAfter?: boolean;
}

/** The messages around an anchor that match a search; `load` fetches what is wanted of them, by their ids. */
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

/** One stretch on each side that is asked for. The anchor belongs to one of them, which has room for it. */
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
  // Only what searches for words asks for the edge, and it has to know the anchor before.
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

/** Where a reader should go on reading, as a query: the oldest unread message that matches, or `NEWEST`. */
export async function firstUnreadQuery(search: MessageSearch): Promise<IdsQuery> {
  const oldest: IdRange = { ids: () => sql`true`, from: "oldest", boundary: MIN_MESSAGE_ID, limit: 1 };
  const ids = await matchingIdsQuery(await restrictToUnread(search), [oldest]);
  return sql`select coalesce(min(id), ${sql.lit(MAX_MESSAGE_ID)}::bigint) as id from (${ids}) as unread`;
}

/** The same, looked up. */
export async function findFirstUnread(db: Reader, search: MessageSearch): Promise<number> {
  const [first] = await findIds(db, await firstUnreadQuery(search));
  return first?.id ?? MAX_MESSAGE_ID;
}
