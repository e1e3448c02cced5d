import { renderContext } from "../render-context.ts";
import type { InlineRule } from "./inline-rule.ts";

/** Inline code: `` `code` ``. Everything between two runs of equally many backticks is code. */
export const codeSpan: InlineRule = {
  name: "code_span",
  triggers: "`",
  parse(state, silent) {
    const span = renderContext(state.env).scan(state.src).codeSpans.get(state.pos);
    if (!span || span.end > state.posMax) return false;
    if (!silent) state.push("code_inline", "code", 0).content = span.content;
    state.pos = span.end;
    return true;
  },
};
