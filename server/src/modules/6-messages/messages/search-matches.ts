import { sql } from "kysely";
import type { Message } from "@parlance/contract/entities/message.ts";
import type { Reader } from "#kernel/db/types.ts";
import { inSlices, type Pausable } from "#kernel/slices.ts";
import { escapeHtml, Highlighter, marksFor } from "#search/highlight.ts";
import type { TextQuery } from "#search/query.ts";

/** What a search found a message by. */
export interface Match {
  /** Its content as HTML. */
  readonly match_content: string;
  /** Its topic as HTML. */
  readonly match_subject: string;
}

/** The content of messages as HTML, by their ids, whichever form of it they are shown in. */
export async function htmlOf(db: Reader, messages: readonly Message[]): Promise<ReadonlyMap<number, string>> {
  const sources = messages.filter(({ content_type }) => content_type !== "text/html").map(({ id }) => id);
  const known = messages.filter(({ content_type }) => content_type === "text/html");
  if (sources.length === 0) return new Map(known.map(({ id, content }) => [id, content]));
  const rows = await db
    .selectFrom("message")
    .select(["id", "rendered_content"])
    .where("id", "=", sql<number>`any(${sources}::bigint[])`)
    .execute();
  return new Map(rows.map(({ id, rendered_content }) => [id, rendered_content]));
}

/** What messages say, as HTML, with what was searched for marked; null: nothing was. */
export async function matchesIn(
  db: Reader,
  query: TextQuery | null,
  messages: readonly { readonly html: string; readonly topic: string }[],
): Promise<Match[]> {
  const pairs = messages.map(({ html, topic }) => ({ match_content: html, match_subject: escapeHtml(topic) }));
  if (!query) return pairs;
  const marks = await marksFor(
    db,
    query,
    pairs.flatMap((pair) => Object.values(pair)),
  );
  return inSlices(marked(pairs, new Highlighter(marks)));
}

function* marked(pairs: readonly Match[], highlighter: Highlighter): Pausable<Match[]> {
  const matches: Match[] = [];
  for (const { match_content, match_subject } of pairs) {
    matches.push({
      match_content: yield* highlighter.highlight(match_content),
      match_subject: yield* highlighter.highlight(match_subject),
    });
  }
  return matches;
}
