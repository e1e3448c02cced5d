import { sql } from "kysely";
import { ServerBusy } from "#kernel/http/errors.ts";
import { LARGE_WORK_BYTES } from "#kernel/http/large-work.ts";
import { inSlices, type Pausable } from "#kernel/time-slicing.ts";
import { required } from "#kernel/required.ts";
import type { IdsQuery } from "../search/matching-ids.ts";
import type { KeptTexts, MessageText, OpenTexts } from "./message-content-cache.ts";
import { textOf } from "./shared-message-json.ts";
import { nearestHalf, nearestOf, type PageLimit } from "./page-size-limit.ts";
import { MessagesTooLong } from "../errors.ts";
import { type LoadedPage, loadPage, MANY, type PageRow, type PageWish, type TextRow } from "./load-page.ts";

/** Where texts may come from: from those that are kept, or anew, because more of them is needed than is kept. */
export type TextSource = KeptTexts | "anew";

/** A message and its text. */
export interface FoundMessage {
  readonly row: PageRow;
  readonly text: MessageText;
  /** What the text was made of just now. */
  readonly fresh: TextRow | undefined;
}

/** Messages with their texts. */
export interface FoundPage extends Omit<LoadedPage, "rows" | "texts" | "isTooMuch"> {
  readonly found: readonly FoundMessage[];
  /** Whether those that are farthest away from the anchor on a side are left out, because all of them would be too much. */
  readonly isCutBefore: boolean;
  readonly isCutAfter: boolean;
}

/** A page is asked for so often, if its messages change each time or have too much added to them; nearly always once. */
const MOST_TIMES = 30;

/**
 * Finds messages and their texts, all at one moment: where texts are kept, with one statement; else it is run again, and brings
 * those that were missing. What changes in between is missing again, and then brought each time. Where messages have so much
 * added to them that it is not loaded, the nearest half of them is asked for.
 * @throws ServerBusy where that has no end
 * @throws MessagesTooLong where more is found than the limit takes, and nothing may be left out
 */
export async function findPage(
  wish: PageWish,
  source: TextSource,
  limit: PageLimit | ((anchor: number) => PageLimit),
): Promise<FoundPage> {
  const kept = source === "anew" ? undefined : source.open(wish.applyMarkdown ? "html" : "markdown");
  let { ids } = wish;
  let known: readonly number[] | "all" = "all";
  const cuts = new Cuts();
  for (let times = 0; times < MOST_TIMES; times += 1) {
    const { rows, texts, isTooMuch, ...page }: LoadedPage = await loadPage({ ...wish, ids }, known);
    const pageLimit = typeof limit === "function" ? limit(required(page.anchor ?? undefined)) : limit;
    const { nearest, ...left } = isTooMuch ? nearestHalf(rows, pageLimit.around) : nearestOf(rows, pageLimit);
    cuts.add(left);
    if (pageLimit.isWhole && cuts.isCutAfter) throw new MessagesTooLong();
    if (isTooMuch) {
      ids = amongThese(wish.ids, nearest);
      continue;
    }
    const bytes = nearest.reduce((sum, { size }) => sum + size, 0);
    if (bytes > LARGE_WORK_BYTES) await wish.startLargeWork(bytes);
    const { found, missing } = await inSlices(withTexts(nearest, texts, wish, kept));
    if (missing.size === 0) {
      return { ...page, isCutBefore: cuts.isCutBefore, isCutAfter: cuts.isCutAfter, found };
    }
    known = (known === "all" ? rows.map(({ id }) => id) : known).filter((id) => !missing.has(id));
  }
  throw new ServerBusy();
}

/** On which sides of an anchor messages are left out. */
class Cuts {
  isCutBefore = false;
  isCutAfter = false;

  add({ isCutBefore, isCutAfter }: Readonly<Record<"isCutBefore" | "isCutAfter", boolean>>): void {
    this.isCutBefore ||= isCutBefore;
    this.isCutAfter ||= isCutAfter;
  }
}

const amongThese = (ids: IdsQuery, messages: readonly PageRow[]): IdsQuery => sql`
  select id from (${ids}) as wished where id = any(${messages.map(({ id }) => id)}::bigint[])`;

function* withTexts(
  rows: readonly PageRow[],
  texts: readonly TextRow[],
  { applyMarkdown }: PageWish,
  kept: OpenTexts | undefined,
): Pausable<{ found: FoundMessage[]; missing: Set<number> }> {
  const brought = new Map(texts.map((text) => [text.id, text]));
  const [found, missing] = [[] as FoundMessage[], new Set<number>()];
  for (const [index, row] of rows.entries()) {
    if (index % MANY === 0) yield;
    const fresh = brought.get(row.id);
    const text = fresh ? textOf(fresh, applyMarkdown) : kept?.get(row.id, row.version);
    if (fresh && text) kept?.put(row.id, text);
    if (text) found.push({ row, text, fresh });
    else missing.add(row.id);
  }
  return { found, missing };
}
