import type { StateInline } from "markdown-it";
import { contextOf } from "../render-context.ts";
import { toHref } from "../urls.ts";
import { applyCuts, element, OPAQUE, outlineOf, type Cut } from "./text-outline.ts";

/** The organization's own patterns, in what is still text when the rest of the syntax is known. The earlier one wins. */
export function linkify(state: StateInline): void {
  const { lookups, findings, quoteDepth } = contextOf(state.env);
  if (!lookups.linkifiers?.length) return;
  let outline = outlineOf(state.tokens);
  const cuts: Cut[] = [];
  for (const linkifier of lookups.linkifiers) {
    let rest = "";
    let end = 0;
    for (const match of linkifier.match(outline)) {
      const text = outline.slice(match.start, match.end);
      const href = toHref(match.url);
      if (href === null || match.start < end || text === "" || /[\uFFFC\n]/.test(text)) continue;
      findings.link(href, quoteDepth > 0);
      cuts.push({ at: match.start, length: text.length, tokens: element(state, "a", [["href", href]], text) });
      rest += outline.slice(end, match.start) + OPAQUE.repeat(text.length);
      end = match.end;
    }
    if (end > 0) outline = rest + outline.slice(end);
  }
  applyCuts(
    state,
    cuts.sort((one, other) => one.at - other.at),
  );
}
