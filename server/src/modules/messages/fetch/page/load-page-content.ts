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

/** Source of texts: the cache, or always the database, when more than the cached fields are needed. */
export type ContentSource = MessageContentCache | "anew";

/** A message with its content. */
export interface MessageWithContent {
  readonly row: PageRow;
  readonly shared: SharedMessageJson;
  /** The columns that the content was created from. Undefined if it was cached. */
  readonly contentRow: ContentRow | undefined;
}

/** Messages with their content. */
export interface PageWithContent extends Omit<LoadedPage, "rows" | "texts" | "isTooMuch"> {
  readonly found: readonly MessageWithContent[];
  /** True if the messages farthest from the anchor on this side are omitted because the page would be too large. */
  readonly isCutBefore: boolean;
  readonly isCutAfter: boolean;
}

/**
 * Maximum number of attempts to load a page. Nearly always one suffices. More are needed if its messages change each
 * time or have too many additions.
 */
const MAX_LOAD_ATTEMPTS = 30;

/**
 * Loads messages with their content, all as of one moment. One statement suffices if all contents are cached. Otherwise
 * it is run again and also loads the missing contents. Messages that change in between are missing again, and are then
 * always loaded. If the additions to the messages are too large to be loaded, the nearest half of the messages is
 * requested instead.
 * @throws ServerBusy if this does not end within the maximum number of attempts
 * @throws MessagesTooLong if the messages exceed the limit and none may be omitted
 */
export async function loadPageContent(
  wish: LoadPageOptions,
  source: ContentSource,
  limit: PageLimit | ((anchor: number) => PageLimit),
): Promise<PageWithContent> {
  const kept = source === "anew" ? undefined : source.forFormat(wish.applyMarkdown ? "html" : "markdown");
  let { ids } = wish;
  let known: readonly number[] | "all" = "all";
  const cuts = new Truncation();
  for (let times = 0; times < MAX_LOAD_ATTEMPTS; times += 1) {
    const { rows, texts, isTooMuch, ...page }: LoadedPage = await loadPage({ ...wish, ids }, known);
    const pageLimit = typeof limit === "function" ? limit(required(page.anchor ?? undefined)) : limit;
    const { nearest, ...left } = isTooMuch ? selectNearestHalf(rows, pageLimit.around) : selectNearest(rows, pageLimit);
    cuts.add(left);
    if (pageLimit.mustBeComplete && cuts.isCutAfter) throw new MessagesTooLong();
    if (isTooMuch) {
      ids = restrictIdsTo(wish.ids, nearest);
      continue;
    }
    const bytes = nearest.reduce((sum, { size }) => sum + size, 0);
    if (bytes > MIN_LARGE_WORK_BYTES) await wish.startLargeWork(bytes);
    const { found, missing } = await runInTimeSlices(attachContent(nearest, texts, wish, kept));
    if (missing.size === 0) {
      return { ...page, isCutBefore: cuts.isCutBefore, isCutAfter: cuts.isCutAfter, found };
    }
    known = (known === "all" ? rows.map(({ id }) => id) : known).filter((id) => !missing.has(id));
  }
  throw new ServerBusy();
}

/** Records on which sides of an anchor messages are omitted. */
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
  kept: FormatCache | undefined,
): PausableTask<{ found: MessageWithContent[]; missing: Set<number> }> {
  const brought = new Map(texts.map((text) => [text.id, text]));
  const [found, missing] = [[] as MessageWithContent[], new Set<number>()];
  for (const [index, row] of rows.entries()) {
    if (index % MESSAGES_PER_SLICE === 0) yield;
    const contentRow = brought.get(row.id);
    const shared = contentRow ? createSharedMessageJson(contentRow, applyMarkdown) : kept?.get(row.id, row.version);
    if (contentRow && shared) kept?.put(row.id, shared);
    if (shared) found.push({ row, shared, contentRow });
    else missing.add(row.id);
  }
  return { found, missing };
}
