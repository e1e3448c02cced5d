import { sql } from "kysely";
import { ServerBusy } from "@parlance/kernel/http/errors.ts";
import { MIN_LARGE_WORK_BYTES } from "@parlance/kernel/http/large-work.ts";
import { runInTimeSlices, type PausableTask } from "@parlance/kernel/base/time-slicing.ts";
import { required } from "@parlance/kernel/base/required.ts";
import type { IdsQuery } from "../search/matching-ids.ts";
import type { MessageContentCache, SharedMessageJson, FormatCache } from "./message-content-cache.ts";
import { createSharedMessageJson } from "./shared-message-json.ts";
import { selectNearestHalf, selectNearest, type PageLimit } from "./page-size-limit.ts";
import { MessagesTooLong } from "../errors.ts";
import {
  type LoadedPage,
  loadPage,
  MESSAGES_PER_SLICE,
  type PageRow,
  type LoadPageOptions,
  type ContentRow,
} from "./load-page.ts";

/**
 * Source of message contents: the cache, or "anew" to always read the database. The database is needed for fields that
 * the cache does not contain.
 */
export type ContentSource = MessageContentCache | "anew";

/** A message with its content. */
export interface MessageWithContent {
  readonly row: PageRow;
  readonly shared: SharedMessageJson;
  /** The columns from which the content was created. Undefined if the content was in the cache. */
  readonly contentRow: ContentRow | undefined;
}

/** The messages of a page, with their content. */
export interface PageWithContent extends Omit<LoadedPage, "rows" | "texts" | "isTooMuch"> {
  readonly found: readonly MessageWithContent[];
  /**
   * True if the page would be too large, and messages before (`isCutAfter`: after) the anchor are therefore omitted.
   * Those farthest from the anchor are omitted first.
   */
  readonly isCutBefore: boolean;
  readonly isCutAfter: boolean;
}

/**
 * Maximum number of attempts to load a page. One or two attempts nearly always suffice. More are needed if messages on
 * the page change during each attempt, or if submessages and other modules' fields are too large.
 */
const MAX_LOAD_ATTEMPTS = 30;

/**
 * Loads messages with their content, all from the same database snapshot. If the cache contains all contents, this
 * executes one statement. Otherwise the statement is executed again, and also loads the missing contents. If further
 * messages have changed in the meantime, the statement is executed once more, with their contents. If the messages'
 * submessages and other modules' fields are too large to be loaded together, only the half of the messages that is
 * nearest to the anchor is loaded.
 * @throws ServerBusy if the page is still incomplete after `MAX_LOAD_ATTEMPTS` attempts
 * @throws MessagesTooLong if the messages exceed the limit and none of them may be omitted
 */
export async function loadPageContent(
  options: LoadPageOptions,
  source: ContentSource,
  limit: PageLimit | ((anchor: number) => PageLimit),
): Promise<PageWithContent> {
  const cache = source === "anew" ? undefined : source.forFormat(options.applyMarkdown ? "html" : "markdown");
  let { ids } = options;
  let known: readonly number[] | "all" = "all";
  const cuts = new Truncation();
  for (let times = 0; times < MAX_LOAD_ATTEMPTS; times += 1) {
    const { rows, texts, isTooMuch, ...page }: LoadedPage = await loadPage({ ...options, ids }, known);
    const pageLimit = typeof limit === "function" ? limit(required(page.anchor ?? undefined)) : limit;
    const { nearest, ...left } = isTooMuch ? selectNearestHalf(rows, pageLimit.around) : selectNearest(rows, pageLimit);
    cuts.add(left);
    if (pageLimit.mustBeComplete && cuts.isCutAfter) throw new MessagesTooLong();
    if (isTooMuch) {
      ids = restrictIdsTo(options.ids, nearest);
      continue;
    }
    const bytes = nearest.reduce((sum, { size }) => sum + size, 0);
    if (bytes > MIN_LARGE_WORK_BYTES) await options.startLargeWork(bytes);
    const { found, missing } = await runInTimeSlices(attachContent(nearest, texts, options, cache));
    if (missing.size === 0) {
      return { ...page, isCutBefore: cuts.isCutBefore, isCutAfter: cuts.isCutAfter, found };
    }
    known = (known === "all" ? rows.map(({ id }) => id) : known).filter((id) => !missing.has(id));
  }
  throw new ServerBusy();
}

/** Records whether messages before or after the anchor have been omitted. */
class Truncation {
  isCutBefore = false;
  isCutAfter = false;

  add({ isCutBefore, isCutAfter }: Readonly<Record<"isCutBefore" | "isCutAfter", boolean>>): void {
    this.isCutBefore ||= isCutBefore;
    this.isCutAfter ||= isCutAfter;
  }
}

const restrictIdsTo = (ids: IdsQuery, messages: readonly PageRow[]): IdsQuery => sql`
  select id from (${ids}) as wished where id = any(${messages.map(({ id }) => id)}::bigint[])`;

function* attachContent(
  rows: readonly PageRow[],
  texts: readonly ContentRow[],
  { applyMarkdown }: LoadPageOptions,
  cache: FormatCache | undefined,
): PausableTask<{ found: MessageWithContent[]; missing: Set<number> }> {
  const brought = new Map(texts.map((text) => [text.id, text]));
  const [found, missing] = [[] as MessageWithContent[], new Set<number>()];
  for (const [index, row] of rows.entries()) {
    if (index % MESSAGES_PER_SLICE === 0) yield;
    const contentRow = brought.get(row.id);
    const shared = contentRow ? createSharedMessageJson(contentRow, applyMarkdown) : cache?.get(row.id, row.version);
    if (contentRow && shared) cache?.put(row.id, shared);
    if (shared) found.push({ row, shared, contentRow });
    else missing.add(row.id);
  }
  return { found, missing };
}
