import type { InlineRule } from "./inline-rule.ts";

const ENTITY = /&(?:#\d+|#x[\da-f]+|[\da-z]+);/iy;

/** Keeps character references such as `&copy;` unchanged, because they can only stand for text. */
export const entity: InlineRule = {
  name: "entity",
  triggers: "&",
  parse(state, silent) {
    if (state.src[state.pos] !== "&") return false;
    ENTITY.lastIndex = state.pos;
    const match = ENTITY.exec(state.src);
    if (!match || ENTITY.lastIndex > state.posMax) return false;
    if (!silent) state.push("entity", "", 0).content = match[0];
    state.pos += match[0].length;
    return true;
  },
};

/** Preserves every line break. */
export const newline: InlineRule = {
  name: "newline",
  triggers: "\n",
  parse(state, silent) {
    if (state.src[state.pos] !== "\n") return false;
    if (!silent) state.push("line_break", "br", 0);
    state.pos++;
    return true;
  },
};
