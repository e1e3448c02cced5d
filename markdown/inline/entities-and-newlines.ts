import type { InlineRule } from "./inline-parser.ts";

const ENTITY = /&(?:#\d+|#x[\da-f]+|[\da-z]+);/iy;

/** Keeps character references such as `&copy;` unchanged, because they can only stand for text. */
export const entity: InlineRule = {
  trigger: "&",
  parse(parser) {
    ENTITY.lastIndex = parser.position;
    const match = ENTITY.exec(parser.text);
    if (!match || ENTITY.lastIndex > parser.end) return false;
    parser.push("entity", "", 0).content = match[0];
    parser.position += match[0].length;
    return true;
  },
};

/** Preserves every line break. */
export const newline: InlineRule = {
  trigger: "\n",
  parse(parser) {
    parser.push("line_break", "br", 0);
    parser.position++;
    return true;
  },
};
