import type { InlineRule } from "./inline-parser.ts";

/** Inline code: `` `code` ``. Everything between two runs of equally many backticks is code. */
export const codeSpan: InlineRule = {
  trigger: "`",
  parse(parser) {
    const span = parser.scan.codeSpans.get(parser.position);
    if (!span || span.end > parser.end) return false;
    parser.push("code_inline", "code", 0).content = span.content;
    parser.position = span.end;
    return true;
  },
};
