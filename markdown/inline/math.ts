import type { InlineRule } from "./inline-parser.ts";

const SYNTAX = /\$\$([^\n_$](?:\\\$|[^$\n])*)\$\$(?![\w$])/y;

/** Formula: `$$formula$$`. Must not be next to a word, because it could be a price then. */
export const math: InlineRule = {
  trigger: "$",
  parse(parser) {
    const { text, position, end } = parser;
    if (/[\w$]/.test(text.charAt(position - 1))) return false;
    SYNTAX.lastIndex = position;
    const [whole, formula] = SYNTAX.exec(text) ?? [];
    if (whole === undefined || formula === undefined || position + whole.length > end) return false;
    parser.push("formula", "", 0).content = formula;
    parser.position += whole.length;
    return true;
  },
};
