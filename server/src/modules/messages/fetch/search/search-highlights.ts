import type { Reader } from "#kernel/db/types.ts";
import { inSlices, type Pausable } from "#kernel/time-slicing.ts";
import { escapeHtml, Highlighter, marksFor } from "#search/highlighting/highlighter.ts";
import type { TextQuery } from "#search/text-query.ts";

/** What a search found a message by. */
export interface Match {
  /** Its content as HTML. */
  readonly match_content: string;
  /** Its topic as HTML. */
  readonly match_subject: string;
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
