import type { InlineRule } from "./inline-rule.ts";

const SYNTAX = /\$\$([^\n_$](?:\\\$|[^$\n])*)\$\$(?![\w$])/y;

/** Formula: `$$formula$$`. Must not be next to a word, because it could be a price then. */
export const math: InlineRule = {
  name: "math",
  triggers: "$",
  parse(state, silent) {
    const { src, pos, posMax } = state;
    if (src[pos] !== "$" || /[\w$]/.test(src.charAt(pos - 1))) return false;
    SYNTAX.lastIndex = pos;
    const [whole, formula] = SYNTAX.exec(src) ?? [];
    if (whole === undefined || formula === undefined || pos + whole.length > posMax) return false;
    if (!silent) state.push("formula", "", 0).content = formula;
    state.pos += whole.length;
    return true;
  },
};
