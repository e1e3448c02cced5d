import { ServerBusy } from "#kernel/http/errors.ts";
import { inSlices, type Pausable } from "#kernel/slices.ts";
import { required } from "#kernel/required.ts";
import type { KeptTexts, MessageText, OpenTexts } from "./kept-texts.ts";
import { textOf } from "./message-text.ts";
import { nearestOf, type PageLimit } from "./page-limit.ts";
import { type LoadedPage, loadPage, MANY, type PageRow, type PageWish, type TextRow } from "./page-statement.ts";

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
export interface FoundPage extends Omit<LoadedPage, "rows" | "texts"> {
  readonly found: readonly FoundMessage[];
  /** Whether those that are farthest away from the anchor on a side are left out, because all of them would be too much. */
  readonly isCutBefore: boolean;
  readonly isCutAfter: boolean;
}

/** A page is asked for so often, if its messages change each time; nearly always once. */
const MOST_TIMES = 20;

/**
 * Finds messages and their texts, all at one moment: where texts are kept, with one statement; else it is run again, and brings
 * those that were missing. What changes in between is missing again, and then brought each time.
 * @throws ServerBusy where that has no end
 */
export async function findPage(
  wish: PageWish,
  source: TextSource,
  limit: PageLimit | ((anchor: number) => PageLimit),
): Promise<FoundPage> {
  const kept = source === "anew" ? undefined : source.open(wish.applyMarkdown ? "html" : "markdown");
  let known: readonly number[] | "all" = "all";
  for (let times = 0; times < MOST_TIMES; times += 1) {
    const { rows, texts, ...page }: LoadedPage = await loadPage(wish, known);
    const { nearest, ...cuts } = nearestOf(
      rows,
      typeof limit === "function" ? limit(required(page.anchor ?? undefined)) : limit,
    );
    const { found, missing } = await inSlices(withTexts(nearest, texts, wish, kept));
    if (missing.size === 0) return { ...page, ...cuts, found };
    known = (known === "all" ? rows.map(({ id }) => id) : known).filter((id) => !missing.has(id));
  }
  throw new ServerBusy();
}

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
