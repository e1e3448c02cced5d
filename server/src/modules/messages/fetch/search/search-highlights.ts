import type { Reader } from "@parlance/kernel/db/types.ts";
import { runInTimeSlices, type PausableTask } from "@parlance/kernel/base/time-slicing.ts";
import { escapeHtml, Highlighter, loadHighlightTerms } from "#search/highlighting/highlighter.ts";
import type { TextQuery } from "#search/text-query.ts";

/** The content and topic of a message with highlighted search matches. */
export interface SearchHighlight {
  /** The content as HTML. */
  readonly match_content: string;
  /** The topic as HTML. */
  readonly match_subject: string;
}

/** Highlights the matches of a text search in messages. If `query` is null, returns the texts without highlights. */
export async function highlightMatches(
  db: Reader,
  query: TextQuery | null,
  messages: readonly { readonly html: string; readonly topic: string }[],
): Promise<SearchHighlight[]> {
  const pairs = messages.map(({ html, topic }) => ({ match_content: html, match_subject: escapeHtml(topic) }));
  if (!query) return pairs;
  const marks = await loadHighlightTerms(
    db,
    query,
    pairs.flatMap((pair) => Object.values(pair)),
  );
  return runInTimeSlices(highlightAll(pairs, new Highlighter(marks)));
}

function* highlightAll(pairs: readonly SearchHighlight[], highlighter: Highlighter): PausableTask<SearchHighlight[]> {
  const matches: SearchHighlight[] = [];
  for (const { match_content, match_subject } of pairs) {
    matches.push({
      match_content: yield* highlighter.highlight(match_content),
      match_subject: yield* highlighter.highlight(match_subject),
    });
  }
  return matches;
}
